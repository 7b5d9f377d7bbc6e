// Exact fractions, for shares of the money and bids.

/** A fraction in lowest terms with a positive denominator. */
export class Fraction {
  readonly over: bigint;
  readonly under: bigint;

  constructor(over: bigint, under: bigint) {
    if (under === 0n) throw new RangeError("a denominator is 0");
    const sign = under < 0n ? -1n : 1n;
    const common = divisor(over < 0n ? -over : over, under < 0n ? -under : under);
    this.over = (sign * over) / common;
    this.under = (sign * under) / common;
  }

  /** Parses `p/q`, a whole number or a decimal fraction. Returns undefined for any other text. */
  static read(text: string): Fraction | undefined {
    const found = /^\s*(-?)(\d{1,400})(?:\/(\d{1,400})|\.(\d{1,400}))?\s*$/.exec(text);
    if (!found) return undefined;
    const [, minus, whole = "", under, places = ""] = found;
    if (under !== undefined && /^0+$/.test(under)) return undefined;
    const sign = minus === "-" ? -1n : 1n;
    return under === undefined ? new Fraction(sign * BigInt(whole + places), 10n ** BigInt(places.length)) : new Fraction(sign * BigInt(whole), BigInt(under));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under);
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.over, other.under));
  }

  /** Returns a number below, equal to or above 0, as this fraction is less than, equal to or greater than `other`. */
  compare(other: Fraction): number {
    const difference = this.over * other.under - other.over * this.under;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** Writes the fraction in decimals, truncated. */
  decimal(places = 6): string {
    const scale = 10n ** BigInt(places);
    const size = ((this.over < 0n ? -this.over : this.over) * scale) / this.under;
    const digits = size.toString().padStart(places + 1, "0");
    return `${this.over < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  }

  /** Writes a non-negative fraction in decimals, rounded up. */
  decimalAbove(places = 6): string {
    const scale = 10n ** BigInt(places);
    return new Fraction((this.over * scale + this.under - 1n) / this.under, scale).decimal(places);
  }

  /** Writes a non-negative fraction in decimals, rounded to nearest. */
  rounded(places = 6): string {
    return this.plus(new Fraction(1n, 2n * 10n ** BigInt(places))).decimal(places);
  }

  toString(): string {
    return `${this.over}/${this.under}`;
  }
}

function divisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}
