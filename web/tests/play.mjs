// What tests of games share: numbers that are always the same.

/** Numbers from 0 to 1, always the same. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
