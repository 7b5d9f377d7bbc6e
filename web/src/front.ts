// The front page: build.mjs writes it into index.html, so that there is something to read before any script has come. Here its board begins to move and its
// buttons verify.

import { Board } from "./board";
import { body } from "./card";
import { fetched } from "./check";
import { element } from "./dom";
import type { Services } from "./services";
import { strings } from "./strings";

/** A position of the line that is shown, with the move that led to it. */
export interface Step {
  fen: string;
  /** The move in coordinates and in words; nothing for the first position. */
  move?: string;
  said?: string;
}

/** How long each position of the line stays, in milliseconds. */
const PACE = 1200;

export class FrontView {
  readonly element: HTMLElement;
  readonly #services: Services;
  readonly #steps: Step[];
  readonly #board: Board;
  readonly #said: HTMLElement;
  readonly #play: HTMLButtonElement;
  #at = 0;
  /** How many verifications are under way. */
  #verifying = 0;
  #playing: ReturnType<typeof setInterval> | undefined;

  /** `page` is the part of the document that is the front page. */
  constructor(page: HTMLElement, services: Services, steps: Step[]) {
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
      element("div", { class: "buttons" }, button(strings.front.first, () => this.#show(0)), button(strings.back, () => this.#show(this.#at - 1)), this.#play, button(strings.on, () => this.#show(this.#at + 1))),
    );
    this.#draw();
    for (const row of page.querySelectorAll<HTMLElement>("[data-verify]")) this.#verifies(row);
  }

  open(): void {
    // Where the page begins with another view.
    this.element.hidden = false;
    // Whoever does not want to see anything move starts it by hand.
    if (this.#at === 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#start();
  }

  /** Stops what moves: the view is left. */
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
      // A verdict comes first.
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

  /** A result with a button that verifies it here and now. */
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
