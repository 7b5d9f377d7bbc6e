// Elements of SVG pictures, and the pictures of the pieces. These are fetched once and inserted into the document, so
// that they need no network later.

import { get } from "./files";

const SVG = "http://www.w3.org/2000/svg";

/** Creates an element of a picture. */
export function drawn<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>, ...children: Node[]): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

let fetching: Promise<void> | undefined;

/**
 * Inserts the pictures of the pieces into the document, unless they are there. After a failure the next call tries
 * again.
 */
export function loadPieces(): Promise<void> {
  fetching ??= load().catch(() => {
    fetching = undefined;
  });
  return fetching;
}

async function load(): Promise<void> {
  // The front page has shown the same file already, so the cached version will do.
  const answer = await get("pieces.svg", { cache: "force-cache" });
  if (!answer.ok) throw new Error(answer.statusText);
  const file = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const defined = drawn("defs", {});
  for (const piece of file.querySelectorAll("svg > g[id]")) {
    // The pieces use the same ids for their parts.
    for (const part of piece.querySelectorAll("[id]")) part.removeAttribute("id");
    defined.append(document.importNode(piece, true));
  }
  document.body.append(drawn("svg", { width: 0, height: 0, class: "pieces", "aria-hidden": "true" }, defined));
}

/** Returns the picture of a piece, given by its letter in FEN. */
export function pictureOf(piece: string, attributes: Record<string, string | number>): SVGUseElement {
  void loadPieces();
  const colour = piece === piece.toUpperCase() ? "w" : "b";
  return drawn("use", { href: `#${colour}${piece.toLowerCase()}`, ...attributes });
}
