/** The kind of mistake. */
export type ErrorCode =
  /** The FEN is invalid. */
  | "fen"
  /** The side is neither `white` nor `black`. */
  | "side"
  /** There is no such policy. */
  | "policy"
  /** A limit or a number of workers is not a number in its range. */
  | "limit"
  /** The solver is closed. */
  | "closed"
  /** A synchronous function was called in a browser before `ready()`. */
  | "not-ready"
  /** The module or the worker cannot be loaded. */
  | "load"
  /** The module failed, mostly because there was not enough memory. */
  | "internal";

/** An error of this package. The message says in a sentence what is wrong. */
export class UnwinnableError extends Error {
  override readonly name = "UnwinnableError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Quotes the beginning of a value for an error message. */
export function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 20)) : String(value);
}
