// A game with chips at its table: the form before it, and its states in words.

import { type ChipsEvent, type ChipsState, type Held, type Option, type Round, type Side, type Ties, begun, chipsOf, givenAway, mine, next, other, questions } from "./chips-game";
import type { Names } from "./chips-said";
import { element } from "./dom";
import type { Asking, Opening } from "./explorer";
import { Playing } from "./game";
import { seedOf } from "./strength";
import { strings } from "./strings";
import { type Button, type Manner, Table, type Told, labelled, mannerChoice } from "./table";
import type { Frame } from "./view";

export const TIES: Ties[] = ["advantage", "make-it-take-it", "ladies-first"];

/** What is asked of the view. */
export interface ChipsOwner {
  names: Names;
  /** The position where a game would begin, how ties are broken by the certificate that is shown, and what opens the game. */
  here(): { position: string; ties: string | undefined; openings: Opening[] };
  /** Shows the position where the game is; `end` says that play is over there. */
  show(position: string, end: boolean): Promise<void>;
  /** Shows that the position is looked at, and not played from. */
  ended(over: boolean): void;
  /** Moves are made on a board, and not chosen from buttons. */
  onBoard(): boolean;
}

function said({ position, mine, its, tie, winner, mover, to }: Round, me: Side, { move }: Names): string {
  const parts = [strings.bidsMade(mine, its)];
  if (tie?.used !== undefined) {
    const [uses, declines] = tie.holder === me ? [strings.play.youUse, strings.play.youDecline] : [strings.itUses, strings.itDeclines];
    parts.push(tie.used ? uses : declines);
  } else if (winner !== undefined) parts.push(mine === its ? strings.play.tieTo(winner === me) : strings.play.winner(winner === me));
  if (mover !== undefined && mover !== winner) parts.push(winner === me ? strings.youPass : strings.itPasses);
  if (mover !== undefined && to) parts.push(strings.play.moves(mover === me, move(position, to.position)));
  return parts.join(" ");
}

/** What was given away in a round, and what could have been bid. */
function away(round: Round, me: Side, ties: Ties): string {
  const { advice, before } = round;
  const { needs } = advice;
  const enough = needs === null ? null : strings.play.holding(needs.replace("*", ""), needs.endsWith("*"), ties);
  const parts = [strings.play.hadChips(strings.play.holding(String(chipsOf(before, me)), before.mark === me, ties), enough)];
  if (advice.outcome !== "loss") parts.push(strings.play.goodBids(advice.bids.filter(({ quickest }) => quickest).map(({ bid }) => bid)));
  const lost = givenAway(round, me);
  if (lost) parts.push(strings.play.lost(lost.lost, strings.play.doing[lost.by]));
  return parts.join(" ");
}

function sum(rounds: Round[], me: Side): string {
  return strings.play.chipsSum(rounds.flatMap((round, at) => (givenAway(round, me) ? [at + 1] : [])));
}

/** What to bid, by the advice for the user. */
export function adviceToBid({ advice }: ChipsState): string {
  if (!advice) return "";
  const { outcome, moves, bids, needs } = advice.mine;
  const quick = bids.filter(({ quickest }) => quickest);
  const good = quick.map(({ bid }) => bid);
  return [strings.advice(outcome, moves, good, needs), strings.adviceAtTie(good[0] ?? 0, quick[0]?.tie?.choice)].filter(Boolean).join(" ");
}

/** What to do after the bids. */
export function adviceToMove({ phase, rounds }: ChipsState, { position }: Names): string {
  const then = rounds.at(-1)?.then;
  if (!then) return "";
  const pass = phase === "decide" && then.pass && (!then.prefer_move || then.moves.length === 0);
  return strings.goodMoves(pass, then.moves.map(position));
}

function result(end: Option["end"], me: Side): string {
  return strings.chipsOver(end === "nobody" ? undefined : end === me);
}

/** A state in words, with open bids the program's bid too; `says` shows advice. */
export function told(state: ChipsState, open: boolean, { names, onBoard }: Pick<ChipsOwner, "names" | "onBoard">, send: (event: ChipsEvent) => void, says: (text: string) => void): Told {
  const { me, held, phase, rounds, advice, strength, end } = state;
  const own = chipsOf(held, me);
  const over = phase === "over";
  const purse = (whose: string, holds: number) => ({ whose, holds: strings.play.chipsOf(holds, held.total), part: held.total === 0 ? 0 : holds / held.total });
  const buttons: Button[] = [];
  if (phase === "bid") buttons.push({ label: strings.adviseMe, click: () => says(adviceToBid(state)) });
  if (phase === "tie") buttons.push({ label: strings.useIt, click: () => send({ kind: "tie", use: true }) }, { label: strings.declineIt, click: () => send({ kind: "tie", use: false }) });
  if (!onBoard()) buttons.push(...mine(state).map(({ position }) => ({ label: names.position(position), click: () => send({ kind: "move", position }) })));
  if (phase === "decide") buttons.push({ label: strings.letItMove, click: () => send({ kind: "pass" }) });
  if (phase === "decide" || phase === "told") buttons.push({ label: strings.adviseMove, click: () => says(adviceToMove(state, names)) });
  const asked = { bid: open ? strings.play.bidOpen(String(state.its)) : strings.play.bidSecret, tie: strings.tied, decide: strings.youDecide, told: strings.toldToMove, look: "", reply: "", over: "" }[phase];
  const outcome = advice?.its.outcome;
  return {
    purses: [purse(strings.play.you(names.player(me)), own), purse(strings.play.program(names.player(other(me))), held.total - own)],
    state: [strings.youHave(names.player(me), own, held.total - own), held.mark === null ? "" : strings.has(state.ties, held.mark === me)].join(" "),
    standing: phase !== "bid" || outcome === undefined ? "" : ((strength === "exact" ? strings.standingOf[outcome] : strings.play.standingOf[outcome]) ?? ""),
    asked,
    ...(phase === "bid" && { bid: { most: own, page: 10, write: String, read: (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined), made: (text: string) => send({ kind: "bid", text }) } }),
    buttons,
    rounds: rounds.map((round) => ({ said: said(round, me, names), away: over ? away(round, me, state.ties) : undefined })),
    result: over ? result(end, me) : undefined,
    sum: over ? sum(rounds, me) : undefined,
  };
}

export class ChipsPlay {
  readonly table: Table;
  readonly #asking: Asking;
  readonly #view: Frame;
  readonly #owner: ChipsOwner;
  readonly #playing: Playing<ChipsState, ChipsEvent>;
  #games = 0;
  #manner: Manner = { strength: "exact", open: false };

  constructor(asking: Asking, view: Frame, owner: ChipsOwner) {
    this.#asking = asking;
    this.#view = view;
    this.#owner = owner;
    const says = (text: string) => {
      view.status.textContent = text;
    };
    this.#playing = new Playing<ChipsState, ChipsEvent>(asking, view, {
      next,
      questions: (state) => questions(state).map((question) => ({ chips: question })),
      draw: async (state) => {
        says("");
        await owner.show(state.position, state.phase === "over");
        if (state === this.#playing.state) this.table.show(told(state, this.#manner.open, owner, (event) => void this.#playing.send(event), says));
      },
      wait: () => this.table.wait(),
    });
    this.table = new Table(strings.play.rulesOf.chips, { undo: () => void this.#playing.send({ kind: "undo" }), stop: () => this.#stop() });
  }

  /** The game that is played. */
  get state(): ChipsState | undefined {
    return this.#playing.state;
  }

  /** A move on the board. */
  move(position: string): void {
    void this.#playing.send({ kind: "move", position });
  }

  #stop(): void {
    const over = this.state?.phase === "over";
    this.#playing.end();
    this.#owner.ended(over);
  }

  /** Ends the game, if there is one, and shows that nothing is played here. */
  closed(): void {
    this.#playing.end();
    this.table.lay(element("p", { class: "faint" }, strings.notPlayed));
  }

  /** Ends the game, if there is one, and shows what is asked before the next. */
  end(): void {
    this.#playing.end();
    const { player } = this.#owner.names;
    const sides = element("select", { id: "me" }, (["left", "right"] as const).map((one) => element("option", { value: one }, player(one))));
    const ties = element("select", { id: "ties" }, TIES.map((one) => element("option", { value: one }, strings.tieBreaks[one] ?? one)));
    ties.value = this.#owner.here().ties ?? "advantage";
    const total = element("input", { type: "text", id: "total", size: "6", value: "16", inputmode: "numeric" });
    const own = element("input", { type: "text", id: "own", size: "6", value: "8", inputmode: "numeric" });
    const mark = element("select", { id: "mark" }, element("option", { value: "me" }, strings.you), element("option", { value: "program" }, strings.program));
    const manner = mannerChoice();
    const fields: [string, HTMLElement][] = [
      [strings.youAre, sides],
      [strings.ties, ties],
      [strings.chipsInAll, total],
      [strings.yourChips, own],
      [strings.mark, mark],
      ...manner.fields,
    ];
    const form = element("form", { class: "fields" }, labelled(fields), element("button", { type: "submit" }, strings.playNow));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#view.trying(async () => {
        const number = ({ value }: HTMLInputElement) => {
          if (!/^\d{1,7}$/.test(value.trim())) throw new Error(strings.noNumber(value));
          return Number(value);
        };
        const [all, mine] = [number(total), number(own)];
        if (mine > all) throw new Error(strings.tooManyChips(mine, all));
        const me = sides.value as Side;
        const holder = mark.value === "me" ? me : other(me);
        const held = { left: me === "left" ? mine : all - mine, total: all, mark: ties.value === "ladies-first" ? null : holder };
        await this.#begin(me, ties.value as Ties, held, manner.read());
      });
    });
    this.table.lay(element("p", { class: "faint" }, strings.playLead), form);
  }

  /** Has the explorer look ahead with all chips, and begins. */
  async #begin(me: Side, ties: Ties, held: Held, manner: Manner): Promise<void> {
    const { position, openings } = this.#owner.here();
    const begin: Opening = { question: { chips: { begin: { ties, chips: held.total } } } };
    await this.#view.busy.during(strings.lookingAhead, (signal) => this.#asking.ask(begin.question, undefined, signal));
    this.#asking.keep([...openings, begin]);
    this.#games += 1;
    this.#manner = manner;
    await this.#playing.begin(begun({ me, ties, strength: manner.strength, seed: seedOf(this.#games), position, held }));
  }
}
