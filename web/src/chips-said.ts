// Describes a position of a chips game: the number of chips needed, the options of both players, and the curve of
// thresholds.

import type { Option, Options, Side } from "./chips-game";
import { type Child, element, quoted } from "./dom";
import type { Answering } from "./explorer";
import { type Shown, evidence } from "./shown";
import { viewStrings } from "./view-strings";
import { sentence } from "./view";

export interface Opened {
  title: string;
  rules: string;
  players: [string, string];
  start: string;
  can_play: boolean;
  certificate: Certificate | null;
}

/** The explorer's summary of a certificate. */
export interface Certificate {
  ties: string;
  player: Side;
  chips: [number, number] | null;
  positions: number;
  sequences: number;
  rests_on: string[];
}

interface Richman {
  exact: string;
  decimal: string;
}

export interface Look {
  position: string;
  representative: string;
  table: { first: number; preperiod?: number; period?: number; slope?: number; thresholds: string[] };
  richman: Richman | null;
  options: Options | null;
}

export interface CurveOf {
  first: number;
  shares: (number | null)[];
  written: (string | null)[];
  richman: Richman | null;
}

export interface HeatOf {
  first: number;
  sequences: number;
  rows: { position: string; positions: number; richman: Richman | null; shares: (number | null)[] }[];
}

/** Names of players, positions and the game itself. Names that come from a file are quoted. */
export interface Names {
  player(side: Side): string;
  position(position: string): string;
  /** Names a move: by its cell, or by the position after it. */
  move(from: string, to: string): string;
  title(): string;
}

/** Rule sets with boards made of cells. */
const CELLS = ["tic-tac-toe", "hex", "connect"];

export function hasCells(rules: string): boolean {
  return CELLS.includes(rules);
}

/** Returns the row and column of the first cell in which two positions differ: the stone that the move places. */
export function stone(from: string, to: string): [number, number] | undefined {
  const [before, after] = [from.split("/"), to.split("/")];
  const row = before.findIndex((cells, at) => cells !== after[at]);
  const cells = before[row];
  return cells === undefined ? undefined : [row, [...cells].findIndex((cell, at) => cell !== after[row]?.[at])];
}

export function names(opened: () => Opened | undefined): Names {
  const named = (name: string) => (opened()?.rules === "graph" ? quoted(name) : name);
  return {
    player: (side) => named(opened()?.players[side === "left" ? 0 : 1] ?? side),
    position: named,
    move: (from, to) => {
      const at = hasCells(opened()?.rules ?? "") ? stone(from, to) : undefined;
      return at ? viewStrings.play.place(at[0] + 1, at[1] + 1) : named(to);
    },
    title: () => named(opened()?.title ?? ""),
  };
}

/**
 * Explains a certificate's statement about a position: the player, the tie rule, the range of chips and the law, with
 * the meaning of these terms.
 */
function terms({ table, richman }: Look, { ties, chips }: Certificate, player: string): HTMLElement {
  const rows: [string, Child[]][] = [
    [viewStrings.whose, [player]],
    [viewStrings.ties, [viewStrings.tieBreaks[ties] ?? ties]],
    [viewStrings.provedFor, [viewStrings.chipsRange(chips)]],
  ];
  if (richman) rows.push([viewStrings.richman, [element("code", {}, richman.exact), ` ≈ ${richman.decimal}`, element("p", { class: "faint" }, viewStrings.richmanIs)]]);
  const { period, slope, preperiod } = table;
  if (period !== undefined) rows.push([viewStrings.law, [viewStrings.lawOf(period, slope ?? 0, preperiod ?? 0), element("p", { class: "faint" }, viewStrings.lawIs(period, slope ?? 0))]]);
  return element("dl", {}, rows.flatMap(([term, what]) => [element("dt", {}, term), element("dd", {}, what)]));
}

/** Shows the evidence for the statement about a position. */
export function known(look: Look, certificate: Certificate, shown: Shown, names: Names): HTMLElement {
  return evidence(shown, viewStrings.chipsOf(names.title(), certificate.positions, certificate.sequences), terms(look, certificate, names.player(certificate.player)));
}

/** The main question: how many chips are needed, out of a total that the user types. */
export class Question {
  readonly element: HTMLElement;
  readonly #asking: Answering;
  readonly #of = element("input", { type: "number", id: "of", min: "0", value: "100" });
  readonly #said = element("strong", { role: "status" });
  readonly #asked: HTMLElement;
  readonly #carry: (needed: { total: number; own?: number; mark?: boolean }) => void;
  /** Whether the user has typed a number. */
  #typed = false;
  #about: { position: string; curve: CurveOf; player: string; ties: string } | undefined;

  /** `carry` receives the number that the user typed, with the number of chips needed. */
  constructor(asking: Answering, carry: (needed: { total: number; own?: number; mark?: boolean }) => void) {
    this.#asking = asking;
    this.#carry = carry;
    this.#of.addEventListener("input", () => {
      this.#typed = true;
      void this.#say();
    });
    const [before, after] = viewStrings.ofChips;
    this.#asked = element("label", {}, before, " ", this.#of, " ", after);
    this.element = element("p", { class: "state question" }, this.#asked, " ", this.#said);
  }

  /**
   * Answers for a position. A number beyond the range of the certificate is replaced by the largest number of the
   * range.
   */
  show(position: string, curve: CurveOf, player: string, { ties, chips }: Certificate): void {
    this.#about = { position, curve, player, ties };
    this.#asked.hidden = false;
    if (chips && Number(this.#of.value) > chips[1]) this.#of.value = String(chips[1]);
    void this.#say();
  }

  /** Shows `text` instead of the question, for games without a certificate. */
  tell(text: string): void {
    this.#about = undefined;
    this.#asked.hidden = true;
    this.#said.textContent = text;
  }

  /** Answers the question. Beyond the end of the curve it asks the explorer. */
  async #say(): Promise<void> {
    const [about, asked] = [this.#about, this.#of.value];
    if (!about) return;
    const { position, curve, player, ties } = about;
    const say = (text: string) => {
      if (this.#of.value === asked && this.#about === about) this.#said.textContent = text;
    };
    const chips = Number(asked);
    if (!/^\d{1,9}$/.test(asked)) return say(viewStrings.noNumber(asked));
    try {
      const { first, written } = curve.written[chips - curve.first] === undefined ? await this.#asking.ask<CurveOf>({ chips: { curve: { position, last: chips } } }) : curve;
      const least = written[chips - first] ?? null;
      say(viewStrings.needs(player, asked, least, ties));
      if (this.#typed && this.#of.value === asked) this.#carry({ total: chips, ...(least !== null && { own: Number.parseInt(least, 10), ...(least.endsWith("*") && { mark: true }) }) });
    } catch (error) {
      say(sentence(error));
    }
  }
}

/** Lists the options of both players. `choose` receives the chosen option. */
export function ways(options: Options, { player, position: named }: Names, open: boolean, choose: (option: Option) => void): HTMLElement {
  const button = (option: Option) => {
    const { position, end } = option;
    return element("li", {}, element("button", { type: "button", "data-to": position, click: () => choose(option) }, named(position)), end === null ? "" : ` ${viewStrings.ends[end]}`);
  };
  const list = (side: Side) => element("div", {}, element("h4", {}, viewStrings.optionsOf(player(side))), element("ul", { class: "ways" }, options[side].map(button)));
  return element("details", { open }, element("summary", {}, viewStrings.options), element("div", { class: "two" }, list("left"), list("right")));
}
