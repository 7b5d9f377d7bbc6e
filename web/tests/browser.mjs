// Shared parts of the browser tests: a file server on loopback, the browser, and pages that record everything that goes
// wrong in them.

import assert from "node:assert/strict";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".txt": "text/plain" };

/** Timeout of waits, in milliseconds. It is long because the machine may be busy. */
const PATIENCE = Number(process.env.PATIENCE ?? 240_000);

/**
 * Serves a folder as any file server does, under a path of its own. With `kept` the browser may cache files and their
 * compiled forms, as it does for most servers.
 */
export function serve(folder, { kept = false } = {}) {
  const server = createServer((request, response) => {
    if (server.cut) {
      request.socket.destroy();
      return;
    }
    const path = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname)).replace(/^\/below\//, "/");
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file) || statSync(file).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...(kept && { "cache-control": "max-age=3600" }) });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => {
    const { origin, href } = new URL(`http://127.0.0.1:${server.address().port}/below/`);
    servers.set(origin, server);
    resolve({ server, address: href });
  }));
}

/** The file servers of `serve`, by origin. */
const servers = new Map();

/** Cuts the connection between a page and its file server, or restores it. Playwright's own `setOffline` does not reach workers in every version of Chromium. */
export function cut(page, is) {
  const server = servers.get(new URL(page.url()).origin);
  server.cut = is;
  if (is) server.closeAllConnections();
}

/** Launches Debian's browser, with additional command-line options. */
export function launch(...more) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-software-rasterizer", ...more] });
}

/** Makes the whole document transparent on screens, so that Chromium does not paint it. */
function hide() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@media screen { html { opacity: 0 } }");
  document.adoptedStyleSheets = [sheet];
  globalThis.hidden = sheet;
}

/**
 * Opens a page at an address, and records what goes wrong in it: errors, violations of its policy, requests to other
 * hosts. With `ahead` the page also loads what it does not need yet, as it does unless the user saves data. With
 * `keeps` the page may be kept for use without a network, which requires `ahead`. With `unseen` the page is laid out
 * but never painted. Painting takes a sixth of the time, and tests check places, texts and styles, not pixels.
 */
export async function open(browser, address, { ready = "html.ready", keeps = false, ahead = keeps, unseen = false, ...options } = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  // Other pages of the context inherit these settings. Tests of keeping the page set `keeps`.
  if (!keeps) await context.addInitScript(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));
  if (!ahead) await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  if (unseen) await context.addInitScript(hide);
  // Counts the workers that have not reported that they have loaded; otherwise only the page would know.
  await context.addInitScript(() => {
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
  const listen = () => page.on("request", (request) => request.url().startsWith(new URL(address).origin) || request.url().startsWith("blob:") || wrong.push(`asks ${request.url()}`));
  listen();
  await page.goto(address);
  await page.waitForSelector(ready);
  return { page, wrong, context, listen };
}

/**
 * Returns an address of the same place whose document is loaded anew. A change of the part after # would not load it.
 */
export function again(address, count) {
  const next = new URL(address);
  next.search = count;
  return next.href;
}

/** Functions whose effects on a page or its context outlast a new document. */
const LASTING = { page: ["addInitScript", "close", "exposeBinding", "exposeFunction", "route", "routeFromHAR"], context: ["addCookies", "addInitScript", "grantPermissions", "newPage", "route", "setOffline"], clock: ["install", "pauseAt", "setFixedTime"] };

/** Returns a function that tells whether a test has called one of these functions. */
function watchLasting(page) {
  let done = false;
  const context = page.context();
  for (const [on, names] of [[page, LASTING.page], [context, LASTING.context], [page.clock, LASTING.clock]]) {
    for (const name of names) {
      const does = on[name].bind(on);
      on[name] = (...given) => {
        done = true;
        return does(...given);
      };
    }
  }
  return () => done;
}

/**
 * Pages for consecutive tests. Separate pages would take a third of the tests' time, mostly to start processes. A test
 * therefore gets a new document in the page of the previous test, with its own size and looks, unless that test had
 * lasting effects. With `alone` the page's history contains nothing of other tests. With `onward` the test continues in
 * the previous test's document, by way of the front page. This is for tests that wait for all their answers and leave
 * nothing behind.
 */
export class Pages {
  #left;
  #count = 0;

  /** Returns a page at an address, as `open` does, with an empty list `wrong`. */
  async take(browser, address, { ready = "html.ready", viewport = { width: 1280, height: 1000 }, colorScheme = "light", reducedMotion = "no-preference", forcedColors = "none", alone = false, onward = false, ...others }) {
    const options = { unseen: true, ...others };
    const server = servers.get(new URL(address).origin);
    if (server) server.cut = false;
    if (alone) await this.close();
    const like = JSON.stringify(options);
    if (this.#left?.like !== like) await this.close();
    if (!this.#left) {
      const opened = await open(browser, address, { ready, viewport, colorScheme, reducedMotion, forcedColors, ...options });
      return { ...opened, like, lasting: watchLasting(opened.page), alone };
    }
    const taken = this.#left;
    this.#left = undefined;
    const { page } = taken;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
    await page.mouse.move(-1, -1);
    taken.wrong.length = 0;
    if (onward) {
      const goTo = (hash) => page.evaluate((hash) => { location.hash = hash; }, hash);
      await goTo("#start");
      await page.locator("#front").waitFor();
      await goTo(new URL(address).hash);
    } else {
      this.#count += 1;
      await page.goto(again(address, this.#count));
    }
    await page.waitForSelector(ready);
    return taken;
  }

  /** Takes a page back after a test without failures. */
  async give(taken) {
    if (taken.alone || taken.lasting()) return taken.context.close();
    for (const event of ["request", "response", "download", "worker"]) taken.page.removeAllListeners(event);
    taken.listen();
    this.#left = taken;
  }

  async close() {
    await this.#left?.context.close();
    this.#left = undefined;
  }
}

/**
 * Returns a function that runs a test on a page, and fails if anything goes wrong in it. Its arguments are a title, the
 * part of the address after #, and the test. `ready` is a selector that appears when the page can be used. `at` returns
 * browser and address for the options. The option `told` matches console messages that are allowed.
 */
export function pageTests(at, readyOf) {
  const pages = new Pages();
  return function on(title, link, body, { told = /^$/, ...options } = {}) {
    test(title, async () => {
      const { browser, address } = at(options);
      const taken = await pages.take(browser, link === "" ? address : `${address}#${link}`, { ready: readyOf(link), ...options });
      try {
        await body(taken.page);
        assert.deepEqual(taken.wrong.filter((line) => !told.test(line)), []);
      } catch (error) {
        await taken.context.close();
        throw error;
      }
      await pages.give(taken);
    });
  };
}

/**
 * Serves SITE, the folder built by build.mjs, while the tests of a file run. Returns the function that runs a test
 * (`pageTests`). With `ahead` the browser caches no files, so that a test without a network finds only what the page
 * itself has kept.
 */
export function site(ready) {
  let browser;
  let kept;
  let plain;
  before(async () => {
    kept = await serve(process.env.SITE, { kept: true });
    plain = await serve(process.env.SITE);
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    for (const { server } of [kept, plain]) server.close();
  });
  return pageTests(({ ahead }) => ({ browser, address: (ahead ? plain : kept).address }), () => ready);
}

/**
 * Types a position and waits until the page shows it. The field has the position at once; the address changes when it
 * is shown.
 */
export async function typePosition(page, position) {
  await page.locator("#position").fill(position);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.waitForFunction((wanted) => decodeURIComponent(location.hash).endsWith(`/${wanted}`), position);
}

/** Looks of the page that must be accessible. */
const LOOKS = [
  ["light", "light", { width: 1280, height: 1000 }],
  ["dark", "dark", { width: 1280, height: 1000 }],
  ["a tablet's width", "light", { width: 720, height: 1000 }],
  ["a telephone's width", "light", { width: 360, height: 740 }],
];

/** The rules of axe-core about colours, which take most of its time. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Asserts that axe-core finds nothing, and that nothing is wider than the window. `rules` are the rules to try; by
 * default all rules except `others`.
 */
export async function accessible(page, look = "as it is", rules = undefined, others = []) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(AXE, "utf8"));
  // Only violations are transferred. Transferring the passes would take as long as the search.
  const found = await page.evaluate(async ([rules, others]) => {
    // Contrast cannot be checked on a transparent page.
    if (globalThis.hidden) globalThis.hidden.disabled = true;
    const { violations } = await globalThis.axe.run({ resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }), rules: Object.fromEntries(others.map((rule) => [rule, { enabled: false }])) });
    if (globalThis.hidden) globalThis.hidden.disabled = false;
    return violations.map(({ id, impact, nodes }) => [id, impact, nodes.length, nodes[0].html.slice(0, 120)]);
  }, [rules, others]);
  assert.deepEqual(found, [], look);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${page.url()}, ${look}, is ${wide} pixels too wide`);
}

/** Asserts the same in all looks. */
export async function accessibleInAllLooks(page) {
  for (const [look, colorScheme, size] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    // Pictures that depend on size and colours are redrawn in the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    // Dark differs from light only in colours (style.css assigns other values to the same names), so other rules cannot
    // find anything new there. A tablet has the same colours as a window, so the rules about colours are skipped.
    await accessible(page, look, colorScheme === "dark" ? COLOURS : undefined, look === "a tablet's width" ? COLOURS : []);
  }
}

/** Records the longest time between two frames of the page from now on. */
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

/**
 * Asserts that the page was never blocked since. Exact times are measured by hand; a block of seconds is an error on
 * any machine.
 */
export async function neverStoodStill(page) {
  const longest = await page.evaluate(() => globalThis.longest);
  assert.ok(longest < 2_000, `${longest} ms between two frames`);
}
