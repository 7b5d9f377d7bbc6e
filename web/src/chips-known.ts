// The certificates of chips games that can be chosen: shipped with the page, opened by the user, or solved here.

import type { Names } from "./chips-said";
import { type ToSolve, solved } from "./chips-solve";
import type { Asking } from "./explorer";
import type { Files } from "./shown";
import { strings } from "./strings";
import type { Frame } from "./view";
import { viewStrings } from "./view-strings";

/** A certificate of chip tables. */
export interface ChipsFile {
  file: string;
  /** The name of the game. */
  title: string;
}

export class KnownChips {
  readonly #view: Frame;
  readonly #files: Files;
  readonly #known: ChipsFile[];

  constructor(view: Frame, files: Files, known: ChipsFile[]) {
    this.#view = view;
    this.#files = files;
    this.#known = known;
    this.#offer();
  }

  has(name: string): boolean {
    return this.#known.some(({ file }) => file === name);
  }

  /** Returns the certificate or game that is shown first. */
  first(): string {
    return (this.#known.find(({ title }) => title.startsWith("tic-tac-toe")) ?? this.#known[0])?.file ?? "game:tic-tac-toe";
  }

  add(file: ChipsFile): void {
    this.#known.push(file);
    this.#offer();
  }

  /** Solves the open game, adds the certificate to the choice, and returns the certificate's name. */
  async solve(asking: Asking, open: string, names: Names, question: ToSolve): Promise<string> {
    const certificate = await solved(asking, this.#view, names.title(), question);
    const name = `${open.replace(/^(game|file):/, "")}, ${names.player(question.player)}, ${question.ties}`;
    this.#files.keep(name, certificate);
    this.add({ file: name, title: names.title() });
    return name;
  }

  #offer(): void {
    this.#view.offer(this.#known.map(({ file, title }) => ({ file, title: strings.table.gameTitle(title) })), viewStrings.noCertificate);
  }
}
