// Moves out of a text: PGN, a list of moves, or a game that somebody has copied.

/** A game of a text, the first one. */
export interface Game {
  /** Names in small letters. */
  tags: Map<string, string>;
  /** The moves of the main line, as they are written, without numbers and marks. */
  moves: string[];
  result: string | undefined;
}

const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "½-½", "*"]);

/** The parts of a text of PGN that are one token each; everything else is read letter by letter. */
const TOKENS = [
  { skipped: /^\s+/ },
  // A tag.
  { tag: /^\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]/ },
  // Comments: in braces, or to the end of a line.
  { skipped: /^\{[^}]*(?:\}|$)/ },
  { skipped: /^;[^\n]*/ },
  { open: /^\(/ },
  { close: /^\)/ },
  // Marks: $1, !?, +-.
  { skipped: /^(?:\$\d+|[!?]+)/ },
  { word: /^[^\s{};()[\]!?$]+/ },
] as const;

/** Reads the first game of a text. Nothing is an error: what is no move is found out when the moves are made. */
export function read(text: string): Game {
  const tags = new Map<string, string>();
  const moves: string[] = [];
  // Lines that begin with % are for programs.
  let rest = text.replace(/^\uFEFF/, "").replaceAll(/^%.*$/gm, "");
  let depth = 0;
  while (rest !== "") {
    const { kind, match } = token(rest);
    rest = rest.slice(match[0].length);
    if (kind === "open") depth += 1;
    else if (kind === "close") depth = Math.max(0, depth - 1);
    else if (kind === "tag" && depth === 0) {
      // The tags of the next game.
      if (moves.length > 0) break;
      tags.set((match[1] ?? "").toLowerCase(), (match[2] ?? "").replaceAll(/\\(.)/g, "$1"));
    } else if (kind === "word" && depth === 0) {
      if (RESULTS.has(match[0])) return { tags, moves, result: match[0] };
      const move = plain(match[0]);
      if (move !== "") moves.push(move);
    }
  }
  return { tags, moves, result: undefined };
}

function token(text: string): { kind: string; match: RegExpExecArray } {
  for (const one of TOKENS) {
    for (const [kind, pattern] of Object.entries(one)) {
      const match = (pattern as RegExp).exec(text);
      if (match) return { kind, match };
    }
  }
  // A letter that belongs to nothing, such as a bracket that is not closed.
  return { kind: "skipped", match: /^[^]/.exec(text) as RegExpExecArray };
}

/** A word without the number before it and the marks after it. */
function plain(word: string): string {
  return word.replace(/^\d+(?:\.+|…|$)/, "").replace(/^[.…]+/, "").replace(/[+#]+$|^(?:e\.p\.|[+=-]+)$/, "");
}

/** The parts of a word that says a move. */
const MOVE = /^([KQRBN]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(?:=?\(?([KQRBNkqrbn])\)?)?$/;

/** Whether a word says this move, in coordinates or in algebraic notation with more or less than is needed to tell it from others. */
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
