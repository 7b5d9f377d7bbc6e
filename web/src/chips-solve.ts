// The form with which a game with chips is solved here.

import type { Side, Ties } from "./chips-game";
import { TIES } from "./chips-play";
import { element } from "./dom";
import type { Asking } from "./explorer";
import { bytesOf } from "./shown";
import { strings } from "./strings";
import type { Frame } from "./view";

/** What is to be solved: for whom, with which ties, for how many chips; nothing: for every number. */
export interface ToSolve {
  ties: Ties;
  player: Side;
  chips: [number, number] | null;
}

/** The form; `solve` gets what it says, or fails with a sentence about it. */
export function solveForm(player: (side: Side) => string, solve: (asked: () => ToSolve) => void): HTMLElement[] {
  const sides = element("select", { id: "solve-player" }, (["left", "right"] as const).map((side) => element("option", { value: side }, player(side))));
  const ties = element("select", { id: "solve-ties" }, TIES.map((one) => element("option", { value: one }, strings.tieBreaks[one] ?? one)));
  const most = element("input", { type: "text", id: "solve-chips", size: "8", value: "", inputmode: "numeric" });
  const form = element(
    "form",
    { class: "buttons" },
    element("label", { for: "solve-player" }, strings.solveFor),
    sides,
    element("label", { for: "solve-ties" }, strings.ties),
    ties,
    element("label", { for: "solve-chips" }, strings.solveChips),
    most,
    element("button", { type: "submit" }, strings.ownSolve),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    solve(() => {
      const text = most.value.trim();
      if (!/^\d{0,6}$/.test(text)) throw new Error(strings.noNumber(text));
      return { ties: ties.value as Ties, player: sides.value as Side, chips: text === "" ? null : [0, Number(text)] };
    });
  });
  return [element("h3", {}, strings.ownSolveTitle), element("p", {}, strings.ownSolveLead), form];
}

/** Has the game that is open solved; its certificate. */
export async function solved(asking: Asking, view: Frame, title: string, question: ToSolve): Promise<Uint8Array> {
  const solve = (signal: AbortSignal) => asking.ask<{ certificate: string }>({ chips: { solve: question } }, undefined, signal);
  const { certificate } = await view.busy.during(strings.solving(title), solve);
  return bytesOf(certificate);
}
