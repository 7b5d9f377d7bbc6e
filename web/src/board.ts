// A board of any size on which the user moves pieces by dragging, by two clicks or with the keyboard. The owner decides
// which moves are possible and what they do.

import { type Arrow, arrows } from "./arrows";
import { drawn, pictureOf } from "./picture";
import { strings } from "./strings";

/** Side of a square in the coordinates of the picture. */
const SIDE = 40;

/** Callbacks to the owner of a board. */
export interface Owner {
  /** Returns the squares to which the piece on a square may move; none if it may not move. */
  targets(from: string): string[];
  /** The user made a move. */
  move(from: string, to: string): void;
  /**
   * The user chose a square. Returns true if the owner used the choice, so that the square neither begins nor ends a
   * move.
   */
  press?(name: string): boolean;
  /** The user dragged a piece off the board, or pressed Delete on its square. */
  off?(from: string): void;
}

/** Marks on a board besides the pieces. */
export interface Marks {
  /** The squares of the last move. */
  last?: string[];
  /** CSS colours by square, painted over the square and under the piece. */
  tint?: Map<string, string>;
  /** Texts by square, for tooltips and screen readers. */
  note?: Map<string, string>;
  /** Signs in the corners of squares, for users who cannot tell the colours apart. */
  sign?: Map<string, string>;
  /** Squares with a frame inside. */
  framed?: Set<string>;
  arrows?: readonly Arrow[];
}

/** Parses the first field of a FEN into pieces by square. */
export function pieces(fen: string): Map<string, string> {
  const found = new Map<string, string>();
  const rows = (fen.split(" ")[0] ?? "").split("/");
  for (const [down, row] of rows.entries()) {
    let file = 0;
    for (const [word] of row.matchAll(/\d+|\D/g)) {
      if (/\d/.test(word)) file += Number(word);
      else {
        found.set(square(file, rows.length - 1 - down), word);
        file += 1;
      }
    }
  }
  return found;
}

/** Writes pieces by square as the first field of a FEN. */
export function placed(there: Map<string, string>, files: number, ranks: number): string {
  const rows: string[] = [];
  for (let rank = ranks - 1; rank >= 0; rank -= 1) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < files; file += 1) {
      const piece = there.get(square(file, rank));
      if (piece === undefined) empty += 1;
      else {
        row += (empty > 0 ? String(empty) : "") + piece;
        empty = 0;
      }
    }
    rows.push(row + (empty > 0 ? String(empty) : ""));
  }
  return rows.join("/");
}

/** Returns the number of files and ranks of a FEN's board. */
export function size(fen: string): [number, number] {
  const rows = (fen.split(" ")[0] ?? "").split("/");
  const files = [...(rows[0] ?? "").matchAll(/\d+|\D/g)].reduce((files, [word]) => files + (/\d/.test(word) ? Number(word) : 1), 0);
  return [files, rows.length];
}

/** Lists the names of all squares. */
export function allSquares(files: number, ranks: number): string[] {
  return Array.from({ length: files * ranks }, (_, at) => square(at % files, Math.floor(at / files)));
}

/** Returns the name of a square. */
export function square(file: number, rank: number): string {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/** Returns the file and rank of a square, counted from 0. */
export function place(name: string): [number, number] {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

export class Board {
  readonly element: SVGSVGElement;
  readonly #files: number;
  readonly #ranks: number;
  readonly #owner: Owner;
  readonly #squares = new Map<string, SVGGElement>();
  /** The contents of each square as one string, to repaint only squares that changed. */
  readonly #looks = new Map<string, string>();
  #pieces = new Map<string, string>();
  #marks: Marks = {};
  #from: string | undefined;
  #focused: string;
  #turned = false;
  #dragged: { piece: SVGUseElement; from: string; moved: boolean } | undefined;

  constructor(label: string, files: number, ranks: number, owner: Owner) {
    this.#files = files;
    this.#ranks = ranks;
    this.#owner = owner;
    this.#focused = square(0, 0);
    this.element = drawn("svg", { class: "board", viewBox: `0 0 ${files * SIDE} ${ranks * SIDE}`, role: "grid", "aria-label": label });
    this.#build();
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    this.element.addEventListener("pointermove", (event) => this.#drag(event));
    this.element.addEventListener("pointerup", (event) => this.#up(event));
    this.element.addEventListener("pointercancel", () => this.#drop());
  }

  show(fen: string, marks: Marks = {}): void {
    this.#pieces = pieces(fen);
    this.#marks = marks;
    this.#drop();
    this.#from = undefined;
    this.#paint();
  }

  turn(): void {
    this.#turned = !this.#turned;
    const focused = this.element.contains(document.activeElement);
    this.#build();
    if (focused) this.#focus(this.#focused);
  }

  #build(): void {
    this.#squares.clear();
    this.#looks.clear();
    const rows: SVGGElement[] = [];
    for (let down = 0; down < this.#ranks; down += 1) {
      const row = drawn("g", { role: "row" });
      for (let across = 0; across < this.#files; across += 1) {
        const [file, rank] = this.#turned ? [this.#files - 1 - across, down] : [across, this.#ranks - 1 - down];
        const name = square(file, rank);
        const [x, y] = [across * SIDE, down * SIDE];
        const rectangle = drawn("rect", { x, y, width: SIDE, height: SIDE, class: (file + rank) % 2 === 0 ? "dark" : "light" });
        const group = drawn("g", { role: "gridcell", tabindex: name === this.#focused ? 0 : -1, "data-square": name, "aria-label": strings.square(name, undefined) }, rectangle);
        this.#squares.set(name, group);
        row.append(group);
      }
      rows.push(row);
    }
    const edge: SVGTextElement[] = [];
    for (let file = 0; file < this.#files; file += 1) {
      const across = this.#turned ? this.#files - 1 - file : file;
      edge.push(this.#letter(String.fromCharCode(97 + file), across * SIDE + SIDE - 6, this.#ranks * SIDE - 2));
    }
    for (let rank = 0; rank < this.#ranks; rank += 1) {
      const down = this.#turned ? rank : this.#ranks - 1 - rank;
      edge.push(this.#letter(String(rank + 1), 2, down * SIDE + 9));
    }
    this.element.replaceChildren(...rows, drawn("g", { class: "edge", "aria-hidden": "true" }, ...edge));
    this.#paint();
  }

  /** Draws the pieces and marks. */
  #paint(): void {
    const { last, tint, note, sign, framed } = this.#marks;
    for (const [name, group] of this.#squares) {
      const piece = this.#pieces.get(name);
      // A move changes a few squares. Repainting all of them takes a tenth of a second on a slow machine.
      const look = [piece, last?.includes(name), tint?.get(name), note?.get(name), sign?.get(name), framed?.has(name)].join("\n");
      if (this.#looks.get(name) === look) continue;
      this.#looks.set(name, look);
      const under = group.firstElementChild as SVGRectElement;
      group.replaceChildren(under);
      under.style.fill = tint?.get(name) ?? "";
      group.classList.toggle("last", last?.includes(name) ?? false);
      if (framed?.has(name)) group.append(this.#frame(name));
      if (piece !== undefined) group.append(this.#drawn(piece, name));
      const signed = sign?.get(name);
      if (signed !== undefined) group.append(this.#sign(signed, name));
      const said = note?.get(name);
      group.setAttribute("aria-label", strings.square(name, piece) + (said === undefined ? "" : `: ${said}`));
      if (said === undefined) continue;
      const title = drawn("title", {});
      title.textContent = `${name}: ${said}`;
      group.append(title);
    }
    this.element.querySelector(".arrows")?.remove();
    this.element.append(arrows(this.#marks.arrows ?? [], (name) => this.#at(name).map((edge) => edge + SIDE / 2) as [number, number]));
    this.#mark();
  }

  #frame(on: string): SVGRectElement {
    const [x, y] = this.#at(on);
    return drawn("rect", { x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4, class: "frame" });
  }

  #sign(text: string, on: string): SVGTextElement {
    const [x, y] = this.#at(on);
    const made = drawn("text", { x: x + SIDE - 2, y: y + 11, class: "sign", "text-anchor": "end", "aria-hidden": "true" });
    made.textContent = text;
    return made;
  }

  #letter(text: string, x: number, y: number): SVGTextElement {
    const made = drawn("text", { x, y });
    made.textContent = text;
    return made;
  }

  #drawn(piece: string, on: string): SVGUseElement {
    const [x, y] = this.#at(on);
    return pictureOf(piece, { x, y, width: SIDE, height: SIDE, class: "piece", "aria-hidden": "true" });
  }

  #at(name: string): [number, number] {
    const [file, rank] = place(name);
    return this.#turned ? [(this.#files - 1 - file) * SIDE, rank * SIDE] : [file * SIDE, (this.#ranks - 1 - rank) * SIDE];
  }

  /** Marks the squares to which the chosen piece may move. */
  #mark(): void {
    const targets = this.#from === undefined ? [] : this.#owner.targets(this.#from);
    for (const [name, group] of this.#squares) {
      group.classList.toggle("from", name === this.#from);
      group.classList.toggle("target", targets.includes(name));
      group.setAttribute("aria-selected", String(name === this.#from));
    }
  }

  /** Chooses a square: a piece to move, or the target of the chosen piece. */
  #choose(name: string): void {
    if (this.#owner.press?.(name)) {
      this.#from = undefined;
      this.#mark();
      return;
    }
    const from = this.#from;
    if (from !== undefined && this.#owner.targets(from).includes(name)) {
      this.#from = undefined;
      this.#mark();
      this.#owner.move(from, name);
      return;
    }
    this.#from = name !== from && this.#owner.targets(name).length > 0 ? name : undefined;
    this.#mark();
  }

  #focus(name: string): void {
    this.#squares.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = name;
    const group = this.#squares.get(name);
    group?.setAttribute("tabindex", "0");
    group?.focus();
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (step) {
      const way = this.#turned ? -1 : 1;
      const [file, rank] = place(this.#focused);
      const [nextFile, nextRank] = [file + way * step[0], rank + way * step[1]];
      if (nextFile >= 0 && nextFile < this.#files && nextRank >= 0 && nextRank < this.#ranks) this.#focus(square(nextFile, nextRank));
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#focused);
    } else if ((event.key === "Delete" || event.key === "Backspace") && this.#owner.off) {
      this.#owner.off(this.#focused);
    } else if (event.key === "Escape" && this.#from !== undefined) {
      this.#from = undefined;
      this.#mark();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Returns the square under the pointer, and the pointer's coordinates in the picture. */
  #under(event: PointerEvent): { name: string | undefined; x: number; y: number } {
    const frame = this.element.getBoundingClientRect();
    const x = ((event.clientX - frame.left) / frame.width) * this.#files * SIDE;
    const y = ((event.clientY - frame.top) / frame.height) * this.#ranks * SIDE;
    const [across, down] = [Math.floor(x / SIDE), Math.floor(y / SIDE)];
    const inside = across >= 0 && across < this.#files && down >= 0 && down < this.#ranks;
    const [file, rank] = this.#turned ? [this.#files - 1 - across, down] : [across, this.#ranks - 1 - down];
    return { name: inside ? square(file, rank) : undefined, x, y };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { name } = this.#under(event);
    if (name === undefined) return;
    event.preventDefault();
    this.#focus(name);
    const was = this.#from;
    this.#choose(name);
    const piece = this.#squares.get(name)?.querySelector<SVGUseElement>(".piece");
    if (this.#from === name && piece) {
      this.#dragged = { piece, from: name, moved: false };
      this.element.setPointerCapture(event.pointerId);
    } else if (was === name && piece) {
      this.#dragged = undefined;
    }
  }

  #drag(event: PointerEvent): void {
    if (!this.#dragged) return;
    const { x, y } = this.#under(event);
    const { piece, from } = this.#dragged;
    if (!this.#dragged.moved) {
      this.#dragged.moved = true;
      // The last child of the picture is drawn on top of all squares.
      this.element.append(piece);
    }
    const [left, top] = this.#at(from);
    piece.setAttribute("transform", `translate(${x - left - SIDE / 2} ${y - top - SIDE / 2})`);
  }

  #up(event: PointerEvent): void {
    const dragged = this.#dragged;
    if (!dragged) return;
    const { name } = this.#under(event);
    this.#drop();
    if (dragged.moved && name === undefined) this.#owner.off?.(dragged.from);
    else if (dragged.moved && name !== undefined && name !== dragged.from) this.#choose(name);
  }

  /** Puts a dragged piece back on its square. */
  #drop(): void {
    const dragged = this.#dragged;
    this.#dragged = undefined;
    if (!dragged) return;
    dragged.piece.removeAttribute("transform");
    this.#squares.get(dragged.from)?.append(dragged.piece);
  }
}
