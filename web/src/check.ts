// Verification of files by workers, with the files that they cite: those that were opened, and those that come with the page.

import { MEMORY } from "../checker/checker.mjs";
import { get } from "./files";
import { strings } from "./strings";
import type { Answer, Question, Verdict } from "./verdict";

/** A certificate that comes with the page. */
export interface Shipped {
  path: string;
  sha256: string;
  size: number;
  /** The rule set of its game. */
  rules: string;
  statement: string;
}

/** What became of a file. */
export type Outcome =
  | { verdict: Verdict; seconds: number }
  | { unreadable: string }
  | { stopped: true }
  | { trap: string; seconds: number };

/** More bytes than this leave no room for the tables of a certificate. */
export const LARGEST = Math.floor(MEMORY / 3.5);

/** Bytes of files at hand, by their digests. */
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

  /** Whether this file has been kept. */
  has(sha256: string): boolean {
    return this.#files.has(sha256);
  }

  /** The file with this digest, fetched if it comes with the page. Where there is no network it is missing, until somebody opens it. */
  async find(sha256: string): Promise<Uint8Array | undefined> {
    const known = this.#files.get(sha256);
    const shipped = this.#shipped.get(sha256);
    if (known || !shipped) return known;
    try {
      this.keep(sha256, await fetched(shipped.path));
    } catch (error) {
      // What `fetch` fails with when nobody answers.
      if (!(error instanceof TypeError)) throw error;
    }
    return this.#files.get(sha256);
  }
}

/** The bytes of a file that comes with the page. */
export async function fetched(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  return content(path, await get(path, signal ? { signal } : {}));
}

/** The bytes of an answer, if the file was there. */
export async function content(path: string, answer: Response): Promise<Uint8Array> {
  // The service worker has not handed out a file of another build.
  if (answer.status === 409) throw new Error(strings.changedOnServer(path));
  if (!answer.ok) throw new Error(strings.notFetched(path, `${answer.status} ${answer.statusText}`));
  return new Uint8Array(await answer.arrayBuffer());
}

/** A verification under way, in a worker that does nothing else meanwhile. */
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

  /** Ends it. The worker is to be ended too. */
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
