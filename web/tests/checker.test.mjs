// Compares the checker as WebAssembly with the program `check`: the same verdicts on the conformance corpus and on the
// shipped certificates. The module has no imports.
//
//     node --test web/tests/checker.test.mjs
//         CHECKER_WASM, ANTICHESS_WASM: the module, and the one for losing chess alone; CHECK: the program;
//         VERDICTS: the output of an earlier `check --json certs --include certs`, if there is one

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { Checker, isOfLosingChess } from "../checker/checker.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const bytes = readFileSync(process.env.CHECKER_WASM);
const module = new WebAssembly.Module(bytes);
const small = new WebAssembly.Module(readFileSync(process.env.ANTICHESS_WASM));

/** Returns the verdicts of the program by file name. */
function byName(lines, files) {
  const verdicts = lines.toString().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  assert.deepEqual(verdicts.map(({ file }) => file).sort(), [...files].sort());
  return new Map(verdicts.map((verdict) => [verdict.file, verdict]));
}

/** Returns the program's verdicts on files. */
function native(files, options) {
  const run = spawnSync(process.env.CHECK, ["--json", ...options, "--files-from", "-"], { input: files.join("\n"), maxBuffer: 2 ** 30, cwd: ROOT });
  return byName(run.stdout, files);
}

/** Parses a number such as 2M. */
function number(text) {
  return Number(text.replace(/[KMG]$/, (unit) => ({ K: "e3", M: "e6", G: "e9" })[unit]));
}

/**
 * Removes the parts of a verdict that only one of the two prints: file names, where cited files were searched for, and
 * the guess what a file is that is not a certificate.
 */
function common({ file, sha256, entries, missing, ...verdict }) {
  const error = verdict.error && { ...verdict.error, sentence: verdict.error.sentence.replace(/ was found among .*/, "").replace(/^this is no certificate, but [^:]*: /, "") };
  return { ...verdict, error };
}

test("the modules import nothing and are small", () => {
  for (const one of [module, small]) assert.deepEqual(WebAssembly.Module.imports(one), []);
  const gzipped = gzipSync(bytes, { level: 9 }).length;
  assert.ok(gzipped <= 300_000, `${gzipped} bytes gzipped`);
});

test("verdicts, codes, places and claims agree with the program on the whole corpus", () => {
  const rows = readFileSync(join(ROOT, "tests/corpus/corpus.tsv"), "utf8").split("\n").slice(1).filter(Boolean).map((line) => line.split("\t"));
  assert.ok(rows.length > 900, `${rows.length} files`);
  const paths = rows.map(([path]) => `tests/corpus/${path}`);
  const folders = [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf("/"))))];
  const content = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path))]));
  const all = () => {
    const checker = new Checker(module);
    content.forEach((file) => checker.offer(file));
    return checker;
  };
  const allOptions = [...new Set(rows.map((row) => row[4]))];
  for (const [words, group] of allOptions.map((one) => [one, rows.filter((row) => row[4] === one)])) {
    const options = words === "-" ? [] : words.split(" ");
    const limits = {};
    for (let at = 0; at < options.length; at += 2) limits[options[at].slice(2)] = number(options[at + 1]);
    const files = group.map(([path]) => `tests/corpus/${path}`);
    const expected = native(files, [...options, ...folders.flatMap((folder) => ["--include", folder])]);
    const checker = all();
    for (const [index, [path, verdict, code]] of group.entries()) {
      const found = checker.verify(content.get(files[index]), limits);
      assert.equal(found.verdict, verdict, path);
      assert.equal(found.error?.code ?? "-", code, path);
      assert.deepEqual(common(found), common(expected.get(files[index])), path);
      if (code === "citation/missing") assert.match(found.missing, /^[0-9a-f]{64}$/, path);
    }
  }
});

test("verdicts agree with the program on all shipped certificates", () => {
  const files = readdirSync(join(ROOT, "certs"), { recursive: true }).filter((name) => name.endsWith(".cbor")).map((name) => `certs/${name}`).sort();
  assert.ok(files.length > 40);
  const expected = process.env.VERDICTS ? byName(readFileSync(process.env.VERDICTS), files) : native(files, ["--include", "certs"]);
  const bySha256 = new Map(files.map((file) => [expected.get(file).sha256, file]));
  /** Offers the files that a file cites, directly or indirectly. */
  const offerCited = (checker, file) => {
    for (const { sha256 } of expected.get(file).citations) {
      const cited = bySha256.get(sha256);
      offerCited(checker, cited);
      checker.offer(readFileSync(join(ROOT, cited)));
    }
  };
  for (const file of files) {
    const checker = new Checker(module);
    offerCited(checker, file);
    const found = checker.verify(readFileSync(join(ROOT, file)));
    assert.equal(found.sha256, expected.get(file).sha256, file);
    assert.deepEqual(common(found), common(expected.get(file)), file);
    assert.equal(found.verdict, "verified", file);
  }
});

test("the module for losing chess says what the whole checker says, of the files that it is given", () => {
  const folders = ["tests/corpus", "certs/losing"].map((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(ROOT, folder, name)));
  const files = folders.flat().filter((name) => name.endsWith(".cbor")).map((name) => readFileSync(name));
  const given = files.filter((file) => file.length < 100_000 && isOfLosingChess(file));
  assert.ok(given.length > 150, `${given.length} files`);
  const [whole, part] = [module, small].map((one) => new Checker(one));
  for (const file of given) assert.deepEqual(part.verify(file), whole.verify(file));
});

test("cited files that are missing are named one after another", () => {
  const checker = new Checker(module);
  const file = readFileSync(join(ROOT, "certs/kbk.cbor"));
  const files = ["certs/kk.cbor", "certs/kbk.cbor"].map((path) => readFileSync(join(ROOT, path)));
  const offered = [];
  let found = checker.verify(file);
  for (; found.missing; found = checker.verify(file)) {
    const cited = files.find((one) => createHash("sha256").update(one).digest("hex") === found.missing);
    assert.ok(cited && !offered.includes(cited), found.missing);
    offered.push(cited);
    checker.offer(cited);
  }
  assert.equal(found.verdict, "verified");
  assert.ok(offered.length > 0);
});

test("the verdict on a batch lists its entries", () => {
  const found = new Checker(module).verify(readFileSync(join(ROOT, "certs/unwinnable/named.cbor")));
  assert.ok(found.entries.length > 5);
  assert.deepEqual([...new Set(found.entries.map((entry) => entry.kind.name))].sort(), ["helpmate", "unwinnable"]);
});
