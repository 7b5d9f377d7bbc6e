// Exact fractions: shares of the money, bids.

/** A fraction in lowest terms, its denominator positive. */
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

  /** Reads `p/q`, a whole number or a decimal fraction; undefined if it is none of them. */
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

  /** Below 0, 0 or above 0, as this is less than, equal to or more than the other. */
  compare(other: Fraction): number {
    const difference = this.over * other.under - other.over * this.under;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** As a decimal fraction, cut. */
  decimal(places = 6): string {
    const scale = 10n ** BigInt(places);
    const size = ((this.over < 0n ? -this.over : this.over) * scale) / this.under;
    const digits = size.toString().padStart(places + 1, "0");
    return `${this.over < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  }

  /** As a decimal fraction, rounded up; of fractions from 0 on. */
  decimalAbove(places = 6): string {
    const scale = 10n ** BigInt(places);
    return new Fraction((this.over * scale + this.under - 1n) / this.under, scale).decimal(places);
  }

  /** As a decimal fraction, rounded to the nearest; of fractions from 0 on. */
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
