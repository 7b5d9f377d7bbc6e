// Can they mate?: the searches about the position that is shown, and what follows from their answers: certificates, rulings, and the plies of a game.

import { type Asker, verified } from "./mating-ask";
import type { Kept } from "./mating-draw";
import { NODES, SIDES, type Side, type State, answered, ended, searching } from "./mating-state";
import type { Files } from "./shown";
import { strings } from "./strings";
import { sentence } from "./view";

/** What is shown. */
export interface Showing {
  state(): State;
  set(state: State): void;
  /** Counts the positions that are shown: what comes late is not shown. */
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

  /** Another position is shown. */
  forget(): void {
    this.kept = { white: undefined, black: undefined };
  }

  /** Searches for either side, and then through the game that the position is from. */
  async all(pgn: string): Promise<void> {
    const turn = this.#showing.turn();
    await Promise.all(SIDES.map((side) => this.one(side, NODES, false)));
    if (turn === this.#showing.turn()) await this.#since(pgn);
  }

  /** Searches for a mate by a side. */
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

  /** Has the certificate verified, and offers it. */
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

  /** What rules say of a fallen flag. */
  async #judge(now: number): Promise<void> {
    const { state, set, turn } = this.#showing;
    try {
      const rulings = await this.#asker.rulings(state());
      if (now === turn()) set({ ...state(), rulings });
    } catch {
      // The worker has been ended with a search; the rules come with the next answer.
    }
  }

  /** From which move of the game on a side could not mate. */
  async #since(pgn: string): Promise<void> {
    const { state, set, turn } = this.#showing;
    const now = turn();
    for (const side of SIDES) {
      const { played } = state();
      if (!played || now !== turn() || played.since[side]) continue;
      const found = await this.#asker.since(pgn, side).catch(() => ({ unknown: true, since: null }));
      const shown = state().played;
      // Another position of the same game may be shown by now.
      if (shown?.game === played.game) set({ ...state(), played: { ...shown, since: { ...shown.since, [side]: found } } });
    }
  }
}
