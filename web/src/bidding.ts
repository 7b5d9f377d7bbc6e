// The view of bidding chess. It shows an ending from a verified certificate. The user sets up any position by dragging
// pieces, looks at heat maps, and, if the values are exact, plays against the certificate.

import { type BiddingEvent, type BiddingState, type Look, type MoveValue, movesOf } from "./bidding-game";
import { biddingGame } from "./bidding-play";
import { type Between, type OfSquare, type Opened, bounds, isExact, middle, moveLists, tints, values, verdict } from "./bidding-said";
import { Board, allSquares, pieces, placed, size } from "./board";
import { element } from "./dom";
import type { Asking } from "./explorer";
import { Match } from "./match";
import { Promotion } from "./promotion";
import type { Files, Shown } from "./shown";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import { Frame, type Turn, lineForm } from "./view";

/** A certificate of an ending. */
export interface EndingFile {
  file: string;
  material: string;
  board: string;
}

/** Splits a move such as a9a10q into its two squares. */
function fromTo(move: string): [string, string] {
  const [, from = "", to = ""] = /^([a-z]\d+)([a-z]\d+)/.exec(move) ?? [];
  return [from, to];
}

/**
 * The marks on the board during a game: the last move, whether it ended the game, and the move that the user chose with
 * the bid.
 */
interface Moves {
  last?: string | undefined;
  ended?: boolean;
  /** Whether the values of moves are hidden. */
  hides?: boolean;
  intended?: string | undefined;
}

/** Returns the position after the move that ends a game. The explorer returns no position after such a move. */
function captured(position: string, move: string): string {
  const there = pieces(position);
  const [from, to] = fromTo(move);
  const piece = there.get(from);
  if (piece === undefined) return position;
  there.delete(from);
  there.set(to, piece);
  return placed(there, ...size(position));
}

export class BiddingView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #endings: EndingFile[];
  readonly #view: Frame;
  readonly #boardPlace = element("div");
  readonly #said = element("div", { class: "side" });
  readonly #position = element("input", { type: "text", id: "position", autocomplete: "off", spellcheck: "false" });
  readonly #heatOf = element("select", { id: "heat" });
  readonly #play: Match<BiddingState, BiddingEvent>;
  /** A sentence: with how much money each player wins. */
  readonly #state = element("p", { class: "state" });
  /** The legend of the heat map; empty while no heat map is shown. */
  readonly #heatSaid = element("p", { class: "heat-said", role: "status", "aria-live": "polite" });
  readonly #promotion = new Promotion();
  #board: Board | undefined;
  #opened: (Opened & { shown: Shown }) | undefined;
  #look: Look | Between | undefined;
  #moves: Moves = {};

  constructor(asking: Asking, files: Files, endings: EndingFile[]) {
    this.#asking = asking;
    this.#endings = endings;
    this.#view = new Frame({ asking, files, name: "bidding", choice: "ending", choose: (file) => void this.#go(file), chosen: () => this.#opened?.shown.file ?? "" });
    const game = biddingGame({
      position: () => this.#look?.position ?? "",
      show: (state, helps) => this.#showGame(state, helps),
      send: (event) => this.#play.send(event),
      left: () => this.#look && this.#lay(this.#look),
    });
    this.#play = new Match(asking, this.#view, game);
    this.#offer();
    this.#heatOf.addEventListener("change", () => void this.#view.trying(() => this.#heat()));
    const form = lineForm(viewStrings.position, this.#position, viewStrings.go, (position) => void this.#view.trying((turn) => this.#show(position, turn)));
    const tools = element("div", { class: "buttons" }, element("label", { for: "heat" }, viewStrings.heat), this.#heatOf, element("button", { type: "button", click: () => this.#board?.turn() }, viewStrings.turn));
    const ending = element("p", { class: "choose" }, element("label", { for: "ending" }, viewStrings.ending), " ", this.#view.choice);
    this.element = this.#view.page(strings.bidding, {
      answer: this.#state,
      board: this.#boardPlace,
      game: [this.#play.element, this.#said],
      below: [tools, this.#heatSaid, element("h3", {}, strings.table.anotherEnding), ending, form, element("p", { class: "faint" }, viewStrings.setUp)],
      rest: [element("p", { class: "faint" }, viewStrings.biddingLead), this.#promotion.element],
    });
  }

  /** Adds a certificate to the choice, and returns its address. */
  add(ending: EndingFile): string {
    if (!this.#endings.some(({ file }) => file === ending.file)) this.#endings.push(ending);
    this.#offer();
    return `bidding/${encodeURIComponent(ending.file)}`;
  }

  #offer(): void {
    this.#view.offer(this.#endings.map(({ file, material, board }) => ({ file, title: strings.table.ending(material) + strings.table.boardOf(board) })));
  }

  /** Opens an address: a file and a position. */
  async open(rest: string[]): Promise<void> {
    const [file = "", ...position] = rest;
    // A user who comes back to the view finds the game as it was.
    if (file === "" && this.#play.state) return;
    const known = this.#endings.some((ending) => ending.file === file);
    const wanted = known ? file : (this.#opened?.shown.file ?? this.#endings.find(({ material }) => material === "KRK")?.file ?? this.#endings[0]?.file ?? "");
    const text = position.join("/");
    if (this.#look?.position === text && this.#opened?.shown.file === wanted && text !== "") return;
    await this.#go(wanted, known ? text : "", file !== "" && !known ? viewStrings.noEnding(file) : undefined);
  }

  /**
   * Shows a position of an ending, or the ending's first position if `position` is empty. Fails with the sentence
   * `wrong` afterwards, if there is one.
   */
  async #go(file: string, position = "", wrong?: string): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      await this.#load(file, turn);
      const opened = this.#opened;
      if (!turn.current() || !opened) return;
      this.#view.choice.value = file;
      try {
        await this.#show(position === "" ? opened.position : position, turn);
      } catch (error) {
        // A link with a wrong position leads to the ending's first position.
        if (position !== "" && !this.#look) await this.#show(opened.position, turn);
        throw error;
      }
      if (wrong !== undefined) throw new Error(wrong);
    });
  }

  /** Verifies an ending, and has the explorer read it after the endings that it cites. */
  async #load(file: string, turn: Turn): Promise<void> {
    if (this.#opened?.shown.file === file) return;
    const { opened, shown } = await this.#view.read<Opened>("bidding", file);
    if (!turn.current()) return;
    this.#opened = { ...opened, shown };
    this.#look = undefined;
    const [files, ranks] = opened.board;
    this.#board = new Board(strings.board, files, ranks, { targets: (from) => this.#targets(from), move: (from, to) => void this.#view.trying((turn) => this.#moved(from, to, turn)) });
    this.#boardPlace.replaceChildren(this.#board.element);
    this.#heatOf.replaceChildren(element("option", { value: "" }, viewStrings.noHeat), ...[...new Set(opened.material)].map((letter) => element("option", { value: letter }, letter)));
  }

  /**
   * Returns the squares to which a piece may be dragged: any empty square, or during a game the targets of the user's
   * moves.
   */
  #targets(from: string): string[] {
    const look = this.#look;
    const opened = this.#opened;
    if (!look || !opened) return [];
    if (this.#play.state) {
      return this.#mine().map(({ move }) => fromTo(move)).filter(([begun]) => begun === from).map(([, to]) => to);
    }
    const there = pieces(look.position);
    if (!there.has(from)) return [];
    const [files, ranks] = opened.board;
    return allSquares(files, ranks).filter((name) => !there.has(name));
  }

  /** Returns the moves that the user may play, or choose with the bid. */
  #mine(): MoveValue[] {
    const { state } = this.#play;
    return state?.phase === "move" || state?.phase === "bid" ? movesOf(state, true) : [];
  }

  async #moved(from: string, to: string, turn: Turn): Promise<void> {
    const look = this.#look;
    if (!look) return;
    if (this.#play.state) {
      const found = this.#mine().filter(({ move }) => fromTo(move).join() === [from, to].join());
      return this.#promotion.choose(found, ({ move }) => move, ({ move }) => this.#play.send({ kind: "move", move }));
    }
    const there = pieces(look.position);
    const piece = there.get(from);
    if (piece === undefined) return;
    there.delete(from);
    there.set(to, piece);
    const [files, ranks] = this.#opened?.board ?? [8, 8];
    await this.#show(placed(there, files, ranks), turn);
  }

  /** Shows a position. If the position is invalid, the view stays as it was. */
  async #show(position: string, turn: Turn): Promise<void> {
    turn.begin();
    let look: Look | Between;
    try {
      look = await this.#asking.ask<Look | Between>({ bidding: { look: { position } } });
    } catch (error) {
      if (turn.current()) await this.#heat();
      throw error;
    }
    if (!turn.current()) return;
    this.#lay(look);
    this.#play.end(this.#opened && "bits" in this.#opened ? viewStrings.noGameAgainstBounds : undefined);
  }

  /** Shows the state of a game. */
  #showGame({ look, rounds, intended, phase }: BiddingState, helps: boolean): void {
    if (!look) return;
    const hides = !helps && phase !== "over";
    const last = rounds.findLast(({ move }) => move !== undefined)?.move;
    this.#lay(look, { last, ended: phase === "over", intended: phase === "bid" ? intended : undefined, hides });
  }

  /** Shows a position with everything known about it, and the marks of a game. */
  #lay(look: Look | Between, moves: Moves = {}): void {
    const opened = this.#opened;
    if (!opened || !this.#board) return;
    const another = look !== this.#look || (moves.hides ?? false) !== (this.#moves.hides ?? false);
    this.#moves = moves;
    if (another) {
      this.#look = look;
      this.#position.value = look.position;
      this.#state.textContent = verdict(look);
      this.#view.address(encodeURIComponent(opened.shown.file), look.position);
      const follow = (move: string) => void this.#view.trying((turn) => this.#follow(move, turn));
      const said = moves.hides && isExact(look) ? moveLists(look, opened, opened.shown, follow) : isExact(look) ? values(look, opened, opened.shown, follow) : bounds(look, opened, opened.shown, follow);
      this.#said.replaceChildren(...said);
      this.#view.spoken.textContent = isExact(look) ? viewStrings.spokenValue(look.decimal, look.decimal_beta, look.bid_decimal) : viewStrings.spokenBounds(middle(look.alpha), middle(look.beta));
    }
    void this.#view.trying(() => this.#heat());
  }

  /** Returns the squares of the last move, and the framed squares of the chosen move. */
  #marks(): { last?: string[]; framed?: Set<string> } {
    const { last, intended } = this.#moves;
    return { ...(last !== undefined && { last: fromTo(last) }), ...(intended !== undefined && { framed: new Set(fromTo(intended)) }) };
  }

  /** Draws the board, and adds the heat map of the chosen piece when the explorer has answered. */
  async #heat(): Promise<void> {
    const [look, letter] = [this.#look, this.#heatOf.value];
    if (!look || !this.#board) return;
    const square = [...pieces(look.position)].find(([, piece]) => piece === letter)?.[0];
    this.#heatSaid.textContent = letter !== "" && square === undefined ? viewStrings.heatGone(letter) : "";
    const { last, ended } = this.#moves;
    this.#board.show(ended && last !== undefined ? captured(look.position, last) : look.position, this.#marks());
    if (square === undefined || ended) return;
    const of = await this.#asking.ask<OfSquare[]>({ bidding: { squares: { position: look.position, square } } });
    if (look !== this.#look || letter !== this.#heatOf.value) return;
    const { tint, note, least, most } = tints(of);
    this.#board.show(look.position, { ...this.#marks(), tint, note });
    this.#heatSaid.textContent = viewStrings.heatRange(letter, least, most);
  }

  /** Follows a move of the lists: shows the position after it, or plays it in a game. */
  async #follow(move: string, turn: Turn): Promise<void> {
    const look = this.#look;
    if (!look) return;
    if (this.#play.state) return this.#play.send({ kind: "move", move });
    turn.begin();
    const led = await this.#asking.ask<{ position?: string; won?: string }>({ bidding: { after: { position: look.position, played: move } } });
    if (!turn.current()) return;
    if (led.position !== undefined) await this.#show(led.position, turn);
    else this.#view.status.textContent = viewStrings.captures(move, led.won ?? "");
  }
}
