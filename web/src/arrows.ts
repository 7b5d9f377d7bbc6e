// Arrows on a board: the moves that matter, over the pieces. They are said in words beside the board.

import { drawn } from "./picture";

/** A move to be drawn; the kind is a class of the style sheet. */
export interface Arrow {
  from: string;
  to: string;
  kind: string;
}

/** A point of the picture. */
type Point = [x: number, y: number];

/** Half of a shaft's width, and of a head's; a head's length. Squares have 40. */
const [SHAFT, HEAD, LENGTH] = [3, 9, 14];

/** The corners of an arrow from one point to another. */
export function outline([fromX, fromY]: Point, [toX, toY]: Point): Point[] {
  const length = Math.hypot(toX - fromX, toY - fromY);
  const [alongX, alongY] = [(toX - fromX) / length, (toY - fromY) / length];
  const at = (forth: number, aside: number): Point => [fromX + alongX * forth - alongY * aside, fromY + alongY * forth + alongX * aside];
  const neck = length - LENGTH;
  return [at(0, -SHAFT), at(neck, -SHAFT), at(neck, -HEAD), at(length, 0), at(neck, HEAD), at(neck, SHAFT), at(0, SHAFT)];
}

/** The arrows as pictures; `middle` is the middle of a square. */
export function arrows(all: readonly Arrow[], middle: (square: string) => Point): SVGGElement {
  const shapes = all.map(({ from, to, kind }) => {
    const points = outline(middle(from), middle(to)).map((point) => point.map((number) => number.toFixed(1)).join(","));
    return drawn("polygon", { points: points.join(" "), class: kind });
  });
  return drawn("g", { class: "arrows", "aria-hidden": "true" }, ...shapes);
}
