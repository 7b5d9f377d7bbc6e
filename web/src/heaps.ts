// Scoring games of heaps: outcomes by budget, coins and heap from a verified certificate, best bids, and games against them.

import { element } from "./dom";
import type { Asking } from "./explorer";
import type { BestBid, Look, Place, Side } from "./heaps-game";
import { HeapsPlay } from "./heaps-play";
import { Heat } from "./heat";
import { type Files, type Shown, bytesOf, heading } from "./shown";
import { strings } from "./strings";
import { Frame, type Turn } from "./view";

/** A certificate of outcomes. */
export interface HeapsFile {
  file: string;
  /** The game in words. */
  title: string;
}

interface Opened {
  set: number[];
  budgets: { budget: number; period: number; onset: number }[];
}

/** Heaps that are shown at first. */
const HEAPS = 60;

export class HeapsView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #files: Files;
  readonly #known: HeapsFile[];
  readonly #view: Frame;
  readonly #head = element("div");
  readonly #said = element("div", { class: "side" });
  readonly #play: HeapsPlay;
  readonly #heat = new Heat("outcomes", strings.outcomesMap);
  readonly #budget = element("input", { type: "number", id: "budget", min: "0" });
  readonly #heap = element("input", { type: "number", id: "heap", min: "0" });
  readonly #coins = element("input", { type: "number", id: "coins", min: "0" });
  readonly #marker = element("select", { id: "marker" }, (["left", "right"] as const).map((side) => element("option", { value: side }, strings.markerWith[side] ?? side)));
  readonly #most = element("input", { type: "number", id: "most", min: "1", max: "1999", value: String(HEAPS) });
  #opened: (Opened & { file: string; shown: Shown }) | undefined;
  #place: Place = { budget: 0, heap: 0, coins: 0, marker: "left" };
  /** The budget, and the number of heaps, that the heat map shows. */
  #mapped = "";

  constructor(asking: Asking, files: Files, known: HeapsFile[]) {
    this.#asking = asking;
    this.#files = files;
    this.#known = known;
    this.#view = new Frame({ asking, files, name: "scores", choice: "certificate", choose: (file) => void this.#go(file, []), chosen: () => this.#opened?.file ?? "" });
    this.#play = new HeapsPlay(
      asking,
      this.#view,
      () => this.#place,
      () => this.#opened?.set ?? [],
      (place) => this.#look(place, this.#view.turn()),
    );
    this.#offer();
    const set = element("input", { type: "text", id: "set", size: "8", placeholder: "1,2" });
    const budgets = element("input", { type: "text", id: "budgets", size: "8", placeholder: "1..12" });
    const own = element(
      "form",
      { class: "buttons" },
      element("span", {}, strings.ownSet),
      element("label", { for: "set" }, strings.setField),
      set,
      element("label", { for: "budgets" }, strings.budgetsField),
      budgets,
      element("button", { type: "submit" }, strings.ownSolve),
    );
    own.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#view.trying(() => this.#solve(set.value.trim(), budgets.value.trim()));
    });
    const place = element(
      "form",
      { class: "fields" },
      [
        [strings.budget, this.#budget],
        [strings.heap, this.#heap],
        [strings.leftCoins, this.#coins],
        [strings.marker, this.#marker],
        [strings.heapsShown, this.#most],
      ].map(([label, field]) => element("span", {}, element("label", { for: (field as HTMLElement).id }, label as string), " ", field as HTMLElement)),
      element("button", { type: "submit" }, strings.lookAtHeap),
    );
    place.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#view.trying(async (turn) => {
        const place = this.#written();
        turn.begin();
        this.#play.end();
        await this.#look(place, turn);
      });
    });
    this.element = element(
      "section",
      { class: "scores", "aria-label": strings.scores },
      element("h2", {}, strings.scores),
      element("p", {}, strings.scoresLead),
      element("p", {}, element("label", { for: "certificate" }, strings.certificate), " ", this.#view.choice),
      own,
      this.#view.wrong,
      this.#view.status,
      this.#view.busy.element,
      this.#view.spoken,
      this.#head,
      place,
      element("div", {}, this.#said, this.#play.table.element),
      element("h3", {}, strings.outcomes),
      this.#heat.element,
    );
  }

  /** Shows what the rest of an address names: a certificate, and total budget, heap, Left's coins and who has the marker. */
  async open(rest: string[]): Promise<void> {
    const [file = "", ...place] = rest;
    // Who comes back to the view finds the game there.
    if (file === "" && this.#play.playing) return;
    await this.#go(file === "" ? (this.#opened?.shown.file ?? this.#known[0]?.file ?? "") : file, place);
  }

  /** Takes a verified certificate; where it is shown. */
  add(file: HeapsFile): string {
    this.#known.push(file);
    this.#offer();
    return `scores/${encodeURIComponent(file.file)}`;
  }

  #offer(): void {
    this.#view.offer(this.#known);
  }

  async #go(file: string, place: string[]): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      this.#play.end();
      if (this.#opened?.file !== file) {
        if (!this.#known.some((one) => one.file === file)) throw new Error(strings.noGame(file));
        const { opened, shown } = await this.#view.read<Opened>("heaps", file);
        if (!turn.current()) return;
        this.#opened = { ...opened, file, shown };
        this.#mapped = "";
      }
      this.#view.choice.value = file;
      const last = this.#opened?.budgets.at(-1)?.budget ?? 0;
      const usual: Place = { budget: Math.min(last, 10), heap: 20, coins: Math.floor(Math.min(last, 10) / 2), marker: "left" };
      const [budget, heap, coins, marker] = place;
      if (budget === undefined) return this.#look(usual, turn);
      try {
        await this.#look({ budget: this.#number(budget), heap: this.#number(heap ?? ""), coins: this.#number(coins ?? ""), marker: marker === "right" ? "right" : "left" }, turn);
      } catch (error) {
        // A link with a wrong place leads to the usual one.
        await this.#look(usual, turn);
        throw error;
      }
    });
  }

  #number(text: string): number {
    if (!/^\d{1,9}$/.test(text.trim())) throw new Error(strings.noNumber(text));
    return Number(text);
  }

  /** The place in the fields. */
  #written(): Place {
    return { budget: this.#number(this.#budget.value), heap: this.#number(this.#heap.value), coins: this.#number(this.#coins.value), marker: this.#marker.value as Side };
  }

  async #solve(set: string, budgets: string): Promise<void> {
    if (!/^\d{1,4}(\s*,\s*\d{1,4})*$/.test(set)) throw new Error(strings.noSet(set));
    const range = /^(\d{1,6})(?:\s*(?:\.\.|-)\s*(\d{1,6}))?$/.exec(budgets);
    if (!range) throw new Error(strings.noBudgets(budgets));
    const [, first = "", last = first] = range;
    const title = `S = {${set}}, ${budgets}`;
    this.#view.status.textContent = "";
    const question = { heaps: { solve: { set: set.split(",").map(Number), budgets: [Number(first), Number(last)] } } };
    const { certificate } = await this.#view.busy.during(strings.solving(title), (signal) => this.#asking.ask<{ certificate: string }>(question, undefined, signal));
    this.#files.keep(title, bytesOf(certificate));
    this.add({ file: title, title });
    await this.#go(title, []);
  }

  async #look(place: Place, turn: Turn): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    const look = await this.#asking.ask<Look>({ heaps: { look: place } });
    if (!turn.current()) return;
    this.#place = place;
    this.#budget.value = String(place.budget);
    this.#heap.value = String(place.heap);
    this.#coins.value = String(place.coins);
    this.#marker.value = place.marker;
    this.#view.address(encodeURIComponent(opened.file), String(place.budget), String(place.heap), String(place.coins), place.marker);
    const [first, last] = [opened.budgets[0]?.budget ?? 0, opened.budgets.at(-1)?.budget ?? 0];
    const found = opened.budgets.find(({ budget }) => budget === place.budget);
    this.#head.replaceChildren(heading(opened.shown, strings.setOf(opened.set, first, last)), element("p", {}, found ? strings.periodic(found.period, found.onset) : ""));
    const said = strings.outcome(look.heap, look.left_coins, look.right_coins, look.outcome);
    this.#view.spoken.textContent = said;
    this.#said.replaceChildren(
      element("p", { class: "state" }, said),
      element("div", { class: "two" }, this.#best("left", look.left), this.#best("right", look.right)),
    );
    await this.#map();
  }

  #best(side: Side, bids: BestBid[]): HTMLElement {
    if (bids.length === 0) return element("p", {}, strings.heapOver);
    const list = (numbers: number[]) => numbers.join(", ") || "–";
    const rows = bids.map(({ bid, take, take_at_tie: atTie }) => element("tr", {}, [String(bid), list(take), list(atTie)].map((cell) => element("td", {}, cell))));
    const head = element("tr", {}, [strings.bid, strings.take, strings.takeAtTie].map((word) => element("th", { scope: "col" }, word)));
    return element("table", {}, element("caption", {}, strings.bestBids(side)), element("thead", {}, head), element("tbody", {}, rows));
  }

  /** The outcomes for the budget that is looked at. */
  async #map(): Promise<void> {
    const { budget } = this.#place;
    const last = Math.max(1, Math.min(1999, this.#number(this.#most.value)));
    const mapped = `${budget} ${last}`;
    if (mapped === this.#mapped) return;
    const rows = await this.#asking.ask<number[][]>({ heaps: { rows: { budget, heaps: [0, last] } } });
    if (budget !== this.#place.budget) return;
    this.#mapped = mapped;
    // Left's coins go up, heaps to the right.
    const turned = Array.from({ length: budget + 1 }, (_, at) => rows.map((row) => row[budget - at] ?? 0));
    this.#heat.show({
      rows: turned,
      row: strings.leftCoins,
      column: strings.heap,
      describe: (row, heap) => strings.heapPlace(heap, budget - row, budget, turned[row]?.[heap] ?? 0),
      choose: (row, heap) => {
        this.#play.end();
        void this.#view.trying((turn) => {
          turn.begin();
          return this.#look({ budget, heap, coins: budget - row, marker: "left" }, turn);
        });
      },
      button: strings.showChosen,
    });
  }
}
