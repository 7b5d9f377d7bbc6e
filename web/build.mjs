// Builds the page into a folder that any file server can serve.
//
//     node web/build.mjs [FOLDER]      FOLDER: target/web/site
//
// ADDRESS is the page's future address, for link previews. CHECK is the program `check` (target/release/check).
// CHECKER_WASM, ANTICHESS_WASM and EXPLORER_WASM are the modules (target/web/checker.wasm and so on). All must have been
// built before. VERDICTS is a file with the output of `check --json certs --include certs`, to reuse an earlier run.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { build } from "esbuild";
import { marked } from "marked";

import { Checker } from "./checker/checker.mjs";
import { Explorer } from "./explorer/explorer.mjs";
import { frontPage, longestLine } from "./front.mjs";
import { writeResults } from "./results.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
const folder = process.argv[2] ?? join(target, "web", "site");
/** The page's future address, as `https://host/folder/`. Link previews need absolute addresses of pictures. */
const address = process.env.ADDRESS;
const check = process.env.CHECK ?? join(target, "release", "check");
const modules = {
  checker: process.env.CHECKER_WASM ?? join(target, "web", "checker.wasm"),
  "checker-antichess": process.env.ANTICHESS_WASM ?? join(target, "web", "checker-antichess.wasm"),
  explorer: process.env.EXPLORER_WASM ?? join(target, "web", "explorer.wasm"),
};

/** The sources of the views. */
const VIEWS = { losing: "losing.ts", mating: "mating.ts", bidding: "bidding.ts", chips: "chips.ts", scores: "heaps.ts", open: "open.ts" };

/** The address of the repository, for files that are not part of the page. */
const REPOSITORY = "https://github.com/gamecert/gamecert";

/** Forged certificates from the conformance corpus, in which more than one byte is wrong. */
const FORGED = [
  "reject/chips/periodic-earlier-2-right-make-it-take-it.cbor",
  "reject/unwinnable/one-move-of-a-knight-one-more.cbor",
  "reject/richman/name-tag-characters-in-a-place.cbor",
];

/** The texts of the page, and the packed form of positions before the proofs of losing chess. */
const { strings } = await source("strings.ts");
const { built } = await source("built-strings.ts");
const { pack } = await source("losing-top.ts");
const { known } = await source("losing-state.ts");

async function source(name) {
  const { outputFiles } = await build({ entryPoints: [join(HERE, "src", name)], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Returns the verdicts on the shipped certificates. */
function verdicts() {
  const said = process.env.VERDICTS ? readFileSync(process.env.VERDICTS) : execFileSync(check, ["--json", "certs", "--include", "certs"], { cwd: ROOT, maxBuffer: 2 ** 30 });
  const lines = said.toString().trim().split("\n");
  const found = lines.map((line) => JSON.parse(line));
  for (const { file, verdict } of found) if (verdict !== "verified") throw new Error(`${file} is ${verdict}`);
  return found;
}

/**
 * Lists the shipped certificates with their statements. `lines` maps proofs of losing chess to the moves before them.
 */
function shipped(found, lines) {
  return found.map(({ file, sha256, size, game, statements }) => {
    const about = lines[file] ?? built.about[game.rules]?.(game.parameters) ?? "";
    return { path: file, sha256, size, rules: game.rules, statement: about + statements[0] + strings.andMore(statements.length - 1) };
  });
}

/** Selects the proofs of losing chess. */
function losing(found) {
  return found.flatMap(({ file, ...verified }) => known(file, verified));
}

/**
 * Returns the positions before the proofs that the page shows without the explorer's module: the starting position, the
 * positions after the first moves, and the positions after the replies to moves with a proved reply, as far as no proof
 * begins there.
 */
function before(proofs) {
  const explorer = new Explorer(new WebAssembly.Module(readFileSync(modules.explorer)));
  const asked = (question) => {
    const { answer, error } = explorer.ask({ losing: question });
    if (error) throw new Error(error);
    return answer;
  };
  asked({ top: { proofs } });
  const spot = (moves) => asked({ spot: { moves } });
  const after = ({ moves, turns }) => turns.filter(({ file }) => file === undefined).map(({ move }) => spot([...moves, move]));
  const begin = spot([]);
  const first = after(begin);
  // Replies are listed if at least one of them is proved.
  const replied = begin.turns.filter(({ replies }) => replies?.[0] > 0).map(({ move }) => move);
  return [begin, ...first, ...first.filter(({ moves }) => replied.includes(moves[0])).flatMap(after)].map(pack);
}

/** Maps the file of each proof to the moves before it, written as `1. e3 d5: `. */
function lines(spots) {
  const written = new Map([["", []]]);
  const found = {};
  for (const { moves, turns } of spots) {
    for (const [move, san, file] of turns) {
      const line = [...(written.get(moves) ?? []), san];
      written.set(moves === "" ? move : `${moves}.${move}`, line);
      if (typeof file === "string") found[file] = `1. ${line.join(" ")}: `;
    }
  }
  return found;
}

/** Selects the endings of bidding chess (`EndingFile` in src/bidding.ts). */
function endings(found) {
  return found
    .filter(({ kind, game }) => kind.name === "richman" && game.rules === "bidding-chess")
    .map(({ file, game }) => ({ file, material: game.parameters.material, board: game.parameters.board }));
}

/**
 * Selects the certificates of a kind, with their games (`ChipsFile` in src/chips-known.ts, `HeapsFile` in
 * src/heaps.ts).
 */
function ofKind(found, name) {
  return found.filter(({ kind }) => kind.name === name).map(({ file, game }) => ({ file, title: [game.rules, ...Object.values(game.parameters)].join(" ") }));
}

/** Selects the certificates about who can still mate (`AnswersFile` in src/mating-state.ts). */
function mating(found) {
  return found.filter(({ game }) => game.rules === "chess").map(({ file, claim }) => ({ file, answers: claim.entries?.length ?? 1 }));
}

/**
 * Creates forged certificates by changing one byte, with a description of the change. The build fails unless the
 * checker rejects each of them.
 */
function changed() {
  const checker = new Checker(new WebAssembly.Module(readFileSync(modules.checker)));
  const hexadecimal = (byte) => byte.toString(16).padStart(2, "0");
  return built.changed.map(({ from, at, by, what }) => {
    const bytes = readFileSync(join(ROOT, "certs", from));
    const before = hexadecimal(bytes[at]);
    bytes[at] ^= by;
    const { verdict } = checker.verify(bytes);
    if (verdict !== "rejected") throw new Error(`${from} with another byte ${at} is ${verdict}`);
    const path = `forged/${from.split("/").pop().replace(/\.cbor$/, "")}-byte-${at + 1}.cbor`;
    return { path, bytes, what: `${what} ${built.byteChanged(at, bytes.length, before, hexadecimal(bytes[at]), from)}` };
  });
}

/** Returns forged certificates of the corpus, with descriptions. */
function forged() {
  const rows = readFileSync(join(ROOT, "tests/corpus/corpus.tsv"), "utf8").split("\n").map((line) => line.split("\t"));
  return FORGED.map((path) => {
    const row = rows.find(([name]) => name === path);
    if (!row) throw new Error(`the corpus has no ${path}`);
    return { path: `forged/${path.split("/").pop()}`, bytes: readFileSync(join(ROOT, "tests/corpus", path)), what: row[5] };
  });
}

/** Maps each clause to the page that defines it, from the table in spec/README.md. */
function clauses() {
  const rows = readFileSync(join(ROOT, "spec/README.md"), "utf8").matchAll(/^\| `([a-z-]+\/\w+)` \| \[([^\]]+)\]/gm);
  return Object.fromEntries([...rows].map(([, code, page]) => [code, page]));
}

/** Converts the pages of the specification to HTML, and copies its other files. */
function specification(to) {
  for (const path of readdirSync(join(ROOT, "spec"), { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const from = join(path.parentPath, path.name);
    const place = relative(join(ROOT, "spec"), from);
    const file = join(to, "spec", place);
    mkdirSync(dirname(file), { recursive: true });
    if (!place.endsWith(".md")) {
      cpSync(from, file);
      continue;
    }
    const up = "../".repeat(place.split("/").length);
    // Links between pages of the specification stay inside this folder. Links to other files lead to the repository.
    const linked = (link, fragment) => {
      const path = join("spec", dirname(place), link);
      if (!path.startsWith(join("spec", ""))) return `${REPOSITORY}/blob/main/${path}${fragment}`;
      return link.replace(/\.md$/, ".html") + fragment;
    };
    const links = marked.parse(readFileSync(from, "utf8")).replaceAll(/href="(?!\w+:)([^"#]+)(#[^"]*)?"/g, (_, link, fragment = "") => `href="${linked(link, fragment)}"`);
    // Wide elements can be scrolled with the keyboard. An empty cell is not a heading.
    const text = links.replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">').replaceAll("<th></th>", "<td></td>");
    const head = readFileSync(join(HERE, "src/index.html"), "utf8").split("<head>")[1].split("{preview}")[0].replace(" '{earlyDigest}'", "");
    const page = `<!doctype html>\n<html lang="en">\n<head>${head}<title>gamecert: spec/${place}</title>\n<link rel="icon" href="${up}icon.svg" type="image/svg+xml">\n<link rel="stylesheet" href="${up}style.css">\n</head>\n<body class="text">\n<main>\n${text}</main>\n</body>\n</html>\n`;
    writeFileSync(file.replace(/md$/, "html"), page);
  }
}

/** Returns the notices of the crates in a module. */
function crates(name) {
  return execFileSync("python3", ["python-checker/notices.py", `web/${name}`, "wasm32-unknown-unknown", "built"], { cwd: ROOT, maxBuffer: 2 ** 30 }).toString();
}

/**
 * Returns header fields for hosts that read them from the file `_headers`. The policy is the page's own. Names below
 * `parts/` contain digests, so browsers may cache these files without revalidation.
 */
function headers(page) {
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page);
  const fields = { "Content-Security-Policy": `${policy}; frame-ancestors 'none'`, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin" };
  const written = (fields) => Object.entries(fields).map(([name, value]) => `  ${name}: ${value}\n`).join("");
  return `/*\n${written({ ...fields, "Cache-Control": "no-cache" })}\n/parts/*\n${written({ "Cache-Control": "public, max-age=31536000, immutable" })}`;
}

/**
 * Size of the largest certificate that the service worker keeps at once, in bytes. Larger ones are kept when they are
 * first fetched.
 */
const KEPT_AT_ONCE = 64 << 10;

/** Builds the service worker, which contains the digests of all files of this build. */
async function keeper(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split("\\").join("/"))
    .filter((name) => !["source.tar.gz", "_headers"].includes(name))
    .sort();
  const files = Object.fromEntries(names.map((name) => [name, createHash("sha256").update(readFileSync(join(folder, name))).digest("hex")]));
  const kept = names.filter((name) => !/^(spec|forged|results|screenshots)\/|^LICENSE/.test(name) && (!name.startsWith("certs/") || statSync(join(folder, name)).size <= KEPT_AT_ONCE));
  const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
  await build({ ...settings, entryPoints: [join(HERE, "src/service-worker.ts")], define: { BUILD: JSON.stringify({ version, files, kept }) } });
}

/** Returns the output files of a source, with all files that they import directly or indirectly. */
function imported(source) {
  const { outputs } = metafile;
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const one of outputs[path].imports) if (one.kind === "import-statement") add(one.path);
  };
  const [path] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(`src/${source}`));
  add(path);
  return [...found].map((path) => relative(resolve(folder), resolve(path))).filter((path) => path !== "main.js");
}

/** Adds compressed forms (brotli and gzip) of text files and modules, for servers that send them. */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|css|json|svg|wasm|txt|md)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < 1000) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "forged"), { recursive: true });
const settings = { outdir: folder, bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "eof", logLevel: "warning" };
// Workers are separate bundles. Views are chunks that are fetched when they are shown.
await build({ ...settings, entryPoints: ["worker.ts", "explorer-worker.ts"].map((name) => join(HERE, "src", name)) });
const { metafile } = await build({ ...settings, entryPoints: [join(HERE, "src/main.ts")], splitting: true, chunkNames: "parts/[name]-[hash]", metafile: true });
for (const name of ["style.css", "icon.svg"]) cpSync(join(HERE, "src", name), join(folder, name));
// The pieces are from Wikimedia Commons, under CC BY-SA 3.0; the file names their authors.
cpSync(join(HERE, "node_modules/cm-chessboard/assets/pieces/standard.svg"), join(folder, "pieces.svg"));
cpSync(join(HERE, "node_modules/uplot/dist/uPlot.min.css"), join(folder, "uplot.css"));
for (const [name, module] of Object.entries(modules)) cpSync(module, join(folder, `${name}.wasm`));
const found = verdicts();
const losingProofs = losing(found);
const top = before(losingProofs);
const certificates = shipped(found, lines(top));
for (const { path } of certificates) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(ROOT, path), join(folder, path));
}
const forgeries = [...changed(), ...forged()];
for (const { path, bytes } of forgeries) writeFileSync(join(folder, path), bytes);
const commit = execFileSync("git", ["describe", "--always", "--dirty", "--abbrev=40"], { cwd: ROOT }).toString().trim();
const first = strings.front.picked[0].path;
const line = longestLine(modules.explorer, losingProofs, { file: first, path: join(ROOT, first) }, strings.front);
// The chunks that the page imports before any view.
const chunks = imported("main.ts");
const viewParts = Object.fromEntries(Object.entries(VIEWS).map(([view, file]) => [view, imported(file).filter((part) => !chunks.includes(part))]));
const define = { PARTS: JSON.stringify(viewParts) };
const { outputFiles: [early] } = await build({ ...settings, format: "iife", write: false, define, entryPoints: [join(HERE, "src/early.ts")] });
const frame = readFileSync(join(HERE, "src/index.html"), "utf8");
const parts = { strings, shared: built.shared, built: commit, fen: line[0].fen, chunks, early: early.text.trim(), address };
writeFileSync(join(folder, "index.html"), frontPage(frame, parts));
// A page for each other view, whose links have their own previews.
for (const view of Object.keys(built.shared).filter((name) => name !== "start")) writeFileSync(join(folder, `${view}.html`), frontPage(frame, parts, view));
cpSync(join(ROOT, "docs/src/screenshots"), join(folder, "screenshots"), { recursive: true });
writeResults(folder, found, lines(top), { words: built, title: strings.title, address, head: frame.split("<head>")[1].split("{preview}")[0].replace(" '{earlyDigest}'", "") });
const site = { commit, line, shipped: certificates, forged: forgeries.map(({ path, what }) => ({ path, what })), clauses: clauses(), losing: losingProofs, endings: endings(found), chips: ofKind(found, "chips"), heaps: ofKind(found, "scoring"), mating: mating(found) };
writeFileSync(join(folder, "site.json"), JSON.stringify(site));
writeFileSync(join(folder, "losing.json"), JSON.stringify(top));
specification(folder);
// The source of this commit. If the folder has uncommitted changes, the page says so beside the commit.
execFileSync("git", ["archive", "--format=tar.gz", "--prefix=gamecert/", `--output=${join(resolve(folder), "source.tar.gz")}`, "HEAD"], { cwd: ROOT });

// Licences: the page's own, the checker's, and those of the packages in both modules.
const texts = [
  "The page is part of gamecert, under the GPL, version 3 or later (LICENSE.txt). The checker's module and its worker are under MIT or Apache-2.0.",
  readFileSync(join(ROOT, "LICENSE-MIT"), "utf8"),
  readFileSync(join(ROOT, "LICENSE-APACHE"), "utf8"),
  "The pictures of the pieces (pieces.svg) are by Cburnett and Rfc1394, from Wikimedia Commons, modified by shaack for cm-chessboard, under CC BY-SA 3.0:\nhttps://creativecommons.org/licenses/by-sa/3.0/",
  `The curves are drawn by uPlot:\n\n${readFileSync(join(HERE, "node_modules/uplot/LICENSE"), "utf8")}`,
  ...["checker", "explorer"].map(crates),
];
writeFileSync(join(folder, "notices.txt"), texts.join(`\n\n${"=".repeat(100)}\n\n`));
const gpl = [join(ROOT, "solver/LICENSE"), join(ROOT, "LICENSE.md")].find((path) => existsSync(path));
cpSync(gpl, join(folder, "LICENSE.txt"));
writeFileSync(join(folder, "_headers"), headers(readFileSync(join(folder, "index.html"), "utf8")));
await keeper(folder);
compress(folder);
console.log(`${folder}: ${readdirSync(folder).length} entries, ${certificates.length} certificates`);
