// Runs a game that is a pure state machine: draws its state, sends its questions to the explorer, and feeds it with the
// answers and the user's events.

import type { Asking } from "./explorer";
import type { Frame } from "./view";

/** The part that the states of all games have. */
interface State {
  /** The reason why the user's last event was refused. */
  refused: string | undefined;
}

/** A game as a state machine. */
export interface Machine<S extends State, E> {
  next(state: S, event: E | { kind: "answers"; answers: never[] }): S;
  /** Returns the questions for the explorer; none while the user acts, or after the end of the game. */
  questions(state: S): unknown[];
  /** Draws a state in which the user acts or the game is over. */
  draw(state: S): Promise<void> | void;
  /** Shows that the explorer is being asked. */
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

  /** The current state. */
  get state(): S | undefined {
    return this.#state;
  }

  /** Starts a game. */
  begin(state: S): Promise<void> {
    return this.#view.trying((turn) => {
      turn.begin();
      this.#state = state;
      return this.#run();
    });
  }

  end(): void {
    this.#state = undefined;
  }

  /** Applies an event of the user. */
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

  /** Asks the explorer until the user acts next. Answers to a state that is no longer current are dropped. */
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
      // The user can still undo the round or end the game.
      if (state === this.#state) await this.#machine.draw(state);
      throw error;
    }
  }
}
