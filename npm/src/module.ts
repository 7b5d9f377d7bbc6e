// The WebAssembly module as an object: takes questions, returns answers.

import { POLICIES, RULINGS, SIDES } from "./answers.js";
import type { Answer, Policy, Reason, Ruling, Side } from "./answers.js";
import { UnwinnableError, shown } from "./error.js";

/** The exports of the module (`wasm/src/lib.rs`). */
interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  quick(length: number, side: number): number;
  decide(length: number, side: number, nodes: bigint, certified: number): number;
  certificate(): number;
  certificate_length(): number;
  ruling(length: number, flagged: number, policy: number, nodes: bigint): number;
  nodes(): number;
  text(): number;
  text_length(): number;
}

/** The number returned if the FEN is invalid. */
const INVALID = 0;
const UNKNOWN = 1;
const CAN = 2;
/** The first of the numbers that say why a side cannot mate. */
const CANNOT = 3;
const REASONS: readonly Reason[] = ["over", "material", "static", "skeletons", "closed"];

/** Maximum length of a FEN in UTF-16 code units. FENs have at most some 90. */
const MAX_FEN = 1000;

/** Returns the number of a side. */
export function sideNumber(side: Side): number {
  const number = SIDES.indexOf(side);
  if (number < 0) throw new UnwinnableError("side", `the side is "white" or "black", not ${shown(side)}`);
  return number;
}

/** Returns the number of a policy. */
export function policyNumber(policy: Policy): number {
  const number = POLICIES.indexOf(policy);
  if (number < 0) throw new UnwinnableError("policy", `the policy is one of ${POLICIES.join(", ")}, not ${shown(policy)}`);
  return number;
}

/** Throws unless the value can be a FEN. The module checks the rest. */
export function checkFen(fen: string): void {
  if (typeof fen !== "string") throw new UnwinnableError("fen", `the FEN is a string, not ${shown(fen)}`);
  if (fen.length > MAX_FEN) throw new UnwinnableError("fen", `the FEN has ${fen.length} characters, more than ${MAX_FEN}`);
}

/** An instance of the module, which answers one question at a time. After an error `internal` it cannot be used any more. */
export class Instance {
  readonly #exports: Exports;
  /** The address of the buffer for FENs. */
  readonly #address: number;
  /** The buffer. If the module's memory grows, the view has no bytes any more. */
  #input: Uint8Array;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    // A UTF-16 code unit has at most three bytes in UTF-8.
    this.#address = this.#exports.input(3 * MAX_FEN) >>> 0;
    this.#input = this.#view();
  }

  #view(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, this.#address, 3 * MAX_FEN);
  }

  /** Size of the module's memory in bytes, which never shrinks. */
  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  quick(fen: string, side: Side): Answer {
    const number = sideNumber(side);
    const length = this.#write(fen);
    return this.#answer(this.#run((exports) => exports.quick(length, number)));
  }

  decide(fen: string, side: Side, nodes: number, certificate = false): Answer {
    const number = sideNumber(side);
    const length = this.#write(fen);
    const answer = this.#answer(this.#run((exports) => exports.decide(length, number, BigInt(nodes), Number(certificate))));
    return certificate ? { ...answer, certificate: answer.verdict === "unknown" ? null : this.#certificate() } : answer;
  }

  /** Returns a ruling. A limit of 0 nodes selects quick searches. */
  ruling(fen: string, flagged: Side, policy: Policy, nodes: number): Ruling {
    const [side, place] = [sideNumber(flagged), policyNumber(policy)];
    const length = this.#write(fen);
    const number = this.#run((exports) => exports.ruling(length, side, place, BigInt(nodes)));
    const ruling = RULINGS[number];
    if (!ruling) throw new UnwinnableError("fen", this.#text());
    return ruling;
  }

  /** Writes a FEN into the buffer and returns its length in bytes. */
  #write(fen: string): number {
    checkFen(fen);
    if (this.#input.length === 0) this.#input = this.#view();
    return this.#encoder.encodeInto(fen, this.#input).written as number;
  }

  #run(call: (exports: Exports) => number): number {
    try {
      return call(this.#exports);
    } catch (cause) {
      throw new UnwinnableError("internal", `the module failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }

  #text(): string {
    const [address, length] = [this.#exports.text() >>> 0, this.#exports.text_length()];
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, address, length));
  }

  /** Copies the certificate of the last answer. */
  #certificate(): Uint8Array {
    const [address, length] = [this.#exports.certificate() >>> 0, this.#exports.certificate_length()];
    return new Uint8Array(this.#exports.memory.buffer, address, length).slice();
  }

  #answer(number: number): Answer {
    if (number === INVALID) throw new UnwinnableError("fen", this.#text());
    const nodes = this.#exports.nodes();
    if (number === UNKNOWN) return { verdict: "unknown", reason: null, line: null, nodes };
    if (number >= CANNOT) return { verdict: "cannot", reason: REASONS[number - CANNOT] as Reason, line: null, nodes };
    const line = number === CAN ? this.#text() : "";
    return { verdict: "can", reason: "mate", line: line === "" ? [] : line.split(" "), nodes };
  }
}
