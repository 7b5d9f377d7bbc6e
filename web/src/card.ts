// Shows the verdict on one file.

import type { Outcome } from "./check";
import { type Child, element, quoted } from "./dom";
import { specification } from "./files";
import { strings } from "./strings";
import { type Entry, type Json, type Named, type Refused, type Verified, inWords, placeInWords } from "./verdict";

/** Maximum number of entries of a batch that are shown. */
const ENTRIES = 50;

/** The page of the specification for each clause, relative to the root of the repository. */
export type Clauses = Record<string, string>;

/** Returns the mark of a verdict, for the head of a card. */
export function mark(outcome: Outcome): HTMLElement {
  const verdict = "verdict" in outcome ? outcome.verdict.verdict : "unreadable" in outcome ? "unreadable" : "undecided";
  return element("span", { class: `mark ${verdict}` }, "stopped" in outcome ? strings.stopped : strings.verdict[verdict]);
}

/** Returns the details of an outcome. */
export function body(outcome: Outcome, clauses: Clauses): HTMLElement {
  if ("stopped" in outcome) return element("p", {}, strings.stoppedSentence);
  if ("unreadable" in outcome) return element("p", {}, outcome.unreadable);
  if ("trap" in outcome) return element("p", {}, `${strings.trap}: ${outcome.trap}`);
  const { verdict } = outcome;
  return verdict.verdict === "verified" ? proved(verdict) : refused(verdict, clauses);
}

/** Lists terms with their values, without the terms whose value is empty. */
function terms(...rows: [string, Child | Child[]][]): HTMLElement {
  const some = rows.filter(([, what]) => (Array.isArray(what) ? what.length > 0 : what));
  return element("dl", {}, some.flatMap(([term, what]) => [element("dt", {}, term), element("dd", {}, what)]));
}

function list(items: Child[]): Child {
  return items.length > 0 && element("ul", {}, items.map((item) => element("li", {}, item)));
}

function digest(sha256: string): HTMLElement {
  return element("code", { class: "digest" }, sha256);
}

function names(named: Named[]): Child {
  return list(named.map(({ what, name }) => `${what} ${quoted(name)}`));
}

function data(what: string, value: Json): HTMLElement {
  return element("details", {}, element("summary", {}, what), element("pre", { tabindex: "0" }, JSON.stringify(value, null, 2)));
}

function proved(verified: Verified): HTMLElement {
  const { game, kind } = verified;
  const evidence = Object.entries(verified.evidence).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return element(
    "div",
    {},
    terms(
      [strings.proved, list(verified.statements)],
      [strings.kind, strings.version(kind.name, kind.version)],
      [strings.game, inWords(game)],
      [strings.restsOn, list(verified.citations.map((cited) => element("span", {}, inWords(cited.game), " ", digest(cited.sha256))))],
      [strings.named, names([...(game.names ?? []), ...verified.names])],
      [strings.evidence, evidence.join(", ")],
      [strings.size, strings.bytes(verified.size)],
      [strings.sha256, digest(verified.sha256)],
    ),
    data(strings.claim, verified.claim),
    verified.entries.length > 0 && batch(verified.entries),
  );
}

function batch(entries: Entry[]): HTMLElement {
  const shown = entries.slice(0, ENTRIES);
  const row = (entry: Entry) => element("li", {}, entry.statements.join("; "), names(entry.names));
  return element("details", {}, element("summary", {}, strings.entries(shown.length, entries.length)), element("ol", {}, shown.map(row)));
}

function refused(refused: Refused, clauses: Clauses): HTMLElement {
  const { error, missing } = refused;
  const page = clauses[error.code];
  const link = page && element("a", { href: specification(page), target: "_blank", rel: "noopener" }, strings.clauseLink(page));
  return element(
    "div",
    {},
    terms(
      [strings.clause, [element("code", {}, error.code), page ? " " : null, link || null]],
      [strings.place, placeInWords(error.place)],
      [strings.sentence, error.sentence],
      [strings.sha256, digest(refused.sha256)],
    ),
    missing !== undefined && element("p", {}, strings.missing(missing)),
  );
}
