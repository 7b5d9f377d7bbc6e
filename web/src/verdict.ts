// The verdicts of the checker, and the messages of its worker.

import { strings } from "./strings";

/** A value of a claim. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A text chosen by the file, and the thing that it names. */
export interface Named {
  what: string;
  name: string;
}

/** A game as the checker describes it. */
export interface Game {
  rules: string;
  version: number;
  parameters: Record<string, string>;
  names?: Named[];
}

/** The claim proved by an entry of a batch. */
export interface Entry {
  kind: { name: string; version: number };
  claim: Record<string, Json>;
  evidence: Record<string, Json>;
  statements: string[];
  names: Named[];
}

/** A verified file. */
export interface Verified extends Entry {
  verdict: "verified";
  sha256: string;
  size: number;
  game: Game;
  citations: { sha256: string; game: Game }[];
  entries: Entry[];
}

/** A file that is not verified. */
export interface Refused {
  verdict: "rejected" | "undecided";
  sha256: string;
  error: { code: string; place: Record<string, Json>; sentence: string };
  /** The digest of a cited file that was not available. */
  missing?: string;
}

export type Verdict = Verified | Refused;

/** A message to the worker. */
export interface Question {
  module: WebAssembly.Module;
  file: Uint8Array;
  cited: Uint8Array[];
}

/** A message from the worker. */
export type Answer = { seconds: number } & ({ verdict: Verdict } | { trap: string });

/** Describes a game: rule set, version, parameters. */
export function inWords(game: Game): string {
  const parameters = Object.entries(game.parameters).map(([name, value]) => `, ${name} ${value}`);
  return strings.version(game.rules, game.version) + parameters.join("");
}

/** Describes a place in a file, as `check` prints it. */
export function placeInWords(place: Record<string, Json>): string {
  return Object.entries(place)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}
