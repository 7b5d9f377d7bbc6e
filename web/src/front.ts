// The front page. `build.mjs` writes it into index.html, so that it can be read before any script has loaded. This
// module animates its board and makes its buttons verify.

import { Board } from "./board";
import { body } from "./card";
import { fetched } from "./check";
import { element, selectsAll } from "./dom";
import { type Answering, likely } from "./front-box";
import type { Services } from "./services";
import { strings } from "./strings";

/** A position of the line on the board, with the move that led to it. */
export interface Step {
  fen: string;
  /** The move in coordinates, and its sentence; undefined for the first position. */
  move?: string;
  said?: string;
}

/** Time between two moves, in milliseconds. */
const PACE = 1200;

/** Enables the field: each button asks its own question, and Enter asks the likeliest one. */
function takeAny(form: HTMLElement, ask: (view: Answering, text: string) => void): void {
  const field = form.querySelector("textarea") as HTMLTextAreaElement;
  const buttons = [...form.querySelectorAll("button")];
  const mark = () => {
    const asked = field.value.trim() === "" ? "" : likely(field.value);
    for (const button of buttons) button.classList.toggle("likely", button.dataset["ask"] === asked);
  };
  selectsAll(field);
  field.addEventListener("input", mark);
  // Enter submits, as in a field of one line. Shift+Enter begins a new line.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (field.value.trim() !== "") ask(likely(field.value), field.value);
  });
  for (const button of buttons) button.addEventListener("click", () => ask(button.dataset["ask"] as Answering, field.value));
  for (const one of [field, ...buttons]) one.disabled = false;
}

export class FrontView {
  readonly element: HTMLElement;
  readonly #services: Services;
  readonly #steps: Step[];
  readonly #board: Board;
  readonly #said: HTMLElement;
  readonly #play: HTMLButtonElement;
  #at = 0;
  /** Number of running verifications. */
  #verifying = 0;
  #playing: ReturnType<typeof setInterval> | undefined;

  /** `page` is the element of the front page. `ask` opens a view with the text of the field. */
  constructor(page: HTMLElement, services: Services, steps: Step[], ask: (view: Answering, text: string) => void) {
    this.element = page;
    this.#services = services;
    this.#steps = steps;
    this.#board = new Board(strings.board, 8, 8, { targets: () => [], move: () => undefined });
    const place = page.querySelector("#shown-line") as HTMLElement;
    this.#said = element("p", { class: "state", role: "status", "aria-live": "off" });
    const button = (words: string, click: () => void) => element("button", { type: "button", click }, words);
    this.#play = button(strings.front.play, () => this.#toggle());
    place.replaceChildren(
      this.#board.element,
      this.#said,
      element("div", { class: "buttons" }, button(strings.front.previous, () => this.#show(this.#at - 1)), this.#play, button(strings.front.next, () => this.#show(this.#at + 1))),
    );
    this.#draw();
    takeAny(page.querySelector("#any") as HTMLElement, ask);
    for (const row of page.querySelectorAll<HTMLElement>("[data-verify]")) this.#verifies(row);
  }

  open(): void {
    // The front page is hidden if the page starts with another view.
    this.element.hidden = false;
    // Users who prefer reduced motion start the board by hand.
    if (this.#at === 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#start();
  }

  /** Stops the animation because the user leaves the view. */
  close(): void {
    this.#stop();
  }

  #show(at: number): void {
    this.#stop();
    this.#at = Math.max(0, Math.min(at, this.#steps.length - 1));
    this.#draw();
  }

  #toggle(): void {
    if (this.#playing !== undefined) return this.#stop();
    if (this.#at === this.#steps.length - 1) this.#at = 0;
    this.#draw();
    this.#start();
  }

  #start(): void {
    this.#play.textContent = strings.front.pause;
    this.#playing = setInterval(() => {
      // The board waits for running verifications, so that the verdict gets the attention.
      if (this.#verifying > 0) return;
      this.#at += 1;
      this.#draw();
      if (this.#at >= this.#steps.length - 1) this.#stop();
    }, PACE);
  }

  #stop(): void {
    clearInterval(this.#playing);
    this.#playing = undefined;
    this.#play.textContent = strings.front.play;
  }

  #draw(): void {
    const step = this.#steps[this.#at];
    if (!step) return;
    this.#board.show(step.fen, step.move === undefined ? {} : { last: [step.move.slice(0, 2), step.move.slice(2, 4)] });
    this.#said.textContent = step.said ?? strings.front.beginning;
  }

  /** Makes the button of a result verify it in place. */
  #verifies(row: HTMLElement): void {
    const path = row.dataset["verify"] ?? "";
    const verdict = row.querySelector(".verdict") as HTMLElement;
    const button = row.querySelector("button") as HTMLButtonElement;
    button.disabled = false;
    button.addEventListener("click", () => void this.#verify(path, verdict));
  }

  async #verify(path: string, verdict: HTMLElement): Promise<void> {
    verdict.textContent = strings.verifying;
    this.#verifying += 1;
    const { outcome, file } = await this.#services.run(() => fetched(path), { signal: new AbortController().signal, begun: () => undefined });
    this.#verifying -= 1;
    const proved = "verdict" in outcome && outcome.verdict.verdict === "verified";
    const words = proved ? strings.front.verified(outcome.seconds, file?.length ?? 0) : strings.front.notVerified;
    const sentence = element("p", { class: proved ? "mark verified" : "mark rejected", tabindex: "-1" }, words);
    verdict.replaceChildren(sentence, element("details", {}, element("summary", {}, strings.front.why), body(outcome, this.#services.site.clauses)));
    sentence.focus({ preventScroll: true });
  }
}
