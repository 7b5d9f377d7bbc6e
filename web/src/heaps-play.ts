// Plays a heap game: the settings before it, and the texts for each state.

import { element } from "./dom";
import { type BestBid, type HeapsEvent, type HeapsState, type Place, type Round, type Side, begun, coinsOf, givenAway, next, other, questions, takesOf } from "./heaps-game";
import type { Game, Good } from "./match";
import { type Told, past, purse, wholeBid } from "./seat";
import { capital, strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Describes what was given away in a round. */
function away(round: Round, me: Side): string {
  const points = (count: number) => (count > 0 ? viewStrings.play.points(count) : viewStrings.play.nothing);
  const { bid, take } = givenAway(round, me);
  return round.winner === me ? viewStrings.play.pointsAway(points(bid), points(take)) : viewStrings.play.pointsByBid(points(bid));
}

/**
 * Describes what the user and the program gave away in total. If both bids of a round were wrong, only the net effect
 * counts.
 */
function sum(rounds: Round[], me: Side): string {
  const all = rounds.flatMap((round) => Object.values(givenAway(round, me)));
  const total = (sign: number) => all.reduce((sum, one) => sum + Math.max(0, sign * one), 0);
  const points = (count: number) => (count > 0 ? viewStrings.play.points(count) : viewStrings.play.nothing);
  return viewStrings.play.pointsSum(points(total(1)), points(total(-1)));
}

function said({ mine, its, took, winner, tie }: Round, me: Side): string {
  const parts = [viewStrings.bidsMade(mine, its)];
  if (tie) parts.push(viewStrings.play.tieTo(winner === me));
  if (took !== undefined) parts.push(winner === me ? viewStrings.youTake(took) : viewStrings.itTakes(took));
  return parts.join(" ");
}

function asked({ phase, its, intended }: HeapsState, open: boolean): string {
  const what = intended === undefined ? undefined : strings.table.take(intended);
  if (phase === "bid") return strings.table.bid(open ? String(its) : undefined, what, strings.table.how.takes);
  return phase === "take" ? strings.table.move(strings.table.how.takes) : "";
}

/** Returns the best takes for the user after the bids. */
function bestTakes({ rounds, me }: HeapsState): number[] {
  const takes = rounds.at(-1)?.takes ?? [];
  const worths = takes.map(({ worth }) => (me === "left" ? worth : -worth));
  return takes.filter((_, at) => worths[at] === Math.max(...worths)).map(({ number }) => number);
}

/** Returns a take that is good after this bid, whether the user wins by a higher bid or at a tie. */
function takeWith({ bid, take, take_at_tie: atTie }: BestBid, { place, me }: HeapsState): number | undefined {
  if (place.marker !== me) return take[0];
  return take.length === 0 || bid === 0 ? atTie[0] : take.find((number) => atTie.includes(number));
}

/** Returns a good action for the user. */
export function good(state: HeapsState): Good<HeapsEvent> | undefined {
  const { phase, me, look, intended } = state;
  const event = (number: number | undefined): HeapsEvent | undefined => (number === undefined ? undefined : { kind: "take", number });
  if (phase === "take") {
    const [number] = bestTakes(state);
    return number === undefined ? undefined : { event: event(number), label: capital(strings.table.doTake(number)) };
  }
  if (phase !== "bid") return undefined;
  const bids = look?.[me] ?? [];
  const best = bids.find((one) => takeWith(one, state) !== undefined) ?? bids[0];
  const take = best && takeWith(best, state);
  return best && { bid: String(best.bid), ...(take !== intended && { event: event(take) }) };
}

/** Returns the advice that the user can ask for: a bid, or a take, that secures the worth of the place. */
function advice(state: HeapsState): Told["advice"] {
  const { phase, me, look } = state;
  if (phase === "bid") return { asked: viewStrings.adviseMe, answer: () => strings.table.bestCoins((look?.[me] ?? []).map(({ bid }) => bid)) };
  if (phase !== "take") return undefined;
  return { asked: viewStrings.adviseTake, answer: () => strings.table.bestTakes(bestTakes(state)) };
}

/** Puts a state into words. With open bids the text contains the program's bid. */
export function told(state: HeapsState, open: boolean, send: (event: HeapsEvent) => void): Told {
  const { me, place, phase, score, rounds, worth, intended } = state;
  const own = coinsOf(place, me);
  const over = phase === "over";
  const ahead = me === "left" ? score : -score;
  const choices = phase === "bid" || phase === "take" ? takesOf(state) : [];
  return {
    purses: [
      purse(viewStrings.play.you(me), own, place.budget, viewStrings.play.chipsOf),
      purse(viewStrings.play.program(other(me)), coinsOf(place, other(me)), place.budget, viewStrings.play.chipsOf),
    ],
    ties: strings.table.ties.marker(place.marker === me),
    asked: asked(state, open),
    ...(phase === "bid" && { bid: wholeBid(own, (text) => send({ kind: "bid", text }), intended === undefined ? undefined : strings.table.doTake(intended)) }),
    choices: choices.map((number) => ({ label: viewStrings.takeBy(number), click: () => send({ kind: "take", number }), ...(phase === "bid" && { chosen: number === intended }) })),
    advice: advice(state),
    standing: over ? "" : viewStrings.scoreSoFar(place.heap, score, worth),
    ...past(rounds, over, {
      said: (round) => said(round, me),
      away: (round) => away(round, me),
      result: () => ({ said: viewStrings.scoreOver(score, me), for: ahead > 0 ? "win" : ahead < 0 ? "loss" : "draw" }),
      sum: () => sum(rounds, me),
    }),
  };
}

/** Callbacks into the view. */
interface HeapsOwner {
  /** Returns the place from which a game would start. `set` returns the numbers that may be taken. */
  place(): Place;
  set(): number[];
  /** Shows the place of a game. */
  show(place: Place, helps: boolean): Promise<void>;
  send(event: HeapsEvent): void;
  left(): void;
}

/** Creates the game with its settings. */
export function heapsGame(owner: HeapsOwner): Game<HeapsState, HeapsEvent> {
  const me = element("select", { id: "me" }, (["left", "right"] as const).map((side) => element("option", { value: side }, viewStrings.player[side])));
  return {
    next,
    questions: (state) => questions(state).map(({ budget, heap, coins, marker }) => ({ heaps: { look: { budget, heap, coins, marker } } })),
    rules: viewStrings.play.rulesOf.heaps,
    rows: 1,
    fields: [[viewStrings.youAre, me]],
    begun: (strength, seed) => begun(owner.place(), me.value as Side, owner.set(), strength, seed),
    show: (state, helps) => owner.show(state.place, helps),
    good,
    told: (state, open) => told(state, open, owner.send),
    left: owner.left,
  };
}

