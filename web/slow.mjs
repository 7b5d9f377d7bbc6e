// Compares two builds of the page, in turn, on an emulated slow machine and network: 6 times slower processor, 1.6
// Mbit/s, 150 ms. Run it by hand on an idle machine.
//
//     node web/slow.mjs OLD NEW [RUNS]      OLD, NEW: folders built by build.mjs; CHROMIUM: the browser

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

import { TYPES, launch } from "./tests/browser.mjs";

const [, , old, now, runs = "5"] = process.argv;

/** Serves a folder like a host that sends compressed files: the brotli forms if they exist, otherwise gzip. */
function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file) || statSync(file).isDirectory()) return response.writeHead(404).end();
    const type = { "content-type": TYPES[extname(file)] ?? "application/octet-stream" };
    if (existsSync(`${file}.br`)) {
      response.writeHead(200, { ...type, "content-encoding": "br" });
      return createReadStream(`${file}.br`).pipe(response);
    }
    if (!(extname(file) in TYPES)) return createReadStream(file).pipe(response.writeHead(200, type));
    return response.writeHead(200, { ...type, "content-encoding": "gzip" }).end(gzipSync(readFileSync(file)));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, address: `http://127.0.0.1:${server.address().port}/` })));
}

/** The address to open, and the condition to wait for. Conditions press buttons as soon as these are enabled. */
const QUESTIONS = {
  "something to read": ["", () => document.querySelector("#picks li, #front .card") !== null && document.body.innerText.length > 300],
  "a board to look at, on the first page that has one": ["board", () => document.querySelectorAll(".board use").length >= 32],
  "the first verdict": [
    "",
    () => {
      const button = document.querySelector("#picks li button, #front [data-verify] button");
      if (button && !button.disabled && !globalThis.pressed) {
        globalThis.pressed = true;
        button.click();
      }
      return document.querySelector("article .mark.verified, .verdict .mark.verified") !== null;
    },
  ],
  "losing chess can be used": ["losing", () => document.querySelectorAll(".losing td button").length >= 20],
};

async function time(browser, address, link, holds) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 });
  await client.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const begun = performance.now();
  await page.goto(`${address}#${link}`, { waitUntil: "commit" });
  await page.waitForFunction(holds, undefined, { timeout: 240_000, polling: 20 });
  const took = performance.now() - begun;
  await context.close();
  return took;
}

// The first board of the old page is on losing chess.
const sites = [{ ...(await serve(old)), first: "losing" }, { ...(await serve(now)), first: "" }];
const browser = await launch();
console.log("| | old, s | new, s | new over old |\n|---|---|---|---|");
for (const [title, [link, holds]] of Object.entries(QUESTIONS)) {
  const times = [[], []];
  for (let run = 0; run < Number(runs); run += 1) {
    // The builds take turns, so that other load on the machine affects both.
    for (const [at, { address, first }] of sites.entries()) times[at].push(await time(browser, address, link === "board" ? first : link, holds));
  }
  const [before, after] = times.map((some) => some.sort((one, other) => one - other)[Math.floor(some.length / 2)] / 1000);
  console.log(`| ${title} | ${before.toFixed(2)} | ${after.toFixed(2)} | ${(after / before).toFixed(2)} |`);
}
await browser.close();
for (const { server } of sites) server.close();
