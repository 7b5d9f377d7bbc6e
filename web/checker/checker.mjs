// The checker's WebAssembly module as an object: takes bytes, returns verdicts. For the page's worker and for Node.

/** Memory limit for a verification, in bytes: the address space minus room for the files. */
export const MEMORY = 3_500_000_000;

/**
 * Whether a file begins like a certificate of losing chess that cites nothing: kind `losing` or `safe`, version 1. The
 * module for losing chess alone gives the same verdicts on such files as the whole checker.
 * @param {Uint8Array} file
 */
export function isOfLosingChess(file) {
  return /^\xd9\xd9\xf7\x87hgamecert\x01\x82(flosing|dsafe)\x01\x83llosing-chess\x01/.test(String.fromCharCode(...file.subarray(0, 48)));
}

/**
 * The exports of the module (`src/lib.rs`).
 * @typedef {{ memory: WebAssembly.Memory, buffer(length: number): number, offer(): void, forget(): void,
 *     verify(memory: bigint, steps: bigint): number, verdict(): number }} Exports
 */

/** An instance of the checker. After a trap it cannot be used any more. */
export class Checker {
  /** @type {Exports} */
  #exports;

  /** @param {WebAssembly.Module} module a module without imports */
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

  /** Forgets the files passed to `offer`. */
  forget() {
    this.#exports.forget();
  }

  /**
   * Verifies a file.
   * @param {Uint8Array} bytes
   * @param {{memory?: number, work?: number}} limits bytes, and steps (0: the default allowance)
   * @returns {import("../src/verdict").Verdict} the object of `check --json`, with `entries`
   *     for a batch, and with `missing`, the digest of a cited file that was not offered
   */
  verify(bytes, { memory = MEMORY, work = 0 } = {}) {
    this.#write(bytes);
    const length = this.#exports.verify(BigInt(memory), BigInt(work));
    const at = this.#exports.verdict() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, length)));
  }
}
