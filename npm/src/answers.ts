// The words of questions and answers.

/** A side. */
export type Side = "white" | "black";

export const SIDES: readonly Side[] = ["white", "black"];

/** The kind of reason why a side cannot mate. */
export type Reason =
  /** The game is over, and the side has not mated. */
  | "over"
  /** The side's material is insufficient. */
  | "material"
  /** No mating net can ever arise, wherever the pieces go. */
  | "static"
  /** The position is a fortress: a search of partly known positions finds no mate. */
  | "skeletons"
  /** All reachable positions were searched. */
  | "closed";

/** Whether a side can mate by some series of legal moves of both sides. */
export type Answer = {
  /**
   * Number of positions whose moves were searched, approximately. It is the same on every machine. `null` if the time
   * limit ended the search.
   */
  nodes: number | null;
  /**
   * The answer as a certificate, which the program `check` verifies; only if it was asked for. `null` if the verdict is
   * `unknown`.
   */
  certificate?: Uint8Array | null;
} & (
  | {
      verdict: "can";
      reason: "mate";
      /** Moves of both sides that end in mate, in UCI notation. Empty if the position is already mate. */
      line: string[];
    }
  | { verdict: "cannot"; reason: Reason; line: null }
  /** A limit was reached. This is never a guess. */
  | { verdict: "unknown"; reason: null; line: null }
);

/** The rule of a rule book or chess server about the result when a flag falls. */
export type Policy =
  /** FIDE 6.9: a draw if the side with time left cannot mate. */
  | "fide-timeout"
  /** FIDE 5.2.2 alone: a draw if neither side can mate. */
  | "fide-dead"
  /** US Chess 14D4 and 14E, without the clause about forced wins. */
  | "uscf"
  /** Lichess until August 2026. */
  | "lichess-2025"
  /** Lichess since. */
  | "lichess-2026"
  | "chesscom";

/** All policies, in the order of the crate's `Policy::ALL`. */
export const POLICIES: readonly Policy[] = ["fide-timeout", "fide-dead", "uscf", "lichess-2025", "lichess-2026", "chesscom"];

/**
 * The result that a rule assigns when a flag has fallen: the other side wins, the game is drawn, the game was over
 * before, or the rule depends on a question that was not decided.
 */
export type Ruling = "win" | "draw" | "over" | "unknown";

export const RULINGS: readonly (Ruling | undefined)[] = [undefined, "win", "draw", "over", "unknown"];

/** Limits of a question, all optional. */
export interface Limits {
  /** Maximum number of positions, approximately: a whole number of at least 1. The default is 16,777,216. */
  nodes?: number | undefined;
  /** Maximum time of the search in milliseconds, greater than 0. Waiting for a free worker does not count. */
  milliseconds?: number | undefined;
  /** Cancels the question. The promise is then rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Limits of a question, and what its answer contains. */
export interface DecideOptions extends Limits {
  /** Whether the answer contains a certificate. The default is false. */
  certificate?: boolean | undefined;
}

/** A question: can this side mate? */
export interface Question {
  fen: string;
  side: Side;
}
