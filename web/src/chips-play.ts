// Plays a chips game: the settings before it, and the texts for each state.

import { type ChipsEvent, type ChipsState, type Held, type Round, type Side, type Then, type Ties, begun, chipsOf, givenAway, mine, next, other, questions } from "./chips-game";
import type { Names } from "./chips-said";
import { element } from "./dom";
import type { Asking, Opening } from "./explorer";
import type { Game, Good } from "./match";
import { type Choice, type Told, past, purse, wholeBid } from "./seat";
import { capital, strings } from "./strings";
import { viewStrings } from "./view-strings";
import type { Frame } from "./view";

export const TIES: Ties[] = ["advantage", "make-it-take-it", "ladies-first"];

/** Settings that another part of the page can choose. */
export interface ChipsChoice {
  me?: Side;
  ties?: Ties;
  total: number;
  own?: number;
  /** Whether the user has the advantage, or won the last bid. */
  mark?: boolean;
}

/** Callbacks into the view. */
interface ChipsOwner {
  names: Names;
  /**
   * Returns the position from which a game would start, the tie rule of the certificate that is shown, and the
   * questions that open the game.
   */
  here(): { position: string; ties: string | undefined; openings: Opening[] };
  /** Shows the position of a state. */
  show(state: ChipsState, helps: boolean): Promise<void>;
  send(event: ChipsEvent): void;
  /** Called when the user ends the game. `over` tells whether the game was already over. */
  left(over: boolean): void;
  /** Whether moves are made on a board rather than by buttons. */
  onBoard(): boolean;
}

function said({ position, mine, its, tie, winner, mover, to }: Round, me: Side, { move }: Names): string {
  const parts = [viewStrings.bidsMade(mine, its)];
  if (tie?.used !== undefined) {
    const [uses, declines] = tie.holder === me ? [viewStrings.play.youUse, viewStrings.play.youDecline] : [viewStrings.itUses, viewStrings.itDeclines];
    parts.push(tie.used ? uses : declines);
  } else if (winner !== undefined) parts.push(mine === its ? viewStrings.play.tieTo(winner === me) : viewStrings.play.winner(winner === me));
  if (mover !== undefined && mover !== winner) parts.push(winner === me ? viewStrings.youPass : viewStrings.itPasses);
  if (mover !== undefined && to) parts.push(viewStrings.play.moves(mover === me, move(position, to.position)));
  return parts.join(" ");
}

/** Describes what was given away in a round, and which bids were good. */
function away(round: Round, me: Side, ties: Ties): string {
  const { advice, before } = round;
  const { needs } = advice;
  const enough = needs === null ? null : viewStrings.play.holding(needs.replace("*", ""), needs.endsWith("*"), ties);
  const parts = [viewStrings.play.hadChips(viewStrings.play.holding(String(chipsOf(before, me)), before.mark === me, ties), enough)];
  if (advice.outcome !== "loss") parts.push(viewStrings.play.goodBids(advice.bids.filter(({ quickest }) => quickest).map(({ bid }) => bid)));
  const lost = givenAway(round, me);
  if (lost) parts.push(viewStrings.play.lost(lost.lost, viewStrings.play.doing[lost.by]));
  return parts.join(" ");
}

function sum(rounds: Round[], me: Side): string {
  return viewStrings.play.chipsSum(rounds.flatMap((round, at) => (givenAway(round, me) ? [at + 1] : [])));
}

/** Puts the explorer's advice about the bid into words. */
function adviceToBid({ advice, hint, position }: ChipsState, { move }: Names): string {
  if (!advice) return "";
  const { outcome, moves, bids, needs } = advice.mine;
  const quick = bids.filter(({ quickest }) => quickest);
  const good = quick.map(({ bid }) => bid);
  return [viewStrings.advice(outcome, moves, good, needs), viewStrings.adviceAtTie(good[0] ?? 0, quick[0]?.tie?.choice), hint?.move === undefined ? "" : strings.table.goodMove(move(position, hint.move))].filter(Boolean).join(" ");
}

/** Puts the explorer's advice about the move into words. */
function adviceToMove({ phase, position, rounds }: ChipsState, { move }: Names): string {
  const then = rounds.at(-1)?.then;
  if (!then) return "";
  return viewStrings.goodMoves(phase === "decide" && passes(then), then.moves.map((to) => move(position, to)));
}

/** Returns a good action for the user, if one is known. */
export function good({ phase, hint, intended, rounds, position }: ChipsState, { move }: Names): Good<ChipsEvent> | undefined {
  const round = rounds.at(-1);
  const to = (to: string) => ({ event: { kind: "move", position: to } as const, label: capital(strings.table.doPlay(move(position, to))) });
  if (phase === "bid") return hint && { bid: String(hint.bid), ...(hint.move !== undefined && hint.move !== intended && { event: to(hint.move).event }) };
  if (phase === "tie") {
    const choice = round?.advice.bids.find(({ bid }) => bid === round.mine)?.tie?.choice;
    return choice === "use" || choice === "decline" ? { event: { kind: "tie", use: choice === "use" }, label: choice === "use" ? viewStrings.useIt : viewStrings.declineIt, follows: true } : undefined;
  }
  if ((phase !== "decide" && phase !== "told") || !round?.then) return undefined;
  const [best] = round.then.moves;
  if (phase === "decide" && passes(round.then)) return { event: { kind: "pass" }, label: viewStrings.letItMove };
  return best === undefined ? undefined : to(best);
}

/** Whether the user should let the program move. */
function passes({ pass, prefer_move, moves }: Then): boolean {
  return pass && (!prefer_move || moves.length === 0);
}

/** Returns the advice that the user can ask for: a bid, or a move. */
function advice(state: ChipsState, names: Names): Told["advice"] {
  const { phase } = state;
  if (phase === "bid") return { asked: viewStrings.adviseMe, answer: () => adviceToBid(state, names) };
  return phase === "decide" || phase === "told" ? { asked: viewStrings.adviseMove, answer: () => adviceToMove(state, names) } : undefined;
}

function asked({ phase, its, intended, position }: ChipsState, open: boolean, { names, onBoard }: ChipsOwner): string {
  const how = onBoard() ? strings.table.how.cells : strings.table.how.buttons;
  if (phase === "bid") return strings.table.bid(open ? String(its) : undefined, intended === undefined ? undefined : strings.table.play(names.move(position, intended)), how);
  return { tie: viewStrings.tied, decide: viewStrings.youDecide(how), told: viewStrings.toldToMove(how), look: "", reply: "", over: "" }[phase];
}

function choices(state: ChipsState, { names, onBoard, send }: ChipsOwner): Choice[] {
  const { phase, intended } = state;
  const move = ({ position }: { position: string }): Choice => ({ label: names.position(position), click: () => send({ kind: "move", position }), ...(phase === "bid" && { chosen: position === intended }) });
  return [
    ...(onBoard() ? [] : mine(state).map(move)),
    ...(phase === "tie" ? [true, false].map((use) => ({ label: use ? viewStrings.useIt : viewStrings.declineIt, click: () => send({ kind: "tie", use }) })) : []),
    ...(phase === "decide" ? [{ label: viewStrings.letItMove, click: () => send({ kind: "pass" }) }] : []),
  ];
}

/** Puts a state into words. With open bids the text contains the program's bid. */
export function told(state: ChipsState, open: boolean, owner: ChipsOwner): Told {
  const { me, held, phase, position, rounds, strength, end, ties, intended } = state;
  const { names, send } = owner;
  const own = chipsOf(held, me);
  const over = phase === "over";
  const outcome = phase === "bid" ? state.advice?.its.outcome : undefined;
  const program = names.player(other(me));
  return {
    purses: [purse(viewStrings.play.you(names.player(me)), own, held.total, viewStrings.play.chipsOf), purse(viewStrings.play.program(program), held.total - own, held.total, viewStrings.play.chipsOf)],
    ties: strings.table.ties.chips(ties, held.mark === null ? me === "left" : held.mark === me),
    asked: asked(state, open, owner),
    ...(phase === "bid" && { bid: wholeBid(own, (text) => send({ kind: "bid", text }), intended === undefined ? undefined : strings.table.doPlay(names.move(position, intended))) }),
    choices: choices(state, owner),
    advice: advice(state, names),
    standing: outcome === undefined ? "" : strings.table.standing(outcome, strength),
    ...past(rounds, over, {
      said: (round) => said(round, me, names),
      away: (round) => away(round, me, ties),
      result: () => (end === "nobody" ? { said: strings.table.draw, for: "draw" } : { said: strings.table.over(end === me ? undefined : program), for: end === me ? "win" : "loss" }),
      sum: () => sum(rounds, me),
    }),
  };
}

function number({ value }: HTMLInputElement): number {
  if (!/^\d{1,7}$/.test(value.trim())) throw new Error(viewStrings.noNumber(value));
  return Number(value);
}

/**
 * Creates the game with its settings. `fit` updates the players' names and the tie rule for the opened game; other
 * settings keep their values.
 */
export function chipsGame(asking: Asking, view: Frame, owner: ChipsOwner): Game<ChipsState, ChipsEvent> & { fit(): void; choose(choice: ChipsChoice): void } {
  const sides = element("select", { id: "me" }, (["left", "right"] as const).map((one) => element("option", { value: one })));
  const ties = element("select", { id: "ties" }, TIES.map((one) => element("option", { value: one }, viewStrings.tieBreaks[one] ?? one)));
  const total = element("input", { type: "text", id: "total", size: "6", value: "16", inputmode: "numeric" });
  const own = element("input", { type: "text", id: "own", size: "6", value: "9", inputmode: "numeric" });
  const mark = element("select", { id: "mark" }, element("option", { value: "me" }, viewStrings.you), element("option", { value: "program" }, viewStrings.program));
  return {
    next,
    questions: (state) => questions(state).map((question) => ({ chips: question })),
    rules: viewStrings.play.rulesOf.chips,
    rows: 1,
    fields: [
      [viewStrings.youAre, sides],
      [viewStrings.ties, ties],
      [viewStrings.chipsInAll, total],
      [viewStrings.yourChips, own],
      [viewStrings.mark, mark],
    ],
    fit: () => {
      for (const option of sides.options) option.textContent = owner.names.player(option.value as Side);
      ties.value = owner.here().ties ?? "advantage";
    },
    choose: (choice) => {
      if (choice.me) sides.value = choice.me;
      if (choice.ties) ties.value = choice.ties;
      total.value = String(choice.total);
      if (choice.own !== undefined) own.value = String(choice.own);
      if (choice.mark !== undefined) mark.value = choice.mark ? "me" : "program";
    },
    begun: async (strength, seed) => {
      const [all, mine] = [number(total), number(own)];
      if (mine > all) throw new Error(viewStrings.tooManyChips(mine, all));
      const me = sides.value as Side;
      const holder = mark.value === "me" ? me : other(me);
      const held: Held = { left: me === "left" ? mine : all - mine, total: all, mark: ties.value === "ladies-first" ? null : holder };
      const { position, openings } = owner.here();
      // The explorer solves the game for the total number of chips before play begins.
      const begin: Opening = { question: { chips: { begin: { ties: ties.value, chips: all } } } };
      await view.busy.during(viewStrings.lookingAhead, (signal) => asking.ask(begin.question, undefined, signal));
      asking.keep([...openings, begin]);
      return begun({ me, ties: ties.value as Ties, strength, seed, position, held });
    },
    show: owner.show,
    told: (state, open) => told(state, open, owner),
    good: (state) => good(state, owner.names),
    left: ({ phase }) => owner.left(phase === "over"),
  };
}
