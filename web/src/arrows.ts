// Draws moves as arrows over the pieces. The text beside the board names the same moves.

import { drawn } from "./picture";

/** A move to draw. `kind` is a class of the style sheet. */
export interface Arrow {
  from: string;
  to: string;
  kind: string;
}

/** A point in the coordinates of the picture. */
type Point = [x: number, y: number];

/** Half the width of a shaft, half the width of a head, and the length of a head. The side of a square is 40. */
const [SHAFT, HEAD, LENGTH] = [3, 9, 14];

/** Returns the corners of an arrow from one point to another. */
export function outline([fromX, fromY]: Point, [toX, toY]: Point): Point[] {
  const length = Math.hypot(toX - fromX, toY - fromY);
  const [alongX, alongY] = [(toX - fromX) / length, (toY - fromY) / length];
  const at = (forth: number, aside: number): Point => [fromX + alongX * forth - alongY * aside, fromY + alongY * forth + alongX * aside];
  const neck = length - LENGTH;
  return [at(0, -SHAFT), at(neck, -SHAFT), at(neck, -HEAD), at(length, 0), at(neck, HEAD), at(neck, SHAFT), at(0, SHAFT)];
}

/** Draws the arrows. `middle` returns the middle of a square. */
export function arrows(all: readonly Arrow[], middle: (square: string) => Point): SVGGElement {
  const shapes = all.map(({ from, to, kind }) => {
    const points = outline(middle(from), middle(to)).map((point) => point.map((number) => number.toFixed(1)).join(","));
    return drawn("polygon", { points: points.join(" "), class: kind });
  });
  return drawn("g", { class: "arrows", "aria-hidden": "true" }, ...shapes);
}
