// Losing chess: one field for everything that says a position or a game: moves, PGN, FEN, a link. What a text is, is a function of the text.

import { element } from "./dom";
import { type Game, read } from "./pgn";
import { strings } from "./strings";

/** What somebody has typed, pasted or dropped. */
export type Said =
  /** A position; of a board alone the side to move is not known, so there are two. */
  | { fens: string[] }
  /** Moves from the beginning, or from another position. */
  | { game: Game; fens?: string[] }
  /** A link without a position. */
  | { nothing: string };

/** A board in FEN, and what may follow it. The letter before it must be none: the path of a link may end in one of a piece. */
const FEN = /(?<![A-Za-z])((?:[1-8pnbrqkPNBRQK]{1,8}\/){7}[1-8pnbrqkPNBRQK]{1,8})((?:\s+[-\w]+)*)/;

const LINK = /^(?:https?:\/\/|lichess\.org\/|www\.)/i;

/** What a text says. */
export function said(text: string): Said {
  const trimmed = text.trim();
  if (LINK.test(trimmed)) return saidByLink(trimmed);
  const [first = ""] = trimmed.split(/\s/);
  if (!trimmed.startsWith("[") && first.includes("/") && !/^1\/2-1\/2$/.test(first)) return { fens: fens(trimmed) };
  const game = read(trimmed);
  const fen = game.tags.get("fen");
  return fen === undefined ? { game } : { game, fens: fens(fen) };
}

function saidByLink(link: string): Said {
  // Our own links have the moves.
  const own = /#losing\/([a-h1-8nbrqk.]*)$/.exec(link);
  if (own) return { game: { tags: new Map(), moves: (own[1] ?? "").split(".").filter(Boolean), result: undefined } };
  let text = link;
  try {
    text = decodeURIComponent(link);
  } catch {
    // It is wrongly encoded: as it stands.
  }
  const spaced = text.replaceAll(/[_+]/g, " ");
  const [, board, rest] = FEN.exec(spaced.replaceAll(/[?&]/g, "\n")) ?? [];
  if (board !== undefined) return { fens: fens(board + (rest ?? "")) };
  const [, moves] = /(?:\/pgn\/|[?&](?:pgn|moves)=)([^?&#]+)/.exec(spaced) ?? [];
  return moves === undefined ? { nothing: strings.losingChess.linkWithout } : { game: read(moves.replaceAll(",", " ")) };
}

/** A FEN of any number of fields as one of five, which is what losing chess has: nobody castles in it. */
export function fens(text: string): string[] {
  const [board = "", side, , passed = "-", clock = "0"] = text.trim().split(/\s+/);
  const rest = `- ${/^[a-h][36]$/.test(passed) ? passed : "-"} ${/^\d+$/.test(clock) ? clock : "0"}`;
  return (side === undefined ? ["w", "b"] : [side]).map((one) => `${board} ${one} ${rest}`);
}

/** The largest file that is read as a game, in bytes. */
const MAX_FILE = 1_000_000;

/** Whether a dropped file may be a game: all others are for the page. */
function isGame({ name, type }: File): boolean {
  return /\.(pgn|txt)$/i.test(name) || type.startsWith("text/");
}

/** The field with its buttons; files are also dropped on `around`. */
export function box(around: HTMLElement, take: (text: string) => void, wrong: (why: string) => void): HTMLElement {
  const field = element("textarea", { id: "jump", rows: "1", autocomplete: "off", spellcheck: "false", placeholder: strings.losingChess.example });
  const opened = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE) return wrong(strings.losingChess.longGame(file.name, file.size, MAX_FILE));
    field.value = (await file.text()).trim();
    take(field.value);
  };
  const file = element("input", { type: "file", accept: ".pgn,.txt", hidden: true, "aria-label": strings.losingChess.gameFile });
  file.addEventListener("change", () => {
    void opened(file.files?.[0]);
    file.value = "";
  });
  const form = element(
    "form",
    { class: "jump" },
    element("label", { for: "jump" }, strings.jump),
    field,
    element("button", { type: "submit" }, strings.go),
    element("button", { type: "button", click: () => file.click() }, strings.losingChess.gameFile),
    file,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(field.value);
  });
  // As in a field of one line; Shift and Enter begin another one.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  around.addEventListener("dragover", (event) => [...(event.dataTransfer?.items ?? [])].some(({ kind }) => kind === "file") && event.preventDefault());
  around.addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped || !isGame(dropped)) return;
    event.preventDefault();
    event.stopPropagation();
    void opened(dropped);
  });
  return form;
}
