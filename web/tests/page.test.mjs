// The page in a browser.
//
//     node --test web/tests/page.test.mjs      SITE: the folder built by build.mjs; CHROMIUM: the browser

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { COLOURS, ROOT, accessible, accessibleInAllLooks, cut, launch, neverStoodStill, open, serve, site, watchFrames } from "./browser.mjs";

const SITE = process.env.SITE;
const VERDICT = /^(VERIFIED|REJECTED|UNDECIDED|NOT READ|stopped)$/;

const on = site("html.ready");

const certificate = (path) => readFileSync(join(ROOT, path));

/** Opens files with these names and contents. */
function choose(page, files) {
  return page.setInputFiles("#files", Object.entries(files).map(([name, buffer]) => ({ name, mimeType: "application/cbor", buffer: Buffer.from(buffer) })));
}

/** Returns the card of a file, once it has a verdict. */
async function card(page, name) {
  const found = page.getByRole("article", { name, exact: true }).first();
  await found.locator(".mark").filter({ hasText: VERDICT }).waitFor({ timeout: 240_000 });
  return found;
}

/** Returns the verdict of a card, with the rows of its list. */
async function said(page, name) {
  const found = await card(page, name);
  const rows = await found.locator("dl").first().locator("dt").allTextContents();
  const values = await found.locator("dl").first().locator("dd").allTextContents();
  return { mark: await found.locator(".mark").textContent(), ...Object.fromEntries(rows.map((row, at) => [row, values[at]])), text: await found.textContent() };
}

on("the page shows its name, the digests of the checker's modules and the commit", "", async (page) => {
  assert.equal(await page.title(), "gamecert");
  for (const [name, file] of [["checker", "checker.wasm"], ["antichess", "checker-antichess.wasm"]]) {
    const digest = createHash("sha256").update(readFileSync(join(SITE, file))).digest("hex");
    await page.locator(`#${name}-digest`).filter({ hasText: digest }).waitFor();
  }
  assert.match(await page.locator("footer").textContent(), /[0-9a-f]{40}/);
});

on("the first screen has a board and three results, each verified where its button is", "", async (page) => {
  const results = page.locator("#front [data-verify]");
  assert.equal(await results.count(), 3);
  for (const seen of [page.locator("#shown-line .board"), ...(await results.all())]) {
    const { y, height } = await seen.boundingBox();
    assert.ok(y + height <= 900, `ends at ${y + height}`);
  }
  for (const result of await results.all()) {
    const path = await result.getAttribute("data-verify");
    await result.getByRole("button").click();
    const verdict = result.locator(".verdict .mark.verified");
    await verdict.waitFor();
    const { size } = statSync(join(ROOT, path));
    assert.match(await verdict.textContent(), new RegExp(`^Verified on your machine in (less than )?\\d\\.\\d\\d s: a certificate of ${size.toLocaleString("en")} bytes\\.$`));
    assert.ok(await verdict.evaluate((one) => one === document.activeElement), "the verdict has the focus");
    await result.getByText("How do I know?").click();
    assert.match(await result.locator("dl").textContent(), new RegExp(createHash("sha256").update(certificate(path)).digest("hex")));
  }
});

on("the front page can be read without scripts, and its links lead to views", "", async (page) => {
  const read = await page.locator("main").textContent();
  assert.match(read, /Exact solutions of bidding games/);
  for (const link of await page.locator("#front .card a[href^='#'], .top nav a").all()) {
    const href = await link.getAttribute("href");
    await page.evaluate((hash) => (location.hash = hash), href);
    await page.locator("main > section").filter({ hasNot: page.locator(".lead") }).waitFor();
    assert.equal(await page.locator("main [role=alert]:not(:empty)").count(), 0, href);
    await page.evaluate(() => (location.hash = "#start"));
    await page.locator("#front").waitFor();
  }
}, { javaScriptEnabled: true });

on("the front page says what it is before any script has loaded", "", async (other) => {
  const context = await other.context().browser().newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    await page.goto(other.url());
    assert.equal(await page.locator("#front [data-verify] h3").count(), 3);
    const { y, height } = await page.locator("#shown-line .board").boundingBox();
    assert.ok(y + height <= 740, `the board ends at ${y + height}`);
    // The starting position has 32 pieces, and the board 64 squares.
    assert.deepEqual([await page.locator("#shown-line use").count(), await page.locator("#shown-line rect").count()], [32, 64]);
  } finally {
    await context.close();
  }
}, { onward: true });

on("the line on the front page is stepped through, plays and stops", "start", async (page) => {
  const said = page.locator("#shown-line .state");
  const button = (name) => page.locator("#shown-line").getByRole("button", { name, exact: true });
  assert.equal(await button("Play the moves").count(), 1);
  await button("Next move").click();
  assert.equal(await said.textContent(), "1. e3");
  await button("Next move").click();
  await button("Next move").click();
  assert.match(await said.textContent(), /^2\. Qg4 \(move 1 of \d+ in the longest line of this proof\)$/);
  assert.equal(await page.locator('#shown-line [data-square="g4"]').getAttribute("aria-label"), "g4, white queen");
  await button("Previous move").click();
  assert.equal(await said.textContent(), "1... d5");
  await button("Play the moves").click();
  await said.filter({ hasText: "2. Qg4" }).waitFor();
  await button("Pause").click();
  for (let moves = 0; moves < 4; moves += 1) await button("Previous move").click();
  assert.equal(await page.locator('#shown-line [data-square="e2"]').getAttribute("aria-label"), "e2, white pawn");
}, { reducedMotion: "reduce" });

on("a file that is chosen on the front page leads to its verdict", "", async (page) => {
  await choose(page, { "kk.cbor": certificate("certs/kk.cbor") });
  assert.equal((await said(page, "kk.cbor")).mark, "VERIFIED");
  assert.match(page.url(), /#open(\/[0-9a-f]{64})?$/);
}, { onward: true });

on("the page links to the specification, the licences and its own source", "", async (page) => {
  for (const [name, begins] of [["Specification", "<!doctype html>"], ["Licences and notices", "The page is part of gamecert"], ["Source of this commit", "\u001f\ufffd"]]) {
    const link = await page.getByRole("link", { name }).getAttribute("href");
    assert.equal((await (await page.request.get(new URL(link, page.url()).href)).text()).slice(0, begins.length), begins, name);
  }
  const source = gunzipSync(readFileSync(join(SITE, "source.tar.gz"))).toString("latin1");
  for (const file of ["web/src/main.ts", "web/explorer/src/lib.rs", "checker/src/lib.rs", "Cargo.lock"]) assert.ok(source.includes(`gamecert/${file}\0`), file);
}, { onward: true });

on("two files are dropped, of which one cites the other", "", async (page) => {
  await choose(page, { "knk.cbor": certificate("certs/knk.cbor"), "kk.cbor": certificate("certs/kk.cbor") });
  const knk = await said(page, "knk.cbor");
  assert.equal(knk.mark, "VERIFIED");
  assert.equal(knk.kind, "richman version 1");
  assert.equal(knk.game, "bidding-chess version 1, board 8x8, material KNK");
  assert.equal(knk["SHA-256"], createHash("sha256").update(certificate("certs/knk.cbor")).digest("hex"));
  assert.match(knk["rests on"], /material KK/);
  assert.equal((await said(page, "kk.cbor")).mark, "VERIFIED");
});

on("a cited file that comes with the page is fetched", "", async (page) => {
  await choose(page, { "alone.cbor": certificate("certs/knk.cbor") });
  assert.equal((await said(page, "alone.cbor")).mark, "VERIFIED");
}, { onward: true });

on("a missing cited file is named, and the verdict comes when it is dropped", "", async (page) => {
  const citing = certificate("tests/corpus/accept/richman/bidding-chess-3x3-krk.cbor");
  await choose(page, { "citing.cbor": citing });
  const before = await said(page, "citing.cbor");
  assert.equal(before.mark, "UNDECIDED");
  assert.match(before.clause, /^citation\/missing/);
  const cited = certificate("tests/corpus/accept/richman/bidding-chess-3x3-kk.cbor");
  assert.match(before.text, new RegExp(`Drop the file with SHA-256 ${createHash("sha256").update(cited).digest("hex")} too`));
  await choose(page, { "cited.cbor": cited });
  await (await card(page, "citing.cbor")).locator(".mark.verified").waitFor();
});

on("a verdict appears in the row of its button and takes the focus", "open", async (page) => {
  const button = page.locator("#shipped").getByRole("button", { name: "Verify losing/e3-d5.cbor" });
  const row = page.locator("#shipped .offers > li", { hasText: "losing/e3-d5.cbor" });
  for (const time of ["once", "again"]) {
    await button.click();
    await row.locator("article .mark.verified").waitFor();
    assert.equal(await row.locator("article").count(), 1, time);
    assert.ok(await row.locator("article").evaluate((card) => card === document.activeElement), time);
    const [above, below] = await Promise.all([button.boundingBox(), row.locator("article .mark").boundingBox()]);
    assert.ok(below.y > above.y && below.y - above.y < 200, `${time}: ${below.y - above.y} pixels away`);
  }
  await page.getByRole("button", { name: "Remove losing/e3-d5.cbor" }).click();
  assert.ok(await button.evaluate((one) => one === document.activeElement), "the button has the focus again");
  assert.equal(await row.locator("article").count(), 0);
});

on("shipped certificates are listed by game, each with its result", "open", async (page) => {
  await page.locator("#shipped h3").first().waitFor();
  const headings = await page.locator("#shipped h3").allTextContents();
  for (const game of ["Losing chess", "Bidding chess", "Bidding for points"]) assert.ok(headings.includes(game), `${game} in ${headings}`);
  assert.match(await page.locator("#shipped .offers > li", { hasText: "losing/e3-d5.cbor" }).textContent(), /^1\. e3 d5: White wins losing chess by force/);
}, { onward: true });

on("forged certificates say which byte was changed, and differ in that byte alone", "open", async (page) => {
  await page.locator("#forged > li").first().waitFor();
  const rows = await page.locator("#forged > li .what").allTextContents();
  const changed = rows.map((row) => /Byte (\d+) of the [\d,]+ of ([\w/.-]+\.cbor): (\w\w) became (\w\w)\.\s+(\S+)$/.exec(row)).filter(Boolean);
  assert.ok(changed.length >= 6, rows.join("\n"));
  for (const [, byte, from, before, after, name] of changed) {
    const [genuine, forged] = [certificate(`certs/${from}`), readFileSync(join(SITE, "forged", name))];
    const differ = [...genuine.keys()].filter((at) => genuine[at] !== forged[at]);
    assert.deepEqual([forged.length, differ, genuine[byte - 1], forged[byte - 1]], [genuine.length, [byte - 1], parseInt(before, 16), parseInt(after, 16)], name);
  }
}, { onward: true });

on("an opened file is known by its digest: a link to it opens the shipped one, or asks for the file", "open", async (page) => {
  const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");
  const shipped = certificate("certs/losing/e3-d5.cbor");
  const other = certificate("tests/corpus/accept/helpmate/hostile-1024-plies.cbor");
  await choose(page, { "mine.cbor": shipped });
  await card(page, "mine.cbor");
  await page.waitForURL(`**#open/${digest(shipped)}`);
  await page.reload();
  await page.waitForSelector("html.ready");
  const found = await card(page, "losing/e3-d5.cbor");
  assert.equal(await found.evaluate((one) => one.parentElement.parentElement.className), "offers");
  await choose(page, { "other.cbor": other });
  await card(page, "other.cbor");
  await page.waitForURL(`**#open/${digest(other)}`);
  await page.reload();
  await page.getByText(`The certificate with the digest ${digest(other)} is not one of this page`).waitFor();
  await page.evaluate(() => { location.hash = "open/zz"; });
  await page.getByText("zz is no digest").waitFor();
  // The address in a view names an opened file by its name and the beginning of its digest.
  await page.evaluate((name) => { location.hash = `losing/${encodeURIComponent(name)}/`; }, `mine.cbor (${digest(shipped).slice(0, 8)})`);
  await page.getByText("White wins by force").first().waitFor();
});

on("another view begins at its top", "", async (page) => {
  const link = page.locator('#front .cards a[href^="#"]').first();
  await link.scrollIntoViewIfNeeded();
  assert.ok((await page.evaluate(() => scrollY)) > 100);
  await link.click();
  await page.locator("#front").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => scrollY), 0);
}, { onward: true });

on("pages for links begin with their view, and lead to all others", "", async (page) => {
  const at = page.url();
  for (const [name, hash, seen] of [["losing.html", "", "losing"], ["mating.html", "", "mating"], ["losing.html", "#mating", "mating"], ["losing.html", "#start", "start"], ["open.html", "", "open"]]) {
    // A change of the part after # alone would not load the page again.
    await page.goto("about:blank");
    await page.goto(new URL(name + hash, at).href);
    await page.waitForSelector("html.ready");
    const current = await page.locator("nav a[aria-current]").evaluateAll((links) => links.map((link) => link.getAttribute("href").slice(1)));
    assert.deepEqual(current, seen === "start" ? [] : [seen], name + hash);
    assert.equal(await page.locator("#front").isVisible(), seen === "start", name + hash);
  }
});

on("a page of a result says without a script what is proved, and leads to it", "", async (page) => {
  await page.goto(new URL("results/losing-e3-d5.html", page.url()).href);
  assert.match(await page.locator("h1").textContent(), /^1\. e3 d5: White wins losing chess/);
  await accessible(page);
  await page.getByRole("link", { name: "See it on the page" }).click();
  await page.waitForSelector("html.ready");
  await page.getByText("White wins by force").first().waitFor();
  await page.goto(new URL("results/index.html", page.url()).href);
  assert.ok((await page.locator("li a").count()) > 40);
  await accessible(page);
});

on("a batch shows its entries", "open", async (page) => {
  await page.locator("#shipped").getByRole("button", { name: "Verify unwinnable/named.cbor" }).click();
  const named = await card(page, "unwinnable/named.cbor");
  assert.ok((await named.locator("ol li").count()) > 5);
});

on("forged certificates are rejected with clause, place and sentence, and a link to the specification", "open", async (page) => {
  await page.locator("#forged > li").first().waitFor();
  const buttons = page.locator("#forged > li > button");
  const count = await buttons.count();
  assert.ok(count >= 6);
  for (let at = 0; at < count; at += 1) {
    const name = (await buttons.nth(at).getAttribute("aria-label")).replace("Verify ", "");
    await buttons.nth(at).click();
    const found = await said(page, name);
    assert.equal(found.mark, "REJECTED", name);
    assert.match(found.clause, /^[a-z-]+\/\w+ stated in [\w/-]+\.md$/, name);
    assert.ok(found.place && found.sentence, name);
    const link = await (await card(page, name)).locator("dl a").getAttribute("href");
    const [code] = found.clause.split(" ");
    assert.ok(readFileSync(join(SITE, link), "utf8").includes(code.split("/").pop()), `${link} does not state ${code}`);
  }
}, { onward: true });

on("files that are not certificates are rejected with a clause", "", async (page) => {
  await choose(page, { "README.md": "# text", "empty.cbor": "", "zeros.cbor": Buffer.alloc(100_000) });
  for (const [name, mark, clause] of [
    ["README.md", "REJECTED", "envelope/magic"],
    ["empty.cbor", "REJECTED", "cbor/end"],
    ["zeros.cbor", "REJECTED", "envelope/magic"],
  ]) {
    const found = await said(page, name);
    assert.equal(found.mark, mark, name);
    assert.ok(found.clause.startsWith(clause), `${name}: ${found.clause}`);
  }
}, { onward: true });

on("a truncated file and a file with a changed bit are rejected", "", async (page) => {
  const whole = certificate("certs/losing/e3-h6.cbor");
  const changed = Buffer.from(whole);
  changed[changed.length - 20] ^= 4;
  await choose(page, { "cut.cbor": whole.subarray(0, 5000), "changed.cbor": changed });
  assert.equal((await said(page, "cut.cbor")).mark, "REJECTED");
  assert.equal((await said(page, "changed.cbor")).mark, "REJECTED");
}, { onward: true });

/** Drops files on the page, as the operating system does. */
function dropped(page, make) {
  return page.evaluate(make);
}

on("files are dropped with the mouse, anywhere", "", async (page) => {
  await dropped(page, () => {
    const data = new DataTransfer();
    data.items.add(new File(["no certificate"], "dropped.cbor"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  assert.equal((await said(page, "dropped.cbor")).mark, "REJECTED");
}, { onward: true });

on("a file that is too large is refused before it is read", "", async (page) => {
  await dropped(page, () => {
    const part = new Blob([new Uint8Array(1 << 20)]);
    const data = new DataTransfer();
    data.items.add(new File(Array(1100).fill(part), "large.cbor"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  const found = await said(page, "large.cbor");
  assert.equal(found.mark, "NOT READ");
  assert.match(found.text, /1,153,433,600 bytes; a page can verify at most/);
}, { onward: true });

on("no text of a file is parsed as markup", "", async (page) => {
  const markup = '<img src=x onerror="document.title=1">';
  // A certificate with markup in the name of a position.
  const names = certificate("tests/corpus/accept/richman/name-of-3000-letters.cbor");
  names.write(markup, names.indexOf("x".repeat(200)));
  await choose(page, { [`${markup}.cbor`]: "text", "names.cbor": names });
  const named = await said(page, "names.cbor");
  assert.equal(named.mark, "VERIFIED");
  assert.match(named["named by the file"], /</);
  await card(page, `${markup}.cbor`);
  assert.equal(await page.locator("#cards img, #cards script, #cards b").count(), 0);
  assert.equal(await page.title(), "Verify – gamecert");
}, { onward: true });

on("a verification can be stopped", "open", async (page) => {
  await page.getByRole("button", { name: "Verify losing/e3-Nc6.cbor" }).click();
  await page.getByRole("button", { name: "Stop losing/e3-Nc6.cbor" }).click();
  const found = await said(page, "losing/e3-Nc6.cbor");
  assert.equal(found.mark, "stopped");
  assert.match(found.text, /That says nothing about the file/);
}, { onward: true });

on("cards can be removed, and two files may have the same name", "open", async (page) => {
  await choose(page, { "same.cbor": "one" });
  await card(page, "same.cbor");
  await choose(page, { "same.cbor": certificate("certs/kk.cbor") });
  await page.locator(".mark.verified").waitFor();
  assert.equal(await page.getByRole("article").count(), 2);
  await page.getByRole("button", { name: "Remove same.cbor" }).first().click();
  assert.equal(await page.getByRole("article").count(), 1);
  assert.equal((await said(page, "same.cbor")).mark, "REJECTED");
});

on("a file is verified with the keyboard alone", "open", async (page) => {
  const button = page.getByRole("button", { name: "Verify kk.cbor" });
  for (let presses = 0; presses < 100 && !(await button.evaluate((one) => one === document.activeElement)); presses += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal((await said(page, "kk.cbor")).mark, "VERIFIED");
  assert.match(await page.getByRole("status").textContent(), /kk\.cbor: VERIFIED/);
});

/** Waits until the page has loaded everything in the background, then takes the network away. */
async function withoutNetwork(page) {
  await page.locator("#checker-digest").filter({ hasText: /^[0-9a-f]{64}$/ }).waitFor();
  await page.locator(".pieces").waitFor({ state: "attached" });
  await page.waitForFunction(() => performance.getEntriesByName(new URL("explorer.wasm", location.href).href).length > 0);
  for (let tries = 0; page.workers().filter((one) => one.url().includes("explorer")).length < 3 && tries < 100; tries += 1) await page.waitForTimeout(100);
  await page.waitForFunction(() => globalThis.unloaded === 0);
  cut(page, true);
}

on("without a network files are verified and their contents shown", "", async (page) => {
  await withoutNetwork(page);
  // The cited file is shipped with the page, but cannot be fetched.
  await choose(page, { "knk.cbor": certificate("certs/knk.cbor"), "d3.cbor": certificate("certs/losing/d3.cbor") });
  assert.equal((await said(page, "knk.cbor")).mark, "UNDECIDED");
  await choose(page, { "kk.cbor": certificate("certs/kk.cbor") });
  await page.getByRole("article", { name: "knk.cbor" }).locator(".mark").filter({ hasText: /^VERIFIED$/ }).waitFor();
  await (await card(page, "d3.cbor")).getByRole("button", { name: "Walk through it" }).click();
  await page.locator(".losing .mark.verified").waitFor();
  // The pictures of the pieces are available as well.
  const drawn = await page.locator('[data-square="e1"] .piece').evaluate((one) => one.getBBox().width);
  assert.ok(drawn > 20, String(drawn));
  await page.getByRole("link", { name: "Verify", exact: true }).click();
  await (await card(page, "knk.cbor")).getByRole("button", { name: "Look at its positions" }).click();
  await page.locator(".bidding table").first().waitFor();
}, { told: /ERR_(EMPTY_RESPONSE|CONNECTION_\w+|SOCKET_NOT_CONNECTED)/, ahead: true });

on("without a network verifications can be stopped, and a sentence appears when no worker is left", "", async (page) => {
  await withoutNetwork(page);
  // Stops as many verifications as there are workers; no new worker can be loaded.
  const loaded = page.workers().filter((one) => one.url().includes("/worker.js")).length;
  assert.ok(loaded >= 2, String(loaded));
  for (let at = 0; at < loaded; at += 1) {
    const name = `e3-Nc6 ${at}.cbor`;
    await choose(page, { [name]: certificate("certs/losing/e3-Nc6.cbor") });
    await page.getByRole("article", { name }).locator(".mark").filter({ hasText: "verifying" }).waitFor();
    await page.getByRole("button", { name: `Stop ${name}` }).click();
    assert.equal((await said(page, name)).mark, "stopped");
    if (at + 1 < loaded) continue;
    await choose(page, { "kk.cbor": certificate("certs/kk.cbor") });
    const kk = await said(page, "kk.cbor");
    assert.equal(kk.mark, "NOT READ");
    assert.match(kk.text, /worker\.js could not be loaded, so nothing can be computed: is the network gone\?/);
  }
  // With the network everything works again.
  cut(page, false);
  await choose(page, { "again.cbor": certificate("certs/kk.cbor") });
  assert.equal((await said(page, "again.cbor")).mark, "VERIFIED");
}, { told: /ERR_(EMPTY_RESPONSE|CONNECTION_\w+|SOCKET_NOT_CONNECTED)/, ahead: true });

test("the page works over plain HTTP, where browsers offer no digests and no clipboard", async () => {
  const { server, address } = await serve(SITE);
  const browser = await launch("--host-resolver-rules=MAP gamecert.test 127.0.0.1");
  const { page, wrong } = await open(browser, address.replace("127.0.0.1", "gamecert.test"));
  try {
    assert.deepEqual(await page.evaluate(() => [isSecureContext, typeof crypto.subtle, typeof navigator.clipboard]), [false, "undefined", "undefined"]);
    const wasm = createHash("sha256").update(readFileSync(join(SITE, "checker.wasm"))).digest("hex");
    await page.locator("#checker-digest").filter({ hasText: wasm }).waitFor();
    await choose(page, { "knk.cbor": certificate("certs/knk.cbor"), "kk.cbor": certificate("certs/kk.cbor") });
    assert.equal((await said(page, "knk.cbor")).mark, "VERIFIED");
    await page.goto(`${page.url().split("#")[0]}#losing/e2e3.d7d5`);
    await page.locator(".losing .mark.verified").waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("The browser's address field has the link to this position.").waitFor();
    assert.deepEqual(wrong, []);
  } finally {
    await browser.close();
    server.close();
  }
});

on("no findings of axe-core in any look", "open", async (page) => {
  await choose(page, { "kk.cbor": certificate("certs/kk.cbor"), "text.cbor": "no certificate" });
  await card(page, "kk.cbor");
  await card(page, "text.cbor");
  await accessibleInAllLooks(page);
});

on("the specification is a link away, without findings in any look", "", async (page) => {
  await page.getByRole("link", { name: "Specification" }).click();
  await page.waitForURL("**/spec/README.html");
  // All pages of the specification look alike; this one has tables, formulas and code.
  await page.getByRole("link", { name: "richman" }).first().click();
  await page.waitForURL("**/richman.html");
  await accessibleInAllLooks(page);
});

on("no findings of axe-core in any page of the specification", "", async (page) => {
  const at = page.url();
  const names = readdirSync(join(SITE, "spec"), { recursive: true }).filter((name) => name.endsWith(".html"));
  assert.ok(names.length > 20);
  await page.goto(new URL(`spec/${names[0]}`, at).href);
  for (const name of names) {
    // The pages have no scripts. Each one replaces the content of the same document, so that axe-core is loaded once.
    await page.evaluate(async (address) => {
      const { documentElement } = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
      if (documentElement.querySelector("script")) throw new Error(`${address} has a script`);
      history.replaceState(undefined, "", address);
      const sheets = [...documentElement.querySelectorAll("link[rel=stylesheet]")];
      const styled = sheets.map((sheet) => new Promise((resolve, reject) => Object.assign(sheet, { onload: resolve, onerror: () => reject(new Error(`no ${sheet.href}`)) })));
      document.replaceChild(document.adoptNode(documentElement), document.documentElement);
      await Promise.all(styled);
    }, new URL(`spec/${name}`, at).href);
    await page.locator("h1").first().waitFor();
    // Their colours are checked by the previous test.
    await accessible(page, name, undefined, COLOURS);
  }
}, { viewport: { width: 360, height: 740 } });

on("verdicts on the corpus, including hostile files, match its table, and the page is never blocked", "", async (page) => {
  await watchFrames(page);
  // `checker.test.mjs` covers the whole corpus. This test takes the first file of each kind, verdict and code, files
  // that make the checker work hard, refused citations, and all files that these cite.
  const all = readFileSync(join(ROOT, "tests/corpus/corpus.tsv"), "utf8").split("\n").slice(1).filter(Boolean).map((line) => line.split("\t")).filter((row) => row[4] === "-");
  const files = Object.fromEntries(all.map(([path]) => [path, certificate(`tests/corpus/${path}`)]));
  const digests = all.map(([path]) => [path, createHash("sha256").update(files[path]).digest()]);
  const sorts = new Set();
  const chosen = new Set();
  const take = (path) => {
    if (chosen.has(path)) return;
    chosen.add(path);
    const head = files[path].subarray(0, 1000);
    for (const [cited, digest] of digests) if (cited !== path && head.includes(digest)) take(cited);
  };
  for (const [path, verdict, code] of all) {
    const sort = `${path.split("/")[1]} ${verdict} ${code}`;
    if (!sorts.has(sort) || path.includes("hostile") || code.startsWith("citation/")) take(path);
    sorts.add(sort);
  }
  const rows = all.filter(([path]) => chosen.has(path));
  assert.ok(rows.length > 200, `${rows.length} files`);
  await choose(page, Object.fromEntries(rows.map(([path]) => [path, files[path]])));
  await page.waitForFunction((count) => document.querySelectorAll(".mark.verified, .mark.rejected, .mark.undecided, .mark.unreadable").length === count, rows.length, { timeout: 240_000 });
  // Files that cite a file opened later are verified again.
  await page.waitForFunction(() => !document.body.textContent.includes("verifying"));
  const found = await page.evaluate(() => [...document.querySelectorAll("article")].map((one) => [one.getAttribute("aria-label"), one.querySelector(".mark").textContent.toLowerCase(), one.querySelector("dd code:not(.digest)")?.textContent ?? "-"]));
  const expected = new Map(rows.map(([path, verdict, code]) => [path, [verdict, code]]));
  const differing = found.filter(([path, verdict, code]) => expected.get(path)[0] !== verdict || (verdict !== "verified" && expected.get(path)[1] !== code));
  assert.deepEqual(differing, []);
  await neverStoodStill(page);
});

const ANTICHESS = '[Event "x"]\n[Variant "Antichess"]\n\n1. e3 b5 2. Bxb5 *';

for (const [title, text, press, view, field, shown] of [
  ["a position, by Enter", "8/8/8/8/8/8/k1K5/8 w - -", "Enter", "mating", "#mating-box", [".mating .state", /Neither side can mate/]],
  ["a board alone, by its button", "8/8/8/8/8/8/k1K5/8", "Can they still mate?", "mating", "#mating-box", [".mating .state", /Neither side can mate/]],
  ["a game with a flag, by Enter", '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0', "Enter", "mating", "#mating-box", [".mating .of-game", /last position of the game/]],
  ["a game of antichess, by Enter", ANTICHESS, "Enter", "losing", "#jump", [".losing .state", /Not proved here: who wins after 1\. e3 b5/]],
  ["moves, by the button of losing chess", "1. e3 d5", "Losing chess: who wins?", "losing", "#jump", [".losing .state", /^White wins by force/]],
  ["a link of Lichess without a position", "https://lichess.org/abcdefgh", "Enter", "mating", "#mating-box", [".mating [role=alert]", /neither a position nor moves/]],
  ["a link to antichess", "https://lichess.org/analysis/antichess/rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR_w_-_-_0_2", "Enter", "losing", "#jump", [".losing .state", /^White wins by force/]],
  ["a position without kings, which leads to losing chess", "8/8/8/8/8/8/P7/8 w - -", "Enter", "losing", "#jump", [".losing [role=alert]", /\S/]],
  ["what is no position", "9/8/8/8 w", "Enter", "mating", "#mating-box", [".mating [role=alert]", /There is no such position/]],
]) {
  on(`the front page's field takes ${title}`, "start", async (page) => {
    await page.locator("#any-text").fill(text);
    if (press === "Enter") await page.locator("#any-text").press("Enter");
    else await page.getByRole("button", { name: press }).click();
    const [selector, words] = shown;
    await page.locator(selector).filter({ hasText: words }).first().waitFor();
    assert.match(page.url(), new RegExp(`#${view}`));
    assert.equal(await page.locator(field).inputValue(), text);
    await page.goBack();
  }, { onward: true });
}
