// Shared parts of the tests of "Can they mate?": places in the view, its texts, and its controls.

export const link = (fen) => `mating/${fen.replaceAll(" ", "_")}`;
export const side = (winner) => (winner === "white" ? "White" : "Black");
export const panel = (page, winner) => page.getByRole("region", { name: `Can ${side(winner)} mate?` });
export const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Waits until the position is shown and answered, and its certificates are verified. */
export const answered = (page, fen) =>
  page.waitForFunction(([wanted, hash]) => {
    const marks = [...document.querySelectorAll(".can h3 .mark")].map((mark) => mark.textContent);
    const decided = marks.filter((mark) => mark === "yes" || mark === "no").length;
    const done = marks.length === 2 && marks.every((mark) => ["yes", "no", "unknown"].includes(mark)) && document.querySelectorAll(".kept .mark.verified").length === decided;
    return done && location.hash === hash && document.querySelector("#mating-fen")?.textContent === wanted && document.querySelector(".rules table");
  }, [fen, `#${link(fen)}`]);

/** Returns the sentence above the board. */
export const result = (page) => page.locator(".mating > .state").textContent();

/** Returns the verdicts on White and Black. */
export const verdicts = (page) => page.locator(".can h3 .mark").allTextContents();

export const moves = (page, winner) => panel(page, winner).locator(".line button").evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));

/** Returns the placement on the board as the first field of a FEN, read from the labels for screen readers. */
export const placement = (page) =>
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

export async function middle(page, square) {
  const found = page.locator(`[data-square="${square}"] rect`).first();
  await found.scrollIntoViewIfNeeded();
  const box = await found.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export const click = async (page, square) => page.mouse.click(...(await middle(page, square)));

export async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

export const setUp = (page) => page.getByText("Set a position up").click();

/** Returns all sentences of the view, without times. */
export const sentences = (page) =>
  page.locator(".mating").evaluate((view) => {
    const all = [".state", ".about", ".can", ".rules", ".of-game"].flatMap((selector) => [...view.querySelectorAll(`:scope > ${selector}, .words ${selector}`)]);
    return all.filter((one) => !one.hidden).map((one) => one.textContent.replaceAll(/\d+\.\d+ s/g, "s"));
  });

/** Returns the place of an element on the page, independent of scrolling. */
export const placeOf = (locator) => locator.evaluate((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [Math.round(left + scrollX), Math.round(top + scrollY)];
});
