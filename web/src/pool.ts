// A pool of workers that are loaded before they are needed, so that they need no network later. Each worker reports
// that it has loaded.

import { worker as load } from "./files";
import { strings } from "./strings";

/** The first message of every worker. */
const LOADED = "loaded";

interface Waiting {
  resolve(worker: Worker): void;
  reject(error: Error): void;
}

export class Pool {
  readonly #script: string;
  /** Maximum number of workers in use. */
  readonly #most: number;
  /** Number of loaded workers kept in reserve. */
  #spare: number;
  readonly #idle: Worker[] = [];
  readonly #waiting: Waiting[] = [];
  #out = 0;
  #loading = 0;

  constructor(script: string, { most = Infinity, spare = 0 }: { most?: number; spare?: number }) {
    this.#script = script;
    this.#most = most;
    this.#spare = spare;
    this.#load();
  }

  /** Sets the number of loaded workers kept in reserve. */
  keep(spare: number): void {
    this.#spare = spare;
    this.#load();
  }

  /** Takes a loaded worker, first come, first served. Fails if no worker can be loaded. */
  take(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#serve();
    });
  }

  /** Returns a worker to the pool. A worker that is still busy is terminated. */
  give(worker: Worker, ended: boolean): void {
    this.#out -= 1;
    if (ended) this.#idle.push(worker);
    else worker.terminate();
    this.#serve();
  }

  /** Serves waiting callers, and loads more workers. */
  #serve(): void {
    while (this.#waiting.length > 0 && this.#idle.length > 0 && this.#out < this.#most) {
      this.#out += 1;
      (this.#waiting.shift() as Waiting).resolve(this.#idle.pop() as Worker);
    }
    this.#load();
  }

  #load(): void {
    const coming = Math.min(this.#waiting.length, this.#most - this.#out);
    while (this.#idle.length + this.#loading < coming + this.#spare) this.#make();
  }

  #make(): void {
    this.#loading += 1;
    const worker = load(this.#script);
    worker.onmessage = ({ data }) => {
      if (data !== LOADED) return;
      worker.onmessage = worker.onerror = null;
      this.#loading -= 1;
      this.#idle.push(worker);
      this.#serve();
    };
    worker.onerror = (event) => {
      // The script is not fetched again until the next call.
      event.preventDefault();
      this.#loading -= 1;
      // With a limit, workers in use may be returned and serve the waiting callers.
      if (this.#loading > 0 || (this.#most < Infinity && this.#out > 0)) return;
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(strings.noWorker(this.#script)));
    };
  }
}
