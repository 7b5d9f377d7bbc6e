// The positions before the proofs, read from losing.json, which `build.mjs` writes. They can be shown before the
// explorer's module has loaded. The file omits everything that follows from the claims of the proofs; this module
// derives it.

import type { Known, Spot, Turn } from "./losing-state";
import { fits } from "./pgn";

/**
 * A move in the file: coordinates, algebraic notation, and the result proved after it. The result is absent, the name
 * of the proof that begins there, or the number of replies with a result, of all replies, and the winner.
 */
type PackedTurn = [move: string, san: string, after?: string | [some: number, all: number, winner?: string]];

export interface PackedSpot {
  moves: string;
  fen: string;
  winner?: string;
  turns: PackedTurn[];
}

/** Converts a position to its form in the file. */
export function pack({ moves, fen, winner, turns }: Spot): PackedSpot {
  const packed = ({ move, san, file, replies, winner }: Turn): PackedTurn => {
    if (file !== undefined) return [move, san, file];
    if (replies === undefined) return [move, san];
    return [move, san, winner === null ? replies : [...replies, winner]];
  };
  return { moves: moves.join("."), fen, ...(winner === null ? {} : { winner }), turns: turns.map(packed) };
}

/** The positions of the file, indexed by the moves that lead to them. */
export class Top {
  readonly #spots: Map<string, PackedSpot>;
  readonly #proofs: Map<string, Known>;

  constructor(spots: PackedSpot[], proofs: Known[]) {
    this.#spots = new Map(spots.map((spot) => [spot.moves, spot]));
    this.#proofs = new Map(proofs.map((proof) => [proof.file, proof]));
  }

  /**
   * Returns the position after moves, or the root of the first proof on the way; undefined if the file lacks the
   * position.
   */
  spot(moves: string[]): Spot | undefined {
    const made: string[] = [];
    const line: string[] = [];
    for (const word of moves) {
      const [turn, ...others] = (this.#spots.get(made.join("."))?.turns ?? []).filter(([move, san]) => fits(word, { move, san }));
      if (!turn || others.length > 0) return undefined;
      made.push(turn[0]);
      line.push(turn[1]);
      if (typeof turn[2] === "string") return this.#root(turn[2], made, line);
    }
    const packed = this.#spots.get(made.join("."));
    return packed && { fen: packed.fen, moves: made, line, to_move: side(packed.fen), winner: packed.winner ?? null, proof: null, turns: packed.turns.map((turn) => this.#turn(turn)) };
  }

  #root(file: string, moves: string[], line: string[]): Spot | undefined {
    const proof = this.#proofs.get(file);
    if (!proof) return undefined;
    const fen = `${proof.root} ${proof.clock} ${Math.floor(moves.length / 2) + 1}`;
    return { fen, moves, line, to_move: side(fen), winner: proof.winner, proof: file, turns: [] };
  }

  #turn([move, san, after]: PackedTurn): Turn {
    if (typeof after === "string") {
      const proof = this.#proofs.get(after);
      return { move, san, winner: proof?.winner ?? null, file: after, ...(proof && { claim: proof }) };
    }
    return { move, san, winner: after?.[2] ?? null, ...(after && { replies: [after[0], after[1]] }) };
  }
}

function side(fen: string): string {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}
