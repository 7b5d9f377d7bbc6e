// Sides of losing chess that do not lose: the current place, its moves, and its sentences. All functions in this module
// are pure.

import type { Arrow } from "./arrows";
import { viewStrings } from "./view-strings";

/** A move that a closed set follows. */
export interface Followed {
  move: string;
  san: string;
  number: number;
}

/** A side that does not lose from a place. */
interface SafeSide {
  side: string;
  /** The number of the position in the side's closed set, and the number of positions there. */
  number: number;
  positions: number;
  moves: Followed[];
}

/** A position of a closed set, after moves from a root. */
export interface Place {
  defence: string;
  position: string;
  to_move: string;
  over: boolean;
  winner?: string;
  sides: SafeSide[];
  moves: string[];
  line: string[];
}

/** A move that can be played, with the sides whose closed set follows it. */
export interface Next {
  move: string;
  san: string;
  sides: string[];
}

/** Returns the moves that lead to a position of a closed set, those of most closed sets first. */
export function nextMoves(place: Place | undefined): Next[] {
  const found = new Map<string, Next>();
  for (const { side, moves } of place?.sides ?? []) {
    for (const { move, san } of moves) found.set(move, { move, san, sides: [...(found.get(move)?.sides ?? []), side] });
  }
  return [...found.values()].sort((one, other) => other.sides.length - one.sides.length);
}

/** Returns the sentence about a place: who cannot win from here. */
export function sentence({ defence, over, winner, sides }: Place): string {
  const { safe } = viewStrings;
  if (over) return winner === undefined ? safe.drawn : safe.won(winner);
  return safe.result(sides.map(({ side }) => side), defence === "always");
}

/** Returns the sentence on how a side keeps safe. */
export function how(place: Place, { side, moves }: SafeSide): string {
  const { safe } = viewStrings;
  if (place.over) return safe.notLost(side);
  if (place.defence === "always") return safe.always(side);
  return side === place.to_move && moves[0] ? safe.keeps(side, moves[0].san) : safe.whatever(side, place.to_move);
}

/** Returns arrows for the moves with which the side to move keeps safe by force. */
export function arrowsOf(place: Place): Arrow[] {
  if (place.defence === "always") return [];
  const own = place.sides.find(({ side }) => side === place.to_move);
  return (own?.moves ?? []).map(({ move }) => ({ from: move.slice(0, 2), to: move.slice(2, 4), kind: place.to_move }));
}

/** Writes a line with move numbers. The first move is Black's if `first` is "black". */
export function numbered(line: string[], first: string): string[] {
  const before = first === "black" ? 1 : 0;
  return line.map((san, at) => {
    const plies = before + at;
    const number = `${Math.floor(plies / 2) + 1}.`;
    if (plies % 2 === 0) return `${number} ${san}`;
    return at === 0 ? `${number}.. ${san}` : san;
  });
}
