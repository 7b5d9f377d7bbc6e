// The view of a proof that sides of losing chess do not lose: its result, its roots on a board, and the positions of its
// closed sets, move by move.

import { Board } from "./board";
import { Busy } from "./busy";
import { element, spoken } from "./dom";
import type { Asking } from "./explorer";
import { Messages } from "./messages";
import { Promotion } from "./promotion";
import { type Next, type Place, arrowsOf, how, nextMoves, numbered, sentence } from "./safe-state";
import { type Files, type Shown, evidence, shown } from "./shown";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** A certificate that was verified and read, with its roots. */
interface Opened {
  shown: Shown;
  roots: string[];
}

export class SafeView extends Messages {
  readonly element: HTMLElement;
  readonly #explorer: () => Promise<Asking>;
  readonly #files: Files;
  readonly #busy = new Busy();
  readonly #promotion = new Promotion();
  readonly #board: Board;
  readonly #state = element("p", { class: "state" });
  readonly #spoken = spoken();
  readonly #side = element("div", { class: "side" });
  #asking: Promise<Asking> | undefined;
  #opened: Opened | undefined;
  #root = 0;
  #place: Place | undefined;
  /** Number of the current request. Answers to earlier requests are dropped. */
  #turn = 0;

  constructor(explorer: () => Promise<Asking>, files: Files) {
    super();
    this.#explorer = explorer;
    this.#files = files;
    const next = () => nextMoves(this.#place);
    this.#board = new Board(strings.board, 8, 8, {
      targets: (from) => next().filter(({ move }) => move.startsWith(from)).map(({ move }) => move.slice(2, 4)),
      move: (from, to) => this.#promotion.choose(next().filter(({ move }) => move.startsWith(from + to)), ({ san }) => san, ({ move }) => void this.#play(move)),
    });
    const button = (label: string, click: () => void) => element("button", { type: "button", click }, label);
    const buttons = element(
      "div",
      { class: "buttons" },
      button(viewStrings.toBeginning, () => void this.#go([])),
      button(strings.back, () => void this.#go(this.#place?.moves.slice(0, -1) ?? [])),
      button(viewStrings.turn, () => this.#board.turn()),
    );
    this.element = element(
      "section",
      { class: "losing safe", "aria-label": strings.safe },
      element("h2", {}, strings.safe),
      this.#state,
      this.#spoken,
      element("div", { class: "beside" }, element("div", {}, this.#board.element, buttons), element("div", {}, this.status, this.#busy.element, this.wrong, this.#side)),
      element("p", { class: "faint" }, viewStrings.safe.lead),
      this.#promotion.element,
    );
  }

  /** Opens an address: a file, the number of a root, and moves. */
  async open([file, root = "", moves = ""]: string[]): Promise<void> {
    if (file === undefined) {
      this.warn(viewStrings.safe.noFile);
      return;
    }
    this.#turn += 1;
    const turn = this.#turn;
    this.element.dataset["busy"] = "";
    this.clear();
    try {
      if (this.#opened?.shown.file !== file) {
        const opened = await this.#read(file);
        if (turn !== this.#turn) return;
        this.#opened = opened;
      }
      await this.#go(moves.split(".").filter(Boolean), /^\d+$/.test(root) ? Number(root) : 0);
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** Verifies a certificate, and has the explorer read it. */
  async #read(file: string): Promise<Opened> {
    this.#opened = undefined;
    this.#place = undefined;
    return this.#busy.during(viewStrings.entering(file), async (signal) => {
      this.#asking ??= this.#explorer().catch((error: unknown) => {
        this.#asking = undefined;
        throw error;
      });
      const [asking, content] = await Promise.all([this.#asking, this.#files.fetch(file, signal)]);
      const found = shown(file, await this.#files.verify(content, false, signal));
      const question = { safe: { read: { name: file } } };
      const { roots } = await asking.ask<{ roots: string[] }>(question, content, signal);
      asking.keep([{ question, file: content }]);
      return { shown: found, roots };
    });
  }

  #play(move: string): Promise<void> {
    return this.#go([...(this.#place?.moves ?? []), move]);
  }

  /** Goes to the position after moves from a root, by default the current one. */
  async #go(moves: string[], root = this.#root): Promise<void> {
    const opened = this.#opened;
    if (!opened || !this.#asking) return;
    this.#turn += 1;
    const turn = this.#turn;
    this.element.dataset["busy"] = "";
    this.clear();
    try {
      const place = await (await this.#asking).ask<Place>({ safe: { place: { root, moves } } });
      if (turn === this.#turn) this.#show(opened, root, place);
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  /** Shows an error. A link with a wrong root or move leads to the first root. */
  #fail(error: unknown): void {
    delete this.element.dataset["busy"];
    const why = error instanceof Error ? error.message : String(error);
    if (!this.#opened || this.#place) {
      this.warn(why);
      return;
    }
    void this.#go([], 0).then(() => this.warn(why));
  }

  #show(opened: Opened, root: number, place: Place): void {
    this.#root = root;
    this.#place = place;
    const last = place.moves.at(-1);
    this.#board.show(place.position, { arrows: arrowsOf(place), ...(last !== undefined && { last: [last.slice(0, 2), last.slice(2, 4)] }) });
    const text = sentence(place);
    this.#state.textContent = text;
    this.#spoken.textContent = viewStrings.afterMove(place.line.at(-1), text);
    this.#side.replaceChildren(...this.#beside(opened, place));
    delete this.element.dataset["busy"];
    const address = `#safe/${encodeURIComponent(opened.shown.file)}/${this.#root}/${place.moves.join(".")}`;
    if (location.hash !== address && location.hash.startsWith("#safe")) history.replaceState(null, "", address);
  }

  #beside(opened: Opened, place: Place): HTMLElement[] {
    const { verified } = opened.shown;
    const rows = place.sides.map((side) => element("li", {}, how(place, side), " ", element("span", { class: "faint" }, viewStrings.safe.number(side.number, side.positions))));
    const parts = [
      opened.roots.length > 1 && this.#roots(opened.roots),
      place.line.length > 0 && this.#line(opened.roots[this.#root] ?? "", place),
      element("ul", { class: "how-safe" }, rows),
      !place.over && this.#moves(place),
      evidence(opened.shown, verified.statements.join("; ")),
    ];
    return parts.filter((part): part is HTMLElement => part instanceof HTMLElement);
  }

  /** Lets the user choose a root. */
  #roots(roots: string[]): HTMLElement {
    const choice = element("select", { id: "root", change: () => void this.#go([], Number(choice.value)) }, roots.map((root, at) => element("option", { value: String(at), selected: at === this.#root }, root)));
    return element("p", {}, element("label", { for: "root" }, viewStrings.safe.root), " ", choice);
  }

  /** Lists the moves to this position. Each is a button that leads to the position after it. */
  #line(root: string, { line, moves }: Place): HTMLElement {
    const words = numbered(line, root.split(" ")[1] === "b" ? "black" : "white");
    const item = (word: string, at: number) =>
      element("li", {}, element("button", { type: "button", "aria-current": at === line.length - 1 && "step", click: () => void this.#go(moves.slice(0, at + 1)) }, word));
    return element("ol", { class: "line", "aria-label": viewStrings.line }, words.map(item));
  }

  /** Lists the moves of the closed sets, with the sides that do not lose after each. */
  #moves(place: Place): HTMLElement {
    const row = ({ move, san, sides }: Next) => {
      const play = element("button", { type: "button", "data-move": move, click: () => void this.#play(move) }, san);
      return element("tr", {}, element("td", {}, play), element("td", {}, viewStrings.safe.after(sides)));
    };
    const head = element("tr", {}, element("th", { scope: "col" }, viewStrings.move), element("th", { scope: "col" }, viewStrings.provedBehind));
    const caption = element("caption", {}, viewStrings.movesOf(place.to_move));
    return element("table", {}, caption, element("thead", {}, head), element("tbody", {}, nextMoves(place).map(row)));
  }
}
