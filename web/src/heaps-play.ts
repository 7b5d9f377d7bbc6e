// A game of heaps at its table: the form before it, and its states in words.

import { element } from "./dom";
import type { Asking } from "./explorer";
import { Playing } from "./game";
import { type HeapsEvent, type HeapsState, type Place, type Round, type Side, begun, coinsOf, givenAway, next, other, questions } from "./heaps-game";
import { seedOf } from "./strength";
import { strings } from "./strings";
import { type Manner, Table, type Told, labelled, mannerChoice } from "./table";
import type { Frame } from "./view";

/** What was given away in a round. */
function away(round: Round, me: Side): string {
  const points = (count: number) => (count > 0 ? strings.play.points(count) : strings.play.nothing);
  const { bid, take } = givenAway(round, me);
  return round.winner === me ? strings.play.pointsAway(points(bid), points(take)) : strings.play.pointsByBid(points(bid));
}

/** What the user, and the program, have given away in all; a round in which both erred counts for what came of it. */
function sum(rounds: Round[], me: Side): string {
  const all = rounds.flatMap((round) => Object.values(givenAway(round, me)));
  const total = (sign: number) => all.reduce((sum, one) => sum + Math.max(0, sign * one), 0);
  const points = (count: number) => (count > 0 ? strings.play.points(count) : strings.play.nothing);
  return strings.play.pointsSum(points(total(1)), points(total(-1)));
}

function said({ mine, its, took, winner, tie }: Round, me: Side): string {
  const parts = [strings.bidsMade(mine, its)];
  if (tie) parts.push(strings.play.tieTo(winner === me));
  if (took !== undefined) parts.push(winner === me ? strings.youTake(took) : strings.itTakes(took));
  return parts.join(" ");
}

/** A state in words; with open bids the program's bid too. */
export function told(state: HeapsState, open: boolean, send: (event: HeapsEvent) => void): Told {
  const { me, place, phase, score, rounds, worth } = state;
  const [own, its] = [coinsOf(place, me), coinsOf(place, other(me))];
  const over = phase === "over";
  const purse = (whose: string, holds: number) => ({ whose, holds: strings.play.chipsOf(holds, place.budget), part: place.budget === 0 ? 0 : holds / place.budget });
  const takes = phase === "take" ? (rounds.at(-1)?.takes ?? []) : [];
  return {
    purses: [purse(strings.play.you(me), own), purse(strings.play.program(other(me)), its)],
    state: strings.coinsHave(me, own, its, place.marker === me),
    standing: strings.scoreSoFar(place.heap, score, worth),
    asked: phase === "take" ? strings.yourTake : phase === "bid" ? (open ? strings.play.bidOpen(String(state.its)) : strings.play.bidSecret) : "",
    ...(phase === "bid" && { bid: { most: own, page: 10, write: String, read: (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined), made: (text: string) => send({ kind: "bid", text }) } }),
    buttons: takes.map(({ number }) => ({ label: strings.takeBy(number), click: () => send({ kind: "take", number }) })),
    rounds: rounds.map((round) => ({ said: said(round, me), away: over ? away(round, me) : undefined })),
    result: over ? strings.scoreOver(score, me) : undefined,
    sum: over ? sum(rounds, me) : undefined,
  };
}

export class HeapsPlay {
  readonly table: Table;
  readonly #playing: Playing<HeapsState, HeapsEvent>;
  readonly #place: () => Place;
  readonly #set: () => number[];
  #games = 0;
  #manner: Manner = { strength: "exact", open: false };

  /** `place` is where a game would begin, `set` what may be taken; `show` shows the place where the game is. */
  constructor(asking: Asking, view: Frame, place: () => Place, set: () => number[], show: (place: Place) => Promise<void>) {
    this.#place = place;
    this.#set = set;
    this.#playing = new Playing<HeapsState, HeapsEvent>(asking, view, {
      next,
      questions: (state) => questions(state).map(({ budget, heap, coins, marker }) => ({ heaps: { look: { budget, heap, coins, marker } } })),
      draw: async (state) => {
        await show(state.place);
        if (state === this.#playing.state) this.table.show(told(state, this.#manner.open, (event) => void this.#playing.send(event)));
      },
      wait: () => this.table.wait(),
    });
    this.table = new Table(strings.play.rulesOf.heaps, { undo: () => void this.#playing.send({ kind: "undo" }), stop: () => this.end() });
  }

  get playing(): boolean {
    return this.#playing.state !== undefined;
  }

  /** Ends the game, if there is one, and shows what is asked before the next. */
  end(): void {
    this.#playing.end();
    const me = element("select", { id: "me" }, (["left", "right"] as const).map((side) => element("option", { value: side }, strings.player[side])));
    const manner = mannerChoice();
    const form = element(
      "form",
      { class: "fields" },
      labelled([[strings.youAre, me], ...manner.fields]),
      element("button", { type: "submit" }, strings.playNow),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#games += 1;
      this.#manner = manner.read();
      void this.#playing.begin(begun(this.#place(), me.value as Side, this.#set(), this.#manner.strength, seedOf(this.#games)));
    });
    this.table.lay(form);
  }
}
