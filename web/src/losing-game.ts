// Losing chess: follows a game through the proofs. It finds where the game enters a proof, where it leaves the proof,
// and who leaves it.

import type { Proofs } from "./losing-proofs";
import { type Here, type Known, type Spot, atSpot, nextMoves, rootOf, withNumbers } from "./losing-state";
import { type Game, fits } from "./pgn";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Names of the variant in PGN. */
const ANTICHESS = /anti|losing|loser|giveaway|suicide|take ?me/i;

/** The part of a game that the proofs follow. */
export interface Followed {
  /** The moves that the proofs follow, in coordinates and in algebraic notation. */
  moves: string[];
  line: string[];
  /** The number of moves to the root of the proof that the game enters, and the proof, if there is one. */
  entered?: { plies: number; proof: Known };
  /** The game's next move and the proof's move, if the winner deviates from the proof. */
  left?: { san: string; proofs: string };
  /** The reason why the proof was not read. */
  unread?: string;
  /** The reason why the game's next move is illegal, if at least one move before it was legal. */
  illegal?: string;
  /** Number of moves of the game after the followed part. */
  rest: number;
}

/**
 * Finds moves that lead to one of these positions: in the proof that was entered, otherwise on the way to the proofs.
 * Returns the moves for the first position that is found.
 */
export async function find(proofs: Proofs, here: Here | undefined, fens: string[]): Promise<{ moves: string[]; apart?: string | undefined }> {
  const read = here?.place && here.proof && proofs.read(here.proof.file);
  const wrong: unknown[] = [];
  const or = (error: unknown) => {
    wrong.push(error);
    return undefined;
  };
  for (const fen of fens) {
    const way = here && read && (await proofs.way(read, fen).catch(or));
    if (way) return { moves: [...here.moves.slice(0, here.before), ...way], apart: here.apart };
    const moves = await proofs.find(fen).catch(or);
    if (moves) return { moves };
  }
  const sentence = wrong[0] instanceof Error ? wrong[0].message : String(wrong[0]);
  throw new Error(read ? sentence : `${sentence}. ${viewStrings.fenInProof}`);
}

/** Follows a game from the starting position, or from one of these positions. */
export async function followGame(proofs: Proofs, here: Here | undefined, { moves, tags }: Game, fens: string[] | undefined, stopped: () => boolean): Promise<Followed> {
  const variant = tags.get("variant") ?? "";
  if (variant !== "" && !ANTICHESS.test(variant)) throw new Error(strings.losingChess.otherVariant(variant));
  return follow(proofs, fens ? (await find(proofs, here, fens)).moves : [], moves, stopped);
}

/**
 * Follows moves, as written in the game, from the position after `before`. An illegal move ends the followed part with
 * a sentence; if it is the first move, it is an error.
 */
async function follow(proofs: Proofs, before: string[], words: string[], stopped: () => boolean): Promise<Followed> {
  let spot = await proofs.spot(before);
  let at = 0;
  while (spot.proof === null && at < words.length && !stopped()) {
    const next = one(words[at] ?? "", nextMoves(atSpot(spot)));
    // A word that is not exactly one move is sent to the explorer, which explains the error.
    const step = await proofs.spot([...spot.moves, next ?? words[at] ?? ""]).catch(numbered(words[at] ?? "", spot.moves.length));
    if (step instanceof Error) return illegal(step, at, { moves: spot.moves, line: spot.line, rest: words.length - at });
    spot = step;
    at += 1;
  }
  const { moves, line } = spot;
  const proof = proofs.get(spot.proof ?? "");
  if (!proof) return { moves, line, rest: words.length - at };
  const entered = { plies: moves.length, proof };
  const unread = proofs.tooLarge(proof.file);
  if (unread !== undefined) return { moves, line, entered, unread, rest: words.length - at };
  return { ...(await within(proofs, proof, spot, words.slice(at), at, stopped)), entered };
}

/** Adds the move number to an error about an illegal move. */
function numbered(word: string, plies: number): (error: unknown) => Error {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    return new Error(why.startsWith(`${word} `) ? withNumbers([word], plies).join("") + why.slice(word.length) : why);
  };
}

/** Returns the followed part of a game whose next move is illegal; throws if no move was made before it. */
function illegal(why: Error, made: number, followed: Followed): Followed {
  if (made === 0) throw why;
  return { ...followed, illegal: why.message };
}

/** Returns the move that a word denotes, if it denotes exactly one. */
function one(word: string, moves: { move: string; san: string }[]): string | undefined {
  const found = moves.filter((move) => fits(word, move));
  return found.length === 1 ? found[0]?.move : undefined;
}

/** Follows moves from the root of a proof. The game reached the root after `made` of its moves. */
async function within(proofs: Proofs, proof: Known, spot: Spot, words: string[], made: number, stopped: () => boolean): Promise<Followed> {
  const read = await proofs.enter(proof.file);
  const root = rootOf(proof, spot, undefined);
  let place = await proofs.place(read, root.line, []);
  const followed = (at: number) => ({ moves: [...root.moves, ...place.moves], line: place.line, rest: words.length - at });
  for (const [at, word] of words.entries()) {
    if (stopped()) return followed(at);
    const next = one(word, place.replies) ?? word;
    try {
      place = await proofs.place(read, root.line, [...place.moves, next]);
    } catch (error) {
      const [proofsMove] = place.replies;
      if (place.to_move !== place.winner || !proofsMove || !isLegal(error)) return illegal(numbered(word, place.line.length)(error), made + at, followed(at));
      return { ...followed(at), left: { san: word, proofs: proofsMove.san } };
    }
  }
  return followed(words.length);
}

/** Whether the explorer refused a legal move of the winner because the proof has another one. */
function isLegal(error: unknown): boolean {
  return error instanceof Error && /is legal, but|if it is a reply to that/.test(error.message);
}

/** Returns sentences about a game: where it enters a proof, and who leaves the proof. */
export function gameSentence({ line, entered, left, unread, illegal, rest }: Followed): string {
  const numbered = (san: string, plies: number) => withNumbers([san], plies).join("");
  if (!entered) return strings.losingChess.gameWithout(line.length);
  const { plies, proof } = entered;
  const mover = plies % 2 === 1 ? "white" : "black";
  const entering = strings.losingChess.gameEnters(mover, numbered(line[plies - 1] ?? "", plies - 1), proof.winner, plies);
  if (unread !== undefined) return `${entering} ${unread}`;
  if (left) return `${entering} ${strings.losingChess.gameLeaves(proof.winner, numbered(left.san, line.length), numbered(left.proofs, line.length), rest - 1)}`;
  return illegal === undefined ? `${entering} ${strings.losingChess.gameStays(proof.winner)}` : entering;
}
