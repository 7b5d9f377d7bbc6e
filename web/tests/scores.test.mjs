// Bidding for points in a browser: outcomes of heaps, best bids, games against the certificate.
//
//     node --test web/tests/scores.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser
//
// data/scores.json contains output of the program: lookups by `solve lookup FILE HEAP,COINS/BUDGET --marker WHOSE
// --json`, and the certificate by `solve scoring --subtract 2,3 --budget 1..6 --emit-cert FILE`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, accessibleInAllLooks, site } from "./browser.mjs";
import { begin, generator, purse, turn } from "./play.mjs";

const on = site(".scores .side .state");

const program = JSON.parse(readFileSync(join(ROOT, "web/tests/data/scores.json"), "utf8"));

const FIRST = "certs/subtraction-1-2-budgets-1-12.cbor";
const link = (file, { budget, heap, coins, marker }) => `scores/${encodeURIComponent(file)}/${budget}/${heap}/${coins}/${marker}`;
/** Returns the final score: Left's points minus Right's. */
async function score(page) {
  const text = await page.locator(".log strong").textContent();
  const [, side, points] = /: (Left|Right) ends (\d+) points? ahead\.$/.exec(text) ?? [];
  if (points === undefined) assert.equal(text, "A draw: both have equally many points.");
  return points === undefined ? 0 : Number(points) * (side === "Left" ? 1 : -1);
}

/** Returns the score that best play leads to. */
async function expectedEnd(page) {
  const text = await page.locator(".game .standing").textContent();
  const [, side, points] = /; with best play (Left|Right) ends (\d+) points? ahead\.$/.exec(text) ?? [];
  if (points === undefined) assert.match(text, /; with best play both end with equally many\.$/);
  return points === undefined ? 0 : Number(points) * (side === "Left" ? 1 : -1);
}

const state = (page, text) => page.locator(".side .state").filter({ hasText: text }).waitFor();

for (const { file, place, found } of program.lookups) {
  const { budget, heap, coins, marker } = place;
  on(`heap ${heap} with ${coins} of ${budget} coins, the marker ${marker}'s, in ${file}: what the program says`, link(file, place), async (page) => {
    await state(page, `Heap ${heap}, Left with ${coins}, Right with ${budget - coins}: the outcome is ${found.position.outcome}.`);
    assert.equal(await page.locator(".scores .mark").textContent(), "VERIFIED");
    assert.ok((await page.locator(".how").textContent()).includes(`Rows repeat every ${found.period} heaps from heap ${found.onset} on.`));
    const list = (numbers) => numbers.join(", ") || "–";
    if (heap === 0) assert.deepEqual(await page.locator(".two p").allTextContents(), Array(2).fill("Nothing can be taken: the game is over."));
    else for (const [table, side] of ["left", "right"].entries()) {
      const rows = await page.locator(".two table").nth(table).locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
      assert.deepEqual(rows, found.position[side].map(({ bid, take, take_at_tie }) => [String(bid), list(take), list(take_at_tie)]));
    }
  }, { onward: true });
}

on("the heat map tells outcomes, and leads to a heap", "scores", async (page) => {
  const [row, column] = [page.getByRole("slider").nth(0), page.getByRole("slider").nth(1)];
  await row.fill("3");
  await column.fill("17");
  const text = await page.locator("figure [role=status]").textContent();
  const [, outcome] = /^heap 17, Left has 7 of 10 coins and the marker: outcome (-?\d+)$/.exec(text);
  await page.getByRole("button", { name: "Show what is chosen" }).click();
  await state(page, `Heap 17, Left with 7, Right with 3: the outcome is ${outcome}.`);
  assert.ok(page.url().endsWith("/10/17/7/left"));
  await page.reload();
  await state(page, `Heap 17, Left with 7, Right with 3: the outcome is ${outcome}.`);
});

on("another game is solved and verified, and the certificate equals the program's", "scores", async (page) => {
  await page.locator("#set").fill("2, 3");
  await page.locator("#budgets").fill("1..6");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".how p").filter({ hasText: "S = {2, 3}, total budgets 1 to 6." }).waitFor({ state: "attached" });
  assert.equal(await page.locator(".scores .digest").textContent(), program.certificate);
});

for (const [me, place, seed] of [
  ["left", { budget: 10, heap: 13, coins: 5, marker: "left" }, 1],
  ["right", { budget: 7, heap: 12, coins: 4, marker: "right" }, 2],
  ["left", { budget: 3, heap: 10, coins: 1, marker: "right" }, 3],
  ["right", { budget: 12, heap: 15, coins: 2, marker: "left" }, 4],
]) {
  on(`a heap of ${place.heap} is played to the end, and the program never has less than its due`, link(FIRST, place), async (page) => {
    const next = generator(seed);
    const sign = me === "left" ? -1 : 1;
    await begin(page, { me });
    let due = -Infinity;
    await page.locator(".game .purses").waitFor();
    for (;;) {
      const asked = await turn(page);
      if (asked === "over") break;
      if (asked === "bid") {
        const expected = sign * (await expectedEnd(page));
        assert.ok(expected >= due, `${expected} after ${due}`);
        due = expected;
        await page.locator("#bid").fill(String(Math.floor(next() * ((await purse(page)) + 1))));
        await page.getByRole("button", { name: "Bid", exact: true }).click();
      } else {
        const takes = page.locator(".game button").filter({ hasText: /^Take \d/ });
        await takes.nth(Math.floor(next() * (await takes.count()))).click();
      }
    }
    const end = sign * (await score(page));
    assert.ok(end >= due, `${end} after ${due}`);
  });
}

on("games that cannot be solved are refused, each with its own sentence", "scores", async (page) => {
  for (const [title, set, budgets, says] of [
    ["no numbers", "one", "1..6", "one: expected numbers such as 1,2 that may be taken."],
    ["nothing", "", "", "nothing: expected numbers"],
    ["0", "0,1", "1", "0 cannot be subtracted"],
    ["a number twice", "2,2", "1", "2 stands in the subtraction set twice"],
    ["no budgets", "1", "six", "six: expected a total budget such as 7"],
    ["budgets the wrong way round", "1", "6..1", "total budgets from 6 to 1: the first is above the last"],
    ["more than a page's memory", "100", "900..999", /would take [\d.]+ GB of memory/],
  ]) {
    await page.locator("#set").fill(set);
    await page.locator("#budgets").fill(budgets);
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.locator(".scores .wrong").filter({ hasText: says }).waitFor().catch((error) => assert.fail(`${title}: ${error.message}`));
  }
}, { onward: true });

for (const [title, address, says] of [
  ["a budget that the certificate is not about", link(FIRST, { budget: 13, heap: 1, coins: 1, marker: "left" }), "total budgets from 1 to 12, not 13"],
  ["more coins than there are", link(FIRST, { budget: 3, heap: 1, coins: 4, marker: "left" }), "Left cannot have 4 coins of 3"],
  ["a heap that is none", link(FIRST, { budget: 3, heap: "x", coins: 1, marker: "left" }), "x: expected a whole number."],
]) {
  on(`a link with ${title} says so, and a heap is shown`, address, async (page) => {
    await page.locator(".scores .wrong").filter({ hasText: says }).waitFor();
    await state(page, "Heap 18, Left with 5, Right with 5");
  }, { onward: !title.startsWith("a budget") });
}

on("a bid is made by number, slider and keys, and a round is taken back", link(FIRST, { budget: 10, heap: 24, coins: 5, marker: "left" }), async (page) => {
  await begin(page);
  const [field, slider] = [page.locator("#bid"), page.locator("#bid-slider")];
  await slider.fill("4");
  assert.equal(await field.inputValue(), "4");
  for (const [key, bid] of [["ArrowUp", "5"], ["ArrowUp", "5"], ["ArrowDown", "4"], ["PageDown", "0"]]) {
    await field.press(key);
    assert.equal(await field.inputValue(), bid, key);
  }
  const purses = await page.locator(".purses").textContent();
  assert.equal(purses, "You (Left)5 of 10Program (Right)5 of 10");
  // A bid of all coins wins, or ties and wins by the marker.
  await field.fill("5");
  assert.equal(await slider.inputValue(), "5");
  await field.press("Enter");
  assert.equal(await turn(page), "choice");
  assert.equal(await page.locator(".purses").textContent(), "You (Left)0 of 10Program (Right)10 of 10");
  await page.getByRole("button", { name: "Take 2" }).click();
  await state(page, "Heap 22, Left with 0, Right with 10");
  assert.match(await page.locator(".log li").textContent(), /^You bid 5, the program \d\. (A tie, which you win\. )?You take 2\.$/);
  await page.getByRole("button", { name: "Take back" }).click();
  await state(page, "Heap 24, Left with 5, Right with 5");
  assert.equal(await page.locator(".purses").textContent(), purses);
  assert.equal(await page.locator(".log li").count(), 0);
});

for (const strength of ["exact", "errs"]) {
  on(`after a game against a program that ${strength === "exact" ? "plays exactly" : "errs"} the rounds say what was given away, and the sum`, link(FIRST, { budget: 10, heap: 8, coins: 5, marker: "left" }), async (page) => {
    await begin(page, { strength });
    await page.locator(".game .purses").waitFor();
    const expected = await expectedEnd(page);
    for (let asked = await turn(page); asked !== "over"; asked = await turn(page)) {
      if (asked === "bid") {
        await page.locator("#bid").fill("0");
        await page.locator("#bid").press("Enter");
      } else await page.getByRole("button", { name: "Take 1" }).click();
    }
    const end = await score(page);
    const number = (text) => (text === "nothing" ? 0 : Number(text.split(" ")[0]));
    const [, mine, its] = /^In all you gave away (.*), and the program (.*)\.$/.exec(await page.locator(".sum").textContent());
    assert.equal(number(mine) - number(its), expected - end);
    const rounds = await page.locator(".log .away").allTextContents();
    assert.equal(rounds.length, await page.locator(".log li:not(.end)").count());
    const away = rounds.map((text) => [...text.matchAll(/nothing|\d+ points?/g)].reduce((sum, [one]) => sum + number(one), 0));
    assert.equal(away.reduce((sum, one) => sum + one, 0), number(mine), rounds.join(" "));
    if (strength === "exact") assert.equal(its, "nothing");
  });
}

on("no findings of axe-core in any look", "scores", async (page) => {
  await accessibleInAllLooks(page);
  await begin(page);
  await page.locator("#bid").waitFor();
  await accessibleInAllLooks(page);
});
