// What the views of certificates of bidding games share: the choice of a certificate, the lines that say what is done, what was wrong and what has changed, and
// the rule that an answer which comes late is not shown.

import { Busy } from "./busy";
import { type Child, element, spoken } from "./dom";
import type { Asking, Opening } from "./explorer";
import { type Files, type Shown, restsOn, shown } from "./shown";
import { viewStrings } from "./view-strings";

/** A certificate that can be chosen, and what it is about. */
export interface Choosable {
  file: string;
  title: string;
}

/** What a view is made of. */
export interface Parts {
  asking: Asking;
  files: Files;
  /** The first part of the view's addresses. */
  name: string;
  /** The id of the choice of a certificate. */
  choice: string;
  /** Does something with the certificate that has been chosen. */
  choose(file: string): void;
  /** The certificate that is shown; the choice goes back to it when another cannot be opened. */
  chosen(): string;
}

/** A certificate that the checker has verified and the explorer has read. */
export interface Read<T> {
  opened: T;
  shown: Shown;
  /** The questions that read it again. */
  openings: Opening[];
}

/** What the user has begun. */
export interface Turn {
  /** Whether nothing else has been begun since. */
  current(): boolean;
  /** Begins something else: what is being loaded ends, and nothing that was begun before is shown. */
  begin(): void;
}

/** The sentence of an error. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A form of one line, which is sent by Enter or its button. */
export function lineForm(label: string, field: HTMLInputElement, button: string, sent: (text: string) => void, ...more: Child[]): HTMLElement {
  const form = element("form", { class: "jump" }, element("label", { for: field.id }, label), field, element("button", { type: "submit" }, button), more);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sent(field.value.trim());
  });
  return form;
}

/** A field for a file of this machine, of a sort. */
export function fileField(id: string, accept: string, chosen: (file: File) => void): HTMLInputElement {
  const input = element("input", { type: "file", id, accept });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) chosen(file);
  });
  return input;
}

/** The lines around what a view shows, and what the user has begun in it. */
export class Frame {
  readonly choice: HTMLSelectElement;
  readonly status = element("p", { role: "status", "aria-live": "polite" });
  readonly wrong = element("p", { role: "alert", class: "wrong" });
  readonly spoken = spoken();
  readonly busy = new Busy();
  /** What is done, what came of it and what is wrong, for below what is pressed. */
  readonly messages = element("div", { class: "messages" }, this.busy.element, this.status, this.wrong);
  readonly #parts: Parts;
  #turn = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.choice = element("select", { id: parts.choice, change: () => parts.choose(this.choice.value) });
  }

  /** Lists the certificates that can be chosen, with the names of files where titles do not tell them apart; `none` is what is chosen when none is. */
  offer(known: Choosable[], none?: string): void {
    const { value } = this.choice;
    const named = ({ file, title }: Choosable) => (known.filter((one) => one.title === title).length > 1 ? `${title} (${file.replace(/^certs\//, "")})` : title);
    const options = known.map((one) => element("option", { value: one.file }, named(one)));
    this.choice.replaceChildren(...(none === undefined ? [] : [element("option", { value: "" }, none)]), ...options);
    this.choice.value = value;
  }

  /** What the user has begun last. */
  turn(): Turn {
    let turn = this.#turn;
    const begin = () => {
      this.#turn += 1;
      turn = this.#turn;
      // What was said is about what was shown before.
      this.status.textContent = "";
      this.busy.end();
    };
    return { current: () => turn === this.#turn, begin };
  }

  /** Fails with a sentence where the user sees it, unless something else has been begun. */
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

  /** Says what is wrong. */
  refuse(why: string): void {
    this.wrong.textContent = why;
    this.choice.value = this.#parts.chosen();
  }

  /** Verifies a certificate, and has the explorer read it after those that it cites; `kind` is the sort of questions that the explorer answers. */
  async read<T>(kind: string, file: string): Promise<Read<T>> {
    const { asking, files } = this.#parts;
    this.status.textContent = "";
    return this.busy.during(viewStrings.entering(file), async (signal) => {
      const content = await files.fetch(file, signal);
      const found = shown(file, await files.verify(content, false, signal));
      const cited: Opening[] = (await restsOn(files, found.verified, signal)).map((file) => ({ question: { [kind]: "cite" }, file }));
      for (const one of cited) await asking.ask(one.question, one.file, signal);
      const open: Opening = { question: { [kind]: { open: { name: file } } }, file: content };
      const opened = await asking.ask<T>(open.question, content, signal);
      const openings = [...cited, open];
      asking.keep(openings);
      return { opened, shown: found, openings };
    });
  }

  /** The view: the answer first, the board beside what is pressed, then what else can be chosen, and the rest below. */
  page(title: string, { answer, board, game, below, rest }: Record<"answer" | "board" | "game" | "below" | "rest", Child | Child[]>): HTMLElement {
    const part = (name: string, what: Child | Child[]) => element("div", { class: name }, what);
    const beside = element("div", { class: "beside" }, part("on-board", board), part("at-board", game), part("below-board", below));
    return element("section", { class: `bids ${this.#parts.name}`, "aria-label": title }, element("h2", {}, title), answer, this.spoken, beside, rest);
  }

  /** Writes the address of what is shown, unless another view is shown by now. The browser's Back does not go through these. */
  address(...rest: string[]): void {
    const own = `#${this.#parts.name}`;
    const address = [own, ...rest].join("/");
    const shown = location.hash === own || location.hash.startsWith(`${own}/`);
    if (shown && location.hash !== address) history.replaceState(null, "", address);
  }
}
