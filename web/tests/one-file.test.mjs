// The page as one file, opened from the disk.
//
//     node --test web/tests/one-file.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { ROOT, accessible, launch } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "gamecert-one-"));
const file = join(folder, "gamecert.html");

let browser;
let page;
const wrong = [];

before(async () => {
  execFileSync(process.execPath, [join(ROOT, "web/one-file.mjs"), process.env.SITE, file]);
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 240_000));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || wrong.push(`asks ${request.url()}`));
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("html.ready");
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const show = async (link) => {
  await page.goto(`${pathToFileURL(file).href}#${link}`);
  await page.waitForSelector(`nav a[href="#${link.split("/")[0]}"][aria-current]`);
};

test("the file verifies with its built-in checker", async () => {
  await page.locator("#front [data-verify] button").last().click();
  await page.locator("#front .verdict .mark.verified").waitFor();
  const digest = createHash("sha256").update(readFileSync(join(process.env.SITE, "checker.wasm"))).digest("hex");
  await page.locator("#checker-digest").filter({ hasText: digest }).waitFor();
  await accessible(page);
});

test("the pieces of the front page are drawn", async () => {
  // A piece that has just moved may not be drawn yet.
  await page.waitForFunction(() => {
    const pieces = [...document.querySelectorAll("#shown-line .board use")];
    return pieces.length >= 32 && pieces.every((use) => use.getBBox().width > 5);
  });
});

test("proofs of losing chess are read and walked through", async () => {
  await show("losing/e2e3.d7d5");
  await page.getByText(/White wins/).first().waitFor();
  await page.locator("main").getByText("Qg4", { exact: false }).first().waitFor();
});

test("a bidding game is played from a certificate", async () => {
  await show("bidding");
  await page.locator("main .board use").first().waitFor();
});

test("chip tables show their curve", async () => {
  await show("chips");
  await page.locator("main .uplot canvas").waitFor();
  assert.equal(await page.locator(".u-wrap").evaluate((one) => getComputedStyle(one).position), "relative");
});

test("the notices are in the file", async () => {
  const [notices] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("link", { name: "notices" }).click()]);
  await notices.waitForLoadState();
  assert.match(await notices.locator("body").textContent(), /Permission is hereby granted/);
  await notices.close();
});

test("no errors occurred, and no requests went to the network", () => assert.deepEqual(wrong, []));
