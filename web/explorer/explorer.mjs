// The explorer's WebAssembly module as an object: takes questions, returns answers. For the page's worker and for Node.

/**
 * The exports of the module (`src/lib.rs`).
 * @typedef {{ memory: WebAssembly.Memory, file(length: number): number, question(length: number): number,
 *     ask(): number, answer(): number }} Exports
 */

/** An instance of the explorer with its open games. After a trap it cannot be used any more. */
export class Explorer {
  /** @type {Exports} */
  #exports;

  /** @param {WebAssembly.Module} module a module without imports */
  constructor(module) {
    const imports = WebAssembly.Module.imports(module);
    if (imports.length > 0) throw new Error(`the explorer imports ${imports.map((one) => one.name).join(", ")}`);
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module).exports));
  }

  /** @param {number} at @param {Uint8Array} bytes */
  #write(at, bytes) {
    if (at === 0 && bytes.length > 0) throw new RangeError(`no memory for ${bytes.length} bytes`);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /**
   * Asks a question (`Question` of `solver/src/explorer`), with a file if there is one.
   * @param {unknown} question
   * @param {Uint8Array} [file]
   * @returns {{answer: any} | {error: string}}
   */
  ask(question, file = new Uint8Array()) {
    this.#write(this.#exports.file(file.length) >>> 0, file);
    const words = new TextEncoder().encode(JSON.stringify(question));
    this.#write(this.#exports.question(words.length) >>> 0, words);
    const length = this.#exports.ask();
    const at = this.#exports.answer() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, length)));
  }
}
