// How well the program plays. What it does wrong comes from a generator with a seed, so that a game is the same whenever the same is done.

export type Strength = "exact" | "errs";

/** What the program does wrong in a round. */
export type Slip = "bid" | "move" | undefined;

/** Rounds in which a program that errs bids, and moves, at random: one in so many each, one in four together. */
const ROUNDS = 8;

/** The next seed. The multiplier and the modulus are those of the minimal standard generator (Park and Miller, 1988). */
export function following(seed: number): number {
  return (Math.max(1, seed % 2147483647) * 48271) % 2147483647;
}

/** The seed of a game, by its number: games in a row have little in common. The multiplier is the golden section of the modulus. */
export function seedOf(game: number): number {
  return (game * 1327217885) % 2147483647;
}

/** A number from 0 to 1, without 1, by a seed. */
function part(seed: number): number {
  return following(seed) / 2147483647;
}

/** What the program does wrong in the round with this seed. */
export function slip(strength: Strength, seed: number): Slip {
  if (strength === "exact") return undefined;
  const drawn = Math.floor(part(seed) * ROUNDS);
  return drawn === 0 ? "bid" : drawn === 1 ? "move" : undefined;
}

/** A whole number below `count`, by a seed; whether the program errs says nothing about it. */
export function pick(seed: number, count: number): number {
  return Math.floor(part(following(seed)) * count);
}
