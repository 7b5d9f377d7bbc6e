// Services that the page offers to its views: certificates, verdicts of the checker, and instances of the explorer.

import { isOfLosingChess } from "../checker/checker.mjs";
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

/** The contents of site.json. `main.ts` adds the lists of each view. */
export interface Site {
  commit: string;
  shipped: Shipped[];
  forged: Forged[];
  clauses: Clauses;
}

/** Upper limit for the number of checkers at work, since each may take much memory. */
const WORKERS = 4;

/** Number of checkers that may be at work on this machine. */
const AT_ONCE = Math.min(WORKERS, Math.max(1, navigator.hardwareConcurrency));

/** Number of explorer workers kept in reserve. */
const SPARE = 3;

/**
 * Returns a function that creates a value on its first call and caches it. After a failure the next call tries again.
 */
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

/** The options of a verification. */
export interface Following {
  /** Aborts the verification. */
  signal: AbortSignal;
  /** Called when a worker is free and the verification begins. */
  begun(): void;
}

/** Fetches a module of the checker. Returns its bytes, whose digest is needed, and its compiled form. */
async function checkerModule(name: string): Promise<{ bytes: Uint8Array; module: WebAssembly.Module }> {
  const { early } = globalThis as { early?: Record<string, Promise<Response>> };
  const coming = early?.[name];
  // If the early request fails, the next call starts a new one.
  delete early?.[name];
  const answer = await (coming ?? get(name));
  // If the server sends the right media type, the module compiles while it arrives.
  const compiled = WebAssembly.compileStreaming(answer.clone()).catch(() => undefined);
  const bytes = await content(name, answer);
  return { bytes, module: (await compiled) ?? (await WebAssembly.compile(bytes as BufferSource)) };
}

export class Services implements Files {
  readonly site: Site;
  readonly program: Program | undefined;
  readonly atHand: AtHand;
  /** The module with the whole checker. */
  readonly checker = once(async () => {
    const { bytes, module } = await checkerModule("checker.wasm");
    this.#whole = module;
    return { bytes, module };
  });
  /** The module of the checker for losing chess alone, which arrives sooner. */
  readonly checkerOfLosingChess = once(() => checkerModule("checker-antichess.wasm"));
  /** The whole checker's module, once it has arrived. */
  #whole: WebAssembly.Module | undefined;
  readonly #explorer = once(async () => WebAssembly.compile((await fetched("explorer.wasm")) as BufferSource));
  readonly #workers = new Pool("worker.js", { most: AT_ONCE, spare: 1 });
  readonly #explorerWorkers = new Pool("explorer-worker.js", {});
  /** Opened files, by name. */
  readonly #opened = new Map<string, Uint8Array>();
  /** Files that the program has verified and reads, by name. */
  readonly #elsewhere = new Map<string, Elsewhere>();

  constructor(site: Site, program: Program | undefined) {
    this.site = site;
    this.program = program;
    this.atHand = new AtHand(site.shipped);
  }

  /** Creates an instance of the explorer; each view has its own. The module is fetched for the first one. */
  readonly explorer = async (): Promise<Asking> => new Asking(await this.#explorer(), this.#explorerWorkers);

  /** Loads everything that is not needed yet. Afterwards no part of the page needs a network. */
  async prepare(): Promise<void> {
    // One more worker than may be at work, so that a replacement for a terminated worker is ready.
    this.#workers.keep(AT_ONCE + 1);
    this.#explorerWorkers.keep(SPARE);
    await this.#explorer().catch(() => undefined);
  }

  /** Reads and verifies a file when a worker is free. Never fails: an unreadable file is an outcome. */
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

  /** With `ends` the worker is terminated afterwards, which frees its memory at once. */
  async #verify(read: () => Promise<Uint8Array>, signal: AbortSignal, { begun, ends }: { begun?: () => void; ends: boolean }): Promise<{ outcome: Outcome; file?: Uint8Array }> {
    const worker = await this.#workers.take();
    let free = false;
    try {
      if (signal.aborted) return { outcome: { stopped: true } };
      begun?.();
      const file = await read();
      const module = this.#whole ?? (await (isOfLosingChess(file) ? this.checkerOfLosingChess() : this.checker())).module;
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

  /** Whether this is the name of an opened file. */
  isOpened(name: string): boolean {
    return this.#opened.has(name) || this.#elsewhere.has(name);
  }

  elsewhere(name: string): Elsewhere | undefined {
    return this.#elsewhere.get(name);
  }

  /** Registers a certificate that the program serving the page has verified and will read. */
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
