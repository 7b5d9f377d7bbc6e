#!/usr/bin/env python3
"""Verify certificates of kind `safe`. Written from spec/ alone; items, envelope and losing chess are those of check_losing.py.

FORMAT.md, kinds/safe.md and rules/losing-chess.md are what it implements. Each test names its clause.
"""
import sys

from check_losing import ARRAY, BYTES, TEXT, UNSIGNED, demand, envelope, main, make, read_position, status

SIDES = ("White", "Black")


def verify(data):
    """The sentence that the certificate proves. Raises `Refused` for the first clause that it breaks."""
    reader, stalemate = envelope(data, "safe")
    demand(stalemate in ("international", "fics"), "safe/stalemate", f"byte {reader.at}", f"{stalemate} proves nothing here")

    reader.item(ARRAY, 4)
    list_place, count = reader.at_place(ARRAY)
    demand(count > 0, "safe/roots", list_place, "there is no root")
    texts, roots = [], []
    for _ in range(count):
        place, text = reader.at_place(TEXT)
        roots.append(read_position(text, place))
        demand(not texts or texts[-1] < text, "safe/roots", place, "not after the root before")
        texts.append(text)
    place, count = reader.at_place(ARRAY)
    sides = [reader.item(UNSIGNED) for _ in range(min(count, 3))]
    demand(sides in ([0], [1], [0, 1]), "safe/sides", place, "not [0], [1] or [0, 1]")
    place, defence = reader.at_place(UNSIGNED)
    demand(defence in (0, 1), "safe/defence", place, f"defence {defence}")
    place, count = reader.at_place(ARRAY)
    demand(count == len(sides), "safe/limit", place, f"{count} numbers, expected {len(sides)}")
    claimed = [reader.at_place(UNSIGNED) for _ in sides]
    numbers = [number for _, number in claimed]
    most = min(max(2**20, 16 * len(data)), 2**31 - 1)
    demand(min(numbers) >= 1 and sum(numbers) <= most, "safe/limit", place, f"positions {numbers}, at most {most}")

    place, count = reader.at_place(ARRAY)
    for _ in range(count):
        digest_place, digest = reader.at_place(BYTES)
        demand(len(digest) == 32, "cbor/type", digest_place, "a digest has 32 bytes")
    demand(count == 0, "citation/count", place, f"{count} citations, expected none")
    place, count = reader.at_place(ARRAY)
    demand(count == len(sides), "safe/streams", place, f"{count} streams, expected {len(sides)}")
    streams = []
    for _ in sides:
        stream = reader.item(BYTES)
        streams.append((reader.at - len(stream), stream))
    demand(reader.at == len(data), "cbor/trailing", f"byte {reader.at}", "something follows")

    for side, (place, number), (begin, stream) in zip(sides, claimed, streams):
        bits = iter("".join(f"{byte:08b}" for byte in stream))
        read, found = closed_set(roots, stalemate, side == 0, defence, (number, place), bits)
        left = "".join(bits)
        demand(len(left) < 8, "safe/long", f"byte {begin + (read + 7) // 8}", "whole bytes are left")
        demand("1" not in left, "safe/padding", f"byte {begin + read // 8}", "the last bits are not 0")
        demand(found == number, "safe/positions", place, f"there are {found}")

    said = ("need not lose", "cannot lose by any series of moves")[defence]
    numbers = " and ".join(map(str, numbers))
    return f"{' and '.join(SIDES[side] for side in sides)} {said} from {', '.join(texts)} ({stalemate}), by {numbers} positions"


def closed_set(roots, stalemate, defender, defence, claim, bits):
    """Section 2, for the side `defender` (True: White): the bits read and the number of positions of the list."""
    positions, known, read = [], set(), 0
    most, most_place = claim

    def add(position):
        if position not in known:
            demand(len(positions) < most, "safe/positions", most_place, "there are more")
            known.add(position)
            positions.append(position)

    for root in roots:
        add(root)
    # Positions are added at the end of the list while it is walked.
    for place, position in enumerate(positions):
        moves, won_by = status(position, stalemate)
        demand(won_by is not (not defender), "safe/lost", f"value {place}", "the other side has won")
        if moves and defence == 0 and position[1] == defender:
            width = (len(moves) - 1).bit_length()
            number = "0" + "".join(bit for _, bit in zip(range(width), bits))
            demand(len(number) > width, "safe/short", f"value {place}", "the stream ends")
            read, number = read + width, int(number, 2)
            demand(number < len(moves), "safe/move", f"value {place}", f"move {number} of {len(moves)}")
            moves = [moves[number]]
        for move in moves:
            add(make(position, move)[0])
    return read, len(positions)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], verify))
