// Shared parts of the tests of games: pseudo-random numbers, and whose turn it is.

/** Returns a generator of reproducible numbers from 0 to 1. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** Returns a generator of reproducible whole numbers below a bound (Mulberry32). */
export function mulberry(seed) {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

/** Waits until the program has acted. Returns what the user is asked for: `bid`, `choice`, or `over`. */
export async function turn(page) {
  await page.waitForFunction(() => ["bid", "choice", "over"].includes(document.querySelector(".game")?.dataset.turn));
  return page.locator(".game").getAttribute("data-turn");
}

/** Starts a game. `choices` are the settings by the ids of their fields. */
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

/** Returns the user's money as the purse shows it. */
export async function purse(page) {
  return Number(/^[\d.]+/.exec(await page.locator(".game .purse strong").first().textContent())[0]);
}
