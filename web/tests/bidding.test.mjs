// Bidding chess in a browser: positions of endings, heat maps, games against a certificate.
//
//     node --test web/tests/bidding.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, accessibleInAllLooks, again, site, typePosition } from "./browser.mjs";
import { begin, generator, purse, turn } from "./play.mjs";

const on = site(".bidding table");

/** Waits until the page shows this position. */
const shows = (page, position) => page.waitForFunction((wanted) => document.querySelector("#position")?.value === wanted && document.querySelector(".bidding table"), position);

/** Returns the terms and values of the evidence. */
async function said(page) {
  const rows = page.locator(".side .how dl");
  const terms = await rows.locator("dt").allTextContents();
  const what = await rows.locator("dd").allTextContents();
  return Object.fromEntries(terms.map((term, at) => [term, what[at]]));
}

async function middle(page, square) {
  const box = await page.locator(`[data-square="${square}"] rect`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Converts a fraction with long numerator and denominator to a number. */
function quotient(text) {
  const [over, under] = text.split("/").map(BigInt);
  return Number((over * 10n ** 12n) / under) / 1e12;
}

const lookups = JSON.parse(readFileSync(join(ROOT, "web/tests/data/lookups.json"), "utf8"));

for (const [file, position] of [
  ["certs/krk.cbor", "8/8/8/3k4/8/8/8/K6R"],
  ["certs/knk.cbor", "8/8/8/3k4/8/2N5/8/K7"],
  ["certs/kpk.cbor", "8/3P4/8/3k4/8/8/8/K7"],
  ["certs/knk.cbor", "8/8/8/3K4/8/2n5/8/k7"],
]) {
  on(`${position} is worth what the program says, with all moves`, `bidding/${encodeURIComponent(file)}/${position}`, async (page) => {
    await shows(page, position);
    const wanted = lookups[position];
    const found = await said(page);
    const exact = (text) => (text.startsWith("≈") ? text.replace(/^.*digits/, "") : text).split(/[^\d/]/)[0];
    assert.equal(exact(found.value), wanted.alpha);
    assert.equal(exact(found["bid for the move"]), wanted.bid);
    assert.equal(exact(found["White wins by force with more than"]), wanted.white_wins_above);
    const verdict = await page.locator(".bids > .state").textContent();
    const [, white, black, bid] = /^White wins by force with more than (\S+) of the money, Black with more than (\S+)\. Best bid for the next move: (\S+)\.$/.exec(verdict);
    for (const [short, whole] of [[white, wanted.white_wins_above], [black, exact(found["Black wins by force with more than"])], [bid, wanted.bid]]) {
      // A long fraction is written with six decimal places.
      if (whole.length <= 11) assert.equal(short, whole);
      else assert.ok(Math.abs(Number(short) - quotient(whole)) < 1e-6, `${short} for ${whole}`);
    }
    assert.ok(found["labels of White and Black"].startsWith(`${wanted.label_white ?? "–"} / ${wanted.label_black ?? "–"}they count down`));
    for (const [place, moves] of [wanted.white_moves, wanted.black_moves].entries()) {
      const rows = await page.locator(".two table").nth(place).locator("tbody tr").evaluateAll((all) => all.map((row) => [row.cells[0].textContent, row.cells[2].textContent === "best"]));
      assert.deepEqual(rows, moves.map(({ move, best }) => [move, best]));
    }
  }, { onward: true });
}

on("pieces are dragged to empty squares, and the address follows", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R", async (page) => {
  await page.mouse.move(...(await middle(page, "h1")));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, "h5")), { steps: 4 });
  await page.mouse.up();
  await shows(page, "8/8/8/3k3R/8/8/8/K7");
  assert.ok(page.url().endsWith("/8/8/8/3k3R/8/8/8/K7"));
  await page.reload();
  await shows(page, "8/8/8/3k3R/8/8/8/K7");
});

on("a move of the list leads to its position, and one that captures the king says so", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R", async (page) => {
  await page.locator('[data-move="h1h5"]').click();
  await shows(page, "8/8/8/3k3R/8/8/8/K7");
  await page.locator('[data-move="h5d5"]').click();
  await page.getByText("h5d5 captures the king: White has won.").waitFor();
}, { onward: true });

on("the heat map colours the squares where the piece may stand, and says what each is worth", "bidding/certs%2Fkpk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F3P4%2FK7", async (page) => {
  await page.selectOption("#heat", "P");
  await page.getByText("Alpha with P on each square").waitFor();
  const tinted = await page.locator(".board [data-square] rect").evaluateAll((all) => all.filter((one) => one.style.fill !== "").map((one) => one.parentNode.getAttribute("data-square")));
  // A pawn stands neither on the first nor on the last rank, nor on the black king's square.
  assert.equal(tinted.length, 47);
  assert.ok(!tinted.includes("d5") && !tinted.some((square) => /[18]$/.test(square)));
  assert.match(await page.locator('[data-square="d2"]').getAttribute("aria-label"), /^d2, white pawn: .*0\.\d{10}$/);
}, { onward: true });

for (const [title, link, says] of [
  ["a link with a broken position", "bidding/certs%2Fkrk.cbor/8%2F8%2F8", /position '8\/8\/8': 3 ranks, expected 8/],
  ["a link with another ending's position", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FKQ5R", /is of the ending KQRK, but the tablebase/],
  ["a link to a file that is not there", "bidding/%3Cimg%20src=x%3E", /There is no ending <img src=x> here/],
]) {
  on(`${title} says so, and an ending is shown`, link, async (page) => {
    await page.getByRole("alert").filter({ hasText: says }).waitFor();
    assert.equal(await page.locator("img").count(), 0);
  }, { onward: !title.includes("broken") });
}

/** Plays against the certificate with pseudo-random bids until the game is over. Returns the last line of the log. */
async function play(page, { white, share, next, most }) {
  await begin(page, { side: white ? "white" : "black", share });
  await page.locator(".game .purses").waitFor();
  for (let round = 0; round < most; round += 1) {
    const asked = await turn(page);
    if (asked === "over") return page.locator(".log strong").textContent();
    if (asked === "bid") {
      await page.locator("#bid").fill((Math.floor(next() * (await purse(page)) * 1e6) / 1e6).toFixed(6));
      await page.getByRole("button", { name: "Bid", exact: true }).click();
    } else {
      const own = page.locator(".two table").nth(white ? 0 : 1).locator("tbody button");
      await own.nth(Math.floor(next() * (await own.count()))).click();
    }
  }
  return "not over";
}

for (const [title, file, position, options] of [
  ["White, with the rook, against whatever Black bids and plays", "krk", "8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R", { white: false, share: "1/8", next: generator(1) }],
  ["White, against a Black who never bids", "kqk", "8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6Q", { white: false, share: "1/4", next: () => 0 }],
  ["Black, with much more money, against whatever White does", "krk", "8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R", { white: true, share: "0.01", next: generator(7) }],
]) {
  on(`the program wins as ${title}`, `bidding/certs%2F${file}.cbor/${position}`, async (page) => {
    assert.equal(await play(page, { ...options, most: 400 }), `${options.white ? "Black" : "White"} wins: the program.`);
  });
}

on("wrong shares and bids are refused, with a sentence", "bidding/certs%2Fkrk.cbor", async (page) => {
  for (const share of ["2", "-1/2", "1/0", "much"]) {
    await begin(page, { share });
    await page.getByRole("alert").filter({ hasText: `${share}: expected a share from 0 to 1` }).waitFor();
  }
  await begin(page, { share: "1/2" });
  for (const bid of ["0.6", "1/0", "all"]) {
    await page.locator("#bid").fill(bid);
    await page.getByRole("button", { name: "Bid", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: `${bid}: expected a bid that the money allows` }).waitFor();
  }
});

on("an opened ending is offered and shown", "open", async (page) => {
  const file = (name) => ({ name, mimeType: "application/cbor", buffer: readFileSync(join(ROOT, `tests/corpus/accept/richman/${name}`)) });
  await page.setInputFiles("#files", [file("bidding-chess-3x3-kk.cbor"), file("bidding-chess-3x3-krk.cbor")]);
  await page.getByRole("article", { name: "bidding-chess-3x3-krk.cbor" }).getByRole("button", { name: "Look at its positions" }).click();
  await page.locator(".bidding table").first().waitFor();
  assert.equal(await page.locator(".board [data-square]").count(), 9);
}, { ready: "html.ready" });

on("bounds are shown from the lower to the upper one, with the moves that they prove best, and no game", "open", async (page) => {
  const file = (kind, name) => ({ name, mimeType: "application/cbor", buffer: readFileSync(join(ROOT, `tests/corpus/accept/${kind}/${name}`)) });
  await page.setInputFiles("#files", [file("richman", "bidding-chess-3x3-kk.cbor"), file("bracket", "3x3-krk.cbor")]);
  await page.getByRole("article", { name: "3x3-krk.cbor" }).last().getByRole("button", { name: "Look at its positions" }).click();
  await page.locator(".bidding table").first().waitFor();
  assert.match(await page.locator(".side").textContent(), /KRK, 66 positions up to symmetry, each with bounds of alpha and beta that are fractions over 2\^47\./);
  await typePosition(page, "2k/3/K1R");
  const found = await said(page);
  assert.match(found.alpha, /^0\.749999999999 to 0\.750000000000 both bounds105553116266495\/140737488355328 to 3\/4$/);
  assert.match(found.beta, /^0\.750000000000 to 0\.750000000001 /);
  assert.equal(found["alpha < beta"], "not decided by these bounds");
  // The proved bounds are rounded up.
  assert.equal(await page.locator(".bids > .state").textContent(), "White wins by force with more than 0.250001 of the money, Black with more than 0.750001.");
  const moves = await page.locator(".two tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(moves, [
    ["a1a2", "0.750000", ""], ["a1b2", "0.500000", ""], ["a1b1", "0.750000", ""], ["c1c2", "0.750000", ""], ["c1c3", "1.000000", "best"], ["c1b1", "0.625000", ""],
    ["c3c2", "0.750000", ""], ["c3b2", "0.500000", "best"], ["c3b3", "0.625000", ""],
  ]);
  await page.locator('[data-move="c3b2"]').click();
  await shows(page, "3/1k1/K1R");
  await page.selectOption("#heat", "R");
  await page.waitForFunction(() => /^c1, white rook: 0\.500000$/.test(document.querySelector('[data-square="c1"]').getAttribute("aria-label")));
  await page.getByText("Bounds do not say which move is best").waitFor();
  assert.equal(await page.getByRole("button", { name: "Play", exact: true }).count(), 0);
}, { ready: "html.ready" });

on("if alpha < beta, both are shown for the position, for its moves and in the heat map", "open", async (page) => {
  const file = (name) => ({ name, mimeType: "application/cbor", buffer: readFileSync(join(ROOT, `tests/corpus/accept/richman/${name}`)) });
  await page.setInputFiles("#files", ["kk", "knk", "knnk"].map((name) => file(`bidding-chess-2x3-${name}.cbor`)));
  await page.getByRole("article", { name: "bidding-chess-2x3-knnk.cbor" }).getByRole("button", { name: "Look at its positions" }).click();
  await page.locator(".bidding table").first().waitFor();
  assert.match(await page.locator(".side").textContent(), /alpha < beta somewhere/);
  await typePosition(page, "k1/NN/K1");
  const found = await said(page);
  assert.deepEqual([found.alpha, found.beta, found["White wins by force with more than"], found["Black wins by force with more than"]], ["0/1 ≈ 0.0000000000White wins by force as long as Black has less than this share of the money", "1/2 ≈ 0.5000000000", "1/1 ≈ 1.0000000000", "1/2 ≈ 0.5000000000"]);
  assert.ok("bid for the move, by beta" in found);
  assert.equal(await page.locator(".bids > .state").textContent(), "White cannot win by force; Black wins by force with more than 1/2 of the money. Best bid for the next move: 0.");
  const moves = await page.locator(".two tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, row.cells[1].textContent]));
  assert.deepEqual(Object.fromEntries(moves), { a1b1: "0.000000, beta 0.500000", a3b3: "0.000000, beta 0.500000", a3b2: "0.500000", a3a2: "0.500000" });
  await page.selectOption("#heat", "N");
  await page.getByText("Alpha with N on each square").waitFor();
  await page.waitForFunction(() => document.querySelector('[data-square="a2"]').getAttribute("aria-label") === "a2, white knight: 0/1 ≈ 0.0000000000, beta 0.500000");
}, { ready: "html.ready" });

on("a position is set up with the keyboard alone, and its value is announced", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R", async (page) => {
  await shows(page, "8/8/8/3k4/8/8/8/K6R");
  await page.locator('[data-square="a1"]').focus();
  for (const key of ["Enter", "ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await shows(page, "8/8/8/3k4/8/8/1K6/7R");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-square")), "b2");
  const { value } = await said(page);
  const [decimal] = /^[\d.]+/.exec(value.split("≈ ")[1]);
  await page.locator(".spoken").filter({ hasText: `Value ${decimal}, bid ` }).waitFor({ state: "attached" });
}, { onward: true });

on("loading an ending can be stopped, and the previous one stays", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R", async (page) => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/knk.cbor", async (route) => {
    await held;
    await route.abort().catch(() => {});
  });
  await page.selectOption("#ending", "certs/knk.cbor");
  await page.locator(".busy").getByRole("button", { name: /^Stop/ }).click();
  await page.getByRole("alert").filter({ hasText: "You stopped it." }).waitFor();
  assert.equal(await page.locator("#ending").inputValue(), "certs/krk.cbor");
  await page.locator('[data-move="h1h5"]').click();
  await shows(page, "8/8/8/3k3R/8/8/8/K7");
  release();
});

on("a pawn dragged to the last rank promotes to the chosen piece", "bidding/certs%2Fkpk.cbor/8%2F3P4%2F8%2F3k4%2F8%2F8%2F8%2FK7", async (page) => {
  await begin(page, { share: "1" });
  await page.locator("#bid").fill("1");
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  await page.locator(".game .asked").filter({ hasText: "Your move" }).waitFor();
  await page.mouse.move(...(await middle(page, "d7")));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, "d8")), { steps: 4 });
  await page.mouse.up();
  await page.locator("dialog button").first().waitFor();
  assert.deepEqual((await page.locator("dialog button").allTextContents()).sort(), ["d7d8b", "d7d8n", "d7d8q", "d7d8r"]);
  await page.locator("dialog button").filter({ hasText: "d7d8r" }).click();
  await shows(page, "3R4/8/8/3k4/8/8/8/K7");
  await page.locator(".log li").filter({ hasText: "You play d7d8r." }).waitFor();
});

on("the legend of the heat map matches the current position", "bidding/certs%2Fknk.cbor/8%2F8%2F8%2F3k4%2F8%2F2N5%2F8%2FK7", async (page) => {
  const heat = page.locator(".heat-said");
  await page.selectOption("#heat", "N");
  await heat.filter({ hasText: "Alpha with N on each square" }).waitFor();
  await page.selectOption("#heat", "K");
  await heat.filter({ hasText: "Alpha with K on each square" }).waitFor();
  await page.selectOption("#heat", "N");
  await page.locator('[data-move="d5c4"]').click();
  await shows(page, "8/8/8/8/2k5/2N5/8/K7");
  await heat.filter({ hasText: "Alpha with N on each square" }).waitFor();
  await page.locator('[data-move="c4c3"]').click();
  await shows(page, "8/8/8/8/8/2k5/8/K7");
  await heat.filter({ hasText: "There is no N on this board." }).waitFor();
  await page.selectOption("#heat", "");
  assert.equal(await heat.textContent(), "");
}, { onward: true });

/** Returns everything that the view says about a position: texts, names of squares, and the legend of the heat map. */
const everything = (page) =>
  page.evaluate(() => ({
    side: document.querySelector(".side").innerText.replace(/, \d+\.\d+ s:/, ""),
    squares: [...document.querySelectorAll("[data-square]")].map((one) => one.getAttribute("aria-label")),
    heat: document.querySelector(".heat-said").textContent,
    wrong: document.querySelector(".bidding .wrong").textContent,
    position: document.querySelector("#position").value,
    spoken: document.querySelector(".bidding > .spoken").textContent,
  }));

on("after many clicks every text equals that of a fresh load", "bidding/certs%2Fknk.cbor/8%2F8%2F8%2F3k4%2F8%2F2N5%2F8%2FK7", async (page) => {
  const next = generator(9);
  /** Waits until a new position and its heat map are shown. */
  const settled = async (page, before) => {
    await page.waitForFunction((before) => document.querySelector("#position").value !== before, before);
    await page.waitForFunction(() => {
      const letter = document.querySelector("#heat").value;
      return letter === "" || document.querySelector(".heat-said").textContent.includes(` ${letter} on `);
    });
  };
  const fresh = await page.context().newPage();
  for (let click = 1; click <= 72; click += 1) {
    const before = await page.locator("#position").inputValue();
    const [part, choice] = [next(), next()];
    const typed = await page.evaluate(
      ({ part, choice, positions }) => {
        const heat = document.querySelector("#heat");
        heat.selectedIndex = part < 0.3 ? Math.floor(choice * 3) : heat.selectedIndex;
        heat.dispatchEvent(new Event("change"));
        const field = document.querySelector("#position");
        // Moves that capture a king lead to no position, so they are left out. Answers to earlier questions arrive late
        // and must not be shown.
        const moves = [...document.querySelectorAll(".two tbody tr")].filter((row) => !/^[01]\.0+$/.test(row.cells[1].textContent)).map((row) => row.querySelector("button"));
        moves[Math.floor(part * moves.length)]?.click();
        if (part < 0.2 || moves.length === 0) {
          field.value = positions.filter((one) => one !== field.value)[Math.floor(choice * (positions.length - 1))];
          field.form.requestSubmit();
          return field.value;
        }
        moves[Math.floor(choice * moves.length)].click();
        return undefined;
      },
      { part, choice, positions: ["8/8/8/3k4/8/2N5/8/K7", "K7/8/8/8/8/8/8/N6k", "k7/8/1N6/8/8/8/8/7K"] },
    );
    await settled(page, typed === undefined ? before : undefined);
    if (typed !== undefined) await page.waitForFunction((typed) => decodeURIComponent(location.hash).endsWith(`/${typed}`), typed, { timeout: 20_000 });
    if (click % 24 > 0) continue;
    await fresh.goto(again(page.url(), click));
    await fresh.locator(".bidding table").first().waitFor();
    await fresh.locator("#heat").selectOption(await page.locator("#heat").inputValue());
    await settled(fresh, "");
    assert.deepEqual(await everything(page), await everything(fresh), `after ${click} clicks`);
  }
});

on("a refused position leaves the current heat map in place", "bidding/certs%2Fkpk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F3P4%2FK7", async (page) => {
  await page.selectOption("#heat", "P");
  await page.locator(".heat-said").filter({ hasText: "Alpha with P on each square" }).waitFor();
  const note = await page.locator('[data-square="d2"]').getAttribute("aria-label");
  await page.dragAndDrop('[data-square="d2"]', '[data-square="h1"]');
  await page.locator(".bidding .wrong:not(:empty)").waitFor();
  assert.equal(await page.locator('[data-square="d2"]').getAttribute("aria-label"), note);
  assert.match(note, /^d2, white pawn: /);
});

on("the message about a capture disappears after a move to another position", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k3R%2F8%2F8%2F8%2FK7", async (page) => {
  await page.locator('[data-move="h5d5"]').click();
  await page.getByText("h5d5 captures the king: White has won.").waitFor();
  await page.locator('[data-move="a1a2"]').click();
  await shows(page, "8/8/8/3k3R/8/8/K7/8");
  assert.equal(await page.getByText("captures the king: White").count(), 0);
}, { onward: true });

on("a bid is made by number, slider and keys, and a round is taken back", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FK6R", async (page) => {
  await begin(page);
  const [field, slider] = [page.locator("#bid"), page.locator("#bid-slider")];
  await field.fill("1/8");
  assert.equal(await slider.inputValue(), "125");
  await slider.fill("250");
  assert.equal(await field.inputValue(), "0.250");
  for (const [key, bid] of [["ArrowUp", "0.251"], ["PageDown", "0.201"], ["PageDown", "0.151"], ["ArrowDown", "0.150"]]) {
    await field.press(key);
    assert.equal(await field.inputValue(), bid, key);
  }
  await field.press("End");
  const { position, purses } = { position: await page.locator("#position").inputValue(), purses: await page.locator(".purses").textContent() };
  assert.equal(purses, "You (White)0.5000Program (Black)0.5000");
  await field.fill("1/2");
  await field.press("Enter");
  await page.locator(".game .asked").filter({ hasText: "Your move" }).waitFor();
  assert.equal(await page.locator(".purses").textContent(), "You (White)0.0000Program (Black)1.0000");
  await page.locator('[data-move="h1h5"]').click();
  await shows(page, "8/8/8/3k3R/8/8/8/K7");
  assert.equal(await turn(page), "bid");
  assert.deepEqual(await page.locator(".board .last").evaluateAll((all) => all.map((one) => one.getAttribute("data-square")).sort()), ["h1", "h5"]);
  await page.getByRole("button", { name: "Take back" }).click();
  await shows(page, position);
  assert.equal(await page.locator(".purses").textContent(), purses);
  assert.equal(await page.locator(".log li").count(), 0);
  await page.getByRole("button", { name: "Leave the game" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
});

on("after the game each round says what was given away", "bidding/certs%2Fkrk.cbor/8%2F8%2F8%2F8%2F8%2F8%2F1k6%2FK6R", async (page) => {
  await begin(page, { side: "black", share: "1" });
  await page.locator("#bid").fill("1");
  await page.locator("#bid").press("Enter");
  await page.locator('[data-move="b2a1"]').click();
  await page.locator(".game .asked").filter({ hasText: "You win." }).waitFor();
  const text = await page.locator(".log li").first().textContent();
  const [, , exact, bid, move] = /^You bid 1, the program (\S+): you move\. You play b2a1\. The exact bid was (\S+)\. Your bid gave away (\S+), your move (\S+)\.$/.exec(text);
  assert.equal(move, "nothing");
  // The bid exceeded the exact bid by this amount.
  const number = (text) => text.split("/").map(Number).reduce((over, under) => over / under);
  assert.ok(Math.abs(number(exact) + number(bid) - 1) < 1e-5, text);
  await accessibleInAllLooks(page);
});

on("no findings of axe-core in any look", "bidding/certs%2Fknk.cbor/8%2F8%2F8%2F3k4%2F8%2F2N5%2F8%2FK7", async (page) => {
  await page.selectOption("#heat", "N");
  await page.getByText("Alpha with N on each square").waitFor();
  await accessibleInAllLooks(page);
});
