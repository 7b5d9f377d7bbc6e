// Losing chess: steps through a line with keys, with the wheel over the board, or by automatic play.

import { element } from "./dom";
import { type Defence, type Here, defend } from "./losing-state";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** The line to step through. */
export interface Steps {
  here(): Here | undefined;
  back(all: boolean): void;
  /** Returns the next move of the line that the user came back from, or of the longest line. */
  next(): string | undefined;
  /**
   * Goes to the next (1) or the previous (-1) alternative to the last move that the user has looked at. Returns whether
   * there is one.
   */
  beside(by: 1 | -1): boolean;
  play(move: string): void;
  /** Makes a move of automatic play. Resolves when the move is shown; to false if it is not shown. */
  playItself(move: string): Promise<boolean>;
}

/** Distance that the wheel turns for one move, in pixels. */
const NOTCH = 60;

/** Height of a line in pixels, for wheels that count lines. */
const LINE = 20;

/** Time between two moves of automatic play, in milliseconds. */
const PACE = 700;

/** Steps forward by one move. */
export function onwards(steps: Steps): void {
  const move = steps.next();
  if (move !== undefined) steps.play(move);
}

/** Elements that use the arrow keys themselves. */
const FIELDS = "input, select, textarea, dialog, [role=grid]";

/**
 * Makes the arrow keys, and Home, step through the line while the view is shown. The board and fields keep their own
 * keys.
 */
export function keys(view: HTMLElement, steps: Steps): void {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !view.isConnected) return;
    if (target instanceof Element && target.closest(FIELDS)) return;
    if (event.key === "ArrowLeft") steps.back(false);
    else if (event.key === "ArrowRight") onwards(steps);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      // Without an alternative the key scrolls the page.
      if (!steps.beside(event.key === "ArrowDown" ? 1 : -1)) return;
    } else if (event.key === "Home") steps.back(true);
    else return;
    event.preventDefault();
  });
}

/**
 * Makes the wheel over the board step through the line, as on other analysis boards. Without a move to step to, the
 * wheel scrolls the page.
 */
export function wheel(board: Element, steps: Steps): void {
  let turned = 0;
  board.addEventListener(
    "wheel",
    (given) => {
      const event = given as WheelEvent;
      // The wheel scrolls the page until the user has used the board or its buttons.
      if (event.ctrlKey || event.deltaY === 0 || !board.parentElement?.contains(document.activeElement)) return;
      const possible = event.deltaY > 0 ? steps.next() !== undefined : (steps.here()?.moves.length ?? 0) > 0;
      if (!possible) return;
      event.preventDefault();
      turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned : 0;
      turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
      if (Math.abs(turned) < NOTCH) return;
      turned = 0;
      if (event.deltaY > 0) onwards(steps);
      else steps.back(false);
    },
    { passive: false },
  );
}

/** Automatic play through a proof: the winner plays the proof's moves, the loser the hardest or random ones. */
export class Player {
  readonly #steps: Steps;
  readonly #buttons = new Map<Defence, HTMLButtonElement>();
  readonly element: HTMLElement;
  #playing: Defence | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(steps: Steps) {
    this.#steps = steps;
    for (const defence of ["hardest", "random"] as const) this.#buttons.set(defence, element("button", { type: "button", click: () => this.#press(defence) }));
    this.element = element("div", { class: "buttons why" }, element("span", {}, strings.losingChess.why), [...this.#buttons.values()]);
    this.show(undefined);
  }

  /** Stops because the user does something else. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#playing = undefined;
    this.#label();
  }

  /** Enables the buttons if there is a move to play. */
  show(here: Here | undefined): void {
    const over = (here?.place?.replies.length ?? 0) === 0;
    for (const button of this.#buttons.values()) button.setAttribute("aria-disabled", String(over));
    this.#label();
  }

  #label(): void {
    for (const [defence, button] of this.#buttons) {
      const name = strings.losingChess.defences[defence];
      button.textContent = this.#playing === defence ? viewStrings.stop : name;
      button.setAttribute("aria-label", this.#playing === defence ? viewStrings.stop : `${strings.losingChess.why} ${name}`);
    }
  }

  #press(defence: Defence): void {
    const stops = this.#playing === defence;
    this.stop();
    if (stops) return;
    this.#playing = defence;
    void this.#move();
  }

  async #move(): Promise<void> {
    const playing = this.#playing;
    const here = this.#steps.here();
    const move = playing && here && defend(here, playing, Math.random());
    const shown = move !== undefined && (await this.#steps.playItself(move));
    if (this.#playing !== playing) return;
    // Users who prefer reduced motion press the button for each move.
    if (!shown || matchMedia("(prefers-reduced-motion: reduce)").matches || defend(this.#steps.here(), "hardest", 0) === undefined) return this.stop();
    this.#label();
    this.#timer = setTimeout(() => void this.#move(), PACE);
  }
}
