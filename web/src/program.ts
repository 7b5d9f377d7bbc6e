// The program `solve serve`, where it is what serves the page: it verifies and reads files that it was given, and solves. Any other file server leaves out the
// mark by which it is known.

import type { Outcome } from "./check";
import type { Answering } from "./explorer";
import { strings } from "./strings";
import type { Verdict } from "./verdict";

/** A certificate that the program was given. */
export interface Given {
  name: string;
  size: number;
}

/** What the program can do. */
export interface About {
  version: string;
  files: Given[];
  jobs: string[];
  memory: number;
  threads: number;
  waiting: number;
}

/** How far a part of a job is. */
export interface Progress {
  part: string;
  stage: string;
  done: number;
  total: number | null;
  note: string;
}

/** A job in a list. */
export interface Job {
  number: number;
  title: string;
  state: "waiting" | "running" | "done" | "open" | "refused" | "cancelled" | "crashed";
  seconds: number;
  progress: Progress[];
}

/** A job with all that came of it. */
export interface WholeJob extends Job {
  notes: string[];
  text: string;
  certificates: { name: string; size: number }[];
}

/** The program, as the page sees it. */
export class Program implements Answering {
  readonly about: About;
  readonly #api: string;
  /** What this page is called: another one has other proofs open. */
  readonly #page = crypto.randomUUID();

  private constructor(api: string, about: About) {
    this.#api = api;
    this.about = about;
  }

  /** The program that serves this page, if one does. */
  static async here(): Promise<Program | undefined> {
    const api = document.querySelector<HTMLMetaElement>('meta[name="gamecert-api"]')?.content;
    if (api === undefined) return undefined;
    return new Program(api, (await answered(await fetch(`${api}serve`))) as About);
  }

  /** The bytes of a file that the program was given. */
  file(given: Given): Promise<Uint8Array> {
    return this.#bytes(`files/${this.about.files.indexOf(given)}`);
  }

  /** The verdict of the checker in the program on such a file. */
  async verify(given: Given): Promise<Outcome> {
    const begun = performance.now();
    const verdict = (await this.#post("verify", { file: given.name })) as Verdict;
    return { verdict, seconds: (performance.now() - begun) / 1000 };
  }

  /** What the program's explorer answers; `file` is the name of a file that the program was given. */
  async ask<T>(question: unknown, file?: string): Promise<T> {
    return (await this.#post("ask", { page: this.#page, question, ...(file !== undefined && { file }) })) as T;
  }

  /** Has something solved. */
  async solve(wanted: unknown): Promise<WholeJob> {
    return (await this.#post("jobs", wanted)) as WholeJob;
  }

  /** All jobs. */
  async jobs(): Promise<Job[]> {
    return (await answered(await fetch(`${this.#api}jobs`))) as Job[];
  }

  /** A job with what came of it. */
  async job(number: number): Promise<WholeJob> {
    return (await answered(await fetch(`${this.#api}jobs/${number}`))) as WholeJob;
  }

  /** Cancels a job, or forgets one that has ended. */
  async remove(number: number): Promise<void> {
    await answered(await fetch(`${this.#api}jobs/${number}`, { method: "DELETE" }));
  }

  /** Where a job's certificate is. */
  address(number: number, name: string): string {
    return `${this.#api}jobs/${number}/certificates/${encodeURIComponent(name)}`;
  }

  /** The bytes of a job's certificate. */
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

/** What an answer holds; a refusal is an error with its sentence. */
async function answered(answer: Response): Promise<unknown> {
  const value: unknown = answer.headers.get("content-type") === "application/json" ? await answer.json() : {};
  if (answer.ok) return value;
  const { error } = value as { error?: string };
  throw new Error(error ?? strings.refusedByProgram(`${answer.status} ${answer.statusText}`));
}
