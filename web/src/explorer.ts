// The page's interface to the explorer's worker. Each question returns a promise of its answer.

import type { Pool } from "./pool";
import { strings } from "./strings";

/** A message to the worker. */
export type ToWorker = { module: WebAssembly.Module } | { number: number; question: unknown; file: Uint8Array | undefined };

/** A message from the worker. */
export type Told = { number: number } & ({ told: { answer: unknown } | { error: string } } | { trap: string });

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A question that opens a game, with the file to read. */
export interface Opening {
  question: unknown;
  file?: Uint8Array | undefined;
}

/**
 * Answers questions: either the worker of this page, which receives bytes, or the program that serves the page, which
 * receives the name of a file.
 */
export interface Answering {
  ask<T>(question: unknown): Promise<T>;
}

/**
 * A worker with an instance of the module. The instance holds one open game of each kind, so opening a game closes the
 * previous one of its kind.
 */
export class Asking implements Answering {
  readonly #module: WebAssembly.Module;
  readonly #pool: Pool;
  #worker: Promise<Worker> | undefined;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();
  #opened: Opening[] = [];
  /** Called when the worker and its open games are lost. */
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
    // No caller waits for answers with number 0.
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

  /** Repeats these questions whenever the worker is lost and a new one starts. */
  keep(opened: Opening[]): void {
    this.#opened = opened;
  }

  /** Aborts all unanswered questions. */
  stop(): void {
    if (this.#waiting.size > 0) this.#fail(strings.stopped);
  }

  /** Ends the worker, and with it its open games. All unanswered questions fail with the sentence `why`. */
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

  /**
   * Asks a question. The caller vouches for the type of the answer. An error carries a sentence for the user. The
   * signal aborts the question, and with it all others, as `stop` does.
   */
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
