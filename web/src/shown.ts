// What every view of a certificate does before it shows what the certificate says: the checker verifies it, and what it rests on is found.

import { mark } from "./card";
import type { Outcome } from "./check";
import { type Child, element } from "./dom";
import type { Answering } from "./explorer";
import { strings } from "./strings";
import type { Verified } from "./verdict";

/** A certificate that the program which serves the page has verified and reads, as it is too large to be read here. */
export interface Elsewhere {
  outcome: Outcome;
  /** Who answers what is asked of it, once `read` has. */
  answering: Answering;
  read(question: unknown): Promise<unknown>;
}

/** What a view asks of the page. */
export interface Files {
  /** The bytes of a certificate that has been opened or comes with the page. */
  fetch(file: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** The checker's verdict on them. Afterwards the worker ends, which frees its memory at once, or is kept for the next file; the signal ends it
   * earlier. */
  verify(file: Uint8Array, ends: boolean, signal?: AbortSignal): Promise<Outcome>;
  /** The certificate, if it is not read here. */
  elsewhere(file: string): Elsewhere | undefined;
  /** A certificate by its digest, among those at hand. */
  find(sha256: string): Promise<Uint8Array | undefined>;
  /** Takes a certificate that has been made here under this name. */
  keep(file: string, bytes: Uint8Array): void;
}

/** The bytes that the explorer gives as hexadecimal digits. */
export function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/** A verified certificate. */
export interface Shown {
  file: string;
  verified: Verified;
  seconds: number;
  /** Whether the program that serves the page has verified it, and not the page's own checker. */
  elsewhere: boolean;
}

/** The file with its verdict, which is an error unless it is VERIFIED. */
export function shown(file: string, outcome: Outcome, elsewhere = false): Shown {
  if ("verdict" in outcome && outcome.verdict.verdict === "verified") return { file, verified: outcome.verdict, seconds: outcome.seconds, elsewhere };
  const why = "verdict" in outcome && outcome.verdict.verdict !== "verified" ? outcome.verdict.error.sentence : "";
  throw new Error(strings.notVerified(file, mark(outcome).textContent ?? "", why));
}

/** The line above what a certificate says: its verdict, what it is, and its digest. */
export function heading({ file, verified, seconds, elsewhere }: Shown, what: string): HTMLElement {
  const by = elsewhere ? `, ${strings.byProgram}` : "";
  const verdict: Child[] = [mark({ verdict: verified, seconds }), ` ${file}, ${strings.seconds(seconds)}${by}: `];
  return element("p", {}, verdict, what, " ", element("code", { class: "digest" }, verified.sha256));
}

/** What a verified certificate rests on, as far as it is at hand, and what that rests on. */
export async function restsOn(files: Files, verified: Verified, signal: AbortSignal): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  const cited = new Set(verified.citations.map(({ sha256 }) => sha256));
  // Those that come while it is gone through are gone through too.
  for (const sha256 of cited) {
    const bytes = await files.find(sha256);
    if (!bytes) continue;
    found.push(bytes);
    const outcome = await files.verify(bytes, false, signal);
    if ("verdict" in outcome && outcome.verdict.verdict === "verified") for (const more of outcome.verdict.citations) cited.add(more.sha256);
  }
  return found;
}

/** How what is said is known, folded away: what the certificate proves, more of it, and how to check it without this page. */
export function evidence({ file, verified, seconds, elsewhere }: Shown, what: string, ...more: Child[]): HTMLElement {
  const summary = element("summary", {}, mark({ verdict: verified, seconds }), ` ${strings.losingChess.how(strings.seconds(seconds), elsewhere)}`);
  return element("details", { class: "how" }, summary, element("p", {}, what), more, element("p", {}, strings.table.checkYourself(file)), element("p", { class: "faint" }, `${strings.sha256}: `, element("code", { class: "digest" }, verified.sha256)));
}
