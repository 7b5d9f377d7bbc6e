#!/usr/bin/env python3
"""Verify certificates of kinds `richman` (versions 1 and 2) and `bracket`. Written from spec/ alone.

FORMAT.md, kinds/richman.md, kinds/bracket.md, rules/bidding-chess.md, rules/graph.md and rules/lines.md are what it
implements. Each test names its clause, and tests are made in the order that the pages fix. Arithmetic is that of
Python's integers: exact.
"""

import argparse
import hashlib
import itertools
import math
import os
import re
import sys
import unicodedata
from collections import Counter, deque
from functools import cache, cmp_to_key

UNDECIDED = ("envelope/version", "envelope/kind", "envelope/game", "citation/missing", "citation/undecided")


class Refused(Exception):
    """A broken clause: its code, its place, and a sentence."""


def demand(holds, clause, place, sentence):
    """`place` may be a function that tells it: the text of a class takes long."""
    if not holds:
        raise Refused(clause, place() if callable(place) else place, sentence)


def quoted(text):
    """FORMAT.md, section 6: a text that a file chooses."""
    known = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}
    hidden = ("C", "M", "Z")
    escape = (
        known.get(c, c if c == " " or unicodedata.category(c)[0] not in hidden else f"\\u{{{ord(c):x}}}")
        for c in text[:200]
    )
    return '"' + "".join(escape) + '"'


# --- items: FORMAT.md, section 1 --------------------------------------------------------------------------------------

UNSIGNED, BYTES, TEXT, ARRAY, TAG = 0, 2, 3, 4, 6
LARGEST_ENTRY = 2**32 - 2  # of a column of kind `richman`


class Reader:
    """Reads items from front to back."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        demand(self.at + count <= len(self.data), "cbor/end", f"byte {len(self.data)}", "the file ends inside an item")
        self.at += count
        return self.data[self.at - count : self.at]

    def head(self, wanted, tag=None):
        """Major type and argument of the next head, which is of one of the major types `wanted`."""
        place = f"byte {self.at}"
        major, information = divmod(self.take(1)[0], 32)
        demand(information < 28, "cbor/head", place, "this additional information does not occur")
        demand(major not in (5, 7), "cbor/type", place, "maps, simple values and floats have no place")
        number = information
        if information >= 24:
            size = 1 << (information - 24)
            number = int.from_bytes(self.take(size), "big")
            demand(number >= (24 if size == 1 else 1 << 4 * size), "cbor/head", place, "not in the shortest form")
        fits = major in wanted and (major != TAG or number == tag)
        demand(fits, "cbor/type", place, f"major type {major}, {number}")
        if major in (BYTES, TEXT, ARRAY):
            demand(number <= len(self.data) - self.at, "cbor/length", place, "longer than what remains")
        return major, number

    def unsigned(self):
        return self.head([UNSIGNED])[1]

    def array(self, *count):
        """The number of items of an array, which is `count` where that is given."""
        place = self.place()
        number = self.head([ARRAY])[1]
        demand(not count or number in count, "cbor/type", place, f"an array of {number} items")
        return number

    def bytes(self):
        return self.take(self.head([BYTES])[1])

    def text(self):
        place = self.place()
        try:
            return self.take(self.head([TEXT])[1]).decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("cbor/text", place, "a text is not UTF-8") from None

    def natural(self):
        """An unsigned integer or a bignum."""
        place = self.place()
        major, number = self.head([UNSIGNED, TAG], 2)
        if major == UNSIGNED:
            return number
        digits = self.bytes()
        demand(len(digits) > 8 and digits[0], "cbor/bignum", place, "a number that fits 64 bits, or leading zeros")
        return int.from_bytes(digits, "big")

    def list(self, count, read):
        return [read() for _ in range(count)]

    def column(self, classes):
        """A column of kind `richman`: an unsigned integer for each class; greater ones count as the largest."""
        place, count = self.place(), self.array()
        demand(count == classes, "richman/column", place, f"{count} entries for {classes} classes")
        return self.list(count, lambda: min(self.unsigned(), LARGEST_ENTRY))

    def place(self):
        return f"byte {self.at}"

    def end(self):
        demand(self.at == len(self.data), "cbor/trailing", self.place(), "something follows")


# --- bidding chess: rules/bidding-chess.md ----------------------------------------------------------------------------
# A side is the tuple of its pieces as places in LETTERS, in list order; a material is a pair of sides. A placement is
# the bytes of the squares of its pieces in list order: placements compare as their placement numbers do.

LETTERS = "KQRBNP"
KING, KNIGHT, PAWN, PROMOTIONS = 0, 4, 5, (1, 2, 3, 4)
AROUND = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DIRECTIONS = [AROUND, AROUND, AROUND[0::2], AROUND[1::2], JUMPS]


def in_order(white, black):
    """Whether White's list is the stronger or equal one (section 2)."""
    return (-len(white), white) <= (-len(black), black)


def read_endgame(reader):
    """Sections 1 and 2."""
    reader.array(3)
    place = reader.place()
    files, ranks = reader.unsigned(), reader.unsigned()
    demand(2 <= files <= 16 and 2 <= ranks <= 16, "bidding-chess/board", place, f"{files}x{ranks}")
    place, text = reader.place(), reader.text()
    lists = re.fullmatch("(KQ*R*B*N*P*)(KQ*R*B*N*P*)", text)
    fits = lists and len(text) <= min(6, files * ranks) and text.count("P") <= files * (ranks - 2)
    sides = [tuple(map(LETTERS.index, side)) for side in lists.groups()] if fits else []
    demand(fits and in_order(*sides), "bidding-chess/material", place, "no material in order")
    return endgame(files, ranks, *sides)


@cache
def endgame(files, ranks, white, black):
    return Endgame(files, ranks, white, black)


class Endgame:
    """The classes of a material on a board, numbered when they are first asked for."""

    def __init__(self, files, ranks, white, black):
        self.files, self.ranks, self.sides = files, ranks, (white, black)
        self.pieces = [(0, letter) for letter in white] + [(1, letter) for letter in black]
        self.squares = files * ranks
        self.pawns = sum(letter == PAWN for _, letter in self.pieces)
        maps = [lambda f, r: (f, r), lambda f, r: (files - 1 - f, r)]
        if not self.pawns:
            maps += [lambda f, r: (f, ranks - 1 - r), lambda f, r: (files - 1 - f, ranks - 1 - r)]
            if files == ranks:
                maps += [lambda f, r, m=m: m(r, f) for m in maps]
        self.symmetries = [self.table(m) for m in maps]
        self.flip = self.table(lambda f, r: (f, ranks - 1 - r))
        self.kings = [s for s in range(self.squares) if all(s <= table[s] for table in self.symmetries)]
        starts = [i for i, piece in enumerate(self.pieces) if piece not in self.pieces[:i]] + [len(self.pieces)]
        self.alike = [(a, b) for a, b in itertools.pairwise(starts) if b - a > 1]
        self.numbered = self.found = None

    def __str__(self):
        text = "".join(LETTERS[letter] for _, letter in self.pieces)
        return f"bidding-chess version 1, board {self.files}x{self.ranks}, material {text}"

    def table(self, move):
        """A map of the board as a table for bytes.translate."""
        images = [move(s % self.files, s // self.files) for s in range(self.squares)]
        return bytes(f + self.files * r for f, r in images).ljust(256, b"\0")

    def memory(self):
        """What `resources/size` speaks of (section 3)."""
        others = len(self.pieces) - self.pawns - 1
        free = self.files * (self.ranks - 2)
        return 12 * (len(self.kings) * free**self.pawns * self.squares**others // 64 + 1)

    def possible(self, classes):
        """Whether there may be so many classes. Tested before they are numbered: that takes long."""
        free = self.files * (self.ranks - 2)
        placements = math.perm(free, self.pawns)
        placements *= math.perm(self.squares - self.pawns, len(self.pieces) - self.pawns)
        for a, b in self.alike:
            placements //= math.factorial(b - a)
        return placements <= classes * len(self.symmetries) and classes <= placements

    def tidy(self, squares):
        """Like pieces stand in ascending order."""
        for a, b in self.alike:
            squares = squares[:a] + bytes(sorted(squares[a:b])) + squares[b:]
        return squares

    def number(self):
        """The class of each placement, and the canonical placement of each class (section 3)."""
        if self.numbered is None:
            self.numbered, self.canonical = {}, []
            board, free = range(self.squares), range(self.files, self.squares - self.files)
            places = [free if letter == PAWN else board for _, letter in self.pieces]
            for squares in itertools.product(self.kings, *places[1:]):
                placement = bytes(squares)
                if len(set(squares)) < len(squares) or placement in self.numbered:
                    continue
                if self.tidy(placement) == placement:
                    for symmetry in self.symmetries:
                        self.numbered[self.tidy(placement.translate(symmetry))] = len(self.canonical)
                    self.canonical.append(placement)
            self.rays = [
                [[self.ray(s, *d, letter) for d in DIRECTIONS[letter]] for s in board] for letter in range(PAWN)
            ]
        return self.numbered

    def ray(self, square, files, ranks, letter):
        squares, file, rank = [], square % self.files + files, square // self.files + ranks
        while 0 <= file < self.files and 0 <= rank < self.ranks:
            squares.append(file + self.files * rank)
            if letter in (KING, KNIGHT):
                break
            file, rank = file + files, rank + ranks
        return squares

    def __len__(self):
        self.number()
        return len(self.canonical)

    def text(self, number):
        """Section 7."""
        board = [" "] * self.squares
        for square, (black, letter) in zip(self.canonical[number], self.pieces):
            board[square] = LETTERS[letter].lower() if black else LETTERS[letter]
        rows = ["".join(board[begin : begin + self.files]) for begin in range(0, self.squares, self.files)]
        return re.sub(" +", lambda gap: str(len(gap[0])), "/".join(reversed(rows)))

    def cites(self):
        """The sub-endings in order (section 6)."""
        found = set()
        for taken in [None, *(i for i, (_, letter) in enumerate(self.pieces) if letter != KING)]:
            changes = [] if taken is None else [(None, None)]
            for i, (colour, letter) in enumerate(self.pieces):
                # With a capture at once what is taken is of the other colour and no pawn.
                barred = taken is not None and (self.pieces[taken][1] == PAWN or self.pieces[taken][0] == colour)
                if letter == PAWN and not barred:
                    changes += [(i, becomes) for becomes in PROMOTIONS]
            for promoted, becomes in changes:
                sides = [[], []]
                for i, (colour, letter) in enumerate(self.pieces):
                    if i != taken:
                        sides[colour].append(becomes if i == promoted else letter)
                white, black = (tuple(sorted(side)) for side in sides)
                found.add((white, black) if in_order(white, black) else (black, white))
        ordered = sorted(found, key=lambda sides: (len(sides[0] + sides[1]), sides[0] + sides[1]))
        return [endgame(self.files, self.ranks, *sides) for sides in ordered]

    def options(self):
        """For each class White's options and Black's, as numbers: first the own classes, then what `beyond` has."""
        if self.found is None:
            self.number()
            begin, self.begins = len(self) + 3, {}
            for cited in self.cites():
                self.begins[cited.sides] = begin, cited
                begin += 2 * len(cited)
            self.found = [self.moves(placement) for placement in self.canonical]
        return self.found

    def moves(self, squares):
        """Section 4."""
        at, options = {s: i for i, s in enumerate(squares)}, ([], [])
        for i, (colour, letter) in enumerate(self.pieces):
            if letter == PAWN:
                for target in self.pawn(squares[i], colour, at):
                    taken, last = at.get(target), target // self.files == (0 if colour else self.ranks - 1)
                    promotes = last and (taken is None or self.pieces[taken][1] != KING)
                    for becomes in PROMOTIONS if promotes else [PAWN]:
                        options[colour].append(self.after(squares, i, target, taken, becomes))
                continue
            for ray in self.rays[letter][squares[i]]:
                for target in ray:
                    taken = at.get(target)
                    if taken is None or self.pieces[taken][0] != colour:
                        options[colour].append(self.after(squares, i, target, taken, letter))
                    if taken is not None:
                        break
        return options

    def pawn(self, square, colour, at):
        """Where a pawn goes."""
        forward = -self.files if colour else self.files
        step, file, targets = square + forward, square % self.files, []
        if step not in at:
            targets.append(step)
            begins = square // self.files == (self.ranks - 2 if colour else 1)
            if self.ranks >= 5 and begins and step + forward not in at:
                targets.append(step + forward)
        for side in (-1, 1):
            taken = at.get(step + side) if 0 <= file + side < self.files else None
            if taken is not None and self.pieces[taken][0] != colour:
                targets.append(step + side)
        return targets

    def after(self, squares, i, target, taken, becomes):
        """The option to which a move leads: piece i goes to `target`, takes the piece `taken` and becomes `becomes`."""
        colour, letter = self.pieces[i]
        if taken is not None and self.pieces[taken][1] == KING:
            return len(self.canonical) + colour
        moved = squares[:i] + bytes([target]) + squares[i + 1 :]
        if taken is None and becomes == letter:
            return self.numbered[self.tidy(moved)]
        sides = ([], [])
        for j, (square, (owner, kind)) in enumerate(zip(moved, self.pieces)):
            if j != taken:
                sides[owner].append((becomes if j == i else kind, square))
        for side in sides:
            side.sort()
        lists = [tuple(kind for kind, _ in side) for side in sides]
        placement = [bytes(square for _, square in side) for side in sides]
        exchanged = not in_order(*lists)
        if exchanged:
            lists.reverse()
            placement = [squares.translate(self.flip) for squares in reversed(placement)]
        begin, cited = self.begins[tuple(lists)]
        return begin + exchanged * len(cited) + cited.number()[cited.tidy(b"".join(placement))]


# --- stored games: rules/graph.md -------------------------------------------------------------------------------------


class Listed:
    """A game whose positions have names: their options as numbers (see `beyond`), in the order of classes."""

    def __init__(self, words, names, options):
        self.words, self.names, self.found = words, names, options

    def __str__(self):
        return self.words

    def __len__(self):
        return len(self.names)

    def memory(self):
        return 12 * len(self)

    def possible(self, classes):
        return classes == len(self)

    def text(self, number):
        return self.names[number]

    def cites(self):
        return []

    def options(self):
        return self.found


def read_stored(reader):
    """Section 1."""
    begin, names = reader.at, []

    def name(may_be_empty=False):
        place, text = reader.place(), reader.text()
        good = (text or may_be_empty) and not any(unicodedata.category(c) == "Cc" for c in text)
        demand(good, "graph/name", place, "an empty name, or a control character")
        names.append((text, place))

    def options():
        place, count = reader.place(), reader.array()
        demand(count, "graph/options", place, "no option")
        return [(reader.place(), reader.unsigned()) for _ in range(count)]

    reader.array(6)
    name(may_be_empty=True)
    name()
    name()
    start_place, start = reader.place(), reader.unsigned()
    place, count = reader.place(), reader.array()
    demand(count, "graph/positions", place, "no positions")
    sides, outcomes = [], []
    for _ in range(count):
        reader.array(3)
        name()
        sides.append((options(), options()))
    for _ in range(reader.array()):
        reader.array(2)
        name()
        place, outcome = reader.place(), reader.unsigned()
        demand(outcome <= 2, "graph/outcome", place, f"outcome {outcome}")
        outcomes.append(outcome)
    demand(start < count, "graph/start", start_place, f"start {start}")
    for place, option in (option for both in sides for side in both for option in side):
        demand(option < count + len(outcomes), "graph/option", place, f"option {option}")
    for group in (names[1:3], names[3:]):
        met = set()
        for text, place in group:
            demand(text not in met, "graph/name", place, "a name stands twice")
            met.add(text)
    order = class_order([[option for side in both for _, option in side] for both in sides])
    numbers = {position: number for number, position in enumerate(order)}
    numbers.update((count + end, count + outcome) for end, outcome in enumerate(outcomes))
    found = [tuple([numbers[option] for _, option in side] for side in sides[position]) for position in order]
    digest = hashlib.sha256(reader.data[begin : reader.at]).hexdigest()
    words = f"graph version 1, positions {count}, digest {digest}"
    return Listed(words, [quoted(names[3 + position][0]) for position in order], found)


def class_order(arrows):
    """Section 2: the positions in the order of their classes."""
    count = len(arrows)
    lead_here = Counter(option for options in arrows for option in options if option < count)
    queue, order = deque(position for position in range(count) if not lead_here[position]), []
    while queue:
        order.append(queue.popleft())
        for option in arrows[order[-1]]:
            lead_here[option] -= 1
            if option < count and not lead_here[option]:
                queue.append(option)
    return order if len(order) == count else range(count)


# --- families of small games: rules/lines.md --------------------------------------------------------------------------


def read_parameter(reader, low, high, clause):
    place, number = reader.place(), reader.unsigned()
    demand(low <= number <= high, clause, place, f"{number}")
    return number


def read_tug(reader):
    reader.array(1)
    n = read_parameter(reader, 1, 10000, "tug/length")
    count = 2 * n - 1
    left, right = count, count + 1
    found = [[i - 1 if i else right, i + 1 if i + 1 < count else left] for i in range(count)]
    return Listed(f"tug version 1, length {n}", [str(i - n + 1) for i in range(count)], [(o, o) for o in found])


def read_ultimatum(reader):
    reader.array(1)
    n = read_parameter(reader, 1, 10000, "ultimatum/degree")
    left, right = 2 * n + 1, 2 * n + 2
    found = [([i + 1], [right]) for i in range(n)] + [([2 * n], [0])]
    found += [([left], [i - 1]) for i in range(n + 1, 2 * n + 1)]
    return Listed(f"ultimatum version 1, degree {n}", [str(i - n) for i in range(2 * n + 1)], found)


def read_sudden_death(reader):
    reader.array(2)
    player = read_parameter(reader, 0, 1, "sudden-death/player")
    n = read_parameter(reader, 1, 10000, "sudden-death/moves")
    left, right = n, n + 1
    last = ([left], [right])
    found = [([i], [right]) if player else ([left], [i]) for i in range(1, n)] + [last]
    letter = "AB"[player]
    words = f"sudden-death version 1, player {letter}, moves {n}"
    return Listed(words, [f"{letter}{m}" for m in range(n, 0, -1)], found)


# --- the envelope and citations: FORMAT.md, sections 2 and 3 ----------------------------------------------------------
# The kinds and rule sets of the pages. Of one that is not implemented here nothing can be said, except where it stands
# beside one that it does not go with.

BIDDING = {"bidding-chess", "graph", "tic-tac-toe", "hex", "connect", "tug", "ultimatum", "sudden-death"}
RULES = BIDDING | {"subtraction", "losing-chess", "chess"}
MINE = {("richman", 1): BIDDING, ("richman", 2): {"bidding-chess"}, ("bracket", 1): {"bidding-chess"}}
KINDS = {**MINE, ("chips", 1): BIDDING}
READERS = {
    "bidding-chess": read_endgame,
    "graph": read_stored,
    "tug": read_tug,
    "ultimatum": read_ultimatum,
    "sudden-death": read_sudden_death,
}


def read_envelope(reader, kinds):
    """The kind, one of `kinds`, and the game."""
    try:
        reader.head([TAG], 55799)
        reader.array(7)
        magic = reader.text()
    except Refused as refused:
        raise Refused("envelope/magic", "byte 0", "no certificate") if refused.args[0] == "cbor/type" else refused
    demand(magic == "gamecert", "envelope/magic", "byte 0", "no certificate")
    place, version = reader.place(), reader.unsigned()
    demand(version == 1, "envelope/version", place, f"version {version}")
    reader.array(2)
    place = reader.place()
    kind = reader.text(), reader.unsigned()
    demand(kind in kinds, "envelope/kind", place, f"kind {quoted(kind[0])} version {kind[1]}")
    reader.array(3)
    place = reader.place()
    rules, version = reader.text(), reader.unsigned()
    demand(rules in RULES and version == 1, "envelope/game", place, f"rule set {quoted(rules)} version {version}")
    demand(rules in KINDS[kind], "envelope/pairing", place, f"kind {kind[0]} does not apply to {rules}")
    demand(rules in READERS, "envelope/game", place, f"rule set {rules} is not implemented here")
    return kind, READERS[rules](reader)


def read_citations(reader, game):
    place, digests = reader.place(), []
    for _ in range(reader.array()):
        item, digest = reader.place(), reader.bytes()
        demand(len(digest) == 32, "cbor/type", item, "a digest has 32 bytes")
        digests.append(digest)
    wanted = len(game.cites())
    demand(len(digests) == wanted, "citation/count", place, f"{len(digests)} citations, expected {wanted}")
    return digests


class Library:
    """The files among which cited ones are found, and what has been verified."""

    def __init__(self, candidates=()):
        self.candidates, self.files, self.proofs = candidates, None, {}

    def find(self, digest):
        if self.files is None:
            self.files = {}
            for path in self.candidates:
                with open(path, "rb") as handle:
                    data = handle.read()
                self.files.setdefault(hashlib.sha256(data).digest(), data)
        return self.files.get(digest)

    def cited(self, digests, game, kinds):
        """The proofs that a game rests on."""
        proofs = []
        for number, (digest, wanted) in enumerate(zip(digests, game.cites())):
            place, data = f"citation {number}", self.find(digest)
            demand(data is not None, "citation/missing", place, digest.hex())
            try:
                kind, found = read_envelope(Reader(data), KINDS)
                fits = str(found) == str(wanted) and kind[0] in kinds
                proofs.append(self.prove(data, place) if fits else None)
            except Refused as refused:
                clause = "citation/undecided" if refused.args[0] in UNDECIDED else "citation/rejected"
                raise Refused(clause, place, f"{digest.hex()}: {refused.args[0]} at {refused.args[1]}") from None
            demand(fits, "citation/game", place, f"kind {kind[0]} for {found}, expected {wanted}")
        return proofs

    def prove(self, data, place=None):
        """What a certificate proves. Raises `Refused` for the first clause that it breaks."""
        digest = hashlib.sha256(data).digest()
        if digest not in self.proofs:
            # No certificate can rest on itself unless SHA-256 is broken.
            self.proofs[digest] = Refused("citation/cycle", place, "a certificate rests on itself")
            try:
                self.proofs[digest] = verify(data, self)
            except Refused as refused:
                self.proofs[digest] = refused
        if isinstance(self.proofs[digest], Refused):
            raise self.proofs[digest]
        return self.proofs[digest]


def verify(data, library):
    reader = Reader(data)
    kind, game = read_envelope(reader, MINE)
    proof = (Bracket if kind[0] == "bracket" else Richman)(reader, game, kind[1], library)
    result, *others = proof.statements()
    proof.lines = [result, f"game {game}", *others, f"kind {kind[0]} version {kind[1]}"]
    proof.lines += [f"rests on sha256={digest.hex()} {cited}" for digest, cited in zip(proof.digests, game.cites())]
    return proof


def read_classes(reader, game, share, clause):
    """The number of classes. A file that is far too small for its game is told from its size: `resources/size`."""
    place, classes = reader.place(), reader.unsigned()
    demand(game.memory() <= share * len(reader.data) + 2**20, "resources/size", "byte 0", "too small for its game")
    demand(game.possible(classes) and classes == len(game), clause, place, f"{classes} classes are claimed")
    return classes


def beyond(ends, views, exchanged):
    """What can be an option behind the own classes of a game, in the order of the numbers of options: White has won,
    Black has won, a drawn end; of each citation the classes, and these with colours exchanged."""
    found = list(ends)
    for view in views:
        found += view
        found += map(exchanged, view)
    return found


def at_class(game, number):
    return lambda: f"class {number} ({game.text(number)})"


# --- kind richman: kinds/richman.md -----------------------------------------------------------------------------------
# A value is a reduced fraction: (numerator, denominator). A label that is none is infinite, greater than all numbers
# that can be stored. A view of a class is ((alpha, White's label), (beta, Black's label)).

ZERO, ONE, INFINITE = (0, 1), (1, 1), 1 << 65
ENDS = [((ONE, 0), (ONE, 0)), ((ZERO, 0), (ZERO, 0)), ((ZERO, INFINITE), (ONE, INFINITE))]


def reduced(numerator, denominator):
    divisor = math.gcd(numerator, denominator)
    return numerator // divisor, denominator // divisor


def compare(v, w):
    """Less than, equal to or greater than 0 as the value v is to w."""
    return v[0] * w[1] - w[0] * v[1]


def exchanged_view(view):
    ((alpha, white), (beta, black)) = view
    return ((beta[1] - beta[0], beta[1]), black), ((alpha[1] - alpha[0], alpha[1]), white)


def components(arrows):
    """The strongly connected components of a graph in the order in which a search leaves them (Tarjan's algorithm), the
    vertices of each in the order in which it enters them. `arrows` has the targets of each vertex."""
    count, stack, way, clock = len(arrows), [], [], itertools.count(1)
    entered, least = [0] * count, [0] * count

    def enter(vertex):
        entered[vertex] = least[vertex] = next(clock)
        way.append((vertex, len(stack), iter(arrows[vertex])))
        stack.append(vertex)

    for root in range(count):
        if not entered[root]:
            enter(root)
        while way:
            vertex, begin, ahead = way[-1]
            for target in ahead:
                if not entered[target]:
                    enter(target)
                    break
                least[vertex] = min(least[vertex], entered[target])
            else:
                way.pop()
                if way:
                    least[way[-1][0]] = min(least[way[-1][0]], least[vertex])
                if least[vertex] == entered[vertex]:
                    yield stack[begin:]
                    for member in stack[begin:]:
                        entered[member] = count + 1
                    del stack[begin:]


class Richman:
    """A certificate of kind `richman`, verified: values and labels of each class."""

    def __init__(self, reader, game, version, library):
        self.game, self.version = game, version
        reader.array(2)
        form_place, self.functions = reader.place(), reader.unsigned()
        demand(self.functions in (1, 2), "richman/form", form_place, f"{self.functions} functions")
        classes = read_classes(reader, game, 4 if version == 1 else 1, "richman/classes")
        self.digests = read_citations(reader, game)
        reader.array(8 if self.functions == 1 else 11)
        self.denominators = reader.list(reader.array(), reader.natural)
        self.places = reader.list(reader.array(), reader.unsigned)
        self.numerators = reader.list(reader.array(), reader.natural)
        self.ranks = reader.list(self.functions, lambda: reader.column(classes))
        labels = reader.list(2, lambda: reader.column(classes))
        self.choices = reader.list(2 * self.functions, lambda: reader.column(classes))
        reader.end()
        differ = self.functions == 1 or self.ranks[0] != self.ranks[1]
        demand(differ, "richman/form", form_place, "two functions that are the same")
        demand(self.work() <= 2**26 + 256 * len(reader.data), "resources/work", "byte 0", "too many steps")
        views = [proof.views() for proof in library.cited(self.digests, game, ("richman",))]
        self.beyond = beyond(ENDS, views, exchanged_view)
        self.white, self.black = ([label or INFINITE for label in column] for column in labels)
        self.check_table()
        self.check_classes()
        inner, used = range(1, len(self.values) - 1), self.used()
        self.check_values("value_used", (i for i in inner if i not in used), "no class has it")
        self.check_values("value_reduced", (i for i in self.listed if math.gcd(*self.written[i]) > 1), "not reduced")

    def views(self):
        alpha, beta = ([self.values[rank] for rank in ranks] for ranks in (self.ranks[0], self.ranks[-1]))
        return list(zip(zip(alpha, self.white), zip(beta, self.black)))

    def statements(self):
        differ, classes = sum(a != b for a, b in zip(self.ranks[0], self.ranks[-1])), len(self.game)
        if differ:
            yield f"alpha is less than beta at {differ} of {classes} classes of positions"
        else:
            yield f"alpha = beta at each of {classes} classes of positions"
        bits = max(denominator for _, denominator in self.values).bit_length()
        yield f"{len(self.values)} values, {len(self.listed)} of them listed; denominators have up to {bits} bits"

    def work(self):
        """The steps announced (section 4)."""
        widths = [-(-number.bit_length() // 64) for number in self.denominators]
        steps = sum(4 * w * w + 100 * w for w in widths)
        steps += sum((-(-number.bit_length() // 64)) ** 2 // 2 + 4 for number in self.numerators)
        shift = self.version - 1
        of_value = [widths[place - shift] if 0 <= place - shift < len(widths) else 0 for place in self.places]
        ranks = itertools.chain(*self.ranks)
        return steps + sum(8 + (of_value[rank] ** 2 if rank < len(of_value) else 0) for rank in ranks)

    def used(self):
        return set(itertools.chain(*self.ranks))

    def check_values(self, clause, broken, sentence):
        """`broken` are the values that break a clause, in order."""
        for value in broken:
            raise Refused(f"richman/{clause}", f"value {value}", sentence)

    def check_table(self):
        """The table of values. Leaves them as they are written, and reduced."""
        denominators, numerators, shift = self.denominators, self.numerators, self.version - 1
        pairs = enumerate(zip([0] + denominators, denominators))
        self.check_values("denominator_order", (i for i, (d, e) in pairs if d >= e), "they do not ascend")
        # In version 2 a place is 0 where the value is not listed.
        places = {i: place - shift for i, place in enumerate(self.places) if place >= shift}
        self.listed = list(places)
        least = min(len(places), len(numerators))
        demand(len(places) == len(numerators), "richman/value_column", f"value {least}", "not a numerator for each")
        self.check_values("value_column", (i for i in places if places[i] >= len(denominators)), "no such denominator")
        used = set(places.values())
        unused = (i for i in range(len(denominators)) if i not in used)
        self.check_values("denominator_used", unused, "no value has this denominator")
        self.written = {i: (number, denominators[places[i]]) for i, number in zip(places, numerators)}
        self.check_values("value_range", (i for i in places if compare(self.written[i], ONE) > 0), "greater than 1")
        self.values = [reduced(*self.written[i]) if i in places else None for i in range(len(self.places))]
        if self.version == 1:
            self.check_order()
        for number, ranks in enumerate(zip(*self.ranks)):
            demand(max(ranks) < len(self.values), "richman/rank", at_class(self.game, number), "no such value")
        if self.version == 2:
            self.work_out()
            self.check_order()

    def check_order(self):
        pairs = enumerate(zip(self.values, self.values[1:]), 1)
        self.check_values("value_order", (i for i, (v, w) in pairs if compare(v, w) >= 0), "they do not ascend")
        last = len(self.values) - 1
        demand(self.values and self.written.get(0) == ZERO, "richman/value_ends", "value 0", "not 0/1")
        demand(self.written.get(last) == ONE, "richman/value_ends", f"value {last}", "not 1/1")

    def work_out(self):
        """Section 6: the values that are not listed."""
        for number in range(len(self.game)):
            self.check_options(number)
            for column, places in enumerate(self.choices):
                self.check_choice_range(number, column, places[number])
        on_cycles = set()
        for function in range(self.functions):
            on_cycles |= self.work_out_function(function)
        inner, used, every = range(1, len(self.values) - 1), self.used(), range(len(self.values))
        self.check_values("value_listed", (i for i in self.listed if i in inner and i not in on_cycles), "on no cycle")
        unused = (i for i in every if i not in self.written and i not in used)
        self.check_values("value_used", unused, "not listed, and no class has it")

    def work_out_function(self, function):
        """The values that alpha or beta has. Returns which of them are those of classes on cycles."""
        options, values, ranks = self.game.options(), self.values, self.ranks[function]
        white, black = self.choices[2 * function : 2 * function + 2]
        chosen = [(o[0][w], o[1][b]) for o, w, b in zip(options, white, black)]
        arrows = [[option for option in both if option < len(options)] for both in chosen]
        outside, on_cycles = [view[function][0] for view in self.beyond], set()

        def value(option):
            return values[ranks[option]] if option < len(options) else outside[option - len(options)]

        for component in components(arrows):
            on_cycle = len(component) > 1 or component[0] in arrows[component[0]]
            for number in component:
                rank = ranks[number]
                if on_cycle:
                    listed = rank in self.written
                    demand(listed, "richman/value_missing", at_class(self.game, number), "a class on a cycle")
                    on_cycles.add(rank)
                elif values[rank] is None:
                    (a, b), (c, d) = map(value, chosen[number])
                    values[rank] = reduced(a * d + c * b, 2 * b * d)
        return on_cycles

    def check_options(self, number):
        both = self.game.options()[number]
        demand(all(both), "richman/option", at_class(self.game, number), "a player has no option")

    def check_choice_range(self, number, column, place):
        """White's columns of choices and Black's alternate."""
        options = self.game.options()[number][column % 2]
        demand(place < len(options), "richman/choice_range", at_class(self.game, number), f"{place} of {len(options)}")

    def check_classes(self):
        """Class by class: options, equations, labels, choices."""
        # All values in one order; from here on a value is its place there.
        outside = [[view[function][0] for view in self.beyond] for function in (0, 1)]
        distinct = set(self.values).union(*outside)
        exact = cmp_to_key(compare)
        # Most values differ in their leading digits; where these are the same the exact fractions are compared.
        in_order = sorted(distinct, key=lambda value: ((value[0] << 128) // value[1], exact(value)))
        order = {value: place for place, value in enumerate(in_order)}
        own = [order[value] for value in self.values]
        alpha = [own[rank] for rank in self.ranks[0]] + [order[value] for value in outside[0]]
        beta = [own[rank] for rank in self.ranks[-1]] + [order[value] for value in outside[1]]
        white = self.white + [view[0][1] for view in self.beyond]
        black = self.black + [view[1][1] for view in self.beyond]
        self.met = set()
        for number, (whites, blacks) in enumerate(self.game.options()):
            self.check_options(number)
            (most, least), (most_beta, least_beta) = bests = [
                (max([x[o] for o in whites]), min([x[o] for o in blacks])) for x in (alpha, beta)
            ]
            for x, best in zip((alpha, beta), bests):
                if (x[number], best) not in self.met:
                    (n, d), (a, b), (p, q) = (in_order[place] for place in (x[number], *best))
                    holds = 2 * n * b * q == (a * q + p * b) * d
                    demand(holds, "richman/equation", at_class(self.game, number), "a value is not the mean")
                    self.met.add((x[number], best))
            greedy = [white[o] for o in whites if alpha[o] == most]
            self.check_label("white", number, white, alpha[number] == order[ZERO], greedy, [white[o] for o in blacks])
            greedy = [black[o] for o in blacks if beta[o] == least_beta]
            self.check_label("black", number, black, beta[number] == order[ONE], greedy, [black[o] for o in whites])
            columns = [(whites, alpha, most, white), (blacks, beta, least_beta, black)]
            if self.functions == 2:
                columns[1:1] = [(blacks, alpha, least, None), (whites, beta, most_beta, None)]
            for column, canonical in enumerate(columns):
                self.check_choice(number, column, *canonical)

    def check_label(self, colour, number, labels, may_be_none, greedy, others):
        clause, place, label = f"richman/label_{colour}", at_class(self.game, number), labels[number]
        demand(label < INFINITE or may_be_none, f"{clause}_missing", place, "no label")
        right = min(1 + min(min(greedy), max(others)), INFINITE)
        demand(label >= right, f"{clause}_small", place, f"{label} is less than the right-hand side")
        demand(label <= right, f"{clause}_large", place, "greater than the right-hand side")

    def check_choice(self, number, column, options, x, best, labels):
        """The choice attains the best value x; of these it is the one of least label, and then the first."""
        place, choice = at_class(self.game, number), self.choices[column][number]
        self.check_choice_range(number, column, choice)
        demand(x[options[choice]] == best, "richman/choice_greedy", place, f"choice {choice} is not the best")
        greedy = [i for i, option in enumerate(options) if x[option] == best]
        right = min(greedy, key=lambda i: labels[options[i]]) if labels else greedy[0]
        demand(choice == right, "richman/choice_first", place, f"choice {choice}, where {right} is right")

    def bounds(self, one):
        """Kind bracket, section 2: values in units, rounded outward."""
        rounded = [(n * one // d, -(-n * one // d)) for n, d in self.values]
        return [(rounded[a], rounded[b]) for a, b in zip(self.ranks[0], self.ranks[-1])]


# --- kind bracket: kinds/bracket.md -----------------------------------------------------------------------------------
# A view of a class is ((alpha_lower, alpha_upper), (beta_lower, beta_upper)), in units.


class Bracket:
    """A certificate of kind `bracket`, verified: bounds of each class."""

    def __init__(self, reader, game, _version, library):
        self.game = game
        reader.array(2)
        place, self.bits = reader.place(), reader.unsigned()
        demand(1 <= self.bits <= 120, "bracket/bits", place, f"{self.bits} bits")
        classes, one = read_classes(reader, game, 1, "bracket/classes"), 1 << self.bits
        self.digests = read_citations(reader, game)
        reader.array(2)
        place, extra = reader.place(), reader.unsigned()
        size = self.bits // 8 + 1
        demand(1 <= extra <= size, "bracket/difference_bytes", place, f"{extra} bytes")
        place, records = reader.place(), reader.bytes()
        demand(len(records) == classes * 2 * (size + extra), "bracket/records", place, f"{len(records)} bytes")
        reader.end()
        views = [proof.bounds(one) for proof in library.cited(self.digests, game, ("richman", "bracket"))]
        ends = [((one, one), (one, one)), ((0, 0), (0, 0)), ((0, 0), (one, one))]

        def exchanged(view):
            (alpha_lower, alpha_upper), (beta_lower, beta_upper) = view
            return (one - beta_upper, one - beta_lower), (one - alpha_upper, one - alpha_lower)

        def interval(begin):
            lower = int.from_bytes(records[begin : begin + size], "big")
            return lower, lower + int.from_bytes(records[begin + size : begin + size + extra], "big")

        starts = range(0, len(records), 2 * (size + extra))
        self.own = [(interval(start), interval(start + size + extra)) for start in starts]
        for number, (alpha, beta) in enumerate(self.own):
            demand(max(alpha[1], beta[1]) <= one, "bracket/bound", at_class(game, number), "greater than 1")
        self.check_classes(self.own + beyond(ends, views, exchanged), one)

    def check_classes(self, bounds, one):
        for number, (whites, blacks) in enumerate(self.game.options()):
            place = at_class(self.game, number)
            demand(whites and blacks, "bracket/option", place, "a player has no option")
            # The best of each bound for White and for Black, added up.
            sums = [
                max([bounds[option][function][end] for option in whites])
                + min([bounds[option][function][end] for option in blacks])
                for function, end in itertools.product((0, 1), (0, 1))
            ]
            (lower, upper), (beta_lower, beta_upper) = bounds[number]
            demand(lower == 0 or 2 * lower < sums[0], "bracket/alpha_lower", place, f"{lower}, {sums[0]}")
            demand(2 * upper >= sums[1], "bracket/alpha_upper", place, f"{upper}, {sums[1]}")
            demand(2 * beta_lower <= sums[2], "bracket/beta_lower", place, f"{beta_lower}, {sums[2]}")
            holds = beta_upper == one or 2 * beta_upper > sums[3]
            demand(holds, "bracket/beta_upper", place, f"{beta_upper}, {sums[3]}")

    def statements(self):
        differ = sum(alpha[1] < beta[0] for alpha, beta in self.own)
        yield f"alpha is less than beta at {differ} of {len(self.own)} classes of positions"
        widest = [max(upper - lower for lower, upper in bounds) for bounds in zip(*self.own)]
        yield f"bounds of alpha are at most {widest[0]}, those of beta at most {widest[1]} times 2^-{self.bits} apart"

    def bounds(self, one):
        unit = 1 << self.bits

        def outward(lower, upper):
            return lower * one // unit, -(-upper * one // unit)

        return [(outward(*alpha), outward(*beta)) for alpha, beta in self.own]


# --- the command ------------------------------------------------------------------------------------------------------


def printed(path):
    return path if re.fullmatch(r"[A-Za-z0-9._\-/+@:,~]+", path) else quoted(path)


def certificates(folder):
    return sorted(entry.path for entry in os.scandir(folder) if entry.name.endswith(".cbor") and entry.is_file())


def main():
    parser = argparse.ArgumentParser(description="Verify certificates of kinds richman and bracket.")
    parser.add_argument("--include", metavar="DIR", action="append", default=[], help="look for cited files there too")
    parser.add_argument("files", metavar="FILE", nargs="+")
    arguments = parser.parse_args()
    folders = sorted({os.path.dirname(file) or "." for file in arguments.files})
    beside = [path for folder in folders + arguments.include for path in certificates(folder)]
    library = Library(sorted(file for file in arguments.files if os.path.isfile(file)) + beside)
    statuses = set()
    for file in arguments.files:
        try:
            with open(file, "rb") as handle:
                data = handle.read()
        except OSError as error:
            print(f"c unreadable {printed(file)}: {error.strerror}")
            statuses.add(2)
            continue
        try:
            proof = library.prove(data)
            print(f"s VERIFIED {printed(file)} sha256={hashlib.sha256(data).hexdigest()}")
            print("".join(f"c {line}\n" for line in proof.lines), end="")
            statuses.add(0)
        except Refused as refused:
            clause, place, sentence = refused.args
            word, said = ("UNDECIDED", "undecided") if clause in UNDECIDED else ("REJECTED", "error")
            print(f"s {word} {printed(file)}\nc {said} {clause} at {place}: {sentence}")
            statuses.add(3 if clause in UNDECIDED else 1)
    return next((status for status in (2, 1, 3) if status in statuses), 0)


if __name__ == "__main__":
    sys.exit(main())
