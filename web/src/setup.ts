// Sets up a chess position: pieces from a palette, the side to move, castling rights and the en passant square. This
// module does not check whether the position is legal. It reports every change to the owner as a FEN.

import { pieces, placed, square } from "./board";
import { type Child, element } from "./dom";
import { drawn, pictureOf } from "./picture";
import { viewStrings } from "./view-strings";

/**
 * The tool of the pointer: `move`, `erase`, or a piece. A piece tool puts the piece on a square, or removes the same
 * piece.
 */
type Tool = string;

const PALETTE = ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"];

/** Castling rights, with the pieces that must be at home. */
const CASTLING: [string, Record<string, string>][] = [
  ["K", { e1: "K", h1: "R" }],
  ["Q", { e1: "K", a1: "R" }],
  ["k", { e8: "k", h8: "r" }],
  ["q", { e8: "k", a8: "r" }],
];

const FILES = 8;

const KINGS = "4k3/8/8/8/8/8/8/4K3 w - -";
const FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/** Whether the pieces that a castling right needs are at home. */
function fits(there: Map<string, string>, home: Record<string, string>): boolean {
  return Object.entries(home).every(([name, piece]) => there.get(name) === piece);
}

/** Returns the squares that a pawn may just have passed in its double step if this side is to move. */
export function passed(there: Map<string, string>, toMove: string): string[] {
  const [pawn, ranks] = toMove === "w" ? ["p", [4, 5, 6] as const] : ["P", [3, 2, 1] as const];
  const steps = Array.from({ length: FILES }, (_, file) => ranks.map((rank) => square(file, rank)) as [string, string, string]);
  return steps.filter(([on, over, from]) => there.get(on) === pawn && !there.has(over) && !there.has(from)).map(([, over]) => over);
}

export class SetUp {
  readonly element: HTMLElement;
  readonly #changed: (fen: string) => void;
  readonly #tools = new Map<Tool, HTMLButtonElement>();
  readonly #sides = new Map<string, HTMLInputElement>();
  readonly #castling = new Map<string, HTMLInputElement>();
  readonly #passed = element("select", { id: "passed", change: () => this.#tell() });
  #tool: Tool = "move";
  #there = new Map<string, string>();

  constructor(changed: (fen: string) => void) {
    this.#changed = changed;
    const side = (letter: string, label: string) => {
      const input = element("input", { type: "radio", name: "to-move", id: `to-move-${letter}`, change: () => this.#tell() });
      this.#sides.set(letter, input);
      return element("span", {}, input, element("label", { for: input.id }, label));
    };
    const right = (letter: string) => {
      const input = element("input", { type: "checkbox", id: `castling-${letter}`, change: () => this.#tell() });
      this.#castling.set(letter, input);
      return element("span", {}, input, element("label", { for: input.id }, viewStrings.castlingRight(letter)));
    };
    const group = (label: string, ...children: (Child | Child[])[]) => element("fieldset", { class: "buttons" }, element("legend", {}, label), ...children);
    const button = (label: string, fen: string) => element("button", { type: "button", click: () => changed(fen) }, label);
    const tools = [this.#button("move", viewStrings.handTool), ...PALETTE.map((piece) => this.#button(piece)), this.#button("erase", viewStrings.eraseTool)];
    this.element = element(
      "details",
      { class: "setup" },
      element("summary", {}, viewStrings.setUpPosition),
      element("p", { class: "faint" }, viewStrings.paletteHelp),
      element("div", { class: "palette", role: "group", "aria-label": viewStrings.palette }, tools),
      group(viewStrings.toMove, side("w", viewStrings.playWhite), side("b", viewStrings.playBlack)),
      group(viewStrings.castling, CASTLING.map(([letter]) => right(letter))),
      element("p", { class: "buttons" }, element("label", { for: "passed" }, viewStrings.passed), this.#passed),
      element("p", { class: "buttons" }, button(viewStrings.onlyKings, KINGS), button(viewStrings.firstPosition, FIRST)),
    );
    this.#choose("move");
  }

  /** Shows a FEN. */
  show(fen: string): void {
    const [, toMove = "w", castling = "-", over = "-"] = fen.split(" ");
    this.#there = pieces(fen);
    for (const [letter, input] of this.#sides) input.checked = letter === toMove;
    for (const [letter, home] of CASTLING) {
      const input = this.#castling.get(letter);
      if (!input) continue;
      input.checked = castling.includes(letter);
      input.disabled = !fits(this.#there, home);
    }
    const names = [...new Set([...passed(this.#there, toMove), over])].filter((name) => name !== "-");
    this.#passed.replaceChildren(element("option", { value: "-" }, viewStrings.noneOfThem), ...names.map((name) => element("option", { value: name }, name)));
    this.#passed.value = over;
    this.#passed.disabled = names.length === 0;
  }

  /** Whether the tool moves pieces of the board. */
  get moves(): boolean {
    return this.#tool === "move";
  }

  /** Applies the tool to a square. Returns whether the tool did something. */
  press(name: string): boolean {
    if (this.#tool === "move") return false;
    if (this.#tool === "erase" || this.#there.get(name) === this.#tool) this.#there.delete(name);
    else this.#there.set(name, this.#tool);
    this.#tell(true);
    return true;
  }

  /** Moves a piece to a square, or off the board. */
  move(from: string, to?: string): void {
    const piece = this.#there.get(from);
    if (piece === undefined) return;
    this.#there.delete(from);
    if (to !== undefined) this.#there.set(to, piece);
    this.#tell(true);
  }

  /**
   * Reports the position to the owner. After a change of pieces, castling rights that do not fit are dropped, and so is
   * the en passant square.
   */
  #tell(changed = false): void {
    const toMove = this.#sides.get("b")?.checked ? "b" : "w";
    const rights = CASTLING.filter(([letter, home]) => this.#castling.get(letter)?.checked && (!changed || fits(this.#there, home)));
    const over = this.#passed.value;
    const passing = !changed && passed(this.#there, toMove).includes(over) ? over : "-";
    this.#changed(`${placed(this.#there, FILES, FILES)} ${toMove} ${rights.map(([letter]) => letter).join("") || "-"} ${passing}`);
  }

  #choose(tool: Tool): void {
    this.#tool = tool;
    for (const [name, button] of this.#tools) button.setAttribute("aria-pressed", String(name === tool));
  }

  #button(tool: Tool, label?: string): HTMLButtonElement {
    const name = label ?? viewStrings.piece(tool);
    const button = element("button", { type: "button", "aria-label": name, title: name, "data-tool": tool }, label === undefined ? picture(tool) : label);
    button.addEventListener("click", () => this.#choose(tool));
    // A piece may also be dragged to its square. Afterwards the previous tool is active again.
    if (label === undefined) {
      button.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        const before = this.#tool;
        const over = new AbortController();
        document.addEventListener("pointercancel", () => over.abort(), { signal: over.signal });
        document.addEventListener(
          "pointerup",
          (end) => {
            over.abort();
            this.#dropped(tool, before, end);
          },
          { signal: over.signal },
        );
      });
    }
    this.#tools.set(tool, button);
    return button;
  }

  #dropped(tool: Tool, before: Tool, event: PointerEvent): void {
    const name = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]")?.getAttribute("data-square");
    if (typeof name !== "string") return;
    this.#there.set(name, tool);
    this.#choose(before);
    this.#tell(true);
  }
}

/** Returns the picture of a piece. */
function picture(piece: string): SVGSVGElement {
  return drawn("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, pictureOf(piece, { width: 40, height: 40 }));
}
