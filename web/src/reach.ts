// Shows where units can ever get in a position in which a side cannot mate, as the solver derives it from its evidence:
// as marks on a board and as text.

import type { Marks } from "./board";
import { element } from "./dom";
import { viewStrings } from "./view-strings";

/** A piece or pawn of the position, with the squares that it may ever reach, unpromoted and promoted. */
interface Unit {
  square: string;
  piece: string;
  squares: string[];
  promoted: string[];
}

/** An invariant that holds whatever both sides play. */
export interface Reach {
  /** The squares of units that never move and are never captured. */
  settled: string[];
  units: Unit[];
}

/** Maximum number of squares that are named. Longer lists are replaced by their length. */
const NAMED = 20;

/** Signs beside the colours. */
const SIGNS = { white: "♔", black: "♚", unit: "•", promoted: "+" } as const;

function isKing({ piece }: Unit): boolean {
  return piece.toLowerCase() === "k";
}

function squares(names: string[]): string {
  return names.length > NAMED ? viewStrings.squares(names.length) : names.join(" ");
}

/** Returns the units that may leave their squares or be captured there. */
export function loose({ settled, units }: Reach): Unit[] {
  return units.filter(({ square }) => !settled.includes(square));
}

/**
 * Returns marks for a board: tints for the squares that the kings, or one unit, may reach, and frames around the
 * settled units.
 */
export function marks({ settled, units }: Reach, unit?: Unit): Marks {
  const tint = new Map<string, string>();
  const note = new Map<string, string>();
  const sign = new Map<string, string>();
  const say = (name: string, words: string) => note.set(name, [note.get(name), words].filter(Boolean).join("; "));
  const mark = (names: string[], colour: string, signed: string, words: string) => {
    for (const name of names) {
      sign.set(name, (sign.get(name) ?? "") + signed);
      tint.set(name, tint.has(name) ? "var(--both)" : colour);
      say(name, words);
    }
  };
  if (unit) {
    mark(unit.squares, "var(--reach)", SIGNS.unit, viewStrings.mayBeHere(unit.piece));
    mark(unit.promoted, "var(--promoted)", SIGNS.promoted, viewStrings.mayBeHerePromoted);
  } else {
    for (const king of units.filter(isKing)) {
      const [colour, signed] = king.piece === "K" ? ["var(--white-king)", SIGNS.white] : ["var(--black-king)", SIGNS.black];
      mark(king.squares, colour, signed, viewStrings.mayBeHere(king.piece));
    }
  }
  for (const name of settled) say(name, viewStrings.settledUnit);
  return { tint, note, sign, framed: new Set(settled) };
}

/** Describes the same facts in words. */
export function inWords({ settled, units }: Reach): HTMLElement[] {
  const king = ({ piece, squares: reached }: Unit) =>
    element("li", {}, element("span", { class: `swatch ${piece === "K" ? "white" : "black"}`, "aria-hidden": "true" }, piece === "K" ? SIGNS.white : SIGNS.black), " ", viewStrings.kingGets(piece, squares(reached)));
  const gets = (unit: Unit) => {
    if (settled.includes(unit.square)) return viewStrings.settledUnit;
    return squares(unit.squares) + (unit.promoted.length > 0 ? `; ${viewStrings.promoted(squares(unit.promoted))}` : "");
  };
  const row = (unit: Unit) => element("tr", {}, element("th", { scope: "row" }, viewStrings.unitOn(unit.piece, unit.square)), element("td", {}, gets(unit)));
  return [
    element("p", {}, viewStrings.settled(settled)),
    element("ul", { class: "kings" }, units.filter(isKing).map(king)),
    element("details", {}, element("summary", {}, viewStrings.eachUnit), element("table", { class: "units" }, element("tbody", {}, units.map(row)))),
  ];
}
