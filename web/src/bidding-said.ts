// Describes a position of bidding chess: values or bounds, the moves of both sides, and the heat map.

import type { Look, MoveValue } from "./bidding-game";
import { written } from "./bidding-play";
import { type Child, element } from "./dom";
import { Fraction } from "./fraction";
import { type Shown, evidence } from "./shown";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** An opened ending, with exact values or with bounds. `bits` is the precision of the bounds in binary places. */
export type Opened = {
  board: [number, number];
  material: string;
  classes: number;
  position: string;
} & ({ values: number; sharp: boolean } | { bits: number });

/** Bounds of a threshold. `decimal` is the lower bound in decimals. */
export interface Interval {
  low: string;
  high: string;
  decimal: string;
}

interface MoveBounds {
  move: string;
  alpha: Interval;
  beta: Interval;
}

/** The explorer's answer for a position whose value is known only by bounds. */
export interface Between {
  position: string;
  alpha: Interval;
  beta: Interval;
  alpha_less_than_beta: boolean;
  white_moves: MoveBounds[];
  black_moves: MoveBounds[];
}

export type OfSquare = { square: string } & ({ alpha: string; decimal: string; beta: string | null } | { alpha: Interval; beta: Interval });

/** Longer exact values are folded away. */
const DIGITS = 60;

/** Decimal places in the lists of moves. */
const PLACES = 6;

/** Decimal places of bounds. */
const BOUND_PLACES = 12;

/** Formats alpha, and beta if it differs. */
export function both(alpha: string, beta: string | null | undefined): string {
  const other = typeof beta === "string" ? Fraction.read(beta)?.decimal(PLACES) : undefined;
  return other === undefined ? alpha : viewStrings.alphaToBeta(alpha, other);
}

export function isExact(look: Look | Between): look is Look {
  return !("alpha_less_than_beta" in look);
}

/** Returns the midpoint of two bounds, with `PLACES` decimal places. */
export function middle({ low, high }: Interval): string {
  const [from, to] = [Fraction.read(low), Fraction.read(high)];
  if (!from || !to) return low;
  const sum = from.plus(to);
  return new Fraction(sum.over, 2n * sum.under).rounded(PLACES);
}

/** Whether the bounds prove alpha < beta. */
export function apart(alpha: Interval, beta: Interval): boolean {
  const [to, from] = [Fraction.read(alpha.high), Fraction.read(beta.low)];
  return to !== undefined && from !== undefined && to.compare(from) < 0;
}

/**
 * Returns the index of the threshold that is proved to be the greatest (or least) one, if its bounds are disjoint from
 * all others.
 */
function provedBest(known: Interval[], greatest: boolean): number | undefined {
  const bounds = known.map(({ low, high }) => [Fraction.read(low), Fraction.read(high)] as const);
  const beyond = (one: Fraction | undefined, other: Fraction | undefined) => one && other && one.compare(other) > 0;
  const found = bounds.findIndex(([low, high], at) => bounds.every(([otherLow, otherHigh], other) => other === at || (greatest ? beyond(low, otherHigh) : beyond(otherLow, high))));
  return found < 0 ? undefined : found;
}

/** Formats an exact value, folded if it is long, with its decimal approximation. */
function exact(value: string, decimal: string): Child[] {
  if (value.length <= DIGITS) return [element("code", {}, value), ` ≈ ${decimal}`];
  const [, under = ""] = value.split("/");
  return [`≈ ${decimal} `, element("details", { class: "exact" }, element("summary", {}, viewStrings.exact(under.length)), element("code", {}, value))];
}

/** Returns a faint line that explains a term. */
function means(text: string): HTMLElement {
  return element("p", { class: "faint" }, text);
}

/** Lists terms with their values. */
function terms(rows: [string, Child[]][]): HTMLElement {
  return element("dl", {}, rows.flatMap(([term, what]) => [element("dt", {}, term), element("dd", {}, what)]));
}

/**
 * Returns a sentence: the share of the money with which each player wins by force. Bounds are rounded upwards, so that
 * the sentence stays proved.
 */
export function verdict(look: Look | Between): string {
  const short = (text: string, rounded?: (share: Fraction) => string) => {
    const share = Fraction.read(text);
    if (!share) return text;
    return share.under === 1n ? share.over.toString() : rounded ? rounded(share) : written(share);
  };
  if (isExact(look)) {
    const { bid, bid_beta } = look;
    const best = bid_beta === undefined || bid_beta === bid ? short(bid) : strings.table.bidOfEach(short(bid), short(bid_beta));
    return strings.table.moneyVerdict(short(look.white_wins_above), short(look.black_wins_above), best);
  }
  const above = (share: Fraction) => share.decimalAbove(PLACES);
  const alpha = Fraction.read(look.alpha.low);
  const white = alpha ? new Fraction(1n, 1n).minus(alpha).toString() : "";
  return strings.table.moneyVerdict(short(white, above), short(look.beta.high, above), "");
}

function endingOf({ material, classes, values, sharp }: Extract<Opened, { values: number }>): string {
  return viewStrings.endingOf(material, classes, values, sharp);
}

/** Describes a position with an exact value. `follow` plays a move of the lists. */
export function values(look: Look, opened: Opened, shown: Shown, follow: (move: string) => void): Node[] {
  if (!("values" in opened)) return [];
  const rows: [string, Child[]][] = [[look.decimal_beta === undefined ? viewStrings.value : viewStrings.alpha, [...exact(look.alpha, look.decimal), means(viewStrings.valueIs)]]];
  if (look.decimal_beta !== undefined) rows.push([viewStrings.beta, exact(look.beta, look.decimal_beta)]);
  rows.push(
    [viewStrings.whiteWins, exact(look.white_wins_above, look.white_above_decimal)],
    [viewStrings.blackWins, exact(look.black_wins_above, look.black_above_decimal)],
    [viewStrings.bid, exact(look.bid, look.bid_decimal)],
    ...(look.bid_beta === undefined ? [] : [[viewStrings.bidBeta, exact(look.bid_beta, Fraction.read(look.bid_beta)?.decimal(PLACES) ?? "")] as [string, Child[]]]),
    [viewStrings.labels, [`${look.label_white ?? "–"} / ${look.label_black ?? "–"}`, means(viewStrings.labelsAre)]],
  );
  return [
    evidence(shown, endingOf(opened), terms(rows)),
    element("p", { class: "faint" }, viewStrings.worthIs),
    element("div", { class: "two" }, movesTable(viewStrings.movesBy("white"), look.white_moves, follow), movesTable(viewStrings.movesBy("black"), look.black_moves, follow)),
  ];
}

/** Lists the moves of both sides in alphabetical order and without their values, for a game without help. */
export function moveLists(look: Look, opened: Opened, shown: Shown, follow: (move: string) => void): Node[] {
  if (!("values" in opened)) return [];
  const list = (side: string, moves: MoveValue[]) => {
    const rows = moves.map(({ move }) => move).sort().map((move) => element("tr", {}, element("td", {}, moveButton(move, follow))));
    return element("table", {}, element("caption", {}, viewStrings.movesBy(side)), element("tbody", {}, rows));
  };
  return [evidence(shown, endingOf(opened)), element("p", { class: "faint" }, strings.table.worthHidden), element("div", { class: "two" }, list("white", look.white_moves), list("black", look.black_moves))];
}

/** Describes a position by bounds: the intervals, and whether they prove alpha < beta. */
export function bounds(look: Between, opened: Opened, shown: Shown, follow: (move: string) => void): Node[] {
  if (!("bits" in opened)) return [];
  const interval = ({ low, high }: Interval): Child[] => [
    `${viewStrings.from(Fraction.read(low)?.decimal(BOUND_PLACES) ?? low, Fraction.read(high)?.decimalAbove(BOUND_PLACES) ?? high)} `,
    element("details", { class: "exact" }, element("summary", {}, viewStrings.bothBounds), element("code", {}, low), ` ${viewStrings.to} `, element("code", {}, high)),
  ];
  const rows: [string, Child[]][] = [
    [viewStrings.alpha, interval(look.alpha)],
    [viewStrings.beta, interval(look.beta)],
    [viewStrings.alphaLess, [look.alpha_less_than_beta ? viewStrings.provedLess : viewStrings.notDecided]],
  ];
  const moves = (of: MoveBounds[], white: boolean): MoveValue[] => {
    const best = provedBest(of.map(({ alpha, beta }) => (white ? alpha : beta)), white);
    return of.map(({ move, alpha, beta }, at) => ({
      move,
      value: alpha.low === alpha.high ? alpha.low : viewStrings.from(alpha.low, alpha.high),
      // If the intervals overlap, alpha and beta may be equal, so only one value is shown.
      ...(apart(alpha, beta) ? { value_beta: middle(beta) } : {}),
      decimal: middle(alpha),
      best: at === best,
    }));
  };
  return [
    evidence(shown, viewStrings.boundsOf(opened.material, opened.classes, opened.bits), terms(rows)),
    element("div", { class: "two" }, movesTable(viewStrings.movesBy("white"), moves(look.white_moves, true), follow), movesTable(viewStrings.movesBy("black"), moves(look.black_moves, false), follow)),
  ];
}

function moveButton(move: string, follow: (move: string) => void): HTMLElement {
  return element("button", { type: "button", "data-move": move, click: () => follow(move) }, move);
}

function movesTable(caption: string, moves: MoveValue[], follow: (move: string) => void): HTMLElement {
  const best = (one: MoveValue) => (one.best ? element("strong", {}, viewStrings.best) : "");
  const row = (one: MoveValue) =>
    element(
      "tr",
      {},
      element("td", {}, moveButton(one.move, follow)),
      element("td", { title: one.value.length <= DIGITS ? one.value : undefined }, both(one.decimal.slice(0, PLACES + 2), one.value_beta)),
      element("td", {}, best(one)),
    );
  const head = element("tr", {}, [viewStrings.move, viewStrings.worthAfter, ""].map((word) => element(word === "" ? "td" : "th", word === "" ? {} : { scope: "col" }, word)));
  return element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, moves.map(row)));
}

/** Colours and texts of a heat map: the value of the position with the piece on each square. */
interface Tints {
  tint: Map<string, string>;
  note: Map<string, string>;
  least: number;
  most: number;
}

export function tints(values: OfSquare[]): Tints {
  const known = values.map((one) =>
    "decimal" in one
      ? { square: one.square, decimal: one.decimal, said: both(viewStrings.worth(one.alpha, one.decimal), one.beta) }
      : { square: one.square, decimal: middle(one.alpha), said: both(middle(one.alpha), apart(one.alpha, one.beta) ? one.beta.low : undefined) },
  );
  const shares = known.map(({ decimal }) => Number(decimal));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const colour = (share: number) => `color-mix(in oklab, #4f93cf ${Math.round((most > least ? (share - least) / (most - least) : 0.5) * 100)}%, #fbf0d3)`;
  return {
    tint: new Map(known.map(({ square, decimal }) => [square, colour(Number(decimal))])),
    note: new Map(known.map(({ square, said }) => [square, said])),
    least,
    most,
  };
}
