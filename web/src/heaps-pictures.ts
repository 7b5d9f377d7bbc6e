// Outcomes of heap games as pictures: a curve over heaps for one number of coins, a heat map for all numbers of coins,
// and the heap itself.

import { Curve } from "./curve";
import { element } from "./dom";
import type { Asking } from "./explorer";
import type { Place } from "./heaps-game";
import { Heat } from "./heat";
import { drawn } from "./picture";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Default and maximum of the largest heap that is shown. */
const HEAPS = { first: 60, most: 1999 };

/** Number of objects in a row, and maximum number of objects drawn; nobody would count more. */
const ROW = 20;
const THINGS = 100;

export class HeapsPictures {
  /** The curve. `heap` is the picture of the heap, `element` the heat map. */
  readonly ofPlace: HTMLElement;
  readonly heap = element("div", { class: "heap" });
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #curve = new Curve();
  readonly #caption = element("figcaption", {});
  readonly #heat = new Heat("outcomes", viewStrings.outcomesMap);
  readonly #most = element("input", { type: "number", id: "most", min: "1", max: String(HEAPS.most), value: String(HEAPS.first), input: () => void this.#again() });
  readonly #choose: (place: Place) => void;
  #place: Place | undefined;
  #rowsOfHeap = 1;
  /** The outcomes for a budget by heap and Left's coins, where Left has the marker. */
  #rows: { budget: number; last: number; outcomes: number[][] } | undefined;

  /** `choose` receives the place of the heat map that the user chose. */
  constructor(asking: Asking, choose: (place: Place) => void) {
    this.#asking = asking;
    this.#choose = choose;
    this.ofPlace = element("figure", { class: "of-position" }, this.#curve.element, this.#caption);
    this.element = element("div", {}, this.#heat.element, element("p", {}, element("label", { for: "most" }, viewStrings.heapsShown), " ", this.#most));
  }

  /** Drops the outcomes of the previous certificate. */
  forget(): void {
    this.#rows = undefined;
  }

  /** Shows a place. During a game the picture of the heap keeps its height. */
  async show(place: Place, played: boolean): Promise<void> {
    this.#place = place;
    this.#drawHeap(place.heap, played);
    const { budget } = place;
    const asked = /^\d{1,4}$/.test(this.#most.value) ? Number(this.#most.value) : HEAPS.first;
    const last = Math.max(1, Math.min(HEAPS.most, Math.max(asked, place.heap)));
    if (this.#rows?.budget !== budget || this.#rows.last !== last) {
      const outcomes = await this.#asking.ask<number[][]>({ heaps: { rows: { budget, heaps: [0, last] } } });
      if (place !== this.#place) return;
      this.#rows = { budget, last, outcomes };
      this.#map(budget, outcomes);
    }
    this.#draw(place, this.#rows.outcomes);
  }

  async #again(): Promise<void> {
    if (this.#place) await this.show(this.#place, false);
  }

  /** Draws the curve. If Right has the marker, the players exchange their roles. */
  #draw({ budget, coins, marker, heap }: Place, outcomes: number[][]): void {
    const numbers = outcomes.map((row) => (marker === "left" ? (row[coins] ?? 0) : -(row[budget - coins] ?? 0)));
    const { points } = strings.table;
    this.#caption.textContent = points.curveOf(budget, coins, heap);
    this.#curve.element.dataset["at"] = String(numbers[heap] ?? "");
    this.#curve.show({ first: 0, numbers, level: undefined, at: heap < numbers.length ? heap : undefined, x: viewStrings.heap, y: points.axis, words: points.curveWords(budget, coins, numbers.length - 1) });
  }

  /** Draws the heat map of a budget: Left's coins upwards, heaps to the right. */
  #map(budget: number, outcomes: number[][]): void {
    const turned = Array.from({ length: budget + 1 }, (_, at) => outcomes.map((row) => row[budget - at] ?? 0));
    this.#heat.show({
      rows: turned,
      row: viewStrings.leftCoins,
      column: viewStrings.heap,
      describe: (row, heap) => viewStrings.heapPlace(heap, budget - row, budget, turned[row]?.[heap] ?? 0),
      choose: (row, heap) => this.#choose({ budget, heap, coins: budget - row, marker: "left" }),
      button: viewStrings.showChosen,
    });
  }

  /** Draws the heap as objects in rows. */
  #drawHeap(count: number, played: boolean): void {
    const rows = Math.max(1, Math.ceil(Math.min(count, THINGS) / ROW));
    this.#rowsOfHeap = played ? Math.max(rows, this.#rowsOfHeap) : rows;
    const things = Array.from({ length: Math.min(count, THINGS) }, (_, at) => drawn("circle", { cx: 10 * (at % ROW) + 5, cy: 10 * Math.floor(at / ROW) + 5, r: 4 }));
    const picture = drawn("svg", { viewBox: `0 0 ${10 * ROW} ${10 * this.#rowsOfHeap}`, "aria-hidden": "true" }, ...things);
    this.heap.replaceChildren(element("p", {}, element("strong", {}, strings.table.points.heap(count)), ` ${strings.table.points.marker}`), picture);
  }
}
