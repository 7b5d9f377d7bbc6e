// The user's seat at a bidding game: whose turn it is and what to do, both purses, the bid, and the rounds so far.
// Controls come first and keep their place during a game. Elements that grow (advice, errors, rounds) come below. The
// seat draws texts and knows no particular game.

import { element, selectsAll } from "./dom";
import { drawn } from "./picture";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** A player's money: the owner, the amount in words, and the part of the total. */
interface Purse {
  whose: string;
  holds: string;
  part: number;
}

/** A request for a bid: the range of the slider, and how its numbers are written in the field. */
interface BidAsked {
  most: number;
  /** Step of the keys Page Up and Page Down. */
  page: number;
  write(number: number): string;
  read(text: string): number | undefined;
  made(text: string): void;
  /** The action that follows if the bid is won, once it is chosen, such as `play a1a2`. */
  then: string | undefined;
}

export interface Choice {
  label: string;
  click(): void;
  /** Whether the choice is selected, for choices that are made together with the bid. */
  chosen?: boolean;
}

/** The result of a game. */
export interface Result {
  said: string;
  for: "win" | "loss" | "draw";
}

/** A game in words. */
export interface Told {
  purses: [Purse, Purse];
  /** The rule for equal bids. */
  ties: string;
  /** Whose decision is awaited, and how it is made. */
  asked: string;
  bid?: BidAsked;
  choices: Choice[];
  /** A question that the user may ask, with its answer. */
  advice: { asked: string; answer(): string } | undefined;
  /** The winner if both sides play well. */
  standing: string;
  /** The sentences about each round, and what was given away in it. */
  rounds: { said: string; away: string | undefined }[];
  result: Result | undefined;
  /** The total that each player gave away. */
  sum: string | undefined;
}

/** Actions that are available during a game, and the switch for help. */
interface Always {
  undo(): void;
  stop(): void;
  again(): void;
  /** The user switched help on or off. */
  helped(): void;
  /** The user asked for advice: fills in a good bid and move. */
  advised(): Promise<void>;
}

/** The additions of help to the seat. */
export interface Help {
  /** The bid to write into the field. */
  bid?: string | undefined;
  /** A good action when no bid is requested. */
  ready?: Choice | undefined;
}

/** Describes the money of a player in whole units out of a total. */
export function purse(whose: string, holds: number, total: number, what: (holds: number, total: number) => string): Purse {
  return { whose, holds: what(holds, total), part: total === 0 ? 0 : holds / total };
}

/** Creates a request for a bid in whole units. */
export function wholeBid(most: number, made: (text: string) => void, then: string | undefined): BidAsked {
  return { most, page: 10, write: String, read: (text) => (/^\d+$/.test(text) ? Number(text) : undefined), made, then };
}

/** The texts about the rounds and the end of a game. */
interface Words<R> {
  said(round: R): string;
  away(round: R): string;
  result(): Result;
  sum(): string;
}

/** Puts the rounds and the result into words. The errors of each round are revealed when the game is over. */
export function past<R>(rounds: R[], over: boolean, { said, away, result, sum }: Words<R>): Pick<Told, "rounds" | "result" | "sum"> {
  return { rounds: rounds.map((round) => ({ said: said(round), away: over ? away(round) : undefined })), result: over ? result() : undefined, sum: over ? sum() : undefined };
}

/** Returns fields with their labels. */
export function labelled(fields: [string, HTMLElement][]): HTMLElement[] {
  return fields.map(([label, field]) => element("span", {}, element("label", { for: field.id }, label), " ", field));
}

function bar({ whose, holds, part }: Purse, mine: boolean): HTMLElement {
  const width = Math.round(1000 * Math.min(1, Math.max(0, part)));
  const picture = drawn("svg", { viewBox: "0 0 1000 20", preserveAspectRatio: "none", "aria-hidden": "true", class: mine ? "mine" : "its" }, drawn("rect", { width, height: 20 }));
  return element("p", { class: "purse" }, element("span", {}, whose), picture, element("strong", {}, holds));
}

function press(label: string, click: () => void): HTMLButtonElement {
  return element("button", { type: "button", click }, label);
}

/**
 * The form for the bid: a field and a slider that are kept equal. Arrow keys change both. The form keeps its place when
 * no bid is requested; its button then does the ready action, if there is one.
 */
class BidForm {
  readonly element: HTMLFormElement;
  readonly #field = element("input", { type: "text", id: "bid", size: "7", autocomplete: "off", spellcheck: "false", "aria-describedby": "bid-keys" });
  readonly #slider = element("input", { type: "range", id: "bid-slider", min: "0", "aria-label": viewStrings.play.slider });
  readonly #button = element("button", { type: "submit", class: "primary" }, viewStrings.makeBid);
  #asked: BidAsked | undefined;
  /** Whether the button's label names the bid and the action after it. */
  #helps = false;
  #ready: Choice | undefined;

  constructor() {
    selectsAll(this.#field);
    this.element = element(
      "form",
      { class: "bid" },
      element("label", { for: "bid" }, viewStrings.yourBid),
      this.#field,
      this.#slider,
      this.#button,
      element("span", { class: "spoken", id: "bid-keys" }, viewStrings.play.keys),
    );
    this.#slider.addEventListener("input", () => this.#write(Number(this.#slider.value)));
    this.#field.addEventListener("input", () => {
      this.#slider.value = String(this.#read() ?? 0);
      this.#label();
    });
    this.#field.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#asked) this.#asked.made(this.#field.value.trim());
      else this.#ready?.click();
    });
  }

  /**
   * Requests a bid, or none. The bid of the previous round stays as far as it is possible, unless help fills in
   * another.
   */
  ask(asked: BidAsked | undefined, helps: boolean, { bid, ready }: Help = {}): void {
    this.#asked = asked;
    this.#helps = helps;
    this.#ready = ready;
    this.#field.readOnly = !asked;
    this.#slider.disabled = !asked;
    this.#button.setAttribute("aria-disabled", String(!asked && !ready));
    if (asked) this.#show(asked, bid);
    this.#label();
  }

  #show(asked: BidAsked, bid: string | undefined): void {
    this.#slider.max = String(asked.most);
    if (bid !== undefined) this.#field.value = bid;
    const number = this.#read();
    if (number === undefined || number > asked.most) this.#write(Math.min(number ?? 0, asked.most));
    this.#slider.value = String(this.#read() ?? 0);
  }

  /** Clears the field; the next bid then starts at 0. */
  clear(): void {
    this.#field.value = "";
  }

  #label(): void {
    const { value } = this.#field;
    const bid = this.#asked && this.#helps && this.#read() !== undefined ? strings.table.bidAnd(value.trim(), this.#asked.then) : viewStrings.makeBid;
    this.#button.textContent = this.#ready?.label ?? bid;
  }

  #read(): number | undefined {
    return this.#asked?.read(this.#field.value.trim());
  }

  #write(number: number): void {
    this.#slider.value = String(number);
    this.#field.value = this.#asked?.write(Number(this.#slider.value)) ?? "";
    this.#label();
  }

  #key(event: KeyboardEvent): void {
    const page = this.#asked?.page ?? 0;
    const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: page, PageDown: -page };
    const step = steps[event.key];
    if (step === undefined || !this.#asked) return;
    event.preventDefault();
    this.#write(Number(this.#slider.value) + step);
  }
}

/** A question of the user with its answer beside it. Before the answer appears, a good bid and move are filled in. */
class Advice {
  readonly #button = press("", () => void this.#say());
  readonly #answer = element("output", { "aria-live": "polite" });
  readonly element = element("div", { class: "advice" }, this.#button, this.#answer);
  readonly #fill: () => Promise<void>;
  #shown: Told["advice"];

  constructor(fill: () => Promise<void>) {
    this.#fill = fill;
  }

  show(advice: Told["advice"]): void {
    this.#shown = advice;
    this.#answer.textContent = "";
    // Without a question the button stays, so that nothing moves.
    this.#button.setAttribute("aria-disabled", String(!advice));
    if (advice) this.#button.textContent = advice.asked;
  }

  async #say(): Promise<void> {
    if (!this.#shown) return;
    await this.#fill();
    this.#answer.textContent = this.#shown.answer();
  }
}

export class Seat {
  /**
   * `data-turn` says who acts next: `bid` and `choice` are the user's, `program` is the program's; with `over` and
   * `none` nobody acts.
   */
  readonly element: HTMLElement;
  readonly #before = element("div", { class: "before" });
  readonly #turn: HTMLElement;
  readonly #asked = element("p", { class: "asked", tabindex: "-1" });
  readonly #again: HTMLButtonElement;
  readonly #unaided: HTMLButtonElement;
  readonly #help = element("input", { type: "checkbox", id: "help" });
  readonly #undo: HTMLButtonElement;
  readonly #purses = element("div", { class: "purses", role: "group", "aria-label": viewStrings.play.purses });
  readonly #ties = element("p", { class: "ties" });
  readonly #bid = new BidForm();
  readonly #choices: HTMLElement;
  readonly #advice: Advice;
  readonly #standing = element("p", { class: "standing" });
  readonly #sum = element("p", { class: "sum" });
  readonly #log = element("ol", { class: "log", tabindex: "0", "aria-label": viewStrings.play.rounds });
  readonly #rules: HTMLDetailsElement;
  readonly #inGame: HTMLElement[];
  /** The last round and the current question, for screen readers. */
  readonly #heard = element("p", { class: "spoken", role: "status", "aria-live": "polite" });
  readonly #messages: HTMLElement;
  readonly #wrong: HTMLElement;

  /**
   * `rules` are the rules of the game, one list item each. `rows` is the number of rows reserved for choices.
   * `messages` stand below the controls. During a game `wrong`, one of the messages, moves to the line that says whose
   * turn it is.
   */
  constructor(rules: string[], rows: number, messages: HTMLElement, wrong: HTMLElement, always: Always) {
    this.#messages = messages;
    this.#wrong = wrong;
    this.#rules = element("details", { class: "rules-of-game", open: true }, element("summary", {}, viewStrings.play.rules), element("ul", {}, rules.map((line) => element("li", {}, line))));
    this.#again = press(strings.table.again, always.again);
    this.#again.className = "primary";
    this.#unaided = press(strings.table.unaided, () => {
      this.#help.checked = false;
      always.again();
    });
    this.#undo = press(viewStrings.play.undo, always.undo);
    this.#advice = new Advice(always.advised);
    this.#help.addEventListener("change", always.helped);
    const help = element("label", { class: "help" }, this.#help, ` ${strings.table.help}`);
    this.#turn = element("div", { class: "turn" }, this.#asked, element("div", { class: "after" }, this.#again, this.#unaided));
    this.#choices = element("div", { class: `buttons choices rows-${rows}` });
    const pressed = element("div", { class: "buttons always" }, this.#undo, press(viewStrings.endGame, always.stop));
    const fixed = [this.#turn, this.#purses, this.#ties, this.#sum, help, this.#bid.element, this.#choices, pressed, this.#advice.element];
    this.#inGame = [...fixed, this.#standing, this.#log];
    this.element = element("div", { class: "game" }, this.#heard, this.#before, fixed, messages, this.#standing, this.#log, this.#rules);
  }

  #playing(is: boolean): void {
    for (const one of this.#inGame) one.hidden = !is;
    this.#before.hidden = is;
    const place = is ? this.#turn : this.#messages;
    if (this.#wrong.parentElement !== place) place.append(this.#wrong);
    this.element.closest("section")?.classList.toggle("playing", is);
  }

  /** Shows the settings before a game. */
  lay(...what: Node[]): void {
    this.element.dataset["turn"] = "none";
    this.#heard.textContent = "";
    // Elements that are already there keep the focus.
    if (what.length !== this.#before.children.length || what.some((one, at) => one !== this.#before.children[at])) this.#before.replaceChildren(...what);
    this.#playing(false);
  }

  /** Whether a good bid and move are filled in. */
  get helps(): boolean {
    return this.#help.checked;
  }

  set helps(on: boolean) {
    this.#help.checked = on;
  }

  /** Prepares the seat for a new game. */
  begin(): void {
    this.#bid.clear();
    // A user with help may not know the game, so the rules are open.
    this.#rules.open = this.helps;
    this.element.dataset["turn"] = "program";
  }

  /**
   * Disables the bid while the program is asked, and leaves everything else in place. States that wait for the program
   * ignore choices.
   */
  wait(): void {
    this.element.dataset["turn"] = "program";
    this.#bid.ask(undefined, this.helps);
  }

  show(told: Told, help: Help): void {
    const { purses, ties, standing, asked, bid, choices, advice, result, sum, rounds } = told;
    const [mine, its] = purses;
    const begins = this.#turn.hidden;
    this.#playing(true);
    this.element.dataset["turn"] = result ? "over" : bid ? "bid" : "choice";
    this.#turn.className = `turn ${result?.for ?? ""}`;
    this.#asked.textContent = result?.said ?? asked;
    this.#again.hidden = !result;
    this.#unaided.hidden = !result || !this.helps;
    this.#undo.setAttribute("aria-disabled", String(rounds.length === 0));
    this.#purses.replaceChildren(bar(mine, true), bar(its, false));
    this.#ties.textContent = ties;
    this.#bid.ask(bid, this.helps, help);
    this.#choose(choices);
    this.#advice.show(advice);
    // With help nothing is left to ask.
    this.#advice.element.hidden = this.helps;
    this.#standing.textContent = standing;
    // At the end the sum of what was given away replaces the rule for equal bids.
    this.#sum.textContent = sum ?? "";
    this.#ties.hidden = sum !== undefined;
    this.#sum.hidden = sum === undefined;
    const heard = [rounds.at(-1)?.said, result?.said ?? asked].filter((one) => one !== undefined).join(" ");
    if (this.#heard.textContent !== heard) this.#heard.textContent = heard;
    this.#rounds(told);
    // The focus stays where the user is, unless that element is gone. The result of a game takes the focus, so that it
    // is read at once.
    const at = document.activeElement;
    if (result || !at || at === document.body || !at.checkVisibility()) this.#asked.focus({ preventScroll: true });
    if (begins) this.#reveal();
  }

  /** Scrolls the controls into view when a game begins; the board is above or beside them. */
  #reveal(): void {
    this.#advice.element.scrollIntoView({ block: "nearest" });
    this.#turn.scrollIntoView({ block: "nearest" });
  }

  #choose(choices: Choice[]): void {
    const focused = [...this.#choices.children].indexOf(document.activeElement as Element);
    const buttons = choices.map(({ label, click, chosen }) => {
      const button = press(label, click);
      if (chosen !== undefined) button.setAttribute("aria-pressed", String(chosen));
      return button;
    });
    this.#choices.replaceChildren(...buttons);
    if (focused >= 0) buttons[Math.min(focused, buttons.length - 1)]?.focus({ preventScroll: true });
  }

  #rounds({ rounds, result }: Told): void {
    const one = ({ said, away }: Told["rounds"][number]) => element("li", {}, said, away === undefined ? "" : element("span", { class: "away" }, ` ${away}`));
    const end = result ? [element("li", { class: "end" }, element("strong", {}, result.said))] : [];
    this.#log.replaceChildren(...rounds.map(one), ...end);
    this.#log.scrollTop = this.#log.scrollHeight;
  }
}
