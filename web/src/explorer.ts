// The explorer's worker, as the page sees it: a question is a promise of its answer.

import type { Pool } from "./pool";
import { strings } from "./strings";

/** What the worker is sent. */
export type ToWorker = { module: WebAssembly.Module } | { number: number; question: unknown; file: Uint8Array | undefined };

/** What it answers. */
export type Told = { number: number } & ({ told: { answer: unknown } | { error: string } } | { trap: string });

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A question that opens something, with the file in which it is. */
export interface Opening {
  question: unknown;
  file?: Uint8Array | undefined;
}

/** Whoever answers questions: the worker here, which is given bytes, or the program that serves the page, which is given the name of a file. */
export interface Answering {
  ask<T>(question: unknown): Promise<T>;
}

/** A worker with an instance of the module. What one part of the page has opened does not last when another opens something of the same sort. */
export class Asking implements Answering {
  readonly #module: WebAssembly.Module;
  readonly #pool: Pool;
  #worker: Promise<Worker> | undefined;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();
  #opened: Opening[] = [];
  /** What else is done when what has been opened is lost. */
  lost: () => void = () => {};

  constructor(module: WebAssembly.Module, pool: Pool) {
    this.#module = module;
    this.#pool = pool;
  }

  async #made(): Promise<Worker> {
    const worker = await this.#pool.take();
    worker.onmessage = (event: MessageEvent<Told>) => this.#hear(event.data);
    worker.onerror = (event) => this.#fail(strings.explorerEnded(event.message || strings.workerEnded));
    worker.postMessage({ module: this.#module } satisfies ToWorker);
    // Answers with this number are awaited by nobody.
    for (const { question, file } of this.#opened) worker.postMessage({ number: 0, question, file } satisfies ToWorker);
    return worker;
  }

  #hear(told: Told): void {
    if ("trap" in told) return this.#fail(strings.explorerEnded(told.trap));
    const waiting = this.#waiting.get(told.number);
    this.#waiting.delete(told.number);
    if ("error" in told.told) waiting?.reject(new Error(told.told.error));
    else waiting?.resolve(told.told.answer);
  }

  /** Opens again what these questions have opened, whenever it is lost. */
  keep(opened: Opening[]): void {
    this.#opened = opened;
  }

  /** Ends what has been asked and not answered, if there is anything. */
  stop(): void {
    if (this.#waiting.size > 0) this.#fail(strings.stopped);
  }

  /** Ends the worker, which loses what it has opened; everything that was asked fails with the sentence `why`. */
  #fail(why: string): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.then(
      (one) => this.#pool.give(one, false),
      () => undefined,
    );
    this.lost();
    for (const waiting of all) waiting.reject(new Error(why));
  }

  /** Asks; the answer's type is the caller's word. A sentence that says what is wrong comes as an error. The signal stops it, as `stop` does. */
  ask<T>(question: unknown, file?: Uint8Array, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    this.#number += 1;
    const number = this.#number;
    this.#worker ??= this.#made();
    const worker = this.#worker;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject });
      signal?.addEventListener("abort", () => this.#waiting.has(number) && this.stop());
      worker.then(
        (one) => this.#waiting.has(number) && one.postMessage({ number, question, file } satisfies ToWorker),
        (error: Error) => {
          if (this.#worker === worker) this.#worker = undefined;
          this.#waiting.delete(number);
          reject(error);
        },
      );
    });
  }
}
