// What the package exports. These types need no types of browsers but `AbortSignal` and `URL`, which Node has too.

import type { Answer, DecideOptions, Limits, Policy, Question, Ruling, Side } from "./answers.js";

/** The module: a place to load it from, its bytes, or a compiled `WebAssembly.Module`. */
export type ModuleSource = string | URL | ArrayBuffer | Uint8Array | object;

/** Functions that answer at once. Every mistake in a question throws an `UnwinnableError`. */
export interface Synchronous {
  /**
   * Loads the module. Browsers need this before the functions below; Node loads the module at the first call.
   * @param source another place, the bytes, or a compiled module, if the file beside the package cannot be fetched
   */
  ready(source?: ModuleSource): Promise<void>;
  /**
   * Returns whether a quick search proves that the side cannot mate. This is never wrong if it is `true`; if it is
   * `false`, a full search may still find the proof.
   */
  cannotMate(fen: string, side: Side): boolean;
  /**
   * Answers by a quick search, which takes microseconds and a millisecond at most. It decides nearly all positions of
   * real games in which the side cannot mate. It seldom looks for a mate, so the answer is mostly `unknown` if the side
   * can.
   */
  quick(fen: string, side: Side): Answer;
  /**
   * Returns the result under a rule if the flag of this side has fallen, by quick searches. Policies about material
   * alone are always decided.
   */
  ruling(fen: string, flagged: Side, policy: Policy): Ruling;
}

/** Options of a solver. */
export interface SolverOptions {
  /**
   * Most questions that are searched at a time. The default is the number of processors, and at most 4, because each
   * worker may take 300 MB during a question.
   */
  workers?: number | undefined;
}

/**
 * Full searches in workers, which are started when they are needed. Every mistake in a question rejects the promise with
 * an `UnwinnableError`. In Node, idle workers do not keep the process alive.
 */
export interface Solver {
  /** Decides within limits whether a side can mate. Several questions may be asked at once. */
  decide(fen: string, side: Side, options?: DecideOptions): Promise<Answer>;
  /**
   * Decides many questions, each within these limits. If one question is wrong, the others are cancelled and the promise
   * is rejected.
   */
  decideMany(questions: Iterable<Question>, options?: DecideOptions): Promise<Answer[]>;
  /**
   * Returns the result under a rule if the flag of this side has fallen. The limit of nodes is that of each of the at
   * most two questions, the limit of time that of both.
   */
  ruling(fen: string, flagged: Side, policy: Policy, limits?: Limits): Promise<Ruling>;
  /** Ends all workers. Questions that are not answered yet are rejected, and so are later ones. */
  close(): Promise<void>;
}

/** The class of solvers. */
export type SolverClass = new (options?: SolverOptions) => Solver;
