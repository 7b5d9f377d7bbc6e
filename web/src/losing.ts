// Losing chess: the board, what is proved, and the way through the proofs. What is said of a position is a function of `losing-state.ts`, the elements beside the
// board are made by `losing-draw.ts`, and `losing-proofs.ts` answers what is proved.

import { Board } from "./board";
import { Busy } from "./busy";
import { element, spoken } from "./dom";
import type { Asking } from "./explorer";
import { box, said } from "./losing-box";
import { side } from "./losing-draw";
import { follow, gameSentence } from "./losing-game";
import { Proofs, type Read } from "./losing-proofs";
import { type Here, type Known, type Opening, type Place, addressOf, atSpot, isStep, nextMoves, rootOf, sentence } from "./losing-state";
import type { Game } from "./pgn";
import { Promotion } from "./promotion";
import type { Files } from "./shown";
import { strings } from "./strings";

export { type Known, known } from "./losing-state";

/** Names of the variant in PGN. */
const ANTICHESS = /anti|losing|giveaway|suicide|take ?me|loser/i;

/** Positions are counted when a place has been shown for so long, in milliseconds. */
const PAUSE = 150;

export class LosingView {
  readonly element: HTMLElement;
  readonly #proofs: Proofs;
  readonly #board: Board;
  readonly #state = element("p", { class: "state" });
  readonly #side = element("div", { class: "side" });
  readonly #status = element("p", { role: "status", "aria-live": "polite" });
  readonly #wrong = element("p", { role: "alert", class: "wrong" });
  readonly #spoken = spoken();
  readonly #busy = new Busy();
  readonly #promotion = new Promotion();
  #opening: Opening | undefined;
  #here: Here | undefined;
  /** Moves that were taken back. */
  #forth: string[] = [];
  /** Counts what has been asked for: an answer that comes late is not shown. */
  #turn = 0;

  constructor(explorer: () => Promise<Asking>, page: Files, proofs: Known[]) {
    this.#proofs = new Proofs(explorer, page, this.#busy, proofs);
    this.#board = new Board(strings.board, 8, 8, {
      targets: (from) => this.#next().filter(({ move }) => move.startsWith(from)).map(({ move }) => move.slice(2, 4)),
      move: (from, to) => this.#moved(from, to),
    });
    const controls = element("div");
    this.element = element(
      "section",
      { class: "losing", "aria-label": strings.losing },
      element("h2", {}, strings.losing),
      this.#state,
      this.#status,
      this.#busy.element,
      this.#spoken,
      this.#wrong,
      element("div", { class: "beside" }, element("div", {}, this.#board.element, this.#buttons(), controls), this.#side),
      element("p", { class: "faint" }, strings.losingLead),
      this.#promotion.element,
    );
    controls.replaceChildren(
      box(
        this.element,
        (text) => void this.#take(text),
        (why) => {
          this.#wrong.textContent = why;
        },
      ),
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Takes a verified proof into the tree; the address of its root. */
  async enter(proof: Known): Promise<string> {
    this.#proofs.add(proof);
    return `losing/${encodeURIComponent(proof.file)}`;
  }

  /** Shows what the rest of an address names: moves, or a file and moves. */
  async open(rest: string[]): Promise<void> {
    const [first = "", second = ""] = rest;
    const moves = (text: string) => text.split(".").filter(Boolean);
    if (this.#proofs.get(first)) await this.#go(moves(second), first);
    else await this.#go(moves(first));
  }

  #next(): { move: string; san: string }[] {
    return this.#here ? nextMoves(this.#here) : [];
  }

  /** Goes where moves lead, from the beginning or from the root of a file. */
  async #go(moves: string[], apart?: string, jumps = false): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const settled = this.#here;
    this.element.dataset["busy"] = "";
    this.#clear();
    try {
      await this.#goTo(moves, apart, turn, jumps);
    } catch (error) {
      if (turn !== this.#turn) return;
      const why = error instanceof Error ? error.message : String(error);
      // A link with a wrong move leads to the beginning.
      if (settled) await this.#restore(settled, turn);
      else await this.#goTo([], undefined, turn, false);
      this.#wrong.textContent = why;
    } finally {
      if (turn === this.#turn) delete this.element.dataset["busy"];
    }
  }

  async #goTo(moves: string[], apart: string | undefined, turn: number, jumps: boolean): Promise<void> {
    const late = () => turn !== this.#turn;
    const [spot, opening] = await Promise.all([apart === undefined ? this.#proofs.spot(moves) : undefined, this.#proofs.opening()]);
    if (late()) return;
    this.#opening = opening;
    const proof = this.#proofs.get(apart ?? spot?.proof ?? "");
    if (!proof) {
      this.#proofs.leave();
      if (spot) this.#show(atSpot(spot), undefined, jumps);
      return;
    }
    const root = rootOf(proof, spot, apart);
    const unread = this.#proofs.tooLarge(proof.file);
    if (unread !== undefined) {
      this.#proofs.leave();
      this.#show({ ...root, unread }, undefined, jumps);
      return;
    }
    // Until the proof has been read, its root is shown.
    if (!this.#proofs.read(proof.file)) this.#draw(root, undefined);
    const read = await this.#proofs.enter(proof.file);
    if (late()) return;
    const rest = moves.slice(root.before);
    const place = await this.#proofs.place(read, spot?.line ?? [], rest);
    if (late()) return;
    this.#show({ ...root, fen: place.fen, moves: [...root.moves, ...place.moves], line: place.line, place }, read, jumps);
    await this.#count(place, read, turn);
  }

  /** What is said of an action is no part of a place: it goes when something else is shown. */
  #clear(): void {
    this.#wrong.textContent = "";
    this.#status.textContent = "";
  }

  /** Shows again what was shown before something went wrong. */
  async #restore(here: Here, turn: number): Promise<void> {
    if (here.place && here.proof && !this.#proofs.read(here.proof.file)) await this.#goTo(here.moves, here.apart, turn, false);
    else this.#show(here, here.proof && this.#proofs.read(here.proof.file), false);
  }

  /** Counts positions after each move, which takes a while in large proofs, and shows the numbers as they come. */
  async #count(place: Place, read: Read, turn: number): Promise<void> {
    // Whoever goes on at once does not wait for them.
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    for (const number of [place.number, ...place.replies.map((reply) => reply.number)]) {
      if (turn !== this.#turn) return;
      const size = await this.#proofs.size(read, number);
      if (turn !== this.#turn) return;
      for (const cell of this.#side.querySelectorAll(`[data-size="${number}"]`)) cell.textContent = strings.count(size);
    }
  }

  /** Shows where one is, and has the address say it. A jump is a step of the browser's history, a move is none: Back leads out of a long line at once. */
  #show(here: Here, read: Read | undefined, jumps: boolean): void {
    const before = this.#here;
    this.#here = here;
    this.#draw(here, read);
    const address = `#${addressOf(here)}`;
    if (location.hash === address || !location.hash.startsWith("#losing")) return;
    if (jumps && before && !isStep(before, here)) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  #draw(here: Here, read: Read | undefined): void {
    this.#clear();
    const last = here.moves.at(-1);
    this.#board.show(here.fen, last === undefined ? {} : { last: [last.slice(0, 2), last.slice(2, 4)] });
    const { text, winner } = sentence(here, this.#opening);
    this.#state.className = `state ${winner ?? "open"}`;
    this.#state.textContent = text;
    const focused = this.#side.contains(document.activeElement) ? document.activeElement : null;
    const parts = side(here, this.#opening, read, { play: (move) => void this.#play(move), go: (moves) => void this.#go(moves, here.apart, true) });
    this.#side.replaceChildren(...parts);
    if (focused) this.#focusAgain(focused);
    this.#spoken.textContent = strings.afterMove(here.line.at(-1), text);
  }

  /** Whoever has pressed a button beside the board goes on from there: from the same one, or from the first that can be pressed. */
  #focusAgain(focused: Element): void {
    const [name, value] = ["data-reply", "data-move"].map((name) => [name, focused.getAttribute(name)] as const).find(([, value]) => value !== null) ?? [];
    const same = name === "data-reply" ? this.#side.querySelector<HTMLElement>(`[data-reply="${value ?? ""}"]`) : null;
    (same ?? this.#side.querySelector<HTMLElement>(".line [aria-current]"))?.focus({ preventScroll: true });
  }

  async #play(move: string): Promise<void> {
    const here = this.#here;
    if (!here) return;
    this.#forth = this.#forth[0] === move ? this.#forth.slice(1) : [];
    await this.#go([...here.moves, move], here.apart);
  }

  #moved(from: string, to: string): void {
    const moves = this.#next().filter(({ move }) => move.startsWith(from + to));
    this.#promotion.choose(moves, ({ san }) => san, ({ move }) => void this.#play(move));
  }

  async #back(all: boolean): Promise<void> {
    const here = this.#here;
    if (!here || here.moves.length === 0) return;
    const kept = all ? 0 : here.moves.length - 1;
    this.#forth = [...here.moves.slice(kept), ...this.#forth];
    await this.#go(here.moves.slice(0, kept), here.apart, all);
  }

  /** Makes again what was taken back; otherwise goes along the longest line. */
  async #on(): Promise<void> {
    const next = this.#next();
    const [again] = this.#forth;
    if (again !== undefined && next.some(({ move }) => move === again)) return this.#play(again);
    const [longest] = this.#here?.place?.main_line ?? [];
    const found = next.find(({ san }) => san === longest);
    if (found) await this.#play(found.move);
  }

  #key(event: KeyboardEvent): void {
    // On the board and in fields the arrows have other meanings.
    if (event.defaultPrevented || event.target instanceof HTMLTextAreaElement) return;
    if (event.key === "ArrowLeft") void this.#back(false);
    else if (event.key === "ArrowRight") void this.#on();
    else if (event.key === "Home") void this.#back(true);
    else return;
    event.preventDefault();
  }

  #buttons(): HTMLElement {
    const button = (label: string, click: () => void) => element("button", { type: "button", click }, label);
    return element(
      "div",
      { class: "buttons" },
      button(strings.toBeginning, () => void this.#back(true)),
      button(strings.back, () => void this.#back(false)),
      button(strings.on, () => void this.#on()),
      button(strings.turn, () => this.#board.turn()),
      button(strings.pgn, () => void this.#pgn()),
      button(strings.link, () => void this.#link()),
    );
  }

  /** Goes to what a text says: a position, or where a game leaves the proofs. */
  async #take(text: string): Promise<void> {
    const asked = said(text);
    if ("nothing" in asked) {
      this.#wrong.textContent = asked.nothing;
      return;
    }
    this.#turn += 1;
    const turn = this.#turn;
    this.#clear();
    this.element.dataset["busy"] = "";
    try {
      if ("game" in asked) await this.#follow(asked.game, asked.fens, turn);
      else {
        const { moves, apart } = await this.#find(asked.fens);
        if (turn === this.#turn) await this.#go(moves, apart, true);
      }
    } catch (error) {
      if (turn === this.#turn) this.#wrong.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      if (turn === this.#turn) delete this.element.dataset["busy"];
    }
  }

  /** Follows a game as far as the proofs go along, and says who left them. */
  async #follow({ moves: words, tags }: Game, fens: string[] | undefined, turn: number): Promise<void> {
    const variant = tags.get("variant") ?? "";
    if (variant !== "" && !ANTICHESS.test(variant)) throw new Error(strings.losingChess.otherVariant(variant));
    const late = () => turn !== this.#turn;
    const before = fens ? (await this.#find(fens)).moves : [];
    const followed = await follow(this.#proofs, before, words, late);
    if (late()) return;
    await this.#go(followed.moves, undefined, true);
    const here = this.#here?.moves.join(".") === followed.moves.join(".");
    // Of moves that all lead somewhere the place says enough.
    if (here && (tags.size > 0 || followed.left)) this.#status.textContent = gameSentence(followed);
  }

  /** The moves to a position: in the proof that has been entered, or else on the ways to all proofs. */
  async #find(fens: string[]): Promise<{ moves: string[]; apart?: string | undefined }> {
    const here = this.#here;
    const read = here?.place && here.proof && this.#proofs.read(here.proof.file);
    let why: unknown;
    for (const fen of fens) {
      try {
        if (here && read) return { moves: [...here.moves.slice(0, here.before), ...(await this.#proofs.way(read, fen))], apart: here.apart };
      } catch (error) {
        why ??= error;
      }
      try {
        return { moves: await this.#proofs.find(fen) };
      } catch (error) {
        why ??= error;
      }
    }
    const sentence = why instanceof Error ? why.message : String(why);
    throw new Error(read ? sentence : `${sentence}. ${strings.fenInProof}`);
  }

  async #pgn(): Promise<void> {
    const here = this.#here;
    const read = here?.place && here.proof && this.#proofs.read(here.proof.file);
    if (!here || !read) {
      this.#wrong.textContent = strings.pgnInProof;
      return;
    }
    const turn = this.#turn;
    const written = await this.#proofs.pgn(read, here.line.slice(0, here.before), here.moves.slice(here.before));
    const address = URL.createObjectURL(new Blob([written.text], { type: "application/vnd.chess-pgn" }));
    element("a", { href: address, download: "losing-chess.pgn" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    if (turn === this.#turn) this.#status.textContent = strings.written(written.positions, written.cut);
  }

  async #link(): Promise<void> {
    const turn = this.#turn;
    // Over plain http there is no clipboard: the address is in the browser's own field.
    const copied = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(location.href))
      .then(
        () => strings.linkCopied,
        () => strings.linkAbove,
      );
    if (turn === this.#turn) this.#status.textContent = copied;
  }
}
