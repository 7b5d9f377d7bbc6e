// Questions with their answers, for Node and for the browser.

/** Position in which Black's flag fell in game FKr42ZRT of Lichess. White was given the win, and cannot mate. */
export const DEAD = "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -";

/** Quick answers: title, FEN, side, verdict, reason. */
export const QUICK = [
  ["the first position: a quick search finds no answer", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "white", "unknown", null],
  ["a bare king", "8/8/8/8/8/5k2/7q/K7 b - -", "white", "cannot", "material"],
  ["a knight against a queen", "7k/7q/8/8/8/8/8/K5N1 b - -", "white", "cannot", "material"],
  ["a queen that has to be captured", "8/1Q6/2kb1p1p/p1p1pP1P/P1PpP1B1/3P4/6K1/8 b - -", "white", "cannot", "closed"],
  ["pawns face to face", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "black", "cannot", "static"],
  ["the same with both move counters", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 49 120", "white", "cannot", "static"],
  ["mate", "7k/6Q1/6K1/8/8/8/8/8 b - -", "white", "can", "mate"],
  ["the same, of the side that is mated", "7k/6Q1/6K1/8/8/8/8/8 b - -", "black", "cannot", "over"],
  ["stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - -", "white", "cannot", "over"],
  ["a knight behind its own pawns", "1n6/2Bp4/p1pPp1k1/PpP1Pp1p/1P3P1P/2K5/8/8 w - -", "black", "cannot", "static"],
];

/** Full answers: title, FEN, side, verdict, reason. */
export const FULL = [
  ["a game that was given to White", DEAD, "white", "cannot", "skeletons"],
  ["a knight mates in the corner", "7k/7p/8/8/8/8/8/K5N1 b - -", "white", "can", "mate"],
  ["the first position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "black", "can", "mate"],
  ["pawns face to face", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "black", "cannot", "static"],
];

/** Rulings of all policies, by full searches, as in the crate's table: title, FEN, flagged side, rulings. */
export const RULINGS = [
  ["a bare king", "8/8/8/8/8/5k2/7q/K7 b - -", "black", "draw win draw draw draw draw"],
  ["a knight, and a pawn in the corner", "7k/7p/8/8/8/8/8/K5N1 b - -", "black", "win win draw win win draw"],
  ["two knights", "7k/8/8/8/8/8/8/K4NN1 b - -", "black", "win win draw win win win"],
  ["bishops of one colour against a rook", "7k/7r/8/8/8/8/8/K1B1B3 b - -", "black", "draw win draw draw draw win"],
  ["a wall of pawns", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "white", "draw draw draw win win win"],
  ["a rook that has to be taken", "6Rk/8/7K/8/8/8/8/8 b - -", "black", "draw draw draw win draw win"],
  ["mate", "7k/6Q1/6K1/8/8/8/8/8 b - -", "black", "win win win win win win"],
  ["stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - -", "black", "over over over over over over"],
];

/** Wrong questions: title, FEN, side, code, sentence. */
export const WRONG = [
  ["no FEN", "", "white", "fen", "the board is missing"],
  ["a board alone", "4k3/8/8/8/8/8/8/4K3", "white", "fen", "the side to move is missing"],
  ["another side to move", "4k3/8/8/8/8/8/8/4K3 x - -", "white", "fen", 'the side to move is w or b, not "x"'],
  ["two white kings", "4k3/8/8/8/8/8/8/3KK3 w - -", "white", "fen", "White has 2 kings"],
  ["nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", "white", "fen", "White has 9 pawns, more than 8"],
  ["a pawn on the last rank", "P3k3/8/8/8/8/8/8/4K3 w - -", "white", "fen", "there is a pawn on a8"],
  ["kings side by side", "8/8/8/8/8/8/8/3Kk3 w - -", "white", "fen", "the kings stand side by side"],
  ["a king that could be captured", "4k3/8/8/8/8/8/8/4RK2 w - -", "white", "fen", "the king of the side that is not to move could be captured"],
  ["castling rights of Chess960", "1r2k3/8/8/8/8/8/8/1R2K3 w Bb -", "white", "fen", "the right to castle B is one of Chess960, whose positions can be judged only without such rights"],
  ["letters that are no pieces", "4x3/8/8/8/8/8/8/4K3 w - -", "white", "fen", "'x' is no unit"],
  ["characters outside of ASCII", "4♔3/8/8/8/8/8/8/4K3 w - -", "white", "fen", "'♔' is no unit"],
  ["half a character", "4\ud83d3/8/8/8/8/8/8/4K3 w - -", "white", "fen", "'\ufffd' is no unit"],
  ["a very long FEN", "8/".repeat(1000), "white", "fen", "the FEN has 2000 characters, more than 1000"],
  ["a number for a FEN", 8, "white", "fen", "the FEN is a string, not 8"],
  ["nothing for a FEN", undefined, "white", "fen", "the FEN is a string, not undefined"],
  ["a letter for the side", DEAD, "w", "side", 'the side is "white" or "black", not "w"'],
  ["a side with capitals", DEAD, "White", "side", 'the side is "white" or "black", not "White"'],
  ["no side", DEAD, undefined, "side", 'the side is "white" or "black", not undefined'],
];

/** Wrong limits: title, limits, sentence. */
export const WRONG_LIMITS = [
  ["no nodes", { nodes: 0 }, "the limit of nodes is a whole number of at least 1, not 0"],
  ["half a node", { nodes: 0.5 }, "the limit of nodes is a whole number of at least 1, not 0.5"],
  ["fewer than no nodes", { nodes: -1 }, "the limit of nodes is a whole number of at least 1, not -1"],
  ["nodes as text", { nodes: "10" }, 'the limit of nodes is a whole number of at least 1, not "10"'],
  ["endless nodes", { nodes: Infinity }, "the limit of nodes is a whole number of at least 1, not Infinity"],
  ["no time", { milliseconds: 0 }, "the limit of time is a number of milliseconds greater than 0, not 0"],
  ["time that is no number", { milliseconds: NaN }, "the limit of time is a number of milliseconds greater than 0, not NaN"],
];

/** A question whose search takes a million nodes, and seconds: title, FEN, side. */
export const SLOW = ["a fortress of bishops", "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - -", "black"];
