// What a pawn becomes, where a move on the board leaves that open.

import { element } from "./dom";
import { viewStrings } from "./view-strings";

export class Promotion {
  readonly element = element("dialog", { "aria-label": viewStrings.promotion });

  /** Does something with one of several moves; asks which, by their names, unless there is one only. */
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
