// Creates elements of the page. Texts are inserted as text, so no content of a file is ever parsed as markup.

import { strings } from "./strings";

export type Child = Node | string | null | undefined | false;

type Attributes = Record<string, string | boolean | ((event: Event) => void) | undefined>;

/** Creates an element with attributes and children. Attributes that are functions become listeners. */
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

/**
 * Selects the whole text of a field when it gets the focus, so that typed or pasted text replaces it. A second click
 * places the caret.
 */
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

/** Returns a live region that tells users of screen readers what has changed. */
export function spoken(): HTMLElement {
  return element("p", { class: "spoken", role: "status", "aria-live": "polite" });
}

/**
 * Quotes a text chosen by a file. Invisible characters, and characters that change the direction of writing, are
 * escaped.
 */
export function quoted(text: string, most = 200): string {
  const letters = [...text];
  const shown = letters.slice(0, most).map((letter) => (/[\p{C}\p{Z}"\\]/u.test(letter) && letter !== " " ? escaped(letter) : letter));
  return `"${shown.join("")}"${letters.length > most ? ` ${strings.moreLetters(letters.length - most)}` : ""}`;
}

function escaped(letter: string): string {
  if (letter === '"' || letter === "\\") return `\\${letter}`;
  return `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
}
