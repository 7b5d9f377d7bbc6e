// The field of the front page: guesses which question a text belongs to. The view that answers parses the text.

/** Views that answer questions. */
export type Answering = "mating" | "losing";

/** Names of losing chess in the tag Variant of a PGN, and in links. */
const VARIANT = /\[\s*Variant\s*"[^"]*(?:anti|losing|loser|giveaway|suicide)/i;
const LINK = /^\S*(?:antichess|#losing)/i;

/** A board at the beginning of a FEN. */
const BOARD = /^(?:[1-8pnbrqk]{1,8}\/){7}[1-8pnbrqk]{1,8}(?=\s|$)/i;

/**
 * Guesses the view for a text. A position in which a king is missing, a game of antichess or a link to one belongs to
 * losing chess. Every other text belongs to mating.
 */
export function likely(text: string): Answering {
  const trimmed = text.trim();
  const [board] = BOARD.exec(trimmed) ?? [];
  const kings = board === undefined || (board.includes("K") && board.includes("k"));
  return !kings || VARIANT.test(trimmed) || LINK.test(trimmed) ? "losing" : "mating";
}
