// The form that solves a chips game in the browser.

import type { Side, Ties } from "./chips-game";
import { TIES } from "./chips-play";
import { element } from "./dom";
import type { Asking } from "./explorer";
import { bytesOf } from "./shown";
import { viewStrings } from "./view-strings";
import type { Frame } from "./view";

/**
 * The problem to solve: for which player, under which tie rule, and for which range of chips; `null` means every number
 * of chips.
 */
export interface ToSolve {
  ties: Ties;
  player: Side;
  chips: [number, number] | null;
}

/** Creates the form. `solve` receives a function that returns the form's contents, or throws an error about them. */
export function solveForm(player: (side: Side) => string, solve: (asked: () => ToSolve) => void): HTMLElement[] {
  const sides = element("select", { id: "solve-player" }, (["left", "right"] as const).map((side) => element("option", { value: side }, player(side))));
  const ties = element("select", { id: "solve-ties" }, TIES.map((one) => element("option", { value: one }, viewStrings.tieBreaks[one] ?? one)));
  const most = element("input", { type: "text", id: "solve-chips", size: "8", value: "", inputmode: "numeric" });
  const form = element(
    "form",
    { class: "buttons" },
    element("label", { for: "solve-player" }, viewStrings.solveFor),
    sides,
    element("label", { for: "solve-ties" }, viewStrings.ties),
    ties,
    element("label", { for: "solve-chips" }, viewStrings.solveChips),
    most,
    element("button", { type: "submit" }, viewStrings.ownSolve),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    solve(() => {
      const text = most.value.trim();
      if (!/^\d{0,6}$/.test(text)) throw new Error(viewStrings.noNumber(text));
      return { ties: ties.value as Ties, player: sides.value as Side, chips: text === "" ? null : [0, Number(text)] };
    });
  });
  return [element("h3", {}, viewStrings.ownSolveTitle), element("p", {}, viewStrings.ownSolveLead), form];
}

/** Solves the open game and returns the certificate. */
export async function solved(asking: Asking, view: Frame, title: string, question: ToSolve): Promise<Uint8Array> {
  const solve = (signal: AbortSignal) => asking.ask<{ certificate: string }>({ chips: { solve: question } }, undefined, signal);
  const { certificate } = await view.busy.during(viewStrings.solving(title), solve);
  return bytesOf(certificate);
}
