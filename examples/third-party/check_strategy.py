#!/usr/bin/env python3
"""Verify certificates of kind `strategy`. Written from spec/ alone.

FORMAT.md, kinds/strategy.md, kinds/chips.md (section 1) and rules/placing.md are what it implements. Each test names
its clause, and tests are made in the order that the pages fix.
"""

import hashlib
import re
import sys
import unicodedata
from array import array
from functools import cache

UNDECIDED = ("envelope/version", "envelope/kind", "envelope/game")
PLACING = ("tic-tac-toe", "hex", "connect")
# Rule sets to which the kind does not apply: `envelope/pairing`. All are of version 1.
OTHERS = "bidding-chess graph tug ultimatum sudden-death subtraction chess losing-chess".split()


class Refused(Exception):
    """A broken clause: its code, its place, and a sentence."""


def demand(holds, clause, place, sentence):
    if not holds:
        raise Refused(clause, place, sentence)


# --- items: FORMAT.md, section 1 --------------------------------------------------------------------------------------

UNSIGNED, BYTES, TEXT, ARRAY, TAG = 0, 2, 3, 4, 6


class Reader:
    """Reads items from front to back."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def place(self):
        return f"byte {self.at}"

    def take(self, count):
        demand(self.at + count <= len(self.data), "cbor/end", f"byte {len(self.data)}", "the file ends inside an item")
        self.at += count
        return self.data[self.at - count : self.at]

    def item(self, wanted, value=None):
        """The argument of the next head, of the major type `wanted`; of a string, its contents.

        `value` is what a tag or an array's length shall be. The tests are the steps 1 to 6.
        """
        place = self.place()
        major, information = divmod(self.take(1)[0], 32)
        demand(information < 28, "cbor/head", place, "this additional information does not occur")
        demand(major not in (5, 7), "cbor/type", place, "maps, simple values and floats have no place")
        number = information
        if information >= 24:
            size = 1 << (information - 24)
            number = int.from_bytes(self.take(size), "big")
            demand(number >= (24 if size == 1 else 1 << 4 * size), "cbor/head", place, "not in the shortest form")
        demand(major == wanted, "cbor/type", place, f"expected major type {wanted}, found {major}")
        demand(wanted != TAG or number == value, "cbor/type", place, f"expected tag {value}, found {number}")
        if wanted in (BYTES, TEXT, ARRAY):
            demand(number <= len(self.data) - self.at, "cbor/length", place, "longer than what remains")
        fits = wanted != ARRAY or value in (None, number)
        demand(fits, "cbor/type", place, f"expected an array of {value} items, found {number}")
        if wanted not in (BYTES, TEXT):
            return number
        string = self.take(number)
        try:
            return string if wanted == BYTES else string.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("cbor/text", place, "a text is not UTF-8") from None


# --- games of placing stones: rules/placing.md ------------------------------------------------------------------------
# A set of cells is an integer with bit 2 i for cell i. A board is the set of Left's stones and twice that of Right's:
# a number with the same digits in base 4 as the page's code has in base 3, so boards compare as their codes do.


def bit(cell):
    return 1 << 2 * cell


class Game:
    def __init__(self, reader, rules):
        """Section 1: the parameters."""
        reader.item(ARRAY, 2 if rules == "hex" else 3)
        place = reader.place()
        self.rules, self.columns, self.rows = rules, reader.item(UNSIGNED), reader.item(UNSIGNED)
        self.row = None if rules == "hex" else reader.item(UNSIGNED)
        self.cells = self.columns * self.rows
        fits = 1 <= self.columns <= 30 and 1 <= self.rows <= 30 and self.cells <= 30
        fits = fits and (self.cells >= 2 if rules == "hex" else 2 <= self.row <= max(self.columns, self.rows))
        demand(fits, f"{rules}/size", place, str(self))
        self.all = sum(map(bit, range(self.cells)))
        self.column = [sum(bit(cell) for cell in range(c, self.cells, self.columns)) for c in range(self.columns)]
        self.stone = self.symmetric_stones()
        # The cells at which a stone decides the game depend on the mover's stones alone, so they are remembered.
        self.winning = cache(self.joining if rules == "hex" else self.completing)
        self.lines = [] if rules == "hex" else list(self.find_lines())

    def __str__(self):
        row = "" if self.rules == "hex" else f", row {self.row}"
        return f"{self.rules} version 1, board {self.columns}x{self.rows}{row}"

    def places(self, empty):
        """Section 2: the cells at which a player may put a stone, in move order."""
        if self.rules != "connect":
            return [cell for cell in range(self.cells) if empty >> 2 * cell & 1]
        free = [empty & column for column in self.column]
        return [cells.bit_length() // 2 for cells in free if cells]

    def find_lines(self):
        """Section 2: every K cells in a row, column or diagonal."""
        for cell in range(self.cells):
            for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                column, row = cell % self.columns, cell // self.columns
                last = column + right * (self.row - 1), row + down * (self.row - 1)
                if 0 <= last[0] < self.columns and last[1] < self.rows:
                    yield sum(bit(cell + i * (right + down * self.columns)) for i in range(self.row))

    def completing(self, _player, stones):
        """The cells that complete a line of `stones`: those of lines that miss no other cell."""
        cells = 0
        for line in self.lines:
            missing = line & ~stones
            if not missing & (missing - 1):
                cells |= missing
        return cells

    def neighbours(self, cells):
        """Section 2, of hex: (c, r-1), (c, r+1), (c+1, r), (c+1, r-1), (c-1, r), (c-1, r+1)."""
        row = 2 * self.columns
        east, west = cells & ~self.column[-1], cells & ~self.column[0]
        return (cells >> row | cells << row | east << 2 | east >> row - 2 | west >> 2 | west << row - 2) & self.all

    def joining(self, player, stones):
        """The free cells that join a player's two edges: each edge is at the cell or at a chain beside it."""
        first_row = (1 << 2 * self.columns) - 1 & self.all
        last_row = first_row << 2 * (self.cells - self.columns)
        cells = self.all & ~stones
        for edge in (first_row, last_row) if player else (self.column[0], self.column[-1]):
            chain, grown = 0, edge & stones
            while grown != chain:
                chain, grown = grown, (grown | self.neighbours(grown)) & stones
            cells &= edge | self.neighbours(chain)
        return cells

    def symmetric_stones(self):
        """Section 3: for each cell, where the symmetries take a stone of Left's on it; the identity is the first."""
        columns, rows = self.columns, self.rows
        maps = [lambda c, r: (c, r)]
        if self.rules == "hex":
            maps.append(lambda c, r: (columns - 1 - c, rows - 1 - r))
        else:
            maps.append(lambda c, r: (columns - 1 - c, r))
        if self.rules == "tic-tac-toe":
            maps += [lambda c, r, m=m: m(c, rows - 1 - r) for m in maps]
            if columns == rows:
                maps += [lambda c, r, m=m: m(r, c) for m in maps]
        images = [[m(cell % columns, cell // columns) for m in maps] for cell in range(self.cells)]
        return [[bit(r * columns + c) for c, r in cell] for cell in images]

    def images(self, board):
        """What the symmetries make of a board."""
        images = [0] * len(self.stone[0])
        for cell, stones in enumerate(self.stone):
            digit = board >> 2 * cell & 3
            if digit:
                images = [image + digit * stone for image, stone in zip(images, stones)]
        return images


# --- the certificate: FORMAT.md, section 2, and kinds/strategy.md -----------------------------------------------------

WON, LOST = 0, 1  # ends, and a bound of T for options that are not looked at; position p has the number p + 2


def read_envelope(reader):
    """FORMAT.md, section 2: the game."""
    try:
        reader.item(TAG, 55799)
        reader.item(ARRAY, 7)
        magic = reader.item(TEXT)
    except Refused as refused:
        raise Refused("envelope/magic", "byte 0", "no certificate") if refused.args[0] == "cbor/type" else refused
    demand(magic == "gamecert", "envelope/magic", "byte 0", "no certificate")
    place, version = reader.place(), reader.item(UNSIGNED)
    demand(version == 1, "envelope/version", place, f"version {version}")
    reader.item(ARRAY, 2)
    place, kind = reader.place(), (reader.item(TEXT), reader.item(UNSIGNED))
    demand(kind == ("strategy", 1), "envelope/kind", place, "another kind or version")
    reader.item(ARRAY, 3)
    place, rules, version = reader.place(), reader.item(TEXT), reader.item(UNSIGNED)
    known = rules in PLACING or rules in OTHERS
    demand(known and version == 1, "envelope/game", place, "another rule set or version")
    demand(rules in PLACING, "envelope/pairing", place, f"the kind does not apply to {rules}")
    return Game(reader, rules)


def read_claim(reader):
    """kinds/strategy.md, section 1: player, tie_break, chips, code, T(k) and the place of code."""
    reader.item(ARRAY, 4)
    place, player = reader.place(), reader.item(UNSIGNED)
    demand(player in (0, 1), "strategy/player", place, f"player {player}")
    place, tie_break = reader.place(), reader.item(UNSIGNED)
    demand(tie_break in (0, 1, 2), "strategy/tie_break", place, f"tie break {tie_break}")
    place, chips = reader.place(), reader.item(UNSIGNED)
    demand(chips < 2**28, "strategy/chips", place, f"{chips} chips")
    top = chips + 1 if tie_break == 2 else 2 * chips + 2
    place, code = reader.place(), reader.item(UNSIGNED)
    demand(code < top, "strategy/code", place, f"code {code}, below {top}")
    return player, tie_break, chips, code, top, place


def read_citations(reader):
    """FORMAT.md, section 3: none."""
    place, count = reader.place(), reader.item(ARRAY)
    for _ in range(count):
        digest_place, digest = reader.place(), reader.item(BYTES)
        demand(len(digest) == 32, "cbor/type", digest_place, "a digest has 32 bytes")
    demand(count == 0, "citation/count", place, f"{count} citations, expected none")


def phi(player, tie_break):
    """kinds/chips.md, section 1: the rule."""
    if tie_break == 2:
        return lambda x, y: (x + y + player) // 2
    if tie_break == 1:
        return lambda x, y: min(x, y) // 2 + (max(x, y) + 1) // 2
    return lambda x, y: (min(x, y) + 1) // 2 + max(x, y) // 2


class Positions:
    """The positions of a strategy in the order in which they are found (section 2)."""

    def __init__(self, game, player):
        self.game, self.player = game, player
        self.boards, self.number = [0], {0: 2}
        # The numbers of the options of all positions, the claimant's before the other's, and where a position's begin.
        self.options, self.begins = array("I"), array("Q", [0])

    def look(self, byte, place):
        """Finds the options that the next byte says are looked at."""
        game, player = self.game, self.player
        demand(byte <= 64, "strategy/move", place, f"a byte of {byte}")
        board = self.boards[len(self.begins) - 1]
        stones = board & game.all, board >> 1 & game.all
        empty = game.all & ~(stones[0] | stones[1])
        places, images, last = game.places(empty), game.images(board), not empty & (empty - 1)
        if byte == 64:
            self.options.append(LOST)
        else:
            option = byte % 32
            demand(option < len(places), "strategy/move", place, f"option {option} of {len(places)}")
            self.find(images, [places[option]], last, player, game.winning(player, stones[player]))
        if 32 <= byte < 64:
            self.options.append(LOST)
        else:
            self.find(images, places, last, 1 - player, game.winning(1 - player, stones[1 - player]))
        self.begins.append(len(self.options))

    def find(self, images, places, last, mover, winning):
        """Options of a mover: stones on `places`. They end the game at `winning`, or if there was but one cell left."""
        end = WON if mover == self.player else LOST
        for cell in places:
            if winning >> 2 * cell & 1:
                self.options.append(end)
                continue
            if last:
                self.options.append(LOST)
                continue
            canonical = min([image + (stone << mover) for image, stone in zip(images, self.game.stone[cell])])
            number = self.number.setdefault(canonical, len(self.boards) + 2)
            if number == len(self.boards) + 2:
                self.boards.append(canonical)
            self.options.append(number)

    def bound(self, top, rule):
        """The bound of position 0. Options have greater numbers than their position."""
        bounds = [0, top] + [top] * len(self.boards)
        end = len(self.options)
        for number in range(len(self.boards) - 1, -1, -1):
            begin = self.begins[number]
            mine, *others = [bounds[option] for option in self.options[begin:end]]
            bounds[number + 2], end = rule(mine, max(others)), begin
        return bounds[2]


def verify(data):
    """Lines about what the certificate proves. Raises `Refused` for the first clause that it breaks."""
    reader = Reader(data)
    game = read_envelope(reader)
    player, tie_break, chips, code, top, code_place = read_claim(reader)
    read_citations(reader)
    string_place, moves = reader.place(), reader.item(BYTES)
    begin = reader.at - len(moves)
    demand(reader.at == len(data), "cbor/trailing", reader.place(), "something follows")

    demand(moves, "strategy/moves", string_place, "no byte for position 0")
    positions = Positions(game, player)
    for at, byte in enumerate(moves, 1):
        positions.look(byte, f"byte {begin + at - 1}")
        found = len(positions.boards)
        demand(found <= len(moves), "strategy/moves", string_place, f"{len(moves)} bytes for more positions")
        demand(at < found or at == len(moves), "strategy/moves", f"byte {begin + at}", f"there are {found} positions")
    bound = positions.bound(top, phi(player, tie_break))
    demand(bound <= code, "strategy/threshold", code_place, f"code {code}, but the strategy takes {bound}")

    holding = f"{code // 2}{('*' if code % 2 else '', '' if code % 2 else '-e')[tie_break]}" if tie_break < 2 else code
    name = ("Left", "Right")[player]
    yield f"at the start, with {chips} chips in all, {name} can force a win with {holding} and with every greater holding"
    yield f"game {game}"
    yield f"the file has moves of {name} for {len(moves)} classes of positions"
    yield ("one player has the tie-breaking advantage", "make-it-take-it", "ladies first")[tie_break]
    yield "kind strategy version 1"


# --- the command: FORMAT.md, section 6 --------------------------------------------------------------------------------


def printed(path):
    """A path as it is, or in quotation marks and escaped."""
    if re.fullmatch(r"[A-Za-z0-9._\-/+@:,~]+", path):
        return path
    known = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}

    def escaped(c):
        if 0xDC80 <= ord(c) <= 0xDCFF:  # a byte that is no Unicode
            return f"\\x{ord(c) - 0xDC00:02X}"
        return known.get(c, c if c == " " or unicodedata.category(c)[0] not in "CMZ" else f"\\u{{{ord(c):x}}}")

    return '"' + "".join(map(escaped, path)) + '"'


def main(files):
    statuses = set()
    if not files:
        print("usage: check_strategy.py FILE...", file=sys.stderr)
        return 2
    for file in files:
        try:
            with open(file, "rb") as handle:
                data = handle.read()
        except OSError as error:
            print(f"c unreadable {printed(file)}: {error.strerror}")
            statuses.add(2)
            continue
        try:
            lines = list(verify(data))
            print(f"s VERIFIED {printed(file)} sha256={hashlib.sha256(data).hexdigest()}")
            print("".join(f"c {line}\n" for line in lines), end="")
            statuses.add(0)
        except Refused as refused:
            clause, place, sentence = refused.args
            # Of a kind, rule set or version that one does not know, nothing can be said.
            word, said = ("UNDECIDED", "undecided") if clause in UNDECIDED else ("REJECTED", "error")
            print(f"s {word} {printed(file)}\nc {said} {clause} at {place}: {sentence}")
            statuses.add(3 if clause in UNDECIDED else 1)
    return next((status for status in (2, 1, 3) if status in statuses), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
