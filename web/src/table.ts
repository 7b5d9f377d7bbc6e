// The table of a game of bids: both purses, what the user is asked for, the rounds so far, and after the game what each gave away. Draws what a state has been put
// into words as, and knows no game.

import { type Child, element } from "./dom";
import { drawn } from "./picture";
import type { Strength } from "./strength";
import { strings } from "./strings";

/** What a player holds: whose it is, how much in words, and as a part of all. */
export interface Purse {
  whose: string;
  holds: string;
  part: number;
}

/** A bid that the user is asked for: numbers of the slider, and how they are written in the field. */
export interface BidAsked {
  most: number;
  /** How far the keys of a page go. */
  page: number;
  write(number: number): string;
  read(text: string): number | undefined;
  made(text: string): void;
}

export interface Button {
  label: string;
  click(): void;
}

/** A game in words. */
export interface Told {
  purses: [Purse, Purse];
  /** What is said above what is asked: first who has what, then who wins. */
  state: string;
  standing: string;
  /** What the user is asked for, in a sentence; a bid, or a choice of buttons. */
  asked: string;
  bid?: BidAsked;
  buttons: Button[];
  /** A sentence or more for each round, and what was given away in it. */
  rounds: { said: string; away: string | undefined }[];
  /** How the game has ended, and what was given away in all. */
  result: string | undefined;
  sum: string | undefined;
}

/** What is done at any time. */
interface Always {
  undo(): void;
  stop(): void;
}

/** How the program plays: its strength, and whether it shows its bid before the user bids. */
export interface Manner {
  strength: Strength;
  open: boolean;
}

/** The choices of how the program plays, with their labels. */
export function mannerChoice(): { fields: [string, HTMLSelectElement][]; read(): Manner } {
  const strength = element("select", { id: "strength" }, (["exact", "errs"] as const).map((one) => element("option", { value: one }, strings.play.strengths[one])));
  const bids = element("select", { id: "open-bids" }, (["secret", "open"] as const).map((one) => element("option", { value: one }, strings.play.openness[one])));
  return {
    fields: [
      [strings.play.strength, strength],
      [strings.play.itsBid, bids],
    ],
    read: () => ({ strength: strength.value as Strength, open: bids.value === "open" }),
  };
}

/** Fields with their labels. */
export function labelled(fields: [string, HTMLElement][]): HTMLElement[] {
  return fields.map(([label, field]) => element("span", {}, element("label", { for: field.id }, label), " ", field));
}

function bar({ whose, holds, part }: Purse, mine: boolean): HTMLElement {
  const width = Math.round(1000 * Math.min(1, Math.max(0, part)));
  const picture = drawn("svg", { viewBox: "0 0 1000 20", preserveAspectRatio: "none", "aria-hidden": "true", class: mine ? "mine" : "its" }, drawn("rect", { width, height: 20 }));
  return element("p", { class: "purse" }, element("span", {}, whose), picture, element("strong", {}, holds));
}

export class Table {
  /** The heading, what is asked, and what was done. */
  readonly element: HTMLElement;
  readonly #game: HTMLElement;
  readonly #log = element("ol", { class: "log", tabindex: "0", "aria-label": strings.play.rounds });
  readonly #always: Always;
  readonly #content = element("div");
  readonly #rules: HTMLDetailsElement;
  /** The last round, for those who do not see the list of rounds. */
  readonly #heard = element("p", { class: "spoken", role: "status", "aria-live": "polite" });

  /** `rules` are the rules of the game, a sentence or two in each line. */
  constructor(rules: string[], always: Always) {
    this.#always = always;
    this.#rules = element("details", { class: "rules-of-game", open: true }, element("summary", {}, strings.play.rules), element("ul", {}, rules.map((line) => element("li", {}, line))));
    this.#game = element("div", { class: "game" }, this.#heard, this.#rules, this.#content);
    this.element = element("div", { class: "play" }, element("h3", {}, strings.playIt), this.#game, this.#log);
  }

  /** Shows what is asked before a game, after what else there is to see. */
  lay(...what: Child[]): void {
    const { parentElement } = this.element;
    if (parentElement?.lastChild !== this.element) parentElement?.append(this.element);
    this.#game.dataset["turn"] = "none";
    this.#heard.textContent = "";
    this.#content.inert = false;
    this.#content.replaceChildren(...what.filter((one): one is Node => one instanceof Node));
    this.#log.replaceChildren();
  }

  /** Leaves all as it is, and lets nothing be chosen, as long as the program is asked. */
  wait(): void {
    this.#game.dataset["turn"] = "program";
    this.#content.inert = true;
  }

  /** Shows a game, before what else there is to see. */
  show(told: Told): void {
    const { parentElement } = this.element;
    if (parentElement?.firstChild !== this.element) {
      parentElement?.prepend(this.element);
      // A game begins: its board and what is asked shall be in view.
      parentElement?.parentElement?.scrollIntoView({ block: "start" });
    }
    const { purses, state, standing, asked, bid, buttons, result, sum, rounds } = told;
    const [mine, its] = purses;
    this.#game.dataset["turn"] = result !== undefined ? "over" : bid ? "bid" : "choice";
    // Who plays knows them, or opens them again.
    if (rounds.length === 0) this.#rules.open = false;
    const head = element("p", { class: "asked", tabindex: "-1" }, result ?? asked);
    this.#content.inert = false;
    this.#content.replaceChildren(
      element("div", { class: "purses", role: "group", "aria-label": strings.play.purses }, bar(mine, true), bar(its, false)),
      element("p", { class: "state" }, state),
      element("p", { class: "standing" }, standing),
      head,
      ...(sum === undefined ? [] : [element("p", { class: "sum" }, sum)]),
      this.#asks(bid, buttons, { undo: rounds.length > 0, over: result !== undefined }),
    );
    const heard = [rounds.at(-1)?.said, result].filter((one) => one !== undefined).join(" ");
    if (this.#heard.textContent !== heard) this.#heard.textContent = heard;
    this.#rounds(told);
    (this.element.querySelector<HTMLElement>("#bid") ?? head).focus({ preventScroll: true });
  }

  #rounds({ rounds, result }: Told): void {
    const one = ({ said, away }: Told["rounds"][number]) => element("li", {}, said, away === undefined ? "" : element("span", { class: "away" }, ` ${away}`));
    const end = result === undefined ? [] : [element("li", { class: "end" }, element("strong", {}, result))];
    this.#log.replaceChildren(...rounds.map(one), ...end);
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  #asks(bid: BidAsked | undefined, buttons: Button[], { undo, over }: { undo: boolean; over: boolean }): HTMLElement {
    const button = ({ label, click }: Button) => element("button", { type: "button", click }, label);
    const always = [undo && button({ label: strings.play.undo, click: () => this.#always.undo() }), button({ label: over ? strings.play.again : strings.endGame, click: () => this.#always.stop() })];
    if (!bid) return element("div", { class: "buttons" }, buttons.map(button), always);
    return this.#bidForm(bid, [...buttons.map(button), ...always]);
  }

  /** A field and a slider that say the same; arrow keys change both. */
  #bidForm(bid: BidAsked, more: (HTMLElement | false)[]): HTMLElement {
    const field = element("input", { type: "text", id: "bid", size: "8", autocomplete: "off", spellcheck: "false", "aria-describedby": "bid-keys" });
    const slider = element("input", { type: "range", id: "bid-slider", min: "0", max: String(bid.most), value: "0", "aria-label": strings.play.slider });
    slider.addEventListener("input", () => {
      field.value = bid.write(Number(slider.value));
    });
    field.addEventListener("input", () => {
      slider.value = String(bid.read(field.value.trim()) ?? 0);
    });
    field.addEventListener("keydown", (event) => {
      const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: bid.page, PageDown: -bid.page };
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      slider.value = String(Number(slider.value) + step);
      field.value = bid.write(Number(slider.value));
    });
    const form = element(
      "form",
      { class: "buttons bid" },
      element("label", { for: "bid" }, strings.yourBid),
      field,
      slider,
      element("button", { type: "submit" }, strings.makeBid),
      element("span", { class: "faint", id: "bid-keys" }, strings.play.keys),
      ...more,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      bid.made(field.value.trim());
    });
    return form;
  }
}
