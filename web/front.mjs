// Writes index.html during the build. Text and board of the front page are in the HTML, so that they are there before
// any script has loaded.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { Explorer } from "./explorer/explorer.mjs";

/** Number of moves in the line on the front page's board. */
const SHOWN = 16;

/** The address of the guides. */
const GUIDES = "https://github.com/gamecert/gamecert/blob/main/docs/src/";

/** Escapes a text for HTML. */
export function escaped(text) {
  if (text === undefined) throw new Error("a page has a place for words that are not there");
  return String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Returns the longest line of a proof of losing chess, from the start of the game (`Step` in src/front.ts). */
export function longestLine(explorerModule, proofs, { file, path }, words) {
  const explorer = new Explorer(new WebAssembly.Module(readFileSync(explorerModule)));
  const ask = (question, bytes) => {
    const { answer, error } = explorer.ask({ losing: question }, bytes);
    if (error) throw new Error(error);
    return answer;
  };
  ask({ top: { proofs } });
  const before = ["e2e3", "d7d5"].map((_, at, all) => ask({ spot: { moves: all.slice(0, at + 1) } }));
  const steps = [{ fen: ask({ spot: { moves: [] } }).fen }, ...before.map(({ fen, moves, line }) => ({ fen, move: moves.at(-1), san: line.at(-1) }))];
  ask({ read: { name: file } }, readFileSync(path));
  const root = ask({ place: { before: [], moves: [] } });
  const all = root.main_line.length;
  for (let at = 1; at <= Math.min(SHOWN, all); at += 1) {
    const { fen, moves } = ask({ place: { before: [], moves: root.main_line.slice(0, at) } });
    steps.push({ fen, move: moves.at(-1), san: root.main_line[at - 1] });
  }
  return steps.map(({ fen, move, san }, ply) => {
    if (move === undefined) return { fen };
    const numbered = ply % 2 === 1 ? `${(ply + 1) / 2}. ${san}` : `${ply / 2}... ${san}`;
    return { fen, move, said: ply <= 2 ? numbered : words.step(numbered, ply - 2, all) };
  });
}

/** Draws a board as SVG inside the document, as `board.ts` does. */
export function board(fen, pieces = "pieces.svg") {
  const squares = [];
  const side = 40;
  fen.split(" ")[0].split("/").forEach((row, down) => {
    let file = 0;
    for (const [word] of row.matchAll(/\d|\D/g)) {
      const cells = /\d/.test(word) ? Array(Number(word)).fill("") : [word];
      for (const piece of cells) {
        const [x, y] = [file * side, down * side];
        squares.push(`<rect x="${x}" y="${y}" width="${side}" height="${side}" class="${(file + 7 - down) % 2 === 0 ? "dark" : "light"}"/>`);
        const colour = piece === piece.toUpperCase() ? "w" : "b";
        if (piece !== "") squares.push(`<use href="${pieces}#${colour}${piece.toLowerCase()}" x="${x}" y="${y}" width="${side}" height="${side}"/>`);
        file += 1;
      }
    }
  });
  return `<svg class="board" viewBox="0 0 ${8 * side} ${8 * side}" role="img" aria-label="Board">${squares.join("")}</svg>`;
}

/** Returns the metadata for link previews (ogp.me). Pictures need the page's future address. */
export function preview({ title, description, picture }, path, address) {
  const meta = (name, value) => `<meta property="og:${name}" content="${escaped(value)}">`;
  const lines = [`<title>${escaped(title)}</title>`, `<meta name="description" content="${escaped(description)}">`, meta("type", "website"), meta("title", title), meta("description", description)];
  if (address !== undefined) lines.push(meta("url", new URL(path, address)), meta("image", new URL(picture, address)), '<meta name="twitter:card" content="summary_large_image">');
  return lines.join("\n    ");
}

/** Returns the text of index.html, or of the page that begins with another view. */
export function frontPage(frame, { strings, shared, built, fen, chunks, early, address }, view) {
  const { front } = strings;
  const views = { losing: strings.losing, mating: strings.mating, bidding: strings.bidding, chips: strings.chips, scores: strings.scores, open: strings.verifyView };
  const card = (tag, { title, text }, more = "") => `<${tag} class="card"><h3>${escaped(title)}</h3><p>${escaped(text)}</p>${more}</${tag}>`;
  const link = (to, words) => `<a href="${escaped(to)}">${escaped(words)}</a>`;
  const result = ({ path, title, result, link: to }) =>
    `<article class="card" data-verify="${escaped(path)}"><h3>${escaped(title)}</h3><p>${escaped(result)}</p>` +
    `<p class="buttons"><button type="button" class="primary" disabled aria-label="${escaped(`${front.verify}: ${title}`)}">${escaped(front.verify)}</button> ${link(to, front.look)}</p><div class="verdict"></div></article>`;
  const parts = {
    view: view === undefined ? "" : ` data-view="${view}"`,
    hidden: view === undefined ? "" : " hidden",
    preview: preview(shared[view ?? "start"], view === undefined ? "" : `${view}.html`, address),
    built,
    early,
    earlyDigest: `sha256-${createHash("sha256").update(early).digest("base64")}`,
    board: board(fen),
    links: Object.entries(views).map(([name, title]) => link(`#${name}`, title)).join("\n"),
    results: front.picked.map(result).join("\n"),
    ways: front.ways.map((way) => card("div", way, `<p>${link(way.link, way.label)}</p>`)).join("\n"),
    steps: front.steps.map((step) => card("li", step)).join("\n"),
    guides: front.guides.map(({ title, text, path }) => `<li class="card"><h3>${link(GUIDES + path, title)}</h3><p>${escaped(text)}</p></li>`).join("\n"),
    preloads: [...chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`), '<link rel="preload" href="site.json" as="fetch" crossorigin>'].join("\n    "),
  };
  return frame.replaceAll(/\{([\w.]+)\}/g, (_, name) => parts[name] ?? escaped(name.split(".").reduce((known, part) => known[part], strings)));
}
