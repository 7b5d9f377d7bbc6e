// What tests of games share: numbers that are always the same, and whose turn it is at a table.

/** Numbers from 0 to 1, always the same. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** What the user is asked for at the table of a game, once the program has done its part: `bid`, `choice`, or `over`. */
export async function turn(page) {
  await page.waitForFunction(() => ["bid", "choice", "over"].includes(document.querySelector(".game")?.dataset.turn));
  return page.locator(".game").getAttribute("data-turn");
}
