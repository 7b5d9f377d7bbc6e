// Sides of losing chess that do not lose, in a browser: a certificate that the user opens, its result, its roots, and
// its positions move by move.
//
//     node --test web/tests/safe.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, accessibleInAllLooks, site } from "./browser.mjs";

const on = site("html.ready");

const corpus = (path) => readFileSync(join(ROOT, `tests/corpus/${path}.cbor`));

/** Opens a file, and goes to its positions when it is verified. */
async function look(page, name, buffer) {
  await page.setInputFiles("#files", [{ name, mimeType: "application/cbor", buffer }]);
  const card = page.getByRole("article", { name, exact: true });
  await card.locator(".mark").filter({ hasText: "VERIFIED" }).waitFor();
  await card.getByRole("button", { name: "Look at its positions" }).click();
  await page.locator(".safe .mark.verified").waitFor();
  return card;
}

const state = (page, text) => page.locator(".safe .state").filter({ hasText: text }).waitFor();
const pieces = (page) => page.locator(".safe .board .piece").count();

on("an opened file is verified, and its result stands in words above its root on a board", "open", async (page) => {
  const name = "drawn.cbor";
  await page.setInputFiles("#files", [{ name, mimeType: "application/cbor", buffer: corpus("accept/safe/king-and-pawn") }]);
  const card = page.getByRole("article", { name, exact: true });
  await card.locator(".mark").filter({ hasText: "VERIFIED" }).waitFor();
  assert.match(await card.locator("dl").first().textContent(), /losing chess is drawn with best play from 3K4\/8\/8\/3p4\/8\/8\/8\/8 w - -: neither side can win by force/);
  await card.getByRole("button", { name: "Look at its positions" }).click();
  await state(page, /^Drawn with best play from here: neither side can win by force\.$/);
  assert.equal(await pieces(page), 2);
  assert.match(await page.locator('.safe [data-square="d8"]').getAttribute("aria-label"), /white king/);
  assert.match(await page.locator('.safe [data-square="d5"]').getAttribute("aria-label"), /black pawn/);
  assert.deepEqual(await page.locator(".how-safe li").allTextContents(), [
    "White does not lose if it plays Kc7. Position 0 of the 324 in its closed set.",
    "Black does not lose whatever White plays. Position 0 of the 2,921 in its closed set.",
  ]);
  assert.equal(await page.title(), "Losing chess: who cannot lose – gamecert");
});

on("its positions are looked at move by move, with the buttons and on the board", "open", async (page) => {
  await look(page, "drawn.cbor", corpus("accept/safe/king-and-pawn"));
  await page.getByRole("button", { name: "Kd7", exact: true }).click();
  await state(page, /^White cannot win by force from here\.$/);
  assert.match(page.url(), /#safe\/drawn\.cbor%20\([0-9a-f]{8}\)\/0\/d8d7$/);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await state(page, /^Drawn with best play/);
  // The board makes the same moves.
  await page.locator('.safe [data-square="d8"]').click();
  await page.locator('.safe [data-square="c7"]').click();
  await page.locator(".safe .line [aria-current]").filter({ hasText: "1. Kc7" }).waitFor();
  await state(page, /^Drawn with best play/);
  await page.getByRole("button", { name: "Beginning", exact: true }).click();
  await page.locator(".safe .line").waitFor({ state: "detached" });
});

on("a position of several is chosen, and one side may be safe alone", "open", async (page) => {
  await look(page, "roots.cbor", corpus("accept/safe/two-roots"));
  const [first, second] = await page.locator("#root option").allTextContents();
  assert.deepEqual([first, second], ["8/8/8/8/2b5/8/8/B7 b - -", "8/8/8/8/2b5/8/8/B7 w - -"]);
  await page.locator("#root").selectOption(second);
  await page.locator(".safe caption").filter({ hasText: "White to move" }).waitFor();
  assert.match(page.url(), /\/1\/$/);
});

on("a link with an illegal move or without its root keeps what is shown, with a sentence", "open", async (page) => {
  await look(page, "drawn.cbor", corpus("accept/safe/king-and-pawn"));
  await page.evaluate(() => { location.hash = `${location.hash.replace(/\/0\/.*$/, "")}/0/d8d1`; });
  await page.locator(".safe [role=alert]").filter({ hasText: "d8d1" }).waitFor();
  assert.equal(await pieces(page), 2);
  await page.evaluate(() => { location.hash = `${location.hash.replace(/\/0\/.*$/, "")}/7/`; });
  await page.locator(".safe [role=alert]").filter({ hasText: "no root 7: there are 1" }).waitFor();
  // What was shown before goes on.
  await page.getByRole("button", { name: "Kc7", exact: true }).click();
  await page.locator(".safe .line [aria-current]").filter({ hasText: "1. Kc7" }).waitFor();
});

on("a link to a file that is not at hand is answered with a sentence", "safe/gone.cbor/0/", async (page) => {
  await page.locator(".safe [role=alert]").filter({ hasText: /gone\.cbor/ }).waitFor();
}, { told: /404/ });

on("without a file, a sentence says where the view begins", "safe", async (page) => {
  await page.locator(".safe [role=alert]").filter({ hasText: "Open a certificate of kind safe first" }).waitFor();
});

on("a forged file is rejected with its clause, and has no positions", "open", async (page) => {
  await page.setInputFiles("#files", [{ name: "forged.cbor", mimeType: "application/cbor", buffer: corpus("reject/safe/flag-white") }]);
  const card = page.getByRole("article", { name: "forged.cbor", exact: true });
  await card.locator(".mark").filter({ hasText: "REJECTED" }).waitFor();
  assert.equal(await card.locator("dd code").first().textContent(), "safe/lost");
  assert.equal(await card.getByRole("button", { name: "Look at its positions" }).count(), 0);
});

on("axe-core finds nothing in the view", "open", async (page) => {
  await look(page, "roots.cbor", corpus("accept/safe/two-roots"));
  await accessibleInAllLooks(page);
}, { reducedMotion: "reduce" });
