// What both entry points export besides the functions.

export { POLICIES } from "./answers.js";
export type { Answer, DecideOptions, Limits, Policy, Question, Reason, Ruling, Side } from "./answers.js";
export type { ModuleSource, SolverOptions } from "./api.js";
export { UnwinnableError } from "./error.js";
export type { ErrorCode } from "./error.js";
