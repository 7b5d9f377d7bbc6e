// The common parts of the views of bidding games: the choice of a certificate, the lines for progress, errors and
// changes, and the rule that late answers are dropped.

import { Busy } from "./busy";
import { type Child, element, spoken } from "./dom";
import type { Asking, Opening } from "./explorer";
import { type Files, type Shown, restsOn, shown } from "./shown";
import { viewStrings } from "./view-strings";

/** A certificate that can be chosen, with its title. */
interface Choosable {
  file: string;
  title: string;
}

/** The parts of a view. */
export interface Parts {
  asking: Asking;
  files: Files;
  /** The first part of the view's addresses. */
  name: string;
  /** The id of the element that chooses a certificate. */
  choice: string;
  /** Opens the certificate that the user chose. */
  choose(file: string): void;
  /** Returns the certificate that is shown. The choice returns to it when another certificate cannot be opened. */
  chosen(): string;
}

/** A certificate that the checker verified and the explorer read. */
export interface Read<T> {
  opened: T;
  shown: Shown;
  /** The questions that make the explorer read the certificate again. */
  openings: Opening[];
}

/** A task of the user. */
export interface Turn {
  /** Whether no other task has begun since. */
  current(): boolean;
  /** Begins a task: aborts loading, and drops the answers to earlier tasks. */
  begin(): void;
}

/** Returns the message of an error. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Creates a form of one line. Enter or the button submits it. */
export function lineForm(label: string, field: HTMLInputElement, button: string, sent: (text: string) => void, ...more: Child[]): HTMLElement {
  const form = element("form", { class: "jump" }, element("label", { for: field.id }, label), field, element("button", { type: "submit" }, button), more);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sent(field.value.trim());
  });
  return form;
}

/** Creates a field for a local file of the types in `accept`. */
export function fileField(id: string, accept: string, chosen: (file: File) => void): HTMLInputElement {
  const input = element("input", { type: "file", id, accept });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) chosen(file);
  });
  return input;
}

/** The lines around the contents of a view, and the user's current task. */
export class Frame {
  readonly choice: HTMLSelectElement;
  readonly status = element("p", { role: "status", "aria-live": "polite" });
  readonly wrong = element("p", { role: "alert", class: "wrong" });
  readonly spoken = spoken();
  readonly busy = new Busy();
  /** Progress, result and error, placed below the controls. */
  readonly messages = element("div", { class: "messages" }, this.busy.element, this.status, this.wrong);
  readonly #parts: Parts;
  #turn = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.choice = element("select", { id: parts.choice, change: () => parts.choose(this.choice.value) });
  }

  /**
   * Lists the certificates to choose from. File names are added to titles that are not unique. `none` is the label for
   * no certificate.
   */
  offer(known: Choosable[], none?: string): void {
    const { value } = this.choice;
    const named = ({ file, title }: Choosable) => (known.filter((one) => one.title === title).length > 1 ? `${title} (${file.replace(/^certs\//, "")})` : title);
    const options = known.map((one) => element("option", { value: one.file }, named(one)));
    this.choice.replaceChildren(...(none === undefined ? [] : [element("option", { value: "" }, none)]), ...options);
    this.choice.value = value;
  }

  /** Returns the current task. */
  turn(): Turn {
    let turn = this.#turn;
    const begin = () => {
      this.#turn += 1;
      turn = this.#turn;
      // The status describes what was shown before.
      this.status.textContent = "";
      this.busy.end();
    };
    return { current: () => turn === this.#turn, begin };
  }

  /** Runs `work` and shows its error to the user, unless another task has begun. */
  async trying(work: (turn: Turn) => Promise<void>): Promise<void> {
    const turn = this.turn();
    this.wrong.textContent = "";
    try {
      await work(turn);
    } catch (error) {
      if (!turn.current()) return;
      this.status.textContent = "";
      this.refuse(sentence(error));
    }
  }

  /** Shows an error. */
  refuse(why: string): void {
    this.wrong.textContent = why;
    this.choice.value = this.#parts.chosen();
  }

  /**
   * Verifies a certificate, and has the explorer read it after the certificates that it cites. `kind` is the explorer's
   * name for the game.
   */
  async read<T>(kind: string, file: string): Promise<Read<T>> {
    const { asking, files } = this.#parts;
    this.status.textContent = "";
    return this.busy.during(viewStrings.entering(file), async (signal) => {
      const content = await files.fetch(file, signal);
      const found = shown(file, await files.verify(content, false, signal));
      const cited: Opening[] = (await restsOn(files, found.verified, signal)).map(({ bytes }) => ({ question: { [kind]: "cite" }, file: bytes }));
      for (const one of cited) await asking.ask(one.question, one.file, signal);
      const open: Opening = { question: { [kind]: { open: { name: file } } }, file: content };
      const opened = await asking.ask<T>(open.question, content, signal);
      const openings = [...cited, open];
      asking.keep(openings);
      return { opened, shown: found, openings };
    });
  }

  /**
   * Lays out the view: the answer first, then the board beside the controls, other choices below, and the rest at the
   * end.
   */
  page(title: string, { answer, board, game, below, rest }: Record<"answer" | "board" | "game" | "below" | "rest", Child | Child[]>): HTMLElement {
    const part = (name: string, what: Child | Child[]) => element("div", { class: name }, what);
    const beside = element("div", { class: "beside" }, part("on-board", board), part("at-board", game), part("below-board", below));
    return element("section", { class: `bids ${this.#parts.name}`, "aria-label": title }, element("h2", {}, title), answer, this.spoken, beside, rest);
  }

  /**
   * Writes the address for the contents of the view, unless the user has gone to another view. These addresses add no
   * entries to the browser's history.
   */
  address(...rest: string[]): void {
    const own = `#${this.#parts.name}`;
    const address = [own, ...rest].join("/");
    const shown = location.hash === own || location.hash.startsWith(`${own}/`);
    if (shown && location.hash !== address) history.replaceState(null, "", address);
  }
}
