// The first steps of every view of a certificate: verify it, and find the certificates that it cites.

import { mark } from "./card";
import type { Outcome } from "./check";
import { type Child, element } from "./dom";
import type { Answering } from "./explorer";
import { strings } from "./strings";
import type { Verified } from "./verdict";

/** A certificate that the program serving the page has verified and reads, because it is too large for the page. */
export interface Elsewhere {
  outcome: Outcome;
  /** Answers questions about the certificate after `read`. */
  answering: Answering;
  read(question: unknown): Promise<unknown>;
}

/** Services that the page offers to a view. */
export interface Files {
  /** Returns the bytes of a certificate that was opened or is shipped with the page. */
  fetch(file: string, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Verifies bytes with the checker. With `ends` the worker is terminated afterwards, which frees its memory at once;
   * otherwise it is kept for the next file. The signal aborts the verification.
   */
  verify(file: Uint8Array, ends: boolean, signal?: AbortSignal): Promise<Outcome>;
  /** Returns the certificate if the program reads it instead of the page. */
  elsewhere(file: string): Elsewhere | undefined;
  /** Finds an available certificate by its digest. */
  find(sha256: string): Promise<Uint8Array | undefined>;
  /** Keeps a certificate that was created here under this name. */
  keep(file: string, bytes: Uint8Array): void;
}

/** Decodes the explorer's hexadecimal digits into bytes. */
export function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/** A verified certificate. */
export interface Shown {
  file: string;
  verified: Verified;
  seconds: number;
  /** Whether the program serving the page has verified it, instead of the page's own checker. */
  elsewhere: boolean;
}

/** Returns the verified certificate. Throws an error unless the verdict is VERIFIED. */
export function shown(file: string, outcome: Outcome, elsewhere = false): Shown {
  if ("verdict" in outcome && outcome.verdict.verdict === "verified") return { file, verified: outcome.verdict, seconds: outcome.seconds, elsewhere };
  const why = "verdict" in outcome && outcome.verdict.verdict !== "verified" ? outcome.verdict.error.sentence : "";
  throw new Error(strings.notVerified(file, mark(outcome).textContent ?? "", why));
}

/** Creates the heading of a certificate: its verdict, its subject and its digest. */
export function heading({ file, verified, seconds, elsewhere }: Shown, what: string): HTMLElement {
  const by = elsewhere ? `, ${strings.byProgram}` : "";
  const verdict: Child[] = [mark({ verdict: verified, seconds }), ` ${file}, ${strings.seconds(seconds)}${by}: `];
  return element("p", {}, verdict, what, " ", element("code", { class: "digest" }, verified.sha256));
}

/** A certificate that another certificate cites, with the checker's verdict. */
interface Cited {
  bytes: Uint8Array;
  verified: Verified;
}

/**
 * Returns the available certificates that a verified certificate cites, directly or indirectly. Leaves out certificates
 * that the checker does not verify.
 */
export async function restsOn(files: Files, verified: Verified, signal: AbortSignal): Promise<Cited[]> {
  const found: Cited[] = [];
  const cited = new Set(verified.citations.map(({ sha256 }) => sha256));
  // The loop also visits digests that are added to the set meanwhile.
  for (const sha256 of cited) {
    const bytes = await files.find(sha256);
    const outcome = bytes && (await files.verify(bytes, false, signal));
    if (!outcome || !("verdict" in outcome) || outcome.verdict.verdict !== "verified") continue;
    found.push({ bytes, verified: outcome.verdict });
    for (const more of outcome.verdict.citations) cited.add(more.sha256);
  }
  return found;
}

/**
 * Creates the folded evidence for a statement: the claim of the certificate, details, and how to check it without this
 * page.
 */
export function evidence({ file, verified, seconds, elsewhere }: Shown, what: string, ...more: Child[]): HTMLElement {
  const summary = element("summary", {}, mark({ verdict: verified, seconds }), ` ${strings.losingChess.how(strings.seconds(seconds), elsewhere)}`);
  return element("details", { class: "how" }, summary, element("p", {}, what), more, element("p", {}, strings.table.checkYourself(file)), element("p", { class: "faint" }, `${strings.sha256}: `, element("code", { class: "digest" }, verified.sha256)));
}
