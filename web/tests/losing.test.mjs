// Losing chess in a real browser: the tree of all proofs, and walks through some.
//
//     node --test web/tests/losing.test.mjs      SITE: the folder that build.mjs has made; CHROMIUM: the browser

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { LOOKS, ROOT, accessible, site } from "./browser.mjs";

const on = site(".losing table");

/** The moves to here, without numbers. */
const line = (page) => page.locator(".line button").allTextContents();

/** Waits until the line is this. */
async function leads(page, ...moves) {
  await page.waitForFunction((wanted) => [...document.querySelectorAll(".line button")].map((one) => one.textContent).join(" ") === wanted, moves.join(" "));
}

/** Waits until all sizes are there, and says them by move. */
async function sizes(page) {
  await page.waitForFunction(() => document.querySelector(".side tbody") && ![...document.querySelectorAll("[data-size]")].some((cell) => cell.textContent === "…"));
  return Object.fromEntries(await page.locator(".side tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, [row.cells[1].textContent, row.cells[2].textContent]])));
}

/** The middle of a square on the screen. */
async function middle(page, square) {
  const box = await page.locator(`[data-square="${square}"] rect`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function click(page, square) {
  await page.mouse.click(...(await middle(page, square)));
}

on("the beginning of the game lists what is proved behind each move, and what is not", "losing", async (page) => {
  const rows = await page.locator(".side tbody tr").evaluateAll((all) => all.map((row) => [row.cells[0].textContent, row.cells[1].textContent]));
  const said = Object.fromEntries(rows);
  assert.equal(rows.length, 20);
  assert.match(said.d3, /^Black wins, in at most \d+ moves: \d+ positions$/);
  assert.match(said.e3, /^open: proved for \d+ of 20 replies$/);
  assert.equal(said.Na3, "nothing is proved");
  assert.equal(await page.locator(".state").textContent(), "Nothing is proved here.");
});

on("a move on the board leads into a proof, which is verified and shown with its digest", "losing", async (page) => {
  await click(page, "d2");
  await click(page, "d3");
  await leads(page, "d3");
  await page.locator(".mark.verified").waitFor();
  assert.match(await page.locator(".side .digest").textContent(), /^[0-9a-f]{64}$/);
  assert.match(await page.locator(".state").textContent(), /^Black wins by force, in at most \d+ moves of both sides\. Positions from here on: /);
});

on("pieces are dragged, and fall back where they may not go", "losing", async (page) => {
  const drag = async (from, to) => {
    await page.mouse.move(...(await middle(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, to)), { steps: 4 });
    await page.mouse.up();
  };
  await drag("e2", "e5");
  assert.deepEqual(await line(page), []);
  await drag("e2", "e3");
  await leads(page, "e3");
  await drag("d7", "d5");
  await leads(page, "e3", "d5");
});

on("the board is played on with the keyboard alone", "losing", async (page) => {
  await page.locator('[data-square="a1"]').focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await leads(page, "e3");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-square")), "e3");
});

on("sizes of subtrees are those that the program says", "losing/e2e3.d7d5", async (page) => {
  await page.getByRole("button", { name: "On", exact: true }).click();
  const proved = JSON.parse(readFileSync(join(ROOT, "web/tests/data/e3-d5.json"), "utf8"));
  await leads(page, ...proved.line);
  const found = await sizes(page);
  assert.deepEqual(found, Object.fromEntries(proved.replies.map(({ san, positions, longest }) => [san, [String(positions), String(longest)]])));
});

on("back, forward, and to a move of the line", "losing/e2e3.d7d5", async (page) => {
  const button = (name) => page.getByRole("button", { name, exact: true });
  await button("On").click();
  await page.locator(".side tbody button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".line button").length === 4);
  const whole = await line(page);
  await button("Back").click();
  await leads(page, ...whole.slice(0, 3));
  await button("On").click();
  await leads(page, ...whole);
  await page.locator(".line button").nth(0).click();
  await leads(page, "e3");
  await button("Beginning").click();
  await page.waitForFunction(() => document.querySelectorAll(".line button").length === 0);
});

on("a link leads to its position, and the address follows the play", "losing/e2e3.d7d5", async (page) => {
  await leads(page, "e3", "d5");
  await page.getByRole("button", { name: "On", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".line button").length === 3);
  const here = await line(page);
  assert.match(page.url(), /#losing\/e2e3\.d7d5\.\w+$/);
  await page.reload();
  await leads(page, ...here);
});

for (const [title, link, says] of [
  ["a link with an illegal move says so, and leads to the beginning", "losing/e2e5", /e2e5 is illegal/],
  ["a link that is no line", "losing/%3Cimg%20src=x%3E", /is no move/],
  ["a link that is wrongly encoded", "losing/%E0%A4%A", /is no move/],
  ["a link with a move that the winner does not make", "losing/e2e3.d7d5.a2a3", /a2a3 is legal, but White's move in the proof is/],
]) {
  on(title, link, async (page) => {
    assert.match(await page.getByRole("alert").textContent(), says);
    assert.equal(await page.locator("img").count(), 0);
  });
}

on("moves are typed, and a position of the proof is found", "losing/e2e3.d7d5", async (page) => {
  await page.locator("#jump").fill("1. e3 d6");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await leads(page, "e3", "d6");
  const root = "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w - -";
  await page.locator(".side tbody button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".line button").length === 3);
  await page.locator("#jump").fill(root);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await leads(page, "e3", "d6");
  await page.locator("#jump").fill("8/8/8/8/8/8/8/k6K w - -");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "the proof does not have this position" }).waitFor();
});

on("PGN of what lies below is a file", "losing/e2e3.d7d5", async (page) => {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "PGN", exact: true }).click();
  const text = readFileSync(await (await coming).path(), "utf8");
  assert.match(text, /\[FEN "rnbqkbnr\/ppp1pppp\/8\/3p4\/8\/4P3\/PPPP1PPP\/RNBQKBNR w - - 0 2"\]\s+2\. Qg4 Bxg4/);
});

on("a proof that is dropped is walked through from its own root", "open", async (page) => {
  await page.setInputFiles("#files", [{ name: "mine.cbor", mimeType: "application/cbor", buffer: readFileSync(join(ROOT, "certs/losing/international.cbor")) }]);
  await page.getByRole("button", { name: "Walk through it" }).click();
  await page.locator(".losing .mark.verified").waitFor();
  assert.match(await page.locator(".side").textContent(), /mine\.cbor \([0-9a-f]{8}\).*rules international/);
}, { ready: "#files" });

on("a large proof: the first reply is there, and the page never stands still", "losing", async (page) => {
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
  await page.evaluate(() => {
    location.hash = "#losing/e2e3.c7c6";
  });
  await leads(page, "e3", "c6");
  await page.locator(".state").filter({ hasText: "2,052,123" }).waitFor({ timeout: 120_000 });
  // How long is measured by hand; that it stands still for seconds would be wrong on any machine.
  assert.ok((await page.evaluate(() => globalThis.longest)) < 2_000);
});

for (const [title, options] of LOOKS) {
  on(`no findings of axe-core: ${title}`, "losing/e2e3.d7d5", async (page) => {
    await sizes(page);
    await accessible(page);
  }, options);
}
