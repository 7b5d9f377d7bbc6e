// Thresholds of a chips game as pictures: a curve for a position, and a heat map for all positions.

import type { Certificate, CurveOf, HeatOf } from "./chips-said";
import { Curve } from "./curve";
import { element } from "./dom";
import type { Asking } from "./explorer";
import { Heat } from "./heat";
import { viewStrings } from "./view-strings";

/** Maximum number of thresholds that are written out. */
const WORDS = 200;

export class ChipsPictures {
  /** The curve of a position. `written` lists the same thresholds as text. */
  readonly ofPosition: HTMLElement;
  readonly written = element("details", {});
  /** The heat map of all positions. */
  readonly element: HTMLElement;
  readonly #curve = new Curve();
  readonly #caption = element("figcaption", {});
  readonly #heat = new Heat("heat", viewStrings.chipsHeat);

  constructor() {
    this.ofPosition = element("figure", { class: "of-position" }, this.#curve.element, this.#caption);
    this.element = element("div", {}, element("h3", {}, viewStrings.allPositions), this.#heat.element);
  }

  /** Hides the curve and the list, for positions without thresholds. */
  hideCurve(): void {
    this.ofPosition.hidden = true;
    this.written.hidden = true;
  }

  /** Shows the thresholds of a position, as a curve and as text. */
  showCurve({ first, shares, written, richman }: CurveOf, player: string, position: string): void {
    this.ofPosition.hidden = false;
    this.written.hidden = false;
    this.#caption.textContent = viewStrings.curveOf(player, richman !== null);
    this.#curve.show({
      first,
      numbers: shares,
      level: richman ? Number(richman.decimal) : undefined,
      at: undefined,
      x: viewStrings.chipsInAll,
      y: viewStrings.shareNeeded,
      words: viewStrings.curveWords(player, position, first, first + shares.length - 1, richman?.decimal),
    });
    const cells = written.slice(0, WORDS).map((threshold, at) => element("li", { value: String(first + at) }, threshold ?? viewStrings.noHolding));
    this.written.replaceChildren(element("summary", {}, viewStrings.thresholds(cells.length)), element("ol", { class: "thresholds" }, cells));
  }

  /**
   * Shows the thresholds of all positions of a certificate, unless `current` is false by the time the answer arrives.
   * `choose` receives a position of the chosen row.
   */
  async heat(asking: Asking, certificate: Certificate | null | undefined, named: (position: string) => string, current: () => boolean, choose: (position: string) => void): Promise<void> {
    this.element.hidden = !certificate;
    if (!certificate) return;
    const { rows, first, sequences } = await asking.ask<HeatOf>({ chips: { heat: {} } });
    if (!current()) return;
    this.#heat.show({
      rows: rows.map(({ shares }) => shares),
      row: viewStrings.heatRow(rows.length, sequences),
      column: viewStrings.chipsInAll,
      describe: (row, column) => {
        const one = rows[row];
        return one ? viewStrings.heatPlace(named(one.position), one.positions, first + column, one.shares[column] ?? null, one.richman?.decimal) : "";
      },
      choose: (row) => {
        const one = rows[row];
        if (one) choose(one.position);
      },
      button: viewStrings.showChosen,
    });
  }
}
