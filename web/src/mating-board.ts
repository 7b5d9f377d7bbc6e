// Can they mate?: the board, on which the user steps through a line, sees where a piece can get, and sets up positions.

import { Board, type Owner, allSquares, pieces } from "./board";
import { element } from "./dom";
import { option } from "./mating-draw";
import { type Side, type State, boardOf, walkOf } from "./mating-state";
import { type Reach, loose, marks } from "./reach";
import { SetUp } from "./setup";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Callbacks into the view. */
export interface AskedOfBoard {
  state(): State;
  /** The user set up a position. */
  setUp(fen: string): void;
  /** Shows a ply of a side's line. */
  step(side: Side, ply: number): void;
  /** Shows where this piece or pawn can get. */
  unit(square: string): void;
  link(): void;
  copy(): void;
}

export class BoardPart {
  readonly element: HTMLElement;
  /** The controls that set up positions; the view places them elsewhere. */
  readonly setup: SetUp;
  readonly #asked: AskedOfBoard;
  readonly #board: Board;
  readonly #fen = element("code", { id: "mating-fen" });
  readonly #steps: HTMLFieldSetElement;
  readonly #unit: HTMLSelectElement;
  readonly #units: HTMLElement;
  /** The data that the board was last drawn from. */
  #drawn: unknown[] = [];
  #reach: Reach | undefined;

  constructor(asked: AskedOfBoard) {
    this.#asked = asked;
    this.setup = new SetUp((fen) => asked.setUp(fen));
    this.#board = new Board(strings.board, 8, 8, this.#owner());
    this.#unit = element("select", { id: "unit", change: () => asked.unit(this.#unit.value) });
    this.#units = element("p", { class: "buttons" }, element("label", { for: "unit" }, viewStrings.whereCanGet), this.#unit);
    this.#steps = this.#stepButtons();
    this.element = element("div", {}, this.#board.element, this.#steps, this.#units, this.#more());
  }

  /** Returns the board's callbacks, which set up positions. */
  #owner(): Owner {
    const { state } = this.#asked;
    const follow = () => this.setup.show(boardOf(state()));
    return {
      targets: (from) => (this.setup.moves && pieces(boardOf(state())).has(from) ? allSquares(8, 8).filter((name) => name !== from) : []),
      move: (from, to) => {
        follow();
        this.setup.move(from, to);
      },
      press: (name) => {
        follow();
        return this.setup.press(name);
      },
      off: (from) => {
        follow();
        this.setup.move(from);
      },
    };
  }

  #stepButtons(): HTMLFieldSetElement {
    const { state, step } = this.#asked;
    const button = (label: string, ply: () => number) => element("button", { type: "button", click: () => step(state().side, ply()) }, label);
    return element(
      "fieldset",
      { class: "buttons steps" },
      element("legend", { class: "spoken" }, viewStrings.lineToMate),
      button(viewStrings.toBeginning, () => 0),
      button(strings.back, () => state().ply - 1),
      button(strings.on, () => state().ply + 1),
      button(viewStrings.toMate, () => walkOf(state()).length),
    );
  }

  #more(): HTMLElement {
    const button = (label: string, click: () => void) => element("button", { type: "button", click }, label);
    return element(
      "div",
      {},
      element("div", { class: "buttons" }, button(viewStrings.turn, () => this.#board.turn()), button(viewStrings.link, this.#asked.link), button(viewStrings.mate.copyFen, this.#asked.copy)),
      element("p", { class: "fen" }, this.#fen),
    );
  }

  draw(state: State): void {
    const reach = state.panels[state.side].told?.reach;
    const walk = walkOf(state);
    const step = walk[state.ply - 1];
    this.#steps.disabled = walk.length === 0;
    this.#units.classList.toggle("away", !reach);
    if (reach !== this.#reach) {
      this.#reach = reach;
      this.#unit.replaceChildren(option("", viewStrings.bothKings), ...(reach ? loose(reach) : []).map(({ piece, square }) => option(square, viewStrings.unitOn(piece, square))));
    }
    this.#unit.value = state.unit;
    this.#fen.textContent = boardOf(state);
    // A redraw would drop a piece that is being dragged, so the board is drawn only if it changes.
    const drawn = [boardOf(state), step, reach, state.unit];
    if (this.#drawn.length > 0 && drawn.every((one, at) => one === this.#drawn[at])) return;
    if (drawn[0] !== this.#drawn[0]) this.setup.show(boardOf(state));
    this.#drawn = drawn;
    const unit = reach?.units.find(({ square }) => square === state.unit);
    if (step) this.#board.show(step.fen, { last: [step.move.slice(0, 2), step.move.slice(2, 4)] });
    else this.#board.show(state.fen, reach ? marks(reach, unit) : {});
  }
}
