// Losing chess: what a text of the box says to the proofs.

import { said as anySaid } from "./box";
import { type Game, read } from "./pgn";

/** What somebody has typed, pasted or dropped. */
export type Said =
  /** A position; of a board alone the side to move is not known, so there are two. */
  | { fens: string[] }
  /** Moves from the beginning, or from another position. */
  | { game: Game; fens?: string[] }
  /** A link without a position. */
  | { nothing: string };

/** What a text says. */
export function said(text: string): Said {
  const found = anySaid(text);
  if ("nothing" in found) return found;
  if ("moves" in found) return { game: { tags: new Map(), moves: found.moves, result: undefined } };
  if ("fen" in found) return { fens: fens(found.fen) };
  const game = read(found.game);
  const fen = game.tags.get("fen");
  return fen === undefined ? { game } : { game, fens: fens(fen) };
}

/** A FEN of any number of fields as one of five, which is what losing chess has: nobody castles in it. */
export function fens(text: string): string[] {
  const [board = "", side, , passed = "-", clock = "0"] = text.trim().split(/\s+/);
  const rest = `- ${/^[a-h][36]$/.test(passed) ? passed : "-"} ${/^\d+$/.test(clock) ? clock : "0"}`;
  return (side === undefined ? ["w", "b"] : [side]).map((one) => `${board} ${one} ${rest}`);
}
