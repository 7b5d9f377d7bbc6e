// The package in Chromium, as files from a server, without a bundler.
//
//     CHROMIUM=PROGRAM NATIVE=FILE node --test browser.test.mjs

import assert from "node:assert/strict";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { DEAD, SLOW, FULL, QUICK, RULINGS, WRONG } from "./cases.mjs";

const PACKAGE = fileURLToPath(new URL("node_modules/gamecert-unwinnable", import.meta.url));
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

let server, browser, page, root;
/** Whether the server knows the type of WebAssembly. */
let typed = true;
const wrong = [];

before(async () => {
  server = createServer(({ url }, response) => {
    if (url === "/") return response.writeHead(200, { "content-type": "text/html", "content-security-policy": "default-src 'self' 'wasm-unsafe-eval'" }).end("<!doctype html><link rel=icon href='data:,'>");
    const file = join(PACKAGE, url);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = extname(file) === ".wasm" && !typed ? "application/octet-stream" : TYPES[extname(file)];
    response.writeHead(200, { "content-type": type });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  root = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
  page = await browser.newPage();
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(root);
});

after(async () => {
  await browser?.close();
  server?.close();
});

test("before the module is loaded, a question throws; a module that is missing is a clear error", async () => {
  const errors = await page.evaluate(async (fen) => {
    const unwinnable = (globalThis.unwinnable = await import("/dist/browser.js"));
    const errors = [];
    for (const act of [() => unwinnable.quick(fen, "white"), () => unwinnable.ready("/missing.wasm")]) {
      try {
        await act();
      } catch ({ name, code, message }) {
        errors.push([name, code, message]);
      }
    }
    await unwinnable.ready();
    return errors;
  }, DEAD);
  assert.deepEqual(errors, [
    ["UnwinnableError", "not-ready", "the module is not loaded yet: await ready() first"],
    ["UnwinnableError", "load", `the module cannot be loaded: ${root}missing.wasm has status 404`],
  ]);
});

test("quick answers", async () => {
  const answers = await page.evaluate((cases) => cases.map(([, fen, side]) => globalThis.unwinnable.quick(fen, side)), QUICK);
  assert.deepEqual(answers.map(({ verdict, reason }) => [verdict, reason]), QUICK.map(([, , , verdict, reason]) => [verdict, reason]));
});

test("quick answers are those of the native crate", async () => {
  const rows = readFileSync(process.env.NATIVE, "utf8").trim().split("\n").map((line) => line.split("\t"));
  const answers = await page.evaluate((questions) => questions.map(([fen, side]) => globalThis.unwinnable.quick(fen, side)), rows.map(([fen, side]) => [fen, side]));
  for (const [place, { verdict, reason, line, nodes }] of answers.entries()) {
    assert.equal([verdict, reason ?? "", line?.join(" ") ?? "", nodes].join(","), rows[place][2], rows[place][0]);
  }
});

test("wrong questions are refused with the same sentences", async () => {
  // Undefined and half a character do not pass to the page as they are.
  const cases = WRONG.filter(([title, fen, side]) => fen !== undefined && side !== undefined && title !== "half a character");
  const errors = await page.evaluate(async (cases) => {
    const { Solver, UnwinnableError, quick } = globalThis.unwinnable;
    const solver = new Solver();
    const told = (error) => [error instanceof UnwinnableError, error.code, error.message];
    const errors = [];
    for (const [, fen, side] of cases) {
      try {
        errors.push(quick(fen, side));
      } catch (error) {
        errors.push(told(error));
      }
      errors.push(await solver.decide(fen, side).catch(told));
    }
    await solver.close();
    return errors;
  }, cases);
  assert.deepEqual(errors, cases.flatMap(([, , , code, message]) => [[true, code, message], [true, code, message]]));
});

test("full answers and rulings in workers", async () => {
  const [answers, rulings] = await page.evaluate(async ([full, rulings]) => {
    const { POLICIES, Solver } = globalThis.unwinnable;
    const solver = new Solver({ workers: 2 });
    const answers = await solver.decideMany(full.map(([, fen, side]) => ({ fen, side })));
    const ruled = await Promise.all(rulings.map(([, fen, flagged]) => Promise.all(POLICIES.map((policy) => solver.ruling(fen, flagged, policy)))));
    await solver.close();
    return [answers, ruled];
  }, [FULL, RULINGS]);
  assert.deepEqual(answers.map(({ verdict, reason }) => [verdict, reason]), FULL.map(([, , , verdict, reason]) => [verdict, reason]));
  assert.deepEqual(rulings.map((row) => row.join(" ")), RULINGS.map(([, , , row]) => row));
});

test("cancellation, a limit of time, and use after close", async () => {
  const outcomes = await page.evaluate(async ([, fen, side, dead]) => {
    const { Solver } = globalThis.unwinnable;
    const solver = new Solver({ workers: 1 });
    const control = new AbortController();
    const cancelled = solver.decide(fen, side, { signal: control.signal }).catch((error) => error.name);
    setTimeout(() => control.abort(), 100);
    const outcomes = [await cancelled, (await solver.decide(fen, side, { milliseconds: 20 })).verdict, (await solver.decide(dead, "white")).verdict];
    const searched = solver.decide(fen, side).catch((error) => error.code);
    await solver.close();
    return [...outcomes, await searched, await solver.decide(dead, "white").catch((error) => error.code)];
  }, [...SLOW, DEAD]);
  assert.deepEqual(outcomes, ["AbortError", "unknown", "cannot", "closed", "closed"]);
});

test("a server that does not know the type of WebAssembly; bytes; a compiled module", async () => {
  for (const source of ["undefined", "await (await fetch('/dist/unwinnable.wasm')).arrayBuffer()", "await WebAssembly.compile(await (await fetch('/dist/unwinnable.wasm')).arrayBuffer())", "new URL('/dist/unwinnable.wasm', location)"]) {
    typed = false;
    const fresh = await browser.newPage();
    await fresh.goto(root);
    await fresh.addScriptTag({ type: "module", url: "/dist/browser.js" });
    // The policy of the page forbids `eval` of texts, but not that of the browser's driver.
    const verdict = await fresh.evaluate(`(async () => {
      const { quick, ready } = await import("/dist/browser.js");
      await ready(${source});
      return quick("8/8/8/8/8/5k2/7q/K7 b - -", "white").verdict;
    })()`);
    assert.equal(verdict, "cannot", source);
    await fresh.close();
    typed = true;
  }
});

test("nothing went wrong in the page", () => assert.deepEqual(wrong, []));
