// What the views ask of the page: certificates, verdicts of the checker's module, and instances of the explorer's.

import type { Clauses } from "./card";
import { AtHand, type Outcome, type Shipped, Verification, content, fetched } from "./check";
import { Asking } from "./explorer";
import { get } from "./files";
import { Pool } from "./pool";
import type { Program } from "./program";
import type { Elsewhere, Files } from "./shown";
import { strings } from "./strings";

/** A forged certificate of the gallery. */
export interface Forged {
  path: string;
  what: string;
}

/** What `build.mjs` knows. The views' own lists are typed where they are used. */
export interface Site {
  commit: string;
  shipped: Shipped[];
  forged: Forged[];
  clauses: Clauses;
}

/** At most as many workers at once: each may take much memory. */
const WORKERS = 4;

/** As many work at once here. */
const AT_ONCE = Math.min(WORKERS, Math.max(1, navigator.hardwareConcurrency));

/** As many of the explorer's workers are loaded before they are needed. */
const SPARE = 3;

/** What is made when it is first asked for, and again if that failed. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** How a verification is followed. */
export interface Following {
  /** Ends it. */
  signal: AbortSignal;
  /** Told when a worker is free and it begins. */
  begun(): void;
}

export class Services implements Files {
  readonly site: Site;
  readonly program: Program | undefined;
  readonly atHand: AtHand;
  /** The checker's module, as bytes and compiled. */
  readonly checker = once(async () => {
    const early = globalThis as { checkerModule?: Promise<Response> | undefined };
    const coming = early.checkerModule;
    // If that fails, the next one who asks tries again.
    early.checkerModule = undefined;
    const answer = await (coming ?? get("checker.wasm"));
    // Compiled while it comes, where the server says what it is; the bytes are wanted too, for their digest.
    const compiled = WebAssembly.compileStreaming(answer.clone()).catch(() => undefined);
    const bytes = await content("checker.wasm", answer);
    return { bytes, module: (await compiled) ?? (await WebAssembly.compile(bytes as BufferSource)) };
  });
  readonly #explorer = once(async () => WebAssembly.compile((await fetched("explorer.wasm")) as BufferSource));
  readonly #workers = new Pool("worker.js", { most: AT_ONCE, spare: 1 });
  readonly #explorerWorkers = new Pool("explorer-worker.js", {});
  /** Files that were opened here, by name. */
  readonly #opened = new Map<string, Uint8Array>();
  /** Files that the program has verified and reads, by name. */
  readonly #elsewhere = new Map<string, Elsewhere>();

  constructor(site: Site, program: Program | undefined) {
    this.site = site;
    this.program = program;
    this.atHand = new AtHand(site.shipped);
  }

  /** An instance of the explorer: each part of the page has its own. The module is fetched when the first one is asked for. */
  readonly explorer = async (): Promise<Asking> => new Asking(await this.#explorer(), this.#explorerWorkers);

  /** Loads what is not needed yet: from then on no part of the page needs a network. */
  async prepare(): Promise<void> {
    // One more than are used at once: after one that has been ended the next is there.
    this.#workers.keep(AT_ONCE + 1);
    this.#explorerWorkers.keep(SPARE);
    await this.#explorer().catch(() => undefined);
  }

  /** Verifies a file that is read when a worker is free. Nothing fails: what cannot be read is an outcome. */
  async run(read: () => Promise<Uint8Array>, { signal, begun }: Following): Promise<{ outcome: Outcome; file?: Uint8Array }> {
    try {
      return await this.#verify(read, signal, { begun, ends: false });
    } catch (error) {
      return { outcome: { unreadable: `${strings.unreadable}: ${error instanceof Error ? error.message : String(error)}` } };
    }
  }

  async verify(file: Uint8Array, ends = false, signal = new AbortController().signal): Promise<Outcome> {
    return (await this.#verify(async () => file, signal, { ends })).outcome;
  }

  /** `ends`: the worker ends afterwards, which frees its memory at once. */
  async #verify(read: () => Promise<Uint8Array>, signal: AbortSignal, { begun, ends }: { begun?: () => void; ends: boolean }): Promise<{ outcome: Outcome; file?: Uint8Array }> {
    const worker = await this.#workers.take();
    let free = false;
    try {
      if (signal.aborted) return { outcome: { stopped: true } };
      begun?.();
      const [{ module }, file] = await Promise.all([this.checker(), read()]);
      if (signal.aborted) return { outcome: { stopped: true } };
      const verification = new Verification(worker, module, file, this.atHand);
      const stop = () => verification.stop();
      signal.addEventListener("abort", stop);
      const outcome = await verification.outcome;
      signal.removeEventListener("abort", stop);
      free = !ends && ("verdict" in outcome || "unreadable" in outcome);
      return { outcome, file };
    } finally {
      this.#workers.give(worker, free);
    }
  }

  async fetch(name: string, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#opened.get(name) ?? fetched(name, signal);
  }

  /** Whether this is the name of a file that was opened here. */
  isOpened(name: string): boolean {
    return this.#opened.has(name) || this.#elsewhere.has(name);
  }

  elsewhere(name: string): Elsewhere | undefined {
    return this.#elsewhere.get(name);
  }

  /** Has a certificate read by the program that serves the page, which has verified it. */
  readElsewhere(name: string, elsewhere: Elsewhere): void {
    this.#elsewhere.set(name, elsewhere);
  }

  find(sha256: string): Promise<Uint8Array | undefined> {
    return this.atHand.find(sha256);
  }

  keep(name: string, bytes: Uint8Array): void {
    this.#opened.set(name, bytes);
  }
}
