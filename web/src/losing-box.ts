// Losing chess: parses a text from the box.

import { said as anySaid } from "./box";
import { type Game, read } from "./pgn";

/** The meaning of a text that the user typed, pasted or dropped. */
export type Said =
  /** A position. A board alone does not tell who is to move, so it stands for two positions. */
  | { fens: string[] }
  /** Moves from the starting position, or from another position. */
  | { game: Game; fens?: string[] }
  /** A link without a position. */
  | { nothing: string };

/** Returns the meaning of a text. */
export function said(text: string): Said {
  const found = anySaid(text);
  if ("nothing" in found) return found;
  if ("moves" in found) return { game: { tags: new Map(), moves: found.moves, result: undefined } };
  if ("fen" in found) return { fens: fens(found.fen) };
  const game = read(found.game);
  const fen = game.tags.get("fen");
  return fen === undefined ? { game } : { game, fens: fens(fen) };
}

/** Converts a FEN with any number of fields into FENs with five fields. Losing chess has no castling. */
export function fens(text: string): string[] {
  const [board = "", side, , passed = "-", clock = "0"] = text.trim().split(/\s+/);
  const rest = `- ${/^[a-h][36]$/.test(passed) ? passed : "-"} ${/^\d+$/.test(clock) ? clock : "0"}`;
  return (side === undefined ? ["w", "b"] : [side]).map((one) => `${board} ${one} ${rest}`);
}
