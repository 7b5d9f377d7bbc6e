// The page without a network, and its replacement by a newer page.
//
//     node --test web/tests/offline.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, open, serve } from "./browser.mjs";

const SITE = process.env.SITE;

let browser;
let folder;
let server;
let address;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Runs a test with its own copy of the page, its own server, and a browser that keeps pages. */
function keeping(title, body, options = {}) {
  test(title, async () => {
    folder = mkdtempSync(join(tmpdir(), "gamecert-page-"));
    cpSync(SITE, folder, { recursive: true, filter: (from) => !/source\.tar\.gz|\/spec$|e3-N[ch]6/.test(from) });
    ({ server, address } = await serve(folder));
    try {
      const opened = await open(browser, address, { keeps: true, unseen: true, ...options });
      try {
        await body(opened);
      } finally {
        await opened.context.close();
      }
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
}

/** Waits until the page is kept. */
const kept = (page) => page.evaluate(async () => {
  while (!(await navigator.serviceWorker.getRegistration())) await new Promise((resolve) => setTimeout(resolve, 50));
  await navigator.serviceWorker.ready;
});

const sha256 = (name) => createHash("sha256").update(readFileSync(join(folder, name))).digest("hex");

/** Changes files in the server's folder, and their digests in the service worker, as a build would. */
function change(files) {
  const place = join(folder, "service-worker.js");
  let worker = readFileSync(place, "utf8");
  for (const [name, edit] of Object.entries(files)) {
    const old = sha256(name);
    writeFileSync(join(folder, name), edit(readFileSync(join(folder, name), "utf8")));
    assert.ok(worker.includes(old), name);
    worker = worker.replace(old, sha256(name));
  }
  const [, version] = /version:"(\w{16})"/.exec(worker);
  writeFileSync(place, worker.replace(version, sha256("index.html").slice(0, 16)));
}

/** Returns the build of the document, and the build of its main script. */
const builds = (page) => page.evaluate(() => [document.documentElement.dataset.build ?? "first", globalThis.build ?? "first"]);

const NEXT = {
  "index.html": (text) => text.replace('<html lang="en">', '<html lang="en" data-build="second">'),
  "main.js": (text) => `globalThis.build="second";${text}`,
};

async function verifyFirst(page) {
  await page.locator("#front [data-verify] button").first().click();
  await page.locator("#front .verdict .mark.verified").first().waitFor();
}

keeping("a file of another build is refused; a reload without a network still verifies, walks and answers", async ({ page, context }) => {
  await kept(page);
  await page.reload();
  await page.waitForSelector("html.ready");
  // This file was too large to be kept at once, and the server has a different one now.
  writeFileSync(join(folder, "certs/knk.cbor"), "another");
  const statuses = await page.evaluate(() => Promise.all(["certs/knk.cbor", "certs/kbk.cbor"].map(async (name) => (await fetch(name)).status)));
  assert.deepEqual(statuses, [409, 200]);
  server.closeAllConnections();
  server.close();
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("html.ready");
  await verifyFirst(page);
  for (const view of ["losing", "mating", "bidding", "chips", "scores", "open"]) {
    await page.goto(`${address}#${view}`);
    await page.waitForSelector(`nav a[href="#${view}"][aria-current]`);
  }
  assert.match(await page.locator("main").textContent(), /e3-d5/);
});

keeping("builds are not mixed during a deployment; a newer page waits until the user asks for it, and is entirely new", async ({ page }) => {
  await kept(page);
  // The new service worker has been deployed; the script that it names has not.
  const old = readFileSync(join(folder, "main.js"));
  change(NEXT);
  const next = readFileSync(join(folder, "main.js"));
  writeFileSync(join(folder, "main.js"), old);
  await page.reload();
  await page.waitForSelector("html.ready");
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => undefined);
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  assert.deepEqual(await builds(page), ["first", "first"]);
  assert.equal(await page.locator(".newer").count(), 0);
  await verifyFirst(page);
  // Now the script has been deployed as well.
  writeFileSync(join(folder, "main.js"), next);
  await page.reload();
  await page.waitForSelector("html.ready");
  assert.deepEqual(await builds(page), ["first", "first"]);
  await page.locator(".newer button").waitFor();
  await Promise.all([page.waitForEvent("load"), page.locator(".newer button").click()]);
  await page.waitForSelector("html.ready");
  assert.deepEqual(await builds(page), ["second", "second"]);
  assert.equal(await page.locator(".newer").count(), 0);
  await verifyFirst(page);
});

keeping("with two windows the newer page waits for the other one to close", async ({ page, context }) => {
  await kept(page);
  const other = await context.newPage();
  await other.goto(address);
  change(NEXT);
  await page.reload();
  await page.locator(".newer button").click();
  await page.locator(".newer").filter({ hasText: "Close the other windows" }).waitFor();
  assert.deepEqual(await builds(other), ["first", "first"]);
  await other.close();
  await Promise.all([page.waitForEvent("load"), page.locator(".newer button").click()]);
  await page.waitForSelector("html.ready");
  assert.deepEqual(await builds(page), ["second", "second"]);
});
