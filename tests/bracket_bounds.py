#!/usr/bin/env python3
"""Print the digest of all bounds of certificates of kind `bracket`.

Written from section 1 of `spec/FORMAT.md` and sections 3 and 7 of `spec/kinds/bracket.md` alone. It verifies nothing.
"""

import hashlib
import math
import sys
from fractions import Fraction


def item(data, at):
    """Return a CBOR item, without its tag if it has one, and where the next one begins."""
    major, argument, at = data[at] >> 5, data[at] & 31, at + 1
    if argument > 23:
        size = 1 << argument - 24
        argument, at = int.from_bytes(data[at : at + size], "big"), at + size
    if major == 0:
        return argument, at
    if major in (2, 3):
        return data[at : at + argument], at + argument
    if major == 4:
        items = []
        for _ in range(argument):
            inner, at = item(data, at)
            items.append(inner)
        return items, at
    if major == 6:
        return item(data, at)
    raise ValueError(f"major type {major}")


def bounds(data):
    """Yield the bounds of a certificate: of each class alpha_lower, alpha_upper, beta_lower, beta_upper."""
    (_, _, _, _, (bits, classes), _, (difference_bytes, records)), _ = item(data, 0)
    value_bytes, at = math.floor(bits / 8) + 1, 0
    for _ in range(classes):
        for _ in ("alpha", "beta"):
            lower = int.from_bytes(records[at : at + value_bytes], "big")
            at += value_bytes
            difference = int.from_bytes(records[at : at + difference_bytes], "big")
            at += difference_bytes
            yield Fraction(lower, 2**bits)
            yield Fraction(lower + difference, 2**bits)
    assert at == len(records)


def digest(data):
    """Return the digest of all bounds."""
    hashed = hashlib.sha256()
    for bound in bounds(data):
        # Fractions of Python are reduced.
        exponent = bound.denominator.bit_length() - 1
        hashed.update(bytes([exponent]) + bound.numerator.to_bytes(16, "big"))
    return hashed.hexdigest()


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            print(digest(file.read()), path)
