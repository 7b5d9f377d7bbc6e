// Losing chess without a page: where one is, what is proved there, in which order moves are shown, and which move goes on. Everything here is a function of its
// arguments.

import type { Arrow } from "./arrows";
import type { Verified } from "./verdict";

/** A proof that can be walked through. */
export interface Known {
  /** Its name, which no other one has. */
  file: string;
  rules: string;
  winner: string;
  root: string;
  clock: number;
  positions: number;
  longest: number;
  /** The most moves in a row without a capture or pawn move. */
  reversible: number;
}

/** What a verified certificate says of itself, if it is a proof of losing chess. */
export function known(file: string, verified: Pick<Verified, "kind" | "game" | "claim" | "evidence">): Known | undefined {
  if (verified.kind.name !== "losing") return undefined;
  const { root, winner, clock, longest, reversible } = verified.claim as unknown as Known;
  return { file, rules: String(verified.game.parameters["stalemate"]), winner, root, clock, longest, reversible, positions: verified.evidence["positions"] as number };
}

/** A move before a proof is entered, and what is proved after it. */
export interface Turn {
  move: string;
  san: string;
  winner: string | null;
  file?: string;
  claim?: { positions: number; longest: number; reversible: number };
  /** How many of all replies have a proved result. */
  replies?: [number, number];
}

/** A position before the proofs, or the root of one. */
export interface Spot {
  fen: string;
  moves: string[];
  line: string[];
  to_move: string;
  winner: string | null;
  proof: string | null;
  turns: Turn[];
}

export interface Reply {
  move: string;
  san: string;
  number: number;
  longest: number;
}

/** A position of a proof. */
export interface Place {
  fen: string;
  moves: string[];
  line: string[];
  to_move: string;
  winner: string;
  end: string | null;
  number: number;
  longest: number;
  main_line: string[];
  replies: Reply[];
}

/** The first move that the proofs are about, and what they say of the replies. */
export interface Opening {
  begin: Spot;
  first: Turn;
  after: Spot;
}

/** Where one is: before the proofs, at the root of a proof that is not read, or in a proof. */
export interface Here {
  fen: string;
  /** The moves from the beginning, or from the root of a proof that stands apart, in coordinates and in algebraic notation. */
  moves: string[];
  line: string[];
  /** How many of them lead to the root of the proof that has been entered. */
  before: number;
  /** The proof that stands apart from the tree, if one is shown. */
  apart: string | undefined;
  /** The proof that begins or has been entered here. */
  proof?: Known | undefined;
  spot?: Spot | undefined;
  place?: Place | undefined;
  /** Why the proof that begins here is not read. */
  unread?: string;
}

/** What can be played. */
export function nextMoves(here: Here | undefined): { move: string; san: string }[] {
  const { place, spot } = here ?? {};
  return place?.replies ?? (spot && spot.proof === null ? spot.turns : []);
}

/** The position after some moves that lead to no proof. */
export function atSpot(spot: Spot): Here {
  return { fen: spot.fen, moves: spot.moves, line: spot.line, before: spot.moves.length, apart: undefined, spot };
}

/** What a move comes to for the side that makes it. */
export type Result = "wins" | "partly" | "open" | "loses";

export function resultOf(turn: Turn, mover: string): Result {
  if (turn.winner !== null) return turn.winner === mover ? "wins" : "loses";
  return turn.replies && turn.replies[0] > 0 ? "partly" : "open";
}

const RESULTS: Result[] = ["wins", "partly", "open", "loses"];

/** The best move for the mover first: quick wins, open moves, and losses that take the longest. */
export function bestFirst(turns: Turn[], mover: string): Turn[] {
  const length = ({ claim }: Turn) => claim?.longest ?? 0;
  return turns.toSorted((one, other) => {
    const result = resultOf(one, mover);
    const apart = RESULTS.indexOf(result) - RESULTS.indexOf(resultOf(other, mover));
    if (apart !== 0) return apart;
    return result === "wins" ? length(one) - length(other) : length(other) - length(one);
  });
}

/** The replies that hold out longest in the proof first. */
export function longestFirst(replies: Reply[]): Reply[] {
  return replies.toSorted((one, other) => other.longest - one.longest);
}

/** The first move that is not refuted and of which most replies are proved. */
export function mainMove({ turns, to_move }: Spot): Turn | undefined {
  const proved = ({ replies }: Turn) => replies?.[0] ?? 0;
  return turns.filter((turn) => proved(turn) > 0 && resultOf(turn, to_move) !== "loses").sort((one, other) => proved(other) - proved(one))[0];
}

/** Whether the replies to the main move are shown beside a position: at the beginning and after that move. */
export function showsReplies({ moves, apart }: Here, opening: Opening | undefined): boolean {
  return opening !== undefined && apart === undefined && (moves[0] ?? opening.first.move) === opening.first.move;
}

/** A move with its number, if it is White's or the first of a line. */
function numbered(san: string, plies: number, first: boolean): string {
  const number = Math.floor(plies / 2) + 1;
  return plies % 2 === 0 ? `${number}. ${san}` : first ? `${number}... ${san}` : san;
}

/** A line with its numbers; `plies` are the half-moves of the game before it. */
export function withNumbers(line: string[], plies: number): string[] {
  return line.map((san, at) => numbered(san, plies + at, at === 0));
}

/** How many half-moves a line is numbered from: 1 if Black begins. */
export function firstPly({ apart, proof }: Here): number {
  return apart !== undefined && proof?.root.split(" ")[1] === "b" ? 1 : 0;
}

/** The line that the proof gives from here, with numbers. */
export function mainLine(here: Here, most: number): string {
  const all = here.place?.main_line ?? [];
  return withNumbers(all.slice(0, most), firstPly(here) + here.moves.length).join(" ") + (all.length > most ? " …" : "");
}

/** The root of a proof, before it is read. */
export function rootOf(proof: Known, spot: Spot | undefined, apart: string | undefined): Here {
  const { fen, moves, line } = spot ?? { fen: `${proof.root} ${proof.clock} 1`, moves: [], line: [] };
  return { fen, moves, line, before: moves.length, apart, proof, spot };
}

/** The part of the address behind # that leads here. */
export function addressOf({ moves, apart }: Here): string {
  const rest = moves.join(".");
  return apart === undefined ? `losing/${rest}` : `losing/${encodeURIComponent(apart)}/${rest}`;
}

/** Whether one place is a move away from the other, or the same. */
export function isStep(one: Here, other: Here): boolean {
  const [less, more] = one.moves.length <= other.moves.length ? [one.moves, other.moves] : [other.moves, one.moves];
  return one.apart === other.apart && more.length - less.length <= 1 && less.every((move, at) => move === more[at]);
}

/** The most moves that are drawn as arrows. */
const ARROWS = 3;

/** The moves that matter here: the proof's own, the replies to it that hold out longest, before the proofs the best ones that are proved. */
export function arrowsOf({ place, spot }: Here): Arrow[] {
  const arrow = ({ move }: { move: string }, kind: string): Arrow => ({ from: move.slice(0, 2), to: move.slice(2, 4), kind });
  if (place) return longestFirst(place.replies).slice(0, ARROWS).map((reply) => arrow(reply, place.winner));
  if (!spot || spot.proof !== null) return [];
  const proved = bestFirst(spot.turns, spot.to_move).filter((turn) => ["wins", "partly"].includes(resultOf(turn, spot.to_move)));
  return proved.slice(0, ARROWS).map((turn) => arrow(turn, turn.winner ?? "open"));
}

/** How the loser defends when a proof plays by itself. */
export type Defence = "hardest" | "random";

/** The next move when a proof plays by itself; `random` is from 0 to less than 1. None at the end of play, and where no proof has been entered. */
export function defend(here: Here | undefined, defence: Defence, random: number): string | undefined {
  const { place } = here ?? {};
  if (!place) return undefined;
  const replies = longestFirst(place.replies);
  return replies[defence === "random" && place.to_move !== place.winner ? Math.floor(random * replies.length) : 0]?.move;
}

/** The move that goes on: the one that was looked at last, otherwise that of the longest line. */
export function onward(here: Here, again: string | undefined): string | undefined {
  const next = nextMoves(here);
  if (again !== undefined && next.some(({ move }) => move === again)) return again;
  return next.find(({ san }) => san === here.place?.main_line[0])?.move;
}
