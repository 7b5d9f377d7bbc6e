// Counts the actions for ten tasks on the page and on comparable programs for chess games, and whether board and answer
// are in view afterwards. Run it by hand.
//
//     npm install --prefix PEERS @lichess-org/pgn-viewer@2.5.9 @mliebelt/pgn-viewer@1.6.11
//     node web/tasks.mjs SITE PEERS      SITE: the folder built by build.mjs; CHROMIUM: the browser
//
// An action is a click, a key, or a pasted text. The window has 1280 x 900 pixels, and nothing is scrolled. A dash
// stands for a task that a program does not support.

import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { launch, serve } from "./tests/browser.mjs";

const [, , site, peers] = process.argv;

/** A game of chess, a game of losing chess, and a dead position. */
const CHESS = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
const LOSING = "1. e3 d5 2. Qg4 Bxg4 3. Kd1 Bxd1";
const DEAD = "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - - 0 1";

/** Counts actions on a page. */
class Acts {
  count = 0;
  constructor(page) {
    this.page = page;
  }
  async click(target) {
    this.count += 1;
    await (typeof target === "string" ? this.page.locator(target).first() : target).click();
  }
  async press(key) {
    this.count += 1;
    await this.page.keyboard.press(key);
  }
  async paste(target, text) {
    this.count += 1;
    await this.page.locator(target).first().fill(text);
  }
}

const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Opens a line of losing chess inside a proof, where a task begins. */
async function atProof(page, line) {
  await page.goto(`${page.url().split("#")[0]}#losing/${line}`);
  await page.locator(".losing .side .mark.verified").waitFor();
}

/**
 * The tasks: the actions on each program from its first page. Each task returns the elements that must be in view
 * afterwards.
 */
const TASKS = {
  "verify a result that is proved, and see its size and time": {
    gamecert: async (acts) => {
      await acts.click("#front [data-verify] button");
      return ["#front .verdict .mark.verified"];
    },
  },
  "see White's winning move after 1. e3 d5 in losing chess": {
    gamecert: async (acts, page) => {
      await acts.click('nav a[href="#losing"]');
      await acts.click('[data-reply="d7d5"]');
      return [".losing .board", page.locator(".losing .state", { hasText: "Qg4" })];
    },
  },
  "see whether 1. e3 b5 is proved": {
    gamecert: async (acts) => {
      await acts.click('nav a[href="#losing"]');
      return [".losing .board", '[data-reply="b7b5"]'];
    },
  },
  "paste a game of losing chess and see where it is in the proofs": {
    gamecert: async (acts, page) => {
      await acts.click('nav a[href="#losing"]');
      await acts.paste("#jump", LOSING);
      await acts.press("Enter");
      return [".losing .board", page.locator(".line li button", { hasText: "Bxd1" })];
    },
  },
  "a game is open: one move on": {
    gamecert: async (acts, page) => {
      await atProof(page, "e2e3.d7d5");
      await acts.press("ArrowRight");
      return [".losing .board", page.locator(".line li button", { hasText: "Qg4" })];
    },
    lichess: async (acts) => {
      await acts.click(".lpv__controls__goto--next");
      return ["cg-board", ".lpv__moves .move.current"];
    },
    mliebelt: async (acts) => {
      await acts.click(".buttons .next");
      return ["cg-board", ".moves .yellow"];
    },
  },
  "a game is open: to a move of it": {
    gamecert: async (acts, page) => {
      await atProof(page, "e2e3.d7d5.d1g4.c8g4");
      await acts.click(page.locator(".line li button", { hasText: "d5" }));
      return [".losing .board", page.locator(".line [aria-current]", { hasText: "d5" })];
    },
    lichess: async (acts, page) => {
      await acts.click(page.locator(".lpv__moves .move", { hasText: "Bb5" }));
      return ["cg-board", ".lpv__moves .move.current"];
    },
    mliebelt: async (acts, page) => {
      await acts.click(page.locator("#boardMoves4"));
      return ["cg-board", ".moves .yellow"];
    },
  },
  "turn the board": {
    gamecert: async (acts, page) => {
      await atProof(page, "e2e3.d7d5");
      await acts.click(button(page, "Turn the board"));
      return [".losing .board"];
    },
    lichess: async (acts) => {
      await acts.click(".lpv__controls__menu");
      await acts.click(".lpv__menu .lpv__menu__entry, .lpv__menu button");
      return ["cg-board"];
    },
    mliebelt: async (acts) => {
      await acts.click(".buttons .flipper");
      return ["cg-board"];
    },
  },
  "get the game as PGN": {
    gamecert: async (acts, page) => {
      await atProof(page, "e2e3.d7d5");
      await acts.click(button(page, "PGN"));
      return [".losing .board"];
    },
    lichess: async (acts, page) => {
      await acts.click(".lpv__controls__menu");
      await acts.click(page.locator(".lpv__menu button, .lpv__menu a", { hasText: /PGN/ }));
      return [page.locator(".lpv__pgn, .lpv__pgn__text").first()];
    },
  },
  "see whether a position of chess is dead": {
    gamecert: async (acts, page) => {
      await acts.click('nav a[href="#mating"]');
      await acts.paste("#mating-box", DEAD);
      await acts.press("Enter");
      return [".mating .board", page.locator(".mating .state", { hasText: /dead/i })];
    },
  },
  "see how many of 100 chips win tic-tac-toe": {
    gamecert: async (acts, page) => {
      await acts.click('nav a[href="#chips"]');
      return [page.locator("main").getByText(/53/).first()];
    },
  },
};

/** Writes pages with a game, as the peers' own documentation shows. */
function peerPages() {
  const folder = mkdtempSync(join(tmpdir(), "gamecert-peers-"));
  symlinkSync(join(resolve(peers), "node_modules"), join(folder, "node_modules"));
  const page = (name, head, body) => writeFileSync(join(folder, `${name}.html`), `<!doctype html><meta charset="utf-8"><title>${name}</title>${head}<body>${body}`);
  const lichess = "node_modules/@lichess-org/pgn-viewer/dist/lichess-pgn-viewer";
  page("lichess", `<link rel="stylesheet" href="${lichess}.css">`, `<div id="board"></div><script type="module">import viewer from "./${lichess}.min.js"; viewer(document.getElementById("board"), { pgn: ${JSON.stringify(CHESS)}, showMoves: "right" });</script>`);
  page("mliebelt", `<script src="node_modules/@mliebelt/pgn-viewer/lib/dist.js"></script>`, `<div id="board"></div><script>PGNV.pgnView("board", { pgn: ${JSON.stringify(CHESS)}, boardSize: "500px", layout: "left" });</script>`);
  return folder;
}

const sites = { gamecert: { ...(await serve(site)), path: "" }, lichess: { ...(await serve(peerPages())), path: "lichess.html" } };
sites.mliebelt = { address: sites.lichess.address, path: "mliebelt.html" };
const READY = { gamecert: "html.ready", lichess: "cg-board piece", mliebelt: "cg-board piece" };

/** Whether an element is entirely in view. */
async function inSight(page, target) {
  const found = typeof target === "string" ? page.locator(target).first() : target.first();
  await found.waitFor({ timeout: 30_000 });
  const box = await found.boundingBox();
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 900;
}

const browser = await launch();
const names = Object.keys(sites);
console.log(`| task | ${names.join(" | ")} |\n|---|${names.map(() => "---").join("|")}|`);
for (const [title, programs] of Object.entries(TASKS)) {
  const cells = [];
  for (const name of names) {
    if (!programs[name]) {
      cells.push("–");
      continue;
    }
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(30_000);
    await page.goto(sites[name].address + sites[name].path);
    await page.waitForSelector(READY[name]);
    const acts = new Acts(page);
    try {
      const seen = await programs[name](acts, page);
      const all = await Promise.all(seen.map((target) => inSight(page, target)));
      cells.push(`${acts.count}${all.every(Boolean) ? "" : ", to be scrolled"}`);
    } catch (error) {
      cells.push("failed");
      console.error(`${title}, ${name}: ${error.message.split("\n")[0]}`);
      if (process.env.SHOW) console.error(await page.evaluate(() => document.body.innerHTML.slice(0, 3000)));
    }
    await page.close();
  }
  console.log(`| ${title} | ${cells.join(" | ")} |`);
}
await browser.close();
for (const { server } of Object.values(sites)) server?.close();
