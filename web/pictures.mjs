// Takes the book's pictures of the page, or pictures of every view in every look. Run it by hand, and look at the
// results.
//
//     node web/pictures.mjs [FOLDER]
//         SITE: the folder built by build.mjs; CHROMIUM: the browser; FOLDER: for pictures of all looks

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { ROOT, launch, open, serve } from "./tests/browser.mjs";

/** Name, address, selector to wait for, height in the book (0: not in the book), and preparation of each picture. */
const PICTURES = [
  ["verify", "start", "html.ready", 760, verify],
  ["losing", "losing/e2e3.d7d5.d1g4", ".side tbody tr", 760],
  ["bidding", "bidding/certs%2Fkpk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F3P4%2FK7", ".bidding table", 0, heat],
  ["bidding-game", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R", ".bidding table", 0, sitDown],
  ["chips", "chips", ".bids .how", 820],
  ["scores", "scores", ".bids .how", 820],
  ["mating", "mating", ".mating .mark.verified", 900],
  ["mating-line", "mating/7k/7p/8/8/8/8/8/K5N1_b_-_-", ".mating .mark.verified", 0],
];

const LOOKS = [
  ["light", { viewport: { width: 1200, height: 900 } }],
  ["dark", { viewport: { width: 1000, height: 900 }, colorScheme: "dark" }],
  ["360", { viewport: { width: 360, height: 740 } }],
];

async function verify(page) {
  await page.locator("#front [data-verify] button").first().click();
  await page.locator("#front .verdict .mark.verified").waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function heat(page) {
  await page.selectOption("#heat", "P");
  await page.getByText("Alpha with P on each square").waitFor();
}

async function sitDown(page) {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator("#bid").waitFor();
}

/** Opens the page of a picture, waits until it is complete, and runs `body`. */
async function taken([, link, ready, , first], options, body) {
  const { page, context } = await open(browser, `${address}#${link}`, { ready, ...options });
  await first?.(page);
  await page.waitForFunction(() => !document.body.textContent.includes("…\u00a0") && ![...document.querySelectorAll("[data-size]")].some((cell) => cell.textContent === "…"));
  await page.waitForTimeout(1000);
  const wrong = await page.locator(".wrong").allTextContents();
  if (wrong.some((text) => text !== "")) throw new Error(`${link}: ${wrong.join("")}`);
  await body(page);
  await context.close();
}

const { server, address } = await serve(process.env.SITE);
const browser = await launch();
const folder = process.argv[2];
for (const picture of PICTURES) {
  const [name, , , height] = picture;
  if (folder === undefined) {
    const to = { path: join(ROOT, `docs/src/screenshots/${name}.jpg`), type: "jpeg", quality: 60 };
    if (height > 0) await taken(picture, { viewport: { width: 900, height } }, (page) => page.screenshot(to));
    continue;
  }
  mkdirSync(folder, { recursive: true });
  for (const [look, options] of LOOKS) await taken(picture, options, (page) => page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true }));
  await taken(picture, LOOKS[1][1], async (page) => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.waitForTimeout(300);
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.screenshot({ path: join(folder, `${name}-paper.png`), fullPage: true });
  });
}
await browser.close();
server.close();
