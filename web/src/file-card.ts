// The card of a file that is being verified or has a verdict: its name, how far it is, what it proves or why it is rejected.

import { type Clauses, body, mark } from "./card";
import type { Outcome } from "./check";
import { type Child, element } from "./dom";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** How often the time of a verification is shown, in milliseconds. */
const TICK = 100;

/** What is done when a button of the card is pressed. */
export interface Asked {
  /** Ends the verification; without it there is no such button. */
  stop?: () => void;
  /** Takes the card away. */
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

  /** Says that the file is being verified, and for how long. */
  verifying(): void {
    this.#change(element("span", { class: "mark" }, strings.verifying));
    if (this.#stop) this.#stop.hidden = false;
    const begun = performance.now();
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => {
      this.#time.textContent = strings.seconds((performance.now() - begun) / 1000);
    }, TICK);
  }

  /** Shows what became of the file. */
  show(outcome: Outcome, clauses: Clauses): void {
    clearInterval(this.#ticking);
    this.#change(mark(outcome));
    this.#time.textContent = "seconds" in outcome ? strings.seconds(outcome.seconds) : "";
    this.#place.replaceChildren(body(outcome, clauses));
    if (this.#stop) this.#stop.hidden = true;
  }

  /** Adds what can be done with the file. */
  offer(action: Child): void {
    if (action) this.#place.append(action);
  }

  /** The verdict in a word. */
  get word(): string {
    return this.#head.textContent ?? "";
  }

  #change(mark: HTMLElement): void {
    this.#head.replaceWith(mark);
    this.#head = mark;
  }
}
