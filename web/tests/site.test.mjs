// The page's folder and sources, without a browser: the policy of each page, its links, the notices, and texts in one
// place.
//
//     node --test web/tests/site.test.mjs      SITE: the folder built by build.mjs

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { transformSync } from "esbuild";

import { preview } from "../front.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SITE = process.env.SITE;
const SOURCES = join(ROOT, "web/src");

const pages = readdirSync(SITE, { recursive: true }).filter((name) => name.endsWith(".html"));

test("every page has the policy: its own files alone, scripts and WebAssembly", () => {
  assert.ok(pages.length > 20, `${pages.length} pages`);
  for (const name of pages) {
    const text = readFileSync(join(SITE, name), "utf8");
    const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text) ?? [];
    const rules = Object.fromEntries((policy ?? "").split("; ").map((rule) => [rule.split(" ")[0], rule]));
    assert.equal(rules["default-src"], "default-src 'self'", name);
    // The digest allows the one inline script.
    const digests = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => ` 'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    assert.equal(digests.length, name.includes("/") ? 0 : 1, name);
    assert.equal(rules["script-src"], `script-src 'self' 'wasm-unsafe-eval'${digests.join("")}`, name);
    // The policy would block anything else inline.
    assert.doesNotMatch(text, /<script(?!>| src=)|<style|<[^>]+ (style|on\w+)=/, name);
  }
});

test("no page has an unfilled placeholder", () => {
  for (const name of pages.filter((name) => !name.startsWith("spec/"))) assert.doesNotMatch(readFileSync(join(SITE, name), "utf8"), />(undefined|null|NaN|\[object Object\]|\{[\w.]+\})</, name);
});

test("every link of a page leads to a file of the folder, or to the repository", () => {
  for (const name of pages) {
    for (const [, to] of readFileSync(join(SITE, name), "utf8").matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(https?:|#)/.test(to)) continue;
      const file = normalize(join(dirname(name), decodeURIComponent(to.split("#")[0])));
      assert.ok(existsSync(join(SITE, file)), `${name}: ${to}`);
    }
  }
});

test("the notices are those of the crates in both modules, and of what is bundled", () => {
  const notices = readFileSync(join(SITE, "notices.txt"), "utf8");
  for (const name of ["checker", "explorer"]) {
    const tree = execFileSync("cargo", ["tree", "--locked", `--package=gamecert-${name}-web`, "--edges=normal,no-proc-macro", "--target=wasm32-unknown-unknown", "--prefix=none", "--format={p}"], { cwd: ROOT });
    const [, said] = new RegExp(`gamecert-${name}-web holds these crates[^\n]*\n\n(.*?)\n\n`, "s").exec(notices);
    const listed = said.split("\n").map((line) => line.split(":")[0]).sort();
    const crates = new Set(tree.toString().split("\n").filter((line) => line !== "" && !line.includes("(/")).map((line) => line.replace(/^(\S+) v(\S+).*$/, "$1 $2")));
    assert.deepEqual(listed, [...crates].sort());
  }
  for (const text of ["Cburnett", "CC BY-SA 3.0", "uPlot", "Permission is hereby granted", "Apache License"]) assert.ok(notices.includes(text), text);
  // Of all npm packages, only uPlot and the pictures of the pieces are in the page; the others build and test it.
  const bundled = readdirSync(SOURCES).flatMap((file) => [...readFileSync(join(SOURCES, file), "utf8").matchAll(/from "([^."][^"]*)"/g)].map(([, name]) => name));
  assert.deepEqual([...new Set(bundled)], ["uplot"]);
  assert.match(readFileSync(join(SITE, "LICENSE.txt"), "utf8"), /GNU GENERAL PUBLIC LICENSE\s+Version 3/);
});

test("the source is that of the commit which the page names", () => {
  const { commit } = JSON.parse(readFileSync(join(SITE, "site.json"), "utf8"));
  const source = gunzipSync(readFileSync(join(SITE, "source.tar.gz")));
  // git writes a comment with the commit first.
  assert.ok(source.subarray(0, 2000).toString("latin1").includes(`comment=${commit.replace("-dirty", "")}\n`));
});

/** Returns the string literals of a source, without comments and types. */
function texts(path) {
  const { code } = transformSync(readFileSync(path, "utf8"), { loader: "ts", legalComments: "none" });
  return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([text], at) => ({ text: text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, ""), before: code.slice(0, at) }));
}

test("all texts for users are in the files of strings", () => {
  // Names of keys, of things of the browser and of colours, and messages about errors of the page itself.
  const known = /^(Arrow(Left|Right|Up|Down)|Enter|Escape|Delete|Backspace|Home|End|Infinity|Expected .*|no module|a denominator is 0)$/;
  const style = /^(mark |state question$|losing safe$|faint sides$|button primary|swatch |buttons|max-width|color-mix\(|\(prefers-color-scheme|0 0 |calc\(|translate\()/;
  const found = [];
  for (const file of readdirSync(SOURCES).filter((name) => name.endsWith(".ts") && !/strings\.ts$/.test(name))) {
    for (const { text } of texts(join(SOURCES, file))) {
      const words = /[a-z]{2,} [A-Za-z]{2,}/.test(text) || /^[A-Z][a-z]{2,}/.test(text);
      if (words && !known.test(text) && !style.test(text) && !/^[rnbqkpRNBQKP1-8/]+ [wb] /.test(text)) found.push(`${file}: ${text}`);
    }
  }
  assert.deepEqual(found, []);
});

test("no source parses text as markup", () => {
  const sinks = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|createContextualFragment|parseFromString|srcdoc|eval\(|new Function/;
  const found = readdirSync(SOURCES).filter((name) => name.endsWith(".ts")).filter((name) => sinks.test(readFileSync(join(SOURCES, name), "utf8")));
  // The pictures of the pieces come from a file of the page.
  assert.deepEqual(found, ["picture.ts"]);
});

/** Returns the size of a file as sent by a server that has compressed forms. */
function sent(name) {
  const file = [`${name}.br`, name].map((one) => join(SITE, one)).find(existsSync);
  return statSync(file).size;
}

/** The files that all views need. */
const SHELL = ["index.html", "main.js", "style.css", "site.json", "pieces.svg", ...[...readFileSync(join(SITE, "index.html"), "utf8").matchAll(/rel="modulepreload" href="([^"]*)"/g)].map(([, to]) => to)];

/** Returns the chunks of a view: its own and those that it imports statically. */
function parts(name) {
  const found = new Set(readdirSync(join(SITE, "parts")).filter((file) => file.endsWith(".js") && file.startsWith(`${name}-`)));
  for (const file of found) for (const [, to] of readFileSync(join(SITE, "parts", file), "utf8").matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) found.add(to);
  assert.ok(found.size > 3, `${found.size} parts`);
  return [...found].map((file) => `parts/${file}`);
}

for (const [title, files, most] of [
  ["before the first verdict", [...SHELL, "worker.js", "checker-antichess.wasm"], 150_000],
  ["before losing chess can be used", [...new Set([...SHELL, ...parts("losing"), "losing.json"])], 60_000],
]) {
  test(`what the page loads ${title} is small`, () => {
    const all = files.reduce((sum, name) => sum + sent(name), 0);
    assert.ok(SHELL.length > 5 && all <= most, `${all} bytes of ${files.length} files`);
    console.log(`${title}: ${all} bytes`);
  });
}

test("compressed forms hold what their files hold", () => {
  const names = readdirSync(SITE, { recursive: true }).filter((name) => /\.(br|gz)$/.test(name) && !name.endsWith(".tar.gz"));
  assert.ok(names.length > 40, `${names.length} files`);
  for (const name of names) {
    const bytes = readFileSync(join(SITE, name));
    const whole = name.endsWith(".br") ? brotliDecompressSync(bytes) : gunzipSync(bytes);
    assert.ok(whole.equals(readFileSync(join(SITE, name.replace(/\.(br|gz)$/, "")))), name);
  }
});

test("the checker's worker and its wrapper state that they are under MIT or Apache-2.0", () => {
  assert.match(readFileSync(join(SOURCES, "worker.ts"), "utf8"), /^\/\/ SPDX-License-Identifier: MIT OR Apache-2\.0\n/);
  for (const file of ["web/checker/Cargo.toml", "web/explorer/Cargo.toml", "web/package.json"]) {
    const licence = file.includes("checker") ? /^license = "MIT OR Apache-2\.0"$/m : /license"?[ =:]+"GPL-3\.0-or-later"/;
    assert.match(readFileSync(join(ROOT, file), "utf8"), licence, relative(ROOT, file));
  }
  // The worker imports only types from the rest of the page.
  const imports = [...readFileSync(join(SOURCES, "worker.ts"), "utf8").matchAll(/^import (?!type)[^;]*from "([^"]*)"/gm)].map(([, from]) => from);
  assert.deepEqual(imports, ["../checker/checker.mjs"]);
});

test("links to the page have a title, a sentence and a picture for previews", () => {
  const shared = { title: "A <title>", description: "A \"sentence\"", picture: "screenshots/losing.jpg" };
  const said = (lines) => Object.fromEntries([...lines.matchAll(/<meta (?:property|name)="([^"]*)" content="([^"]*)">/g)].map(([, name, value]) => [name, value]));
  const words = { "description": "A &quot;sentence&quot;", "og:type": "website", "og:title": "A &lt;title&gt;", "og:description": "A &quot;sentence&quot;" };
  assert.deepEqual(said(preview(shared, "losing.html", undefined)), words);
  const whole = { "og:url": "https://host/below/losing.html", "og:image": "https://host/below/screenshots/losing.jpg", "twitter:card": "summary_large_image" };
  assert.deepEqual(said(preview(shared, "losing.html", "https://host/below/")), { ...words, ...whole });
  const titles = pages.filter((name) => !name.startsWith("spec/")).map((name) => [name, /<title>(.*?)<\/title>/.exec(readFileSync(join(SITE, name), "utf8"))[1]]);
  assert.ok(titles.length > 50, `${titles.length} pages`);
  // The title of a result names the proved claim. Certificates of the same kind for different games have different
  // titles.
  const seen = new Set(titles.map(([, title]) => title));
  assert.ok(seen.size >= titles.length - 2, `${titles.length} pages with ${seen.size} titles`);
});

test("the header fields for hosts contain the page's policy", () => {
  const headers = readFileSync(join(SITE, "_headers"), "utf8");
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(join(SITE, "index.html"), "utf8"));
  for (const line of [`Content-Security-Policy: ${policy}; frame-ancestors 'none'`, "X-Content-Type-Options: nosniff", "Cache-Control: no-cache", "Cache-Control: public, max-age=31536000, immutable"]) assert.ok(headers.includes(`  ${line}\n`), line);
  assert.doesNotMatch(headers, /unsafe-inline/);
  // Files that are never revalidated have the digest of their content in their name.
  for (const name of readdirSync(join(SITE, "parts")).filter((name) => /\.(js|css)$/.test(name))) assert.match(name, /-[A-Z0-9]{8}\.(js|css)$/);
});
