// The two differences between Node and browsers: how the module is loaded, and how workers are started.

import type { ModuleSource } from "./api.js";
import { UnwinnableError } from "./error.js";

/** A worker that answers one job at a time (`work.ts`). */
export interface Thread {
  post(message: unknown): void;
  /** Sets the functions to call on a message, and when the worker has failed. */
  listen(onMessage: (message: unknown) => void, onFailure: (why: string) => void): void;
  /** Says whether the process waits for this worker before it ends. Browsers have no such thing. */
  keepAlive(awaited: boolean): void;
  end(): Promise<void>;
}

export interface Platform {
  /** Loads and compiles the module that the package contains, or the one at this place. */
  load(place?: string | URL): Promise<WebAssembly.Module>;
  /** Loads and compiles the module of the package at once, if the platform can. */
  loadNow?(): WebAssembly.Module;
  start(): Thread;
  /** Number of processors. */
  processors(): number;
}

/** The compiled module, which all instances share. */
export class Module {
  readonly #platform: Platform;
  #loaded: WebAssembly.Module | undefined;
  #loading: Promise<WebAssembly.Module> | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Loads the module unless that was done before. After a failure the next call tries again. */
  async load(source?: ModuleSource): Promise<WebAssembly.Module> {
    if (this.#loaded) return this.#loaded;
    this.#loading ??= this.#compile(source);
    try {
      this.#loaded = await this.#loading;
      return this.#loaded;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : cause;
      throw new UnwinnableError("load", `the module cannot be loaded: ${why}`, { cause });
    } finally {
      this.#loading = undefined;
    }
  }

  /** Returns the module if it is loaded or can be loaded at once. */
  now(): WebAssembly.Module {
    this.#loaded ??= this.#platform.loadNow?.();
    if (!this.#loaded) throw new UnwinnableError("not-ready", "the module is not loaded yet: await ready() first");
    return this.#loaded;
  }

  async #compile(source?: ModuleSource): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) return source;
    if (source === undefined || typeof source === "string" || source instanceof URL) return this.#platform.load(source);
    return WebAssembly.compile(source as ArrayBuffer | Uint8Array<ArrayBuffer>);
  }
}
