// Losing chess in a real browser: the tree of all proofs, and walks through some.
//
//     node --test web/tests/losing.test.mjs      SITE: the folder that build.mjs has made; CHROMIUM: the browser

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT, accessibleInAllLooks, launch, neverStoodStill, serve, site, watchFrames } from "./browser.mjs";

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
  await page.waitForFunction(() => document.querySelectorAll(".line button").length === 3);
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

on("a position before the proofs is found by its FEN, however it is written", "losing", async (page) => {
  const go = async (fen) => {
    await page.locator("#jump").fill(fen);
    await page.getByRole("button", { name: "Go", exact: true }).click();
  };
  await go("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  await leads(page, "e3");
  // The root of a proof, and a position that no proof is about.
  await go("rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -");
  await leads(page, "e3", "d5");
  await page.locator(".side .mark.verified").waitFor();
  await go("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b - -");
  await leads(page, "Na3");
  assert.equal(await page.locator(".state").textContent(), "Nothing is proved here.");
  await go("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
  await leads(page);
  for (const [fen, says] of [
    ["8/8/8/8/8/8/8/k6K w - -", /no move beside the ways to the proofs leads to this position\. Positions within a proof/],
    ["8/8 w - -", /expected 8 ranks/],
    ["<img/src=x> w - -", /expected 8 ranks/],
  ]) {
    await go(fen);
    await page.getByRole("alert").filter({ hasText: says }).waitFor();
    assert.deepEqual(await line(page), []);
  }
});

on("the link that is copied leads to the position", "losing/e2e3.d7d5", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "On", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".line button").length === 3);
  const here = await line(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("The link to this position has been copied.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, page.url());
  const other = await page.context().newPage();
  await other.goto(copied);
  await leads(other, ...here);
  await other.locator(".side .mark.verified").waitFor();
});

on("what is said of a position is told to those who do not see it", "losing/e2e3.d7d5", async (page) => {
  await page.getByRole("status").filter({ hasText: /^d5: White wins by force, in at most \d+ moves of both sides\.$/ }).waitFor();
  await page.getByRole("button", { name: "Beginning" }).click();
  await page.getByRole("status").filter({ hasText: /^Nothing is proved here\.$/ }).waitFor();
});

on("a proof that is entered again is fetched and verified again: the last one has been freed", "losing/e2e3.d7d5", async (page) => {
  await page.locator(".side .mark.verified").waitFor();
  const asked = [];
  page.on("request", (request) => request.url().endsWith(".cbor") && asked.push(request.url().split("/").at(-1)));
  const go = (link) =>
    page.evaluate((link) => {
      location.hash = link;
    }, link);
  await go("#losing/e2e3.d7d6");
  await leads(page, "e3", "d6");
  await page.locator(".side .mark.verified").waitFor();
  await go("#losing/e2e3.d7d5");
  await leads(page, "e3", "d5");
  await page.locator(".side .mark.verified").waitFor();
  assert.deepEqual(asked, ["e3-d6.cbor", "e3-d5.cbor"]);
});

test("a proof that would take more than 1.5 GB is refused before it is fetched, and the program is named", async () => {
  const { server, address } = await serve(process.env.SITE);
  const browser = await launch();
  try {
    const context = await browser.newContext();
    await context.route("**/site.json", async (route) => {
      const answer = await route.fetch();
      const found = await answer.json();
      for (const proof of found.losing) if (proof.file.endsWith("e3-d5.cbor")) proof.positions = 20_000_000;
      await route.fulfill({ response: answer, json: found });
    });
    const page = await context.newPage();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${address}#losing/e2e3.d7d5`);
    await page.getByRole("alert").filter({ hasText: /e3-d5\.cbor would take 1\.6 GB of memory, more than the 1\.5 GB that a page is given\..*solve serve certs\/losing\/e3-d5\.cbor/ }).waitFor();
    assert.ok(!asked.some((url) => url.endsWith("e3-d5.cbor")));
    // The rest of the tree is there.
    await page.locator(".losing tbody tr").first().waitFor();
  } finally {
    await browser.close();
    server.close();
  }
});

on("reading a proof is stopped, and another one is entered", "losing", async (page) => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/e3-d5.cbor", async (route) => {
    await held;
    await route.abort().catch(() => {});
  });
  await page.locator('[data-move="e2e3"]').click();
  await page.locator('[data-move="d7d5"]').click();
  const busy = page.locator(".busy");
  await busy.filter({ hasText: /e3-d5\.cbor is being fetched and verified … ?0\.\d\d s/ }).waitFor();
  await busy.getByRole("button", { name: /^Stop/ }).click();
  await page.getByRole("alert").filter({ hasText: "You stopped it." }).waitFor();
  assert.ok(await busy.isHidden());
  await leads(page, "e3");
  await page.locator('[data-move="d7d6"]').click();
  await leads(page, "e3", "d6");
  await page.locator(".side .mark.verified").waitFor();
  assert.equal(await page.locator(".losing > .wrong").textContent(), "");
  release();
});

on("who turns to something else while a large proof is read does not wait for it", "losing", async (page) => {
  await page.locator('[data-move="e2e3"]').click();
  await page.locator('[data-move="b8c6"]').click();
  await page.locator(".busy").filter({ hasText: "e3-Nc6.cbor is being" }).waitFor();
  await page.getByRole("button", { name: "Beginning" }).click();
  await leads(page);
  assert.ok(await page.locator(".busy").isHidden());
  await page.locator('[data-move="d2d3"]').click();
  await leads(page, "d3");
  await page.locator(".side .mark.verified").waitFor();
  assert.match(await page.locator(".side").textContent(), /d3\.cbor/);
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
  await watchFrames(page);
  await page.evaluate(() => {
    location.hash = "#losing/e2e3.c7c6";
  });
  await leads(page, "e3", "c6");
  await page.locator(".state").filter({ hasText: "2,052,123" }).waitFor({ timeout: 240_000 });
  await neverStoodStill(page);
});

on("no findings of axe-core in any look", "losing/e2e3.d7d5", async (page) => {
  await sizes(page);
  await accessibleInAllLooks(page);
});
