// The state of a chips game against the explorer's advice, and its transitions. The module is pure: `questions` returns
// the next questions to the explorer, and the explorer's answers are an event like the user's events.

import { viewStrings } from "./view-strings";
import { type Strength, following, pick, slip } from "./strength";

export type Side = "left" | "right";

/** The rule for equal bids. */
export type Ties = "advantage" | "make-it-take-it" | "ladies-first";

export interface Option {
  position: string;
  end: Side | "nobody" | null;
}

export type Options = Record<Side, Option[]>;

/**
 * The first game of a guided user: tic-tac-toe, where Left has 6 of 11 chips and wins ties. A user who always follows
 * help wins within five rounds, whatever the program does; `games.test.mjs` tries every line of play. With the rule
 * `advantage` this needs 7 of 11 chips.
 */
export const FIRST_GAME = { me: "left", ties: "ladies-first", total: 11, own: 6 } as const;

/** The chips of both players, and who has the advantage or won the last bid. */
export interface Held {
  left: number;
  total: number;
  mark: Side | null;
}

export interface Bid {
  bid: number;
  quickest: boolean;
  tie: { choice: "use" | "decline" | "won" | "lost" | "theirs" } | null;
}

export interface Advice {
  outcome: "win" | "loss" | "neither";
  moves: number | null;
  needs: string | null;
  bids: Bid[];
}

/** The recommended choices of a player after the bids. */
export interface Then {
  moves: string[];
  pass: boolean;
  prefer_move: boolean;
}

/** The result of two bids: a winner, or a tie at which the holder of the advantage chooses whether to use it. */
type Settled = { winner: Side; then: Held } | { holder: Side; used: Held; declined: Held };

/** One round, from the bids to the move. */
export interface Round {
  position: string;
  /** The chips before the bids, and after them. */
  before: Held;
  after: Held | undefined;
  mine: number;
  its: number;
  /** The holder of the advantage at a tie, and whether it was used. */
  tie: { holder: Side; used: boolean | undefined } | undefined;
  winner: Side | undefined;
  /** The player who moved, and the option that was played. */
  mover: Side | undefined;
  to: Option | undefined;
  /** The user's advice before the bids, and after them. */
  advice: Advice;
  then: Then | undefined;
  /** The outcome that the user could force at the end of the round. */
  outcome: Advice["outcome"] | undefined;
}

/**
 * A good bid and a good move after it. `move` is undefined if passing is better, or if no move is good for every way to
 * win the bid.
 */
interface Hint {
  bid: number;
  move: string | undefined;
}

export interface ChipsState {
  me: Side;
  ties: Ties;
  strength: Strength;
  seed: number;
  position: string;
  held: Held;
  /**
   * `look` waits for the explorer: for the options and both players' advice. `reply` waits for both players'
   * recommended choices after the bids. The user acts in the other phases: makes a bid, decides a tie, chooses after a
   * won bid (`decide`), or moves because the program won the bid and passed (`told`). During `bid` the program's bid is
   * already fixed but not shown.
   */
  phase: "look" | "bid" | "tie" | "reply" | "decide" | "told" | "over";
  options: Options;
  /** The program's bid, and whether the program uses the advantage at a tie. */
  its: number;
  uses: boolean;
  /** The position that the user chose together with the bid. The move to it is played if the bid is won. */
  intended: string | undefined;
  /** The explorer's advice for the program, and for the user. */
  advice: { its: Advice; mine: Advice } | undefined;
  /** A good bid and move for the user. The explorer is asked for it after the advice. */
  hint: Hint | undefined;
  rounds: Round[];
  /** The state before the user's last bid, for undo. */
  undone: ChipsState | undefined;
  /** The program's recommended choices after the bids. */
  plan: Then | undefined;
  end: Option["end"];
  refused: string | undefined;
}

export type ChipsEvent =
  | { kind: "answers"; answers: [Options, Advice, Advice] | Then[] }
  | { kind: "bid"; text: string }
  | { kind: "tie"; use: boolean }
  | { kind: "pass" }
  | { kind: "move"; position: string }
  | { kind: "undo" };

export function other(side: Side): Side {
  return side === "left" ? "right" : "left";
}

/** Returns the chips of a player. */
export function chipsOf(held: Held, side: Side): number {
  return side === "left" ? held.left : held.total - held.left;
}

/** Returns the first state of a game. */
export function begun(game: Pick<ChipsState, "me" | "ties" | "strength" | "seed" | "position" | "held">): ChipsState {
  return { ...game, phase: "look", options: { left: [], right: [] }, its: 0, uses: false, intended: undefined, advice: undefined, hint: undefined, rounds: [], undone: undefined, plan: undefined, end: null, refused: undefined };
}

/** Returns a good bid for the user: the quickest one among the bids that force the best outcome. */
function goodBid({ advice }: ChipsState): Bid | undefined {
  const bids = advice?.mine.bids ?? [];
  return bids.find(({ quickest }) => quickest) ?? bids[0];
}

/**
 * Returns the chips of both players for each way in which the user can win with this bid: as the higher bid, and at a
 * tie if the user should use the advantage.
 */
function wonWith({ ties, held, me }: ChipsState, { bid, tie }: Bid): Held[] {
  const higher = paid(held, me, bid, ties === "make-it-take-it" ? me : held.mark);
  return tie?.choice === "use" ? [higher, paid(held, me, bid, other(me))] : [higher];
}

/** Returns the next questions to the explorer, or an empty list if the game does not wait for it. */
export function questions(state: ChipsState): unknown[] {
  const { phase, position, me, held, rounds, hint } = state;
  const of = (player: Side) => ({ advise: { position, player, held } });
  if (phase === "look") return [{ options: { position } }, of(other(me)), of(me)];
  if (phase === "reply") return [other(me), me].map((player) => ({ after: { position, player, before: rounds.at(-1)?.before, now: held } }));
  const good = goodBid(state);
  if (phase === "bid" && !hint && good) return wonWith(state, good).map((now) => ({ after: { position, player: me, before: held, now } }));
  return [];
}

function paid(held: Held, by: Side, bid: number, mark: Side | null): Held {
  return { ...held, left: by === "left" ? held.left - bid : held.left + bid, mark };
}

/** Returns the result of two bids. */
export function settle(ties: Ties, held: Held, left: number, right: number): Settled {
  const winner: Side = left >= right ? "left" : "right";
  const bid = Math.max(left, right);
  if (ties === "ladies-first") return { winner, then: paid(held, winner, bid, null) };
  if (ties === "make-it-take-it") {
    const by = left === right ? (held.mark ?? "left") : winner;
    return { winner: by, then: paid(held, by, bid, by) };
  }
  if (left !== right) return { winner, then: paid(held, winner, bid, held.mark) };
  const holder = held.mark ?? "left";
  return { holder, used: paid(held, holder, bid, other(holder)), declined: paid(held, other(holder), bid, holder) };
}

function looked(state: ChipsState, [options, its, mine]: [Options, Advice, Advice]): ChipsState {
  const seed = following(state.seed);
  const exact = its.bids.find(({ quickest }) => quickest) ?? its.bids[0];
  const random = slip(state.strength, seed) === "bid";
  const bid = random ? pick(seed, chipsOf(state.held, other(state.me)) + 1) : (exact?.bid ?? 0);
  // A program that bids at random uses the advantage at a tie.
  const uses = random || exact?.tie?.choice === "use";
  const last = state.rounds.at(-1);
  const rounds = last ? [...state.rounds.slice(0, -1), { ...last, outcome: mine.outcome }] : [];
  return { ...state, seed, options, its: bid, uses, intended: undefined, advice: { its, mine }, hint: undefined, rounds, phase: "bid" };
}

/** Stores the hint: a good bid, with a move that is good for every way to win the bid. */
function hinted(state: ChipsState, thens: Then[]): ChipsState {
  const good = goodBid(state);
  if (!good) return state;
  const [first] = thens;
  const passes = thens.some(({ pass, prefer_move }) => pass && !prefer_move);
  const move = passes ? undefined : first?.moves.find((one) => thens.every(({ moves }) => moves.includes(one)));
  return { ...state, hint: { bid: good.bid, move } };
}

function bid(state: ChipsState, text: string): ChipsState {
  const { me, held, its, advice } = state;
  const own = chipsOf(held, me);
  if (!/^\d{1,7}$/.test(text) || Number(text) > own) return { ...state, refused: viewStrings.noChips(text, own) };
  if (!advice) return state;
  const mine = Number(text);
  const settled = settle(state.ties, held, ...((me === "left" ? [mine, its] : [its, mine]) as [number, number]));
  const round: Round = { position: state.position, before: held, after: undefined, mine, its, tie: undefined, winner: undefined, mover: undefined, to: undefined, advice: advice.mine, then: undefined, outcome: undefined };
  const then: ChipsState = { ...state, rounds: [...state.rounds, round], undone: { ...state, refused: undefined }, refused: undefined };
  if ("winner" in settled) return won(then, settled.winner, settled.then);
  const asked = withRound(then, { tie: { holder: settled.holder, used: undefined } });
  return settled.holder === me ? { ...asked, phase: "tie" } : tied(asked, state.uses);
}

/** Returns the state with additional facts about the last round. */
function withRound(state: ChipsState, more: Partial<Round>): ChipsState {
  const last = state.rounds.at(-1);
  return last ? { ...state, rounds: [...state.rounds.slice(0, -1), { ...last, ...more }] } : state;
}

/** Continues after the decision of a tie. */
function tied(state: ChipsState, use: boolean): ChipsState {
  const round = state.rounds.at(-1);
  if (!round?.tie) return state;
  const settled = settle(state.ties, state.held, round.mine, round.mine);
  if (!("holder" in settled)) return state;
  const known = withRound(state, { tie: { holder: settled.holder, used: use } });
  return use ? won(known, settled.holder, settled.used) : won(known, other(settled.holder), settled.declined);
}

function won(state: ChipsState, winner: Side, held: Held): ChipsState {
  return { ...withRound(state, { winner, after: held }), held, phase: "reply" };
}

/** Stores the recommended choices after the bids. The winner of the bid then decides who moves. */
function replied(state: ChipsState, [its, mine]: [Then, Then]): ChipsState {
  const known = { ...withRound(state, { then: mine }), plan: its };
  const winner = state.rounds.at(-1)?.winner;
  if (winner === state.me) {
    const intended = state.options[state.me].find(({ position }) => position === state.intended);
    return intended ? moved(known, state.me, intended) : { ...known, phase: "decide" };
  }
  const errs = slip(state.strength, state.seed) === "move";
  if (!errs && (its.moves.length === 0 || (its.pass && !its.prefer_move))) return { ...known, phase: "told" };
  return programMoves(known);
}

/** Plays the program's move: the best one, or a random other one if the program errs in this round. */
function programMoves(state: ChipsState): ChipsState {
  const program = other(state.me);
  const all = state.options[program];
  const good = state.plan?.moves ?? [];
  const bad = all.filter(({ position }) => !good.includes(position));
  if (slip(state.strength, state.seed) === "move" && bad.length > 0) return moved(state, program, bad[pick(state.seed, bad.length)] as Option);
  const option = all.find(({ position }) => position === good[0]) ?? all[0];
  return option ? moved(state, program, option) : { ...state, phase: "told" };
}

function moved(state: ChipsState, mover: Side, option: Option): ChipsState {
  const known = { ...withRound(state, { mover, to: option }), position: option.position };
  if (option.end === null) return { ...known, phase: "look" };
  const outcome = option.end === "nobody" ? "neither" : option.end === state.me ? "win" : "loss";
  return { ...withRound(known, { outcome }), phase: "over", end: option.end };
}

/** Returns the moves that the user may play now, or choose together with the bid. */
export function mine({ phase, options, me }: ChipsState): Option[] {
  return phase === "bid" || phase === "decide" || phase === "told" ? options[me] : [];
}

/** Returns the state after an event. An event that is impossible in this state changes nothing. */
export function next(state: ChipsState, event: ChipsEvent): ChipsState {
  switch (event.kind) {
    case "answers":
      if (state.phase === "look") return looked(state, event.answers as [Options, Advice, Advice]);
      if (state.phase === "bid") return hinted(state, event.answers as Then[]);
      return state.phase === "reply" ? replied(state, event.answers as [Then, Then]) : state;
    case "bid":
      return state.phase === "bid" ? bid(state, event.text) : state;
    case "tie":
      return state.phase === "tie" ? tied(state, event.use) : state;
    case "pass":
      return state.phase === "decide" ? programMoves(state) : state;
    case "move": {
      const option = mine(state).find(({ position }) => position === event.position);
      if (!option) return state;
      if (state.phase !== "bid") return moved(state, state.me, option);
      // The choice is made before the bids are opened. A second choice of the same move cancels it.
      return { ...state, intended: state.intended === option.position ? undefined : option.position, refused: undefined };
    }
    case "undo":
      return state.undone ?? state;
  }
}

const RANK = { loss: 0, neither: 1, win: 2 };

/**
 * Returns the outcome that the user gave away in a round, if there is one, and whether the bid or the choice after it
 * was the error. The bid is the error if no choice after it keeps the outcome. A user who loses anyhow gives nothing
 * away.
 */
export function givenAway({ advice, outcome, winner, then }: Round, me: Side): { lost: "win" | "neither"; by: "bid" | "move" } | undefined {
  if (outcome === undefined || advice.outcome === "loss" || RANK[outcome] >= RANK[advice.outcome]) return undefined;
  const held = then && (winner === me ? then.pass || then.moves.length > 0 : then.pass && then.moves.length > 0);
  return { lost: advice.outcome, by: held ? "move" : "bid" };
}
