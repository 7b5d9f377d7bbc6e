// The state of a heap game against a certificate, and its transitions. The module is pure: `questions` returns the next
// questions to the explorer, and the explorer's answers are an event like the user's events.

import { viewStrings } from "./view-strings";
import { type Strength, following, pick, slip } from "./strength";

export type Side = "left" | "right";

/** A bid that secures the outcome, with the best takes after it. */
export interface BestBid {
  bid: number;
  take: number[];
  take_at_tie: number[];
}

/** The explorer's answer for a place. */
export interface Look {
  heap: number;
  left_coins: number;
  right_coins: number;
  marker: Side;
  outcome: number;
  left: BestBid[];
  right: BestBid[];
}

/** A position of the game, called a place: the total budget, the heap, Left's coins and the holder of the marker. */
export interface Place {
  budget: number;
  heap: number;
  /** Left's coins. */
  coins: number;
  marker: Side;
}

/**
 * One round, from the bids to the take. A worth is Left's final points minus Right's if both play best from there on.
 */
export interface Round {
  place: Place;
  mine: number;
  its: number;
  tie: boolean;
  winner: Side;
  before: number;
  /** The worth of each possible take. */
  takes: { number: number; worth: number }[];
  took: number | undefined;
}

export interface HeapsState {
  me: Side;
  strength: Strength;
  /** The numbers that may be taken. */
  set: number[];
  seed: number;
  place: Place;
  /** Left's points minus Right's so far. */
  score: number;
  /**
   * `look` and `settle` wait for the explorer: for the worth of the place, and of each take. `bid` and `take` wait for
   * the user. During `bid` the program's bid is already fixed but not shown.
   */
  phase: "look" | "bid" | "settle" | "take" | "over";
  /** The explorer's answer for the place where bids are made, and the worth of the place. */
  look: Look | undefined;
  worth: number;
  its: number;
  /** The take that the user chose together with the bid. It is played if the bid is won. */
  intended: number | undefined;
  rounds: Round[];
  /** The state before the user's last bid, for undo. */
  undone: HeapsState | undefined;
  /** The reason why the user's last bid was refused. */
  refused: string | undefined;
}

export type HeapsEvent = { kind: "answers"; answers: Look[] } | { kind: "bid"; text: string } | { kind: "take"; number: number } | { kind: "undo" };

export function other(side: Side): Side {
  return side === "left" ? "right" : "left";
}

/** Returns the coins of a player. */
export function coinsOf({ budget, coins }: Place, side: Side): number {
  return side === "left" ? coins : budget - coins;
}

/** Returns the first state of a game. */
export function begun(place: Place, me: Side, set: number[], strength: Strength, seed: number): HeapsState {
  return { me, strength, set, seed, place, score: 0, phase: "look", look: undefined, worth: 0, its: 0, intended: undefined, rounds: [], undone: undefined, refused: undefined };
}

/** Returns the possible takes. */
export function takesOf({ set, place }: Pick<HeapsState, "set" | "place">): number[] {
  return set.filter((number) => number <= place.heap);
}

/** Returns the place after a take. */
function taken(place: Place, number: number): Place {
  return { ...place, heap: place.heap - number };
}

/** Returns the places that the explorer is asked about next. */
export function questions(state: HeapsState): Place[] {
  if (state.phase === "look") return [state.place];
  if (state.phase === "settle") return takesOf(state).map((number) => taken(state.place, number));
  return [];
}

function points(side: Side, number: number): number {
  return side === "left" ? number : -number;
}

/** Returns the worth of a player's best take. */
function best(takes: Round["takes"], side: Side): number {
  const worths = takes.map(({ worth }) => worth);
  return side === "left" ? Math.max(...worths) : Math.min(...worths);
}

function looked(state: HeapsState, [look]: Look[]): HeapsState {
  if (!look) return state;
  const seed = following(state.seed);
  const worth = state.score + look.outcome;
  const [exact] = look[other(state.me)];
  if (!exact) return { ...state, look, worth, phase: "over" };
  const random = slip(state.strength, seed) === "bid";
  const its = random ? pick(seed, coinsOf(state.place, other(state.me)) + 1) : exact.bid;
  return { ...state, seed, look, worth, its, intended: undefined, phase: "bid" };
}

function bid(state: HeapsState, text: string): HeapsState {
  const { me, place, its } = state;
  const own = coinsOf(place, me);
  if (!/^\d{1,7}$/.test(text) || Number(text) > own) return { ...state, refused: viewStrings.noChips(text, own) };
  const mine = Number(text);
  const tie = mine === its;
  const winner = tie ? place.marker : mine > its ? me : other(me);
  const paid = winner === me ? mine : its;
  const coins = place.coins + (winner === "left" ? -paid : paid);
  const marker = tie ? other(place.marker) : place.marker;
  const round: Round = { place, mine, its, tie, winner, before: state.worth, takes: [], took: undefined };
  return { ...state, phase: "settle", place: { ...place, coins, marker }, rounds: [...state.rounds, round], undone: { ...state, refused: undefined }, refused: undefined };
}

/** Stores the worth of each take. The program then takes, or the user is asked. */
function settled(state: HeapsState, answers: Look[]): HeapsState {
  const round = state.rounds.at(-1);
  if (!round) return state;
  const numbers = takesOf(state);
  const takes = answers.map(({ outcome }, at) => ({ number: numbers[at] ?? 0, worth: state.score + points(round.winner, numbers[at] ?? 0) + outcome }));
  const worth = best(takes, round.winner);
  const then: HeapsState = { ...state, worth, phase: "take", rounds: [...state.rounds.slice(0, -1), { ...round, takes }] };
  if (round.winner === state.me) return state.intended === undefined ? then : took(then, state.intended);
  const errs = slip(state.strength, state.seed) === "move";
  const choice = takes.filter((one) => errs !== (one.worth === worth));
  // If all takes are equally good, the program cannot err.
  const from = choice.length > 0 ? choice : takes;
  return took(then, (from[errs ? pick(state.seed, from.length) : 0] as { number: number }).number);
}

function took(state: HeapsState, number: number): HeapsState {
  const round = state.rounds.at(-1);
  if (!round?.takes.some((one) => one.number === number)) return state;
  const rounds = [...state.rounds.slice(0, -1), { ...round, took: number }];
  return { ...state, phase: "look", rounds, place: taken(state.place, number), score: state.score + points(round.winner, number) };
}

/** Chooses a take before the bids are opened, or cancels the choice. */
function intending(state: HeapsState, number: number): HeapsState {
  return takesOf(state).includes(number) ? { ...state, intended: state.intended === number ? undefined : number, refused: undefined } : state;
}

/** Returns the state after an event. An event that is impossible in this state changes nothing. */
export function next(state: HeapsState, event: HeapsEvent): HeapsState {
  switch (event.kind) {
    case "answers":
      return state.phase === "look" ? looked(state, event.answers) : state.phase === "settle" ? settled(state, event.answers) : state;
    case "bid":
      return state.phase === "bid" ? bid(state, event.text) : state;
    case "take":
      if (state.phase === "bid") return intending(state, event.number);
      return state.phase === "take" ? took(state, event.number) : state;
    case "undo":
      return state.undone ?? state;
  }
}

/**
 * Returns the points that the user gave away in a round by the bid, and by the take: how much the worth fell. A
 * negative number is a loss of the program.
 */
export function givenAway(round: Round, me: Side): { bid: number; take: number } {
  const settled = best(round.takes, round.winner);
  const after = round.takes.find(({ number }) => number === round.took)?.worth ?? settled;
  return { bid: points(me, round.before - settled), take: points(me, settled - after) };
}
