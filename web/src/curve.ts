// Shares over numbers of chips, with the share that they go to.

import uPlot from "uplot";

import { element } from "./dom";

/** What there is to see: a share for each number from the first on; nothing where there is none. */
export interface Shares {
  first: number;
  shares: (number | null)[];
  /** The share in the limit, if it is known. */
  limit: number | undefined;
  /** Names of the numbers, of the shares and of the limit. */
  x: string;
  y: string;
  of: string;
  /** The whole in words, for those who do not see it. */
  words: string;
}

const HEIGHT = 260;

/** What fits on a sheet of paper. */
const PAPER = 620;

export class Curve {
  readonly element = element("div", { class: "curve", role: "img" });
  #plot: uPlot | undefined;
  #shown: Shares | undefined;

  constructor() {
    // The style of the library, which only this needs.
    if (!document.querySelector('[href="uplot.css"], [data-of="uplot.css"]')) document.head.append(element("link", { rel: "stylesheet", href: "uplot.css" }));
    new ResizeObserver(() => this.#plot?.setSize({ width: this.#width(), height: HEIGHT })).observe(this.element);
    const again = () => this.#shown && this.show(this.#shown);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    window.addEventListener("beforeprint", again);
    window.addEventListener("afterprint", again);
  }

  #width(): number {
    const most = document.documentElement.classList.contains("printing") ? PAPER : Infinity;
    return Math.min(most, Math.max(200, this.element.clientWidth));
  }

  show(shown: Shares): void {
    this.#shown = shown;
    this.#plot?.destroy();
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const { first, shares, limit } = shown;
    const x = shares.map((_, at) => first + at);
    const axis = (label: string) => ({ label, stroke: colour("--text"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") } });
    const points = { label: shown.y, stroke: colour("--first"), paths: () => null, points: { show: true, size: 5, fill: colour("--first") } };
    const level = { label: shown.of, stroke: colour("--rejected"), width: 2, points: { show: false } };
    const data: uPlot.AlignedData = limit === undefined ? [x, shares] : [x, shares, shares.map(() => limit)];
    this.element.setAttribute("aria-label", shown.words);
    this.#plot = new uPlot(
      {
        width: this.#width(),
        height: HEIGHT,
        scales: { x: { time: false } },
        axes: [axis(shown.x), axis(shown.y)],
        series: [{ label: "k" }, points, ...(limit === undefined ? [] : [level])],
      },
      data,
      this.element,
    );
  }
}
