// Losing chess in a browser: the tree of all proofs, and walks through some of them.
//
//     node --test web/tests/losing.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, accessibleInAllLooks, again, neverStoodStill, site, watchFrames } from "./browser.mjs";
import { mulberry } from "./play.mjs";

const on = site(".losing table");

/** Returns the moves to the current place, without numbers. */
const line = (page) => page.locator(".line li:not(.left) button").allTextContents();

/** Waits until this is the line. */
async function leads(page, ...moves) {
  await page.waitForFunction((wanted) => [...document.querySelectorAll(".line li:not(.left) button")].map((one) => one.textContent).join(" ") === wanted, moves.join(" "));
}

/** Waits until all sizes have arrived, and returns them by move. */
async function sizes(page) {
  await page.waitForFunction(() => document.querySelector(".side tbody") && ![...document.querySelectorAll("[data-size]")].some((cell) => cell.textContent === "…"));
  return Object.fromEntries(await page.locator(".side tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, [row.cells[1].textContent, row.cells[2].textContent]])));
}

/** Returns the middle of a square on the screen. */
async function middle(page, square) {
  const box = await page.locator(`[data-square="${square}"] rect`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function click(page, square) {
  await page.mouse.click(...(await middle(page, square)));
}

/** Enters the proof of 1. e3 d5 by its button in the strip, which keeps its place. */
async function enterByTile(page) {
  const tile = page.locator('[data-reply="d7d5"]');
  const place = async () => {
    const { x, y } = await tile.boundingBox();
    return [x, y + (await page.evaluate(() => scrollY))];
  };
  const before = await place();
  await tile.click();
  await leads(page, "e3", "d5");
  await settled(page);
  await page.locator(".side .mark.verified").waitFor();
  assert.deepEqual(await place(), before);
}

on("the beginning of the game is headed by its result, and lists the result of each move", "losing", async (page) => {
  const rows = await page.locator(".side tbody tr").evaluateAll((all) => all.map((row) => [row.cells[0].textContent, row.cells[1].textContent]));
  const said = Object.fromEntries(rows);
  assert.equal(rows.length, 20);
  assert.match(said.d3, /^Black wins, in at most \d+ moves in this proof: \d+ positions$/);
  assert.match(said.e3, /^open: proved for \d+ of 20 replies$/);
  assert.equal(said.Na3, "not proved here");
  assert.equal(
    await page.locator(".state").textContent(),
    "1. e3: White wins against 15 of 20 replies; open: b5 b6 c5 e6 g5. Seven other first moves of White lose: Nc3 Nf3 d3 d4 e4 f4 h4. The remaining 12 are not proved here.",
  );
});

on("all replies to 1. e3 are a strip of buttons, best first, with their results in words", "losing", async (page) => {
  await leads(page);
  const buttons = await page.locator(".strip button").evaluateAll((all) => all.map((one) => [one.className, one.textContent]));
  assert.equal(buttons.length, 20);
  assert.deepEqual(buttons.slice(0, 7), [
    ["result open", "b5 not proved"],
    ["result open", "b6 not proved"],
    ["result open", "c5 not proved"],
    ["result open", "e6 not proved"],
    ["result open", "g5 not proved"],
    ["result white", "Nh6 White, 1,858*"],
    ["result white", "c6 White, 318"],
  ]);
  await enterByTile(page);
  assert.equal(await page.locator('.strip [aria-current="true"]').textContent(), "d5 White, 32");
  // Results can be told apart without colours.
  const looks = () => page.locator(".strip button").evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).borderLeftStyle)).size);
  await page.emulateMedia({ forcedColors: "active" });
  assert.equal(await looks(), 2);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".strip button").first().isVisible());
  assert.equal(await looks(), 2);
}, { onward: true });

on("a proof with more than 99 reversible moves in a row is marked: not proved under a 50-move rule", "losing/e2e3", async (page) => {
  await leads(page, "e3");
  const rows = await page.locator(".side tbody tr").evaluateAll((all) => all.map((row) => row.textContent));
  assert.deepEqual(rows.filter((text) => text.includes("Not proved under a 50-move rule.")).map((text) => text.split(/(?=White)/)[0]), ["Nh6"]);
}, { onward: true });

on("a move on the board leads into a proof, which is verified and shown with its digest", "losing", async (page) => {
  await leads(page);
  await click(page, "d2");
  await click(page, "d3");
  await leads(page, "d3");
  await page.locator(".mark.verified").waitFor();
  assert.match(await page.locator(".side .digest").textContent(), /^[0-9a-f]{64}$/);
  assert.match(await page.locator(".state").textContent(), /^Black wins by force with 1\.\.\. \w+, in at most \d+ moves of both sides in this proof\.$/);
  assert.match(await page.locator(".side").textContent(), /Positions from here on: /);
}, { onward: true });

on("pieces are dragged, and return from squares where they may not go", "losing", async (page) => {
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

on("sizes of subtrees agree with the program", "losing/e2e3.d7d5", async (page) => {
  await page.getByRole("button", { name: "On", exact: true }).click();
  const proved = JSON.parse(readFileSync(join(ROOT, "web/tests/data/e3-d5.json"), "utf8"));
  await leads(page, ...proved.line);
  const found = await sizes(page);
  assert.deepEqual(found, Object.fromEntries(proved.replies.map(({ san, positions, longest }) => [san, [String(positions), String(longest)]])));
});

on("buttons lead back and forward, and a click on a move of the line leads to it", "losing/e2e3.d7d5", async (page) => {
  const button = (name) => page.getByRole("button", { name, exact: true });
  await button("On").click();
  await page.waitForFunction(() => document.querySelectorAll(".line li:not(.left) button").length === 3);
  await page.locator(".side tbody button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".line li:not(.left) button").length === 4);
  const whole = await line(page);
  await button("Back").click();
  await leads(page, ...whole.slice(0, 3));
  await button("On").click();
  await leads(page, ...whole);
  await page.locator(".line button").nth(0).click();
  await leads(page, "e3");
  await button("Beginning").click();
  await page.waitForFunction(() => document.querySelectorAll(".line li:not(.left) button").length === 0);
});

on("a link leads to its position, and the address follows the play", "losing/e2e3.d7d5", async (page) => {
  await leads(page, "e3", "d5");
  await page.getByRole("button", { name: "On", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".line li:not(.left) button").length === 3);
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
    await page.getByRole("alert").filter({ hasText: says }).waitFor();
    assert.equal(await page.locator("img").count(), 0);
  }, { onward: !title.includes("beginning") });
}

on("moves are typed, and a position of the proof is found", "losing/e2e3.d7d5", async (page) => {
  await page.locator("#jump").fill("1. e3 d6");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await leads(page, "e3", "d6");
  const root = "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w - -";
  await page.locator(".side tbody button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".line li:not(.left) button").length === 3);
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
  // The root of a proof, and a position that no proof contains.
  await go("rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -");
  await leads(page, "e3", "d5");
  await page.locator(".side .mark.verified").waitFor();
  await go("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b - -");
  await leads(page, "Na3");
  assert.equal(await page.locator(".state").textContent(), "Not proved here: who wins after 1. Na3.");
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
}, { onward: true });

on("the starting position, 1. e3 and open replies work before the explorer's module has loaded, and a proof afterwards", "open", async (page) => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/explorer*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${page.url().split("#")[0]}?held#losing`);
  await page.locator(".losing .state").filter({ hasText: /^1\. e3: White wins against 15 of 20 replies/ }).waitFor();
  assert.equal(await page.locator(".strip button").count(), 20);
  assert.equal(await page.locator(".board .piece").count(), 32);
  for (const [from, to] of [["e2", "e3"], ["b7", "b5"]]) {
    await click(page, from);
    await click(page, to);
  }
  await leads(page, "e3", "b5");
  assert.deepEqual(await page.locator(".side tbody tr").allTextContents(), ["Bxb5not proved here"]);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await leads(page, "e3");
  await page.locator('[data-move="d7d5"]').click();
  // The claim of a proof is shown at once; its moves are shown after its verification.
  await page.locator(".losing .state").filter({ hasText: /^White wins by force(?: with 2\. Qg4)?, in at most 32 moves/ }).waitFor();
  assert.equal(await page.locator('[data-square="d5"] .piece').count(), 1);
  assert.equal(await page.locator(".losing .mark").count(), 0);
  release();
  await page.locator(".side .mark.verified").waitFor();
  await page.locator('.side tbody [data-move="d1g4"]').waitFor();
}, { ready: "html.ready" });

/** Returns everything that the view says, with the board square by square, except the duration of the verification. */
const said = (page) =>
  page.evaluate(() => {
    const view = document.querySelector(".losing");
    // Variations that were looked at before do not belong to a place.
    const text = (one) => {
      const copy = one.cloneNode(true);
      for (const left of copy.querySelectorAll(".left")) left.remove();
      return one.checkVisibility() ? copy.textContent : "";
    };
    const texts = [".state", ".side", "[role=status]", ".wrong"].map((selector) => [...view.querySelectorAll(selector)].map(text).join("|"));
    const squares = [...view.querySelectorAll("[data-square]")].map((one) => [one.getAttribute("aria-label"), one.classList.contains("last")].join(" ")).sort();
    return { texts: texts.map((text) => text.replaceAll(/[\d.]+ s:/g, "s:")), buttons: [...view.querySelectorAll(".side button")].filter((one) => !one.closest(".left")).map((one) => [one.className, one.getAttribute("aria-current")].join(" ")), squares };
  });

/** Waits until nothing more arrives. */
const settled = (page) => page.waitForFunction(() => document.querySelector(".losing .state")?.textContent && !document.querySelector(".losing[data-busy]"));

on("moves that were looked at stay beside the line; up and down lead to them", "losing/e2e3.d7d5", async (page) => {
  const leadsTo = async (...moves) => {
    await leads(page, ...moves);
    await settled(page);
  };
  const left = () => page.locator(".line .left button").allTextContents();
  await page.locator(".side .mark.verified").waitFor();
  await leadsTo("e3", "d5");
  await page.locator('.strip [data-reply="g7g6"]').click();
  await leadsTo("e3", "g6");
  assert.deepEqual(await left(), ["1... d5"]);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll(".line li:not(.left)").length === 3);
  await settled(page);
  const third = (await line(page))[2];
  await page.keyboard.press("ArrowLeft");
  await leadsTo("e3", "g6");
  // The move that was taken back is offered again, and is the next move.
  assert.deepEqual(await left(), ["1... d5", `2. ${third}`]);
  await page.keyboard.press("ArrowUp");
  await leadsTo("e3", "d5");
  assert.deepEqual(await left(), [`1... g6 2. ${third}`]);
  await page.keyboard.press("ArrowDown");
  await leadsTo("e3", "g6");
  await page.keyboard.press("ArrowRight");
  await leadsTo("e3", "g6", third);
  await page.locator(".line .left button", { hasText: "1... d5" }).click();
  await leadsTo("e3", "d5");
});

on("arrows step from where the page was loaded, before anything has been pressed", "losing/e2e3.d7d5", async (page) => {
  await page.locator(".losing .state").filter({ hasText: "White wins by force with 2. Qg4, in at most 32 moves of both sides in this proof." }).waitFor();
  await settled(page);
  await page.keyboard.press("ArrowRight");
  await leads(page, "e3", "d5", "Qg4");
  // Fields keep their own keys.
  await page.locator("#jump").fill("1. e3");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await leads(page, "e3", "d5", "Qg4");
  // Other views keep their own keys.
  await page.evaluate(() => { location.hash = "open"; });
  await page.locator("#shipped").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.evaluate(() => history.back());
  await leads(page, "e3", "d5", "Qg4");
});

on("1,000 random clicks: every sentence equals that of a fresh load of the same address", "losing", async (page) => {
  const other = await page.context().newPage();
  const random = mulberry(48);
  // Verifying a proof with more than 40,000 positions takes a tenth of a second or more. Another test enters a large proof.
  const heavy = ["c7c6", "b8c6", "h2h4", "f7f6", "a7a5", "a7a6", "f2f4", "g1f3", "f7f5", "b1c3"];
  /** Clicks in the page, one click a task. Each click has a kind and two numbers. */
  const clicks = (all) =>
    page.evaluate(async ([all, heavy]) => {
      const press = (selector, number) => {
        const usable = (one) => one.checkVisibility() && !one.closest(".busy, dialog") && !heavy.includes(one.dataset.move ?? one.dataset.reply);
        // The PGN of a proof would be downloaded as a file.
        const found = [...document.querySelectorAll(selector)].filter((one) => usable(one) && !(one.textContent === "PGN" && document.querySelector(".losing .mark")));
        found[number % Math.max(1, found.length)]?.click();
        document.querySelector("dialog[open] button")?.click();
      };
      const square = (selector, number) => {
        const found = [...document.querySelectorAll(selector)];
        const one = found[number % Math.max(1, found.length)];
        one?.focus();
        one?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        // Chooses a promotion, if one is asked for.
        document.querySelector("dialog[open] button")?.click();
      };
      const key = (name) => document.querySelector(".losing .side").dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
      const task = () => new Promise((resolve) => setTimeout(resolve));
      const settled = async () => {
        while (!document.querySelector(".losing .state")?.textContent || document.querySelector(".losing[data-busy]")) await task();
      };
      for (const [kind, one, two] of all) {
        if (kind < 8) press(".losing tbody button", one);
        else if (kind < 11) press(".losing button", one);
        else if (kind < 15) {
          square(".losing [data-square]", one);
          await task();
          square(heavy.map((move) => `:not([data-square="${move.slice(2)}"])`).reduce((all, one) => all + one, ".losing .target"), two);
        } else if (kind < 18) key(["ArrowLeft", "ArrowRight", "ArrowRight", "Home"][one % 4]);
        else if (kind < 19) {
          // The browser's own Back, if it leads to a place of this view.
          if (navigation.canGoBack && navigation.entries()[navigation.currentEntry.index - 1].url.includes("#losing")) history.back();
        } else await settled();
        await task();
      }
      // Messages, such as that of Copy link, do not belong to a place. A move removes them before places are compared.
      await settled();
      press(".losing .side button", all[0][1]);
    }, [all, heavy]);
  const places = new Set();
  for (let at = 100; at <= 1000; at += 100) {
    await clicks(Array.from({ length: 99 }, () => [random(20), random(1_000_000), random(1_000_000)]));
    await settled(page);
    const address = page.url();
    places.add(address);
    await other.goto(again(address, at));
    await settled(other);
    assert.deepEqual(await said(page), await said(other), `after ${at} clicks, at ${address}`);
  }
  // The clicks have visited long lines.
  assert.ok([...places].filter((address) => address.split(".").length > 4).length >= 5, [...places].join(" "));
  // Scripts may not open the file dialog of "PGN file".
}, { alone: true, reducedMotion: "reduce", told: /File chooser dialog/ });

on("the browser's Back undoes a jump, but not each move", "losing", async (page) => {
  await enterByTile(page);
  for (let moves = 3; moves <= 5; moves += 1) {
    await page.getByRole("button", { name: "On", exact: true }).click();
    await page.waitForFunction((moves) => document.querySelectorAll(".line li:not(.left) button").length === moves, moves);
  }
  await page.goBack();
  await leads(page);
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll(".line li:not(.left) button").length === 5);
});

const GAME = `[Event "A game {of} (ours)"]
[Site "https://lichess.org/abcdefgh"]
[Variant "Antichess"]
[Result "1/2-1/2"]

1. e3 { [%clk 0:03:00] } 1... d5?! (1... b5 2. Bxb5) `;

on("games against the proofs: where a game enters a proof, and where it leaves it", "losing", async (page) => {
  const status = page.locator(".losing .beside > div > [role=status]");
  for (const [title, text, says, moves] of [
    ["a winner's move that the proof does not have", `${GAME} 2. a3 $2 h6 3. b3 1-0`, "With Black's 1... d5 the game enters a proof that White wins. The game leaves the proof with White's 2. a3; the proof plays 2. Qg4. 2 moves of the game are after that.", ["e3", "d5"]],
    ["the last move of the game", "1. e3 d6 2. a3", "With Black's 1... d6 the game enters a proof that White wins. The game leaves the proof with White's 2. a3; the proof plays 2. Qg4.", ["e3", "d6"]],
    ["a game that stays in a proof", `${GAME} 2. Qg4! Bxg4 *`, "With Black's 1... d5 the game enters a proof that White wins. From there on all moves are in the proof: White has left it nowhere.", ["e3", "d5", "Qg4", "Bxg4"]],
    ["White loses with the first move", '[Result "*"]\n\n1. d3 *', "With White's 1. d3 the game enters a proof that Black wins. From there on all moves are in the proof: Black has left it nowhere.", ["d3"]],
    ["a game that meets no proof", '[Result "*"]\n\n1. e3 b5 2. Bxb5 a6 3. Bxd7 *', "The game meets none of the proofs.", ["e3", "b5", "Bxb5", "a6", "Bxd7"]],
    ["a game from a position", '[FEN "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]\n\n1... d5 2. a3 *', /The game leaves the proof with White's 2\. a3; the proof plays 2\. Qg4\.$/, ["e3", "d5"]],
    ["a proof that is too large for a page", '[Result "*"]\n\n1. e3 Nh6 2. Qg4 *', /^With Black's 1\.\.\. Nh6 the game enters a proof that White wins\. certs\/losing\/e3-Nh6\.cbor would take 1\.6 GB/, ["e3", "Nh6"]],
  ]) {
    await page.locator("#jump").fill(text);
    await page.locator("#jump").press("Enter");
    await leads(page, ...moves);
    await settled(page);
    const said = await status.textContent();
    if (says instanceof RegExp) assert.match(said, says, title);
    else assert.equal(said, says, title);
    // The sentence about the game disappears with the game.
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await leads(page, ...moves.slice(0, -1));
    assert.equal(await status.textContent(), "", title);
    await page.evaluate(() => { location.hash = "losing"; });
    await leads(page);
  }
});

on("one field: texts that are not moves, games or positions are refused with a sentence", "losing", async (page) => {
  await leads(page);
  for (const [title, text, says, legal = []] of [
    ["an illegal first move", "1. e5 d5", /1\. e5 is/],
    ["an illegal move of a game, after the moves before it", "1. e3 d5 2. Qxh7 Kd8", /Qxh7 is neither White's move in the proof, Qg4, nor a reply to it/, ["e3", "d5"]],
    ["an illegal move before the proofs, likewise", "1. e3 b5 2. e4", /2\. e4 is illegal: captures are compulsory \(Bxb5\)/, ["e3", "b5"]],
    ["an illegal reply in a proof, likewise", "1. e3 d5 2. Qg4 Nf6", /2\.\.\. Nf6 is illegal: captures are compulsory \(Bxg4\)/, ["e3", "d5", "Qg4"]],
    ["a game of chess", '[Variant "Crazyhouse"]\n\n1. e3', /The game is of another variant: Crazyhouse\./],
    ["a link without a position", "https://lichess.org/abcdefgh", /The link has neither a position nor moves\./],
    ["words", "what is <b>this</b>", /"what" is no move/],
  ]) {
    await page.locator("#jump").fill(text);
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: says }).waitFor().catch((error) => assert.fail(`${title}: ${error.message}`));
    assert.deepEqual(await line(page), legal, title);
    await page.evaluate(() => { location.hash = "losing"; });
    await leads(page);
  }
}, { onward: true });

on("one field: a board alone, Lichess links, and files chosen or dropped are accepted", "losing", async (page) => {
  const board = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR";
  const beginning = async () => {
    await page.getByRole("button", { name: "Beginning" }).click();
    await leads(page);
  };
  for (const [text, ...moves] of [
    [board, "e3"],
    [`https://lichess.org/analysis/antichess/${board}_b_KQkq_-_0_1?color=white`, "e3"],
    ["https://lichess.org/analysis/pgn/e3_b5", "e3", "b5"],
    ["1. e3 b5", "e3", "b5"],
  ]) {
    await page.locator("#jump").fill(text);
    await page.locator("#jump").press("Enter");
    await leads(page, ...moves);
    await beginning();
  }
  await page.locator(".jump input[type=file]").setInputFiles({ name: "game.pgn", mimeType: "application/vnd.chess-pgn", buffer: Buffer.from(`${GAME} 2. a3 *`) });
  await leads(page, "e3", "d5");
  await page.getByText("The game leaves the proof with White's 2. a3").waitFor();
  await beginning();
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "game.pgn"));
    return transfer;
  }, `${GAME} 2. b3 *`);
  await page.dispatchEvent(".losing .board", "drop", { dataTransfer: dropped });
  await leads(page, "e3", "d5");
  await page.getByText("The game leaves the proof with White's 2. b3").waitFor();
  await page.locator(".jump input[type=file]").setInputFiles({ name: "large.pgn", mimeType: "text/plain", buffer: Buffer.alloc(1_000_001, "e3 ") });
  await page.getByRole("alert").filter({ hasText: "large.pgn has 1,000,001 bytes; a game is read from at most 1,000,000." }).waitFor();
});

on("the wheel over a board in use steps through the line, and scrolls the page if there is no step", "losing/e2e3.d7d5", async (page) => {
  await page.locator(".side .mark.verified").waitFor();
  await page.locator('.board [data-square="d4"]').click();
  await page.mouse.move(...(await middle(page, "d4")));
  const turn = async (by, ...moves) => {
    await page.mouse.wheel(0, by);
    await leads(page, ...moves);
    await settled(page);
  };
  await turn(100, "e3", "d5", "Qg4");
  await turn(100, "e3", "d5", "Qg4", "Bxg4");
  await turn(-100, "e3", "d5", "Qg4");
  await turn(-100, "e3", "d5");
  await turn(-100, "e3");
  await turn(100, "e3", "d5");
  await turn(-100, "e3");
  await turn(-100);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.mouse.move(...(await middle(page, "d8")));
  // At the beginning only a move that was taken back could follow.
  await page.reload();
  await page.locator(".strip button").first().waitFor();
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY > 0);
  assert.deepEqual(await line(page), []);
});

on("automatic play shows the winner's moves and the hardest defence until it is stopped", "losing/e2e3.d7d5", async (page) => {
  const hardest = page.getByRole("button", { name: "Show me why: hardest defence" });
  await page.clock.install();
  await settled(page);
  await hardest.click();
  await leads(page, "e3", "d5", "Qg4");
  await page.clock.runFor(700);
  await leads(page, "e3", "d5", "Qg4", "Bxg4");
  await page.locator(".why").getByRole("button", { name: "Stop", exact: true }).click();
  await hardest.waitFor();
  const stopped = await line(page);
  await page.clock.runFor(3000);
  await settled(page);
  assert.deepEqual(await line(page), stopped);
  // Any other action stops automatic play.
  await hardest.click();
  await page.getByRole("button", { name: "Beginning" }).click();
  await leads(page);
  await hardest.waitFor();
  assert.equal(await hardest.getAttribute("aria-disabled"), "true");
});

on("automatic play reaches the end of a proof, also with a random defence", "losing/d2d3", async (page) => {
  await page.clock.install();
  await settled(page);
  await page.getByRole("button", { name: "Show me why: random defence" }).click();
  for (let moves = 2; moves < 100; moves += 1) {
    await page.waitForFunction((moves) => document.querySelectorAll(".line li:not(.left) button").length >= moves, moves);
    if (await page.getByRole("button", { name: "Show me why: random defence" }).isVisible()) break;
    await page.clock.runFor(700);
  }
  assert.match(await page.locator(".state").textContent(), /^Black has won/);
});

on("under reduced motion each press is one move", "losing/e2e3.d7d5", async (page) => {
  await page.clock.install();
  await settled(page);
  for (const moves of [["e3", "d5", "Qg4"], ["e3", "d5", "Qg4", "Bxg4"]]) {
    await page.getByRole("button", { name: "Show me why: hardest defence" }).click();
    await leads(page, ...moves);
    await page.clock.runFor(3000);
    await settled(page);
    assert.deepEqual(await line(page), moves);
  }
}, { reducedMotion: "reduce" });

on("while a proof is read its root is shown, and Back leads to the position before it", "losing/e2e3", async (page) => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/e3-d5.cbor", async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('[data-move="d7d5"]').click();
  await leads(page, "e3", "d5");
  // Moves of the previous position are not offered.
  await click(page, "a7");
  assert.equal(await page.locator(".board .target").count(), 0);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await leads(page, "e3");
  release();
});

on("the copied link leads to the position", "losing/e2e3.d7d5", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "On", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".line li:not(.left) button").length === 3);
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

on("the sentence about a position is announced to screen readers", "losing/e2e3.d7d5", async (page) => {
  await page.getByRole("status").filter({ hasText: /^d5: White wins by force with 2\. Qg4, in at most \d+ moves of both sides in this proof\.$/ }).waitFor();
  await page.getByRole("button", { name: "Beginning" }).click();
  await page.getByRole("status").filter({ hasText: /^1\. e3: White wins against 15 of 20 replies/ }).waitFor();
}, { onward: true });

on("a proof that is entered again is fetched and verified again, since the previous one was freed", "losing/e2e3.d7d5", async (page) => {
  await page.locator(".side .mark.verified").waitFor();
  const asked = [];
  page.on("request", (request) => request.url().endsWith(".cbor") && asked.push(request.url().split("/").at(-1)));
  const go = (link) => page.evaluate((link) => { location.hash = link; }, link);
  await go("#losing/e2e3.d7d6");
  await leads(page, "e3", "d6");
  await page.locator(".side .mark.verified").waitFor();
  await go("#losing/e2e3.d7d5");
  await leads(page, "e3", "d5");
  await page.locator(".side .mark.verified").waitFor();
  assert.deepEqual(asked, ["e3-d6.cbor", "e3-d5.cbor"]);
});

on("a proof that would take more than 1.5 GB is refused before it is fetched, and the program is named", "", async (other) => {
  const context = await other.context().browser().newContext();
  try {
    await context.route("**/site.json", async (route) => {
      const answer = await route.fetch();
      const found = await answer.json();
      for (const proof of found.losing) if (proof.file.endsWith("e3-d5.cbor")) proof.positions = 20_000_000;
      await route.fulfill({ response: answer, json: found });
    });
    const page = await context.newPage();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${other.url().split("#")[0]}#losing/e2e3.d7d5`);
    await page.locator(".note").filter({ hasText: /e3-d5\.cbor would take 1\.6 GB of memory, more than the 1\.5 GB that a page is given\..*solve serve certs\/losing\/e3-d5\.cbor/ }).waitFor();
    assert.ok(!asked.some((url) => url.endsWith("e3-d5.cbor")));
    // The claims about the proof are shown, and the rest of the tree still works.
    assert.match(await page.locator(".state").textContent(), /^White wins by force(?: with 2\. Qg4)?, in at most 32 moves/);
    await page.locator('[data-reply="d7d6"]').click();
    await leads(page, "e3", "d6");
    await page.locator(".side .mark.verified").waitFor();
  } finally {
    await context.close();
  }
}, { ready: "html.ready", onward: true });

on("reading a proof can be stopped, and another proof entered", "losing", async (page) => {
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
  assert.equal(await page.locator(".losing .wrong").textContent(), "");
  release();
});

on("another choice does not wait for a large proof that is being read", "losing", async (page) => {
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

on("the PGN of a subtree is saved as a file", "losing/e2e3.d7d5", async (page) => {
  await leads(page, "e3", "d5");
  await page.locator(".side .mark.verified").waitFor();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "PGN", exact: true }).click();
  const text = readFileSync(await (await coming).path(), "utf8");
  assert.match(text, /\[FEN "rnbqkbnr\/ppp1pppp\/8\/3p4\/8\/4P3\/PPPP1PPP\/RNBQKBNR w - - 0 2"\]\s+2\. Qg4 Bxg4/);
}, { onward: true });

on("a dropped proof is shown from its own root", "open", async (page) => {
  await page.setInputFiles("#files", [{ name: "mine.cbor", mimeType: "application/cbor", buffer: readFileSync(join(ROOT, "certs/losing/international.cbor")) }]);
  await page.getByRole("button", { name: "Walk through it" }).click();
  await page.locator(".losing .mark.verified").waitFor();
  assert.match(await page.locator(".side").textContent(), /mine\.cbor \([0-9a-f]{8}\).*rules international/);
}, { ready: "html.ready" });

on("a proof of version 2 is walked from each of its positions, and goes on in the file that it cites", "open", async (page) => {
  const corpus = (name) => ({ name: `${name}.cbor`, mimeType: "application/cbor", buffer: readFileSync(join(ROOT, `tests/corpus/accept/losing-2/${name}.cbor`)) });
  await page.setInputFiles("#files", [corpus("offered"), corpus("cites"), corpus("two-roots")]);
  const card = (name) => page.getByRole("article", { name, exact: true });
  await card("cites.cbor").getByRole("button", { name: "Walk through it" }).click();
  await page.locator(".losing .mark.verified").waitFor();
  await page.locator(".losing .state").filter({ hasText: /^White wins by force with 1\. Rb2, in at most 2 moves/ }).waitFor();
  await page.locator('[data-move="b1b2"]').click();
  await page.locator(".side").filter({ hasText: "Another file proves this position: certificate 07779f54." }).waitFor();
  await page.getByRole("button", { name: "Go on in that proof" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#losing/certificate%2007779f54"));
  await page.locator(".losing .state").filter({ hasText: /^White wins by force, in at most 1 move/ }).waitFor();
  await page.locator('[data-move="a3b2"]').click();
  await page.locator(".losing .state").filter({ hasText: /^White has won/ }).waitFor();
  await page.goBack();
  await page.locator(".side").filter({ hasText: "Another file proves this position" }).waitFor();
  // The field chooses among the positions that a file proves.
  await page.evaluate(() => { location.hash = "#open"; });
  await card("two-roots.cbor").getByRole("button", { name: "Walk through it" }).click();
  const field = page.getByLabel("This file proves wins from several positions. Position");
  assert.equal(await field.inputValue(), "1");
  await field.fill("2");
  await field.press("Tab");
  await page.locator(".losing .state").filter({ hasText: /with 1\. Rb2/ }).waitFor();
  assert.equal(await field.inputValue(), "2");
  assert.match(page.url(), /#losing\/two-roots\.cbor%20\([0-9a-f]{8}\)%20%232\/$/);
}, { ready: "html.ready" });

on("a large proof shows its first reply, and the page is never blocked", "losing", async (page) => {
  await watchFrames(page);
  await page.evaluate(() => { location.hash = "#losing/e2e3.c7c6"; });
  await leads(page, "e3", "c6");
  await page.locator(".side").filter({ hasText: "here on: 2,051,980." }).waitFor({ timeout: 240_000 });
  await neverStoodStill(page);
});

for (const [title, link, ready] of [
  ["the beginning", "losing", ".side tbody tr"],
  ["a proof", "losing/e2e3.d7d5", ".side .mark.verified"],
  ["a proof that is not read", "losing/e2e3.g8h6", ".side .note"],
]) {
  on(`no findings of axe-core in any look: ${title}`, link, async (page) => {
    await page.locator(ready).first().waitFor();
    await settled(page);
    await accessibleInAllLooks(page);
  }, { ready: ".losing .strip", onward: link !== "losing" });
}
