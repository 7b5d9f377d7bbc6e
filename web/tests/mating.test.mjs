// Who can still mate, in a real browser: verdicts with lines and closed sets, positions that are set up, rules, certificates.
//
//     node --test web/tests/mating.test.mjs      SITE: the folder that build.mjs has made; CHROMIUM: the browser; CHECK: the program `check`
//
// What the program says is in web/tests/data, without the times: can-mate.jsonl is what
//     solve unwinnable --positions tests/data/unwinnability/named.txt --nodes 300000 --json
// prints, can-mate-longer.jsonl the same of one of these positions with --nodes 3000000, and rulings.jsonl what
//     solve unwinnable FEN both --policy POLICY --json
// prints for three positions and all policies.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, accessibleInAllLooks, site } from "./browser.mjs";

const on = site(".rules table");

const CHECK = process.env.CHECK ?? join(ROOT, "target/debug/check");

const lines = (name) => readFileSync(join(ROOT, "web/tests/data", name), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const answers = lines("can-mate.jsonl");
const rulings = lines("rulings.jsonl");

const FORTRESS = "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -";
const EITHER = "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 b - -";
const KNIGHT = "7k/7p/8/8/8/8/8/K5N1 b - -";
const ONE_SIDED = "8/4P2p/1p6/3Q1P2/2p3B1/Pk6/1P6/1K3r2 w - -";

const link = (fen) => `mating/${fen.replaceAll(" ", "_")}`;
const side = (winner) => (winner === "white" ? "White" : "Black");
const panel = (page, winner) => page.getByRole("region", { name: `Can ${side(winner)} mate?` });
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Waits until the position is shown and answered, and its certificates are verified. The address follows what is shown; the field may hold what has only been typed, with the last position's answer still below it. */
const answered = (page, fen) =>
  page.waitForFunction(([wanted, hash]) => {
    const marks = [...document.querySelectorAll(".can h3 .mark")].map((mark) => mark.textContent);
    const decided = marks.filter((mark) => mark === "yes" || mark === "no").length;
    const done = marks.length === 2 && marks.every((mark) => ["yes", "no", "unknown"].includes(mark)) && document.querySelectorAll(".kept .mark.verified").length === decided;
    return done && location.hash === hash && document.querySelector("#mating-fen")?.value === wanted && document.querySelector(".rules table");
  }, [fen, `#${link(fen)}`]);

/** The verdicts on White and Black. */
const verdicts = (page) => page.locator(".can h3 .mark").allTextContents();

const moves = (page, winner) => panel(page, winner).locator(".line button").evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));

/** The first field of FEN of what the board shows, read from what it says to who cannot see it. */
const placement = (page) =>
  page.evaluate(() => {
    const letters = { king: "k", queen: "q", rook: "r", bishop: "b", knight: "n", pawn: "p" };
    const rows = [];
    for (let rank = 8; rank >= 1; rank -= 1) {
      let row = "";
      for (const file of "abcdefgh") {
        const [, colour, role] = /, (white|black) (\w+)/.exec(document.querySelector(`[data-square="${file}${rank}"]`).getAttribute("aria-label")) ?? [];
        row += role === undefined ? " " : colour === "white" ? letters[role].toUpperCase() : letters[role];
      }
      rows.push(row.replaceAll(/ +/g, (empty) => String(empty.length)));
    }
    return rows.join("/");
  });

async function middle(page, square) {
  const found = page.locator(`[data-square="${square}"] rect`).first();
  await found.scrollIntoViewIfNeeded();
  const box = await found.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const click = async (page, square) => page.mouse.click(...(await middle(page, square)));

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

const setUp = (page) => page.getByText("Set a position up").click();

for (const fen of new Set(answers.map((answer) => answer.fen))) {
  on(`${fen}: what the program says`, link(fen), async (page) => {
    await answered(page, fen);
    for (const { side: winner, verdict, line, positions, skeletons, nodes } of answers.filter((answer) => answer.fen === fen)) {
      const found = panel(page, winner);
      assert.equal(await found.locator("h3 .mark").textContent(), { winnable: "yes", unwinnable: "no", unknown: "unknown" }[verdict]);
      assert.deepEqual(await moves(page, winner), line === undefined ? [] : line.split(" "));
      const why = await found.locator(".why").textContent();
      for (const number of [positions, skeletons]) if (number !== undefined) assert.ok(why.includes(number.toLocaleString("en")), why);
      if (verdict === "unknown") assert.equal(why, `Not found out with ${nodes.toLocaleString("en")} nodes.`);
    }
  });
}

on("more is searched for when that is wanted", link(EITHER), async (page) => {
  await answered(page, EITHER);
  assert.deepEqual(await verdicts(page), ["unknown", "unknown"]);
  for (const { side: winner, line } of lines("can-mate-longer.jsonl")) {
    await panel(page, winner).getByRole("button", { name: "Search ten times longer" }).click();
    await panel(page, winner).locator(".line").waitFor({ timeout: 240_000 });
    assert.deepEqual(await moves(page, winner), line.split(" "));
  }
  await answered(page, EITHER);
  assert.equal(await page.locator('[data-policy="fide-timeout"] td').first().textContent(), "Black wins");
});

on("the page goes on while a search is under way, and the search can be ended", link(KNIGHT), async (page) => {
  await answered(page, KNIGHT);
  await panel(page, "white").getByRole("button", { name: "Look for a shortest line" }).click();
  await page.evaluate(async () => {
    let last = performance.now();
    // The search visits 9.6 million nodes: it takes far longer.
    const end = last + 300;
    while (last < end) {
      last = await new Promise(requestAnimationFrame);
    }
  });
  // How long is measured by hand; that the page stands still until the search has ended would be wrong on any machine: Stop would be gone.
  await panel(page, "white").getByRole("button", { name: "Stop" }).click();
  await panel(page, "white").getByRole("button", { name: "Look for a shortest line" }).waitFor();
  assert.deepEqual(await verdicts(page), ["yes", "yes"]);
  // Another position is answered at once by the worker's successor.
  await page.locator("#named").selectOption({ label: "Buchanan's fortress" });
  await answered(page, FORTRESS);
  assert.deepEqual(await verdicts(page), ["no", "no"]);
});

on("a shortest line is found, and it is said that it is one", link("6k1/5ppp/8/8/8/8/8/K6R w - -"), async (page) => {
  await panel(page, "white").getByRole("button", { name: "Look for a shortest line" }).click();
  await panel(page, "white").getByText("and no fewer will do").waitFor({ timeout: 240_000 });
  assert.deepEqual(await panel(page, "white").locator(".line button").allTextContents(), ["Rb1", "Kh8", "Rb8#"]);
});

on("the line to the mate is stepped through, and the board follows", link(KNIGHT), async (page) => {
  await answered(page, KNIGHT);
  const walk = await panel(page, "white").locator(".line button").allTextContents();
  await button(page, "On").click();
  assert.equal(await placement(page), "7k/8/7p/8/8/8/8/K5N1");
  assert.deepEqual(await page.locator(".board .last").evaluateAll((all) => all.map((one) => one.getAttribute("data-square")).sort()), ["h6", "h7"]);
  await button(page, "On").click();
  await button(page, "Back").click();
  assert.equal(await placement(page), "7k/8/7p/8/8/8/8/K5N1");
  await button(page, "Mate").click();
  assert.equal(await page.locator('.line [aria-current="step"]').textContent(), walk.at(-1));
  assert.match(walk.at(-1), /#$/);
  assert.equal(await page.getByRole("status").first().textContent(), `After ${walk.length} of ${walk.length} moves: ${walk.at(-1)}`);
  await button(page, "Beginning").click();
  assert.equal(await placement(page), KNIGHT.split(" ")[0]);
  // By the moves themselves, also those of the other side's line, and by keys.
  await panel(page, "black").locator(".line button").nth(1).click();
  assert.equal(await placement(page), "7k/8/8/7p/8/7N/8/K7");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator('.line [aria-current="step"]').count(), 1);
  assert.equal(await placement(page), "8/6k1/8/7p/8/7N/8/K7");
  await page.keyboard.press("Home");
  assert.equal(await placement(page), KNIGHT.split(" ")[0]);
});

on("of a fortress it is drawn and said where kings can get and what never moves", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  const framed = await page.locator(".board .frame").evaluateAll((all) => all.map((one) => one.parentElement.getAttribute("data-square")).sort());
  assert.equal(framed.join(" "), "a3 a4 b5 b6 c6 c7 e6 e7 g6 g7");
  const tints = () => page.locator(".board [data-square]").evaluateAll((all) => all.map((one) => [one.dataset.square, one.firstElementChild.style.fill]));
  const tinted = async () => Object.fromEntries((await tints()).filter(([, fill]) => fill !== ""));
  const kings = { a6: "white-king", a8: "white-king", b7: "white-king", c8: "both", d8: "black-king", e8: "black-king" };
  assert.deepEqual(await tinted(), Object.fromEntries(Object.entries(kings).map(([name, colour]) => [name, `var(--${colour})`])));
  assert.equal(await page.locator('[data-square="c8"]').getAttribute("aria-label"), "c8: the white king may get here; the black king may get here");
  assert.equal(await page.locator('[data-square="e7"]').getAttribute("aria-label"), "e7, black pawn: never moves, is never captured");
  assert.match(await panel(page, "white").textContent(), /♔ The white king never gets beyond a6 b7 a8 c8\.♚ The black king never gets beyond c8 d8 e8\./);
  assert.match(await page.locator(".side .state").first().textContent(), /the position is dead/);
  // One piece by itself, and as the board is turned.
  await page.locator("#unit").selectOption({ label: "black bishop on b8" });
  assert.deepEqual([...new Set(Object.values(await tinted()))], ["var(--reach)"]);
  const squares = Object.keys(await tinted());
  assert.ok(squares.includes("b8") && squares.length < 6, String(squares));
  await button(page, "Turn the board").click();
  assert.deepEqual(Object.keys(await tinted()).sort(), squares.sort());
  assert.equal(await page.locator(".board .frame").count(), framed.length);
  await panel(page, "white").getByText("Where each piece and pawn can ever get").click();
  assert.equal(await panel(page, "white").getByRole("row", { name: "white pawn on a3" }).locator("td").textContent(), "never moves, is never captured");
});

for (const fen of [FORTRESS, KNIGHT, ONE_SIDED]) {
  on(`${fen}: what rules say of a fallen flag`, link(fen), async (page) => {
    await answered(page, fen);
    const rows = await page.locator(".rules tbody tr").evaluateAll((all) => {
      const said = (row) => [...row.querySelectorAll("td")].map((cell) => cell.dataset.ruling);
      return all.map((row) => [row.dataset.policy, ...said(row)]);
    });
    const ruling = (policy, winner) => rulings.find((one) => one.fen === fen && one.policy === policy && one.side === winner).ruling;
    // If White's flag falls, Black has time left.
    assert.deepEqual(rows, ["fide-timeout", "fide-dead", "uscf", "lichess-2025", "lichess-2026", "chesscom"].map((policy) => [policy, ruling(policy, "black"), ruling(policy, "white")]));
    const bold = await page.locator(".rules strong").count();
    const differ = rows.flatMap(([, ...row]) => row.filter((one, at) => one !== rows[0][at + 1])).length;
    assert.equal(bold, differ);
  });
}

on("certificates are kept, and the program verifies them", link(ONE_SIDED), async (page) => {
  await answered(page, ONE_SIDED);
  for (const [winner, name, kind] of [["white", "white-can-mate.cbor", "helpmate"], ["black", "black-cannot-mate.cbor", "unwinnable"]]) {
    const digest = await panel(page, winner).locator(".digest").textContent();
    await panel(page, winner).getByText("What the checker says is proved").click();
    const proved = await panel(page, winner).locator(".kept details p").textContent();
    const coming = page.waitForEvent("download");
    await panel(page, winner).getByRole("button", { name: `Keep the certificate ${name}` }).click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), name);
    const said = JSON.parse(execFileSync(CHECK, ["--json", await download.path()]));
    assert.deepEqual([said.verdict, said.sha256, said.kind.name, said.claim.root, said.claim.winner], ["verified", digest, kind, ONE_SIDED, winner]);
    assert.equal(proved, said.statements.join("; "));
  }
});

on("a position is set up by dragging pieces on the board, off it, and from the palette", link("4k3/8/8/8/8/8/8/4K3 w - -"), async (page) => {
  await setUp(page);
  await drag(page, await middle(page, "e1"), await middle(page, "a1"));
  await answered(page, "4k3/8/8/8/8/8/8/K7 w - -");
  const rook = await page.locator('[data-tool="R"]').boundingBox();
  await drag(page, [rook.x + rook.width / 2, rook.y + rook.height / 2], await middle(page, "h1"));
  await answered(page, "4k3/8/8/8/8/8/8/K6R w - -");
  assert.deepEqual(await verdicts(page), ["yes", "no"]);
  const frame = await page.locator(".board").boundingBox();
  await drag(page, await middle(page, "h1"), [frame.x + frame.width + 30, frame.y + 30]);
  await answered(page, "4k3/8/8/8/8/8/8/K7 w - -");
  assert.deepEqual(await verdicts(page), ["no", "no"]);
  // The palette's tool is still that of moving pieces; a capture replaces what stands there.
  await drag(page, await middle(page, "a1"), await middle(page, "c3"));
  await answered(page, "4k3/8/8/8/8/2K5/8/8 w - -");
  assert.ok(page.url().endsWith("#mating/4k3/8/8/8/8/2K5/8/8_w_-_-"));
});

on("pieces of the palette are put on squares and taken away", link("4k3/8/8/8/8/8/8/4K3 w - -"), async (page) => {
  await setUp(page);
  await page.locator('[data-tool="n"]').click();
  assert.equal(await page.locator('[data-tool="n"]').getAttribute("aria-pressed"), "true");
  await click(page, "b6");
  await answered(page, "4k3/8/1n6/8/8/8/8/4K3 w - -");
  await click(page, "c6");
  await answered(page, "4k3/8/1nn5/8/8/8/8/4K3 w - -");
  await click(page, "b6");
  await answered(page, "4k3/8/2n5/8/8/8/8/4K3 w - -");
  await button(page, "Erase").click();
  await click(page, "c6");
  await answered(page, "4k3/8/8/8/8/8/8/4K3 w - -");
});

on("a position is set up with the keyboard alone", link("4k3/8/8/8/8/8/8/4K3 w - -"), async (page) => {
  await page.getByText("Set a position up").focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-tool="Q"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-square="a1"]').focus();
  for (const key of ["ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await answered(page, "4k3/8/8/8/8/8/1Q6/4K3 w - -");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-square")), "b2");
  await page.locator('[data-tool="move"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-square="b2"]').focus();
  for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await answered(page, "4k3/8/8/8/8/1Q6/8/4K3 w - -");
  await page.keyboard.press("Delete");
  await answered(page, "4k3/8/8/8/8/8/8/4K3 w - -");
});

on("side to move, rights to castle, a pawn that has just passed", link("r3k2r/8/8/3pP3/8/8/8/R3K2R w - -"), async (page) => {
  await setUp(page);
  await page.getByLabel("White short").check();
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K2R w K -");
  await page.getByLabel("Black long").check();
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq -");
  await page.locator("#passed").selectOption("d6");
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6");
  // A rook that has gone takes its right with it, and whatever moves ends what has just happened.
  await drag(page, await middle(page, "h1"), await middle(page, "g1"));
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K1R1 w q -");
  assert.ok(await page.getByLabel("White short").isDisabled());
  await page.locator("#to-move-b").check();
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K1R1 b q -");
});

on("what is set up goes on from the position of the line that is shown", link(KNIGHT), async (page) => {
  await answered(page, KNIGHT);
  await button(page, "On").click();
  await setUp(page);
  await drag(page, await middle(page, "g1"), await middle(page, "g3"));
  await answered(page, "7k/8/7p/8/8/6N1/8/K7 w - -");
});

on("a position without a king is shown while it is set up, with a sentence", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  await setUp(page);
  await button(page, "Erase").click();
  await click(page, "d8");
  await page.getByRole("alert").filter({ hasText: "There is no such position: Black has 0 kings." }).waitFor();
  assert.equal(await placement(page), "Bb3b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8");
  assert.equal(await page.locator(".can h3").count(), 0);
  assert.ok(page.url().endsWith(link(FORTRESS)));
  await page.locator('[data-tool="k"]').click();
  await click(page, "d8");
  await answered(page, FORTRESS);
  assert.equal(await page.locator(".mating .wrong").textContent(), "");
});

on("a broken FEN meets a sentence, and the board stays with what is said of it", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  for (const [typed, says] of [
    ["8/8 w - -", "the board has 2 ranks, not 8"],
    ["", "the board is missing"],
    ["<img/src=x/onerror=alert(1)> w - -", "'<' is no unit"],
    ["4k3/8/8/8/8/8/8/4K3 w KQ -", "there is no right to castle K"],
    ["4k3/8/8/8/8/8/8/4K3 w - e6", "no pawn can have just passed e6"],
    ["4k3/4R3/8/8/8/8/8/4K3 w - -", "could be captured"],
  ]) {
    await page.locator("#mating-fen").fill(typed);
    await button(page, "Ask").click();
    await page.getByRole("alert").filter({ hasText: says }).waitFor();
    assert.equal(await placement(page), FORTRESS.split(" ")[0]);
    assert.deepEqual(await verdicts(page), ["no", "no"]);
  }
  assert.equal(await page.locator("img").count(), 0);
  await page.locator("#mating-fen").fill(`${KNIGHT} 12 80`);
  await button(page, "Ask").click();
  await answered(page, KNIGHT);
  assert.equal(await page.locator(".mating .wrong").textContent(), "");
});

for (const [title, to, says] of [
  ["a link with a broken position says so, and shows the first", "mating/8/8/8_w_-_-", /^There is no such position: the board has 3 ranks, not 8\.$/],
  ["a link that is no position", "mating/%3Cimg%20src=x%3E", /^There is no such position: the castling field is missing/],
  ["a link that is wrongly encoded", "mating/%E0%A4%A", /^There is no such position: the side to move is missing/],
  ["a link in which the kings touch", "mating/8/8/8/8/8/8/kK6/8_w_-_-", /^There is no such position: the kings stand side by side\.$/],
]) {
  on(title, to, async (page) => {
    await answered(page, FORTRESS);
    assert.match(await page.getByRole("alert").textContent(), says);
    assert.equal(await page.locator("img").count(), 0);
  });
}

on("a link leads to its position, however it is encoded, and the address follows", `mating/${encodeURIComponent(KNIGHT)}`, async (page) => {
  await answered(page, KNIGHT);
  assert.ok(page.url().endsWith(link(KNIGHT)));
  await page.locator("#named").selectOption({ label: "Mate only for White" });
  await answered(page, ONE_SIDED);
  assert.match(await page.locator(".mating").textContent(), /From: a Lichess game \(CC0\), ZNBhS4pz\./);
  assert.ok(page.url().endsWith(link(ONE_SIDED)));
  await page.reload();
  await answered(page, ONE_SIDED);
  await page.evaluate((to) => {
    location.hash = to;
  }, link(FORTRESS));
  await answered(page, FORTRESS);
});

on("play that is over", link("7k/6Q1/6K1/8/8/8/8/8 b - -"), async (page) => {
  await answered(page, "7k/6Q1/6K1/8/8/8/8/8 b - -");
  assert.equal(await panel(page, "white").locator(".why").textContent(), "It has mated.");
  assert.equal(await panel(page, "black").locator(".why").textContent(), "Play is over: White has mated.");
  await page.locator("#mating-fen").fill("7k/5Q2/6K1/8/8/8/8/8 b - -");
  await button(page, "Ask").click();
  await answered(page, "7k/5Q2/6K1/8/8/8/8/8 b - -");
  assert.equal(await panel(page, "white").locator(".why").textContent(), "Play is over: stalemate.");
  assert.equal(await page.locator(".side .state").first().textContent(), "");
});

on("a certificate that was opened leads to its positions", "open", async (page) => {
  await page.setInputFiles("#files", [{ name: "mine.cbor", mimeType: "application/cbor", buffer: readFileSync(join(ROOT, "certs/unwinnable/named.cbor")) }]);
  await button(page, "Look at its positions").click();
  await answered(page, FORTRESS);
  assert.match(await page.locator(".from-file").textContent(), /^VERIFIED mine\.cbor \([0-9a-f]{8}\).*19 answers\. [0-9a-f]{64}/);
  assert.equal(await page.locator("#entry option").count(), 19);
  assert.match(await page.locator(".statement").textContent(), /^(White|Black) cannot mate (White|Black) from the chess position Bb1k1b2.* settled by the skeleton argument/);
  // The line is the certificate's own: the page's search would not have found it yet.
  await page.locator("#entry").selectOption({ index: 9 });
  await panel(page, "black").locator(".line").waitFor();
  const said = JSON.parse(execFileSync(CHECK, ["--json", join(ROOT, "certs/unwinnable/named.cbor")]));
  assert.deepEqual(await moves(page, "black"), said.evidence.entries[9].line.split(" "));
  await panel(page, "white").locator("h3 .mark").filter({ hasText: "unknown" }).waitFor();
  // Another position is not the certificate's.
  await page.locator("#named").selectOption({ label: "Knight against pawn" });
  await answered(page, KNIGHT);
  assert.equal(await page.locator(".statement").textContent(), "");
}, { ready: "html.ready" });

on("so do certificates that come with the page", link(KNIGHT), async (page) => {
  await answered(page, KNIGHT);
  await page.locator("#certificate").selectOption({ value: "certs/unwinnable/fortresses.cbor" });
  await page.locator(".from-file .mark.verified").waitFor();
  assert.equal(await page.locator("#entry option").count(), 74);
  const [, fen] = /: (.* - -)$/.exec(await page.locator("#entry option").first().textContent());
  await answered(page, fen);
  assert.deepEqual(await verdicts(page), ["no", "no"]);
  assert.match(await page.locator(".statement").textContent(), /1 position is met, 1 settled by the skeleton argument/);
});

on("so does a certificate of one answer", "open", async (page) => {
  await page.setInputFiles("#files", [{ name: "one.cbor", mimeType: "application/cbor", buffer: readFileSync(join(ROOT, "tests/corpus/accept/helpmate/fools-mate.cbor")) }]);
  await button(page, "Look at its positions").click();
  await page.locator(".line button").first().waitFor();
  assert.equal(await page.locator("#entry option").count(), 1);
}, { ready: "html.ready" });

on("no findings of axe-core in any look", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  await setUp(page);
  await panel(page, "white").getByText("Where each piece and pawn can ever get").click();
  await accessibleInAllLooks(page);
  await page.locator("#named").selectOption({ label: "Knight against pawn" });
  await answered(page, KNIGHT);
  await button(page, "On").click();
  await accessibleInAllLooks(page);
});
