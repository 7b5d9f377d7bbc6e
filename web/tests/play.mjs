// What tests of games share: numbers that are always the same, and whose turn it is at a table.

/** Numbers from 0 to 1, always the same. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** Whole numbers below a bound, always the same: Mulberry32. */
export function mulberry(seed) {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

/** What the user is asked for at the table of a game, once the program has done its part: `bid`, `choice`, or `over`. */
export async function turn(page) {
  await page.waitForFunction(() => ["bid", "choice", "over"].includes(document.querySelector(".game")?.dataset.turn));
  return page.locator(".game").getAttribute("data-turn");
}

/** Begins a game with the choices that fit, each by the id of its field. */
export async function begin(page, choices = {}) {
  const form = page.locator(".begin");
  await form.waitFor();
  if (Object.keys(choices).length > 0 && !(await form.locator(".manner").evaluate((one) => one.open))) await form.locator("summary").click();
  for (const [id, value] of Object.entries(choices)) {
    const field = form.locator(`#${id}`);
    if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(String(value));
  }
  await form.getByRole("button", { name: "Play", exact: true }).click();
}

/** What the user has, as the purse says it. */
export async function purse(page) {
  return Number(/^[\d.]+/.exec(await page.locator(".game .purse strong").first().textContent())[0]);
}
