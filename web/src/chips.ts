// Bidding with chips: what a player needs at a position for every number of chips, from a verified certificate; and games, bid by bid, against advice that the
// explorer computes.

import { Board, allSquares, pieces, placed, size } from "./board";
import { Cells } from "./cells";
import { Curve } from "./curve";
import { type Child, element, quoted } from "./dom";
import type { Asking, Opening } from "./explorer";
import { Heat } from "./heat";
import { type Files, type Shown, bytesOf, heading } from "./shown";
import { strings } from "./strings";
import { type Turn, Viewed, sentence } from "./view";

/** A certificate of chip tables. */
export interface ChipsFile {
  file: string;
  /** The game in words. */
  title: string;
}

type Side = "left" | "right";

interface Opened {
  title: string;
  rules: string;
  players: [string, string];
  start: string;
  can_play: boolean;
  certificate: { ties: string; player: Side; chips: [number, number] | null; positions: number; sequences: number; rests_on: string[] } | null;
}

interface Option {
  position: string;
  end: Side | "nobody" | null;
}

type Options = Record<Side, Option[]>;

interface Richman {
  exact: string;
  decimal: string;
}

interface Look {
  position: string;
  representative: string;
  table: { first: number; preperiod?: number; period?: number; slope?: number; thresholds: string[] };
  richman: Richman | null;
  options: Options | null;
}

interface CurveOf {
  first: number;
  shares: (number | null)[];
  written: (string | null)[];
  richman: Richman | null;
}

interface HeatOf {
  first: number;
  sequences: number;
  rows: { position: string; positions: number; richman: Richman | null; shares: (number | null)[] }[];
}

/** What both players hold. */
interface Held {
  left: number;
  total: number;
  mark: Side | null;
}

interface Then {
  moves: string[];
  pass: boolean;
  prefer_move: boolean;
}

interface Bid {
  bid: number;
  quickest: boolean;
  tie: { choice: "use" | "decline" | "won" | "lost" | "theirs" } | null;
}

interface Advice {
  outcome: "win" | "loss" | "neither";
  moves: number | null;
  needs: string | null;
  bids: Bid[];
}

type Round = { winner: Side; then: Held } | { holder: Side; used: Held; declined: Held };

/** A game that is being played. */
interface Play {
  me: Side;
  ties: string;
  position: string;
  /** What both held when bids were last made, and hold now. */
  before: Held;
  held: Held;
  /** What the program bids here, before the user does. */
  bid: Bid;
  /** What the user is asked for. */
  turn: "bid" | { tie: { used: Held; declined: Held } } | "decide" | "told" | "over" | "busy";
  options: Options;
}

const TIES = ["advantage", "make-it-take-it", "ladies-first"];

/** Thresholds in the table of words. */
const WORDS = 200;

function other(side: Side): Side {
  return side === "left" ? "right" : "left";
}

function chipsOf(held: Held, side: Side): number {
  return side === "left" ? held.left : held.total - held.left;
}

export class ChipsView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #files: Files;
  readonly #known: ChipsFile[];
  readonly #view: Viewed;
  readonly #name = element("input", { type: "text", id: "game", autocomplete: "off", spellcheck: "false", placeholder: "hex:3x3" });
  readonly #boardPlace = element("div");
  readonly #position = element("input", { type: "text", id: "position", autocomplete: "off", spellcheck: "false" });
  readonly #side = element("div", { class: "side" });
  readonly #solving = element("div");
  readonly #game = element("div", { class: "game" });
  readonly #log = element("ol", { class: "log" });
  readonly #pictures = element("div");
  readonly #curve = new Curve();
  readonly #written = element("details", {});
  readonly #heat = new Heat("heat", strings.chipsHeat);
  readonly #cells: Cells;
  #chess: Board | undefined;
  #opened: (Opened & { file: string; shown: Shown | undefined }) | undefined;
  /** The position that is looked at, and where the players can go from it. */
  #here: { position: string; options: Options | null } | undefined;
  #play: Play | undefined;
  /** What opens the game. */
  #kept: Opening[] = [];

  constructor(asking: Asking, files: Files, known: ChipsFile[]) {
    this.#asking = asking;
    this.#files = files;
    this.#known = known;
    const chosen = () => (this.#opened?.shown ? this.#opened.file : "");
    this.#view = new Viewed({ asking, files, name: "chips", choice: "certificate", choose: (file) => void this.#go(file), chosen });
    this.#offer();
    this.#cells = new Cells((row, column) => this.#cell(row, column));
    const named = element("form", { class: "jump" }, element("label", { for: "game" }, strings.ownGame), this.#name, element("button", { type: "submit" }, strings.openGame));
    named.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#go(`game:${this.#name.value.trim()}`);
    });
    const input = element("input", { type: "file", id: "game-file", accept: ".json" });
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      input.value = "";
      if (file) void this.#own(file);
    });
    const jump = element("form", { class: "jump" }, element("label", { for: "position" }, strings.gamePosition), this.#position, element("button", { type: "submit" }, strings.go));
    jump.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play = undefined;
      void this.#at(this.#position.value.trim());
    });
    this.#pictures.append(
      element("h3", {}, strings.curve),
      this.#curve.element,
      this.#written,
      element("h3", {}, strings.allPositions),
      this.#heat.element,
    );
    this.element = element(
      "section",
      { class: "chips", "aria-label": strings.chips },
      element("h2", {}, strings.chips),
      element("p", {}, strings.chipsLead),
      element("p", {}, element("label", { for: "certificate" }, strings.certificate), " ", this.#view.choice),
      named,
      element("p", {}, element("label", { for: "game-file" }, strings.gameFile), " ", input),
      this.#view.wrong,
      this.#view.status,
      this.#view.busy.element,
      this.#view.spoken,
      element("div", { class: "beside" }, element("div", {}, this.#boardPlace, jump), this.#side),
      element("h3", {}, strings.playIt),
      this.#game,
      this.#log,
      this.#solving,
      this.#pictures,
    );
  }

  /** Shows what the rest of an address names: a certificate or a game, and a position. */
  async open(rest: string[]): Promise<void> {
    const [file = "", ...position] = rest;
    const first = (this.#known.find(({ title }) => title.startsWith("tic-tac-toe")) ?? this.#known[0])?.file ?? "game:tic-tac-toe";
    await this.#go(file === "" ? (this.#opened?.file ?? first) : file, position.join("/"));
  }

  /** Takes a verified certificate; where it is shown. */
  add(file: ChipsFile): string {
    this.#known.push(file);
    this.#offer();
    return `chips/${encodeURIComponent(file.file)}`;
  }

  #offer(): void {
    const known = this.#known.map(({ file, title }) => ({ file, label: `${title} (${file.replace(/^certs\//, "")})` }));
    this.#view.offer([{ file: "", label: strings.noCertificate }, ...known]);
  }

  /** Opens a certificate, or a game by name. */
  async #go(file: string, position = ""): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      if (this.#opened?.file !== file) {
        const certificate = this.#known.some((one) => one.file === file);
        if (certificate) await this.#load(file, turn);
        else if (file.startsWith("game:")) await this.#openGame(file, { question: { chips: { named: { game: file.slice(5) } } } }, turn);
        else throw new Error(strings.noGame(file));
      }
      if (turn.current() && this.#opened) await this.#begin(position === "" ? this.#opened.start : position, turn);
    });
  }

  /** Opens a game of a file of this machine. */
  async #own(file: File): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      const bytes = new Uint8Array(await file.arrayBuffer());
      await this.#openGame(`file:${file.name}`, { question: { chips: { file: { name: file.name } } }, file: bytes }, turn);
      if (turn.current()) await this.#begin(this.#opened?.start ?? "", turn);
    });
  }

  async #openGame(name: string, open: Opening, turn: Turn): Promise<void> {
    const opened = await this.#asking.ask<Opened>(open.question, open.file);
    if (!turn.current()) return;
    this.#kept = [open];
    this.#asking.keep(this.#kept);
    this.#take(name, opened);
  }

  /** Verifies a certificate, and reads it with those that it rests on. */
  async #load(file: string, turn: Turn): Promise<void> {
    const { opened, shown, openings } = await this.#view.read<Opened>("chips", file);
    if (!turn.current()) return;
    this.#kept = openings;
    this.#take(file, opened, shown);
  }

  #take(file: string, opened: Opened, shown?: Shown): void {
    this.#opened = { ...opened, file, shown };
    this.#here = undefined;
    this.#play = undefined;
    this.#log.replaceChildren();
    this.#view.choice.value = shown ? file : "";
    this.#chess = undefined;
    if (opened.rules === "bidding-chess") {
      const [files, ranks] = size(opened.start);
      this.#chess = new Board(strings.board, files, ranks, { targets: (from) => this.#free(from), move: (from, to) => void this.#moved(from, to) });
    }
    this.#boardPlace.replaceChildren(...(this.#chess ? [this.#chess.element] : this.#isBoard() ? [this.#cells.element, ...this.#edges()] : []));
    this.#solvingForm();
  }

  #isBoard(): boolean {
    return ["tic-tac-toe", "hex", "connect"].includes(this.#opened?.rules ?? "");
  }

  #edges(): Child[] & Node[] {
    return this.#opened?.rules === "hex" ? [element("p", { class: "faint" }, strings.hexEdges)] : [];
  }

  /** A position's name: what a file calls it stands between quotation marks. */
  #named(position: string): string {
    return this.#opened?.rules === "graph" ? quoted(position) : position;
  }

  #player(side: Side): string {
    const name = this.#opened?.players[side === "left" ? 0 : 1] ?? side;
    return this.#opened?.rules === "graph" ? quoted(name) : name;
  }

  /** Shows a position of what has just been opened, and all positions. */
  async #begin(position: string, turn: Turn): Promise<void> {
    try {
      await this.#look(position, turn, true);
    } finally {
      if (turn.current()) {
        this.#pictures.hidden = !this.#opened?.certificate;
        if (this.#opened?.certificate) await this.#showHeat();
      }
    }
  }

  // A position.

  /** Shows a position that the user has chosen. */
  async #at(position: string): Promise<void> {
    await this.#view.trying((turn) => {
      turn.begin();
      return this.#look(position, turn);
    });
  }

  async #look(position: string, turn: Turn, first = false): Promise<void> {
    const start = this.#opened?.start ?? "";
    try {
      await this.#show(position, turn);
    } catch (error) {
      // A link with a wrong position leads to where play begins.
      if (first && position !== start) await this.#show(start, turn);
      throw error;
    } finally {
      if (turn.current()) this.#gameForm();
    }
  }

  async #show(position: string, turn: Turn): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    if (!opened.certificate) {
      const options = await this.#asking.ask<Options>({ chips: { options: { position } } });
      if (!turn.current()) return;
      this.#lay(position, options, [element("p", { class: "state" }, this.#title()), element("p", {}, strings.notSolved), !this.#play && this.#ways(options)]);
      return;
    }
    const look = await this.#asking.ask<Look>({ chips: { look: { position } } });
    const curve = await this.#asking.ask<CurveOf>({ chips: { curve: { position } } });
    if (!turn.current()) return;
    const { certificate } = opened;
    const player = this.#player(certificate.player);
    const range = certificate.chips;
    const { table } = look;
    const terms: [string, Child[]][] = [[strings.whose, [player]], [strings.ties, [strings.tieBreaks[certificate.ties] ?? certificate.ties]], [strings.provedFor, [strings.chipsRange(range)]]];
    if (look.richman) terms.push([strings.richman, [element("code", {}, look.richman.exact), ` ≈ ${look.richman.decimal}`]]);
    if (table.period !== undefined) terms.push([strings.law, [strings.lawOf(table.period, table.slope ?? 0, table.preperiod ?? 0)]]);
    this.#lay(position, look.options, [
      opened.shown ? heading(opened.shown, strings.chipsOf(this.#title(), certificate.positions, certificate.sequences)) : "",
      element("dl", {}, terms.flatMap(([term, what]) => [element("dt", {}, term), element("dd", {}, what)])),
      this.#needs(position, curve, player),
      look.options ? !this.#play && this.#ways(look.options) : element("p", { class: "faint" }, strings.setUp),
    ]);
    this.#curve.show({
      first: curve.first,
      shares: curve.shares,
      limit: curve.richman ? Number(curve.richman.decimal) : undefined,
      x: strings.chipsInAll,
      y: strings.shareNeeded,
      of: strings.richman,
      words: strings.curveWords(player, this.#named(position), curve.first, curve.first + curve.shares.length - 1, curve.richman?.decimal),
    });
    const cells = curve.written.slice(0, WORDS).map((written, at) => element("li", { value: String(curve.first + at) }, written ?? strings.noHolding));
    this.#written.replaceChildren(element("summary", {}, strings.thresholds(cells.length)), element("ol", { class: "thresholds" }, cells));
  }

  #title(): string {
    const title = this.#opened?.title ?? "";
    return this.#opened?.rules === "graph" ? quoted(title) : title;
  }

  #lay(position: string, options: Options | null, said: Child[]): void {
    this.#here = { position, options };
    this.#position.value = position;
    const file = this.#opened?.file ?? "";
    // What a file of this machine has is nowhere to be found by a link.
    if (!file.startsWith("file:")) this.#view.address(encodeURIComponent(file), ...position.split("/").map(encodeURIComponent));
    this.#side.replaceChildren(...said.filter((one): one is Node => one instanceof Node));
    this.#view.spoken.textContent = strings.spokenPosition(this.#named(position), this.#side.querySelector("strong")?.textContent ?? "");
    this.#draw(position);
  }

  #draw(position: string): void {
    this.#chess?.show(position);
    if (!this.#isBoard()) return;
    const choose = this.#play ? this.#mine().map(({ position: to }) => to) : [...(this.#here?.options?.left ?? [])].map(({ position: to }) => to);
    this.#cells.show(position, this.#opened?.rules === "hex", (row, column) => choose.some((to) => this.#stone(position, to, row, column)));
  }

  /** Whether a move to a board puts a stone in a cell. */
  #stone(position: string, to: string, row: number, column: number): boolean {
    return position.split("/")[row]?.[column] === "." && to.split("/")[row]?.[column] !== ".";
  }

  /** How many chips are needed of a number that the user gives: where the curve ends the explorer is asked. */
  #needs(position: string, curve: CurveOf, player: string): HTMLElement {
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
        const { first, written } = curve.written[chips - curve.first] === undefined ? await this.#asking.ask<CurveOf>({ chips: { curve: { position, last: chips } } }) : curve;
        if (input.value === asked) said.textContent = strings.needs(player, written[chips - first] ?? null);
      } catch (error) {
        if (input.value === asked) said.textContent = sentence(error);
      }
    };
    input.addEventListener("input", () => void say());
    void say();
    return element("p", {}, element("label", { for: "of" }, strings.ofChips), " ", input, " ", said);
  }

  /** Where both players can go. */
  #ways(options: Options): HTMLElement {
    const button = ({ position, end }: Option) =>
      element("li", {}, element("button", { type: "button", "data-to": position, click: () => (end === null ? void this.#at(position) : this.#says(strings.endsWith(end))) }, this.#named(position)), end === null ? "" : ` ${strings.ends[end]}`);
    const list = (side: Side) => element("div", {}, element("h4", {}, strings.optionsOf(this.#player(side))), element("ul", { class: "ways" }, options[side].map(button)));
    return element("details", { open: !this.#isBoard() }, element("summary", {}, strings.options), element("div", { class: "two" }, list("left"), list("right")));
  }

  #says(text: string): void {
    this.#view.status.textContent = text;
  }

  /** A cell was chosen: a move of the user's, or the first player's stone when positions are looked at. */
  #cell(row: number, column: number): void {
    const here = this.#here;
    if (!here) return;
    if (this.#play) {
      const option = this.#mine().find(({ position }) => this.#stone(here.position, position, row, column));
      if (option) void this.#view.trying(() => this.#made(option, true));
      return;
    }
    const option = here.options?.left.find(({ position }) => this.#stone(here.position, position, row, column));
    if (option) option.end === null ? void this.#at(option.position) : this.#says(strings.endsWith(option.end));
  }

  #free(from: string): string[] {
    const position = this.#here?.position ?? "";
    const there = pieces(position);
    return there.has(from) ? allSquares(...size(position)).filter((name) => !there.has(name)) : [];
  }

  async #moved(from: string, to: string): Promise<void> {
    const position = this.#here?.position ?? "";
    const there = pieces(position);
    const piece = there.get(from);
    if (piece === undefined) return;
    there.delete(from);
    there.set(to, piece);
    await this.#at(placed(there, ...size(position)));
    if (this.#here) this.#draw(this.#here.position);
  }

  // All positions.

  async #showHeat(): Promise<void> {
    const opened = this.#opened;
    const heat = await this.#asking.ask<HeatOf>({ chips: { heat: {} } });
    if (opened !== this.#opened) return;
    const { rows, first } = heat;
    this.#heat.show({
      rows: rows.map(({ shares }) => shares),
      row: strings.heatRow(rows.length, heat.sequences),
      column: strings.chipsInAll,
      describe: (row, column) => {
        const one = rows[row];
        return one ? strings.heatPlace(this.#named(one.position), one.positions, first + column, one.shares[column] ?? null, one.richman?.decimal) : "";
      },
      choose: (row) => {
        const one = rows[row];
        if (!one) return;
        this.#play = undefined;
        void this.#at(one.position);
        this.#position.scrollIntoView({ block: "center" });
      },
      button: strings.showChosen,
    });
  }

  // Having a game solved.

  #solvingForm(): void {
    const opened = this.#opened;
    if (!opened?.can_play || opened.certificate) return this.#solving.replaceChildren();
    const player = element("select", { id: "solve-player" }, (["left", "right"] as const).map((side) => element("option", { value: side }, this.#player(side))));
    const ties = element("select", { id: "solve-ties" }, TIES.map((one) => element("option", { value: one }, strings.tieBreaks[one] ?? one)));
    const most = element("input", { type: "text", id: "solve-chips", size: "8", value: "", inputmode: "numeric" });
    const form = element(
      "form",
      { class: "buttons" },
      element("label", { for: "solve-player" }, strings.solveFor),
      player,
      element("label", { for: "solve-ties" }, strings.ties),
      ties,
      element("label", { for: "solve-chips" }, strings.solveChips),
      most,
      element("button", { type: "submit" }, strings.ownSolve),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#view.trying(async () => {
        const text = most.value.trim();
        if (!/^\d{0,6}$/.test(text)) throw new Error(strings.noNumber(text));
        const question = { ties: ties.value, player: player.value, chips: text === "" ? null : [0, Number(text)] };
        this.#says("");
        const solve = (signal: AbortSignal) => this.#asking.ask<{ certificate: string }>({ chips: { solve: question } }, undefined, signal);
        const { certificate } = await this.#view.busy.during(strings.solving(this.#title()), solve);
        const name = `${opened.file.replace(/^(game|file):/, "")}, ${this.#player(player.value as Side)}, ${ties.value}`;
        this.#files.keep(name, bytesOf(certificate));
        this.add({ file: name, title: this.#title() });
        await this.#go(name);
      });
    });
    this.#solving.replaceChildren(element("h3", {}, strings.ownSolveTitle), element("p", {}, strings.ownSolveLead), form);
  }

  // A game.

  /** The moves that the user may make now. */
  #mine(): Option[] {
    const play = this.#play;
    return play && (play.turn === "decide" || play.turn === "told") ? play.options[play.me] : [];
  }

  #gameForm(): void {
    const opened = this.#opened;
    if (!opened?.can_play) return this.#game.replaceChildren(element("p", { class: "faint" }, strings.notPlayed));
    const play = this.#play;
    if (play) return this.#table(play);
    const side = element("select", { id: "me" }, (["left", "right"] as const).map((one) => element("option", { value: one }, this.#player(one))));
    const ties = element("select", { id: "ties" }, TIES.map((one) => element("option", { value: one }, strings.tieBreaks[one] ?? one)));
    if (opened.certificate) ties.value = opened.certificate.ties;
    const total = element("input", { type: "text", id: "total", size: "6", value: "16", inputmode: "numeric" });
    const own = element("input", { type: "text", id: "own", size: "6", value: "8", inputmode: "numeric" });
    const mark = element("select", { id: "mark" }, element("option", { value: "me" }, strings.you), element("option", { value: "program" }, strings.program));
    const form = element(
      "form",
      { class: "fields" },
      [
        [strings.youAre, side],
        [strings.ties, ties],
        [strings.chipsInAll, total],
        [strings.yourChips, own],
        [strings.mark, mark],
      ].map(([label, field]) => element("span", {}, element("label", { for: (field as HTMLElement).id }, label as string), " ", field as HTMLElement)),
      element("button", { type: "submit" }, strings.playNow),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#view.trying(async () => {
        const number = (field: HTMLInputElement) => {
          if (!/^\d{1,7}$/.test(field.value.trim())) throw new Error(strings.noNumber(field.value));
          return Number(field.value);
        };
        const [all, mine] = [number(total), number(own)];
        if (mine > all) throw new Error(strings.tooManyChips(mine, all));
        const me = side.value as Side;
        const holder = mark.value === "me" ? me : other(me);
        const held = { left: me === "left" ? mine : all - mine, total: all, mark: ties.value === "ladies-first" ? null : holder };
        this.#says("");
        const begin = { question: { chips: { begin: { ties: ties.value, chips: all } } } };
        await this.#view.busy.during(strings.lookingAhead, (signal) => this.#asking.ask(begin.question, undefined, signal));
        this.#asking.keep([...this.#kept, begin]);
        this.#log.replaceChildren();
        await this.#round({ me, ties: ties.value, position: this.#here?.position ?? opened.start, held });
      });
    });
    this.#game.replaceChildren(element("p", { class: "faint" }, strings.playLead), form);
  }

  /** A new round of bids; the program bids first, unseen. */
  async #round({ me, ties, position, held }: Pick<Play, "me" | "ties" | "position" | "held">): Promise<void> {
    const options = await this.#asking.ask<Options>({ chips: { options: { position } } });
    const advice = await this.#asking.ask<Advice>({ chips: { advise: { position, player: other(me), held } } });
    const bid = advice.bids.find(({ quickest }) => quickest) ?? (advice.bids[0] as Bid);
    this.#play = { me, ties, position, before: held, held, bid, turn: "bid", options };
    await this.#show(position, this.#view.turn());
    this.#table(this.#play, strings.standingOf[advice.outcome]);
  }

  /** What the user is shown and asked. */
  #table(play: Play, standing?: string): void {
    const { me, held, turn } = play;
    const own = chipsOf(held, me);
    const mark = held.mark === null ? "" : strings.has(play.ties, held.mark === me);
    const state = element("p", { class: "state" }, strings.youHave(this.#player(me), own, held.total - own), " ", mark);
    const stop = element("button", { type: "button", click: () => this.#stop() }, strings.endGame);
    const parts: Child[] = [state, standing !== undefined && element("p", { class: "faint" }, standing)];
    if (turn === "bid") {
      const bid = element("input", { type: "text", id: "bid", size: "6", autocomplete: "off", inputmode: "numeric" });
      const advise = element("button", { type: "button", click: () => void this.#view.trying(() => this.#advise(play)) }, strings.adviseMe);
      const form = element("form", { class: "buttons" }, element("label", { for: "bid" }, strings.yourBid), bid, element("button", { type: "submit" }, strings.makeBid), advise, stop);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        void this.#view.trying(async () => {
          const text = bid.value.trim();
          if (!/^\d{1,7}$/.test(text) || Number(text) > own) throw new Error(strings.noChips(text, own));
          await this.#bids(play, Number(text));
        });
      });
      this.#game.replaceChildren(...parts.filter((part): part is Node => part instanceof Node), form);
      bid.focus({ preventScroll: true });
      return;
    }
    const button = (label: string, click: () => Promise<void>) => element("button", { type: "button", click: () => void this.#view.trying(click) }, label);
    if (typeof turn === "object") {
      parts.push(
        element("p", {}, strings.tied),
        element("div", { class: "buttons" }, button(strings.useIt, () => this.#won(play, turn.tie.used, play.me)), button(strings.declineIt, () => this.#won(play, turn.tie.declined, other(play.me))), stop),
      );
    } else if (turn === "over" || turn === "busy") {
      parts.push(stop);
    } else {
      const moves = this.#isBoard() ? [] : this.#mine().map((option) => button(this.#named(option.position), () => this.#made(option, true)));
      parts.push(
        element("p", {}, turn === "told" ? strings.toldToMove : strings.youDecide),
        element("div", { class: "buttons" }, moves, turn === "decide" && button(strings.letItMove, () => this.#passed(play)), button(strings.adviseMove, () => this.#adviseMove(play)), stop),
      );
    }
    this.#game.replaceChildren(...parts.filter((part): part is Node => part instanceof Node));
    this.#draw(play.position);
  }

  #say(text: string): void {
    this.#log.append(element("li", {}, text));
  }

  /** What the user should bid. */
  async #advise(play: Play): Promise<void> {
    const advice = await this.#asking.ask<Advice>({ chips: { advise: { position: play.position, player: play.me, held: play.held } } });
    const good = advice.bids.filter(({ quickest }) => quickest).map(({ bid }) => bid);
    const tie = advice.bids.find(({ quickest }) => quickest)?.tie?.choice;
    this.#says([strings.advice(advice.outcome, advice.moves, good, advice.needs), strings.adviceAtTie(good[0] ?? 0, tie)].filter(Boolean).join(" "));
  }

  /** What the user should do after the bids. */
  async #adviseMove(play: Play): Promise<void> {
    const then = await this.#asking.ask<Then>({ chips: { after: { position: play.position, player: play.me, before: play.before, now: play.held } } });
    const pass = play.turn === "decide" && then.pass && (!then.prefer_move || then.moves.length === 0);
    this.#says(strings.goodMoves(pass, then.moves.map((move) => this.#named(move))));
  }

  /** That the program has something to do: the user is asked for nothing meanwhile, and a second click does nothing. */
  #waits(play: Play): void {
    play.turn = "busy";
    this.#table(play);
  }

  async #bids(play: Play, bid: number): Promise<void> {
    this.#waits(play);
    const bids = play.me === "left" ? [bid, play.bid.bid] : [play.bid.bid, bid];
    const round = await this.#asking.ask<Round>({ chips: { round: { held: play.held, bids } } });
    this.#say(strings.bidsMade(bid, play.bid.bid));
    if ("winner" in round) return this.#won(play, round.then, round.winner);
    if (round.holder === play.me) {
      play.turn = { tie: { used: round.used, declined: round.declined } };
      return this.#table(play);
    }
    const use = play.bid.tie?.choice === "use";
    this.#say(use ? strings.itUses : strings.itDeclines);
    await this.#won(play, use ? round.used : round.declined, use ? round.holder : play.me);
  }

  /** Somebody has won the bid, and decides who moves. */
  async #won(play: Play, held: Held, winner: Side): Promise<void> {
    play.held = held;
    if (winner === play.me) {
      play.turn = "decide";
      return this.#table(play);
    }
    this.#waits(play);
    const then = await this.#then(play);
    const [move] = then.moves;
    if (move !== undefined && (then.prefer_move || !then.pass)) return this.#moves(play, move);
    this.#say(strings.itPasses);
    play.turn = "told";
    this.#table(play);
  }

  #then(play: Play): Promise<Then> {
    return this.#asking.ask<Then>({ chips: { after: { position: play.position, player: other(play.me), before: play.before, now: play.held } } });
  }

  /** The user has the program move. */
  async #passed(play: Play): Promise<void> {
    this.#waits(play);
    this.#say(strings.youPass);
    const then = await this.#then(play);
    await this.#moves(play, then.moves[0] ?? (play.options[other(play.me)][0] as Option).position);
  }

  async #moves(play: Play, move: string): Promise<void> {
    const option = play.options[other(play.me)].find(({ position }) => position === move);
    if (option) await this.#made(option, false);
  }

  /** A move has been made by the user or by the program. */
  async #made(option: Option, user: boolean): Promise<void> {
    const play = this.#play;
    if (!play) return;
    this.#waits(play);
    this.#say(strings.plays(user, this.#named(option.position)));
    if (option.end !== null) {
      play.turn = "over";
      play.position = option.position;
      const won = option.end === "nobody" ? undefined : option.end === play.me;
      this.#log.append(element("li", {}, element("strong", {}, strings.chipsOver(won))));
      this.#lay(option.position, null, []);
      return this.#table(play);
    }
    await this.#round({ me: play.me, ties: play.ties, position: option.position, held: play.held });
  }

  #stop(): void {
    const over = this.#play?.turn === "over";
    this.#play = undefined;
    void this.#at(over ? (this.#opened?.start ?? "") : (this.#here?.position ?? ""));
  }
}
