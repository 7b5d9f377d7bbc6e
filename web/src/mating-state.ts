// Can they mate?: the current position, the answers about both sides, the game to which the position belongs, and the
// effect of an answer. All functions in this module are pure.

import type { Reach } from "./reach";
import type { Entry } from "./verdict";

export type Side = "white" | "black";

export const SIDES: Side[] = ["white", "black"];

/** A position as the explorer returns it. */
export interface Spot {
  fen: string;
  to_move: Side;
  end: "mate" | "stalemate" | null;
  mated_by: Side | null;
}

/** A move of a line, with the position after it. */
export interface Step {
  move: string;
  san: string;
  fen: string;
}

/** An answer: whether a side can mate, with the evidence. */
export interface Told {
  verdict: "winnable" | "unwinnable" | "unknown";
  nodes?: number;
  evidence?: string;
  positions?: number;
  skeletons?: number;
  tracked?: string;
  shortest?: boolean;
  walk?: Step[];
  reach?: Reach;
  certificate: string | null;
}

/** The ruling of one rule for each flag. */
export interface Ruling {
  policy: string;
  white_flag: string;
  black_flag: string;
}

/** A certificate about who can mate. */
export interface AnswersFile {
  file: string;
  answers: number;
}

/** A game: its moves, and who lost on time. */
export interface Game {
  /** Number of games in the text; this is the first one. */
  games: number;
  /** The number of the first move. */
  number: number;
  begin: Spot;
  walk: Step[];
  result: string | null;
  /**
   * The player whose flag fell. `named` tells whether the text names the player; otherwise it is taken to be the side
   * to move.
   */
  flag: { loser: Side; won: Side | null; named: boolean } | null;
  /** The reason why the result contradicts the end of the game. */
  contradiction: string | null;
}

/** The ply from which on a side could not mate. If `exact` is false, it may have been unable to earlier. */
export interface Since {
  unknown: boolean;
  since: { ply: number; exact: boolean } | null;
}

/** A game, the current ply, and the results of the search through its plies. */
export interface Played {
  game: Game;
  ply: number;
  since: Partial<Record<Side, Since>>;
}

/** The search and the answer for one side. */
export interface Panel {
  told?: Told | undefined;
  /** The aim of the running search, if there is one. */
  searching?: "answer" | "shortest" | undefined;
  stopped: boolean;
  nodes: number;
}

/** The state of the view. */
export interface State {
  /** The position on the board; while the user sets it up it may not have been asked about. */
  fen: string;
  spot?: Spot | undefined;
  /** Whether the position is invalid. */
  none?: boolean;
  panels: Record<Side, Panel>;
  /** The side whose answer the board shows, and the number of moves of its line that have been made. */
  side: Side;
  ply: number;
  /** Whether the user has chosen the side. */
  chosen: boolean;
  /** The square of the piece or pawn whose reachable squares are drawn; "" for both kings. */
  unit: string;
  rulings: Ruling[];
  /** The current answer of an opened certificate. */
  entry?: Entry | undefined;
  played?: Played | undefined;
  /** The side assumed to be to move, if the text did not tell. */
  assumed?: Side | undefined;
}

/**
 * Node limit of the first search, which takes some tenths of a second a side. Each further search has ten times the
 * limit.
 */
export const NODES = 300_000;
const LONGER = 10;

function panel(): Panel {
  return { stopped: false, nodes: NODES };
}

/** Returns the state of a position before any search. */
export function fresh(fen: string, more: Partial<State> = {}): State {
  return { fen, panels: { white: panel(), black: panel() }, side: "white", ply: 0, chosen: false, unit: "", rulings: [], ...more };
}

function withPanel(state: State, side: Side, more: Partial<Panel>): State {
  return { ...state, panels: { ...state.panels, [side]: { ...state.panels[side], ...more } } };
}

/** Returns the state after the start of a search. */
export function searching(state: State, side: Side, nodes: number, shortest: boolean): State {
  return withPanel(state, side, { searching: shortest ? "shortest" : "answer", stopped: false, nodes });
}

/** Returns the state after the answer of a search. */
export function answered(state: State, side: Side, told: Told): State {
  return looking(withPanel(state, side, { told, searching: undefined, stopped: false }));
}

/** Returns the state after a search was stopped or failed. */
export function ended(state: State, side: Side, stopped: boolean): State {
  return looking(withPanel(state, side, { searching: undefined, stopped }));
}

/** Returns the side that an answer of a certificate is about. */
export function winner({ claim }: Pick<Entry, "claim">): Side {
  return claim["winner"] === "black" ? "black" : "white";
}

/** Returns the position of an answer of a certificate. */
export function root({ claim }: Pick<Entry, "claim">): string {
  return String(claim["root"]);
}

/**
 * Selects the side with the more instructive answer, unless the user has chosen one: first "unwinnable", then
 * "winnable".
 */
function looking(state: State): State {
  if (state.chosen) return state;
  const verdict = (side: Side) => state.panels[side].told?.verdict;
  const wanted = state.entry ? winner(state.entry) : SIDES.find((side) => verdict(side) === "unwinnable");
  const side = wanted ?? SIDES.find((one) => verdict(one) === "winnable") ?? "white";
  return side === state.side ? state : { ...state, side, ply: 0, unit: "" };
}

/** Returns the state in which the board shows the answer about a side. */
export function turnedTo(state: State, side: Side): State {
  return { ...state, chosen: true, side, ply: 0, unit: side === state.side ? state.unit : "" };
}

/** Returns the line to mate that the board shows. */
export function walkOf({ panels, side }: State): Step[] {
  return panels[side].told?.walk ?? [];
}

/** Returns the state at a ply of the line. */
export function stepped(state: State, ply: number): State {
  return { ...state, ply: Math.max(0, Math.min(ply, walkOf(state).length)) };
}

/** Returns the position that the board shows. */
export function boardOf(state: State): string {
  return walkOf(state)[state.ply - 1]?.fen ?? state.fen;
}

/** Returns the next useful search for a side: again, longer, or for a shorter line. */
export function nextSearch({ told, stopped, nodes }: Panel): { nodes: number; longer: boolean; shortest: boolean } | undefined {
  if (!told || told.verdict === "unknown") return { nodes: stopped ? nodes : nodes * LONGER, longer: !stopped, shortest: false };
  const mayBeShorter = told.walk !== undefined && told.walk.length > 1 && told.shortest === undefined;
  return mayBeShorter ? { nodes: NODES, longer: false, shortest: true } : undefined;
}

/** Whether a side can mate; null if this is unknown. */
export function canMate({ panels }: State, side: Side): boolean | null {
  const verdict = panels[side].told?.verdict;
  return verdict === "winnable" ? true : verdict === "unwinnable" ? false : null;
}

/** Returns the fallen flag if the position is the last one of a game that ended by a flag. */
export function flagOf({ played, spot }: State): Game["flag"] {
  return played && played.ply === played.game.walk.length && spot?.end === null ? played.game.flag : null;
}

/** Returns the ruling of a rule on the fallen flag of a side. */
export function rulingOf(rulings: Ruling[], policy: string, flag: Side): string {
  const found = rulings.find((one) => one.policy === policy);
  return found?.[`${flag}_flag`] ?? "unknown";
}

/** Writes a move of a game with its number. `ply` is the number of moves of both sides before it. */
export function numbered({ begin, number }: Pick<Game, "begin" | "number">, ply: number, san: string): string {
  const plies = ply + (begin.to_move === "black" ? 1 : 0);
  return `${number + Math.floor(plies / 2)}${plies % 2 === 0 ? "." : "..."} ${san}`;
}

/** Returns the position at a ply of a game. */
export function positionOf({ begin, walk }: Pick<Game, "begin" | "walk">, ply: number): string {
  return walk[ply - 1]?.fen ?? begin.fen;
}

/** An empty board, drawn if there is no position. */
export const NO_BOARD = "8/8/8/8/8/8/8/8 w - -";

/** Writes a FEN as an address. */
export function addressOf(fen: string): string {
  return `mating/${fen.replaceAll(" ", "_")}`;
}

/** Parses the FEN of an address. */
export function fenOf(rest: string[]): string {
  return rest.join("/").replaceAll("_", " ").trim();
}

/** Whether the first field is a board of eight ranks with eight squares each. */
export function isBoard(fen: string): boolean {
  const rows = (fen.split(" ")[0] ?? "").split("/");
  const files = (row: string) => [...row].reduce((count, letter) => count + (/[1-8]/.test(letter) ? Number(letter) : 1), 0);
  return rows.length === 8 && rows.every((row) => /^[1-8pnbrqk]+$/i.test(row) && files(row) === 8);
}

/**
 * Completes a text to FENs with four fields; missing fields become `-`. For a board alone either side may be to move.
 */
export function fensOf(text: string): string[] {
  const [board = "", side, castling = "-", passed = "-"] = text.trim().split(/\s+/);
  if (board === "") return [""];
  const sides = side !== undefined ? [side] : isBoard(board) ? ["w", "b"] : ["w"];
  return sides.map((one) => `${board} ${one} ${castling} ${passed}`);
}
