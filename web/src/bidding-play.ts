// Plays bidding chess: the settings before a game, and the texts for each state of the game.

import { type BiddingEvent, type BiddingState, type Round, begun, forced, givenAway, movesOf, next, questions, shareHeld, shareOf } from "./bidding-game";
import { element } from "./dom";
import { Fraction } from "./fraction";
import type { Game, Good } from "./match";
import { type Told, past } from "./seat";
import { capital, strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Number of steps of the bid slider; the whole range is all the money. */
const PARTS = 1000;

/** Decimal places of a purse. */
const PLACES = 4;

const NONE = new Fraction(0n, 1n);

/** Length of the longest fraction that is written as p/q. Longer fractions are written in decimals. */
const LETTERS = 11;

/** The text for the standing, by the player who wins by force. */
const STANDINGS = { program: "win", user: "loss", nobody: "open" } as const;

export function written(money: Fraction): string {
  if (money.under === 1n) return money.over.toString();
  const exact = money.toString();
  return exact.length <= LETTERS ? exact : money.decimal();
}

/** Formats an amount of money that a player gave away. */
function amount(money: Fraction): string {
  if (money.over <= 0n) return viewStrings.play.nothing;
  const text = written(money);
  return /[1-9]/.test(text) ? text : viewStrings.play.little;
}

function away(round: Round): string {
  const { bid, move } = givenAway(round);
  const exact = written(round.exact);
  return round.user ? viewStrings.play.money(amount(bid), amount(move), exact) : viewStrings.play.moneyByBid(amount(bid), exact);
}

/** Returns a sentence with the total that each player gave away. */
function sum(rounds: Round[]): string {
  const all = rounds.flatMap((round) => Object.values(givenAway(round)));
  const total = (parts: Fraction[]) => amount(parts.filter(({ over }) => over > 0n).reduce((sum, one) => sum.plus(one), NONE));
  return viewStrings.play.moneySum(total(all), total(all.map((one) => NONE.minus(one))));
}

function said({ mine, its, user, move }: Round): string {
  const bids = viewStrings.bids(written(mine), written(its), written(its), user);
  return move === undefined ? bids : `${bids} ${viewStrings.plays(user, move)}`;
}

function asked({ phase, its, intended }: BiddingState, open: boolean): string {
  if (phase === "bid") return strings.table.bid(open ? written(its) : undefined, intended === undefined ? undefined : strings.table.play(intended), strings.table.how.pieces);
  return phase === "move" ? strings.table.move(strings.table.how.pieces) : "";
}

function bestMoves(state: BiddingState): string[] {
  return movesOf(state, true).filter((one) => one.best).map(({ move }) => move);
}

/** Returns the bid that preserves the value of the position. The bid may exceed the user's share. */
function goodBid({ look, white }: BiddingState): Fraction | undefined {
  return Fraction.read((white ? look?.bid : (look?.bid_beta ?? look?.bid)) ?? "");
}

/** Returns a good action for the user: a bid, at most the user's share, or the best move. */
export function good(state: BiddingState): Good<BiddingEvent> | undefined {
  const { phase, intended } = state;
  const [move] = bestMoves(state);
  const event: BiddingEvent | undefined = move === undefined ? undefined : { kind: "move", move };
  if (phase === "move") return event && { event, label: capital(strings.table.doPlay(move ?? "")) };
  const bid = goodBid(state);
  if (phase !== "bid" || !bid) return undefined;
  const own = shareHeld(state, true);
  return { bid: written(bid.compare(own) > 0 ? own : bid), ...(move !== intended && { event }) };
}

/** Returns the advice that the user can ask for: the exact bid, or the best move. */
function advice(state: BiddingState): Told["advice"] {
  const { phase } = state;
  const best = bestMoves(state);
  const bid = goodBid(state);
  if (phase === "bid") return { asked: viewStrings.adviseMe, answer: () => strings.table.bestBid(bid ? written(bid) : "", best) };
  return phase === "move" ? { asked: viewStrings.adviseMove, answer: () => strings.table.bestMoves(best) } : undefined;
}

/** Puts a state into words. With open bids the text contains the program's bid. */
export function told(state: BiddingState, open: boolean, send: (event: BiddingEvent) => void): Told {
  const { white, phase, rounds, strength, won, intended } = state;
  const then = intended === undefined ? undefined : strings.table.doPlay(intended);
  const own = shareHeld(state, true);
  const over = phase === "over";
  const side = (user: boolean) => (user === white ? "white" : "black");
  const purse = (whose: string, share: Fraction) => ({ whose, holds: share.decimal(PLACES), part: Number(share.decimal(8)) });
  const read = (text: string) => {
    const bid = Fraction.read(text);
    return bid && Math.round(PARTS * Number(bid.decimal(8)));
  };
  const most = Number((own.over * BigInt(PARTS)) / own.under);
  return {
    purses: [purse(viewStrings.play.you(side(true)), own), purse(viewStrings.play.program(side(false)), shareHeld(state, false))],
    ties: strings.table.ties.bidding,
    asked: asked(state, open),
    ...(phase === "bid" && { bid: { most, page: PARTS / 20, write: (number: number) => (number / PARTS).toFixed(3), read, made: (text: string) => send({ kind: "bid", text }), then } }),
    choices: [],
    advice: advice(state),
    standing: over ? "" : strings.table.standing(STANDINGS[forced(state) ?? "nobody"], strength),
    ...past(rounds, over, { said, away, result: () => ({ said: strings.table.over(won ? undefined : side(false)), for: won ? "win" : "loss" }), sum: () => sum(rounds) }),
  };
}

/** Callbacks into the view. */
interface BiddingOwner {
  /** Returns the position from which a game would start. */
  position(): string;
  /** Shows the position of a state, with the last move and the move that the user chose with the bid. */
  show(state: BiddingState, helps: boolean): void;
  send(event: BiddingEvent): void;
  left(): void;
}

/** Creates the game with its settings. */
export function biddingGame(owner: BiddingOwner): Game<BiddingState, BiddingEvent> {
  const sides = element("select", { id: "side" }, (["white", "black"] as const).map((side) => element("option", { value: side }, side === "white" ? viewStrings.playWhite : viewStrings.playBlack)));
  const share = element("input", { type: "text", id: "share", value: "1/2", autocomplete: "off", size: "8" });
  return {
    next,
    questions: (state) => questions(state).map((question) => ({ bidding: question })),
    rules: viewStrings.play.rulesOf.bidding,
    rows: 0,
    fields: [
      [viewStrings.youAre, sides],
      [viewStrings.yourShare, share],
    ],
    begun: (strength, seed) => {
      const own = shareOf(share.value);
      if (!own) throw new Error(viewStrings.noShare(share.value));
      return begun(owner.position(), sides.value === "white", own, strength, seed);
    },
    show: async (state, helps) => owner.show(state, helps),
    good,
    told: (state, open) => told(state, open, owner.send),
    left: owner.left,
  };
}
