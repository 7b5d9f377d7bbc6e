// Puts the page into a single file. Opened from a disk, without server and network, it does what the page does.
//
//     node web/one-file.mjs [SITE] [FILE]
//         SITE: the folder built by build.mjs (target/web/site); FILE: dist/gamecert.html

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const site = process.argv[2] ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "web", "site");
const file = process.argv[3] ?? join(ROOT, "dist", "gamecert.html");

const TYPES = { ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".txt": "text/plain", ".cbor": "application/cbor" };

const text = (name) => readFileSync(join(site, name), "utf8");

/** Returns the digest by which the policy allows a script or a style. */
const allowed = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns a text unchanged. Fails if the text would end the element that contains it. */
function enclosed(text, tag) {
  if (new RegExp(`</${tag}|<!--`, "i").test(text)) throw new Error(`a text ends its <${tag}>`);
  return text;
}

/** Lists the files that the page fetches. */
function fetched() {
  const named = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = named.map((entry) => relative(site, join(entry.parentPath, entry.name)).split("\\").join("/"));
  return names.filter((name) => /^(certs|forged)\/.*\.cbor$|^[a-z-]+\.(json|wasm)$|^pieces\.svg$|^(notices|LICENSE)\.txt$/.test(name)).sort();
}

const { outputFiles } = await build({ entryPoints: [join(HERE, "src/main.ts")], bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "eof", write: false });
const main = enclosed(outputFiles[0].text, "script");
const styles = { "style.css": enclosed(text("style.css"), "style"), "uplot.css": enclosed(text("uplot.css"), "style") };
const { commit } = JSON.parse(text("site.json"));
const tree = `https://github.com/gamecert/gamecert/blob/${commit.replace("-dirty", "")}/`;
const icon = `data:image/svg+xml;base64,${readFileSync(join(site, "icon.svg")).toString("base64")}`;
const policy = [
  "default-src 'none'",
  `script-src 'wasm-unsafe-eval' ${allowed(main)}`,
  `style-src ${Object.values(styles).map(allowed).join(" ")}`,
  "img-src data:",
  "worker-src blob:",
  "object-src 'none'; base-uri 'none'; form-action 'none'",
].join("; ");
const inside = fetched().map((name) => {
  const bytes = gzipSync(readFileSync(join(site, name)), { level: 9 });
  return `<script type="application/octet-stream" id="file:${name}" data-type="${TYPES[extname(name)]}">${bytes.toString("base64")}</script>`;
});
const workers = ["worker.js", "explorer-worker.js"].map((name) => `<script type="text/plain" id="file:${name}">${enclosed(text(name), "script")}</script>`);

/** Replaces a part of the page. Fails if the part is missing, or, without the flag `g`, not unique. */
function replace(page, place, by) {
  const found = page.match(place);
  if (found?.length !== 1 && !place.global) throw new Error(`${place} is not in the page once`);
  if (!found) throw new Error(`${place} is not in the page`);
  return page.replace(place, typeof by === "function" ? by : () => by);
}

const page = [
  [/(?<=http-equiv="Content-Security-Policy" content=")[^"]*/, policy],
  [/<script>.*?<\/script>\s*/, `<meta name="gamecert-specification" content="${tree}spec/">\n    `],
  [/<link rel="icon" href="icon.svg"[^>]*>/, `<link rel="icon" href="${icon}" type="image/svg+xml">`],
  [/<link rel="stylesheet" href="style.css">/, Object.entries(styles).map(([name, style]) => `<style data-of="${name}">${style}</style>`).join("\n    ")],
  [/\s*<link rel="(?:modulepreload|preload)"[^>]*>/g, ""],
  [/\s*<script src="main.js" type="module"><\/script>/, ""],
  [/"pieces\.svg#/g, '"#'],
  [/href="spec\/README\.html"/, `href="${tree}spec/README.md"`],
  [/href="results\/index\.html"/, `href="${tree}docs/src/results.md"`],
  [/href="source\.tar\.gz"/, `href="${tree}"`],
  [/href="notices\.txt"/, 'href="#" data-inside="notices.txt"'],
  // Modules run after the whole page has been parsed.
  [/\s*<\/body>/, () => `\n    <script type="module">${main}</script>\n${[...workers, ...inside].join("\n")}\n  </body>`],
].reduce((page, [place, by]) => replace(page, place, by), text("index.html"));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, page);
console.log(`${file}: ${page.length} bytes, ${inside.length} files inside`);
