// The common behaviour of the three views of bidding games, in a browser: the answer, the board and Play without
// scrolling; controls that keep their place; whose decision is awaited; the end and another game; advice beside its
// button; folded evidence.
//
//     node --test web/tests/bids.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";
import { join } from "node:path";

import { ROOT, accessible, site, typePosition } from "./browser.mjs";
import { begin, generator, turn } from "./play.mjs";

const on = site(".bids .how");

const SIZES = { "a window of 1280 x 900": { width: 1280, height: 900 }, "a telephone of 360 x 740": { width: 360, height: 740 } };

/**
 * Title and address of each view, the selector of its board, and a function that chooses a move together with the bid.
 */
const VIEWS = [
  ["bidding chess", "bidding", ".board", async (page) => page.locator(".two table").first().locator("tbody button").first().evaluate((one) => one.click())],
  ["tic-tac-toe with chips", "chips", ".cells", async (page) => page.locator(".cells button:not([aria-disabled])").first().evaluate((one) => one.click())],
  ["a heap", "scores", ".heap svg", async (page) => page.locator(".choices button").first().evaluate((one) => one.click())],
];

/** Whether an element is entirely inside the window without scrolling. */
const inSight = (page, selector) =>
  page.locator(selector).first().evaluate((one) => {
    const { top, bottom, left, right, width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  });

/** Returns the places of elements on the page, by selector. */
const places = (page, selectors) =>
  page.evaluate((selectors) => {
    const place = (one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y + scrollY, width, height].map(Math.round);
    };
    return Object.fromEntries(selectors.map((selector) => [selector, place(document.querySelector(selector))]));
  }, selectors);

/** Makes a bid as written. */
async function bid(page, text) {
  await page.locator("#bid").fill(text);
  await page.locator("#bid").press("Enter");
}

/** Chooses a move together with the bid. */
const choose = (page, link) => VIEWS.find(([, one]) => one === link)[3](page);

for (const [title, link, board] of VIEWS) {
  on(`${title}: the answer, the board and Play are in sight in a window and on a telephone, without scrolling; Play begins a game at once, with the board and all that is pressed in sight`, link, async (page) => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForFunction(() => /[.:]$/.test(document.querySelector(".bids > .state").textContent.trim()));
      for (const selector of [".bids > .state", board, ".begin .primary"]) assert.ok(await inSight(page, selector), `${selector} in ${size}`);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      assert.equal(await turn(page), "bid");
      for (const selector of [board, ".turn", ".purses", "#bid", ".bid button", ".always", ".advice button"]) assert.ok(await inSight(page, selector), `${selector} of the game in ${size}`);
      // The files for chips and points test all looks of a game.
      if (link === "bidding") await accessible(page, size);
      await page.getByRole("button", { name: "Leave the game" }).click();
    }
  });
}

for (const [size, viewport] of Object.entries(SIZES)) {
  // The three views share their layout, so a telephone shows one of them.
  for (const [title, link, board] of size.includes("telephone") ? VIEWS.slice(0, 1) : VIEWS) {
    on(`${title}: controls keep their place for five rounds, refused bids, advice and the end in ${size}; the game ends with a coloured row and Play again at the board, and begins as before`, link, async (page) => {
      if (link === "bidding") await typePosition(page, "8/8/8/3k4/8/8/8/K6R");
      const begins = await page.locator("#position, #heap").first().inputValue();
      await begin(page, link === "bidding" ? { share: "1/2" } : {});
      await turn(page);
      const pressed = [board, ".turn", "#bid", "#bid-slider", ".bid button", ".always button:first-child", ".always button:last-child", ".advice button"];
      const before = await places(page, pressed);
      const purses = await page.locator(".purses").textContent();
      const same = async (when) => {
        assert.deepEqual(await places(page, pressed), before, when);
      };
      const rounds = () => page.locator(".log li:not(.end)").count();
      const move = async () => {
        const choices = page.locator(".choices button");
        if ((await choices.count()) > 0) await choices.first().click();
        else await choose(page, link);
      };
      for (let round = 1; round <= 5; round += 1) {
        const begun = await rounds();
        if ((await turn(page)) === "over") break;
        await bid(page, "9999999");
        await page.locator(".turn .wrong:not(:empty)").waitFor();
        await same(`a refused bid of round ${round}`);
        await choose(page, link);
        await same(`a chosen move of round ${round}`);
        await page.locator(".advice button").evaluate((one) => one.click());
        await same(`advice in round ${round}`);
        await bid(page, round % 2 === 1 ? "0" : link === "bidding" ? "0.05" : "1");
        for (let asked = await turn(page); asked === "choice"; asked = await turn(page)) {
          await same(`a choice in round ${round}`);
          await move();
        }
        assert.ok((await rounds()) > begun, `round ${round}`);
        await same(`round ${round}`);
      }
      assert.ok((await rounds()) >= 3);
      for (let asked = await turn(page), more = 0; asked !== "over"; asked = await turn(page), more += 1) {
        assert.ok(more < 100);
        if (asked === "bid") await bid(page, "0");
        else await move();
      }
      const said = await page.locator(".turn .asked").textContent();
      const result = await page.locator(".turn").getAttribute("class");
      const expected = said.startsWith("You win") ? "win" : said.startsWith("A draw") ? "draw" : "loss";
      assert.equal(result, `turn ${expected}`, said);
      const colours = await page.locator(".turn .asked").evaluate((one) => [getComputedStyle(one).color, getComputedStyle(document.body).color]);
      if (expected !== "draw") assert.notEqual(colours[0], colours[1]);
      assert.ok(await page.locator(".turn .asked").evaluate((one) => one === document.activeElement), "the result has the focus");
      for (const selector of [".turn", ".turn .primary"]) assert.ok(await inSight(page, selector), selector);
      await same("the end");
      // The files for bidding chess and chips test all looks of an end.
      if (link === "scores") await accessible(page, size);
      await page.getByRole("button", { name: "Play again" }).click();
      assert.equal(await turn(page), "bid");
      assert.equal(await page.locator(".log li").count(), 0);
      assert.equal(await page.locator(".purses").textContent(), purses);
      if (link !== "scores") assert.equal(await page.locator("#position").inputValue(), begins);
      else assert.match(await page.locator(".heap strong").textContent(), /^A heap of 18$/);
      assert.equal(await page.locator("#bid").inputValue(), link === "bidding" ? "0.000" : "0");
    }, { viewport });
  }
}

on("a user wins a game of bidding chess with five actions, four of them for the round", "bidding", async (page) => {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator('[data-square="b1"]').click();
  await page.locator('[data-square="c1"]').click();
  await page.locator("#bid").fill("1/4");
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  assert.equal(await turn(page), "over");
  assert.equal(await page.locator(".turn .asked").textContent(), "You win.");
  // The board shows the capture.
  assert.equal(await page.locator('[data-square="c1"]').getAttribute("aria-label"), "c1, white rook");
  assert.equal(await page.locator('[data-square="b1"] .piece').count(), 0);
});

on("a user who follows advice wins tic-tac-toe; each round takes a cell, a bid and a button", "chips", async (page) => {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const next = generator(3);
  let rounds = 0;
  for (let asked = await turn(page); asked !== "over"; asked = await turn(page), rounds += 1) {
    if (asked === "bid") {
      await page.getByRole("button", { name: "What should I bid?" }).click();
      const [, good] = /Good bids: (\d+)/.exec(await page.locator(".advice output").textContent());
      await bid(page, good);
    } else if ((await page.getByRole("button", { name: "Win the tie" }).count()) > 0) await page.getByRole("button", { name: "Win the tie" }).click();
    else {
      await page.getByRole("button", { name: "Which move is good?" }).click();
      const [, row, column] = /row (\d), column (\d)/.exec(await page.locator(".advice output").textContent()) ?? [];
      if (row === undefined) await page.getByRole("button", { name: "Have the program move" }).click();
      else await page.locator(`[data-cell="${row},${column}"]`).click();
    }
    assert.ok(rounds < 60 && next() < 1);
  }
  assert.equal(await page.locator(".turn .asked").textContent(), "You win.");
});

for (const [title, link, choose, marked, says] of [
  ["bidding chess", "bidding", async (page) => { await page.locator('[data-square="b1"]').click(); await page.locator('[data-square="b5"]').click(); }, ".board .frame", "you play b1b5"],
  ["tic-tac-toe", "chips", (page) => page.locator('[data-cell="3,1"]').click(), '.cells [aria-pressed="true"]', "you play row 3, column 1"],
  ["a heap", "scores", (page) => page.getByRole("button", { name: "Take 2" }).click(), '.choices [aria-pressed="true"]', "you take 2"],
]) {
  on(`${title}: a move that is chosen with the bid is marked, said, made when the bid is won, and taken back by choosing it again`, link, async (page) => {
    await begin(page);
    await turn(page);
    assert.equal(await page.locator(marked).count(), 0);
    await choose(page);
    await page.locator(".asked").filter({ hasText: `If you win the bid, ${says}.` }).waitFor();
    assert.ok((await page.locator(marked).count()) > 0);
    await choose(page);
    await page.locator(".asked").filter({ hasText: "Your turn: choose a move" }).waitFor();
    assert.equal(await page.locator(marked).count(), 0);
    await choose(page);
    // The typed bid stays while a move is chosen.
    const most = await page.locator("#bid-slider").getAttribute("max");
    await page.locator("#bid").fill(link === "bidding" ? "0.4" : most);
    await choose(page);
    await choose(page);
    assert.equal(await page.locator("#bid").inputValue(), link === "bidding" ? "0.4" : most);
    await page.getByRole("button", { name: "Bid", exact: true }).click();
    await page.locator(".log li").first().waitFor();
    assert.match(await page.locator(".log li").first().textContent(), new RegExp(says.replace("you play row", "You move to row").replace("you", "You")));
  });
}

for (const [title, link] of VIEWS) {
  on(`${title}: how a result is known is folded away, and opens with the keyboard; whose decision is awaited is always said; without help moves are not told, and What should I bid? is answered beside its button`, link, async (page) => {
    const how = page.locator(".bids .how");
    assert.match(await how.locator("summary").textContent(), /^VERIFIED on your machine, [\d.]+ s: how do I know\?$/);
    const shown = () => page.locator("main").evaluate((one) => one.innerText);
    const hidden = [/[0-9a-f]{64}/, /\.cbor/, /Richman value(?!\))/, /labels of White/, /f\(k \+/, /total budgets/];
    for (const text of hidden) assert.doesNotMatch(await shown(), text);
    await how.locator("summary").focus();
    await page.keyboard.press("Enter");
    assert.match(await shown(), /[0-9a-f]{64}/);
    assert.match(await shown(), /Check it without this page: check certs\/[\w-]+\.cbor/);

    if (link !== "chips") assert.ok(await page.locator(".two table").first().isVisible(), "moves are told before the game");
    await begin(page);
    assert.equal(await turn(page), "bid");
    assert.match(await page.locator(".asked").textContent(), /^Your turn: choose a move \((click|press) [^)]+\) and a bid, then press Bid\.$/);
    assert.equal(await page.locator(".side strong, .below-board .two table").count(), 0);
    if (link !== "chips") assert.equal(await page.getByText("What moves are worth is not shown while you play without help.").count(), 1);
    const most = await page.locator("#bid-slider").getAttribute("max");
    await bid(page, link === "bidding" ? "0.5" : most);
    assert.equal(await turn(page), "choice");
    assert.match(await page.locator(".asked").textContent(), /^You have won the bid\. Your move: (click|press) /);
    // Bids are ignored while none is requested.
    await page.locator("#bid").press("Enter");
    assert.equal(await page.locator(".log li").count(), 1);
    assert.equal(await page.locator(".bid button").getAttribute("aria-disabled"), "true");
    await page.getByRole("button", { name: "Take back" }).click();
    await page.locator('.game[data-turn="bid"]').waitFor();

    // The answer fills in the bid and the move, and disappears after the bid.
    await page.getByRole("button", { name: "What should I bid?" }).click();
    const answer = page.locator(".advice output");
    await answer.filter({ hasText: /\S/ }).waitFor();
    assert.match(await answer.textContent(), /^(Bid \d+\/\d+\. Best move: \w+( or \w+)*\.$|Good bids: \d)/);
    const good = await page.locator("#bid").inputValue();
    assert.match(await answer.textContent(), new RegExp(`(Bid|Good bids:) ${good.replace(/[.*/]/g, "\\$&")}`));
    assert.match(await page.locator(".turn .asked").textContent(), /If you win the bid, you (play|take) /);
    const [button, said] = await Promise.all([page.locator(".advice button").boundingBox(), answer.boundingBox()]);
    assert.ok(said.x >= button.x + button.width && said.x - button.x - button.width < 30, `${said.x} after ${button.x} and ${button.width}`);
    assert.ok(Math.abs(said.y - button.y) < 20, `${said.y} beside ${button.y}`);
    await bid(page, "0");
    await page.locator(".log li").first().waitFor();
    assert.equal(await answer.textContent(), "");
    await page.getByRole("button", { name: "Leave the game" }).click();
    if (link !== "chips") await page.locator(".two table").first().waitFor();
  });
}

on("terms are explained next to their use", "chips", async (page) => {
  for (const [title, link, ...said] of [
    ["Left and Right, the Richman value, the advantage", "chips", /Two players: Left puts X, Right puts O\./, /Line: the share with very many chips \(Richman value\)\./, /its holder may win a tie and give the advantage away/],
    ["Left and Right, White and Black", "chips/certs%2Fkrk-4x4-chips-all.cbor", /Two players: White and Black\./],
    ["Left's and Right's edges of hex", "chips/certs%2Fhex-3x4-chips.cbor", /Left \(X\) joins the left and the right edge, Right \(O\) the top and the bottom edge/],
    ["the marker", "scores", /Left and Right are two players; who has the marker wins equal bids, and passes it on\./],
    ["worth", "bidding", /Worth of a move: White wins by force after it if Black then has less than this share of the money\./],
  ]) {
    await page.evaluate((hash) => { location.hash = hash; }, link);
    for (const says of said) await page.locator("main").filter({ hasText: says }).waitFor({ timeout: 20_000 }).catch((error) => assert.fail(`${title}: ${error.message}`));
    const text = await page.locator("main").evaluate((one) => one.innerText);
    for (const says of said) assert.match(text, says, title);
  }
});

on("each bid explains who has the advantage or the marker", "chips", async (page) => {
  for (const [choices, says] of [
    [{ mark: "me" }, "You have the advantage: at equal bids you may win, and give it away."],
    [{ mark: "program" }, "The program has the advantage: at equal bids it may win, and give it to you."],
    [{ ties: "make-it-take-it", mark: "me" }, "You won the last bid: at equal bids you win again."],
    [{ ties: "ladies-first", me: "right" }, "At equal bids the program wins the bid, being Left."],
  ]) {
    await begin(page, choices);
    await turn(page);
    assert.equal(await page.locator(".game .ties").textContent(), says);
    await page.getByRole("button", { name: "Leave the game" }).click();
  }
});

on("the number of chips needed is updated while the user types", "chips", async (page) => {
  const said = page.locator(".question strong");
  for (const [chips, says] of [["100", "Left wins by force with 53 of 100 or more."], ["16", "Left wins by force with 9 of 16 or more."], ["1", "Left wins by force with 1 of 1 or more."]]) {
    await page.locator("#of").fill(chips);
    await said.filter({ hasText: says }).waitFor();
  }
  assert.ok(await page.locator(".bids .curve").evaluate((curve) => curve.compareDocumentPosition(document.querySelector(".cells")) & Node.DOCUMENT_POSITION_FOLLOWING), "the curve comes first");
});

on("the final lead is updated while the user types, and the curve with it", "scores", async (page) => {
  const said = page.locator(".question strong");
  await said.filter({ hasText: "With best play Left ends 2 points ahead." }).waitFor();
  const curve = () => page.locator(".curve").getAttribute("aria-label");
  for (const [field, value, says] of [["heap", "17", "Left ends 1 point ahead."], ["heap", "20", "both end with equally many points."], ["coins", "0", /Right ends \d+ points? ahead\./], ["budget", "12", /ends? /]]) {
    await page.locator(`#${field}`).fill(value);
    await said.filter({ hasText: says }).waitFor();
    assert.equal(await page.locator(`#${field}`).inputValue(), value);
  }
  await page.waitForFunction(() => document.querySelector(".curve").getAttribute("aria-label").includes("with 0 of 12 coins"));
  assert.match(await curve(), /^By how many points Left ends ahead with 0 of 12 coins, for heaps of 0 to 60\./);
  assert.ok(page.url().endsWith("/12/20/0/left"));
  await page.locator("#coins").fill("13");
  await page.locator(".scores .wrong").filter({ hasText: "Left cannot have 13 coins of 12" }).waitFor();
  assert.equal(await said.textContent(), "", "no answer to what is not a place");
  // An incomplete number is not answered, and the field keeps it.
  await page.locator("#coins").fill("");
  await page.locator(".scores .wrong").filter({ hasText: "nothing: expected a whole number." }).waitFor();
  assert.equal(await page.locator("#coins").inputValue(), "");
  // Heaps beyond the drawn ones are answered as well.
  await page.locator("#coins").fill("6");
  await page.locator("#heap").fill("123456");
  await said.filter({ hasText: /ends? / }).waitFor();
});

on("if Right has the marker, the curve passes through the outcome at each heap", "scores", async (page) => {
  await page.selectOption("#marker", "right");
  for (const [heap, coins] of [["18", "5"], ["7", "3"], ["31", "8"]]) {
    await page.locator("#coins").fill(coins);
    await page.locator("#heap").fill(heap);
    await page.waitForFunction(([heap, coins]) => location.hash.endsWith(`/10/${heap}/${coins}/right`), [heap, coins]);
    const [outcome] = /-?\d+(?=\.$)/.exec(await page.locator(".side .state").textContent());
    await page.waitForFunction((heap) => document.querySelector(".bids figcaption").textContent.endsWith(`Line: heap ${heap}.`), heap);
    assert.equal(await page.locator(".curve").getAttribute("data-at"), outcome);
  }
});

on("a local game file is played to the end without a certificate", "chips", async (page) => {
  await page.setInputFiles("#game-file", join(ROOT, "examples/a2.json"));
  await page.locator(".question strong").filter({ hasText: "No certificate of this game has been opened: play it, or have it solved below." }).waitFor();
  await begin(page, { total: 8, own: 4 });
  for (let asked = await turn(page), rounds = 0; asked !== "over"; asked = await turn(page), rounds += 1) {
    assert.ok(rounds < 100);
    if (asked === "bid") {
      await page.locator(".choices button").first().click();
      await bid(page, await page.locator("#bid-slider").getAttribute("max"));
    } else await page.locator(".choices button").first().click();
  }
  assert.match(await page.locator(".turn .asked").textContent(), /^(You win\.|"?\w+"? wins: the program\.|A draw)/);
});

on("if a game cannot be played, a sentence replaces Play", "chips/certs%2Fkrk-4x4-chips-all.cbor", async (page) => {
  await page.locator(".before").getByText("Endings of chess are not played with chips here: Bidding chess plays them.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Play", exact: true }).count(), 0);
  for (const selector of [".bids > .state", ".board", ".before p"]) assert.ok(await inSight(page, selector), selector);
}, { ready: ".bids .before p", viewport: SIZES["a telephone of 360 x 740"] });

on("Play can be pressed before the certificate has loaded, and the game begins afterwards", "open", async (page) => {
  let held;
  await page.route("**/certs/*.cbor", async (route) => {
    await held;
    await route.continue();
  });
  for (const [title, link] of VIEWS) {
    let release;
    held = new Promise((resolve) => {
      release = resolve;
    });
    await page.evaluate((hash) => { location.hash = hash; }, link);
    await page.locator(`.bids.${link}`).getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".busy").filter({ hasText: "is being fetched" }).waitFor();
    assert.equal(await page.locator(".game").getAttribute("data-turn"), "none", title);
    release();
    assert.equal(await turn(page), "bid", title);
    await page.locator(".bids .how").waitFor();
  }
}, { ready: "html.ready" });

on("a whole round with the keyboard alone: Play, a cell, the bid, Enter; the focus stays", "chips", async (page) => {
  await page.getByRole("button", { name: "Play", exact: true }).focus();
  await page.keyboard.press("Enter");
  await turn(page);
  assert.equal(await page.evaluate(() => document.activeElement?.className), "asked");
  await page.locator('[data-cell="2,2"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".asked").filter({ hasText: "you play row 2, column 2" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "2,2");
  const reached = async (id) => {
    for (let presses = 0; presses < 30; presses += 1) {
      if (await page.evaluate((id) => document.activeElement?.id === id, id)) return true;
      await page.keyboard.press("Tab");
    }
    return false;
  };
  assert.ok(await reached("bid"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator(".log li").first().waitFor();
  await turn(page);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "bid");
});

on("a screen reader hears the bids, the take and the next question", "scores", async (page) => {
  await begin(page);
  await turn(page);
  await bid(page, "5");
  assert.equal(await turn(page), "choice");
  await page.locator(".game > .spoken").filter({ hasText: /^You bid 5, the program \d\. .*You have won the bid\. Your move: press what you take\.$/ }).waitFor({ state: "attached" });
});


// Help fills in good bids and moves.

/** Plays a game with help to the end, always by the one button of the round. Returns the number of presses. */
async function pressToTheEnd(page, most) {
  for (let pressed = 0; ; pressed += 1) {
    if ((await turn(page)) === "over") return pressed;
    assert.ok(pressed < most, `${pressed} rounds`);
    const rounds = await page.locator(".log li:not(.end)").count();
    await page.locator(".bid button").click();
    await page.waitForFunction((rounds) => document.querySelectorAll(".log li:not(.end)").length > rounds && document.querySelector(".game").dataset.turn !== "program", rounds);
  }
}

for (const [size, viewport] of Object.entries(SIZES)) {
  on(`from the front page a game of bids is begun and won with six actions in ${size}; Back leads to the front page, a reload begins another`, "", async (page) => {
    const begins = page.getByRole("link", { name: "Play a game of bids" });
    assert.ok(await inSight(page, '#front a[href="#chips/play"]'));
    await begins.click();
    assert.equal(await turn(page), "bid");
    for (const selector of [".cells", '.cells [aria-pressed="true"]', ".turn", ".purses", "#bid", ".bid button"]) assert.ok(await inSight(page, selector), selector);
    assert.match(await page.locator(".bid button").textContent(), /^Bid 1 and play row \d, column \d$/);
    await accessible(page);
    const actions = 1 + (await pressToTheEnd(page, 5));
    assert.ok(actions <= 6, `${actions} actions`);
    assert.equal(await page.locator(".turn .asked").textContent(), "You win.");
    assert.match(await page.locator(".sum").textContent(), /^You gave nothing away in any round\.$/);
    for (const selector of [".turn", ".sum", ".turn .after button:last-child"]) assert.ok(await inSight(page, selector), selector);
    await accessible(page);
    await page.getByRole("button", { name: "Now without help" }).click();
    assert.equal(await turn(page), "bid");
    assert.deepEqual([await page.locator("#help").isChecked(), await page.locator("#bid").inputValue(), await page.locator(".bid button").textContent()], [false, "0", "Bid"]);
    assert.equal(await page.locator('.cells [aria-pressed="true"]').count(), 0);
    assert.match(await page.locator(".purse strong").first().textContent(), /^6 of 11$/);
    assert.match(page.url(), /#chips\/play$/);
    await page.reload();
    assert.equal(await turn(page), "bid");
    assert.deepEqual([await page.locator("#help").isChecked(), await page.locator("#bid").inputValue(), await page.locator(".log li").count()], [true, "1", 0]);
    await page.goBack();
    await page.locator("#front .lead").waitFor();
    await page.goForward();
    assert.equal(await turn(page), "bid");
    await page.getByRole("button", { name: "Leave the game" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#chips/certs"));
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  }, { viewport, ready: "html.ready" });
}

for (const [title, link, , , position] of [
  [...VIEWS[0], "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R"],
  [...VIEWS[1], "chips"],
  [...VIEWS[2], "scores"],
]) {
  on(`${title}: help is chosen before a game or during it; each round is then one action, and a bid and a move can be changed first`, position, async (page) => {
    await page.locator(".begin .manner summary").click();
    await page.locator("#helps").check();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    assert.equal(await turn(page), "bid");
    const filled = async () => [await page.locator("#bid").inputValue(), await page.locator(".bid button").textContent()];
    const [bid, label] = await filled();
    assert.match(label, new RegExp(`^Bid ${bid.replace(/[.*/]/g, "\\$&")} and (play|take) `));
    assert.ok(!(await page.locator(".advice button").isVisible()), "there is nothing to ask");
    // When help is switched off and on again, a good bid and move are filled in again, and the user may change them.
    await page.locator("#help").uncheck();
    await page.locator(".advice button").waitFor();
    assert.equal(await page.locator(".bid button").textContent(), "Bid");
    await page.locator("#bid").fill("0");
    await page.locator("#help").check();
    await page.waitForFunction((bid) => document.querySelector("#bid").value === bid, bid);
    await page.locator("#bid").press("ArrowUp");
    assert.notEqual((await filled())[0], bid);
    assert.match((await filled())[1], / and (play|take) /);
    await page.locator("#bid").fill(bid);
    for (let round = 1; round <= 3 && (await turn(page)) === "bid"; round += 1) {
      await page.locator(".bid button").click();
      await page.waitForFunction((round) => document.querySelectorAll(".log li:not(.end)").length === round && ["bid", "over"].includes(document.querySelector(".game").dataset.turn), round);
    }
    // After Take back the round is filled in again.
    if ((await turn(page)) === "bid") {
      await page.locator("#bid").fill("0");
      await page.getByRole("button", { name: "Take back" }).click();
      await page.waitForFunction(() => / and (play|take) /.test(document.querySelector(".bid button").textContent));
    }
  });
}
