// The view of losing chess: a walk through the proofs. `losing-state.ts` and `losing-words.ts` compute moves and
// sentences, `losing-screen.ts` shows them, and `losing-proofs.ts` answers questions about proved positions.

import type { Asking } from "./explorer";
import { said } from "./losing-box";
import { find, followGame, gameSentence } from "./losing-game";
import { copyLink, savePgn } from "./losing-give";
import { Proofs, type Read } from "./losing-proofs";
import { Screen } from "./losing-screen";
import { type Here, type Known, type Opening, addressOf, atSpot, isStep, nextMoves, onward, rootOf } from "./losing-state";
import type { Steps } from "./losing-steps";
import { beside, emptyTree, lastAfter, visit } from "./losing-tree";
import type { Files } from "./shown";

export { type Known, known } from "./losing-state";

/** Time that a place must be shown before its positions are counted, in milliseconds. */
const PAUSE = 150;

export class LosingView {
  readonly element: HTMLElement;
  readonly #proofs: Proofs;
  readonly #screen: Screen;
  #opening: Opening | undefined;
  /** The place on the board, and the last place that was completely loaded. */
  #here: Here | undefined;
  #settled: Here | undefined;
  /** The moves that the user has looked at, from the starting position or from the root of a separate proof. */
  #tree = emptyTree();
  /** Number of the current request. Answers to earlier requests are dropped. */
  #turn = 0;

  constructor(explorer: () => Promise<Asking>, page: Files, proofs: Known[]) {
    this.#screen = new Screen(this.#steps(), {
      move: (from, to) => this.#moved(from, to),
      take: (text) => void this.#take(text),
      pgn: () => void this.#answer(() => savePgn(this.#proofs, this.#here)),
      link: () => void this.#answer(copyLink),
    });
    this.element = this.#screen.element;
    this.#proofs = new Proofs(explorer, page, this.#screen.busy, proofs);
  }

  /** Adds the proofs of a verified file, one for each root, and returns the address of the first root. */
  async enter(proofs: Known[]): Promise<string> {
    for (const proof of proofs) this.#proofs.add(proof);
    return `losing/${encodeURIComponent(proofs[0]?.file ?? "")}`;
  }

  /** Opens an address: moves, or a file and moves. */
  async open(rest: string[]): Promise<void> {
    const [first = "", second = ""] = rest;
    const moves = (text: string) => text.split(".").filter(Boolean);
    if (this.#proofs.get(first)) await this.#go(moves(second), first);
    else await this.#go(moves(first));
  }

  /** Takes a text from the front page as if the user had typed it here. */
  async answer(text: string): Promise<void> {
    this.#screen.type(text);
    if (!this.#here) await this.#go([]);
    await this.#take(text);
  }

  #steps(): Steps {
    return {
      here: () => this.#here,
      back: (all) => void this.#back(all),
      next: () => this.#here && onward(this.#here, lastAfter(this.#tree, this.#here.moves)),
      beside: (by) => this.#beside(by),
      play: (move) => void this.#play(move),
      playItself: (move) => this.#play(move, true),
    };
  }

  /**
   * Goes to the position after moves, from the starting position or from the root of a file. Resolves to whether the
   * position is shown.
   */
  async #go(moves: string[], apart?: string, { jumps = false, itself = false } = {}): Promise<boolean> {
    if (!itself) this.#screen.player.stop();
    this.#turn += 1;
    const turn = this.#turn;
    const settled = this.#settled;
    this.element.dataset["busy"] = "";
    this.#screen.clear();
    try {
      await this.#goTo(moves, apart, turn, jumps);
      return turn === this.#turn;
    } catch (error) {
      if (turn !== this.#turn) return false;
      const why = error instanceof Error ? error.message : String(error);
      // A link with a wrong move leads to the starting position.
      if (settled) await this.#restore(settled, turn);
      else await this.#goTo([], undefined, turn, false);
      this.#screen.warn(why);
      return false;
    } finally {
      void this.#count(turn);
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
    // The root of a proof is shown until the proof has been read.
    if (!this.#proofs.read(proof.file)) this.#draw(root, undefined);
    const read = await this.#proofs.enter(proof.file);
    if (late()) return;
    const rest = moves.slice(root.before);
    const place = await this.#proofs.place(read, spot?.line ?? [], rest);
    if (late()) return;
    this.#show({ ...root, fen: place.fen, moves: [...root.moves, ...place.moves], line: place.line, place }, read, jumps);
  }

  /** Shows the previous place again after an error. */
  async #restore(here: Here, turn: number): Promise<void> {
    if (here.place && here.proof && !this.#proofs.read(here.proof.file)) await this.#goTo(here.moves, here.apart, turn, false);
    else this.#show(here, here.proof && this.#proofs.read(here.proof.file), false);
  }

  /** Counts the positions after each move, and shows the numbers as they arrive. This takes a while in large proofs. */
  async #count(turn: number): Promise<void> {
    const late = () => turn !== this.#turn;
    const { place, proof } = this.#here ?? {};
    const read = proof && this.#proofs.read(proof.file);
    // A user who steps on at once does not wait for the counts.
    if (place && read) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    for (const number of place && read ? [place.number, ...place.replies.map((reply) => reply.number)] : []) {
      if (late() || !read) return;
      const size = await this.#proofs.size(read, number).catch(() => undefined);
      if (late() || size === undefined) break;
      this.#screen.count(number, size);
    }
    if (!late()) delete this.element.dataset["busy"];
  }

  /**
   * Shows a place and writes its address. A jump adds an entry to the browser's history; a single move does not, so
   * that Back leaves a long line at once.
   */
  #show(here: Here, read: Read | undefined, jumps: boolean): void {
    const before = this.#settled;
    if (before?.apart !== here.apart) this.#tree = emptyTree();
    visit(this.#tree, here.moves, here.line);
    this.#settled = here;
    this.#draw(here, read);
    const address = `#${addressOf(here)}`;
    if (location.hash === address || !location.hash.startsWith("#losing")) return;
    if (jumps && before && !isStep(before, here)) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  #draw(here: Here, read: Read | undefined): void {
    this.#here = here;
    this.#screen.draw(here, this.#opening, read, this.#tree, { play: (move) => void this.#play(move), go: (moves) => void this.#go(moves, here.apart, { jumps: true }), enter: (file) => void this.#go([], file, { jumps: true }) });
  }

  async #play(move: string, itself = false): Promise<boolean> {
    const here = this.#here;
    if (!here) return false;
    return this.#go([...here.moves, move], here.apart, { itself });
  }

  #moved(from: string, to: string): void {
    const moves = nextMoves(this.#here).filter(({ move }) => move.startsWith(from + to));
    this.#screen.promotion.choose(moves, ({ san }) => san, ({ move }) => void this.#play(move));
  }

  async #back(all: boolean): Promise<void> {
    const here = this.#here;
    if (!here || here.moves.length === 0) return;
    const kept = all ? 0 : here.moves.length - 1;
    await this.#go(here.moves.slice(0, kept), here.apart, { jumps: all });
  }

  #beside(by: 1 | -1): boolean {
    const moves = this.#here && beside(this.#tree, this.#here.moves, by);
    if (moves) void this.#go(moves, this.#here?.apart);
    return moves !== undefined;
  }

  /** Runs an action and shows its result or error, unless another request has begun. */
  async #answer(work: () => Promise<string>): Promise<void> {
    const turn = this.#turn;
    const current = () => turn === this.#turn;
    await work().then(
      (said) => current() && this.#screen.tell(said),
      (error: unknown) => current() && this.#screen.warn(error instanceof Error ? error.message : String(error)),
    );
  }

  /** Goes to the position of a text, or to the place where a game leaves the proofs. */
  async #take(text: string): Promise<void> {
    const asked = said(text);
    this.#turn += 1;
    const turn = this.#turn;
    this.#screen.player.stop();
    this.#screen.clear();
    this.element.dataset["busy"] = "";
    await this.#answer(async () => {
      if ("nothing" in asked) throw new Error(asked.nothing);
      const late = () => turn !== this.#turn;
      const followed = "game" in asked ? await followGame(this.#proofs, this.#here, asked.game, asked.fens, late) : undefined;
      const to = followed ?? (await find(this.#proofs, this.#here, "game" in asked ? [] : asked.fens));
      if (late()) return "";
      const shown = await this.#go(to.moves, "apart" in to ? to.apart : undefined, { jumps: true });
      // For plain moves without deviation the place says enough.
      if (shown && followed && "game" in asked && (asked.game.tags.size > 0 || followed.left)) this.#screen.tell(gameSentence(followed));
      // The legal part of the game is shown, with the error.
      if (shown && followed?.illegal !== undefined) this.#screen.warn(followed.illegal);
      return this.#screen.status.textContent ?? "";
    });
    if (turn === this.#turn) delete this.element.dataset["busy"];
  }
}
