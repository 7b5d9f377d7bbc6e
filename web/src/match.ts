// A game of bids from the button Play on: the choices before it, its states at the seat, and the game after it. What is played is a game's own to say.

import { element } from "./dom";
import type { Asking } from "./explorer";
import { type Machine, Playing } from "./game";
import { type Help, Seat, type Told, labelled } from "./seat";
import { type Strength, seedOf } from "./strength";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import type { Frame } from "./view";

/** What every state of a game has. */
interface State {
  refused: string | undefined;
  seed: number;
}

/** What is good for the user to do: a bid as it is typed, with the event that chooses a move with it; or an event that does something else, in words. */
export interface Good<E> {
  bid?: string;
  event?: E | undefined;
  label?: string;
  /** The event follows from a bid that was good, so that help need not ask for it. */
  follows?: boolean;
}

/** A game of bids: a machine, its words, and how it begins. */
export interface Game<S extends State, E> {
  next: Machine<S, E>["next"];
  questions: Machine<S, E>["questions"];
  /** The rules, a line each; and for how many rows of choices there is room. */
  rules: string[];
  rows: number;
  /** What is chosen before a game, with labels. */
  fields: [string, HTMLElement][];
  /** The state in which a game begins, as chosen; fails with a sentence. */
  begun(strength: Strength, seed: number): S | Promise<S>;
  /** Shows the board of a state; `helps`: what is good need not be hidden. */
  show(state: S, helps: boolean): Promise<void>;
  /** What is good for the user in a state, as far as it is known. */
  good(state: S): Good<E> | undefined;
  /** A state in words; with open bids the program's bid too. */
  told(state: S, open: boolean): Told;
  /** The game has been left. */
  left(last: S): void;
}

export class Match<S extends State, E> {
  readonly element: HTMLElement;
  readonly #view: Frame;
  readonly #game: Game<S, E>;
  readonly #playing: Playing<S, E>;
  readonly #seat: Seat;
  readonly #strength = element("select", { id: "strength" }, (["exact", "errs"] as const).map((one) => element("option", { value: one }, viewStrings.play.strengths[one])));
  readonly #bids = element("select", { id: "open-bids" }, (["secret", "open"] as const).map((one) => element("option", { value: one }, viewStrings.play.openness[one])));
  readonly #helps = element("input", { type: "checkbox", id: "helps" });
  readonly #form: HTMLFormElement;
  /** Whether a game can begin, and whether Play has been pressed before. */
  #ready = false;
  #wanted = false;
  /** What is said while a game that begins by itself is loaded. */
  #coming: string | undefined;
  #games = 0;
  /** The seed of the round that help has filled in, and a bid that is to be written into the field. */
  #filled: number | undefined;
  #bid: string | undefined;
  #open = false;
  /** The state in which the game has begun, for another one like it. */
  #first: S | undefined;

  constructor(asking: Asking, view: Frame, game: Game<S, E>) {
    this.#view = view;
    this.#game = game;
    this.#playing = new Playing<S, E>(asking, view, {
      next: game.next,
      questions: game.questions,
      draw: (state) => this.#draw(state),
      wait: () => this.#seat.wait(),
    });
    const undo = { kind: "undo" } as E;
    this.#seat = new Seat(game.rules, game.rows, view.messages, view.wrong, {
      undo: () => this.send(undo),
      stop: () => this.#stop(),
      again: () => void this.#again(),
      helped: () => void this.#helped(),
      advised: () => this.#advised(),
    });
    this.element = this.#seat.element;
    const fields = labelled([...game.fields, [viewStrings.play.strength, this.#strength], [viewStrings.play.itsBid, this.#bids], [strings.table.help, this.#helps]]);
    const choices = element("details", { class: "manner" }, element("summary", {}, strings.table.choices), element("div", { class: "fields" }, fields));
    this.#form = element("form", { class: "begin" }, element("button", { type: "submit", class: "primary" }, viewStrings.playNow), element("span", { class: "faint" }, strings.table.against), choices);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#wanted = !this.#ready;
      if (this.#ready) void this.#begin();
    });
    this.leave();
  }

  /** The game that is played. */
  get state(): S | undefined {
    return this.#playing.state;
  }

  /** Something that the user does. */
  send(event: E): void {
    void this.#playing.send(event);
  }

  /** Ends the game, if there is one. The next begins once it is offered, if Play is pressed before. */
  leave(): void {
    this.#playing.end();
    this.#ready = false;
    this.#seat.lay(this.#coming === undefined ? this.#form : element("p", { class: "coming" }, this.#coming));
  }

  /** The next game that is offered begins by itself, with help; `coming` is said until then. */
  guide(coming: string): void {
    this.#coming = coming;
    this.#wanted = true;
    this.#helps.checked = true;
    this.#strength.value = "exact";
    this.#bids.value = "secret";
    this.leave();
  }

  /** A game that was to begin by itself does not. */
  unguide(): void {
    this.#coming = undefined;
    this.#wanted = false;
    if (!this.state) this.leave();
  }

  /** Ends the game, if there is one, and offers the next; or says why there is none. */
  end(none?: string): void {
    this.#coming = undefined;
    this.leave();
    const wanted = this.#wanted;
    this.#wanted = false;
    this.#ready = none === undefined;
    if (none !== undefined) this.#seat.lay(element("p", { class: "faint" }, none));
    else if (wanted) void this.#begin();
  }

  #begin(): Promise<void> {
    return this.#view.trying(async () => {
      const state = await this.#game.begun(this.#strength.value as Strength, seedOf(this.#games + 1));
      this.#open = this.#bids.value === "open";
      this.#seat.helps = this.#helps.checked;
      await this.#start(state);
    });
  }

  /** Plays the same game again, from where it began. The program errs in other rounds. */
  async #again(): Promise<void> {
    if (this.#first) await this.#start({ ...this.#first, seed: seedOf(this.#games + 1) });
  }

  async #start(state: S): Promise<void> {
    this.#games += 1;
    this.#first = state;
    this.#filled = undefined;
    this.#seat.begin();
    await this.#playing.begin(state);
  }

  /** Draws a state; with help what is good is filled in once in a round. */
  async #draw(state: S): Promise<void> {
    const { helps } = this.#seat;
    const good = helps ? this.#game.good(state) : undefined;
    const fresh = good?.bid !== undefined && state.seed !== this.#filled;
    if (fresh) {
      this.#filled = state.seed;
      this.#bid = good.bid;
    }
    if (good?.event && (fresh || good.follows)) return this.#playing.send(good.event);
    await this.#game.show(state, helps);
    if (state !== this.#playing.state) return;
    const told = this.#game.told(state, this.#open);
    this.#seat.show(told.bid && helps && !this.#open ? { ...told, asked: strings.table.helped(told.asked, told.bid.then) } : told, this.#help(good));
  }

  #help(good: Good<E> | undefined): Help {
    const bid = this.#bid;
    this.#bid = undefined;
    const { label, event } = good ?? {};
    return { bid, ...(label !== undefined && event && { ready: { label, click: () => this.send(event) } }) };
  }

  /** Help has been switched on or off. */
  #helped(): Promise<void> {
    return this.#view.trying(async () => {
      const { state } = this;
      this.#filled = undefined;
      if (state && this.#game.questions(state).length === 0) await this.#draw(state);
    });
  }

  /** Fills in what is good, as the user has asked for advice. */
  async #advised(): Promise<void> {
    const { state } = this;
    const good = state && this.#game.good(state);
    if (good?.bid === undefined) return;
    this.#bid = good.bid;
    await (good.event ? this.#playing.send(good.event) : this.#draw(state as S));
  }

  #stop(): void {
    const last = this.state;
    this.end();
    if (last) this.#game.left(last);
  }
}
