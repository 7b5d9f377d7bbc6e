// Measures the page and writes docs/measured/page.md. Run it by hand on an idle machine.
//
//     node web/measure.mjs
//         SITE: the folder built by build.mjs; CHECK: the program `check`; CHROMIUM: the browser

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { ROOT, launch, open, serve } from "./tests/browser.mjs";

const SITE = process.env.SITE;
const RUNS = 5;

/** A typical file of each kind, with the files that it cites. */
const FILES = {
  richman: ["certs/knk.cbor", "certs/kk.cbor"],
  chips: ["certs/hex-3x4-chips.cbor"],
  scoring: ["certs/subtraction-1-budgets-1-300.cbor"],
  losing: ["certs/losing/e3-c6.cbor"],
  batch: ["certs/unwinnable/positions.cbor"],
  // This file is verified quickly. Most of the time goes into its entries, which the module reports and the program
  // does not.
  "small batch": ["certs/unwinnable/unfair-timeouts.cbor"],
  "batch of fortresses": ["certs/unwinnable/fortresses.cbor"],
  helpmate: ["tests/corpus/accept/helpmate/hostile-1024-plies.cbor"],
  unwinnable: ["tests/corpus/accept/unwinnable/hostile-skeletons.cbor"],
};

const rows = [];
const row = (what, measured) => {
  rows.push([what, measured]);
  console.log(`${what}: ${measured}`);
};
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} KB`;
const seconds = (time) => `${(time / 1000).toFixed(2)} s`;
const milliseconds = (times) => `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`;
const gzipped = (path) => gzipSync(readFileSync(join(SITE, path)), { level: 9 }).length;

// Sizes.
const first = readdirSync(SITE).filter((name) => /\.(html|js|css|json|svg)$/.test(name) && name !== "pieces.svg" && name !== "explorer-worker.js").concat("checker.wasm");
row("the checker's module, gzipped", kilobytes(gzipped("checker.wasm")));
row("the explorer's, gzipped, fetched afterwards, or when something is explored", kilobytes(gzipped("explorer.wasm")));
row("all that loads before the first verdict, gzipped", kilobytes(first.reduce((sum, name) => sum + gzipped(name), 0)));

// In the browser.
const { server, address } = await serve(SITE);
const browser = await launch();

/** Runs `body` on a new page. */
async function on(link, ready, body) {
  const { page, context } = await open(browser, link === "" ? address : `${address}#${link}`, { ready, viewport: { width: 1280, height: 1000 } });
  try {
    return await body(page);
  } finally {
    await context.close();
  }
}

/** Returns the time in the page from an action until a condition holds, in milliseconds. */
const took = (page, act, holds) =>
  page.evaluate(
    ([act, holds]) =>
      new Promise((resolve) => {
        const done = new Function(`return ${holds}`);
        const begun = performance.now();
        const look = () => (done() ? resolve(performance.now() - begun) : setTimeout(look, 0));
        new Function(act)();
        look();
      }),
    [act, holds],
  );

const knk = [];
for (let run = 0; run < RUNS; run += 1) {
  knk.push(await on("", "html.ready", async (page) => {
    await page.setInputFiles("#files", []);
    const files = ["certs/knk.cbor", "certs/kk.cbor"].map((path) => join(ROOT, path));
    const begun = Date.now();
    await page.setInputFiles("#files", files);
    await page.waitForFunction(() => document.querySelectorAll(".mark.verified").length === 2);
    return Date.now() - begun;
  }));
}
row("knk and kk are dropped: both verdicts", seconds(Math.min(...knk)));

const [verdict, reply, block, steps] = await on("losing", ".losing table", async (page) => {
  await page.evaluate(() => {
    globalThis.longest = 0;
    let before = performance.now();
    const frame = (now) => {
      globalThis.longest = Math.max(globalThis.longest, now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.locator('[data-move="e2e3"]').click();
  await page.locator('[data-move="c7c6"]').waitFor();
  const reply = await took(page, `document.querySelector('[data-move="c7c6"]').click()`, `document.querySelector(".side .mark.verified") && document.querySelector(".side tbody tr")`);
  const verdict = await page.locator(".side .mark").locator("..").textContent();
  const steps = [];
  for (let step = 0; step < 12; step += 1) {
    const before = await page.locator(".line li").count();
    steps.push(await took(page, `[...document.querySelectorAll(".buttons button")].find((one) => one.textContent === "On").click()`, `document.querySelectorAll(".line li").length > ${before}`));
  }
  return [/, ([\d.]+ s):/.exec(verdict)?.[1], reply, await page.evaluate(() => globalThis.longest), steps];
});
row("e3-c6, of 2,051,980 positions: verdict / first reply shown", `${verdict} / ${seconds(reply)}`);
row("longest time between two frames of the page meanwhile", `${Math.round(block)} ms`);
row("12 steps in that proof", milliseconds(steps));

const [lookups, heats] = await on("bidding/certs%2Fknk.cbor/8%2F8%2F8%2F3k4%2F8%2F2N5%2F8%2FK7", ".bidding table", async (page) => {
  const lookups = [];
  const heats = [];
  for (const square of ["d1", "e5", "g7", "b6"]) {
    const move = await page.locator(".two table").first().locator("tbody button").first().getAttribute("data-move");
    const before = await page.locator("#position").inputValue();
    lookups.push(await took(page, `document.querySelector('[data-move="${move}"]').click()`, `document.querySelector("#position").value !== "${before}"`));
    await page.selectOption("#heat", "");
    heats.push(await took(page, `const heat = document.querySelector("#heat"); heat.value = "${square === "d1" ? "N" : "K"}"; heat.dispatchEvent(new Event("change"))`, `document.querySelector(".board title")`));
  }
  return [lookups, heats];
});
row("4 lookups in knk", milliseconds(lookups));
row("4 heat maps of a piece", milliseconds(heats));

const chips = await on("chips", ".chips .mark", async (page) => {
  const times = [];
  for (const cell of ["1,1", "2,2", "1,3"]) {
    const before = await page.locator("#position").inputValue();
    times.push(await took(page, `document.querySelector('[data-cell="${cell}"]').click()`, `document.querySelector("#position").value !== "${before}"`));
  }
  return times;
});
row("3 positions of tic-tac-toe with their curves", milliseconds(chips));
await browser.close();
server.close();

// WebAssembly compared with the program: processor time of a verification, the two in turn. The engine compiles a
// module twice, the second time with more optimisation while the module runs. The first verification of a worker is
// therefore reported separately.
const child = `
  import { readFileSync } from "node:fs";
  const { Checker } = await import(${JSON.stringify(fileURLToPath(new URL("checker/checker.mjs", import.meta.url)))});
  const checker = new Checker(new WebAssembly.Module(readFileSync(process.argv[1])));
  const [file, ...cited] = process.argv.slice(2).map((path) => new Uint8Array(readFileSync(path)));
  const verify = () => {
    const begun = process.cpuUsage();
    for (const one of cited) checker.offer(one);
    if (checker.verify(file).verdict !== "verified") process.exit(1);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  const first = verify();
  const later = [];
  while (later.length < 2 || (later.length < 200 && later.reduce((sum, time) => sum + time) < 1)) later.push(verify());
  console.log(first, later.sort((one, other) => one - other)[later.length >> 1]);
`;
for (const [kind, [file, ...cited]] of Object.entries(FILES)) {
  const times = { first: [], later: [], native: [] };
  for (let run = 0; run < RUNS; run += 1) {
    const web = spawnSync(process.execPath, ["--input-type=module", "--eval", child, join(SITE, "checker.wasm"), file, ...cited], { cwd: ROOT });
    if (web.status !== 0) throw new Error(`${file}: ${web.stderr}`);
    const [first, later] = web.stdout.toString().split(" ").map(Number);
    times.first.push(first);
    times.later.push(later);
    // The shell measures hundredths of a second, so short runs are repeated.
    const repeated = later < 0.5 ? 20 : 1;
    const loop = `TIMEFORMAT="%U %S"; time for run in $(seq ${repeated}); do "$0" "$1" --quiet; done`;
    const native = spawnSync("bash", ["-c", loop, process.env.CHECK, file], { cwd: ROOT });
    const [user, system] = native.stderr.toString().trim().split("\n").at(-1).split(" ").map(Number);
    times.native.push((user + system) / repeated);
  }
  const [first, later, native] = [times.first, times.later, times.native].map((all) => Math.min(...all));
  row(`${kind}, ${file}: processor time of WebAssembly over the program's`, `${(later / native).toFixed(2)} (${later.toFixed(3)} s over ${native.toFixed(3)} s; the first in a worker ${first.toFixed(2)} s)`);
}

const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT }).stdout.toString().trim();
const table = rows.map(([what, measured]) => `| ${what} | ${measured} |`).join("\n");
writeFileSync(
  join(ROOT, "docs/measured/page.md"),
  `# The page\n\nCommand: \`node web/measure.mjs\`, with Debian's Chromium on two cores. Commit: ${commit}. Date: ${new Date().toISOString().slice(0, 10)}. Least of ${RUNS} runs, where runs are repeated.\n\n| what | measured |\n|---|---|\n${table}\n`,
);
