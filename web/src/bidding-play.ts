// A game of bidding chess at its table: the form before it, and its states in words.

import { type BiddingEvent, type BiddingState, type Look, type Round, begun, certificateWins, givenAway, next, questions, shareHeld, shareOf } from "./bidding-game";
import { element } from "./dom";
import type { Asking } from "./explorer";
import { Fraction } from "./fraction";
import { Playing } from "./game";
import { seedOf } from "./strength";
import { strings } from "./strings";
import { type Manner, Table, type Told, labelled, mannerChoice } from "./table";
import type { Frame } from "./view";

/** The slider goes by so many parts of the money. */
const PARTS = 1000;

const NONE = new Fraction(0n, 1n);

/** A fraction of more letters than this is written as a decimal fraction. */
const LETTERS = 11;

function written(money: Fraction): string {
  if (money.under === 1n) return money.over.toString();
  const exact = money.toString();
  return exact.length <= LETTERS ? exact : money.decimal();
}

/** Money that was given away. */
function amount(money: Fraction): string {
  if (money.over <= 0n) return strings.play.nothing;
  const text = written(money);
  return /[1-9]/.test(text) ? text : strings.play.little;
}

function away(round: Round): string {
  const { bid, move } = givenAway(round);
  const exact = written(round.exact);
  return round.user ? strings.play.money(amount(bid), amount(move), exact) : strings.play.moneyByBid(amount(bid), exact);
}

/** What the user, and the certificate, have given away in all. */
function sum(rounds: Round[]): string {
  const all = rounds.flatMap((round) => Object.values(givenAway(round)));
  const total = (parts: Fraction[]) => amount(parts.filter(({ over }) => over > 0n).reduce((sum, one) => sum.plus(one), NONE));
  return strings.play.moneySum(total(all), total(all.map((one) => NONE.minus(one))));
}

function said({ mine, its, user, move }: Round): string {
  const bids = strings.bids(written(mine), written(its), written(its), user);
  return move === undefined ? bids : `${bids} ${strings.plays(user, move)}`;
}

/** A state in words; with open bids the certificate's bid too. */
export function told(state: BiddingState, open: boolean, send: (event: BiddingEvent) => void): Told {
  const { white, phase, rounds, strength, won } = state;
  const own = shareHeld(state, true);
  const its = shareHeld(state, false);
  const over = phase === "over";
  const side = (user: boolean) => (user === white ? "white" : "black");
  const purse = (whose: string, share: Fraction) => ({ whose, holds: strings.play.share((100 * Number(share.decimal(8))).toFixed(2)), part: Number(share.decimal(8)) });
  const read = (text: string) => {
    const bid = Fraction.read(text);
    return bid && Math.round(PARTS * Number(bid.decimal(8)));
  };
  const most = Number((own.over * BigInt(PARTS)) / own.under);
  return {
    purses: [purse(strings.play.you(side(true)), own), purse(strings.play.program(side(false)), its)],
    state: strings.money(white, own.toString(), own.decimal()),
    standing: over ? "" : strings.play.standing[strength](certificateWins(state)),
    asked: phase === "bid" ? (open ? strings.play.bidOpen(written(state.its)) : strings.play.bidSecret) : phase === "move" ? strings.yourMove : "",
    ...(phase === "bid" && { bid: { most, page: PARTS / 20, write: (number: number) => (number / PARTS).toFixed(3), read, made: (text: string) => send({ kind: "bid", text }) } }),
    buttons: [],
    rounds: rounds.map((round) => ({ said: said(round), away: over ? away(round) : undefined })),
    result: won === undefined ? undefined : strings.gameOver(won),
    sum: over ? sum(rounds) : undefined,
  };
}

/** What is asked of the view. */
export interface BiddingOwner {
  /** The position where a game would begin. */
  position(): string;
  /** Shows what is known of the position where the game is, with the last move. */
  show(look: Look, last: string | undefined): Promise<void>;
}

export class BiddingPlay {
  readonly table: Table;
  readonly #view: Frame;
  readonly #owner: BiddingOwner;
  readonly #playing: Playing<BiddingState, BiddingEvent>;
  #games = 0;
  #manner: Manner = { strength: "exact", open: false };

  constructor(asking: Asking, view: Frame, owner: BiddingOwner) {
    this.#view = view;
    this.#owner = owner;
    this.#playing = new Playing<BiddingState, BiddingEvent>(asking, view, {
      next,
      questions: (state) => questions(state).map((question) => ({ bidding: question })),
      draw: async (state) => {
        if (state.look) await owner.show(state.look, state.rounds.findLast(({ move }) => move !== undefined)?.move);
        if (state === this.#playing.state) this.table.show(told(state, this.#manner.open, (event) => void this.#playing.send(event)));
      },
      wait: () => this.table.wait(),
    });
    this.table = new Table(strings.play.rulesOf.bidding, { undo: () => void this.#playing.send({ kind: "undo" }), stop: () => this.end() });
  }

  /** The game that is played. */
  get state(): BiddingState | undefined {
    return this.#playing.state;
  }

  /** A move of the user's. */
  move(move: string): void {
    void this.#playing.send({ kind: "move", move });
  }

  /** Ends the game, if there is one, and shows that nothing is played here. */
  closed(): void {
    this.#playing.end();
    this.table.lay(element("p", {}, strings.noGameAgainstBounds));
  }

  /** Ends the game, if there is one, and shows what is asked before the next. */
  end(): void {
    this.#playing.end();
    const white = element("input", { type: "radio", name: "side", id: "side-white", checked: true });
    const black = element("input", { type: "radio", name: "side", id: "side-black" });
    const share = element("input", { type: "text", id: "share", value: "1/2", autocomplete: "off", size: "8" });
    const manner = mannerChoice();
    const form = element(
      "form",
      { class: "fields" },
      element("span", {}, white, element("label", { for: "side-white" }, strings.playWhite)),
      element("span", {}, black, element("label", { for: "side-black" }, strings.playBlack)),
      labelled([[strings.yourShare, share], ...manner.fields]),
      element("button", { type: "submit" }, strings.start),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const own = shareOf(share.value);
      if (!own) return this.#view.refuse(strings.noShare(share.value));
      this.#games += 1;
      this.#manner = manner.read();
      void this.#playing.begin(begun(this.#owner.position(), white.checked, own, this.#manner.strength, seedOf(this.#games)));
    });
    this.table.lay(form);
  }
}
