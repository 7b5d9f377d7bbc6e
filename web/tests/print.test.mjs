// The page on paper, in a browser: contents are printed in the colours of paper, controls are not printed.
//
//     node --test web/tests/print.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";

import { site } from "./browser.mjs";

const on = site("main");

/** Whether the first element that matches a selector is printed. */
const printed = (page, selector) => page.locator(selector).first().isVisible();

/** Returns the lightness of a CSS colour, from 0 to 1. */
const light = (page, selector, property) =>
  page.locator(selector).first().evaluate((one, property) => {
    const [red, green, blue] = getComputedStyle(one)[property].match(/[\d.]+/g).map(Number);
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  }, property);

const VIEWS = [
  ["losing chess", "losing/e2e3.d7d5", ".side tbody tr", [".board .piece", ".line button", ".side td button", ".side .digest"], [".losing .buttons", "#jump"]],
  ["bidding chess", "bidding/certs%2Fknk.cbor/8%2F8%2F8%2F3k4%2F8%2F2N5%2F8%2FK7", ".bidding table", [".board .piece", ".side dl", ".two td button", "#position"], [".game form"]],
  ["chips", "chips/certs%2Ftic-tac-toe-chips.cbor/..X%2F.O.%2F...", ".curve canvas", [".cells [data-stone=X]", ".side dl", ".curve canvas", ".heat"], [".game form", ".sliders", "#game"]],
  ["points", "scores", ".scores .side .state", [".side table", ".heat"], [".scores .fields", ".sliders"]],
  ["who can mate", "mating", ".rules table", [".board .piece", ".board .sign", ".rules table", "#mating-fen"], [".setup", ".mating .buttons"]],
];

for (const [name, link, ready, some, others] of VIEWS) {
  on(`${name}, from a screen that is light or dark`, link, async (page) => {
    // Everything must be there before it is printed.
    for (const selector of [ready, ...some]) await page.locator(selector).first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ media: "screen", colorScheme });
      await page.emulateMedia({ media: "print" });
      for (const selector of some) assert.ok(await printed(page, selector), `${selector} is not printed, ${colorScheme}`);
      for (const selector of ["nav", ...others]) assert.ok(!(await printed(page, selector)), `${selector} is printed, ${colorScheme}`);
      assert.ok((await light(page, "body", "color")) < 0.2, colorScheme);
      assert.ok((await light(page, "body", "backgroundColor")) > 0.9, colorScheme);
      for (const button of some.filter((selector) => selector.endsWith("button"))) assert.ok((await light(page, button, "color")) < 0.2, `${button}, ${colorScheme}`);
      const sheets = await page.pdf({ format: "A4" });
      assert.equal(sheets.subarray(0, 4).toString(), "%PDF");
      // The document is complete, and no line has a page of its own.
      const count = sheets.toString("latin1").match(/\/Type \/Page\b/g).length;
      assert.ok(count >= 1 && count <= 6, `${count} pages, ${colorScheme}`);
    }
  }, { onward: true });
}

on("verdicts are printed without the lists of files to open", "open", async (page) => {
  await page.getByRole("button", { name: "Verify kk.cbor" }).click();
  await page.locator("article .mark.verified").waitFor();
  await page.emulateMedia({ media: "print" });
  assert.ok(await printed(page, "article dl"));
  for (const selector of [".to-open h2", ".offers > li:not(:has(> article))", ".drop", "article button"]) assert.ok(!(await printed(page, selector)), selector);
});

on("curves are redrawn in the colours of paper, and as before after printing", "chips", async (page) => {
  await page.locator(".curve canvas").waitFor();
  /** Returns the darkest and the lightest opaque pixel at the left edge of the curve, which contains its numbers. */
  const numbers = () =>
    page.locator(".curve canvas").evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, 40, canvas.height);
      const lights = [];
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 200) lights.push(data[at] + data[at + 1] + data[at + 2]);
      return [Math.min(...lights), Math.max(...lights)];
    });
  const [, screen] = await numbers();
  assert.ok(screen > 600, `light on a dark screen, not ${screen}`);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.waitForTimeout(100);
  const [paper, most] = await numbers();
  assert.ok(paper < 200 && most < 600, `dark on paper, not ${paper} to ${most}`);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.waitForTimeout(100);
  assert.ok((await numbers())[1] > 600);
}, { colorScheme: "dark" });
