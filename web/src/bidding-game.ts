// The state of a game of bidding chess against a certificate, and its transitions. The module is pure: `questions`
// returns the next question to the explorer, and the explorer's answer is an event like the user's events.

import { Fraction } from "./fraction";
import { viewStrings } from "./view-strings";
import { type Strength, following, pick, slip } from "./strength";

export interface MoveValue {
  move: string;
  value: string;
  value_beta?: string;
  decimal: string;
  best: boolean;
}

/** The explorer's answer for a position whose value is exact. */
export interface Look {
  position: string;
  alpha: string;
  beta: string;
  decimal: string;
  decimal_beta?: string;
  white_wins_above: string;
  black_wins_above: string;
  white_above_decimal: string;
  black_above_decimal: string;
  bid: string;
  bid_decimal: string;
  bid_beta?: string;
  label_white: number | null;
  label_black: number | null;
  white_moves: MoveValue[];
  black_moves: MoveValue[];
}

/** The position after a move, or the winner if the move ended the game. */
export interface After {
  position?: string;
  won?: string;
}

/** One round: the bids, the move, and the user's lead before and after each. */
export interface Round {
  /** The user's bid as typed. */
  text: string;
  mine: Fraction;
  its: Fraction;
  /** The certificate's bid that preserves the value of the position. */
  exact: Fraction;
  /** Whether the user won the bid and therefore moves. */
  user: boolean;
  move: string | undefined;
  /** The user's lead before the bids, after the bids if the best move follows, and after the move played. */
  lead: Fraction;
  bid: Fraction;
  moved: Fraction | undefined;
}

export interface BiddingState {
  /** Whether the user plays White. */
  white: boolean;
  strength: Strength;
  seed: number;
  position: string;
  /** White's share of the money. */
  share: Fraction;
  /**
   * `look`, `reply` and `after` wait for the explorer: for the position, for the program's move, and for the position
   * after a move. `bid` and `move` wait for the user. During `bid` the certificate's bid is already fixed but not
   * shown.
   */
  phase: "look" | "bid" | "move" | "reply" | "after" | "over";
  look: Look | undefined;
  its: Fraction;
  /** The move that the user chose together with the bid. It is played if the user wins the bid. */
  intended: string | undefined;
  /** The move that is being played. */
  played: string | undefined;
  rounds: Round[];
  /** The state before the user's last bid, for undo. */
  undone: BiddingState | undefined;
  /** Whether the user won; undefined before the end of the game. */
  won: boolean | undefined;
  refused: string | undefined;
}

export type BiddingEvent = { kind: "answers"; answers: [Look | After | string] } | { kind: "bid"; text: string } | { kind: "move"; move: string } | { kind: "undo" };

const NONE = new Fraction(0n, 1n);
const ALL = new Fraction(1n, 1n);

/** Returns the first state of a game. `own` is the user's share of the money. */
export function begun(position: string, white: boolean, own: Fraction, strength: Strength, seed: number): BiddingState {
  const share = white ? own : ALL.minus(own);
  return { white, strength, seed, position, share, phase: "look", look: undefined, its: NONE, intended: undefined, played: undefined, rounds: [], undone: undefined, won: undefined, refused: undefined };
}

/** Parses a share from 0 to 1. */
export function shareOf(text: string): Fraction | undefined {
  const share = Fraction.read(text);
  return share && share.over >= 0n && share.compare(ALL) <= 0 ? share : undefined;
}

/** Returns the share of the user, or of the program. */
export function shareHeld({ share, white }: Pick<BiddingState, "share" | "white">, user: boolean): Fraction {
  return user === white ? share : ALL.minus(share);
}

/** Returns the next question to the explorer, or an empty list if the game does not wait for it. */
export function questions({ phase, position, white, played }: BiddingState): unknown[] {
  if (phase === "look") return [{ look: { position } }];
  if (phase === "reply") return [{ best: { position, white: !white } }];
  if (phase === "after") return [{ after: { position, played } }];
  return [];
}

function exactly(text: string): Fraction {
  return Fraction.read(text) ?? NONE;
}

/**
 * Returns the user's share minus the threshold below which the certificate wins by force. A negative lead is thus a
 * proved win for the certificate.
 */
export function lead({ white, share }: Pick<BiddingState, "white" | "share">, alpha: string, beta: string): Fraction {
  return white ? share.plus(exactly(beta)).minus(ALL) : ALL.minus(exactly(alpha)).minus(share);
}

/** Returns the player who is proved to win by force, if any. */
export function forced(state: BiddingState): "program" | "user" | undefined {
  const { look, white } = state;
  if (!look) return undefined;
  if (lead(state, look.alpha, look.beta).over < 0n) return "program";
  const above = exactly(white ? look.white_wins_above : look.black_wins_above);
  return shareHeld(state, true).compare(above) > 0 ? "user" : undefined;
}

function worthOf({ value, value_beta }: MoveValue): [string, string] {
  return [value, value_beta ?? value];
}

/** Returns the moves of the user, or of the certificate. */
export function movesOf({ look, white }: BiddingState, user: boolean): MoveValue[] {
  return (user === white ? look?.white_moves : look?.black_moves) ?? [];
}

/** Returns the bid that preserves the value of the position for the certificate. */
function exactBid({ white }: BiddingState, look: Look): Fraction {
  return exactly((white ? look.bid_beta : undefined) ?? look.bid);
}

function looked(state: BiddingState, look: Look): BiddingState {
  const seed = following(state.seed);
  const its = shareHeld(state, false);
  const exact = exactBid(state, look);
  const kept = exact.compare(its) > 0 ? its : exact;
  const bid = slip(state.strength, seed) === "bid" ? new Fraction(its.over * BigInt(pick(seed, 17)), its.under * 16n) : kept;
  return { ...state, seed, look, position: look.position, its: bid, intended: undefined, phase: "bid" };
}

/** Whether a player can pay a bid. The other player pays a bid below 0. */
function affordable(bid: Fraction, own: Fraction, others: Fraction): boolean {
  return bid.over < 0n ? NONE.minus(bid).compare(others) <= 0 : bid.compare(own) <= 0;
}

function bid(state: BiddingState, text: string): BiddingState {
  const { look, white, its } = state;
  const own = shareHeld(state, true);
  const mine = Fraction.read(text);
  if (!mine || !affordable(mine, own, shareHeld(state, false))) return { ...state, refused: viewStrings.noBid(text, own.toString()) };
  if (!look) return state;
  // The user wins ties. This is no advantage against exact play.
  const user = mine.compare(its) >= 0;
  const paid = user ? mine : its;
  const share = user === white ? state.share.minus(paid) : state.share.plus(paid);
  const then: BiddingState = { ...state, share, phase: user ? "move" : "reply", undone: { ...state, refused: undefined }, refused: undefined };
  const leads = movesOf(state, user).map((one) => lead(then, ...worthOf(one)));
  const best = leads.reduce((one, other) => ((other.compare(one) > 0) === user ? other : one), leads[0] ?? NONE);
  const round: Round = { text, mine, its, exact: exactBid(state, look), user, move: undefined, lead: lead(state, look.alpha, look.beta), bid: best, moved: undefined };
  const settled = { ...then, rounds: [...state.rounds, round] };
  return user && state.intended !== undefined ? moved(settled, state.intended, true) : settled;
}

function moved(state: BiddingState, move: string, user: boolean): BiddingState {
  const found = movesOf(state, user).find((one) => one.move === move);
  const last = state.rounds.at(-1);
  if (!found || !last) return state;
  return { ...state, phase: "after", played: move, rounds: [...state.rounds.slice(0, -1), { ...last, move, moved: lead(state, ...worthOf(found)) }] };
}

/** Chooses a move before the bids are opened, or cancels the choice. */
function intending(state: BiddingState, move: string): BiddingState {
  if (!movesOf(state, true).some((one) => one.move === move)) return state;
  return { ...state, intended: state.intended === move ? undefined : move, refused: undefined };
}

/** Plays the certificate's move: the best one, or another one if the certificate errs in this round. */
function replied(state: BiddingState, best: string): BiddingState {
  const others = movesOf(state, false).filter((one) => !one.best);
  const errs = slip(state.strength, state.seed) === "move" && others.length > 0;
  return moved(state, errs ? (others[pick(state.seed, others.length)] as MoveValue).move : best, false);
}

function led(state: BiddingState, { position, won }: After): BiddingState {
  if (position !== undefined) return { ...state, position, phase: "look", played: undefined };
  return { ...state, phase: "over", won: (won === "white") === state.white };
}

function answered(state: BiddingState, answer: Look | After | string): BiddingState {
  if (typeof answer === "string") return state.phase === "reply" ? replied(state, answer) : state;
  if ("alpha" in answer) return state.phase === "look" ? looked(state, answer) : state;
  return state.phase === "after" ? led(state, answer) : state;
}

/** Returns the state after an event. An event that is impossible in this state changes nothing. */
export function next(state: BiddingState, event: BiddingEvent): BiddingState {
  switch (event.kind) {
    case "answers":
      return answered(state, event.answers[0]);
    case "bid":
      return state.phase === "bid" ? bid(state, event.text) : state;
    case "move":
      if (state.phase === "bid") return intending(state, event.move);
      return state.phase === "move" ? moved(state, event.move, true) : state;
    case "undo":
      return state.undone ?? state;
  }
}

/**
 * Returns how much the lead fell in a round through the bid, and through the move. A negative amount is a loss of the
 * certificate.
 */
export function givenAway({ lead, bid, moved }: Round): { bid: Fraction; move: Fraction } {
  return { bid: lead.minus(bid), move: bid.minus(moved ?? bid) };
}
