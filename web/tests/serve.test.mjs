// The page served by the program: files verified and read by the program, jobs, and refused access.
//
//     node --test web/tests/serve.test.mjs
//         SITE: the folder built by build.mjs; SOLVE: the program; CHROMIUM: the browser

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import { ROOT, accessibleInAllLooks, launch, open, pageTests, serve } from "./browser.mjs";

let browser;
let program;
let address;

/** Starts `solve serve`, and returns its address. */
async function started(...files) {
  const child = spawn(process.env.SOLVE, ["serve", "--json", "--site", process.env.SITE, ...files], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [line] = await new Promise((resolve, reject) => {
    lines.once("line", (one) => resolve([one]));
    child.once("exit", (code) => reject(new Error(`solve serve ended with ${code}`)));
  });
  return { child, address: JSON.parse(line).address };
}

/** Interrupts the program, and returns how it ended. */
function ended(child) {
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGINT");
  });
}

before(async () => {
  ({ child: program, address } = await started("certs/kk.cbor", "certs/knk.cbor", "certs/losing/e3-d5.cbor"));
  browser = await launch();
});

after(async () => {
  await browser.close();
  assert.equal(await ended(program), 0);
});

const on = pageTests(() => ({ browser, address }), (link) => (link.startsWith("solve") ? ".solve" : "html.ready"));

/** Fills in a form and submits it. */
async function solve(page, system, fields) {
  await page.selectOption("#system", system);
  for (const [name, value] of Object.entries(fields)) {
    const input = page.locator(`#${system}-${name}`);
    if ((await input.evaluate((one) => one.tagName)) === "SELECT") await input.selectOption(value);
    else await input.fill(value);
  }
  await page.getByRole("button", { name: "Solve", exact: true }).click();
}

/** Returns the last job with this title, once its state is one of these. */
async function job(page, title, state) {
  const card = page.getByRole("article", { name: title, exact: true }).first();
  await card.locator("header .mark").filter({ hasText: state }).waitFor({ timeout: 240_000 });
  return card;
}

on("the program's files are listed, and verified here or by the program", "open", async (page) => {
  assert.deepEqual(await page.locator("#given code").allTextContents(), ["certs/kk.cbor", "certs/knk.cbor", "certs/losing/e3-d5.cbor"]);
  assert.match(await page.locator("footer").textContent(), /served by solve \d/);
  await page.getByRole("button", { name: "Verify certs/kk.cbor", exact: true }).click();
  const here = page.getByRole("article", { name: "certs/kk.cbor" });
  await here.locator(".mark.verified").waitFor();
  assert.doesNotMatch(await here.textContent(), /program/);
  await page.getByRole("button", { name: "Verify by the program certs/knk.cbor" }).click();
  const there = page.getByRole("article", { name: "certs/knk.cbor" });
  await there.locator(".mark.verified").waitFor();
  assert.match(await there.textContent(), /Verified by the program solve.*for each position \(249984, or 31332 up to symmetry\)/s);
});

on("a large proof is walked through by the program", "open", async (page) => {
  await page.getByRole("button", { name: "Verify by the program certs/losing/e3-d5.cbor" }).click();
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").slice(2).join("/")));
  await page.getByRole("button", { name: "Walk through it with the program" }).click();
  await page.locator(".state").filter({ hasText: "White wins by force" }).waitFor();
  await page.locator(".side .mark.verified").waitFor();
  assert.match(await page.locator(".side").textContent(), /verified by the program/);
  await page.waitForFunction(() => document.querySelector(".side tbody") && ![...document.querySelectorAll("[data-size]")].some((cell) => cell.textContent === "…"));
  const before = await page.locator(".line button").count();
  await page.getByRole("button", { name: "On", exact: true }).click();
  await page.waitForFunction((count) => document.querySelectorAll(".line button").length === count + 1, before);
  assert.ok(asked.includes("api/ask"));
  assert.ok(!asked.some((path) => path.startsWith("api/files")), "the file came to the browser");
});

on("an ending is solved, and its certificates are verified by the page", "solve", async (page) => {
  await solve(page, "bidding-chess", { material: "KRK", board: "4x4" });
  const card = await job(page, "KRK on 4x4", "solved");
  assert.match(await card.locator("pre").textContent(), /KRK on 4x4 is solved: /);
  await card.locator("li .mark.verified").nth(1).waitFor();
  assert.equal(await card.locator(".offers > li").count(), 2);
  const [download] = await Promise.all([page.waitForEvent("download"), card.getByRole("link").first().click()]);
  assert.match(download.suggestedFilename(), /\.cbor$/);
  await card.getByRole("button", { name: "Look at its positions" }).last().click();
  await page.locator(".bidding .mark.verified").waitFor();
});

on("a job shows its progress, and can be stopped and removed", "solve", async (page) => {
  await solve(page, "losing-chess", { moves: "1. e3 b5", side: "white", seconds: "3600" });
  const card = await job(page, "1. e3 b5", "running");
  await card.locator("progress").first().waitFor();
  await card.getByRole("button", { name: "Stop 1. e3 b5" }).click();
  await job(page, "1. e3 b5", "stopped");
  await card.getByRole("button", { name: "Remove 1. e3 b5" }).click();
  await card.waitFor({ state: "detached" });
});

on("each system has a form, and its jobs are solved", "solve", async (page) => {
  const fortress = "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -";
  for (const [system, fields, title, said] of [
    ["losing-chess", { moves: "1. e3 d5", side: "white", seconds: "600" }, "1. e3 d5", /White wins/],
    ["chips", { game: "tug:3", up_to: "9" }, "tug:3, 0 to 9 chips", /9/],
    ["chips", { game: "tug:3" }, "tug:3, every number of chips", /tug/],
    ["scoring", { subtract: "1, 2", first: "1", last: "6" }, "subtraction {1, 2}, total budgets 1 to 6", /outcomes of all heaps/],
    ["unwinnable", { fen: fortress, side: "white" }, `${fortress}, white`, /White cannot mate: no moves of kings and pawns lead to a mate/],
  ]) {
    await page.locator(`#${system}-${Object.keys(fields)[0]}`).waitFor({ state: "attached" });
    if (title.endsWith("every number of chips")) await page.locator("#chips-up_to").fill("");
    await solve(page, system, fields);
    const card = await job(page, title, "solved");
    assert.match(await card.locator("pre").textContent(), said, system);
    await card.locator("li .mark.verified").waitFor();
  }
});

on("refused requests show a sentence", "solve", async (page) => {
  for (const [system, fields, said] of [
    ["bidding-chess", { material: "KXK", board: "4x4" }, /KXK/],
    ["bidding-chess", { material: "KQQKRR", board: "9x9" }, /needs about .* of memory; --memory allows/],
    ["chips", { game: "examples/standoff.json" }, /is no game/],
    ["losing-chess", { moves: "1. e5" }, /e5/],
    ["unwinnable", { fen: "nothing" }, /nothing: /],
  ]) {
    await solve(page, system, fields);
    await page.locator(".solve .wrong").filter({ hasText: said }).waitFor();
  }
  // Browsers log every response with this status.
}, { told: /status of 422/ });

on("no findings of axe-core in any look", "solve", async (page) => {
  await solve(page, "bidding-chess", { material: "KK", board: "4x4" });
  const card = await job(page, "KK on 4x4", "solved");
  await card.locator("li .mark.verified").waitFor();
  await accessibleInAllLooks(page);
});

test("a page of another origin cannot reach the program", async () => {
  const foreign = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>foreign</title>"));
  await new Promise((resolve) => foreign.listen(0, "127.0.0.1", resolve));
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${foreign.address().port}/`);
    const found = await page.evaluate(async (address) => {
      const tried = (init) => fetch(`${address}api/jobs`, init).then((answer) => answer.type, () => "nothing");
      const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      const frame = document.createElement("iframe");
      frame.src = address;
      await new Promise((resolve) => {
        frame.onload = resolve;
        document.body.append(frame);
      });
      const script = await new Promise((resolve) => {
        const one = document.createElement("script");
        one.src = `${address}main.js`;
        one.onload = () => resolve("something");
        one.onerror = () => resolve("nothing");
        document.body.append(one);
      });
      return { plain: await tried({}), posted: await tried(json), blind: await tried({ mode: "no-cors" }), script };
    }, address);
    assert.deepEqual(found, { plain: "nothing", posted: "nothing", blind: "nothing", script: "nothing" });
    const [, frame] = page.frames();
    assert.doesNotMatch(await frame.content(), /gamecert/);
    // The program refuses a caller that knows the address if the browser reports a request from another site.
    const refused = await fetch(`${address}api/serve`, { headers: { "sec-fetch-site": "cross-site" } });
    assert.equal(refused.status, 403);
  } finally {
    await context.close();
    foreign.close();
  }
});

test("the page from another file server offers no program and requests none", async () => {
  const other = await serve(process.env.SITE);
  const { page, wrong, context } = await open(browser, other.address);
  try {
    assert.equal(await page.getByRole("link", { name: "Solve" }).count(), 0);
    assert.equal(await page.locator("#given").count(), 0);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
    other.server.close();
  }
});
