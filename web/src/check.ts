// Verifies files in workers, with the files that they cite: opened files and files shipped with the page.

import { MEMORY } from "../checker/checker.mjs";
import { get } from "./files";
import { strings } from "./strings";
import type { Answer, Question, Verdict } from "./verdict";

/** A certificate shipped with the page. */
export interface Shipped {
  path: string;
  sha256: string;
  size: number;
  /** The rule set of the certificate's game. */
  rules: string;
  statement: string;
}

/** The result of the verification of a file. */
export type Outcome =
  | { verdict: Verdict; seconds: number }
  | { unreadable: string }
  | { stopped: true }
  | { trap: string; seconds: number };

/** Size of the largest file that leaves enough memory for the tables of a certificate. */
export const LARGEST = Math.floor(MEMORY / 3.5);

/** The contents of available files, by digest. */
export class AtHand {
  readonly #files = new Map<string, Uint8Array>();
  readonly #shipped: Map<string, Shipped>;

  constructor(shipped: Shipped[]) {
    this.#shipped = new Map(shipped.map((one) => [one.sha256, one]));
  }

  /** Keeps a file that others may cite. */
  keep(sha256: string, file: Uint8Array): void {
    this.#files.set(sha256, file);
  }

  /** Whether this file was kept. */
  has(sha256: string): boolean {
    return this.#files.has(sha256);
  }

  /**
   * Returns the file with this digest, and fetches it if it is shipped with the page. Without a network the file is
   * missing until the user opens it.
   */
  async find(sha256: string): Promise<Uint8Array | undefined> {
    const known = this.#files.get(sha256);
    const shipped = this.#shipped.get(sha256);
    if (known || !shipped) return known;
    try {
      this.keep(sha256, await fetched(shipped.path));
    } catch (error) {
      // `fetch` fails with a TypeError if there is no network.
      if (!(error instanceof TypeError)) throw error;
    }
    return this.#files.get(sha256);
  }
}

/** Fetches a file shipped with the page. */
export async function fetched(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  return content(path, await get(path, signal ? { signal } : {}));
}

/** Returns the bytes of a response, and fails if the file was not found. */
export async function content(path: string, answer: Response): Promise<Uint8Array> {
  // The service worker refused a file of another build.
  if (answer.status === 409) throw new Error(strings.changedOnServer(path));
  if (!answer.ok) throw new Error(strings.notFetched(path, `${answer.status} ${answer.statusText}`));
  return new Uint8Array(await answer.arrayBuffer());
}

/** A running verification, in a worker that does nothing else meanwhile. */
export class Verification {
  readonly outcome: Promise<Outcome>;
  readonly #worker: Worker;
  #end: (outcome: Outcome) => void = () => {};

  constructor(worker: Worker, module: WebAssembly.Module, file: Uint8Array, atHand: AtHand) {
    this.#worker = worker;
    const stopped = new Promise<Outcome>((resolve) => {
      this.#end = resolve;
    });
    this.outcome = Promise.race([this.#verify(module, file, atHand), stopped]);
  }

  /** Ends the verification. The caller must terminate the worker as well. */
  stop(): void {
    this.#end({ stopped: true });
  }

  async #verify(module: WebAssembly.Module, file: Uint8Array, atHand: AtHand): Promise<Outcome> {
    if (file.length > LARGEST) return { unreadable: strings.tooLarge(file.length, LARGEST) };
    const cited: Uint8Array[] = [];
    const asked = new Set<string>();
    let seconds = 0;
    for (;;) {
      const answer = await this.#ask({ module, file, cited });
      seconds += answer.seconds;
      if ("trap" in answer) return { trap: answer.trap, seconds };
      const { verdict } = answer;
      if (verdict.verdict === "verified" || verdict.missing === undefined || asked.has(verdict.missing)) return { verdict, seconds };
      asked.add(verdict.missing);
      const found = await atHand.find(verdict.missing);
      if (!found) return { verdict, seconds };
      cited.push(found);
    }
  }

  #ask(question: Question): Promise<Answer> {
    return new Promise((resolve) => {
      this.#worker.onmessage = (event: MessageEvent<Answer>) => resolve(event.data);
      this.#worker.onerror = (event) => resolve({ trap: event.message || strings.workerEnded, seconds: 0 });
      this.#worker.postMessage(question);
    });
  }
}
