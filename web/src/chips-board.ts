// The board of a chips game: cells for tic-tac-toe, hex and connect, a chess board for endings, and nothing for games
// without a board.

import { Board, allSquares, pieces, placed, size } from "./board";
import { Cells } from "./cells";
import type { Option } from "./chips-game";
import { hasCells, stone } from "./chips-said";
import { element } from "./dom";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

export class ChipsBoard {
  readonly element = element("div");
  readonly #cells: Cells;
  #chess: Board | undefined;
  #rules = "";
  #position = "";
  #choices: Option[] = [];

  /**
   * `choose` receives the option whose cell the user chose. `setUp` receives the position that the user set up by
   * dragging.
   */
  constructor(
    choose: (option: Option) => void,
    readonly setUp: (position: string) => void,
  ) {
    this.#cells = new Cells((row, column) => {
      const option = this.#option(row, column);
      if (option) choose(option);
    });
  }

  /** Creates the board of a game. `sides` tells who plays which stones. */
  open(rules: string, start: string, sides: string): void {
    this.#rules = rules;
    this.#chess = rules === "bidding-chess" ? new Board(strings.board, ...size(start), { targets: (from) => this.#free(from), move: (from, to) => this.#moved(from, to) }) : undefined;
    const said = element("p", { class: "faint sides" }, rules === "hex" ? viewStrings.hexEdges : sides);
    this.element.replaceChildren(...(this.#chess ? [this.#chess.element] : this.hasCells() ? [this.#cells.element] : []), said);
  }

  hasCells(): boolean {
    return hasCells(this.#rules);
  }

  /**
   * Shows a position. The cells of options that place a stone can be chosen. `chosen` is the position that the user
   * chose together with the bid.
   */
  show(position: string, choices: Option[], chosen?: string): void {
    this.#position = position;
    this.#choices = choices;
    this.#chess?.show(position);
    if (!this.hasCells()) return;
    const to = (row: number, column: number) => this.#option(row, column)?.position;
    this.#cells.show(position, this.#rules === "hex", (row, column) => to(row, column) !== undefined, (row, column) => chosen !== undefined && to(row, column) === chosen);
  }

  #option(row: number, column: number): Option | undefined {
    return this.#choices.find(({ position }) => stone(this.#position, position)?.join() === [row, column].join());
  }

  #free(from: string): string[] {
    const there = pieces(this.#position);
    return there.has(from) ? allSquares(...size(this.#position)).filter((name) => !there.has(name)) : [];
  }

  #moved(from: string, to: string): void {
    const there = pieces(this.#position);
    const piece = there.get(from);
    if (piece === undefined) return;
    there.delete(from);
    there.set(to, piece);
    this.setUp(placed(there, ...size(this.#position)));
  }
}
