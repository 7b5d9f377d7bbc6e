// Bidding chess: an ending from a verified certificate, every position of it by dragging pieces, a heat map, and, where values are exact, a game against the
// certificate.

import { Board, allSquares, pieces, placed } from "./board";
import { type Child, element } from "./dom";
import type { Asking } from "./explorer";
import { Fraction } from "./fraction";
import { Promotion } from "./promotion";
import { type Files, type Shown, heading } from "./shown";
import { strings } from "./strings";
import { type Turn, Viewed } from "./view";

/** A certificate of an ending. */
export interface EndingFile {
  file: string;
  material: string;
  board: string;
}

/** An ending whose values are known, or bounds of them with so many binary places. */
type Opened = {
  board: [number, number];
  material: string;
  classes: number;
  position: string;
} & ({ values: number; sharp: boolean } | { bits: number });

interface MoveValue {
  move: string;
  value: string;
  value_beta?: string;
  decimal: string;
  best: boolean;
}

interface Look {
  position: string;
  alpha: string;
  beta: string;
  decimal: string;
  decimal_beta?: string;
  white_wins_above: string;
  black_wins_above: string;
  white_above_decimal: string;
  black_above_decimal: string;
  bid: string;
  bid_decimal: string;
  bid_beta?: string;
  label_white: number | null;
  label_black: number | null;
  white_moves: MoveValue[];
  black_moves: MoveValue[];
}

/** Bounds of a threshold; the lower one in decimals. */
interface Interval {
  low: string;
  high: string;
  decimal: string;
}

interface MoveBounds {
  move: string;
  alpha: Interval;
  beta: Interval;
}

/** What bounds say of a position. */
interface Between {
  position: string;
  alpha: Interval;
  beta: Interval;
  alpha_less_than_beta: boolean;
  white_moves: MoveBounds[];
  black_moves: MoveBounds[];
}

type OfSquare = { square: string } & ({ alpha: string; decimal: string; beta: string | null } | { alpha: Interval; beta: Interval });

/** A game against the certificate. */
interface Play {
  /** Whether the user has White. */
  white: boolean;
  /** White's share of the money. */
  share: Fraction;
  /** What the certificate bids here. */
  bid: Fraction;
  /** Whether the user has won the bid and is to move. */
  moves: boolean;
  over: boolean;
}

/** More digits of an exact value than this are folded away. */
const DIGITS = 60;

/** The squares that a move in the form a9a10q leads from and to. */
function fromTo(move: string): [string, string] {
  const [, from = "", to = ""] = /^([a-z]\d+)([a-z]\d+)/.exec(move) ?? [];
  return [from, to];
}

/** Decimal places in the lists of moves. */
const PLACES = 6;

/** Decimal places of bounds. */
const BOUND_PLACES = 12;

/** Alpha in words, and beta if it is another. */
function both(alpha: string, beta: string | null | undefined): string {
  const other = typeof beta === "string" ? Fraction.read(beta)?.decimal(PLACES) : undefined;
  return other === undefined ? alpha : strings.alphaToBeta(alpha, other);
}

function isExact(look: Look | Between): look is Look {
  return !("alpha_less_than_beta" in look);
}

/** The middle of two bounds, to as many places as the lists of moves have. */
function middle({ low, high }: Interval): string {
  const [from, to] = [Fraction.read(low), Fraction.read(high)];
  if (!from || !to) return low;
  const sum = from.plus(to);
  return new Fraction(sum.over, 2n * sum.under).rounded(PLACES);
}

/** Whether alpha is less than beta whatever they are within these bounds. */
function apart(alpha: Interval, beta: Interval): boolean {
  const [to, from] = [Fraction.read(alpha.high), Fraction.read(beta.low)];
  return to !== undefined && from !== undefined && to.compare(from) < 0;
}

/** Which of these is proved to be the greatest, or the least: its bound is beyond all others'. */
function provedBest(known: Interval[], greatest: boolean): number | undefined {
  const bounds = known.map(({ low, high }) => [Fraction.read(low), Fraction.read(high)] as const);
  const beyond = (one: Fraction | undefined, other: Fraction | undefined) => one && other && one.compare(other) > 0;
  const found = bounds.findIndex(([low, high], at) => bounds.every(([otherLow, otherHigh], other) => other === at || (greatest ? beyond(low, otherHigh) : beyond(otherLow, high))));
  return found < 0 ? undefined : found;
}

export class BiddingView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #endings: EndingFile[];
  readonly #view: Viewed;
  readonly #boardPlace = element("div");
  readonly #said = element("div", { class: "side" });
  readonly #position = element("input", { type: "text", id: "position", autocomplete: "off", spellcheck: "false" });
  readonly #heatOf = element("select", { id: "heat" });
  readonly #game = element("div", { class: "game" });
  readonly #log = element("ol", { class: "log" });
  readonly #promotion = new Promotion();
  #board: Board | undefined;
  #opened: (Opened & { shown: Shown }) | undefined;
  #look: Look | Between | undefined;
  #play: Play | undefined;

  constructor(asking: Asking, files: Files, endings: EndingFile[]) {
    this.#asking = asking;
    this.#endings = endings;
    this.#view = new Viewed({ asking, files, name: "bidding", choice: "ending", choose: (file) => void this.#go(file), chosen: () => this.#opened?.shown.file ?? "" });
    this.#offer();
    this.#heatOf.addEventListener("change", () => void this.#view.trying(() => this.#draw()));
    const form = element("form", { class: "jump" }, element("label", { for: "position" }, strings.position), this.#position, element("button", { type: "submit" }, strings.go));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#view.trying((turn) => {
        this.#play = undefined;
        return this.#show(this.#position.value.trim(), turn);
      });
    });
    const rows = element("div", { class: "buttons" }, element("label", { for: "heat" }, strings.heat), this.#heatOf, element("button", { type: "button", click: () => this.#board?.turn() }, strings.turn));
    this.element = element(
      "section",
      { class: "bidding", "aria-label": strings.bidding },
      element("h2", {}, strings.bidding),
      element("p", { class: "faint" }, strings.biddingLead),
      element("p", {}, element("label", { for: "ending" }, strings.ending), " ", this.#view.choice),
      this.#view.status,
      this.#view.busy.element,
      this.#view.spoken,
      this.#view.wrong,
      element("div", { class: "beside" }, element("div", {}, this.#boardPlace, rows, form, element("p", { class: "faint" }, strings.setUp)), this.#said),
      element("h3", {}, strings.playIt),
      this.#game,
      this.#log,
      this.#promotion.element,
    );
  }

  /** Takes another certificate among those that can be chosen. */
  add(ending: EndingFile): string {
    if (!this.#endings.some(({ file }) => file === ending.file)) this.#endings.push(ending);
    this.#offer();
    return `bidding/${encodeURIComponent(ending.file)}`;
  }

  #offer(): void {
    this.#view.offer(this.#endings.map(({ file, material, board }) => ({ file, title: `${material}, ${board}` })));
  }

  /** Shows what the rest of an address names: a file and a position. */
  async open(rest: string[]): Promise<void> {
    const [file = "", ...position] = rest;
    const known = this.#endings.some((ending) => ending.file === file);
    const wanted = known ? file : (this.#opened?.shown.file ?? this.#endings.find(({ material }) => material === "KRK")?.file ?? this.#endings[0]?.file ?? "");
    const text = position.join("/");
    if (this.#look?.position === text && this.#opened?.shown.file === wanted && text !== "") return;
    await this.#go(wanted, known ? text : "", file !== "" && !known ? strings.noEnding(file) : undefined);
  }

  /** Shows a position of an ending, or else where it begins; fails afterwards with the sentence `wrong`. */
  async #go(file: string, position = "", wrong?: string): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      await this.#load(file, turn);
      const opened = this.#opened;
      if (!turn.current() || !opened) return;
      this.#view.choice.value = file;
      this.#play = undefined;
      try {
        await this.#show(position === "" ? opened.position : position, turn);
      } catch (error) {
        // A link with a wrong position leads to where the ending begins.
        if (position !== "" && !this.#look) await this.#show(opened.position, turn);
        throw error;
      }
      if (wrong !== undefined) throw new Error(wrong);
    });
  }

  /** Verifies an ending, and reads it with those that it rests on. */
  async #load(file: string, turn: Turn): Promise<void> {
    if (this.#opened?.shown.file === file) return;
    const { opened, shown } = await this.#view.read<Opened>("bidding", file);
    if (!turn.current()) return;
    this.#opened = { ...opened, shown };
    this.#look = undefined;
    const [files, ranks] = opened.board;
    this.#board = new Board(strings.board, files, ranks, { targets: (from) => this.#targets(from), move: (from, to) => void this.#view.trying((turn) => this.#moved(from, to, turn)) });
    this.#boardPlace.replaceChildren(this.#board.element);
    this.#heatOf.replaceChildren(element("option", { value: "" }, strings.noHeat), ...[...new Set(opened.material)].map((letter) => element("option", { value: letter }, letter)));
  }

  /** Where a piece may be dragged: to any empty square, or in a game where a move of the user's leads. */
  #targets(from: string): string[] {
    const look = this.#look;
    const opened = this.#opened;
    if (!look || !opened) return [];
    if (this.#play) {
      if (!this.#play.moves) return [];
      const moves = this.#play.white ? look.white_moves : look.black_moves;
      return moves.map(({ move }) => fromTo(move)).filter(([begun]) => begun === from).map(([, to]) => to);
    }
    const there = pieces(look.position);
    if (!there.has(from)) return [];
    const [files, ranks] = opened.board;
    return allSquares(files, ranks).filter((name) => !there.has(name));
  }

  async #moved(from: string, to: string, turn: Turn): Promise<void> {
    const look = this.#look;
    if (!look) return;
    if (this.#play) {
      const moves = this.#play.white ? look.white_moves : look.black_moves;
      const found = moves.filter(({ move }) => fromTo(move).join() === [from, to].join());
      return this.#promotion.choose(found, ({ move }) => move, ({ move }) => void this.#view.trying((turn) => this.#made(move, true, turn)));
    }
    const there = pieces(look.position);
    const piece = there.get(from);
    if (piece === undefined) return;
    there.delete(from);
    there.set(to, piece);
    const [files, ranks] = this.#opened?.board ?? [8, 8];
    await this.#show(placed(there, files, ranks), turn);
  }

  /** Shows a position; what was shown stays if there is no such position. */
  async #show(position: string, turn: Turn): Promise<void> {
    turn.begin();
    let look: Look | Between;
    try {
      look = await this.#asking.ask<Look | Between>({ bidding: { look: { position } } });
    } catch (error) {
      if (turn.current() && this.#look) this.#board?.show(this.#look.position);
      throw error;
    }
    if (!turn.current()) return;
    this.#look = look;
    this.#position.value = look.position;
    this.#view.address(encodeURIComponent(this.#opened?.shown.file ?? ""), look.position);
    this.#said.replaceChildren(...(isExact(look) ? this.#values(look) : this.#bounds(look)));
    this.#view.spoken.textContent = isExact(look) ? strings.spokenValue(look.decimal, look.decimal_beta, look.bid_decimal) : strings.spokenBounds(middle(look.alpha), middle(look.beta));
    await this.#draw();
    this.#gameForm();
  }

  /** Draws the board, with the heat map of the chosen piece. */
  async #draw(last?: string[]): Promise<void> {
    const look = this.#look;
    if (!look || !this.#board) return;
    const letter = this.#heatOf.value;
    const square = [...pieces(look.position)].find(([, piece]) => piece === letter)?.[0];
    const marks = last === undefined ? {} : { last };
    if (square === undefined) return this.#board.show(look.position, marks);
    const values = await this.#asking.ask<OfSquare[]>({ bidding: { squares: { position: look.position, square } } });
    if (look !== this.#look || letter !== this.#heatOf.value) return;
    const known = values.map((one) => ("decimal" in one ? { ...one, said: both(strings.worth(one.alpha, one.decimal), one.beta) } : { square: one.square, decimal: middle(one.alpha), said: both(middle(one.alpha), apart(one.alpha, one.beta) ? one.beta.low : undefined) }));
    const shares = known.map(({ decimal }) => Number(decimal));
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    const tint = new Map<string, string>();
    const note = new Map<string, string>();
    for (const { square: name, decimal, said } of known) {
      const part = most > least ? (Number(decimal) - least) / (most - least) : 0.5;
      tint.set(name, `color-mix(in oklab, #4f93cf ${Math.round(part * 100)}%, #fbf0d3)`);
      note.set(name, said);
    }
    this.#board.show(look.position, { ...marks, tint, note });
    this.#view.status.textContent = strings.heatRange(letter, least, most);
  }

  /** An exact value, folded if it is long, and in decimals. */
  #exact(value: string, decimal: string): Child[] {
    if (value.length <= DIGITS) return [element("code", {}, value), ` ≈ ${decimal}`];
    const [, under = ""] = value.split("/");
    return [`≈ ${decimal} `, element("details", { class: "exact" }, element("summary", {}, strings.exact(under.length)), element("code", {}, value))];
  }

  #values(look: Look): Node[] {
    const opened = this.#opened;
    if (!opened || !("values" in opened)) return [];
    const rows: [string, Child[]][] = [[look.decimal_beta === undefined ? strings.value : strings.alpha, this.#exact(look.alpha, look.decimal)]];
    if (look.decimal_beta !== undefined) rows.push([strings.beta, this.#exact(look.beta, look.decimal_beta)]);
    rows.push(
      [strings.whiteWins, this.#exact(look.white_wins_above, look.white_above_decimal)],
      [strings.blackWins, this.#exact(look.black_wins_above, look.black_above_decimal)],
      [strings.bid, this.#exact(look.bid, look.bid_decimal)],
      ...(look.bid_beta === undefined ? [] : [[strings.bidBeta, this.#exact(look.bid_beta, Fraction.read(look.bid_beta)?.decimal(PLACES) ?? "")] as [string, Child[]]]),
      [strings.labels, [`${look.label_white ?? "–"} / ${look.label_black ?? "–"}`]],
    );
    return [
      heading(opened.shown, strings.endingOf(opened.material, opened.classes, opened.values, opened.sharp)),
      element("dl", {}, rows.flatMap(([term, what]) => [element("dt", {}, term), element("dd", {}, what)])),
      element("div", { class: "two" }, this.#moves(strings.movesBy("white"), look.white_moves), this.#moves(strings.movesBy("black"), look.black_moves)),
    ];
  }

  /** What bounds say: intervals, and whether they prove alpha less than beta. */
  #bounds(look: Between): Node[] {
    const opened = this.#opened;
    if (!opened || !("bits" in opened)) return [];
    const interval = ({ low, high }: Interval): Child[] => [
      `${strings.from(Fraction.read(low)?.decimal(BOUND_PLACES) ?? low, Fraction.read(high)?.decimalAbove(BOUND_PLACES) ?? high)} `,
      element("details", { class: "exact" }, element("summary", {}, strings.bothBounds), element("code", {}, low), ` ${strings.to} `, element("code", {}, high)),
    ];
    const rows: [string, Child[]][] = [
      [strings.alpha, interval(look.alpha)],
      [strings.beta, interval(look.beta)],
      [strings.alphaLess, [look.alpha_less_than_beta ? strings.provedLess : strings.notDecided]],
    ];
    const moves = (of: MoveBounds[], white: boolean): MoveValue[] => {
      const best = provedBest(of.map(({ alpha, beta }) => (white ? alpha : beta)), white);
      return of.map(({ move, alpha, beta }, at) => ({
        move,
        value: alpha.low === alpha.high ? alpha.low : strings.from(alpha.low, alpha.high),
        // Where the intervals have a point in common, nothing says that the two differ.
        ...(apart(alpha, beta) ? { value_beta: middle(beta) } : {}),
        decimal: middle(alpha),
        best: at === best,
      }));
    };
    return [
      heading(opened.shown, strings.boundsOf(opened.material, opened.classes, opened.bits)),
      element("dl", {}, rows.flatMap(([term, what]) => [element("dt", {}, term), element("dd", {}, what)])),
      element("div", { class: "two" }, this.#moves(strings.movesBy("white"), moves(look.white_moves, true)), this.#moves(strings.movesBy("black"), moves(look.black_moves, false))),
    ];
  }

  #moves(caption: string, moves: MoveValue[]): HTMLElement {
    const best = (one: MoveValue) => (one.best ? element("strong", {}, strings.best) : "");
    const row = (one: MoveValue) =>
      element(
        "tr",
        {},
        element("td", {}, element("button", { type: "button", "data-move": one.move, click: () => void this.#view.trying((turn) => this.#follow(one.move, turn)) }, one.move)),
        element("td", { title: one.value.length <= DIGITS ? one.value : undefined }, both(one.decimal.slice(0, PLACES + 2), one.value_beta)),
        element("td", {}, best(one)),
      );
    const head = element("tr", {}, [strings.move, strings.worthAfter, ""].map((word) => element(word === "" ? "td" : "th", word === "" ? {} : { scope: "col" }, word)));
    return element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, moves.map(row)));
  }

  /** A move of the lists: looked at, or in a game made by who has won the bid. */
  async #follow(move: string, turn: Turn): Promise<void> {
    const look = this.#look;
    if (!look) return;
    if (this.#play) {
      const own = this.#play.white ? look.white_moves : look.black_moves;
      if (this.#play.moves && own.some((one) => one.move === move)) await this.#made(move, true, turn);
      return;
    }
    const led = await this.#asking.ask<{ position?: string; won?: string }>({ bidding: { after: { position: look.position, played: move } } });
    if (led.position !== undefined) await this.#show(led.position, turn);
    else this.#view.status.textContent = strings.captures(move, led.won ?? "");
  }

  // A game against the certificate.

  #gameForm(): void {
    if (this.#opened && "bits" in this.#opened) {
      this.#game.replaceChildren(element("p", {}, strings.noGameAgainstBounds));
      return;
    }
    const play = this.#play;
    if (!play) {
      const white = element("input", { type: "radio", name: "side", id: "side-white", checked: true });
      const black = element("input", { type: "radio", name: "side", id: "side-black" });
      const share = element("input", { type: "text", id: "share", value: "1/2", autocomplete: "off", size: "8" });
      const form = element(
        "form",
        { class: "buttons" },
        element("span", {}, white, element("label", { for: "side-white" }, strings.playWhite)),
        element("span", {}, black, element("label", { for: "side-black" }, strings.playBlack)),
        element("label", { for: "share" }, strings.yourShare),
        share,
        element("button", { type: "submit" }, strings.start),
      );
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const own = Fraction.read(share.value);
        const one = new Fraction(1n, 1n);
        if (!own || own.over < 0n || own.compare(one) > 0) {
          this.#view.refuse(strings.noShare(share.value));
          return;
        }
        this.#view.wrong.textContent = "";
        this.#log.replaceChildren();
        this.#play = { white: white.checked, share: white.checked ? own : one.minus(own), bid: new Fraction(0n, 1n), moves: false, over: false };
        this.#heatOf.value = "";
        this.#round();
      });
      this.#game.replaceChildren(form);
      return;
    }
    const own = play.white ? play.share : new Fraction(1n, 1n).minus(play.share);
    const state = element("p", {}, strings.money(play.white, own.toString(), own.decimal()), " ", play.over ? "" : strings.standing(this.#wins(play)));
    const stop = element("button", { type: "button", click: () => this.#stop() }, strings.endGame);
    if (play.over || play.moves) {
      this.#game.replaceChildren(state, element("p", {}, play.over ? "" : strings.yourMove), stop);
      return;
    }
    const bid = element("input", { type: "text", id: "bid", autocomplete: "off", size: "10" });
    const form = element("form", { class: "buttons" }, element("label", { for: "bid" }, strings.yourBid), bid, element("button", { type: "submit" }, strings.makeBid), stop);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const offered = Fraction.read(bid.value);
      const size = offered && (offered.over < 0n ? new Fraction(-offered.over, offered.under) : offered);
      if (!offered || !size || size.compare(offered.over < 0n ? new Fraction(1n, 1n).minus(own) : own) > 0) {
        this.#view.refuse(strings.noBid(bid.value, own.toString()));
        return;
      }
      this.#view.wrong.textContent = "";
      void this.#view.trying((turn) => this.#bids(offered, turn));
    });
    this.#game.replaceChildren(state, form);
    bid.focus();
  }

  /** Whether the certificate has enough to win, whatever the user does. */
  #wins(play: Play): boolean | undefined {
    const look = this.#look;
    if (!look || !isExact(look)) return undefined;
    const [its, above] = play.white ? [new Fraction(1n, 1n).minus(play.share), look.black_wins_above] : [play.share, look.white_wins_above];
    const limit = Fraction.read(above);
    return limit && its.compare(limit) > 0;
  }

  /** The certificate's bid for the position that is shown: what keeps its share worth as much, and no more than it has. */
  #round(): void {
    const play = this.#play;
    const look = this.#look;
    if (!play || !look || !isExact(look)) return;
    const wanted = Fraction.read((play.white ? look.bid_beta : undefined) ?? look.bid) ?? new Fraction(0n, 1n);
    const its = play.white ? new Fraction(1n, 1n).minus(play.share) : play.share;
    play.bid = wanted.compare(its) > 0 ? its : wanted;
    play.moves = false;
    this.#gameForm();
  }

  async #bids(offered: Fraction, turn: Turn): Promise<void> {
    const play = this.#play;
    const look = this.#look;
    if (!play || !look) return;
    // At equal bids the user has the choice, which is no help against the certificate.
    const user = offered.compare(play.bid) >= 0;
    const paid = user ? offered : play.bid;
    const whitePays = user === play.white;
    play.share = whitePays ? play.share.minus(paid) : play.share.plus(paid);
    this.#log.append(element("li", {}, strings.bids(offered.decimal(), play.bid.toString(), play.bid.decimal(), user)));
    if (user) {
      play.moves = true;
      this.#gameForm();
      return;
    }
    // The user is asked for nothing meanwhile, and a second click does nothing.
    this.#game.replaceChildren();
    const played = await this.#asking.ask<string>({ bidding: { best: { position: look.position, white: !play.white } } });
    await this.#made(played, false, turn);
  }

  /** A move of the game has been made by the user or by the certificate. */
  async #made(move: string, user: boolean, turn: Turn): Promise<void> {
    const play = this.#play;
    const look = this.#look;
    if (!play || !look) return;
    play.moves = false;
    const led = await this.#asking.ask<{ position?: string; won?: string }>({ bidding: { after: { position: look.position, played: move } } });
    this.#log.append(element("li", {}, strings.plays(user, move)));
    if (led.position === undefined) {
      play.over = true;
      play.moves = false;
      this.#log.append(element("li", {}, element("strong", {}, strings.gameOver((led.won === "white") === play.white))));
      this.#gameForm();
      return;
    }
    play.moves = false;
    await this.#show(led.position, turn);
    this.#round();
  }

  #stop(): void {
    this.#play = undefined;
    this.#gameForm();
  }
}
