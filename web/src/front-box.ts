// The field of the front page: which of the page's questions a text is likeliest to be about. What the text says is read by the view that answers.

/** The views that answer. */
export type Answering = "mating" | "losing";

/** Names of losing chess in the tag of a variant, and in links. */
const VARIANT = /\[\s*Variant\s*"[^"]*(?:anti|losing|loser|giveaway|suicide)/i;
const LINK = /^\S*(?:antichess|#losing)/i;

/** A board, which begins a FEN. */
const BOARD = /^(?:[1-8pnbrqk]{1,8}\/){7}[1-8pnbrqk]{1,8}(?=\s|$)/i;

/** A position without one of the kings, a game of antichess or a link to one is about losing chess; all else is about mating. */
export function likely(text: string): Answering {
  const trimmed = text.trim();
  const [board] = BOARD.exec(trimmed) ?? [];
  const kings = board === undefined || (board.includes("K") && board.includes("k"));
  return !kings || VARIANT.test(trimmed) || LINK.test(trimmed) ? "losing" : "mating";
}
