// Losing chess: all proofs at hand as one tree from the first move, and the proof that a line of play has led into, which is fetched and verified when it is entered.

import { Board } from "./board";
import { Busy } from "./busy";
import { type Child, element, spoken } from "./dom";
import type { Answering, Asking } from "./explorer";
import { Promotion } from "./promotion";
import { type Elsewhere, type Files, type Shown, heading, shown } from "./shown";
import { strings } from "./strings";
import type { Verified } from "./verdict";

/** A proof that can be walked through. */
export interface Known {
  /** Its name, which no other one has. */
  file: string;
  rules: string;
  winner: string;
  root: string;
  clock: number;
  positions: number;
  longest: number;
  reversible: number;
}

/** What a verified certificate says of itself, if it is a proof of losing chess. */
export function known(file: string, verified: Pick<Verified, "kind" | "game" | "claim" | "evidence">): Known | undefined {
  if (verified.kind.name !== "losing") return undefined;
  const { root, winner, clock, longest, reversible } = verified.claim as unknown as Known;
  return { file, rules: String(verified.game.parameters["stalemate"]), winner, root, clock, longest, reversible, positions: verified.evidence["positions"] as number };
}

/** A move before a proof is entered, and what is proved behind it. */
interface Turn {
  move: string;
  san: string;
  winner: string | null;
  file?: string;
  claim?: { positions: number; longest: number };
  replies?: [number, number];
}

interface Spot {
  fen: string;
  moves: string[];
  line: string[];
  to_move: string;
  winner: string | null;
  proof: string | null;
  turns: Turn[];
}

interface Reply {
  move: string;
  san: string;
  number: number;
  longest: number;
}

interface Place {
  fen: string;
  moves: string[];
  line: string[];
  to_move: string;
  winner: string;
  end: string | null;
  number: number;
  longest: number;
  main_line: string[];
  replies: Reply[];
}

/** Where one is. */
interface Here {
  fen: string;
  /** The moves from the beginning, or from the root of a proof that stands apart, in coordinates and in algebraic notation. */
  moves: string[];
  line: string[];
  /** How many of them lead to the root of the proof that has been entered. */
  before: number;
  place?: Place;
  /** What can be played. */
  next: { move: string; san: string }[];
}

/** A proof that has been verified and read, and who answers questions about it. */
interface Read {
  shown: Shown;
  reader: Answering;
}

/** Bytes for a position while a proof is verified, and again while it is read: measured, and rounded up. */
const BYTES = 80;

/** More bytes than this are not taken. */
const MOST = 1_500_000_000;

/** Positions are counted when a place has been shown for so long, in milliseconds. */
const PAUSE = 150;

/** The most moves in a PGN file. */
const PGN = 10_000;

export class LosingView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  /** Who has the proof that is read. */
  #reader: Answering;
  readonly #page: Files;
  readonly #known = new Map<string, Known>();
  readonly #board: Board;
  readonly #side = element("div", { class: "side" });
  readonly #status = element("p", { role: "status", "aria-live": "polite" });
  readonly #wrong = element("p", { role: "alert", class: "wrong" });
  readonly #spoken = spoken();
  readonly #busy = new Busy();
  readonly #promotion = new Promotion();
  /** The proof that is read, with its verdict. */
  #read: { shown: Shown; sizes: Map<number, number> } | undefined;
  /** The proof that is being read. */
  #loading: { file: string; done: Promise<Read> } | undefined;
  /** The proof that stands apart from the tree, if one is shown. */
  #apart: string | undefined;
  #here: Here | undefined;
  /** Moves that were taken back. */
  #forth: string[] = [];
  /** Counts what has been asked for: what comes late is not shown. */
  #turn = 0;
  /** Whether proofs have come that the explorer does not know. */
  #changed = true;

  constructor(asking: Asking, page: Files, proofs: Known[]) {
    this.#asking = asking;
    this.#reader = asking;
    asking.lost = () => {
      if (this.#reader === asking) this.#read = undefined;
    };
    this.#page = page;
    for (const proof of proofs) this.#known.set(proof.file, proof);
    this.#board = new Board(strings.board, 8, 8, {
      targets: (from) => this.#next().filter(({ move }) => move.startsWith(from)).map(({ move }) => move.slice(2, 4)),
      move: (from, to) => this.#moved(from, to),
    });
    this.element = element(
      "section",
      { class: "losing", "aria-label": strings.losing },
      element("h2", {}, strings.losing),
      element("p", { class: "faint" }, strings.losingLead),
      this.#status,
      this.#busy.element,
      this.#spoken,
      this.#wrong,
      element("div", { class: "beside" }, element("div", {}, this.#board.element, this.#buttons(), this.#jump()), this.#side),
      this.#promotion.element,
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Takes a verified proof into the tree and goes to its root. */
  async enter(proof: Known): Promise<string> {
    this.#known.set(proof.file, proof);
    this.#changed = true;
    await this.#take();
    return `losing/${encodeURIComponent(proof.file)}`;
  }

  /** Shows what the rest of an address names: moves, or a file and moves. */
  async open(rest: string[]): Promise<void> {
    const [first = "", second = ""] = rest;
    const moves = (text: string) => text.split(".").filter(Boolean);
    if (this.#known.has(first)) {
      await this.#go(moves(second), first);
    } else {
      await this.#go(moves(first));
    }
  }

  #next(): { move: string; san: string }[] {
    return this.#here?.next ?? [];
  }

  async #take(): Promise<void> {
    if (!this.#changed) return;
    this.#changed = false;
    const top = { question: { losing: { top: { proofs: [...this.#known.values()] } } } };
    await this.#asking.ask(top.question);
    this.#asking.keep([top]);
  }

  /** Goes where moves lead, from the beginning or from the root of a file. */
  async #go(moves: string[], file?: string): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.#wrong.textContent = "";
    try {
      await this.#take();
      let before: string[] = [];
      let spot: Spot | undefined;
      let proof = file;
      if (file === undefined) {
        spot = await this.#asking.ask<Spot>({ losing: { spot: { moves } } });
        before = spot.line;
        proof = spot.proof ?? undefined;
      }
      if (proof === undefined && spot) {
        this.#leave();
        if (turn === this.#turn) this.#show({ fen: spot.fen, moves: spot.moves, line: spot.line, before: spot.moves.length, next: spot.turns }, spot);
        return;
      }
      if (proof === undefined || !(await this.#load(proof, turn)) || turn !== this.#turn) return;
      const rest = moves.slice(spot?.moves.length ?? 0);
      const place = await this.#reader.ask<Place>({ losing: { place: { before, moves: rest } } });
      if (turn !== this.#turn) return;
      this.#apart = file;
      const all = [...(spot?.moves ?? []), ...place.moves];
      this.#show({ fen: place.fen, moves: all, line: place.line, before: before.length, place, next: place.replies }, spot);
      await this.#count(place, turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#wrong.textContent = error instanceof Error ? error.message : String(error);
      // A link with a wrong move leads to the beginning.
      if (!this.#here) await this.#beginning();
    }
  }

  async #beginning(): Promise<void> {
    await this.#take();
    const spot = await this.#asking.ask<Spot>({ losing: { spot: { moves: [] } } });
    this.#show({ fen: spot.fen, moves: [], line: [], before: 0, next: spot.turns }, spot);
  }

  /** Verifies and reads a proof, if it is not the one that is read; the last one is freed. */
  async #load(file: string, turn: number): Promise<boolean> {
    if (this.#read?.shown.file === file) return true;
    // Who moves on within a proof that is still being read waits for it.
    if (this.#loading?.file !== file) {
      const elsewhere = this.#page.elsewhere(file);
      const bytes = (this.#known.get(file)?.positions ?? 0) * BYTES;
      if (!elsewhere && bytes > MOST) throw new Error(strings.tooLargeToWalk(file, bytes, MOST));
      this.#read = undefined;
      this.#status.textContent = "";
      const done = elsewhere
        ? this.#busy.during(strings.readByProgram(file), () => this.#readElsewhere(file, elsewhere))
        : this.#busy.during(strings.entering(file), (signal) => this.#readHere(file, bytes, signal));
      const loading = { file, done };
      this.#loading = loading;
      const over = () => {
        if (this.#loading === loading) this.#loading = undefined;
      };
      done.then(over, over);
    }
    const read = await this.#loading?.done;
    if (turn !== this.#turn || !read) return false;
    this.#reader = read.reader;
    this.#read ??= { shown: read.shown, sizes: new Map() };
    return true;
  }

  async #readElsewhere(file: string, elsewhere: Elsewhere): Promise<Read> {
    const found = shown(file, elsewhere.outcome, true);
    await elsewhere.read({ losing: { read: { name: file } } });
    return { shown: found, reader: elsewhere.answering };
  }

  async #readHere(file: string, bytes: number, signal: AbortSignal): Promise<Read> {
    const content = await this.#page.fetch(file, signal);
    const reading = () =>
      this.#asking.ask({ losing: { read: { name: file } } }, content, signal).then(
        () => undefined,
        (error: unknown) => error,
      );
    // Side by side where there is memory for both.
    const early = 2 * bytes <= MOST ? reading() : undefined;
    const outcome = await this.#page.verify(content, early === undefined, signal);
    const read = await (early ?? reading());
    const found = shown(file, outcome);
    if (read !== undefined) throw read;
    return { shown: found, reader: this.#asking };
  }

  /** Ends what is being read, as it is not wanted any more. */
  #leave(): void {
    this.#busy.end();
    this.#loading = undefined;
  }

  /** Counts positions behind each move, which takes a while in large proofs, and shows the numbers as they come. */
  async #count(place: Place, turn: number): Promise<void> {
    const read = this.#read;
    // Whoever goes on at once does not wait for them.
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    for (const number of [place.number, ...place.replies.map((reply) => reply.number)]) {
      if (turn !== this.#turn || !read) return;
      const size = read.sizes.get(number) ?? (await this.#reader.ask<number>({ losing: { size: { number } } }));
      read.sizes.set(number, size);
      if (turn !== this.#turn) return;
      for (const cell of this.#side.querySelectorAll(`[data-size="${number}"]`)) cell.textContent = strings.count(size);
    }
    if (place.replies.length > 1 && read && turn === this.#turn) this.#sort(read.sizes, place);
  }

  /** Puts the largest first. */
  #sort(sizes: Map<number, number>, place: Place): void {
    const body = this.#side.querySelector("tbody");
    if (!body) return;
    const rows = [...body.rows];
    const size = (row: HTMLTableRowElement) => sizes.get(Number(row.dataset["number"])) ?? 0;
    const focused = document.activeElement;
    body.append(...rows.sort((one, other) => size(other) - size(one)));
    if (focused instanceof HTMLElement && place === this.#here?.place) focused.focus();
  }

  #show(here: Here, spot: Spot | undefined): void {
    this.#here = here;
    if (!here.place) this.#apart = undefined;
    const last = here.moves.at(-1);
    this.#board.show(here.fen, last === undefined ? {} : { last: [last.slice(0, 2), last.slice(2, 4)] });
    const rest = here.moves.join(".");
    const address = this.#apart === undefined ? `#losing/${rest}` : `#losing/${encodeURIComponent(this.#apart)}/${rest}`;
    if (location.hash !== address && location.hash.startsWith("#losing")) history.replaceState(null, "", address);
    this.#side.replaceChildren(...this.#said(here, spot));
    const state = this.#side.querySelector(".state")?.firstChild?.textContent ?? "";
    this.#spoken.textContent = strings.afterMove(here.line.at(-1), state);
  }

  #said(here: Here, spot: Spot | undefined): Node[] {
    const { place } = here;
    const parts: Child[] = [this.#line(here)];
    if (place && this.#read) {
      const { shown, sizes } = this.#read;
      const proof = this.#known.get(shown.file);
      parts.push(
        heading(shown, proof ? strings.proves(proof) : ""),
        element("p", { class: "state" }, place.end ?? strings.wins(place.winner, place.longest), place.end === null && [" ", strings.positionsHere, " ", this.#cell(place.number, sizes)]),
        place.main_line.length > 0 && element("p", { class: "faint" }, strings.mainLine, " ", this.#numbered(place.main_line.slice(0, 12), here.moves.length), place.main_line.length > 12 && " …"),
        place.replies.length > 0 && this.#replies(place, sizes),
      );
    } else if (spot) {
      parts.push(element("p", { class: "state" }, spot.winner === null ? strings.nothingProved : strings.winsTogether(spot.winner)), this.#turns(spot));
    }
    return parts.filter((part): part is Node => part instanceof Node);
  }

  #cell(number: number, sizes: Map<number, number>): HTMLElement {
    const size = sizes.get(number);
    return element("span", { "data-size": String(number) }, size === undefined ? "…" : strings.count(size));
  }

  #replies(place: Place, sizes: Map<number, number>): HTMLElement {
    const row = (reply: Reply) =>
      element(
        "tr",
        { "data-number": String(reply.number) },
        element("td", {}, this.#button(reply.san, reply.move)),
        element("td", {}, this.#cell(reply.number, sizes)),
        element("td", {}, String(reply.longest)),
      );
    const head = element("tr", {}, [strings.move, strings.positions, strings.longest].map((word) => element("th", { scope: "col" }, word)));
    const what = place.to_move === place.winner ? strings.winnersMove(place.winner) : strings.replies(place.to_move, place.replies.length);
    return element("table", {}, element("caption", {}, what), element("thead", {}, head), element("tbody", {}, place.replies.map(row)));
  }

  #turns(spot: Spot): HTMLElement {
    const said = (turn: Turn) => {
      if (turn.claim) return strings.behind(turn.winner ?? "", turn.claim.longest, turn.claim.positions);
      if (turn.replies) return strings.partly(turn.winner, turn.replies[0], turn.replies[1]);
      return strings.notProved;
    };
    const row = (turn: Turn) =>
      element("tr", { class: turn.winner ?? "open" }, element("td", {}, this.#button(turn.san, turn.move)), element("td", {}, said(turn)));
    const head = element("tr", {}, element("th", { scope: "col" }, strings.move), element("th", { scope: "col" }, strings.provedBehind));
    return element("table", {}, element("caption", {}, strings.movesOf(spot.to_move)), element("thead", {}, head), element("tbody", {}, spot.turns.map(row)));
  }

  #button(san: string, move: string): HTMLElement {
    return element("button", { type: "button", "data-move": move, click: () => void this.#play(move) }, san);
  }

  /** The moves to here, each of which leads back to where it was made. */
  #line(here: Here): HTMLElement {
    const items = here.line.map((san, at) => {
      const back = () => void this.#go(here.moves.slice(0, at + 1), this.#apart);
      const number = this.#number(at, at === 0);
      return element("li", {}, number, element("button", { type: "button", "aria-current": at === here.line.length - 1 && "step", click: back }, san));
    });
    return element("ol", { class: "line", "aria-label": strings.line }, items);
  }

  /** Whether White makes the first move of the line. */
  #whiteFirst(): boolean {
    if (this.#apart === undefined) return true;
    return this.#known.get(this.#apart)?.root.split(" ")[1] !== "b";
  }

  #number(plies: number, first: boolean): string {
    const shifted = plies + (this.#whiteFirst() ? 0 : 1);
    const number = Math.floor(shifted / 2) + 1;
    return shifted % 2 === 0 ? `${number}. ` : first ? `${number}… ` : "";
  }

  #numbered(moves: string[], behind: number): string {
    return moves.map((san, at) => this.#number(behind + at, at === 0) + san).join(" ");
  }

  async #play(move: string): Promise<void> {
    const here = this.#here;
    if (!here) return;
    this.#forth = this.#forth[0] === move ? this.#forth.slice(1) : [];
    await this.#go([...here.moves, move], this.#apart);
  }

  #moved(from: string, to: string): void {
    const moves = this.#next().filter(({ move }) => move.startsWith(from + to));
    this.#promotion.choose(moves, ({ san }) => san, ({ move }) => void this.#play(move));
  }

  async #back(all: boolean): Promise<void> {
    const here = this.#here;
    if (!here || here.moves.length === 0) return;
    const kept = all ? 0 : here.moves.length - 1;
    this.#forth = [...here.moves.slice(kept), ...this.#forth];
    await this.#go(here.moves.slice(0, kept), this.#apart);
  }

  /** Makes again what was taken back; otherwise goes along the longest line. */
  async #on(): Promise<void> {
    const here = this.#here;
    if (!here) return;
    const [again] = this.#forth;
    if (again !== undefined && here.next.some(({ move }) => move === again)) return this.#play(again);
    const [longest] = here.place?.main_line ?? [];
    const next = here.next.find(({ san }) => san === longest);
    if (next) await this.#play(next.move);
  }

  #key(event: KeyboardEvent): void {
    // On the board and in fields the arrows have other meanings.
    if (event.defaultPrevented || event.target instanceof HTMLInputElement) return;
    if (event.key === "ArrowLeft") void this.#back(false);
    else if (event.key === "ArrowRight") void this.#on();
    else if (event.key === "Home") void this.#back(true);
    else return;
    event.preventDefault();
  }

  #buttons(): HTMLElement {
    const button = (label: string, click: () => void) => element("button", { type: "button", click }, label);
    return element(
      "div",
      { class: "buttons" },
      button(strings.toBeginning, () => void this.#back(true)),
      button(strings.back, () => void this.#back(false)),
      button(strings.on, () => void this.#on()),
      button(strings.turn, () => this.#board.turn()),
      button(strings.pgn, () => void this.#pgn()),
      button(strings.link, () => void this.#link()),
    );
  }

  /** Fields for a line or a position to go to. */
  #jump(): HTMLElement {
    const input = element("input", { type: "text", id: "jump", autocomplete: "off", spellcheck: "false", placeholder: "e3 c6 b3" });
    const form = element("form", { class: "jump" }, element("label", { for: "jump" }, strings.jump), input, element("button", { type: "submit" }, strings.go));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#jumpTo(input.value.trim());
    });
    return form;
  }

  async #jumpTo(text: string): Promise<void> {
    if (!text.includes("/")) {
      const moves = text.split(/\s+/).map((word) => word.replace(/^\d+\.+/, "")).filter(Boolean);
      return this.#go(moves);
    }
    const here = this.#here;
    this.#turn += 1;
    const turn = this.#turn;
    const within = here?.place && this.#read;
    try {
      // In the proof that has been entered, then on the ways to all proofs.
      const way = within && (await this.#reader.ask<string[]>({ losing: { way: { fen: text } } }).catch((error: unknown) => error));
      await this.#take();
      const found = Array.isArray(way) ? undefined : await this.#asking.ask<string[]>({ losing: { find: { fen: text } } }).catch((error: unknown) => error);
      if (turn !== this.#turn) return;
      if (here && Array.isArray(way)) await this.#go([...here.moves.slice(0, here.before), ...(way as string[])], this.#apart);
      else if (Array.isArray(found)) await this.#go(found as string[]);
      else throw within ? way : found;
    } catch (error) {
      if (turn !== this.#turn) return;
      const why = error instanceof Error ? error.message : String(error);
      this.#wrong.textContent = within ? why : `${why}. ${strings.fenInProof}`;
    }
  }

  async #pgn(): Promise<void> {
    const here = this.#here;
    if (!here?.place) {
      this.#wrong.textContent = strings.pgnInProof;
      return;
    }
    const question = { before: here.line.slice(0, here.before), moves: here.moves.slice(here.before), limit: PGN };
    const written = await this.#reader.ask<{ text: string; positions: number; cut: number }>({ losing: { pgn: question } });
    const address = URL.createObjectURL(new Blob([written.text], { type: "application/vnd.chess-pgn" }));
    element("a", { href: address, download: "losing-chess.pgn" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    this.#status.textContent = strings.written(written.positions, written.cut);
  }

  async #link(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.#status.textContent = strings.linkCopied;
    } catch {
      // Over plain http there is no clipboard: the address is in the browser's own field.
      this.#status.textContent = strings.linkAbove;
    }
  }
}
