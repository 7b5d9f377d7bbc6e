// Elements of pictures, and the pictures of the pieces, which are fetched once and then stand in the document: what has been loaded needs no network.

import { get } from "./files";

const SVG = "http://www.w3.org/2000/svg";

/** An element of a picture. */
export function drawn<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>, ...children: Node[]): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

let fetching: Promise<void> | undefined;

/** Puts the pictures of the pieces into the document, if they are not there. Where that fails, the next one who asks tries again. */
export function loadPieces(): Promise<void> {
  fetching ??= load().catch(() => {
    fetching = undefined;
  });
  return fetching;
}

async function load(): Promise<void> {
  // The front page has shown them already: what came then is good enough.
  const answer = await get("pieces.svg", { cache: "force-cache" });
  if (!answer.ok) throw new Error(answer.statusText);
  const file = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const defined = drawn("defs", {});
  for (const piece of file.querySelectorAll("svg > g[id]")) {
    // Parts of pieces have one name all.
    for (const part of piece.querySelectorAll("[id]")) part.removeAttribute("id");
    defined.append(document.importNode(piece, true));
  }
  document.body.append(drawn("svg", { width: 0, height: 0, class: "pieces", "aria-hidden": "true" }, defined));
}

/** The picture of a piece, by its letter in FEN. */
export function pictureOf(piece: string, attributes: Record<string, string | number>): SVGUseElement {
  void loadPieces();
  const colour = piece === piece.toUpperCase() ? "w" : "b";
  return drawn("use", { href: `#${colour}${piece.toLowerCase()}`, ...attributes });
}
