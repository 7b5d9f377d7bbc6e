// A board of tic-tac-toe, hex or connect made of buttons. The owner decides what a cell does.

import { element } from "./dom";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

export class Cells {
  readonly element = element("div", { class: "cells", role: "group", "aria-label": strings.board });
  readonly #choose: (row: number, column: number) => void;

  constructor(choose: (row: number, column: number) => void) {
    this.#choose = choose;
  }

  /**
   * Shows a position such as `X.O/.X./...`. `open` tells which cells can be chosen and `chosen` which are. With `hex`
   * each row is shifted.
   */
  show(position: string, hex: boolean, open: (row: number, column: number) => boolean, chosen: (row: number, column: number) => boolean): void {
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-cell") : undefined;
    this.element.classList.toggle("hex", hex);
    const rows = position.split("/").map((row, down) => {
      const cells = [...row].map((stone, across) => {
        const free = open(down, across);
        return element(
          "button",
          {
            type: "button",
            "data-cell": `${down + 1},${across + 1}`,
            "data-stone": stone === "." ? undefined : stone,
            "aria-label": viewStrings.cell(down + 1, across + 1, stone),
            "aria-disabled": !free && "true",
            "aria-pressed": chosen(down, across) && "true",
            click: () => free && this.#choose(down, across),
          },
          stone === "." ? "" : stone,
        );
      });
      const made = element("div", { class: "row" }, cells);
      if (hex) made.style.marginInlineStart = `calc(${down} * var(--half))`;
      return made;
    });
    this.element.replaceChildren(...rows);
    if (focused) this.element.querySelector<HTMLElement>(`[data-cell="${focused}"]`)?.focus();
  }
}
