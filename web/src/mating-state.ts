// Can they mate?, without a page: the position that is shown, what is known of either side, the game that it is from, and what comes of an answer. Everything here
// is a function of its arguments.

import type { Reach } from "./reach";
import type { Entry } from "./verdict";

export type Side = "white" | "black";

export const SIDES: Side[] = ["white", "black"];

/** A position as the explorer reads it. */
export interface Spot {
  fen: string;
  to_move: Side;
  end: "mate" | "stalemate" | null;
  mated_by: Side | null;
}

/** A move of a line, and the position after it. */
export interface Step {
  move: string;
  san: string;
  fen: string;
}

/** An answer: whether a side can mate, and what shows it. */
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

/** What a rule says when a flag falls. */
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
  /** How many games the text has; this is the first. */
  games: number;
  /** The number of the first move. */
  number: number;
  begin: Spot;
  walk: Step[];
  result: string | null;
  /** `named`: whether the text says whose flag fell, or it is taken for that of the side to move. */
  flag: { loser: Side; won: Side | null; named: boolean } | null;
  /** Why the result does not fit the end of the game. */
  contradiction: string | null;
}

/** From which ply on a side could not mate. Without `exact` that may be earlier. */
export interface Since {
  unknown: boolean;
  since: { ply: number; exact: boolean } | null;
}

/** A game, where in it the position is, and what is known of its plies. */
export interface Played {
  game: Game;
  ply: number;
  since: Partial<Record<Side, Since>>;
}

/** What is known of a side. */
export interface Panel {
  told?: Told | undefined;
  /** What is searched for, if a search is under way. */
  searching?: "answer" | "shortest" | undefined;
  stopped: boolean;
  nodes: number;
}

/** What the page shows. */
export interface State {
  /** The position of the board: one that has been asked about, or one that is still being set up. */
  fen: string;
  spot?: Spot | undefined;
  /** There is no such position. */
  none?: boolean;
  panels: Record<Side, Panel>;
  /** The side whose answer the board shows, and how many moves of its line have been made. */
  side: Side;
  ply: number;
  /** Whether the user has chosen the side. */
  chosen: boolean;
  /** The piece or pawn of which it is drawn where it can get, by its square; "" for both kings. */
  unit: string;
  rulings: Ruling[];
  /** The answer of an opened certificate that is shown. */
  entry?: Entry | undefined;
  played?: Played | undefined;
  /** The side that is taken to be to move, as the text did not say. */
  assumed?: Side | undefined;
}

/** The limit of the first search, in nodes: some tenths of a second for either side. Each further search has ten times as many. */
export const NODES = 300_000;
const LONGER = 10;

function panel(): Panel {
  return { stopped: false, nodes: NODES };
}

/** A position of which nothing is known yet. */
export function fresh(fen: string, more: Partial<State> = {}): State {
  return { fen, panels: { white: panel(), black: panel() }, side: "white", ply: 0, chosen: false, unit: "", rulings: [], ...more };
}

function withPanel(state: State, side: Side, more: Partial<Panel>): State {
  return { ...state, panels: { ...state.panels, [side]: { ...state.panels[side], ...more } } };
}

/** A search begins. */
export function searching(state: State, side: Side, nodes: number, shortest: boolean): State {
  return withPanel(state, side, { searching: shortest ? "shortest" : "answer", stopped: false, nodes });
}

/** A search has come to its end. */
export function answered(state: State, side: Side, told: Told): State {
  return looking(withPanel(state, side, { told, searching: undefined, stopped: false }));
}

/** A search has been stopped, or has failed. */
export function ended(state: State, side: Side, stopped: boolean): State {
  return looking(withPanel(state, side, { searching: undefined, stopped }));
}

/** The side that an answer of a certificate is about. */
export function winner({ claim }: Pick<Entry, "claim">): Side {
  return claim["winner"] === "black" ? "black" : "white";
}

/** The position of an answer of a certificate. */
export function root({ claim }: Pick<Entry, "claim">): string {
  return String(claim["root"]);
}

/** Turns to the side about which there is most to see, unless the user has chosen one. */
function looking(state: State): State {
  if (state.chosen) return state;
  const verdict = (side: Side) => state.panels[side].told?.verdict;
  const wanted = state.entry ? winner(state.entry) : SIDES.find((side) => verdict(side) === "unwinnable");
  const side = wanted ?? SIDES.find((one) => verdict(one) === "winnable") ?? "white";
  return side === state.side ? state : { ...state, side, ply: 0, unit: "" };
}

/** Shows the answer about a side on the board. */
export function turnedTo(state: State, side: Side): State {
  return { ...state, chosen: true, side, ply: 0, unit: side === state.side ? state.unit : "" };
}

/** The line to the mate that the board shows. */
export function walkOf({ panels, side }: State): Step[] {
  return panels[side].told?.walk ?? [];
}

/** Goes to a ply of the line. */
export function stepped(state: State, ply: number): State {
  return { ...state, ply: Math.max(0, Math.min(ply, walkOf(state).length)) };
}

/** The position that the board shows. */
export function boardOf(state: State): string {
  return walkOf(state)[state.ply - 1]?.fen ?? state.fen;
}

/** What can be done about a side: search again or longer, look for a shorter line. */
export function nextSearch({ told, stopped, nodes }: Panel): { nodes: number; longer: boolean; shortest: boolean } | undefined {
  if (!told || told.verdict === "unknown") return { nodes: stopped ? nodes : nodes * LONGER, longer: !stopped, shortest: false };
  const mayBeShorter = told.walk !== undefined && told.walk.length > 1 && told.shortest === undefined;
  return mayBeShorter ? { nodes: NODES, longer: false, shortest: true } : undefined;
}

/** Whether a side can mate, if that is known. */
export function canMate({ panels }: State, side: Side): boolean | null {
  const verdict = panels[side].told?.verdict;
  return verdict === "winnable" ? true : verdict === "unwinnable" ? false : null;
}

/** What the game's flag means, if the position is the last one of a game that a flag ended. */
export function flagOf({ played, spot }: State): Game["flag"] {
  return played && played.ply === played.game.walk.length && spot?.end === null ? played.game.flag : null;
}

/** What a rule says of the flag of a side. */
export function rulingOf(rulings: Ruling[], policy: string, flag: Side): string {
  const found = rulings.find((one) => one.policy === policy);
  return found?.[`${flag}_flag`] ?? "unknown";
}

/** A move of a game with its number, by how many moves of both sides were made before it. */
export function numbered({ begin, number }: Pick<Game, "begin" | "number">, ply: number, san: string): string {
  const plies = ply + (begin.to_move === "black" ? 1 : 0);
  return `${number + Math.floor(plies / 2)}${plies % 2 === 0 ? "." : "..."} ${san}`;
}

/** The position after some moves of a game. */
export function positionOf({ begin, walk }: Pick<Game, "begin" | "walk">, ply: number): string {
  return walk[ply - 1]?.fen ?? begin.fen;
}

/** A board to be drawn where there is none. */
export const NO_BOARD = "8/8/8/8/8/8/8/8 w - -";

/** A FEN as it stands in an address. */
export function addressOf(fen: string): string {
  return `mating/${fen.replaceAll(" ", "_")}`;
}

/** The FEN of an address. */
export function fenOf(rest: string[]): string {
  return rest.join("/").replaceAll("_", " ").trim();
}

/** A board that can be drawn: eight ranks of eight squares. */
export function isBoard(fen: string): boolean {
  const rows = (fen.split(" ")[0] ?? "").split("/");
  const files = (row: string) => [...row].reduce((count, letter) => count + (/[1-8]/.test(letter) ? Number(letter) : 1), 0);
  return rows.length === 8 && rows.every((row) => /^[1-8pnbrqk]+$/i.test(row) && files(row) === 8);
}

/** The FENs that a text of any number of fields may mean, which have four: what is missing is none. Of a board alone either side may be to move. */
export function fensOf(text: string): string[] {
  const [board = "", side, castling = "-", passed = "-"] = text.trim().split(/\s+/);
  if (board === "") return [""];
  const sides = side !== undefined ? [side] : isBoard(board) ? ["w", "b"] : ["w"];
  return sides.map((one) => `${board} ${one} ${castling} ${passed}`);
}
