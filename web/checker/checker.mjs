// The checker's module of WebAssembly as an object: bytes in, verdicts out. For the page's worker and for Node.

/** As much memory as the address space leaves beside the files, in bytes. */
export const MEMORY = 3_500_000_000;

/**
 * What the module exports (`src/lib.rs`).
 * @typedef {{ memory: WebAssembly.Memory, buffer(length: number): number, offer(): void, forget(): void, verify(memory: bigint, steps: bigint): number,
 *   verdict(): number }} Exports
 */

/** What an instance of the checker can do. A trap ends it: make a new one. */
export class Checker {
  /** @type {Exports} */
  #exports;

  /** @param {WebAssembly.Module} module which must import nothing */
  constructor(module) {
    const imports = WebAssembly.Module.imports(module);
    if (imports.length > 0) throw new Error(`the checker imports ${imports.map((one) => one.name).join(", ")}`);
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module).exports));
  }

  /** @param {Uint8Array} bytes */
  #write(bytes) {
    const at = this.#exports.buffer(bytes.length) >>> 0;
    if (at === 0) throw new RangeError(`no memory for a file of ${bytes.length} bytes`);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Keeps a file that others may cite. @param {Uint8Array} bytes */
  offer(bytes) {
    this.#write(bytes);
    this.#exports.offer();
  }

  /** Forgets the files that were offered. */
  forget() {
    this.#exports.forget();
  }

  /**
   * Verifies a file.
   * @param {Uint8Array} bytes
   * @param {{memory?: number, work?: number}} limits bytes, and steps (0: the default allowance)
   * @returns {import("../src/verdict").Verdict} the object of `check --json`, with `entries` of a batch, and `missing`, the digest of a cited file that was not offered
   */
  verify(bytes, { memory = MEMORY, work = 0 } = {}) {
    this.#write(bytes);
    const length = this.#exports.verify(BigInt(memory), BigInt(work));
    const at = this.#exports.verdict() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, length)));
  }
}
