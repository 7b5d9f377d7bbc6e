// Bidding with chips in a browser: thresholds from certificates, games against the program, certificates of local
// games.
//
//     node --test web/tests/chips.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser
//
// data/chips.json contains output of the program: lookups by `solve lookup FILE POSITION --chips 1..60 --json`, advice
// by `solve advise tic-tac-toe POSITION --as left --chips 8/16 --advantage mine --json`, and certificates by `solve
// chips GAME … --emit-cert FILE`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, accessibleInAllLooks, site, typePosition } from "./browser.mjs";
import { begin as beginWith, generator, purse, turn } from "./play.mjs";

const on = site(".chips #position");

const program = JSON.parse(readFileSync(join(ROOT, "web/tests/data/chips.json"), "utf8"));

const link = (file, position) => `chips/${encodeURIComponent(file)}/${position}`;

/** Waits until the page shows this position. */
const shows = (page, position) => page.waitForFunction((wanted) => document.querySelector("#position")?.value === wanted && document.querySelector(".side")?.childElementCount > 0, position);

/** Returns the terms and values of the evidence. */
async function said(page) {
  const rows = page.locator(".side .how dl");
  const terms = await rows.locator("dt").allTextContents();
  const what = await rows.locator("dd").allTextContents();
  return Object.fromEntries(terms.map((term, at) => [term, what[at]]));
}

/**
 * Reads the threshold from the answer to the main question. The result has the program's form: with a star if the
 * advantage is needed too.
 */
const read = async (page, chips) => threshold(await page.locator(".question strong").textContent(), chips);

/** Reads the threshold from the text of an answer. */
function threshold(text, chips) {
  if (/cannot win by force with any number of them\.$/.test(text)) return null;
  const [, least, all, mark, more] = /wins by force with (\d+) of (\d+)(?: or more| and the (?:advantage|last bid won)(, or with \d+ without)?()|())\.$/.exec(text) ?? [];
  assert.equal(all, String(chips), text);
  if (mark !== undefined) assert.equal(mark, `, or with ${Number(least) + 1} without`);
  return more === undefined ? least : `${least}*`;
}

for (const { file, position, found } of program.lookups) {
  on(`what is needed at ${position} of ${file} is what the program says`, link(file, position), async (page) => {
    await shows(page, position);
    const rows = await said(page);
    assert.equal(await page.locator(".side .mark").textContent(), "VERIFIED");
    const { preperiod, period, slope } = found.table;
    assert.equal(rows.law, period === undefined ? undefined : `f(k + ${period}) = f(k) + ${slope} for all k from ${preperiod} on` + `with ${period} chips more in all, ${slope} more are needed`);
    // The Richman value is the slope of the law divided by its period.
    if (period !== undefined) assert.ok(Math.abs(Number.parseFloat(rows["share with very many chips (Richman value)"].split("≈ ")[1]) - slope / period) < 1e-9);
    // The answer appears synchronously.
    const texts = await page.evaluate((all) => {
      const field = document.querySelector("#of");
      return all.map((chips) => {
        field.value = chips;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        return document.querySelector(".question strong").textContent;
      });
    }, found.thresholds.map(({ chips }) => String(chips)));
    for (const [at, { chips, threshold: wanted }] of found.thresholds.entries()) assert.equal(threshold(texts[at], chips), wanted, String(chips));
    await page.locator("#of").fill("0");
    await page.locator(".question strong").filter({ hasText: /^0 chips: the certificate can be shown for \d+ to \d+ chips$/ }).waitFor();
    await page.locator("#of").fill("");
    assert.equal(await page.locator(".question strong").textContent(), "nothing: expected a whole number.");
  }, { onward: true });
}

on("the law holds beyond the curve", "chips", async (page) => {
  await shows(page, ".../.../...");
  const needs = async (chips) => {
    await page.locator("#of").fill(String(chips));
    await page.locator(".question strong").filter({ hasText: `of ${chips} ` }).waitFor();
    return read(page, chips);
  };
  const near = await needs(100);
  const far = await needs(100 + 15 * 256);
  assert.equal(far, `${Number.parseInt(near, 10) + 15 * 133}${near.endsWith("*") ? "*" : ""}`);
});

on("a stone is put by a click on a cell, and the address follows", "chips", async (page) => {
  await shows(page, ".../.../...");
  await page.getByRole("button", { name: "row 2, column 2: empty" }).click();
  await shows(page, ".../.X./...");
  await page.getByRole("button", { name: "row 1, column 3: empty" }).click();
  await shows(page, "..X/.X./...");
  assert.match(page.url(), /\.\.X\/\.X\.\/\.\.\.$/);
  await page.reload();
  await shows(page, "..X/.X./...");
  // A third stone in a row ends the game.
  await page.getByRole("button", { name: "row 3, column 1: empty" }).click();
  await page.getByText("There play is over: Left has won.").waitFor();
});

on("options of both players lead to their positions", "chips", async (page) => {
  await page.getByText("Options of both players").click();
  await page.locator('[data-to="O../.../..."]').click();
  await shows(page, "O../.../...");
});

on("games without a board offer their options as buttons", link("certs/tug-12-chips.cbor", "0"), async (page) => {
  await shows(page, "0");
  await page.locator('[data-to="1"]').first().click();
  await shows(page, "1");
}, { onward: true });

on("endings of bidding chess are set up by dragging", link("certs/krk-4x4-chips-all.cbor", ""), async (page) => {
  await page.waitForSelector(".board .piece");
  const { position } = program.lookups.find(({ file }) => file.includes("krk"));
  await typePosition(page, position);
  const rook = await page.evaluate(() => [...document.querySelectorAll("[data-square]")].find((one) => one.getAttribute("aria-label").includes("white rook")).getAttribute("data-square"));
  const free = await page.evaluate(() => [...document.querySelectorAll("[data-square]")].find((one) => !one.getAttribute("aria-label").includes(",")).getAttribute("data-square"));
  await page.dragAndDrop(`[data-square="${rook}"]`, `[data-square="${free}"]`);
  await page.waitForFunction((free) => document.querySelector(`[data-square="${free}"]`).getAttribute("aria-label") === `${free}, white rook`, free);
  assert.notEqual(await page.locator("#position").inputValue(), position);
}, { onward: true });

on("the heat map tells what each position needs, and opens it", "chips", async (page) => {
  await shows(page, ".../.../...");
  const [row, column] = [page.getByRole("slider").nth(0), page.getByRole("slider").nth(1)];
  await row.fill("40");
  await column.fill("11");
  const text = await page.locator("figure [role=status]").textContent();
  const [, position, share] = /^(\S+).*: of 12 chips (?:a share of ([\d.]+)|not even all are enough)/.exec(text);
  await page.getByRole("button", { name: "Show what is chosen" }).click();
  await shows(page, position);
  await page.locator("#of").fill("12");
  await page.locator(".question strong").filter({ hasText: / of 12 | with any / }).waitFor();
  const needs = await read(page, 12);
  assert.equal(share === undefined ? "none" : Number(share).toFixed(4), needs === null ? "none" : ((Number.parseInt(needs, 10) + (needs.endsWith("*") ? 0.5 : 0)) / 12).toFixed(4));
  // Positions that need most are at the top.
  await row.fill("0");
  const first = Number(/with very many chips ([\d.]+)/.exec(await page.locator("figure [role=status]").textContent())[1]);
  await row.press("End");
  assert.ok(first > Number(/with very many chips ([\d.]+)/.exec(await page.locator("figure [role=status]").textContent())[1]));
});

/** Opens a game by its name. */
async function named(page, name) {
  await page.locator("#game").fill(name);
  await page.getByRole("button", { name: "Open the game" }).click();
}

/** Starts a game with these settings. */
const begin = (page, { me, ties, total, own, mark, ...more }) => beginWith(page, { me, ties, total, own, mark, ...more });

const buttons = (page, name) => page.locator(".game button").filter({ hasText: name });

/**
 * Plays against the program with pseudo-random bids and moves until the game is over. Returns the last line of the log.
 */
async function play(page, next, standings) {
  await page.locator(".game .purses").waitFor();
  for (;;) {
    const asked = await turn(page);
    if (asked === "over") return page.locator(".log strong").textContent();
    if (asked === "bid") {
      standings.push(await page.locator(".game .standing").textContent());
      await page.locator("#bid").fill(String(Math.floor(next() * ((await purse(page)) + 1))));
      await page.getByRole("button", { name: "Bid", exact: true }).click();
    } else if ((await buttons(page, "Win the tie").count()) > 0) {
      await buttons(page, next() < 0.5 ? "Win the tie" : "Let the program win it").click();
    } else if (next() < 0.2 && (await buttons(page, "Have the program move").count()) > 0) {
      await buttons(page, "Have the program move").click();
    } else {
      const cells = page.locator(".cells button:not([aria-disabled])");
      const moves = (await page.locator(".cells").count()) > 0 ? cells : page.locator(".game .choices button").filter({ hasNotText: "Have the program move" });
      await moves.nth(Math.floor(next() * (await moves.count()))).click();
    }
  }
}

for (const [game, options, seed] of [
  ["tic-tac-toe", { me: "left", ties: "advantage", total: 16, own: 5, mark: "me" }, 1],
  ["tic-tac-toe", { me: "right", ties: "advantage", total: 16, own: 3, mark: "program" }, 2],
  ["hex:2x3", { me: "left", ties: "make-it-take-it", total: 9, own: 1, mark: "program" }, 3],
  ["hex:3x3", { me: "right", ties: "ladies-first", total: 20, own: 7, mark: "me" }, 4],
  ["connect:3x3x3", { me: "left", ties: "advantage", total: 12, own: 4, mark: "program" }, 5],
  ["sudden-death:A3", { me: "right", ties: "advantage", total: 8, own: 2, mark: "me" }, 6],
]) {
  on(`${game} is played to the end, and the program keeps what it has (${options.ties})`, "chips", async (page) => {
    await shows(page, ".../.../...");
    await named(page, game);
    await page.getByText("No certificate of this game has been opened").first().waitFor();
    await begin(page, options);
    const standings = [];
    const end = await play(page, generator(seed), standings);
    const wins = standings.map((standing) => standing.startsWith("The program wins"));
    // A program that wins by force keeps its win.
    const since = wins.indexOf(true);
    assert.ok(since < 0 || wins.slice(since).every(Boolean), standings.join(" / "));
    if (since >= 0) assert.match(end, /^(Left|Right) wins: the program\.$/);
    assert.ok(wins[0], "the program begins with enough chips");
  });
}

on("a player who asks for advice and follows it wins", "chips", async (page) => {
  await shows(page, ".../.../...");
  await begin(page, { me: "left", ties: "advantage", total: 16, own: 10, mark: "me" });
  const status = page.locator(".advice output");
  const asked = async (name, pattern) => {
    await page.getByRole("button", { name }).click();
    await status.filter({ hasText: pattern }).waitFor();
    return pattern.exec(await status.textContent());
  };
  let advice = "";
  await page.locator(".game .purses").waitFor();
  for (;;) {
    const turned = await turn(page);
    if (turned === "over") break;
    if (turned === "bid") {
      assert.match(await page.locator(".game .standing").textContent(), /^You win by force/);
      const [text, bid] = await asked("What should I bid?", /Good bids: (\d+).*/);
      advice = text;
      // Cancels the move that was filled in, so that the page asks for a move after the bids.
      await page.locator('.cells [aria-pressed="true"]').click();
      await page.locator("#bid").fill(bid);
      await page.getByRole("button", { name: "Bid", exact: true }).click();
    } else if ((await buttons(page, "Win the tie").count()) > 0) {
      await buttons(page, /win a tie and give/.test(advice) ? "Win the tie" : "Let the program win it").click();
    } else {
      const [text, row, column] = await asked("Which move is good?", /^(?:Move to row (\d), column (\d)|Have the program move)/);
      if (row === undefined) await page.getByRole("button", { name: text }).click();
      else await page.locator(`[data-cell="${row},${column}"]`).click();
    }
  }
  assert.equal(await page.locator(".log strong").textContent(), "You win.");
});

for (const { position, found } of program.advice) {
  on(`advice at ${position} is what the program says`, link("certs/tic-tac-toe-chips.cbor", position), async (page) => {
    await shows(page, position);
    await begin(page, { me: "left", ties: "advantage", total: 16, own: 8, mark: "me" });
    await page.getByRole("button", { name: "What should I bid?" }).click();
    const quick = found.bids.filter(({ quickest }) => quickest).map(({ bid }) => bid);
    await page.getByText(`Good bids: ${quick.join(", ")}.`).waitFor();
    await page.getByRole("button", { name: "Leave the game" }).click();
  }, { onward: true });
}

on("a game file is opened, solved and verified, and the certificate equals the program's", "chips", async (page) => {
  await shows(page, ".../.../...");
  await page.setInputFiles("#game-file", join(ROOT, "examples/a2.json"));
  await page.getByText("No certificate of this game has been opened").first().waitFor();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".side .mark.verified").waitFor();
  assert.equal(await page.locator(".side .digest").textContent(), program.certificates["examples/a2.json"]);
});

on("a game by name is solved for a range of chips", "chips", async (page) => {
  await shows(page, ".../.../...");
  await named(page, "hex:2x2");
  await page.locator("#solve-chips").fill("12");
  await page.selectOption("#solve-ties", "make-it-take-it");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".side .mark.verified").waitFor();
  assert.equal(await page.locator(".side .digest").textContent(), program.certificates["hex:2x2"]);
  assert.equal((await said(page))["proved for"], "0 to 12 chips in all");
});

on("an opened certificate of a chips game leads to this view", "open", async (page) => {
  await page.setInputFiles("#files", join(ROOT, "certs/tug-12-chips.cbor"));
  await page.getByRole("button", { name: "Look at its positions" }).click();
  await page.waitForSelector(".chips .mark.verified");
  await page.waitForFunction(() => document.querySelector("#position")?.value === "0");
}, { ready: "html.ready" });

on("a name of no game, or of a game that is too large, is refused with a sentence, and the open game stays", "chips", async (page) => {
  await shows(page, ".../.../...");
  for (const [title, name, says] of [
    ["no game", "chess", /'chess' is no game and no file; expected tic-tac-toe/],
    ["a board that is too large", "hex:9x9", /hex 9x9: a board has/],
    ["more than a page's memory", "hex:4x5", /hex 4x5 would take [\d.]+ GB of memory/],
    ["an ending", "bidding-chess:KRK", /endings of bidding chess rest on others/],
  ]) {
    await named(page, name);
    await page.locator(".chips .wrong").filter({ hasText: says }).waitFor().catch((error) => assert.fail(`${title}: ${error.message}`));
    await page.getByRole("button", { name: "row 2, column 2: empty" }).click();
    await shows(page, ".../.X./...");
    await typePosition(page, ".../.../...");
    await shows(page, ".../.../...");
  }
});

on("opening a game is abandoned when another one is chosen", "chips", async (page) => {
  await shows(page, ".../.../...");
  await page.locator("#of").waitFor();
  await page.evaluate(() => {
    document.querySelector("#game").value = "hex:3x4";
    document.querySelector("#game").form.requestSubmit();
    document.querySelector("#certificate").dispatchEvent(new Event("change"));
  });
  await page.getByRole("button", { name: "row 2, column 2: empty" }).click();
  await shows(page, ".../.X./...");
  assert.match(await page.locator(".question strong").textContent(), /wins by force with/);
  assert.equal(await page.locator(".chips .wrong").textContent(), "");
});

on("a file that is not a game is refused with the place of the error", "chips", async (page) => {
  await shows(page, ".../.../...");
  await page.setInputFiles("#game-file", { name: "<img src=x>.json", mimeType: "application/json", buffer: Buffer.from('{ "positions": [] }') });
  await page.locator(".chips .wrong").filter({ hasText: /^<img src=x>\.json: line 1: / }).waitFor();
  assert.equal(await page.locator("img").count(), 0);
});

on("no text of a game file is parsed as markup", "chips", async (page) => {
  await shows(page, ".../.../...");
  const hostile = "<img src=x onerror=alert(1)>\u202e";
  const game = { title: hostile, left: `${hostile}L`, right: "R", start: hostile, positions: { [hostile]: { left: ["won"], right: ["lost"] }, won: { winner: "left" }, lost: { winner: "right" } } };
  await page.setInputFiles("#game-file", { name: "game.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(game)) });
  await page.locator(".side .state").filter({ hasText: '"<img src=x onerror=alert(1)>\\u{202e}"' }).waitFor();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".side .mark.verified").waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assert.ok(!(await page.locator("main").textContent()).includes("\u202e"));
});

on("impossible numbers are refused with a sentence", "chips", async (page) => {
  await shows(page, ".../.../...");
  const wrong = page.locator(".chips .wrong");
  await begin(page, { me: "left", ties: "advantage", total: 8, own: 9, mark: "me" });
  await wrong.filter({ hasText: "You cannot have 9 chips of 8." }).waitFor();
  await begin(page, { me: "left", ties: "advantage", total: "many", own: 1, mark: "me" });
  await wrong.filter({ hasText: "many: expected a whole number." }).waitFor();
  await begin(page, { me: "left", ties: "advantage", total: 2_000_000, own: 1, mark: "me" });
  await wrong.filter({ hasText: "at most 1000000 chips" }).waitFor();
  await begin(page, { me: "left", ties: "advantage", total: 8, own: 4, mark: "me" });
  await page.locator("#bid").fill("5");
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  await wrong.filter({ hasText: "5: expected a bid from 0 to 4." }).waitFor();
});

for (const [title, address, says] of [
  ["a link with a broken position", link("certs/tic-tac-toe-chips.cbor", "XX/O"), /position 'XX\/O': 2 rows, expected 3/],
  ["a link with a position that no play leads to", link("certs/tic-tac-toe-chips.cbor", "XXX/XXX/..."), /no play leads to it|play is over/],
  ["a link to a file that is not there", "chips/%3Cimg%20src=x%3E", /There is no certificate or game <img src=x> here/],
]) {
  on(`${title} says so`, address, async (page) => {
    await page.locator(".chips .wrong").filter({ hasText: says }).waitFor();
    assert.equal(await page.locator("img").count(), 0);
  }, { onward: !title.includes("broken") });
}

on("a bid is made by number, slider and keys, and a round is taken back", "chips", async (page) => {
  await shows(page, ".../.../...");
  await begin(page, { me: "left", ties: "ladies-first", total: 16, own: 8, mark: "me" });
  const [field, slider] = [page.locator("#bid"), page.locator("#bid-slider")];
  await slider.fill("6");
  assert.equal(await field.inputValue(), "6");
  for (const [key, bid] of [["ArrowUp", "7"], ["PageUp", "8"], ["ArrowDown", "7"]]) {
    await field.press(key);
    assert.equal(await field.inputValue(), bid, key);
  }
  await field.fill("8");
  assert.equal(await slider.inputValue(), "8");
  const purses = await page.locator(".purses").textContent();
  assert.equal(purses, "You (Left)8 of 16Program (Right)8 of 16");
  // Left also wins ties.
  await field.press("Enter");
  assert.equal(await turn(page), "choice");
  await page.getByRole("button", { name: "Take back" }).click();
  assert.equal(await turn(page), "bid");
  await field.fill("8");
  await field.press("Enter");
  await page.getByRole("button", { name: "row 2, column 2: empty" }).click();
  await shows(page, ".../.X./...");
  await turn(page);
  assert.match(await page.locator(".log li").textContent(), /^You bid 8, the program \d\..* You move to row 2, column 2\.$/);
  assert.equal(await page.locator(".purses").textContent(), "You (Left)0 of 16Program (Right)16 of 16");
  await page.getByRole("button", { name: "Take back" }).click();
  await shows(page, ".../.../...");
  assert.equal(await page.locator(".purses").textContent(), purses);
  assert.equal(await page.locator(".log li").count(), 0);
});

on("a program that errs is not said to win by force", "chips", async (page) => {
  await shows(page, ".../.../...");
  await begin(page, { me: "left", ties: "advantage", total: 16, own: 2, mark: "program", strength: "errs" });
  await page.locator(".game .standing").filter({ hasText: "The program could win by force from here, but it errs sometimes." }).waitFor();
});

on("an open bid is shown before the user bids, and is the bid made", "chips", async (page) => {
  await shows(page, ".../.../...");
  await begin(page, { me: "left", ties: "ladies-first", total: 16, own: 8, mark: "me", "open-bids": "open" });
  assert.equal(await turn(page), "bid");
  const [, bid] = /^The program bids (\d+)\. /.exec(await page.locator(".game .asked").textContent());
  await page.locator("#bid").fill("8");
  await page.locator("#bid").press("Enter");
  await page.locator(".log li").filter({ hasText: `You bid 8, the program ${bid}.` }).waitFor();
});

on("advice disappears when the game goes on, and does not reveal a secret bid", "chips", async (page) => {
  await shows(page, ".../.../...");
  await begin(page, { me: "left", ties: "ladies-first", total: 16, own: 8, mark: "me" });
  await page.getByRole("button", { name: "What should I bid?" }).click();
  await page.getByText(/Good bids: /).waitFor();
  assert.match(await page.locator(".game .asked").textContent(), /^Your turn: bid, and press Bid\. If you win the bid, you play row \d, column \d\.$/);
  await page.locator('.cells [aria-pressed="true"]').click();
  await page.locator("#bid").fill("8");
  await page.locator("#bid").press("Enter");
  assert.equal(await turn(page), "choice");
  assert.equal(await page.getByText(/Good bids: /).count(), 0);
});

on("after the game each round lists the chips held, the chips needed, and the error that gave the win away", "chips", async (page) => {
  await shows(page, ".../.../...");
  await named(page, "tug:2");
  await page.getByText("No certificate of this game has been opened").first().waitFor();
  await begin(page, { me: "left", ties: "advantage", total: 8, own: 6, mark: "me" });
  await page.locator(".game .purses").waitFor();
  assert.match(await page.locator(".game .standing").textContent(), /^You win by force/);
  // The user bids all chips in the first round, and then all that are left.
  for (let asked = await turn(page); asked !== "over"; asked = await turn(page)) {
    if (asked === "bid") {
      await page.locator("#bid").fill(await page.locator("#bid-slider").getAttribute("max"));
      await page.locator("#bid").press("Enter");
    } else await page.locator(".game .choices button").first().click();
  }
  const rounds = await page.locator(".log .away").allTextContents();
  assert.equal(rounds.length, await page.locator(".log li:not(.end)").count());
  assert.equal(rounds[0], " You had 6 chips and the advantage; 5 chips are enough to win by force. Good bids: 1, 2, 3. Your bid gave the win away.");
  assert.equal(rounds[1], " You had 0 chips and the advantage; 7 chips are enough to win by force.");
  assert.equal(await page.locator(".log strong").textContent(), "Right wins: the program.");
  assert.equal(await page.locator(".sum").textContent(), "You gave away what you could bring about in round 1.");
  await accessibleInAllLooks(page);
});

on("no findings of axe-core in any look", "chips", async (page) => {
  await shows(page, ".../.../...");
  await page.waitForFunction(() => document.querySelector("figure [role=status]")?.textContent !== "");
  await accessibleInAllLooks(page);
  await begin(page, { me: "left", ties: "advantage", total: 16, own: 8, mark: "me" });
  await page.locator("#bid").waitFor();
  await accessibleInAllLooks(page);
});

on("solving can be stopped, and the open game stays", "chips", async (page) => {
  await shows(page, ".../.../...");
  await named(page, "hex:3x4");
  await page.getByText("No certificate of this game has been opened").first().waitFor();
  // Solving for 600 chips takes some seconds.
  await page.locator("#solve-chips").fill("600");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const busy = page.locator(".busy");
  await busy.filter({ hasText: "is being solved …" }).waitFor();
  await busy.getByRole("button", { name: /^Stop/ }).click();
  await page.getByRole("alert").filter({ hasText: "You stopped it." }).waitFor();
  await page.getByRole("button", { name: "row 2, column 2: empty" }).click();
  await shows(page, ".../.X./.../...");
});

on("the next game starts with the number of chips that the user asked about, and the number needed", "chips", async (page) => {
  await page.locator("#of").fill("101");
  await page.locator(".question strong").filter({ hasText: / of 101/ }).waitFor();
  const [, own, mark] = /force with (\d+) of 101( and the advantage)?/.exec(await page.locator(".question strong").textContent());
  await page.locator(".begin .manner summary").click();
  const chosen = await page.locator("#total, #own").evaluateAll((fields) => fields.map(({ value }) => value));
  assert.deepEqual(chosen, ["101", own]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  assert.equal(await turn(page), "bid");
  assert.equal(await page.locator(".purse strong").first().textContent(), `${own} of 101`);
  assert.match(await page.locator(".standing").textContent(), /^You win by force/, mark);
});
