// Can they mate?: the questions to the explorer and to the checker.

import type { Asking } from "./explorer";
import type { Kept } from "./mating-draw";
import { type Game, NODES, type Ruling, type Side, type Since, type Spot, type State, type Step, type Told, canMate, root, winner } from "./mating-state";
import { firstMoves, read } from "./pgn";
import { type Files, bytesOf, shown } from "./shown";
import { viewStrings } from "./view-strings";
import { sentence } from "./view";

/** Asks the explorer, which is loaded for the first question. Its worker answers one question at a time. */
export class Asker {
  readonly #explorer: () => Promise<Asking>;
  #asking: Asking | undefined;

  constructor(explorer: () => Promise<Asking>) {
    this.#explorer = explorer;
  }

  /** Aborts all unanswered questions. */
  stop(): void {
    this.#asking?.stop();
  }

  async #ask<T>(question: unknown): Promise<T> {
    this.#asking ??= await this.#explorer();
    return this.#asking.ask<T>({ mating: question });
  }

  /** Returns the first valid position of the list. Throws the error about the first one if all are invalid. */
  async position(fens: string[]): Promise<Spot> {
    const wrong: unknown[] = [];
    for (const fen of fens) {
      const spot = await this.#ask<Spot>({ position: { fen } }).catch((error: unknown) => void wrong.push(error));
      if (spot) return spot;
    }
    throw wrong[0];
  }

  /**
   * Returns the answer of an opened certificate if it has a line. A closed set in a certificate cannot be drawn, so the
   * solver's own answer is shown beside it.
   */
  async #given({ spot, entry }: State, side: Side): Promise<Told | undefined> {
    const line = entry && winner(entry) === side ? entry.evidence["line"] : undefined;
    if (typeof line !== "string" || !spot) return undefined;
    const walk = await this.#ask<Step[]>({ line: { fen: spot.fen, moves: line.split(" ").filter(Boolean) } });
    return { verdict: "winnable", evidence: "mate", walk, certificate: null };
  }

  async decide(state: State, side: Side, nodes: number, shortest: boolean): Promise<Told> {
    const given = shortest ? undefined : await this.#given(state, side);
    return given ?? this.#ask<Told>({ decide: { fen: state.fen, white: side === "white", nodes, shortest } });
  }

  rulings(state: State): Promise<Ruling[]> {
    return this.#ask<Ruling[]>({ rulings: { fen: state.fen, white: canMate(state, "white"), black: canMate(state, "black") } });
  }

  game(pgn: string): Promise<Game> {
    return this.#ask<Game>({ game: { pgn } });
  }

  /**
   * Returns the moves of a game before the first illegal one, as a game of its own; undefined if the first move is
   * illegal.
   */
  async legalPart(pgn: string): Promise<{ pgn: string; game: Game } | undefined> {
    const whole = read(pgn);
    let found: { pgn: string; game: Game } | undefined;
    let [least, most] = [0, whole.moves.length - 1];
    while (least < most) {
      const count = Math.ceil((least + most) / 2);
      const part = firstMoves(whole, count);
      const game = await this.game(part).catch(() => undefined);
      if (game) [found, least] = [{ pgn: part, game }, count];
      else most = count - 1;
    }
    return found;
  }

  since(pgn: string, side: Side): Promise<Since> {
    return this.#ask<Since>({ since: { pgn, white: side === "white", nodes: NODES } });
  }
}

/**
 * Verifies the certificate of an answer. The checker says what the certificate proves; this function compares it with
 * the question.
 */
export async function verified(page: Files, told: Told, side: Side, fen: string): Promise<Kept | undefined> {
  if (!told.certificate) return undefined;
  const bytes = bytesOf(told.certificate);
  const file = `${side}-${told.verdict === "winnable" ? "can" : "cannot"}-mate.cbor`;
  try {
    const found = shown(file, await page.verify(bytes, false));
    const { claim, kind, statements } = found.verified;
    const asked = root({ claim }) === fen && claim["winner"] === side && kind.name === (told.verdict === "winnable" ? "helpmate" : "unwinnable");
    if (!asked) throw new Error(viewStrings.otherClaim(file, statements.join("; ")));
    return { shown: found, bytes };
  } catch (error) {
    return { wrong: sentence(error) };
  }
}
