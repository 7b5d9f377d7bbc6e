// The card of a file during and after its verification: name, progress, and the proved claims or the reason for a
// rejection.

import { type Clauses, body, mark } from "./card";
import type { Outcome } from "./check";
import { type Child, element } from "./dom";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Interval between two updates of the time, in milliseconds. */
const TICK = 100;

/** Callbacks for the buttons of a card. */
export interface Asked {
  /** Ends the verification. Without this callback the card has no such button. */
  stop?: () => void;
  /** Removes the card. */
  remove(): void;
}

export class FileCard {
  readonly element: HTMLElement;
  #head = element("span", { class: "mark" }, viewStrings.waiting);
  readonly #time = element("span", { class: "faint" });
  readonly #place = element("div");
  readonly #stop: HTMLElement | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor(name: string, { stop, remove }: Asked, lead?: string) {
    this.#stop = stop && element("button", { type: "button", "aria-label": `${viewStrings.stop} ${name}`, click: stop }, viewStrings.stop);
    const away = element("button", { type: "button", "aria-label": `${viewStrings.remove} ${name}`, click: remove }, viewStrings.remove);
    this.element = element("article", { "aria-label": name, tabindex: "-1" }, element("header", {}, element("h3", {}, name), this.#head, this.#time, this.#stop, away), lead !== undefined && element("p", { class: "faint" }, lead), this.#place);
  }

  /** Shows that the verification is running, with the time elapsed. */
  verifying(): void {
    this.#change(element("span", { class: "mark" }, strings.verifying));
    if (this.#stop) this.#stop.hidden = false;
    const begun = performance.now();
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => {
      this.#time.textContent = strings.seconds((performance.now() - begun) / 1000);
    }, TICK);
  }

  /** Shows the outcome. */
  show(outcome: Outcome, clauses: Clauses): void {
    clearInterval(this.#ticking);
    this.#change(mark(outcome));
    this.#time.textContent = "seconds" in outcome ? strings.seconds(outcome.seconds) : "";
    this.#place.replaceChildren(body(outcome, clauses));
    if (this.#stop) this.#stop.hidden = true;
  }

  /** Adds an action for the file. */
  offer(action: Child): void {
    if (action) this.#place.append(action);
  }

  /** The verdict in one word. */
  get word(): string {
    return this.#head.textContent ?? "";
  }

  #change(mark: HTMLElement): void {
    this.#head.replaceWith(mark);
    this.#head = mark;
  }
}
