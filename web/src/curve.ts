// A graph of dots over whole numbers, with an optional level line and an optional vertical mark.

import uPlot from "uplot";

import { element } from "./dom";

/** The data of a graph. `numbers[i]` belongs to the abscissa `first + i`; `null` draws no dot. */
export interface Dots {
  first: number;
  numbers: (number | null)[];
  /** The limit of the numbers, if it is known, and the abscissa of the vertical mark. */
  level: number | undefined;
  at: number | undefined;
  /** Labels of both axes. */
  x: string;
  y: string;
  /** A description of the graph for screen readers. */
  words: string;
}

/** Height of the graph in a wide and in a narrow window, in pixels. */
const HEIGHT = { wide: 220, narrow: 125 };

/** Graphs narrower than this many pixels have the lower height, for telephones. */
const NARROW = 500;

/** Maximum width on paper, in pixels. */
const PAPER = 620;

export class Curve {
  readonly element = element("div", { class: "curve", role: "img" });
  #plot: uPlot | undefined;
  #shown: Dots | undefined;

  constructor() {
    // The style sheet of uPlot is loaded here, because no other module needs it.
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

  /** Resolves a colour of the style sheet for use in the canvas. With forced colours it is a system colour. */
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
    // Axes for whole numbers have no fractional ticks.
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
