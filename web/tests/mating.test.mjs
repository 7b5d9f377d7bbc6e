// Can they mate?, in a browser: verdicts with lines and closed sets, setting up positions, rules, certificates.
//
//     node --test web/tests/mating.test.mjs
//         SITE: the folder built by build.mjs; CHROMIUM: the browser; CHECK: the program `check`
//
// web/tests/data contains output of the program, without times. can-mate.jsonl was printed by
//     solve unwinnable --positions tests/data/unwinnability/named.txt --nodes 300000 --json
// can-mate-longer.jsonl is the same for one of these positions with --nodes 3000000. rulings.jsonl was printed by
//     solve unwinnable FEN both --policy POLICY --json
// for three positions and all policies.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, accessibleInAllLooks, again, site } from "./browser.mjs";
import { answered, button, click, drag, link, middle, moves, panel, placeOf, placement, result, sentences, setUp, verdicts } from "./mating.mjs";

const on = site(".mating .state");

const CHECK = process.env.CHECK ?? join(ROOT, "target/debug/check");

const lines = (name) => readFileSync(join(ROOT, "web/tests/data", name), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const answers = lines("can-mate.jsonl");
const rulings = lines("rulings.jsonl");

const FORTRESS = "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -";
const EITHER = "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 b - -";
const KNIGHT = "7k/7p/8/8/8/8/8/K5N1 b - -";
/** A helpmate in 8 moves. To prove that no line is shorter takes more than 100 million nodes. */
const LONG = "8/8/bn6/3npp2/2r2b2/pp2p1p1/4P1P1/K1k5 b - -";
const ONE_SIDED = "8/4P2p/1p6/3Q1P2/2p3B1/Pk6/1P6/1K3r2 w - -";

/** A position that is answered at once. */
const BARE = "8/8/8/8/8/8/k1K5/8 w - -";

for (const fen of new Set(answers.map((answer) => answer.fen))) {
  on(`${fen}: what the program says`, link(fen), async (page) => {
    await answered(page, fen);
    for (const { side: winner, verdict, line, positions, skeletons, nodes } of answers.filter((answer) => answer.fen === fen)) {
      const found = panel(page, winner);
      assert.equal(await found.locator("h3 .mark").textContent(), { winnable: "yes", unwinnable: "no", unknown: "unknown" }[verdict]);
      assert.deepEqual(await moves(page, winner), line === undefined ? [] : line.split(" "));
      const why = await found.locator(".why, .evidence").allTextContents();
      for (const number of [positions, skeletons]) if (number !== undefined) assert.ok(why.join(" ").includes(number.toLocaleString("en")), why.join(" "));
      if (verdict === "unknown") assert.equal(why[0], `Not found out with ${nodes.toLocaleString("en")} nodes.`);
    }
  }, { onward: true });
}

on("a longer search finds lines that the first search did not find", link(EITHER), async (page) => {
  await answered(page, EITHER);
  assert.deepEqual(await verdicts(page), ["unknown", "unknown"]);
  for (const { side: winner, line } of lines("can-mate-longer.jsonl")) {
    await panel(page, winner).getByRole("button", { name: "Search ten times longer" }).click();
    await panel(page, winner).locator(".line").waitFor({ timeout: 240_000 });
    assert.deepEqual(await moves(page, winner), line.split(" "));
  }
  await answered(page, EITHER);
  assert.equal(await page.locator('[data-policy="fide-timeout"] td').first().textContent(), "Black wins");
}, { onward: true });

on("the page stays responsive during a search, and the search can be stopped", link(LONG), async (page) => {
  await answered(page, LONG);
  await panel(page, "white").getByRole("button", { name: "Look for a shortest line" }).click();
  await page.evaluate(async () => {
    let last = performance.now();
    // The search visits many million nodes and takes far longer.
    const end = last + 300;
    while (last < end) {
      last = await new Promise(requestAnimationFrame);
    }
  });
  // Exact times are measured by hand. If the page were blocked until the end of the search, Stop would be gone.
  await panel(page, "white").getByRole("button", { name: "Stop" }).click();
  await panel(page, "white").getByRole("button", { name: "Look for a shortest line" }).waitFor();
  assert.deepEqual(await verdicts(page), ["yes", "yes"]);
  // The next worker answers another position at once.
  await page.locator("#named").selectOption({ label: "Buchanan's fortress" });
  await answered(page, FORTRESS);
  assert.deepEqual(await verdicts(page), ["no", "no"]);
}, { onward: true });

on("a shortest line is found and labelled as shortest", link("6k1/5ppp/8/8/8/8/8/K6R w - -"), async (page) => {
  await panel(page, "white").getByRole("button", { name: "Look for a shortest line" }).click();
  await panel(page, "white").getByText("and no fewer will do").waitFor({ timeout: 240_000 });
  assert.deepEqual(await panel(page, "white").locator(".line button").allTextContents(), ["Rb1", "Kh8", "Rb8#"]);
}, { onward: true });

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
  assert.equal(await page.locator(".messages [role=status]").first().textContent(), `After ${walk.length} of ${walk.length} moves: ${walk.at(-1)}`);
  await button(page, "Beginning").click();
  assert.equal(await placement(page), KNIGHT.split(" ")[0]);
  // Moves can be chosen directly, including those of the other side's line, and by keys.
  await panel(page, "black").locator(".line button").nth(1).click();
  assert.equal(await placement(page), "7k/8/8/7p/8/7N/8/K7");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator('.line [aria-current="step"]').count(), 1);
  assert.equal(await placement(page), "8/6k1/8/7p/8/7N/8/K7");
  await page.keyboard.press("Home");
  assert.equal(await placement(page), KNIGHT.split(" ")[0]);
}, { onward: true });

on("for a fortress the board and a text show where kings can get and what never moves", link(FORTRESS), async (page) => {
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
  assert.equal(await result(page), "Neither side can mate: the position is dead, and the game is over by FIDE 5.2.2.");
  // A single piece, and a turned board.
  await page.locator("#unit").selectOption({ label: "black bishop on b8" });
  assert.deepEqual([...new Set(Object.values(await tinted()))], ["var(--reach)"]);
  const squares = Object.keys(await tinted());
  assert.ok(squares.includes("b8") && squares.length < 6, String(squares));
  await button(page, "Turn the board").click();
  assert.deepEqual(Object.keys(await tinted()).sort(), squares.sort());
  assert.equal(await page.locator(".board .frame").count(), framed.length);
  await panel(page, "white").getByText("Where each piece and pawn can ever get").click();
  assert.equal(await panel(page, "white").getByRole("row", { name: "white pawn on a3" }).locator("td").textContent(), "never moves, is never captured");
}, { onward: true });

for (const fen of [FORTRESS, KNIGHT, ONE_SIDED]) {
  on(`${fen}: what rules say of a fallen flag`, link(fen), async (page) => {
    await answered(page, fen);
    const rows = await page.locator(".rules tbody tr").evaluateAll((all) => {
      const said = (row) => [...row.querySelectorAll("td")].map((cell) => cell.dataset.ruling);
      return all.map((row) => [row.dataset.policy, ...said(row)]);
    });
    const ruling = (policy, winner) => rulings.find((one) => one.fen === fen && one.policy === policy && one.side === winner).ruling;
    // If White's flag falls, Black is the side with time left.
    assert.deepEqual(rows, ["fide-timeout", "fide-dead", "uscf", "lichess-2025", "lichess-2026", "chesscom"].map((policy) => [policy, ruling(policy, "black"), ruling(policy, "white")]));
    const bold = await page.locator(".rules strong").count();
    const differ = rows.flatMap(([, ...row]) => row.filter((one, at) => one !== rows[0][at + 1])).length;
    assert.equal(bold, differ);
  }, { onward: true });
}

on("certificates are kept, and the program verifies them", link(ONE_SIDED), async (page) => {
  await answered(page, ONE_SIDED);
  for (const [winner, name, kind] of [["white", "white-can-mate.cbor", "helpmate"], ["black", "black-cannot-mate.cbor", "unwinnable"]]) {
    const digest = await panel(page, winner).locator(".digest").textContent();
    await panel(page, winner).getByText("how do I know?").click();
    const proved = await panel(page, winner).locator(".kept .statement").textContent();
    const coming = page.waitForEvent("download");
    await panel(page, winner).getByRole("button", { name: `Keep the certificate ${name}` }).click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), name);
    const said = JSON.parse(execFileSync(CHECK, ["--json", await download.path()]));
    assert.deepEqual([said.verdict, said.sha256, said.kind.name, said.claim.root, said.claim.winner], ["verified", digest, kind, ONE_SIDED, winner]);
    assert.equal(proved, said.statements.join("; "));
  }
}, { onward: true });

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
  // The tool is still the one that moves pieces. A piece moved to an occupied square replaces the piece there.
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

on("side to move, castling rights and the en passant square are set up", link("r3k2r/8/8/3pP3/8/8/8/R3K2R w - -"), async (page) => {
  await setUp(page);
  await page.getByLabel("White short").check();
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K2R w K -");
  await page.getByLabel("Black long").check();
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq -");
  await page.locator("#passed").selectOption("d6");
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6");
  // A rook that moves away loses its castling right, and any change removes the en passant square.
  await drag(page, await middle(page, "h1"), await middle(page, "g1"));
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K1R1 w q -");
  assert.ok(await page.getByLabel("White short").isDisabled());
  await page.locator("#to-move-b").check();
  await answered(page, "r3k2r/8/8/3pP3/8/8/8/R3K1R1 b q -");
});

on("setting up continues from the shown position of the line", link(KNIGHT), async (page) => {
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
  assert.equal(await page.locator(".can h3:visible").count(), 0);
  assert.equal(await result(page), "There is no such position.");
  assert.ok(page.url().endsWith(link(FORTRESS)));
  await page.locator('[data-tool="k"]').click();
  await click(page, "d8");
  await answered(page, FORTRESS);
  assert.equal(await page.locator(".messages .wrong").textContent(), "");
});

on("a broken FEN is refused with a sentence, and the board and its answers stay", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  for (const [typed, says] of [
    ["8/8 w - -", "the board has 2 ranks, not 8"],
    ["", "the board is missing"],
    ["<img/src=x/onerror=alert(1)> w - -", "'<' is no unit"],
    ["4k3/8/8/8/8/8/8/4K3 w KQ -", "there is no right to castle K"],
    ["4k3/8/8/8/8/8/8/4K3 w - e6", "no pawn can have just passed e6"],
    ["4k3/4R3/8/8/8/8/8/4K3 w - -", "could be captured"],
  ]) {
    await page.locator("#mating-box").fill(typed);
    await button(page, "Ask").click();
    await page.getByRole("alert").filter({ hasText: says }).waitFor();
    assert.equal(await placement(page), FORTRESS.split(" ")[0]);
    assert.deepEqual(await verdicts(page), ["no", "no"]);
  }
  assert.equal(await page.locator("img").count(), 0);
  await page.locator("#mating-box").fill(`${KNIGHT} 12 80`);
  await button(page, "Ask").click();
  await answered(page, KNIGHT);
  assert.equal(await page.locator(".messages .wrong").textContent(), "");
}, { onward: true });

for (const [title, to, says, board] of [
  ["a link with a board that is none", "mating/8/8/8_w_-_-", "the board has 3 ranks, not 8", "8/8/8/8/8/8/8/8"],
  ["a link that is no position", "mating/%3Cimg%20src=x%3E", "'<' is no unit", "8/8/8/8/8/8/8/8"],
  ["a link that is wrongly encoded", "mating/%E0%A4%A", "'%' is no unit", "8/8/8/8/8/8/8/8"],
  ["a link in which the kings touch", "mating/8/8/8/8/8/8/kK6/8_w_-_-", "the kings stand side by side", "8/8/8/8/8/8/kK6/8"],
]) {
  on(`${title} says so, and no other position is shown`, to, async (page) => {
    await page.getByRole("alert").filter({ hasText: `There is no such position: ${says}` }).waitFor();
    assert.equal(await placement(page), board);
    assert.equal(await result(page), "There is no such position.");
    assert.equal(await page.locator("img").count(), 0);
    assert.ok(page.url().endsWith(to));
    // Afterwards everything works as usual.
    await page.locator("#named").selectOption({ label: "Buchanan's fortress" });
    await answered(page, FORTRESS);
    assert.equal(await page.locator(".messages .wrong").textContent(), "");
  }, { onward: !title.endsWith("none") });
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

on("mate and stalemate are reported as the end of play", link("7k/6Q1/6K1/8/8/8/8/8 b - -"), async (page) => {
  await answered(page, "7k/6Q1/6K1/8/8/8/8/8 b - -");
  assert.equal(await panel(page, "white").locator(".why").textContent(), "It has mated.");
  assert.equal(await panel(page, "black").locator(".why").textContent(), "Play is over: White has mated.");
  await page.locator("#mating-box").fill("7k/5Q2/6K1/8/8/8/8/8 b - -");
  await button(page, "Ask").click();
  await answered(page, "7k/5Q2/6K1/8/8/8/8/8 b - -");
  assert.equal(await panel(page, "white").locator(".why").textContent(), "Play is over: stalemate.");
  assert.equal(await result(page), "Play is over: stalemate.");
}, { onward: true });

on("a certificate that was opened leads to its positions", "open", async (page) => {
  await page.setInputFiles("#files", [{ name: "mine.cbor", mimeType: "application/cbor", buffer: readFileSync(join(ROOT, "certs/unwinnable/named.cbor")) }]);
  await button(page, "Look at its positions").click();
  await answered(page, FORTRESS);
  assert.match(await page.locator(".from-file").textContent(), /^VERIFIED mine\.cbor \([0-9a-f]{8}\).*19 answers\. [0-9a-f]{64}/);
  assert.equal(await page.locator("#entry option").count(), 19);
  assert.match(await page.locator(".from-file .statement").textContent(), /^(White|Black) cannot mate (White|Black) from the chess position Bb1k1b2.* settled by the skeleton argument/);
  // The line comes from the certificate; the page's own search would not have found it with its first limit.
  await page.locator("#entry").selectOption({ index: 9 });
  await panel(page, "black").locator(".line").waitFor();
  const said = JSON.parse(execFileSync(CHECK, ["--json", join(ROOT, "certs/unwinnable/named.cbor")]));
  assert.deepEqual(await moves(page, "black"), said.evidence.entries[9].line.split(" "));
  await panel(page, "white").locator("h3 .mark").filter({ hasText: "unknown" }).waitFor();
  // Another position does not belong to the certificate.
  await page.locator("#named").selectOption({ label: "Knight against pawn" });
  await answered(page, KNIGHT);
  assert.equal(await page.locator(".from-file .statement").textContent(), "");
}, { ready: "html.ready" });

on("a shipped certificate leads to its positions", link(KNIGHT), async (page) => {
  await answered(page, KNIGHT);
  await page.getByText("Answers of certificates").click();
  await page.locator("#certificate").selectOption({ value: "certs/unwinnable/fortresses.cbor" });
  await page.locator(".from-file .mark.verified").waitFor();
  assert.equal(await page.locator("#entry option").count(), 74);
  const [, fen] = /: (.* - -)$/.exec(await page.locator("#entry option").first().textContent());
  await answered(page, fen);
  assert.deepEqual(await verdicts(page), ["no", "no"]);
  assert.match(await page.locator(".from-file .statement").textContent(), /1 position is met, 1 settled by the skeleton argument/);
});

on("a certificate with a single answer leads to its position", "open", async (page) => {
  await page.setInputFiles("#files", [{ name: "one.cbor", mimeType: "application/cbor", buffer: readFileSync(join(ROOT, "tests/corpus/accept/helpmate/fools-mate.cbor")) }]);
  await button(page, "Look at its positions").click();
  await page.locator(".line button").first().waitFor();
  assert.equal(await page.locator("#entry option").count(), 1);
}, { ready: "html.ready" });

const GAME = readFileSync(join(ROOT, "web/tests/data/flag.pgn"), "utf8");
const END = "8/8/8/4k3/8/5K2/8/8 b - -";

/** Types a text into the box and asks. */
async function ask(page, text) {
  await page.locator("#mating-box").fill(text);
  await button(page, "Ask").click();
}

on("one box: FEN, links, moves and games lead to their position", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  for (const [title, text, fen] of [
    ["a FEN of six fields", `${KNIGHT} 3 60`, KNIGHT],
    ["a FEN of two fields", KNIGHT.split(" ").slice(0, 2).join(" "), KNIGHT],
    ["a link of an editor", `https://lichess.org/editor/${KNIGHT.replaceAll(" ", "_")}_0_1?color=white`, KNIGHT],
    ["a link of an analysis board", `https://lichess.org/analysis/standard/${KNIGHT.replaceAll(" ", "_")}_0_1`, KNIGHT],
    ["moves", "1. f3 e5 2. g4 Qh4#", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"],
    ["moves in coordinates, of a link", "https://lichess.org/analysis/pgn/f2f3_e7e5_g2g4_d8h4", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"],
    ["a game", GAME, END],
  ]) {
    await ask(page, text);
    await answered(page, fen).catch((error) => assert.fail(`${title}: ${error.message}`));
    // The typed text stays.
    assert.equal(await page.locator("#mating-box").inputValue(), text, title);
    await page.evaluate((hash) => { location.hash = hash; }, link(FORTRESS));
    await answered(page, FORTRESS);
  }
});

on("one box: texts that are not positions, games or moves are refused with a sentence, and the board stays", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  for (const [title, text, says] of [
    ["an illegal first move", "1. e5 e5", 'This cannot be read: "e5" is no legal move here.'],
    ["words that are no moves", "Is this dead?", 'This cannot be read: 1. "Is" is no move.'],
    ["a game of another variant", '[Variant "Crazyhouse"]\n\n1. e4 *', 'This cannot be read: the game is of another variant, "Crazyhouse", and this is about orthodox chess.'],
    ["a link of another variant", `https://lichess.org/analysis/atomic/${KNIGHT.replaceAll(" ", "_")}`, "The game is of another variant: atomic."],
    ["a link without a position", "https://lichess.org/study/abcdefgh", "The link has neither a position nor moves. This page asks no other host: copy the game's PGN, and paste it here."],
    ["a link to losing chess", "http://127.0.0.1/#losing/e2e3", "The link leads to losing chess, where kings are captured and nobody is mated."],
    ["a comment without an end", "1. e4 { never closed", "This cannot be read: a comment is not closed."],
  ]) {
    await ask(page, text);
    await page.getByRole("alert").filter({ hasText: says }).waitFor().catch((error) => assert.fail(`${title}: ${error.message}`));
    await answered(page, FORTRESS);
    assert.deepEqual(await verdicts(page), ["no", "no"], title);
    assert.equal(await page.locator("#mating-box").inputValue(), text, title);
  }
}, { onward: true });

on("one box: a game with an illegal move is shown up to that move, with a sentence", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  await ask(page, "1. e4 e5 2. Nf3 Nc6 3. Ke3 d6");
  await page.getByRole("alert").filter({ hasText: 'This cannot be read: 3. "Ke3" is no legal move here.' }).waitFor();
  await page.locator(".of-game").filter({ hasText: "The last position of the game, after 2... Nc6." }).waitFor();
}, { onward: true });

on("one box: for a board alone the assumed side to move is named and can be switched", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  const [board] = KNIGHT.split(" ");
  await ask(page, board);
  await answered(page, `${board} w - -`);
  assert.match(await page.locator(".note").textContent(), /^The text does not say who is to move: here it is White\./);
  await button(page, "Let Black move").click();
  await answered(page, KNIGHT);
  assert.equal(await page.locator(".note").textContent(), "");
  // White cannot be to move if Black is in check.
  await ask(page, "4k3/4R3/8/8/8/8/8/4K3");
  await answered(page, "4k3/4R3/8/8/8/8/8/4K3 b - -");
}, { onward: true });

on("a game shows its last position, who lost on time, what rules say, and from which move on a side could not mate", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  await ask(page, GAME);
  await page.locator(".since button").nth(1).waitFor();
  await answered(page, END);
  assert.equal(await result(page), "White lost on time, and Black cannot mate: a draw by FIDE 6.9.");
  assert.equal(await page.locator(".ended").textContent(), "The first of 2 games. The last position of the game, after 43. Kxf3. White lost on time; the result is 0-1.");
  assert.match(await page.locator(".ruled").textContent(), /^Draw by FIDE 6\.9, /);
  assert.deepEqual(await page.locator(".rules th.fallen").allTextContents(), ["White's flag falls"]);
  const since = page.locator(".since li");
  assert.match(await since.nth(0).textContent(), /White could no longer mate from 42\.\.\. exf3 on\.$/);
  assert.match(await since.nth(1).textContent(), /Black could no longer mate from 43\. Kxf3 on\.$/);
  // At this ply the flag had not fallen.
  await since.nth(0).getByRole("button").click();
  await answered(page, "8/8/8/4k3/8/4Kp2/8/8 w - -");
  assert.match(await result(page), /^Black can mate, in at most \d+ plies\. White cannot\.$/);
  assert.match(await page.locator(".ended").textContent(), /The position of the game after 42\.\.\. exf3\./);
  await button(page, "Show the last position").click();
  await answered(page, END);
  // Another position does not belong to the game.
  await page.locator("#named").selectOption({ label: "Knight against pawn" });
  await answered(page, KNIGHT);
  assert.equal(await page.locator(".ended").count(), 0);
}, { onward: true });

on("a game that Lichess scored as a win is judged a draw, since the position was dead", link(KNIGHT), async (page) => {
  await answered(page, KNIGHT);
  await ask(page, readFileSync(join(ROOT, "tests/data/unwinnability/games/ambrona_11_lichess_FKr42ZRT.pgn"), "utf8"));
  await page.locator(".since button").nth(1).waitFor();
  assert.equal(await result(page), "Black lost on time, and White cannot mate: a draw by FIDE 6.9.");
  assert.match(await page.locator(".ended").textContent(), /Black lost on time; the result is 1-0\.$/);
  for (const winner of ["White", "Black"]) assert.match(await page.locator(".since").textContent(), new RegExp(`${winner} could no longer mate from 56\\.\\.\\. Kxa6 on\\.`));
}, { onward: true });

on("a game is dropped as a file, or chosen", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "game.pgn", { type: "" }));
    document.querySelector(".mating .board").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, GAME);
  await answered(page, END);
  await page.locator(".mating input[type=file]").setInputFiles({ name: "other.pgn", mimeType: "", buffer: Buffer.from("1. e4 e5 *") });
  await answered(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -");
}, { onward: true });

on("a typed text stays when another position is shown, and a reload brings the position back", link(KNIGHT), async (page) => {
  await answered(page, KNIGHT);
  // The field shows the position until the user types.
  assert.equal(await page.locator("#mating-box").inputValue(), KNIGHT);
  await page.locator("#named").selectOption({ label: "Mate only for White" });
  await answered(page, ONE_SIDED);
  assert.equal(await page.locator("#mating-box").inputValue(), ONE_SIDED);
  await page.locator("#mating-box").fill("1. e4 e5 2.");
  await page.locator("#named").selectOption({ label: "Buchanan's fortress" });
  await answered(page, FORTRESS);
  assert.equal(await page.locator("#mating-box").inputValue(), "1. e4 e5 2.");
  await page.reload();
  await answered(page, FORTRESS);
  assert.equal(await page.locator("#mating-box").inputValue(), FORTRESS);
});

on("no other position than that of the link is ever shown", link(KNIGHT), async (page) => {
  // Records everything that the board has shown since the page began.
  await page.addInitScript(() => {
    globalThis.fens = new Set();
    const note = () => {
      const fen = document.querySelector("#mating-fen")?.textContent;
      if (fen) globalThis.fens.add(fen);
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.reload();
  await answered(page, KNIGHT);
  assert.deepEqual(await page.evaluate(() => [...globalThis.fens]), [KNIGHT]);
});

on("a link followed while another answer arrives is opened", link(BARE), async (page) => {
  await answered(page, BARE);
  // The page receives the answer for the chosen position when the address has changed already, but before the page is
  // notified of that.
  await page.evaluate(([fen, hash]) => {
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    let followed = false;
    Object.defineProperty(MessageEvent.prototype, "data", {
      get() {
        const data = get.call(this);
        if (!followed && data?.told?.answer?.fen === fen) location.hash = hash;
        followed ||= data?.told?.answer?.fen === fen;
        return data;
      },
    });
  }, [KNIGHT, link(FORTRESS)]);
  await page.locator("#named").selectOption({ label: "Knight against pawn" });
  await answered(page, FORTRESS);
});

on("after random clicks every sentence equals that of a fresh load", link(KNIGHT), async (page) => {
  let seed = 7;
  const random = (below) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const other = await page.context().newPage();
  const shown = async (on) => {
    await on.waitForFunction(() => {
      const { hash } = location;
      const marks = [...document.querySelectorAll(".can:not([hidden]) h3 .mark")].map((mark) => mark.textContent);
      const decided = marks.filter((mark) => mark === "yes" || mark === "no").length;
      const done = !marks.includes("searching …") && document.querySelectorAll(".kept .mark.verified").length === decided;
      const view = document.querySelector(".mating");
      const none = view?.querySelector(".state").textContent === "There is no such position.";
      return view && view.dataset.busy === undefined && (none || (done && marks.length === 2 && hash.length > 8 && document.querySelector(".rules table")));
    });
  };
  const press = (selector) =>
    page.evaluate(([selector, number]) => {
      const all = [...document.querySelectorAll(selector)].filter((one) => !one.disabled);
      all[number % Math.max(1, all.length)]?.click();
    }, [selector, random(1_000_000)]);
  const square = () =>
    page.evaluate((number) => {
      const one = document.querySelectorAll(".mating [data-square]")[number];
      one.dispatchEvent(new FocusEvent("focus"));
      one.focus();
      one.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }, random(64));
  await setUp(page);
  const places = new Set();
  for (let at = 1; at <= 120; at += 1) {
    const kind = random(10);
    if (kind < 3) await press(".palette button");
    else if (kind < 6) await square();
    else if (kind < 7) await press(".setup input, .setup p button");
    else if (kind < 8) await press(".mating .steps button, .line button");
    else if (kind < 9) await page.locator("#named").selectOption({ index: 1 + random(8) });
    else await press('.can .buttons button[aria-pressed], .mating summary');
    if (at % 20 !== 0) continue;
    await shown(page);
    // An invalid position has no address.
    if ((await result(page)) === "There is no such position.") continue;
    places.add(page.url());
    await other.goto(again(page.url(), at));
    await shown(other);
    assert.deepEqual(await sentences(page), await sentences(other), `after ${at} clicks, at ${page.url()}`);
  }
  assert.ok(places.size >= 4, [...places].join(" "));
});

on("result and board are in view in a window and on a telephone, whatever the result", link(FORTRESS), async (page) => {
  for (const fen of [FORTRESS, KNIGHT, ONE_SIDED, EITHER]) {
    await page.evaluate((hash) => { location.hash = hash; }, link(fen));
    await answered(page, fen);
    for (const [width, height] of [[1280, 900], [360, 740]]) {
      await page.setViewportSize({ width, height });
      const boxes = await page.evaluate(() => [".mating > .state", ".mating .board"].map((selector) => {
        const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
        return { top, bottom, left, right, width: right - left };
      }));
      const seen = `${fen} at ${width} by ${height}: ${JSON.stringify(boxes)}`;
      assert.equal(await page.evaluate(() => scrollY), 0, seen);
      for (const { top, bottom, left, right } of boxes) assert.ok(top >= 0 && left >= 0 && bottom <= height && right <= width, seen);
      const [, board] = boxes;
      // On a telephone the board has the full width; elsewhere it takes as much of the height as possible.
      assert.ok(width === 360 ? board.width >= 320 : board.width >= 0.5 * width, seen);
    }
  }
});

/**
 * Controls to press: title, position, control, effect, and text to type or option to choose. The effects of a row
 * disappear with the position; only the last row turns the board.
 */
const PRESSED = [
  ["Show on the board", KNIGHT, (page) => panel(page, "black").getByRole("button", { name: "Show on the board" }), (page) => panel(page, "black").locator('[aria-pressed="true"]').waitFor()],
  ["a longer search that finds a line", EITHER, (page) => panel(page, "black").getByRole("button", { name: "Search ten times longer" }), (page) => panel(page, "black").locator(".line").waitFor()],
  ["On", KNIGHT, (page) => button(page, "On"), (page) => page.locator('.line [aria-current="step"]').waitFor()],
  ["Copy FEN", FORTRESS, (page) => button(page, "Copy FEN"), (page) => page.locator(".messages").filter({ hasText: "FEN" }).waitFor()],
  ["Ask, and a sentence comes", FORTRESS, (page) => button(page, "Ask"), (page) => page.getByRole("alert").waitFor(), "hello"],
  ["Ask, and a game comes", FORTRESS, (page) => button(page, "Ask"), (page) => page.locator(".since button").nth(1).waitFor(), GAME],
  ["a search that goes on, with Stop", LONG, (page) => panel(page, "white").getByRole("button", { name: "Look for a shortest line" }), (page) => panel(page, "white").getByRole("button", { name: "Stop" }).waitFor()],
  ["the choice of a position", FORTRESS, (page) => page.locator("#named"), (page) => answered(page, KNIGHT), undefined, "Knight against pawn"],
  ["the choice of a position, when a sentence goes away", FORTRESS, (page) => page.locator("#named"), (page) => answered(page, KNIGHT), "hello", "Knight against pawn"],
  ["Turn the board", FORTRESS, (page) => button(page, "Turn the board"), (page) => page.locator('.board [data-square="h1"]').waitFor()],
];

on("nothing moves under the pointer, whatever is pressed, in a wide window and on a telephone", link(BARE), async (page) => {
  await answered(page, BARE);
  const go = async (fen) => {
    await page.evaluate((hash) => { location.hash = hash; }, link(fen));
    await answered(page, fen);
  };
  for (const [width, height] of [[1280, 900], [360, 740]]) {
    await page.setViewportSize({ width, height });
    for (const [pressed, fen, press, done, text, choice] of PRESSED) {
      const title = `${pressed}, at ${width}`;
      await page.locator("#mating-box").fill(text ?? "");
      // The effects of the previous row disappear when another position is shown.
      if (page.url().endsWith(link(fen))) await go(BARE);
      await go(fen);
      await page.waitForFunction(() => document.querySelector(".mating [role=alert]").textContent === "");
      if (text !== undefined && choice !== undefined) {
        await button(page, "Ask").click();
        await page.getByRole("alert").waitFor();
      }
      // Another button, such as Stop, may replace the button at its place.
      const around = await press(page).evaluateHandle((one) => one.parentElement);
      const there = async () => [await placeOf(page.locator(".mating .board")), await placeOf(around)];
      const before = await there();
      if (choice === undefined) await press(page).click();
      else await page.locator("#named").selectOption({ label: choice });
      await done(page);
      assert.ok(await around.evaluate((one) => one.isConnected), title);
      assert.deepEqual(await there(), before, title);
    }
  }
});

on("no findings of axe-core in any look", link(FORTRESS), async (page) => {
  await answered(page, FORTRESS);
  await setUp(page);
  await page.getByText("Answers of certificates").click();
  await ask(page, GAME);
  await page.locator(".since button").nth(1).waitFor();
  await answered(page, END);
  await panel(page, "black").locator(".kept summary").click();
  await accessibleInAllLooks(page);
  // A position for which a line and a closed set are shown.
  await page.locator(".since button").first().click();
  await answered(page, "8/8/8/4k3/8/4Kp2/8/8 w - -");
  await panel(page, "white").getByText("Where each piece and pawn can ever get").click();
  await panel(page, "black").locator(".line button").nth(1).click();
  await accessibleInAllLooks(page);
});

on("a paste after a click replaces the text in the box", "mating", async (page) => {
  const field = page.locator("#mating-box");
  await page.waitForFunction(() => document.querySelector("#mating-box").value.includes("/"));
  await field.click();
  await page.evaluate(() => document.execCommand("insertText", false, "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -"));
  assert.equal(await field.inputValue(), "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - -");
  await page.keyboard.press("Enter");
  await page.locator(".mating .state", { hasText: "the position is dead" }).waitFor();
  // The rulings on a fallen flag are in view together with the result.
  const brief = page.locator(".mating .brief", { hasText: "If White's flag falls now: draw by FIDE 6.9, Black wins on Lichess." });
  await brief.waitFor();
  const { y, height } = await brief.boundingBox();
  assert.ok(y > 0 && y + height <= 900, `at ${y}`);
  // A second click places the caret.
  await field.click();
  await field.click();
  assert.ok(await field.evaluate((one) => one.selectionStart === one.selectionEnd));
});
