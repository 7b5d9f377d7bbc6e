// Elements of the page. Texts go in as texts: nothing that a file says is ever read as markup.

import { strings } from "./strings";

export type Child = Node | string | null | undefined | false;

type Attributes = Record<string, string | boolean | ((event: Event) => void) | undefined>;

/** An element with attributes (functions are listeners) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (typeof value === "string") made.setAttribute(name, value);
  }
  for (const child of children.flat()) if (child) made.append(child);
  return made;
}

/** Selects all that stands in a field when it is entered: what is typed or pasted then takes its place. A second click puts the caret. */
export function selectsAll(field: HTMLInputElement | HTMLTextAreaElement): void {
  let entering = false;
  field.addEventListener("pointerdown", () => {
    entering = document.activeElement !== field;
  });
  field.addEventListener("click", () => {
    if (entering) field.select();
    entering = false;
  });
}

/** A place for what is told to those who do not see what has changed. */
export function spoken(): HTMLElement {
  return element("p", { class: "spoken", role: "status", "aria-live": "polite" });
}

/** A text that a file chooses: between quotation marks, with what cannot be seen or turns the direction of writing written out. */
export function quoted(text: string, most = 200): string {
  const letters = [...text];
  const shown = letters.slice(0, most).map((letter) => (/[\p{C}\p{Z}"\\]/u.test(letter) && letter !== " " ? escaped(letter) : letter));
  return `"${shown.join("")}"${letters.length > most ? ` ${strings.moreLetters(letters.length - most)}` : ""}`;
}

function escaped(letter: string): string {
  if (letter === '"' || letter === "\\") return `\\${letter}`;
  return `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
}
