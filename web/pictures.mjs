// Takes the pictures of the page that the book has. To be run by hand, and looked at.
//
//     node web/pictures.mjs      SITE: the folder that build.mjs has made, CHROMIUM: the browser

import { join } from "node:path";

import { ROOT, launch, open, serve } from "./tests/browser.mjs";

/** Names, where the page shows them, what is waited for, and how high they are. */
const PICTURES = [
  ["losing", "losing/e2e3.d7d5.f1a6", ".side tbody tr", 760],
  ["chips", "chips", ".curve canvas", 1180],
  ["mating", "mating", ".mating .mark.verified", 900],
];

const { server, address } = await serve(process.env.SITE);
const browser = await launch();
for (const [name, link, ready, height] of PICTURES) {
  const { page, context } = await open(browser, `${address}#${link}`, { ready, viewport: { width: 900, height } });
  await page.waitForFunction(() => !document.body.textContent.includes("…\u00a0") && ![...document.querySelectorAll("[data-size]")].some((cell) => cell.textContent === "…"));
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(ROOT, `docs/src/screenshots/${name}.jpg`), type: "jpeg", quality: 60 });
  await context.close();
}
await browser.close();
server.close();
