// Losing chess: the current place, its proved result, the order of the moves, and the next move. All functions in this
// module are pure.

import type { Arrow } from "./arrows";
import type { Verified } from "./verdict";

/** A proof that the user can step through, from one of its roots. */
export interface Known {
  /** The unique name of the proof and the root. */
  file: string;
  rules: string;
  winner: string;
  root: string;
  clock: number;
  positions: number;
  longest: number;
  /** Maximum number of consecutive moves without a capture or pawn move. */
  reversible: number;
  /** The root's place in a file of version 2, which may prove wins from several positions. */
  among?: Among;
}

/** The place of a root in its file. */
export interface Among {
  /** Name of the proof with the file's first root. */
  file: string;
  /** Index of the root, from 0. */
  index: number;
  /** Number of roots in the file. */
  roots: number;
}

/** Returns the name of the proof from the root with this index. `file` is the name of the proof from the first root. */
export function rootName(file: string, index: number): string {
  return index === 0 ? file : `${file} #${index + 1}`;
}

/**
 * Describes a verified certificate of losing chess: a proof for each of its roots. Returns an empty list for other
 * certificates.
 */
export function known(file: string, verified: Pick<Verified, "kind" | "game" | "claim" | "evidence">): Known[] {
  if (verified.kind.name !== "losing") return [];
  const rules = String(verified.game.parameters["stalemate"]);
  const positions = verified.evidence["positions"] as number;
  if (verified.kind.version === 1) {
    const { root, winner, clock, longest, reversible } = verified.claim as unknown as Known;
    return [{ file, rules, winner, root, clock, longest, reversible, positions }];
  }
  const { roots, winner, reversible } = verified.claim as unknown as Known & { roots: { position: string; clock: number; longest: number }[] };
  const of = ({ position, clock, longest }: (typeof roots)[number], index: number) => {
    const among = { file, index, roots: roots.length };
    return { file: rootName(file, index), rules, winner, root: position, clock, longest, reversible, positions, among };
  };
  return roots.map(of);
}

/** A move before the proofs, with the result proved after it. */
export interface Turn {
  move: string;
  san: string;
  winner: string | null;
  file?: string;
  claim?: { positions: number; longest: number; reversible: number };
  /** The number of replies with a proved result, and the number of all replies. */
  replies?: [number, number];
}

/** A position before the proofs, or the root of a proof. */
export interface Spot {
  fen: string;
  moves: string[];
  line: string[];
  to_move: string;
  winner: string | null;
  proof: string | null;
  turns: Turn[];
}

interface Reply {
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
  /** The cited certificate that proves the position, and the index of its root. */
  cited: { file: string; root: number } | null;
}

/** The main first move, with the proved results of its replies. */
export interface Opening {
  begin: Spot;
  first: Turn;
  after: Spot;
}

/** The current place: before the proofs, at the root of a proof that is not read, or inside a proof. */
export interface Here {
  fen: string;
  /**
   * The moves from the starting position, or from the root of a separate proof, in coordinates and in algebraic
   * notation.
   */
  moves: string[];
  line: string[];
  /** Number of these moves that lead to the root of the current proof. */
  before: number;
  /** The name of the separate proof that is shown outside the tree, if any. */
  apart: string | undefined;
  /** The proof that begins here or was entered before. */
  proof?: Known | undefined;
  spot?: Spot | undefined;
  place?: Place | undefined;
  /** The reason why the proof that begins here is not read. */
  unread?: string;
}

/** Returns the moves that can be played. */
export function nextMoves(here: Here | undefined): { move: string; san: string }[] {
  const { place, spot } = here ?? {};
  return place?.replies ?? (spot && spot.proof === null ? spot.turns : []);
}

/** Returns the place for a position before the proofs. */
export function atSpot(spot: Spot): Here {
  return { fen: spot.fen, moves: spot.moves, line: spot.line, before: spot.moves.length, apart: undefined, spot };
}

/** The result of a move for the side that makes it. */
export type Result = "wins" | "partly" | "open" | "loses";

export function resultOf(turn: Turn, mover: string): Result {
  if (turn.winner !== null) return turn.winner === mover ? "wins" : "loses";
  return turn.replies && turn.replies[0] > 0 ? "partly" : "open";
}

const RESULTS: Result[] = ["wins", "partly", "open", "loses"];

/** Sorts moves from best to worst for the mover: quick wins first, then open moves, then losses, longest first. */
export function bestFirst(turns: Turn[], mover: string): Turn[] {
  const length = ({ claim }: Turn) => claim?.longest ?? 0;
  return turns.toSorted((one, other) => {
    const result = resultOf(one, mover);
    const apart = RESULTS.indexOf(result) - RESULTS.indexOf(resultOf(other, mover));
    if (apart !== 0) return apart;
    return result === "wins" ? length(one) - length(other) : length(other) - length(one);
  });
}

/** Sorts replies by the length of the proof's longest line, longest first. */
export function longestFirst(replies: Reply[]): Reply[] {
  return replies.toSorted((one, other) => other.longest - one.longest);
}

/** Returns the move with the most proved replies among the moves that are not refuted. */
export function mainMove({ turns, to_move }: Spot): Turn | undefined {
  const proved = ({ replies }: Turn) => replies?.[0] ?? 0;
  return turns.filter((turn) => proved(turn) > 0 && resultOf(turn, to_move) !== "loses").sort((one, other) => proved(other) - proved(one))[0];
}

/** Whether the replies to the main move are shown: at the beginning, and after the main move. */
export function showsReplies({ moves, apart }: Here, opening: Opening | undefined): boolean {
  return opening !== undefined && apart === undefined && (moves[0] ?? opening.first.move) === opening.first.move;
}

/** Writes a move with its number, if it is White's or the first of a line. */
function numbered(san: string, plies: number, first: boolean): string {
  const number = Math.floor(plies / 2) + 1;
  return plies % 2 === 0 ? `${number}. ${san}` : first ? `${number}... ${san}` : san;
}

/** Writes a line with move numbers. `plies` is the number of half-moves before the line. */
export function withNumbers(line: string[], plies: number): string[] {
  return line.map((san, at) => numbered(san, plies + at, at === 0));
}

/** Returns the number of half-moves before a line: 1 if Black begins. */
export function firstPly({ apart, proof }: Here): number {
  return apart !== undefined && proof?.root.split(" ")[1] === "b" ? 1 : 0;
}

/** Writes the proof's main line from here with move numbers, at most `most` moves. */
export function mainLine(here: Here, most: number): string {
  const all = here.place?.main_line ?? [];
  return withNumbers(all.slice(0, most), firstPly(here) + here.moves.length).join(" ") + (all.length > most ? " …" : "");
}

/** Returns the root of a proof as a place, before the proof is read. */
export function rootOf(proof: Known, spot: Spot | undefined, apart: string | undefined): Here {
  const { fen, moves, line } = spot ?? { fen: `${proof.root} ${proof.clock} 1`, moves: [], line: [] };
  return { fen, moves, line, before: moves.length, apart, proof, spot };
}

/** Returns the address of a place, without the #. */
export function addressOf({ moves, apart }: Here): string {
  const rest = moves.join(".");
  return apart === undefined ? `losing/${rest}` : `losing/${encodeURIComponent(apart)}/${rest}`;
}

/** Whether two places are equal or one move apart. */
export function isStep(one: Here, other: Here): boolean {
  const [less, more] = one.moves.length <= other.moves.length ? [one.moves, other.moves] : [other.moves, one.moves];
  return one.apart === other.apart && more.length - less.length <= 1 && less.every((move, at) => move === more[at]);
}

/** Maximum number of arrows. */
const ARROWS = 3;

/**
 * Returns arrows for the important moves: the proof's move, the replies that hold out longest, or before the proofs the
 * best proved moves.
 */
export function arrowsOf({ place, spot }: Here): Arrow[] {
  const arrow = ({ move }: { move: string }, kind: string): Arrow => ({ from: move.slice(0, 2), to: move.slice(2, 4), kind });
  if (place) return longestFirst(place.replies).slice(0, ARROWS).map((reply) => arrow(reply, place.winner));
  if (!spot || spot.proof !== null) return [];
  const proved = bestFirst(spot.turns, spot.to_move).filter((turn) => ["wins", "partly"].includes(resultOf(turn, spot.to_move)));
  return proved.slice(0, ARROWS).map((turn) => arrow(turn, turn.winner ?? "open"));
}

/** How the loser defends in automatic play. */
export type Defence = "hardest" | "random";

/**
 * Returns the next move in automatic play; undefined at the end of the game and outside proofs. `random` is in [0, 1).
 */
export function defend(here: Here | undefined, defence: Defence, random: number): string | undefined {
  const { place } = here ?? {};
  if (!place) return undefined;
  const replies = longestFirst(place.replies);
  return replies[defence === "random" && place.to_move !== place.winner ? Math.floor(random * replies.length) : 0]?.move;
}

/**
 * Returns the next move for the key or button that steps forward: the move looked at last, otherwise the main line's
 * move.
 */
export function onward(here: Here, again: string | undefined): string | undefined {
  const next = nextMoves(here);
  if (again !== undefined && next.some(({ move }) => move === again)) return again;
  return next.find(({ san }) => san === here.place?.main_line[0])?.move;
}
