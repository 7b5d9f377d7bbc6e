// A game of heaps against the certificate: what there is to see, and what comes of bids and takes. Asks and draws nothing: `questions` says what the explorer is to
// be asked next, and its answers are an event like those of the user.

import { viewStrings } from "./view-strings";
import { type Strength, following, pick, slip } from "./strength";

export type Side = "left" | "right";

/** A bid that makes sure of the outcome, and what to take after it. */
export interface BestBid {
  bid: number;
  take: number[];
  take_at_tie: number[];
}

/** What the explorer says of a place. */
export interface Look {
  heap: number;
  left_coins: number;
  right_coins: number;
  marker: Side;
  outcome: number;
  left: BestBid[];
  right: BestBid[];
}

/** A place of the game. */
export interface Place {
  budget: number;
  heap: number;
  /** Left's coins. */
  coins: number;
  marker: Side;
}

/** A round from the bids on. Worths are Left's points less Right's in the end, if both play best from there on. */
export interface Round {
  place: Place;
  mine: number;
  its: number;
  tie: boolean;
  winner: Side;
  before: number;
  /** The worth of each take that there is. */
  takes: { number: number; worth: number }[];
  took: number | undefined;
}

export interface HeapsState {
  me: Side;
  strength: Strength;
  /** What may be taken. */
  set: number[];
  seed: number;
  place: Place;
  /** Left's points less Right's so far. */
  score: number;
  /**
   * `look` and `settle` wait for the explorer: for the worth of the place, and of all takes. `bid` and `take` wait for the user. While the user bids, the program's
   * bid is known and not shown.
   */
  phase: "look" | "bid" | "settle" | "take" | "over";
  /** What is known of the place where bids are made, and what it is worth. */
  look: Look | undefined;
  worth: number;
  its: number;
  /** What the user takes if the bid is won, chosen with the bid. */
  intended: number | undefined;
  rounds: Round[];
  /** The state in which the user has bid last, for undo. */
  undone: HeapsState | undefined;
  /** What the user's last bid was refused for. */
  refused: string | undefined;
}

export type HeapsEvent = { kind: "answers"; answers: Look[] } | { kind: "bid"; text: string } | { kind: "take"; number: number } | { kind: "undo" };

export function other(side: Side): Side {
  return side === "left" ? "right" : "left";
}

/** The coins of a player. */
export function coinsOf({ budget, coins }: Place, side: Side): number {
  return side === "left" ? coins : budget - coins;
}

/** A game from a place on. */
export function begun(place: Place, me: Side, set: number[], strength: Strength, seed: number): HeapsState {
  return { me, strength, set, seed, place, score: 0, phase: "look", look: undefined, worth: 0, its: 0, intended: undefined, rounds: [], undone: undefined, refused: undefined };
}

/** What may be taken from the heap. */
export function takesOf({ set, place }: Pick<HeapsState, "set" | "place">): number[] {
  return set.filter((number) => number <= place.heap);
}

/** The place after a take. */
function taken(place: Place, number: number): Place {
  return { ...place, heap: place.heap - number };
}

/** What the explorer is asked next, if it is asked: places. */
export function questions(state: HeapsState): Place[] {
  if (state.phase === "look") return [state.place];
  if (state.phase === "settle") return takesOf(state).map((number) => taken(state.place, number));
  return [];
}

function points(side: Side, number: number): number {
  return side === "left" ? number : -number;
}

/** The greatest worth for a player. */
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

/** The worth of each take is known: the program takes, or the user is asked. */
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
  // Where all takes are equally good there is nothing to do wrong.
  const from = choice.length > 0 ? choice : takes;
  return took(then, (from[errs ? pick(state.seed, from.length) : 0] as { number: number }).number);
}

function took(state: HeapsState, number: number): HeapsState {
  const round = state.rounds.at(-1);
  if (!round?.takes.some((one) => one.number === number)) return state;
  const rounds = [...state.rounds.slice(0, -1), { ...round, took: number }];
  return { ...state, phase: "look", rounds, place: taken(state.place, number), score: state.score + points(round.winner, number) };
}

/** The user chooses what to take before the bids are opened, or takes the choice back. */
function intending(state: HeapsState, number: number): HeapsState {
  return takesOf(state).includes(number) ? { ...state, intended: state.intended === number ? undefined : number, refused: undefined } : state;
}

/** The state after an event; the same where the event cannot be. */
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

/** The points that the user has given away in a round by the bid, and by the take: what was worth more before than afterwards. Less than 0: the program has. */
export function givenAway(round: Round, me: Side): { bid: number; take: number } {
  const settled = best(round.takes, round.winner);
  const after = round.takes.find(({ number }) => number === round.took)?.worth ?? settled;
  return { bid: points(me, round.before - settled), take: points(me, settled - after) };
}
