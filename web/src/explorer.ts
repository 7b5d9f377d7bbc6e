// The explorer's worker, as the page sees it: a question is a promise of its answer.

import { strings } from "./strings";

/** What the worker is sent. */
export type ToWorker = { module: WebAssembly.Module } | { number: number; question: unknown; file: Uint8Array | undefined };

/** What it answers. */
export type Told = { number: number } & ({ told: { answer: unknown } | { error: string } } | { trap: string });

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Whoever answers questions: the worker here, which is given bytes, or the program that serves the page, which is given the name of a file. */
export interface Answering {
  ask<T>(question: unknown): Promise<T>;
}

/** A worker with an instance of the module. What one part of the page has opened does not last when another opens something of the same sort. */
export class Asking implements Answering {
  readonly #module: WebAssembly.Module;
  #worker: Worker;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#worker = this.#made();
  }

  #made(): Worker {
    const worker = new Worker("explorer-worker.js", { type: "module" });
    worker.onmessage = (event: MessageEvent<Told>) => this.#hear(event.data);
    worker.onerror = (event) => this.#fail(strings.explorerEnded(event.message || "the worker ended"));
    worker.postMessage({ module: this.#module } satisfies ToWorker);
    return worker;
  }

  #hear(told: Told): void {
    if ("trap" in told) return this.#fail(strings.explorerEnded(told.trap));
    const waiting = this.#waiting.get(told.number);
    this.#waiting.delete(told.number);
    if ("error" in told.told) waiting?.reject(new Error(told.told.error));
    else waiting?.resolve(told.told.answer);
  }

  /** Ends what has been asked and not answered, if there is anything, and with it what has been opened. */
  stop(): void {
    if (this.#waiting.size > 0) this.#fail(strings.stopped);
  }

  /** Ends the worker, which loses what it has opened; everything that was asked fails with the sentence `why`. */
  #fail(why: string): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#worker.terminate();
    this.#worker = this.#made();
    for (const waiting of all) waiting.reject(new Error(why));
  }

  /** Asks; the answer's type is the caller's word. A sentence that says what is wrong comes as an error. */
  ask<T>(question: unknown, file?: Uint8Array): Promise<T> {
    this.#number += 1;
    const number = this.#number;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject });
      this.#worker.postMessage({ number, question, file } satisfies ToWorker);
    });
  }
}
