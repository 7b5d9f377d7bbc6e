// Positions to begin with, and where they are from. Those of the paper, and of games that it has, are in tests/data/unwinnability/named.txt too.

/** A position that has a name. */
export interface Named {
  name: string;
  fen: string;
  /** Where it is from. */
  source: string;
}

const PAPER = "M. Ambrona, A Practical Algorithm for Chess Unwinnability (FUN 2022)";
const LICHESS = "a Lichess game (CC0)";

export const POSITIONS: Named[] = [
  { name: "Buchanan's fortress", fen: "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -", source: `A. Buchanan, position 2 of ${PAPER}` },
  { name: "The same with the pawn on a5", fen: "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - -", source: `A. Buchanan, ${PAPER}` },
  { name: "Shut in by pawns", fen: "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", source: `position 1 of ${PAPER}` },
  { name: "Lost on time, though dead", fen: "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -", source: `${LICHESS}, FKr42ZRT` },
  { name: "Many moves to either mate", fen: "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 b - -", source: `${LICHESS}, QRvIMh3z` },
  { name: "Mate only for White", fen: "8/4P2p/1p6/3Q1P2/2p3B1/Pk6/1P6/1K3r2 w - -", source: `${LICHESS}, ZNBhS4pz` },
  { name: "White can no longer get out", fen: "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - -", source: `${LICHESS}, bKHPqNEw` },
  { name: "Knight against pawn", fen: "7k/7p/8/8/8/8/8/K5N1 b - -", source: "an ending on which rule books differ" },
];
