// Can they mate?: the searches about the current position, and their consequences: certificates, rulings, and the
// search through the plies of a game.

import { type Asker, verified } from "./mating-ask";
import type { Kept } from "./mating-draw";
import { NODES, SIDES, type Side, type State, answered, ended, searching } from "./mating-state";
import type { Files } from "./shown";
import { strings } from "./strings";
import { sentence } from "./view";

/** Access to the view's state. */
interface Showing {
  state(): State;
  set(state: State): void;
  /** Returns the number of the current position. Answers about earlier positions are dropped. */
  turn(): number;
  warn(why: string): void;
}

export class Searches {
  readonly #asker: Asker;
  readonly #page: Files;
  readonly #showing: Showing;
  /** The certificates of the answers. */
  kept: Record<Side, Kept | undefined> = { white: undefined, black: undefined };

  constructor(asker: Asker, page: Files, showing: Showing) {
    this.#asker = asker;
    this.#page = page;
    this.#showing = showing;
  }

  /** Drops the certificates because another position is shown. */
  forget(): void {
    this.kept = { white: undefined, black: undefined };
  }

  /** Searches for both sides, and then through the game to which the position belongs. */
  async all(pgn: string): Promise<void> {
    const turn = this.#showing.turn();
    await Promise.all(SIDES.map((side) => this.one(side, NODES, false)));
    if (turn === this.#showing.turn()) await this.#since(pgn);
  }

  /** Searches for a mate by one side. */
  async one(side: Side, nodes: number, shortest: boolean): Promise<void> {
    const { state, set, turn, warn } = this.#showing;
    const now = turn();
    set(searching(state(), side, nodes, shortest));
    try {
      const told = await this.#asker.decide(state(), side, nodes, shortest);
      if (now !== turn()) return;
      set(answered(state(), side, told));
    } catch (error) {
      if (now !== turn()) return;
      const why = sentence(error);
      set(ended(state(), side, why === strings.stopped));
      if (why !== strings.stopped) warn(why);
    }
    await Promise.all([this.#keep(side, now), this.#judge(now)]);
  }

  /** Verifies the certificate of an answer, and shows the result. */
  async #keep(side: Side, now: number): Promise<void> {
    const { state, set, turn } = this.#showing;
    const { told } = state().panels[side];
    const keep = (kept: Kept | undefined) => {
      if (now !== turn() || told !== state().panels[side].told) return;
      this.kept = { ...this.kept, [side]: kept };
      set(state());
    };
    if (!told?.certificate) return keep(undefined);
    keep({ verifying: true });
    keep(await verified(this.#page, told, side, state().fen));
  }

  /** Asks for the rulings on a fallen flag. */
  async #judge(now: number): Promise<void> {
    const { state, set, turn } = this.#showing;
    try {
      const rulings = await this.#asker.rulings(state());
      if (now === turn()) set({ ...state(), rulings });
    } catch {
      // The worker was ended together with a search. The rulings come with the next answer.
    }
  }

  /** Searches for the move of the game after which a side could not mate any more. */
  async #since(pgn: string): Promise<void> {
    const { state, set, turn } = this.#showing;
    const now = turn();
    for (const side of SIDES) {
      const { played } = state();
      if (!played || now !== turn() || played.since[side]) continue;
      const found = await this.#asker.since(pgn, side).catch(() => ({ unknown: true, since: null }));
      const shown = state().played;
      // Meanwhile another position of the same game may be shown.
      if (shown?.game === played.game) set({ ...state(), played: { ...shown, since: { ...shown.since, [side]: found } } });
    }
  }
}
