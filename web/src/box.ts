// One field for all texts that denote a position or a game of chess: moves, PGN, FEN or a link. The meaning of a text
// depends on the text alone. Each view decides what to do with it.

import { element, selectsAll } from "./dom";
import { viewStrings } from "./view-strings";

/** The meaning of a text that the user typed, pasted or dropped. */
export type Said =
  /** A position, as written in the text. `variant` comes from a link. */
  | { fen: string; variant?: string }
  /** A game in PGN, or a list of moves. */
  | { game: string; variant?: string }
  /** The moves of a link to this page. */
  | { moves: string[] }
  /** A link without a position. `nothing` explains the failure. */
  | { nothing: string };

/**
 * A board in FEN, with the fields after it. No letter may precede the board, because the path of a link may end in a
 * letter of a piece.
 */
const FEN = /(?<![A-Za-z])((?:[1-8pnbrqkPNBRQK]{1,8}\/){7}[1-8pnbrqkPNBRQK]{1,8})((?:[^\S\n]+[-\w]+)*)/;

const LINK = /^(?:https?:\/\/|lichess\.org\/|www\.)/i;

/** Variants as Lichess names them in links. */
const VARIANT = /\b(antichess|atomic|chess960|crazyhouse|fromPosition|horde|kingOfTheHill|racingKings|threeCheck)\b/i;

/** Returns the meaning of a text. */
export function said(text: string): Said {
  const trimmed = text.trim();
  if (LINK.test(trimmed)) return saidByLink(trimmed);
  const [first = ""] = trimmed.split(/\s/);
  if (!trimmed.startsWith("[") && first.includes("/") && !/^1\/2-1\/2$/.test(first)) return { fen: trimmed };
  return { game: trimmed };
}

function saidByLink(link: string): Said {
  // Links to this page contain the moves.
  const own = /#losing\/([a-h1-8nbrqk.]*)$/.exec(link);
  if (own) return { moves: (own[1] ?? "").split(".").filter(Boolean) };
  let text = link;
  try {
    text = decodeURIComponent(link);
  } catch {
    // The link is not correctly percent-encoded, so it is read as it is.
  }
  const spaced = text.replaceAll(/[_+]/g, " ");
  const [variant] = VARIANT.exec(spaced) ?? [];
  const of = variant === undefined || variant === "fromPosition" ? {} : { variant };
  const [, board, rest] = FEN.exec(spaced.replaceAll(/[?&]/g, "\n")) ?? [];
  if (board !== undefined) return { fen: board + (rest ?? "").replaceAll(/\s+/g, " "), ...of };
  const [, moves] = /(?:\/pgn\/|[?&](?:pgn|moves)=)([^?&#]+)/.exec(spaced) ?? [];
  return moves === undefined ? { nothing: viewStrings.box.linkWithout } : { game: moves.replaceAll(",", " "), ...of };
}

/** Size of the largest file that is read as a game, in bytes. */
const MAX_FILE = 1_000_000;

/** Whether a dropped file may be a game. The page handles all other files. */
function isGame({ name, type }: File): boolean {
  return /\.(pgn|txt)$/i.test(name) || type.startsWith("text/");
}

/** The parts of a field. */
export interface Parts {
  id: string;
  label: string;
  /** Placeholder of the field. */
  example: string;
  /** Label of the button that submits the text. */
  go: string;
  /** The element that also accepts dropped files. */
  around: HTMLElement;
  take(text: string): void;
  wrong(why: string): void;
}

/** Creates the form with its buttons. Returns the form, and the text field alone. */
export function box({ id, label, example, go, around, take, wrong }: Parts): { form: HTMLElement; field: HTMLTextAreaElement } {
  const field = element("textarea", { id, rows: "1", autocomplete: "off", spellcheck: "false", placeholder: example });
  selectsAll(field);
  const opened = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE) return wrong(viewStrings.box.longGame(file.name, file.size, MAX_FILE));
    field.value = (await file.text()).trim();
    take(field.value);
  };
  const file = element("input", { type: "file", accept: ".pgn,.txt", hidden: true, "aria-label": viewStrings.box.gameFile });
  file.addEventListener("change", () => {
    void opened(file.files?.[0]);
    file.value = "";
  });
  const form = element(
    "form",
    { class: "jump" },
    element("label", { for: id }, label),
    field,
    element("button", { type: "submit" }, go),
    element("button", { type: "button", click: () => file.click() }, viewStrings.box.gameFile),
    file,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(field.value);
  });
  // Enter submits, as in a field of one line. Shift+Enter begins a new line.
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
  return { form, field };
}
