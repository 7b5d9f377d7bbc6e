// Extracts moves from a text: PGN, a list of moves, or a copied game.

/** The first game of a text. */
export interface Game {
  /** Tag values by tag name, in lower case. */
  tags: Map<string, string>;
  /** The moves of the main line as written, without numbers and annotations. */
  moves: string[];
  result: string | undefined;
}

const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "½-½", "*"]);

/**
 * Matches the parts of a text one after another: spaces; a tag; comments in braces or to the end of a line; annotations
 * such as $1 and !?; a bracket of a variation; a word; any other character.
 */
const PART = /\s+|\[\s*(?<tag>\w+)\s*"(?<value>(?:\\.|[^"\\])*)"\s*\]|\{[^}]*\}?|;[^\n]*|\$\d+|[!?]+|(?<bracket>[()])|(?<word>[^\s{};()[\]!?$]+)|[^]/gy;

/** Reads the first game of a text. Never fails: illegal moves are found when the moves are played. */
export function read(text: string): Game {
  const tags = new Map<string, string>();
  const moves: string[] = [];
  // Lines that begin with % are escaped for other programs.
  const kept = text.replace(/^\uFEFF/, "").replaceAll(/^%.*$/gm, "");
  let depth = 0;
  for (const { groups } of kept.matchAll(PART)) {
    const { tag, value = "", bracket, word } = groups ?? {};
    if (bracket !== undefined) depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
    if (depth > 0) continue;
    if (tag !== undefined) {
      // The tags of the next game begin.
      if (moves.length > 0) break;
      tags.set(tag.toLowerCase(), value.replaceAll(/\\(.)/g, "$1"));
    } else if (word !== undefined) {
      if (RESULTS.has(word)) return { tags, moves, result: word };
      const move = plain(word);
      if (move !== "") moves.push(move);
    }
  }
  return { tags, moves, result: undefined };
}

/** Writes the first moves of a game as PGN, with the tags that affect the moves' meaning. */
export function firstMoves({ tags, moves }: Game, count: number): string {
  const kept = ["variant", "fen"].filter((name) => tags.has(name)).map((name) => `[${name === "fen" ? "FEN" : "Variant"} "${tags.get(name)?.replaceAll(/[\\"]/g, "\\$&") ?? ""}"]\n`);
  return `${kept.join("")}\n${moves.slice(0, count).join(" ")} *`;
}

/** Removes the number before a move and the annotations after it. */
function plain(word: string): string {
  return word.replace(/^\d+(?:\.+|…|$)/, "").replace(/^[.…]+/, "").replace(/[+#]+$|^(?:e\.p\.|[+=-]+)$/, "");
}

/** The parts of a word that denotes a move. */
const MOVE = /^([KQRBN]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(?:=?\(?([KQRBNkqrbn])\)?)?$/;

/**
 * Whether a word denotes this move: in coordinates, or in algebraic notation with more or less disambiguation than
 * necessary.
 */
export function fits(word: string, { move, san }: { move: string; san: string }): boolean {
  const said = word.replace(/[+#!?]+$/, "");
  if (said === move || said === san) return true;
  const [, piece = "", file = "", rank = "", to = "", promotion = ""] = MOVE.exec(said) ?? [];
  if (to === "" || to !== move.slice(2, 4)) return false;
  if (promotion.toLowerCase() !== move.slice(4).toLowerCase()) return false;
  if ((file !== "" && file !== move[0]) || (rank !== "" && rank !== move[1])) return false;
  const whole = piece === "" && file !== "" && rank !== "";
  return whole || piece === (/^[KQRBN]/.exec(san)?.[0] ?? "");
}
