// What is said of a position of a game with chips: what is needed, where the players can go, and the curve of thresholds.

import type { Option, Options, Side } from "./chips-game";
import { type Child, element, quoted } from "./dom";
import type { Answering } from "./explorer";
import { type Shown, heading } from "./shown";
import { strings } from "./strings";
import { sentence } from "./view";

export interface Opened {
  title: string;
  rules: string;
  players: [string, string];
  start: string;
  can_play: boolean;
  certificate: { ties: string; player: Side; chips: [number, number] | null; positions: number; sequences: number; rests_on: string[] } | null;
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

/** What a game calls its players, its positions and itself: what a file calls them stands between quotation marks. */
export interface Names {
  player(side: Side): string;
  position(position: string): string;
  /** Where a move leads: a cell, or a position. */
  move(from: string, to: string): string;
  title(): string;
}

/** The rules whose boards have cells. */
const CELLS = ["tic-tac-toe", "hex", "connect"];

export function hasCells(rules: string): boolean {
  return CELLS.includes(rules);
}

/** The row and column of the first stone that is put by a move from one position to another. */
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
      return at ? strings.play.place(at[0] + 1, at[1] + 1) : named(to);
    },
    title: () => named(opened()?.title ?? ""),
  };
}

/** What a certificate says of a position: whose thresholds, how ties are broken, the law. */
export function terms({ table, richman }: Look, { ties, chips }: NonNullable<Opened["certificate"]>, player: string): HTMLElement {
  const rows: [string, Child[]][] = [
    [strings.whose, [player]],
    [strings.ties, [strings.tieBreaks[ties] ?? ties]],
    [strings.provedFor, [strings.chipsRange(chips)]],
  ];
  if (richman) rows.push([strings.richman, [element("code", {}, richman.exact), ` ≈ ${richman.decimal}`]]);
  if (table.period !== undefined) rows.push([strings.law, [strings.lawOf(table.period, table.slope ?? 0, table.preperiod ?? 0)]]);
  return element("dl", {}, rows.flatMap(([term, what]) => [element("dt", {}, term), element("dd", {}, what)]));
}

/** The line above what the certificate says. */
export function headed(shown: Shown | undefined, title: string, { positions, sequences }: NonNullable<Opened["certificate"]>): Child {
  return shown ? heading(shown, strings.chipsOf(title, positions, sequences)) : "";
}

/** How many chips are needed of a number that the user gives: where the curve ends the explorer is asked. */
export function needs(asking: Answering, position: string, curve: CurveOf, player: string): HTMLElement {
  const said = element("strong", { role: "status" });
  const input = element("input", { type: "number", id: "of", min: "0", value: String(Math.min(100, curve.first + curve.written.length - 1)) });
  const say = async () => {
    const asked = input.value;
    const chips = Number(asked);
    if (!/^\d{1,9}$/.test(asked)) {
      said.textContent = strings.noNumber(asked);
      return;
    }
    try {
      const { first, written } = curve.written[chips - curve.first] === undefined ? await asking.ask<CurveOf>({ chips: { curve: { position, last: chips } } }) : curve;
      if (input.value === asked) said.textContent = strings.needs(player, written[chips - first] ?? null);
    } catch (error) {
      if (input.value === asked) said.textContent = sentence(error);
    }
  };
  input.addEventListener("input", () => void say());
  void say();
  return element("p", {}, element("label", { for: "of" }, strings.ofChips), " ", input, " ", said);
}

/** Where both players can go; `choose` is told where to. */
export function ways(options: Options, { player, position: named }: Names, open: boolean, choose: (option: Option) => void): HTMLElement {
  const button = (option: Option) => {
    const { position, end } = option;
    return element("li", {}, element("button", { type: "button", "data-to": position, click: () => choose(option) }, named(position)), end === null ? "" : ` ${strings.ends[end]}`);
  };
  const list = (side: Side) => element("div", {}, element("h4", {}, strings.optionsOf(player(side))), element("ul", { class: "ways" }, options[side].map(button)));
  return element("details", { open }, element("summary", {}, strings.options), element("div", { class: "two" }, list("left"), list("right")));
}
