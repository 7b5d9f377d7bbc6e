// Asks what a pawn promotes to, if a move on the board leaves that open.

import { element } from "./dom";
import { viewStrings } from "./view-strings";

export class Promotion {
  readonly element = element("dialog", { "aria-label": viewStrings.promotion });

  /**
   * Calls `take` with one of several moves. Asks the user for the choice, by the moves' names, unless there is only one
   * move.
   */
  choose<M>(moves: M[], name: (move: M) => string, take: (move: M) => void): void {
    const [first] = moves;
    if (first === undefined) return;
    if (moves.length === 1) return take(first);
    const chosen = (move: M) => () => {
      this.element.close();
      take(move);
    };
    this.element.replaceChildren(element("p", {}, viewStrings.promotion), ...moves.map((move) => element("button", { type: "button", click: chosen(move) }, name(move))));
    this.element.showModal();
  }
}
