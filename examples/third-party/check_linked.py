#!/usr/bin/env python3
"""Verify certificates of kind `losing`, versions 1 and 2. Version 1 is verified by check_losing.py.

FORMAT.md, section 3, and kinds/losing.md, section 6, are what it implements. Each test names its clause. Cited files are
looked for among the files named, and in their folders.
"""
import hashlib
import pathlib
import sys

from check_losing import ARRAY, BYTES, TEXT, UNSIGNED, Refused, demand, envelope, main, proved_by, prove, read_position

LARGEST = 2**31 - 1
UNKNOWN = ("envelope/version", "envelope/kind", "envelope/game", "citation/missing", "citation/undecided")


class Proved(dict):
    """Values of positions, which remembers the positions that were asked for."""

    def __init__(self):
        super().__init__()
        self.met = set()

    def __contains__(self, position):
        self.met.add(position)
        return super().__contains__(position)


class Library:
    """The files that can be cited, and the wins of verified files."""

    def __init__(self, files):
        folders = {pathlib.Path(file).parent for file in files}
        paths = [pathlib.Path(file) for file in files] + [path for folder in sorted(folders) for path in sorted(folder.glob("*.cbor"))]
        self.files = {}
        for path in paths:
            if path.is_file():
                data = path.read_bytes()
                self.files.setdefault(hashlib.sha256(data).digest(), data)
        self.known = {}

    def wins(self, data, above=0):
        """A sentence, the stalemate rule, the winner, (longest, run) of each root, `reversible`, and the length of the chain."""
        digest = hashlib.sha256(data).digest()
        if digest not in self.known:
            self.known[digest] = self.verify(data, above)
        return self.known[digest]

    def verify(self, data, above):
        try:
            sentence, stalemate, side, root, longest, reversible = proved_by(data)
            return sentence, stalemate, side, {root: (longest, reversible)}, reversible, 1
        except Refused as refused:
            if refused.args[0] != "envelope/kind":
                raise
        return self.verify_linked(data, above)

    def cite(self, digest, number, stalemate, side, above):
        """The wins that a cited certificate proves, and the length of its chain."""
        place = f"citation {number}"
        demand(digest in self.files, "citation/missing", place, "no such file was found")
        data = self.files[digest]
        try:
            try:
                _, found = envelope(data, "losing")
            except Refused as refused:
                if refused.args[0] != "envelope/kind":
                    raise
                _, found = envelope(data, "losing", 2)
            demand(found == stalemate, "citation/game", place, f"the rule {found}")
            demand(above < 64, "citation/depth", place, "more than 64 certificates in a chain")
            _, _, winner, roots, reversible, chain = self.wins(data, above)
        except Refused as refused:
            clause = refused.args[0]
            if clause in ("citation/game", "citation/depth") and refused.args[1] == place:
                raise
            if clause == "citation/depth":
                raise Refused(clause, place, refused.args[2]) from None
            word = "undecided" if clause in UNKNOWN else "rejected"
            raise Refused(f"citation/{word}", place, f"{clause} at {refused.args[1]}") from None
        demand(above + chain <= 64, "citation/depth", place, "more than 64 certificates in a chain")
        demand(winner == side, "losing/cited", place, "the other side wins")
        return roots, reversible, chain

    def verify_linked(self, data, above):
        reader, stalemate = envelope(data, "losing", 2)
        reader.item(ARRAY, 4)
        list_place, count = reader.at_place(ARRAY)
        roots = []
        for _ in range(count):
            reader.item(ARRAY, 4)
            place, text = reader.at_place(TEXT)
            root = read_position(text, place)
            demand(not roots or roots[-1][0] < text, "losing/roots", place, "not after the root before")
            place, clock = reader.at_place(UNSIGNED)
            demand(clock <= 100, "losing/clock", place, f"clock {clock}")
            roots.append((text, root, clock, reader.at_place(UNSIGNED), reader.at_place(UNSIGNED)))
        demand(roots, "losing/roots", list_place, "there is no root")
        place, side = reader.at_place(UNSIGNED)
        demand(side in (0, 1), "losing/winner", place, f"winner {side}")
        positions_place, positions = reader.at_place(UNSIGNED)
        most = min(max(65536, 16 * len(data)), LARGEST)
        demand(positions <= most, "losing/limit", positions_place, f"{positions} positions, at most {most}")
        reversible_place, reversible = reader.at_place(UNSIGNED)
        list_place, count = reader.at_place(ARRAY)
        digests = []
        for _ in range(count):
            place, digest = reader.at_place(BYTES)
            demand(len(digest) == 32, "cbor/type", place, "a digest has 32 bytes")
            digests.append(digest)
        demand(all(one < after for one, after in zip(digests, digests[1:])), "losing/citations", list_place, "not in ascending order")
        reader.item(ARRAY, 1)
        stream = reader.item(BYTES)
        begin = reader.at - len(stream)
        demand(reader.at == len(data), "cbor/trailing", f"byte {reader.at}", "something follows")

        proved, owner, most_rev, chain = Proved(), {}, 0, 0
        for number, digest in enumerate(digests):
            wins, runs, length = self.cite(digest, number, stalemate, side, above + 1)
            most_rev, chain = max(most_rev, runs), max(chain, length)
            for root, value in wins.items():
                if root not in owner:
                    owner[root] = number
                    proved[root] = value
        bits, read, values = iter("".join(f"{byte:08b}" for byte in stream)), 0, []
        for _, root, clock, _, _ in roots:
            more, _, value, rev = prove(root, stalemate, side == 0, len(owner) + positions, bits, proved)
            read, most_rev = read + more, max(most_rev, rev, clock + value[1])
            values.append(value)
        left = "".join(bits)
        demand(len(left) < 8, "losing/long", f"byte {begin + (read + 7) // 8}", "whole bytes are left")
        demand("1" not in left, "losing/padding", f"byte {begin + read // 8}", "the last bits are not 0")
        demand(len(proved) - len(owner) == positions, "losing/positions", positions_place, f"there are {len(proved) - len(owner)}")
        for (_, _, _, longest, run), value in zip(roots, values):
            for clause, (place, claimed), found in (("longest", longest, value[0]), ("run", run, value[1])):
                demand(claimed == found < LARGEST, f"losing/{clause}", place, f"it is {found}")
        demand(reversible == most_rev < LARGEST, "losing/reversible", reversible_place, f"it is {most_rev}")
        used = {owner[root] for root in owner if root in proved.met}
        for number in range(len(digests)):
            demand(number in used, "losing/unused", f"citation {number}", "no position of the proof is its root")
        who = "White" if side == 0 else "Black"
        lines = ", ".join(f"{text} within {longest} moves" for text, _, _, (_, longest), _ in roots)
        sentence = f"{who} wins by force ({stalemate}) from {lines}, by {positions} positions and {len(digests)} citations"
        return sentence, stalemate, side, {root: value for (_, root, _, _, _), value in zip(roots, values)}, reversible, chain + 1


if __name__ == "__main__":
    library = Library(sys.argv[1:])
    sys.exit(main(sys.argv[1:], lambda data: library.wins(data)[0], UNKNOWN))
