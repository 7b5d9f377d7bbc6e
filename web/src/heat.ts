// A heat map of many rows. The user chooses a row and a column with the pointer or with two sliders.

import { element } from "./dom";

/** The data of a heat map. */
export interface Rows {
  /** The numbers to colour; `null` is grey. */
  rows: (number | null)[][];
  /** Labels of the rows and columns. */
  row: string;
  column: string;
  /** Describes a cell. */
  describe(row: number, column: number): string;
  /** Acts on the chosen cell. `button` is the label of this action. */
  choose(row: number, column: number): void;
  button: string;
}

/** Colours from the least to the greatest number. With negative numbers the scale diverges from white at 0. */
const SCALE = { least: [251, 240, 211], most: [22, 86, 150], below: [178, 70, 32], zero: [247, 247, 247], none: [150, 150, 150] } as const;

type Colour = readonly [number, number, number];

function between(one: Colour, other: Colour, part: number): Colour {
  const mix = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * part);
  return [mix(0), mix(1), mix(2)];
}

/** Returns the colour scale for numbers from `least` to `most`. */
function scale(least: number, most: number): (number: number | null) => Colour {
  return (number) => {
    if (number === null) return SCALE.none;
    if (least < 0) {
      const greatest = Math.max(-least, most, 1);
      return between(SCALE.zero, number < 0 ? SCALE.below : SCALE.most, Math.abs(number) / greatest);
    }
    return between(SCALE.least, SCALE.most, most > least ? (number - least) / (most - least) : 0.5);
  };
}

export class Heat {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #said = element("p", { class: "faint", role: "status", "aria-live": "polite" });
  readonly #row: HTMLInputElement;
  readonly #column: HTMLInputElement;
  readonly #button = element("button", { type: "button" });
  readonly #rowLabel = element("label");
  readonly #columnLabel = element("label");
  #shown: Rows | undefined;

  constructor(name: string, label: string) {
    this.#canvas = element("canvas", { role: "img", "aria-label": label, class: "heat" });
    const slider = (part: string) => element("input", { type: "range", id: `${name}-${part}`, min: "0", value: "0", input: () => this.#say() });
    this.#row = slider("row");
    this.#column = slider("column");
    this.#rowLabel.htmlFor = this.#row.id;
    this.#columnLabel.htmlFor = this.#column.id;
    this.#button.addEventListener("click", () => this.#shown?.choose(Number(this.#row.value), Number(this.#column.value)));
    this.#canvas.addEventListener("pointermove", (event) => this.#point(event));
    this.#canvas.addEventListener("click", (event) => {
      this.#point(event);
      this.#button.click();
    });
    this.element = element(
      "figure",
      {},
      element("figcaption", {}, label),
      this.#canvas,
      element("div", { class: "sliders" }, this.#rowLabel, this.#row, this.#columnLabel, this.#column),
      this.#said,
      this.#button,
    );
  }

  show(shown: Rows): void {
    this.#shown = shown;
    const { rows } = shown;
    const width = rows[0]?.length ?? 0;
    this.#canvas.width = Math.max(1, width);
    this.#canvas.height = Math.max(1, rows.length);
    // The height is at least 1 pixel a row up to 640 rows, and at most 18 pixels a row, but never below 40 pixels.
    this.#canvas.style.height = `${Math.min(Math.max(rows.length, 160), Math.max(rows.length * 18, 40), 640)}px`;
    const numbers = rows.flat().filter((number) => number !== null);
    const least = numbers.reduce((one, other) => Math.min(one, other), Infinity);
    const most = numbers.reduce((one, other) => Math.max(one, other), -Infinity);
    const colour = scale(least, most);
    const context = this.#canvas.getContext("2d");
    if (context && width > 0) {
      const picture = context.createImageData(width, rows.length);
      for (const [at, number] of rows.flat().entries()) picture.data.set([...colour(number), 255], 4 * at);
      context.putImageData(picture, 0, 0);
    }
    this.#row.max = String(Math.max(0, rows.length - 1));
    this.#column.max = String(Math.max(0, width - 1));
    this.#rowLabel.textContent = shown.row;
    this.#columnLabel.textContent = shown.column;
    this.#button.textContent = shown.button;
    this.#say();
  }

  /** Chooses the row and column under the pointer. */
  #point(event: PointerEvent | MouseEvent): void {
    const frame = this.#canvas.getBoundingClientRect();
    const part = (at: number, from: number, size: number, count: number) => String(Math.min(count - 1, Math.max(0, Math.floor(((at - from) / size) * count))));
    this.#row.value = part(event.clientY, frame.top, frame.height, this.#canvas.height);
    this.#column.value = part(event.clientX, frame.left, frame.width, this.#canvas.width);
    this.#say();
  }

  #say(): void {
    const [row, column] = [Number(this.#row.value), Number(this.#column.value)];
    this.#said.textContent = this.#shown && this.#shown.rows.length > 0 ? this.#shown.describe(row, column) : "";
  }
}
