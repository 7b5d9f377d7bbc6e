// Numbers over other numbers, as dots, with a level that they go to or a place that is marked.

import uPlot from "uplot";

import { element } from "./dom";

/** What there is to see: a number for each number from the first on; nothing where there is none. */
export interface Dots {
  first: number;
  numbers: (number | null)[];
  /** The number in the limit, if it is known; and the place to which something else is said. */
  level: number | undefined;
  at: number | undefined;
  /** Names of both axes. */
  x: string;
  y: string;
  /** The whole in words, for those who do not see it. */
  words: string;
}

/** How high the picture is, in a wide and in a narrow window. */
const HEIGHT = { wide: 220, narrow: 125 };

/** A narrower picture is a telephone's. */
const NARROW = 500;

/** What fits on a sheet of paper. */
const PAPER = 620;

export class Curve {
  readonly element = element("div", { class: "curve", role: "img" });
  #plot: uPlot | undefined;
  #shown: Dots | undefined;

  constructor() {
    // The style of the library, which only this needs.
    if (!document.querySelector('[href="uplot.css"], [data-of="uplot.css"]')) document.head.append(element("link", { rel: "stylesheet", href: "uplot.css" }));
    new ResizeObserver(() => this.element.clientWidth > 0 && this.#plot?.setSize(this.#size())).observe(this.element);
    const again = () => this.#shown && this.show(this.#shown);
    for (const look of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(look).addEventListener("change", again);
    window.addEventListener("beforeprint", again);
    window.addEventListener("afterprint", again);
  }

  #size(): { width: number; height: number } {
    const most = document.documentElement.classList.contains("printing") ? PAPER : Infinity;
    const width = Math.min(most, Math.max(200, this.element.clientWidth));
    return { width, height: width < NARROW ? HEIGHT.narrow : HEIGHT.wide };
  }

  /** A colour of the style as the picture can use it: with forced colours that is a colour of the system. */
  #colour(name: string): string {
    const probe = element("span", { class: `ink ${name}`, hidden: true });
    this.element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }

  show(shown: Dots): void {
    this.#shown = shown;
    this.#plot?.destroy();
    const { first, numbers, level, at } = shown;
    const [text, line, dot, mark] = [this.#colour("text"), this.#colour("line"), this.#colour("dot"), this.#colour("mark")];
    const x = numbers.map((_, at) => first + at);
    const axis = (label: string) => ({ label, labelSize: 18, labelGap: 0, stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, size: 5 } });
    // Whole numbers have no parts between them.
    const whole = numbers.every((number) => number === null || Number.isInteger(number)) ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] } : {};
    const points = { label: shown.y, stroke: dot, paths: () => null, points: { show: true, size: 5, fill: dot } };
    const over = { label: shown.y, stroke: mark, width: 2, points: { show: false } };
    const data: uPlot.AlignedData = level === undefined ? [x, numbers] : [x, numbers, numbers.map(() => level)];
    const upright = (plot: uPlot) => {
      if (at === undefined) return;
      const { ctx, bbox } = plot;
      const place = Math.round(plot.valToPos(at, "x", true));
      ctx.save();
      ctx.strokeStyle = mark;
      ctx.lineWidth = 2 * devicePixelRatio;
      ctx.beginPath();
      ctx.moveTo(place, bbox.top);
      ctx.lineTo(place, bbox.top + bbox.height);
      ctx.stroke();
      ctx.restore();
    };
    this.element.setAttribute("aria-label", shown.words);
    this.#plot = new uPlot(
      {
        ...this.#size(),
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false } },
        axes: [{ ...axis(shown.x), size: 26 }, { ...axis(shown.y), size: 44, ...whole }],
        series: [{ label: shown.x }, points, ...(level === undefined ? [] : [over])],
        hooks: { drawAxes: [upright] },
      },
      data,
      this.element,
    );
  }
}
