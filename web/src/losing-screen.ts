// Losing chess: the elements of the view, and how they show a place. The view supplies the actions.

import { Board } from "./board";
import { box } from "./box";
import { Busy } from "./busy";
import { element, spoken } from "./dom";
import { type Acts, focusAgain, side } from "./losing-draw";
import type { Read } from "./losing-proofs";
import { type Here, type Opening, arrowsOf, nextMoves } from "./losing-state";
import { Player, type Steps, keys, onwards, wheel } from "./losing-steps";
import type { Root } from "./losing-tree";
import { sentence } from "./losing-words";
import { Messages } from "./messages";
import { Promotion } from "./promotion";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Callbacks into the view. */
export interface Asked {
  /** The user made a move on the board. */
  move(from: string, to: string): void;
  /** The user typed, pasted, chose or dropped a text. */
  take(text: string): void;
  pgn(): void;
  link(): void;
}

export class Screen extends Messages {
  readonly element: HTMLElement;
  readonly busy = new Busy();
  readonly promotion = new Promotion();
  readonly player: Player;
  readonly #board: Board;
  readonly #state = element("p", { class: "state" });
  readonly #side = element("div", { class: "side" });
  readonly #spoken = spoken();
  readonly #field: HTMLTextAreaElement;

  constructor(steps: Steps, asked: Asked) {
    super();
    const next = () => nextMoves(steps.here());
    this.#board = new Board(strings.board, 8, 8, {
      targets: (from) => next().filter(({ move }) => move.startsWith(from)).map(({ move }) => move.slice(2, 4)),
      move: (from, to) => asked.move(from, to),
    });
    this.player = new Player(steps);
    const controls = element("div", {}, this.#board.element, this.#buttons(steps, asked), this.player.element);
    // Answers to typed questions appear beside the board, so that they are in view.
    const words = element("div", {});
    this.element = element(
      "section",
      { class: "losing", "aria-label": strings.losing },
      element("h2", {}, strings.losing),
      this.#state,
      this.#spoken,
      element("div", { class: "beside" }, controls, words),
      element("p", { class: "faint" }, viewStrings.losingLead),
      this.promotion.element,
    );
    const { form, field } = box({ id: "jump", label: viewStrings.jump, example: strings.losingChess.example, go: viewStrings.go, around: this.element, take: asked.take, wrong: (why) => this.warn(why) });
    this.#field = field;
    words.append(form, this.status, this.busy.element, this.wrong, this.#side);
    keys(this.element, steps);
    wheel(this.#board.element, steps);
  }

  #buttons(steps: Steps, asked: Asked): HTMLElement {
    const button = (label: string, click: () => void) => element("button", { type: "button", click }, label);
    return element(
      "div",
      { class: "buttons" },
      button(viewStrings.toBeginning, () => steps.back(true)),
      button(strings.back, () => steps.back(false)),
      button(strings.on, () => onwards(steps)),
      button(viewStrings.turn, () => this.#board.turn()),
      button(viewStrings.pgn, asked.pgn),
      button(viewStrings.link, asked.link),
    );
  }

  /** Shows a place. */
  draw(here: Here, opening: Opening | undefined, read: Read | undefined, tree: Root, acts: Acts): void {
    this.clear();
    this.player.show(here);
    const last = here.moves.at(-1);
    this.#board.show(here.fen, { arrows: arrowsOf(here), ...(last !== undefined && { last: [last.slice(0, 2), last.slice(2, 4)] }) });
    const { text, winner } = sentence(here, opening);
    this.#state.className = `state ${winner ?? "open"}`;
    this.#state.textContent = text;
    const focused = this.#side.contains(document.activeElement) ? document.activeElement : null;
    this.#side.replaceChildren(...side(here, opening, read, tree, acts));
    if (focused) focusAgain(this.#side, focused);
    this.#spoken.textContent = viewStrings.afterMove(here.line.at(-1), text);
  }

  /** Puts a text into the field. */
  type(text: string): void {
    this.#field.value = text;
  }

  /** Fills in the number of positions below a position wherever it is shown. */
  count(number: number, size: number): void {
    for (const cell of this.#side.querySelectorAll(`[data-size="${number}"]`)) cell.textContent = viewStrings.count(size);
  }
}
