// The page with forced colours, in a browser: everything that colours tell elsewhere is also told by borders, shapes
// and words.
//
//     node --test web/tests/forced.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";

import { accessible, site } from "./browser.mjs";
import { begin, turn } from "./play.mjs";

const on = site("main");

const FORCED = { forcedColors: "active" };

/** Returns the computed colours of elements, each given by a selector and a CSS property. */
const colours = (page, wanted) =>
  page.evaluate((wanted) => wanted.map(([selector, property]) => getComputedStyle(document.querySelector(selector))[property]), wanted);

/** Returns the relative luminance of a computed colour, as WCAG 2 defines it. */
function luminance(colour) {
  const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, from 1 to 21. */
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Asserts that two colours have at least this contrast: 3 for shapes, 4.5 for letters. */
async function toldApart(page, one, other, least) {
  const [a, b] = await colours(page, [one, other]);
  assert.ok(contrast(a, b) >= least, `${one.join(" ")} is ${a}, ${other.join(" ")} is ${b}`);
}

const GROUND = ["body", "backgroundColor"];

/** Asserts that a sentence is readable and has a visible border, since a background alone would disappear. */
async function framed(page, selector) {
  await toldApart(page, [selector, "color"], GROUND, 4.5);
  await toldApart(page, [selector, "borderLeftColor"], GROUND, 3);
  assert.ok(Number.parseFloat((await colours(page, [[selector, "borderLeftWidth"]]))[0]) >= 3, `${selector} has a border`);
}

/**
 * Title and address of each view, the selector to wait for, sentences with borders, and pairs of colours with their
 * least contrast.
 */
const VIEWS = [
  ["the front page", "", "#front .board .piece", [], [[[".board .light", "fill"], [".board .dark", "fill"], 1.5]]],
  ["losing chess", "losing/e2e3.d7d5", ".losing .mark.verified", [".losing .state"], [[[".board .light", "fill"], [".board .dark", "fill"], 1.5]]],
  ["who can mate", "mating", ".mating .board .sign", [], [[[".board .sign", "fill"], [".board .light", "fill"], 4.5], [[".mating .mark", "color"], GROUND, 4.5]]],
  ["verification", "open", "#shipped button", [], [[["#shipped button", "borderTopColor"], GROUND, 3]]],
  ["bidding chess", "bidding", ".bids .how", [".bids > .state"], [[[".board .light", "fill"], [".board .dark", "fill"], 1.5], [[".begin .primary", "borderTopColor"], GROUND, 3]]],
  ["tic-tac-toe with chips", "chips/certs%2Ftic-tac-toe-chips.cbor/..X%2F.O.%2F...", ".bids .how", [".bids > .state"], [[[".cells button", "borderTopColor"], GROUND, 3], [['[data-stone="X"]', "color"], ['[data-stone="X"]', "backgroundColor"], 4.5]]],
  ["hex with chips", "chips/certs%2Fhex-3x4-chips.cbor", ".bids .how", [".bids > .state"], [[[".cells button", "borderTopColor"], GROUND, 3], [[".cells button", "borderLeftColor"], GROUND, 3]]],
  ["points", "scores", ".bids .how", [".bids > .state"], [[[".heap circle", "fill"], GROUND, 3]]],
];

for (const [title, link, ready, sentences, shapes] of VIEWS) {
  on(`${title}: sentences have borders, and shapes can be told apart, in forced colours that are light or dark, and axe-core finds nothing`, link, async (page) => {
    await page.locator(ready).first().waitFor();
    assert.ok(await page.evaluate(() => matchMedia("(forced-colors: active)").matches));
    for (const colorScheme of ["dark", "light"]) {
      await page.emulateMedia({ ...FORCED, colorScheme });
      assert.ok(await page.evaluate((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, colorScheme));
      for (const selector of sentences) await framed(page, selector);
      for (const [one, other, least] of shapes) await toldApart(page, one, other, least);
    }
    await accessible(page);
    // The view that showed tic-tac-toe also shows hex, so hex needs a new document.
  }, { ...FORCED, onward: !title.startsWith("hex") });
}

/** Returns the colours of more than a few pixels of a picture, with their numbers of pixels. */
const painted = (page) =>
  page.locator(".curve canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const counts = {};
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) counts[`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`] = (counts[`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`] ?? 0) + 1;
    return Object.entries(counts).filter(([, count]) => count > 40);
  });

for (const [title, link] of [["chips", "chips"], ["points", "scores"]]) {
  on(`the curve of ${title} has dots and a line in two colours of the system, light or dark`, link, async (page) => {
    await page.locator(".curve canvas").waitFor();
    await page.locator(".bids .how").waitFor();
    const picture = () => page.locator(".curve canvas").evaluate((canvas) => canvas.toDataURL());
    for (const colorScheme of ["light", "dark"]) {
      const before = await picture();
      await page.emulateMedia({ ...FORCED, colorScheme });
      // The curve is redrawn in one of the next frames.
      if (colorScheme === "dark") await page.waitForFunction((before) => document.querySelector(".curve canvas").toDataURL() !== before, before);
      const [ground] = await colours(page, [GROUND]);
      const seen = (await painted(page)).filter(([colour]) => contrast(colour, ground) >= 3).map(([colour]) => colour);
      assert.ok(new Set(seen).size >= 2, `${seen.join(" ")} on ${ground}, ${colorScheme}`);
    }
  }, { ...FORCED, onward: link === "scores" });
}

on("a visible curve is redrawn when colours are forced", "chips", async (page) => {
  await page.locator(".bids .how").waitFor();
  const before = await page.locator(".curve canvas").evaluate((canvas) => canvas.toDataURL());
  await page.emulateMedia(FORCED);
  // The page learns of the change in one of the next frames.
  await page.waitForFunction((before) => document.querySelector(".curve canvas").toDataURL() !== before, before);
});

for (const [title, link, choose, chosen] of [
  ["bidding chess", "bidding", async (page) => { await page.locator('[data-square="b1"]').click(); await page.locator('[data-square="b5"]').click(); }, [".board .frame", "stroke"]],
  ["tic-tac-toe", "chips", (page) => page.locator('[data-cell="2,2"]').click(), ['.cells [aria-pressed="true"]', "outlineColor"]],
  ["a heap", "scores", (page) => page.getByRole("button", { name: "Take 2" }).click(), ['.choices [aria-pressed="true"]', "outlineColor"]],
]) {
  on(`${title} is played in forced colours that are light or dark: purses, whose turn, a chosen move and the end are told apart`, link, async (page) => {
    const inBoth = async (look) => {
      for (const colorScheme of ["dark", "light"]) {
        await page.emulateMedia({ ...FORCED, colorScheme });
        await look().catch((error) => assert.fail(`${colorScheme}: ${error.message}`));
      }
    };
    await page.locator(".bids .how").waitFor();
    await begin(page);
    await turn(page);
    await inBoth(async () => {
      await framed(page, ".turn");
      await toldApart(page, [".purse .mine rect", "fill"], [".purse .its rect", "fill"], 3);
      for (const [whose, property] of [["mine", "fill"], ["its", "stroke"]]) await toldApart(page, [`.purse .${whose} rect`, property], [".purse svg", "backgroundColor"], 3);
    });
    await choose(page);
    await page.locator(".asked").filter({ hasText: "If you win the bid" }).waitFor();
    const under = link === "bidding" ? [".board .light", "fill"] : GROUND;
    await inBoth(() => toldApart(page, chosen, under, 3));
    for (let asked = await turn(page), rounds = 0; asked !== "over"; asked = await turn(page), rounds += 1) {
      assert.ok(rounds < 100);
      if (asked === "bid") {
        await page.locator("#bid").fill("0");
        await page.locator("#bid").press("Enter");
      } else if ((await page.locator(".choices button").count()) > 0) await page.locator(".choices button").first().click();
      else await page.locator(link === "chips" ? ".cells button:not([aria-disabled])" : ".two table button").first().click();
    }
    await inBoth(() => framed(page, ".turn"));
    // A win, a loss and a draw have three different border styles.
    const styles = await page.locator(".turn").evaluate((one) => ["win", "loss", "draw"].map((result) => {
      one.className = `turn ${result}`;
      return getComputedStyle(one).borderLeftStyle;
    }));
    assert.equal(new Set(styles).size, 3, styles.join(" "));
  }, { ...FORCED, onward: link !== "bidding" });
}

on("the edges of hex have two border styles, and stones are letters", "chips/certs%2Fhex-3x4-chips.cbor/X..%2F.O.%2F...%2F...", async (page) => {
  await page.locator(".bids .how").waitFor();
  const [top, left] = await colours(page, [[".cells .row:first-child button:nth-child(2)", "borderTopStyle"], [".cells .row:nth-child(2) button:first-child", "borderLeftStyle"]]);
  assert.notEqual(top, left);
  assert.deepEqual(await page.locator("[data-stone]").allTextContents(), ["X", "O"]);
}, FORCED);
