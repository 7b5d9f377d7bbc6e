// The positions before the proofs, as build.mjs writes them into losing.json: what can be shown before the explorer's module is there. What follows from the claims
// of the proofs is left out of the file and derived here.

import type { Known, Spot, Turn } from "./losing-state";
import { fits } from "./pgn";

/** A move in the file: coordinates, algebraic notation, and what is proved after it: nothing, the proof that begins there, or how many replies of all. */
export type PackedTurn = [move: string, san: string, after?: string | [some: number, all: number, winner?: string]];

export interface PackedSpot {
  moves: string;
  fen: string;
  winner?: string;
  turns: PackedTurn[];
}

/** A position as the file has it. */
export function pack({ moves, fen, winner, turns }: Spot): PackedSpot {
  const packed = ({ move, san, file, replies, winner }: Turn): PackedTurn => {
    if (file !== undefined) return [move, san, file];
    if (replies === undefined) return [move, san];
    return [move, san, winner === null ? replies : [...replies, winner]];
  };
  return { moves: moves.join("."), fen, ...(winner === null ? {} : { winner }), turns: turns.map(packed) };
}

/** The positions of the file by the moves that lead to them. */
export class Top {
  readonly #spots: Map<string, PackedSpot>;
  readonly #proofs: Map<string, Known>;

  constructor(spots: PackedSpot[], proofs: Known[]) {
    this.#spots = new Map(spots.map((spot) => [spot.moves, spot]));
    this.#proofs = new Map(proofs.map((proof) => [proof.file, proof]));
  }

  /** The position that moves lead to, or the root of the first proof on the way; `undefined` if the file does not have it. */
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
