// Workers, loaded before they are needed: what has been loaded needs no network. Each says that it has been loaded with a message of its own.

import { worker as load } from "./files";
import { strings } from "./strings";

/** The first message of every worker. */
export const LOADED = "loaded";

interface Waiting {
  resolve(worker: Worker): void;
  reject(error: Error): void;
}

export class Pool {
  readonly #script: string;
  /** At most as many are out at once. */
  readonly #most: number;
  /** As many are kept besides. */
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

  /** Keeps as many loaded besides those that are out. */
  keep(spare: number): void {
    this.#spare = spare;
    this.#load();
  }

  /** A loaded worker, in the order in which they are asked for. It fails where none can be loaded. */
  take(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#serve();
    });
  }

  /** Takes a worker back, or ends it if it is still at work. */
  give(worker: Worker, ended: boolean): void {
    this.#out -= 1;
    if (ended) this.#idle.push(worker);
    else worker.terminate();
    this.#serve();
  }

  /** Hands workers out, and has others loaded. */
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
      // It is not fetched again until somebody asks.
      event.preventDefault();
      this.#loading -= 1;
      // Those that are out may come back, where there is a limit.
      if (this.#loading > 0 || (this.#most < Infinity && this.#out > 0)) return;
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(strings.noWorker(this.#script)));
    };
  }
}
