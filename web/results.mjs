// Writes a page for each shipped certificate: its claims as text that needs no script, with a title and a picture for
// link previews.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { board, escaped, preview } from "./front.mjs";

/** The view that shows a certificate, by its rule set. */
const VIEWS = { "losing-chess": "losing", chess: "mating", "bidding-chess": "bidding", subtraction: "scores" };

/** Games with chips have a view, the same games with money do not. Losing chess has two: for wins, and for sides that cannot lose. */
function view({ game, kind }) {
  if (kind.name === "safe") return "safe";
  if (["chips", "strategy"].includes(kind.name)) return "chips";
  return VIEWS[game.rules] ?? "open";
}

/** Removes the position at the end of a long statement, to make it a title. */
function titled(statement) {
  return statement.replace(/ from \S+ [wb] \S+ \S+$/, "").replace(/^./, (letter) => letter.toUpperCase());
}

/** Maximum number of statements of a batch on its page. */
const MOST = 40;

function document({ head, lines, body }) {
  return `<!doctype html>\n<html lang="en">\n<head>${head}${lines}\n<link rel="icon" href="../icon.svg" type="image/svg+xml">\n<link rel="stylesheet" href="../style.css">\n</head>\n<body class="text">\n<main>\n${body}\n</main>\n</body>\n</html>\n`;
}

/** Writes the pages into `results/`, with a list of them. */
export function writeResults(folder, certificates, lines, { words, title, address, head }) {
  mkdirSync(join(folder, "results"));
  const { resultPage, shared } = words;
  const listed = [];
  for (const { file, sha256, size, game, kind, claim, statements } of certificates) {
    const about = lines[file] ?? words.about[game.rules]?.(game.parameters) ?? "";
    const name = `${file.replace(/^certs\//, "").replace(/\.cbor$/, "").replaceAll("/", "-")}.html`;
    const result = titled(about + statements[0]);
    const seen = view({ game, kind });
    // A proof is shown at the position after the moves before it.
    const link = lines[file] ? `../index.html#losing/${lines[file].replace(/^1\. |: $/g, "").split(" ").join(".")}` : `../index.html#${seen}${seen === "safe" ? `/${encodeURIComponent(file)}` : ""}`;
    const root = claim.root ?? claim.roots?.[0];
    const picture = typeof root === "string" ? board(root, "../pieces.svg") : "";
    const rest = statements.slice(1);
    const body = `<p><a href="../index.html">${escaped(title)}</a> / <a href="index.html">${escaped(resultPage.all)}</a></p>
<h1>${escaped(result)}</h1>
${picture}
<p><a href="${escaped(link)}">${escaped(resultPage.look)}</a> · <a href="../index.html#open">${escaped(resultPage.verify)}</a> · <a href="../${escaped(file)}">${escaped(file)}</a></p>
<h2>${escaped(resultPage.proved)}</h2>
<ul>
${[statements[0], ...rest.slice(0, MOST)].map((statement) => `<li>${escaped(statement)}</li>`).join("\n")}
</ul>
${rest.length > MOST ? `<p>${escaped(resultPage.more(rest.length - MOST))}</p>` : ""}
<h2>${escaped(resultPage.check)}</h2>
<p>${escaped(resultPage.command)}</p>
<pre tabindex="0">check ${escaped(file)}</pre>
<p>${escaped(resultPage.digest(sha256, size.toLocaleString("en")))}</p>`;
    const lead = preview({ title: result, description: statements.slice(0, 2).join("; "), picture: (shared[seen] ?? shared.start).picture }, `results/${name}`, address);
    writeFileSync(join(folder, "results", name), document({ head, lines: lead, body }));
    listed.push(`<li><a href="${name}">${escaped(result)}</a></li>`);
  }
  const lead = preview({ title: `${resultPage.all} – ${title}`, description: resultPage.lead, picture: shared.open.picture }, "results/index.html", address);
  const body = `<p><a href="../index.html">${escaped(title)}</a></p>\n<h1>${escaped(resultPage.all)}</h1>\n<p>${escaped(resultPage.lead)}</p>\n<ul>\n${listed.join("\n")}\n</ul>`;
  writeFileSync(join(folder, "results", "index.html"), document({ head, lines: lead, body }));
}
