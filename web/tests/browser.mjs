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

/** Serves a folder as any file server does, in a folder of its own. `kept`: the browser may keep files, as it does those of most servers, and what it has compiled of them. */
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

/** Debian's browser, with more options of its command line. */
export function launch(...more) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-software-rasterizer", ...more] });
}

/** Makes all of a document transparent on a screen, which Chromium then does not paint. */
function hide() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@media screen { html { opacity: 0 } }");
  document.adoptedStyleSheets = [sheet];
  globalThis.hidden = sheet;
}

/** A page at an address, and the list of what went wrong in it: errors, refusals by its policy, requests to other hosts. `ahead`: it loads what it does not need yet, as it does for whoever does not save data. `keeps`: it may be kept for the time without a network, which takes that. `unseen`: it is laid out and never painted, since tests ask for places, words and styles and not for pixels: painting takes a sixth of their time. */
export async function open(browser, address, { ready = "html.ready", keeps = false, ahead = keeps, unseen = false, ...options } = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  // Other pages of the context are like it. Whoever tries what is kept for the time without a network says so.
  if (!keeps) await context.addInitScript(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));
  if (!ahead) await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  if (unseen) await context.addInitScript(hide);
  // How many of its workers are still to say that they have been loaded: without that, nobody but the page knows.
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

/** An address of the same place whose document is loaded anew: the part behind # alone would not load it. */
export function again(address, count) {
  const next = new URL(address);
  next.search = count;
  return next.href;
}

/** What a test may do to a page or its context that a new document does not undo. */
const LASTING = { page: ["addInitScript", "close", "exposeBinding", "exposeFunction", "route", "routeFromHAR"], context: ["addCookies", "addInitScript", "grantPermissions", "newPage", "route", "setOffline"], clock: ["install", "pauseAt", "setFixedTime"] };

/** Whether something has been done to a page that another test would find there. */
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

/** Pages for tests that follow each other. A page of its own for each takes a third of the time of the tests, most of it for a process: a test gets a new document in the page of the one before, with the size and the looks that it asks for, unless that one did what lasts. `alone`: nothing of other tests may be in the page's history. `onward`: it goes on in the document of the test before, by way of the front page; for tests that wait for all that they ask about and leave nothing behind. */
export class Pages {
  #left;
  #count = 0;

  /** A page at an address, as from `open`; nothing is in `wrong`. */
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

  /** Takes a page back in which nothing has failed. */
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

/** What runs a test on a page in which nothing may go wrong: with a title, the part of the address behind #, and what is done with the page; `ready` is what the page shows when it can be used. `at` says browser and address for options. In a test's options, `told` is what the browser may tell nevertheless. */
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

/** Serves SITE, the folder that build.mjs has made, while a file's tests run, and says what runs a test (`pageTests`). What a page loads ahead is not kept besides: a test that takes the network away then finds what the page itself has. */
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

/** The rules of axe-core about colours, which take most of its time. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** That axe-core finds nothing, and nothing is wider than the window. `rules`: those that it tries, else all but `others`. */
export async function accessible(page, look = "as it is", rules = undefined, others = []) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(AXE, "utf8"));
  // Only what is found comes back: all that is well takes as long to tell as to find.
  const found = await page.evaluate(async ([rules, others]) => {
    // What is transparent has no contrast to look at.
    if (globalThis.hidden) globalThis.hidden.disabled = true;
    const { violations } = await globalThis.axe.run({ resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }), rules: Object.fromEntries(others.map((rule) => [rule, { enabled: false }])) });
    if (globalThis.hidden) globalThis.hidden.disabled = false;
    return violations.map(({ id, impact, nodes }) => [id, impact, nodes.length, nodes[0].html.slice(0, 120)]);
  }, [rules, others]);
  assert.deepEqual(found, [], look);
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
    // Dark differs from light in colours alone (style.css gives other ones to the same names): no other rule can find there what it has not found in light.
    // A tablet has the colours of a window, and no words of its own.
    await accessible(page, look, colorScheme === "dark" ? COLOURS : undefined, look === "a tablet's width" ? COLOURS : []);
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
