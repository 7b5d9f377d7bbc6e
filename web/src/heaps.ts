// The view of scoring games on heaps: outcomes by budget, coins and heap from a verified certificate, best bids, and
// games against the certificate.

import { element } from "./dom";
import type { Asking } from "./explorer";
import type { BestBid, HeapsEvent, HeapsState, Look, Place, Side } from "./heaps-game";
import { HeapsPictures } from "./heaps-pictures";
import { heapsGame } from "./heaps-play";
import { Match } from "./match";
import { type Files, type Shown, bytesOf, evidence } from "./shown";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import { Frame, type Turn } from "./view";

/** A certificate of outcomes. */
export interface HeapsFile {
  file: string;
  /** The name of the game. */
  title: string;
}

interface Opened {
  set: number[];
  budgets: { budget: number; period: number; onset: number }[];
}

export class HeapsView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #files: Files;
  readonly #known: HeapsFile[];
  readonly #view: Frame;
  readonly #how = element("div");
  readonly #said = element("div", { class: "side" });
  readonly #play: Match<HeapsState, HeapsEvent>;
  readonly #pictures: HeapsPictures;
  readonly #ahead = element("strong", { role: "status" });
  readonly #budget = this.#field("budget");
  readonly #heap = this.#field("heap");
  readonly #coins = this.#field("coins");
  readonly #marker = element("select", { id: "marker", change: () => this.#typed() }, (["left", "right"] as const).map((side) => element("option", { value: side }, strings.table.points.with[side])));
  #opened: (Opened & { file: string; shown: Shown }) | undefined;
  #place: Place = { budget: 0, heap: 0, coins: 0, marker: "left" };

  constructor(asking: Asking, files: Files, known: HeapsFile[]) {
    this.#asking = asking;
    this.#files = files;
    this.#known = known;
    this.#view = new Frame({ asking, files, name: "scores", choice: "certificate", choose: (file) => void this.#go(file, []), chosen: () => this.#opened?.file ?? "" });
    const game = heapsGame({
      place: () => this.#place,
      set: () => this.#opened?.set ?? [],
      show: (place, helps) => this.#look(place, this.#view.turn(), !helps),
      send: (event) => this.#play.send(event),
      left: () => void this.#look(this.#place, this.#view.turn()),
    });
    this.#play = new Match(asking, this.#view, game);
    this.#pictures = new HeapsPictures(asking, (place) => {
      void this.#view.trying((turn) => {
        turn.begin();
        return this.#visit(place, turn);
      });
    });
    this.#offer();
    const choice = element("p", { class: "choose" }, element("label", { for: "certificate" }, viewStrings.certificate), " ", this.#view.choice);
    this.element = this.#view.page(strings.scores, {
      answer: this.#question(),
      board: [this.#pictures.ofPlace, this.#pictures.heap],
      game: [this.#play.element, this.#how],
      below: this.#said,
      rest: [element("h3", {}, strings.table.anotherGame), choice, this.#own(), element("h3", {}, viewStrings.outcomes), this.#pictures.element, element("p", { class: "faint" }, viewStrings.scoresLead)],
    });
  }

  #field(id: string): HTMLInputElement {
    return element("input", { type: "number", id, min: "0", input: () => this.#typed() });
  }

  /** Creates the main question, how far ahead Left ends, with fields inside the sentence. */
  #question(): HTMLElement {
    const words = strings.table.points.of;
    const named = (field: HTMLElement, label: string) => {
      field.setAttribute("aria-label", label);
      return field;
    };
    const fields = [named(this.#budget, viewStrings.coinsInAll), named(this.#heap, viewStrings.heap), named(this.#coins, viewStrings.leftCoins), named(this.#marker, viewStrings.marker)];
    return element("div", { class: "state question" }, element("p", {}, words.flatMap((word, at) => [/^[,.]/.test(word) || at === 0 ? word : ` ${word}`, " ", fields[at]])), this.#ahead);
  }

  /** Creates the form that solves another game in the browser. */
  #own(): HTMLElement {
    const set = element("input", { type: "text", id: "set", size: "8", placeholder: "1,2" });
    const budgets = element("input", { type: "text", id: "budgets", size: "8", placeholder: "1..12" });
    const own = element(
      "form",
      { class: "buttons" },
      element("span", {}, viewStrings.ownSet),
      element("label", { for: "set" }, viewStrings.setField),
      set,
      element("label", { for: "budgets" }, viewStrings.budgetsField),
      budgets,
      element("button", { type: "submit" }, viewStrings.ownSolve),
    );
    own.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#view.trying(() => this.#solve(set.value.trim(), budgets.value.trim()));
    });
    return own;
  }

  /** Shows the place in the fields, if they contain one. */
  #typed(): void {
    void this.#view.trying(async (turn) => {
      turn.begin();
      // An old answer must not stand beside new fields.
      this.#ahead.textContent = "";
      await this.#visit({ budget: this.#number(this.#budget.value), heap: this.#number(this.#heap.value), coins: this.#number(this.#coins.value), marker: this.#marker.value as Side }, turn);
    });
  }

  /** Opens an address: a certificate, total budget, heap, Left's coins and the holder of the marker. */
  async open(rest: string[]): Promise<void> {
    const [file = "", ...place] = rest;
    // A user who comes back to the view finds the game as it was.
    if (file === "" && this.#play.state) return;
    await this.#go(file === "" ? (this.#opened?.shown.file ?? this.#known[0]?.file ?? "") : file, place);
  }

  /** Adds a verified certificate, and returns its address. */
  add(file: HeapsFile): string {
    this.#known.push(file);
    this.#offer();
    return `scores/${encodeURIComponent(file.file)}`;
  }

  #offer(): void {
    const title = (title: string) => strings.table.points.game(/\{(.*)\}/.exec(title)?.[1] ?? title);
    this.#view.offer(this.#known.map((one) => ({ file: one.file, title: title(one.title) })));
  }

  async #go(file: string, place: string[]): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      this.#play.leave();
      if (this.#opened?.file !== file) {
        if (!this.#known.some((one) => one.file === file)) throw new Error(viewStrings.noGame(file));
        const { opened, shown } = await this.#view.read<Opened>("heaps", file);
        if (!turn.current()) return;
        this.#opened = { ...opened, file, shown };
        this.#pictures.forget();
      }
      this.#view.choice.value = file;
      const last = this.#opened?.budgets.at(-1)?.budget ?? 0;
      const usual: Place = { budget: Math.min(last, 10), heap: 18, coins: Math.floor(Math.min(last, 10) / 2), marker: "left" };
      const [budget, heap, coins, marker] = place;
      if (budget === undefined) return this.#visit(usual, turn);
      try {
        await this.#visit({ budget: this.#number(budget), heap: this.#number(heap ?? ""), coins: this.#number(coins ?? ""), marker: marker === "right" ? "right" : "left" }, turn);
      } catch (error) {
        // A link with a wrong place leads to the default place.
        await this.#visit(usual, turn);
        throw error;
      }
    });
  }

  #number(text: string): number {
    if (!/^\d{1,9}$/.test(text.trim())) throw new Error(viewStrings.noNumber(text));
    return Number(text);
  }

  async #solve(set: string, budgets: string): Promise<void> {
    if (!/^\d{1,4}(\s*,\s*\d{1,4})*$/.test(set)) throw new Error(viewStrings.noSet(set));
    const range = /^(\d{1,6})(?:\s*(?:\.\.|-)\s*(\d{1,6}))?$/.exec(budgets);
    if (!range) throw new Error(viewStrings.noBudgets(budgets));
    const [, first = "", last = first] = range;
    const title = `S = {${set}}, ${budgets}`;
    this.#view.status.textContent = "";
    const question = { heaps: { solve: { set: set.split(",").map(Number), budgets: [Number(first), Number(last)] } } };
    const { certificate } = await this.#view.busy.during(viewStrings.solving(title), (signal) => this.#asking.ask<{ certificate: string }>(question, undefined, signal));
    this.#files.keep(title, bytesOf(certificate));
    this.add({ file: title, title });
    await this.#go(title, []);
  }

  /** Shows a place, and offers a game from there. */
  async #visit(place: Place, turn: Turn): Promise<void> {
    this.#play.leave();
    try {
      await this.#look(place, turn);
    } finally {
      if (turn.current() && this.#opened) this.#play.end();
    }
  }

  /** Shows a place. `hides` hides the best bids, for a game without help. */
  async #look(place: Place, turn: Turn, hides = false): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    const look = await this.#asking.ask<Look>({ heaps: { look: place } });
    if (!turn.current()) return;
    this.#place = place;
    // A field whose text already denotes the number keeps its text.
    for (const [field, number] of [[this.#budget, place.budget], [this.#heap, place.heap], [this.#coins, place.coins]] as const) if (field.value.trim() === "" || Number(field.value) !== number) field.value = String(number);
    this.#marker.value = place.marker;
    this.#view.address(encodeURIComponent(opened.file), String(place.budget), String(place.heap), String(place.coins), place.marker);
    this.#ahead.textContent = strings.table.points.ahead(look.outcome);
    const said = viewStrings.outcome(look.heap, look.left_coins, look.right_coins, look.outcome);
    this.#view.spoken.textContent = said;
    const [first, last] = [opened.budgets[0]?.budget ?? 0, opened.budgets.at(-1)?.budget ?? 0];
    const found = opened.budgets.find(({ budget }) => budget === place.budget);
    this.#how.replaceChildren(evidence(opened.shown, viewStrings.setOf(opened.set, first, last), found && element("p", {}, viewStrings.periodic(found.period, found.onset))));
    const bids = element("div", { class: "two" }, this.#best("left", look.left), this.#best("right", look.right));
    this.#said.replaceChildren(element("p", { class: "state" }, said), hides && look.left.length > 0 ? element("p", { class: "faint" }, strings.table.worthHidden) : bids);
    await this.#pictures.show(place, this.#play.state !== undefined);
  }

  #best(side: Side, bids: BestBid[]): HTMLElement {
    if (bids.length === 0) return element("p", {}, viewStrings.heapOver);
    const list = (numbers: number[]) => numbers.join(", ") || "–";
    const rows = bids.map(({ bid, take, take_at_tie: atTie }) => element("tr", {}, [String(bid), list(take), list(atTie)].map((cell) => element("td", {}, cell))));
    const head = element("tr", {}, [viewStrings.bid, viewStrings.take, viewStrings.takeAtTie].map((word) => element("th", { scope: "col" }, word)));
    return element("table", {}, element("caption", {}, viewStrings.bestBids(side)), element("thead", {}, head), element("tbody", {}, rows));
  }
}
