// Plays a game of a pure state machine: draws its state, asks the explorer what the machine asks, and gives it the answers and what the user does.

import type { Asking } from "./explorer";
import type { Frame } from "./view";

/** What every state of a game has. */
interface State {
  /** Why the last thing that the user did was refused. */
  refused: string | undefined;
}

/** A game as a machine: what is asked next, and the state after an event. */
export interface Machine<S extends State, E> {
  next(state: S, event: E | { kind: "answers"; answers: never[] }): S;
  /** Questions for the explorer; none while the user is asked, or when the game is over. */
  questions(state: S): unknown[];
  /** Draws the state, in which the user is asked or the game is over. */
  draw(state: S): Promise<void> | void;
  /** Says that the explorer is being asked. */
  wait(): void;
}

export class Playing<S extends State, E> {
  readonly #asking: Asking;
  readonly #view: Frame;
  readonly #machine: Machine<S, E>;
  #state: S | undefined;

  constructor(asking: Asking, view: Frame, machine: Machine<S, E>) {
    this.#asking = asking;
    this.#view = view;
    this.#machine = machine;
  }

  /** The game that is played. */
  get state(): S | undefined {
    return this.#state;
  }

  /** Begins a game. */
  begin(state: S): Promise<void> {
    return this.#view.trying((turn) => {
      turn.begin();
      this.#state = state;
      return this.#run();
    });
  }

  /** Ends the game. */
  end(): void {
    this.#state = undefined;
  }

  /** Something that the user does. */
  send(event: E): Promise<void> {
    return this.#view.trying(async () => {
      if (!this.#state) return;
      const state = this.#machine.next(this.#state, event);
      if (state.refused !== undefined) {
        this.#state = state;
        throw new Error(state.refused);
      }
      if (state === this.#state) return;
      this.#state = state;
      await this.#run();
    });
  }

  /** Asks until the user is asked for something. Answers to a state that is no longer there are dropped. */
  async #run(): Promise<void> {
    for (;;) {
      const state = this.#state;
      if (!state) return;
      const questions = this.#machine.questions(state);
      if (questions.length === 0) return this.#machine.draw(state);
      this.#machine.wait();
      const answers = await this.#answers(state, questions);
      if (state !== this.#state) return;
      this.#state = this.#machine.next(state, { kind: "answers", answers });
    }
  }

  async #answers(state: S, questions: unknown[]): Promise<never[]> {
    try {
      return await Promise.all(questions.map((question) => this.#asking.ask<never>(question)));
    } catch (error) {
      // The round can still be taken back, or the game ended.
      if (state === this.#state) await this.#machine.draw(state);
      throw error;
    }
  }
}
