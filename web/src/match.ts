// A bidding game from the button Play on: the settings before it, its states at the seat, and its end. The `Game`
// supplies the rules and the texts.

import { element } from "./dom";
import type { Asking } from "./explorer";
import { type Machine, Playing } from "./game";
import { type Help, Seat, type Told, labelled } from "./seat";
import { type Strength, seedOf } from "./strength";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import type { Frame } from "./view";

/** The part that the states of all games have. */
interface State {
  refused: string | undefined;
  seed: number;
}

/**
 * A good action for the user: a bid as typed, with the event that chooses a move with it; or another event, with its
 * label.
 */
export interface Good<E> {
  bid?: string;
  event?: E | undefined;
  label?: string;
  /** Whether the event follows from a bid that was good already, so that it is sent without another question. */
  follows?: boolean;
}

/** A bidding game: its machine, its texts, and how it begins. */
export interface Game<S extends State, E> {
  next: Machine<S, E>["next"];
  questions: Machine<S, E>["questions"];
  /** The rules, one line each. */
  rules: string[];
  rows: number;
  /** The settings before a game, with labels. */
  fields: [string, HTMLElement][];
  /** Returns the first state with the chosen settings. Fails with a sentence if the settings are wrong. */
  begun(strength: Strength, seed: number): S | Promise<S>;
  /** Shows the board of a state. Without `helps` good moves must stay hidden. */
  show(state: S, helps: boolean): Promise<void>;
  /** Returns a good action for the user, if one is known. */
  good(state: S): Good<E> | undefined;
  /** Puts a state into words. With open bids the text contains the program's bid. */
  told(state: S, open: boolean): Told;
  /** The user ended the game. */
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
  /** Whether a game can begin. */
  #ready = false;
  #wanted = false;
  /** The sentence shown until a game that starts by itself is loaded. */
  #coming: string | undefined;
  #games = 0;
  /** The seed of the last round that help filled in. */
  #filled: number | undefined;
  #bid: string | undefined;
  #open = false;
  /** The first state of the current game, to play it again. */
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

  /** The current state. */
  get state(): S | undefined {
    return this.#playing.state;
  }

  /** Sends an event of the user. */
  send(event: E): void {
    void this.#playing.send(event);
  }

  /** Ends the current game. If Play is pressed before the next game is available, that game begins by itself. */
  leave(): void {
    this.#playing.end();
    this.#ready = false;
    this.#seat.lay(this.#coming === undefined ? this.#form : element("p", { class: "coming" }, this.#coming));
  }

  /** Starts the next available game by itself, with help, and shows `coming` until then. */
  guide(coming: string): void {
    this.#coming = coming;
    this.#wanted = true;
    this.#helps.checked = true;
    this.#strength.value = "exact";
    this.#bids.value = "secret";
    this.leave();
  }

  /** Cancels `guide`. */
  unguide(): void {
    this.#coming = undefined;
    this.#wanted = false;
    if (!this.state) this.leave();
  }

  /** Ends the current game. Makes the next one available, or explains with `none` why there is none. */
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

  /** Plays the same game again with a new seed, so that the program errs in other rounds. */
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

  /** Draws a state. With help a good bid and move are filled in once a round. */
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

  #helped(): Promise<void> {
    return this.#view.trying(async () => {
      const { state } = this;
      this.#filled = undefined;
      if (state && this.#game.questions(state).length === 0) await this.#draw(state);
    });
  }

  /** Fills in a good bid and move because the user asked for advice. */
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
