// The playing strength of the program. Errors come from a generator with a seed, so that a game can be repeated
// exactly.

export type Strength = "exact" | "errs";

/** The program's error in a round. */
type Slip = "bid" | "move" | undefined;

/** A program that errs bids at random in one of 8 rounds, and moves at random in another one of 8. */
const ROUNDS = 8;

/**
 * Returns the next seed. Multiplier and modulus are those of the minimal standard generator (Park and Miller, 1988).
 */
export function following(seed: number): number {
  return (Math.max(1, seed % 2147483647) * 48271) % 2147483647;
}

/**
 * Returns the seed of a game by its number, such that consecutive games differ. The multiplier is the golden section of
 * the modulus.
 */
export function seedOf(game: number): number {
  return (game * 1327217885) % 2147483647;
}

/** Returns a number in [0, 1) for a seed. */
function part(seed: number): number {
  return following(seed) / 2147483647;
}

/** Returns the program's error in the round with this seed, if any. */
export function slip(strength: Strength, seed: number): Slip {
  if (strength === "exact") return undefined;
  const drawn = Math.floor(part(seed) * ROUNDS);
  return drawn === 0 ? "bid" : drawn === 1 ? "move" : undefined;
}

/** Returns a whole number below `count` for a seed. It is independent of `slip`, because it uses the next seed. */
export function pick(seed: number, count: number): number {
  return Math.floor(part(following(seed)) * count);
}
