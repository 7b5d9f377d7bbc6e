// Example positions. The positions from the paper and its games are also in tests/data/unwinnability/named.txt.

import { viewStrings } from "./view-strings";

/** A named position. */
export interface Named {
  name: string;
  fen: string;
  /** The source of the position. */
  source: string;
}

/** Positions by the keys of their names. */
const FENS = {
  fortress: "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -",
  opened: "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - -",
  shut: "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -",
  dead: "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -",
  far: "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 b - -",
  oneSided: "8/4P2p/1p6/3Q1P2/2p3B1/Pk6/1P6/1K3r2 w - -",
  lockedIn: "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -",
  knight: "7k/7p/8/8/8/8/8/K5N1 b - -",
} as const;

export const POSITIONS: Named[] = Object.entries(FENS).map(([key, fen]) => ({ fen, ...viewStrings.positionsToBeginWith[key as keyof typeof FENS] }));
