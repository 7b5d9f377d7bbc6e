// A game with chips against the explorer's advice: what there is to see, and what comes of bids and moves. Asks and draws nothing: `questions` says what the
// explorer is to be asked next, and its answers are an event like those of the user.

import { viewStrings } from "./view-strings";
import { type Strength, following, pick, slip } from "./strength";

export type Side = "left" | "right";

/** How ties are broken. */
export type Ties = "advantage" | "make-it-take-it" | "ladies-first";

export interface Option {
  position: string;
  end: Side | "nobody" | null;
}

export type Options = Record<Side, Option[]>;

/**
 * A first game, of tic-tac-toe. With each round played as help fills it in, Left wins within five rounds, whatever the program does (`games.test.mjs` tries all of
 * it): with 6 of 11 chips and ties, little more than half. With the advantage instead it takes 7 of 11 for that.
 */
export const FIRST_GAME = { me: "left", ties: "ladies-first", total: 11, own: 6 } as const;

/** What both players hold, and who has the advantage or won the last bid. */
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

/** What a player should do after the bids. */
export interface Then {
  moves: string[];
  pass: boolean;
  prefer_move: boolean;
}

/** What bids come to: a winner, or a choice of who has the advantage. */
export type Settled = { winner: Side; then: Held } | { holder: Side; used: Held; declined: Held };

/** A round from the bids on. */
export interface Round {
  position: string;
  /** What both held before the bids, and after them. */
  before: Held;
  after: Held | undefined;
  mine: number;
  its: number;
  /** Who had the choice at a tie, and whether the advantage was used. */
  tie: { holder: Side; used: boolean | undefined } | undefined;
  winner: Side | undefined;
  /** Who moved, and where to. */
  mover: Side | undefined;
  to: Option | undefined;
  /** What the user could bring about before the bids, and what was to be done after them. */
  advice: Advice;
  then: Then | undefined;
  /** What the user could bring about when the round was over. */
  outcome: Advice["outcome"] | undefined;
}

/** What is good for the user in a round: a bid, and where to go if it is won; without a place there is no such move. */
export interface Hint {
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
   * `look` waits for the explorer: for options and both players' advice. So does `reply`, for what is good for each after the bids. While the user bids, the
   * program's bid is known and not shown. At a tie the user has the choice; in `decide` the user has won the bid, and in `told` has been told to move.
   */
  phase: "look" | "bid" | "tie" | "reply" | "decide" | "told" | "over";
  options: Options;
  /** The program's bid, and what it does at a tie in which it has the choice. */
  its: number;
  uses: boolean;
  /** The position to which the user goes if the bid is won, chosen with the bid. */
  intended: string | undefined;
  /** The program's advice for itself, and the user's for the user. */
  advice: { its: Advice; mine: Advice } | undefined;
  /** What is good for the user while bids are made; the explorer is asked for it after the advice. */
  hint: Hint | undefined;
  rounds: Round[];
  /** The state in which the user has bid last, for undo. */
  undone: ChipsState | undefined;
  /** What the program should do after the bids. */
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

/** A player's chips. */
export function chipsOf(held: Held, side: Side): number {
  return side === "left" ? held.left : held.total - held.left;
}

/** A game from a position on. */
export function begun(game: Pick<ChipsState, "me" | "ties" | "strength" | "seed" | "position" | "held">): ChipsState {
  return { ...game, phase: "look", options: { left: [], right: [] }, its: 0, uses: false, intended: undefined, advice: undefined, hint: undefined, rounds: [], undone: undefined, plan: undefined, end: null, refused: undefined };
}

/** A bid that is good for the user: of those that bring most about the quickest comes first. */
function goodBid({ advice }: ChipsState): Bid | undefined {
  const bids = advice?.mine.bids ?? [];
  return bids.find(({ quickest }) => quickest) ?? bids[0];
}

/** What both would hold if the user won with this bid: with the higher one, and at a tie in which the user should use the advantage. */
function wonWith({ ties, held, me }: ChipsState, { bid, tie }: Bid): Held[] {
  const higher = paid(held, me, bid, ties === "make-it-take-it" ? me : held.mark);
  return tie?.choice === "use" ? [higher, paid(held, me, bid, other(me))] : [higher];
}

/** What the explorer is asked next, if it is asked. */
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

/** What bids come to. */
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
  // With a bid at random it wins the tie.
  const uses = random || exact?.tie?.choice === "use";
  const last = state.rounds.at(-1);
  const rounds = last ? [...state.rounds.slice(0, -1), { ...last, outcome: mine.outcome }] : [];
  return { ...state, seed, options, its: bid, uses, intended: undefined, advice: { its, mine }, hint: undefined, rounds, phase: "bid" };
}

/** What is good after a good bid is known: a move that is good however the bid is won. */
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

/** The state with more known of the last round. */
function withRound(state: ChipsState, more: Partial<Round>): ChipsState {
  const last = state.rounds.at(-1);
  return last ? { ...state, rounds: [...state.rounds.slice(0, -1), { ...last, ...more }] } : state;
}

/** Who has the choice at a tie has chosen. */
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

/** What is good for each after the bids is known: who has won the bid decides who moves. */
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

/** The program moves: the best it knows, or at random where it errs. */
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

/** The moves that the user may make now, or choose for after the bid. */
export function mine({ phase, options, me }: ChipsState): Option[] {
  return phase === "bid" || phase === "decide" || phase === "told" ? options[me] : [];
}

/** The state after an event; the same where the event cannot be. */
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
      // Chosen before the bids are opened; chosen again, it is taken back.
      return { ...state, intended: state.intended === option.position ? undefined : option.position, refused: undefined };
    }
    case "undo":
      return state.undone ?? state;
  }
}

const RANK = { loss: 0, neither: 1, win: 2 };

/**
 * What the user has given away in a round: what could be brought about before it and not afterwards, and whether the bid did it or what came after. After good
 * bids what was to be done is known; where nothing was, the bid was wrong. Nothing is given away where the user loses anyhow.
 */
export function givenAway({ advice, outcome, winner, then }: Round, me: Side): { lost: "win" | "neither"; by: "bid" | "move" } | undefined {
  if (outcome === undefined || advice.outcome === "loss" || RANK[outcome] >= RANK[advice.outcome]) return undefined;
  const held = then && (winner === me ? then.pass || then.moves.length > 0 : then.pass && then.moves.length > 0);
  return { lost: advice.outcome, by: held ? "move" : "bid" };
}
