// Losing chess: how one steps through a line: with keys, with the wheel over the board, and by having a proof play by itself.

import { element } from "./dom";
import { type Defence, type Here, defend } from "./losing-state";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** What is stepped through. */
export interface Steps {
  here(): Here | undefined;
  back(all: boolean): void;
  /** The next move of the line that one has come back from, or of the longest line. */
  next(): string | undefined;
  /** Goes to the next (1) or the last (-1) of the moves that were looked at in the place of this one. Whether there is one. */
  beside(by: 1 | -1): boolean;
  play(move: string): void;
  /** A move that is made without anybody's doing; ends when it is shown. Whether it is. */
  playItself(move: string): Promise<boolean>;
}

/** How far a wheel is turned for a move, in pixels. */
const NOTCH = 60;

/** The height of a line, for wheels that count lines. */
const LINE = 20;

/** Time between two moves of a proof that plays by itself, in milliseconds. */
const PACE = 700;

/** Goes on by a move. */
export function onwards(steps: Steps): void {
  const move = steps.next();
  if (move !== undefined) steps.play(move);
}

/** Where arrows have meanings of their own. */
const FIELDS = "input, select, textarea, dialog, [role=grid]";

/** Arrows and Home step through the line while the view is shown, but on the board and in fields. */
export function keys(view: HTMLElement, steps: Steps): void {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !view.isConnected) return;
    if (target instanceof Element && target.closest(FIELDS)) return;
    if (event.key === "ArrowLeft") steps.back(false);
    else if (event.key === "ArrowRight") onwards(steps);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      // Otherwise they move the page.
      if (!steps.beside(event.key === "ArrowDown" ? 1 : -1)) return;
    } else if (event.key === "Home") steps.back(true);
    else return;
    event.preventDefault();
  });
}

/** The wheel over the board steps through the line, as on other analysis boards; where there is no move to step to, it moves the page. */
export function wheel(board: Element, steps: Steps): void {
  let turned = 0;
  board.addEventListener(
    "wheel",
    (given) => {
      const event = given as WheelEvent;
      // Whoever does something else scrolls: moves are stepped through once the board or its buttons have been used.
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

/** Has a proof play by itself: the winner's moves are the proof's, the loser's are the hardest or random. */
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

  /** Something else is done. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#playing = undefined;
    this.#label();
  }

  /** Whether there is anything to play. */
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
    // Whoever wants nothing to move by itself presses for each move.
    if (!shown || matchMedia("(prefers-reduced-motion: reduce)").matches || defend(this.#steps.here(), "hardest", 0) === undefined) return this.stop();
    this.#label();
    this.#timer = setTimeout(() => void this.#move(), PACE);
  }
}
