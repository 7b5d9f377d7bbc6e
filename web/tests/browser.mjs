// What the browser tests share: a file server on loopback, the browser, a page that tells of everything that goes wrong in it.

import assert from "node:assert/strict";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".txt": "text/plain" };

/** How long something is waited for, in milliseconds: a machine may have other things to do. */
const PATIENCE = Number(process.env.PATIENCE ?? 240_000);

/** Serves a folder as any file server does, in a folder of its own. */
export function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname)).replace(/^\/below\//, "/");
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file) || statSync(file).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, address: `http://127.0.0.1:${server.address().port}/below/` })));
}

/** Debian's browser, with more options of its command line. */
export function launch(...more) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-software-rasterizer", ...more] });
}

/** A page at an address, and the list of what went wrong in it: errors, refusals by its policy, requests to other hosts. `keeps`: it may be kept for the time without a network. */
export async function open(browser, address, { ready = "html.ready", keeps = false, ...options } = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  // Whoever tries what is kept for the time without a network says so.
  if (!keeps) await page.addInitScript(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));
  // How many of its workers are still to say that they have been loaded: without that, nobody but the page knows.
  await page.addInitScript(() => {
    globalThis.unloaded = 0;
    globalThis.Worker = class extends Worker {
      constructor(...options) {
        super(...options);
        globalThis.unloaded += 1;
        const ended = ({ type, data }) => {
          if (type === "message" && data !== "loaded") return;
          globalThis.unloaded -= 1;
          for (const one of ["message", "error"]) this.removeEventListener(one, ended);
        };
        for (const one of ["message", "error"]) this.addEventListener(one, ended);
      }
    };
  });
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("request", (request) => request.url().startsWith(new URL(address).origin) || request.url().startsWith("blob:") || wrong.push(`asks ${request.url()}`));
  await page.goto(address);
  await page.waitForSelector(ready);
  return { page, wrong, context };
}

/** Serves SITE, the folder that build.mjs has made, while a file's tests run. What it returns runs a test on a page of its own, in which nothing may go wrong: with a title, the part of the address behind #, and what is done with the page; `ready` is what the page shows when it can be used. In a test's options, `told` is what the browser may tell nevertheless. */
export function site(ready) {
  let browser;
  let server;
  let address;
  before(async () => {
    ({ server, address } = await serve(process.env.SITE));
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    server.close();
  });
  return function on(title, link, body, { told = /^$/, ...options } = {}) {
    test(title, async () => {
      const { page, wrong, context } = await open(browser, link === "" ? address : `${address}#${link}`, { ready, viewport: { width: 1280, height: 1000 }, ...options });
      try {
        await body(page);
        assert.deepEqual(wrong.filter((line) => !told.test(line)), []);
      } finally {
        await context.close();
      }
    });
  };
}

/** Types a position and waits until the page shows it. The field has it at once; the address follows what is shown. */
export async function typePosition(page, position) {
  await page.locator("#position").fill(position);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.waitForFunction((wanted) => decodeURIComponent(location.hash).endsWith(`/${wanted}`), position);
}

/** Ways of looking at the page in which nobody may meet an obstacle. */
const LOOKS = [
  ["light", "light", { width: 1280, height: 1000 }],
  ["dark", "dark", { width: 1280, height: 1000 }],
  ["a tablet's width", "light", { width: 720, height: 1000 }],
  ["a telephone's width", "light", { width: 360, height: 740 }],
];

/** That axe-core finds nothing, and nothing is wider than the window. */
export async function accessible(page, look = "as it is") {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(AXE, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, impact, nodes }) => [id, impact, nodes.length, nodes[0].html.slice(0, 120)]), [], look);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${page.url()}, ${look}, is ${wide} pixels too wide`);
}

/** The same, however the page is looked at. */
export async function accessibleInAllLooks(page) {
  for (const [look, colorScheme, size] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    // What is drawn for the size and the colours is drawn in the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await accessible(page, look);
  }
}

/** Notes the longest time between two frames of the page, from now on. */
export async function watchFrames(page) {
  await page.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const frame = (now) => {
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** That the page has not stood still since. How long is measured by hand; that it stands still for seconds would be wrong on any machine. */
export async function neverStoodStill(page) {
  const longest = await page.evaluate(() => globalThis.longest);
  assert.ok(longest < 2_000, `${longest} ms between two frames`);
}
