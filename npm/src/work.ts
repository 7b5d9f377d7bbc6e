// What a worker does: it takes the module first, then one job at a time.

import type { Answer, Policy, Ruling, Side } from "./answers.js";
import { UnwinnableError } from "./error.js";
import type { ErrorCode } from "./error.js";
import { Instance } from "./module.js";

/** A question for the worker. With a policy, the side's flag has fallen, and the answer is a ruling. */
export interface Job {
  fen: string;
  side: Side;
  nodes: number;
  policy?: Policy;
  /** Whether the answer contains a certificate. */
  certificate?: boolean;
}

/** A worker's message: that it has loaded, an answer, or an error. */
export type Message = "loaded" | { value: Answer | Ruling } | { error: { code: ErrorCode; message: string } };

/** An instance whose memory is larger than this after a question is dropped, since WebAssembly never gives memory back. */
const KEPT_MEMORY = 96 << 20;

/** Answers jobs with an instance of the module. */
export class Desk {
  readonly #module: WebAssembly.Module;
  #instance: Instance | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#instance = new Instance(module);
  }

  answer({ fen, side, nodes, policy, certificate }: Job): Message {
    try {
      this.#instance ??= new Instance(this.#module);
      const value = policy === undefined ? this.#instance.decide(fen, side, nodes, certificate) : this.#instance.ruling(fen, side, policy, nodes);
      if (this.#instance.memory > KEPT_MEMORY) this.#instance = undefined;
      return { value };
    } catch (error) {
      const code = error instanceof UnwinnableError ? error.code : "internal";
      if (code === "internal") this.#instance = undefined;
      return { error: { code, message: error instanceof Error ? error.message : String(error) } };
    }
  }
}

/** Returns the function that takes the messages to a worker: the module, then jobs. */
export function desk(reply: (message: Message) => void): (message: WebAssembly.Module | Job) => void {
  let open: Desk | undefined;
  return (message) => {
    if (open) return reply(open.answer(message as Job));
    open = new Desk(message as WebAssembly.Module);
    reply("loaded");
  };
}
