// The program `solve serve`, if it serves this page. It verifies and reads the files that it was started with, and
// solves games. A page from any other file server lacks the meta element that identifies the program.

import type { Outcome } from "./check";
import type { Answering } from "./explorer";
import { strings } from "./strings";
import type { Verdict } from "./verdict";

/** A certificate that the program was started with. */
export interface Given {
  name: string;
  size: number;
}

/** The capabilities of the program. */
interface About {
  version: string;
  files: Given[];
  jobs: string[];
  memory: number;
  threads: number;
  waiting: number;
}

/** The progress of one part of a job. */
export interface Progress {
  part: string;
  stage: string;
  done: number;
  total: number | null;
  note: string;
}

/** A job in the list. */
export interface Job {
  number: number;
  title: string;
  state: "waiting" | "running" | "done" | "open" | "refused" | "cancelled" | "crashed";
  seconds: number;
  progress: Progress[];
}

/** A job with its results. */
export interface WholeJob extends Job {
  notes: string[];
  text: string;
  certificates: { name: string; size: number }[];
}

/** The page's interface to the program. */
export class Program implements Answering {
  readonly about: About;
  readonly #api: string;
  /** The identifier of this page. The program keeps the open proofs of each page separately. */
  readonly #page = crypto.randomUUID();

  private constructor(api: string, about: About) {
    this.#api = api;
    this.about = about;
  }

  /** Returns the program that serves this page, if there is one. */
  static async here(): Promise<Program | undefined> {
    const api = document.querySelector<HTMLMetaElement>('meta[name="gamecert-api"]')?.content;
    if (api === undefined) return undefined;
    return new Program(api, (await answered(await fetch(`${api}serve`))) as About);
  }

  /** Fetches a file of the program. */
  file(given: Given): Promise<Uint8Array> {
    return this.#bytes(`files/${this.about.files.indexOf(given)}`);
  }

  /** Has the program's checker verify one of its files. */
  async verify(given: Given): Promise<Outcome> {
    const begun = performance.now();
    const verdict = (await this.#post("verify", { file: given.name })) as Verdict;
    return { verdict, seconds: (performance.now() - begun) / 1000 };
  }

  /** Asks the program's explorer. `file` is the name of one of the program's files. */
  async ask<T>(question: unknown, file?: string): Promise<T> {
    return (await this.#post("ask", { page: this.#page, question, ...(file !== undefined && { file }) })) as T;
  }

  /** Starts a job. */
  async solve(wanted: unknown): Promise<WholeJob> {
    return (await this.#post("jobs", wanted)) as WholeJob;
  }

  /** Returns all jobs. */
  async jobs(): Promise<Job[]> {
    return (await answered(await fetch(`${this.#api}jobs`))) as Job[];
  }

  /** Returns a job with its results. */
  async job(number: number): Promise<WholeJob> {
    return (await answered(await fetch(`${this.#api}jobs/${number}`))) as WholeJob;
  }

  /** Cancels a running job, or deletes a finished one. */
  async remove(number: number): Promise<void> {
    await answered(await fetch(`${this.#api}jobs/${number}`, { method: "DELETE" }));
  }

  /** Returns the address of a job's certificate. */
  address(number: number, name: string): string {
    return `${this.#api}jobs/${number}/certificates/${encodeURIComponent(name)}`;
  }

  /** Fetches a job's certificate. */
  certificate(number: number, name: string): Promise<Uint8Array> {
    return this.#bytes(`jobs/${number}/certificates/${encodeURIComponent(name)}`);
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const headers = { "content-type": "application/json" };
    return answered(await fetch(this.#api + path, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  async #bytes(path: string): Promise<Uint8Array> {
    const answer = await fetch(this.#api + path);
    if (!answer.ok) throw new Error(strings.notFetched(path, `${answer.status} ${answer.statusText}`));
    return new Uint8Array(await answer.arrayBuffer());
  }
}

/** Returns the contents of a response. Throws the sentence of an error response. */
async function answered(answer: Response): Promise<unknown> {
  const value: unknown = answer.headers.get("content-type") === "application/json" ? await answer.json() : {};
  if (answer.ok) return value;
  const { error } = value as { error?: string };
  throw new Error(error ?? strings.refusedByProgram(`${answer.status} ${answer.statusText}`));
}
