#!/usr/bin/env python3
"""Verify certificates of kind `losing`. Written from spec/ alone, as a start for checkers of one's own.

FORMAT.md, kinds/losing.md and rules/losing-chess.md are what it implements. Each test names its clause.
"""
import hashlib
import re
import sys


class Refused(Exception):
    """A broken clause: its code, its place, and a sentence."""


def demand(holds, clause, place, sentence):
    if not holds:
        raise Refused(clause, place, sentence)


# --- items: FORMAT.md, section 1 ---------------------------------------------------------------------------------------------

UNSIGNED, BYTES, TEXT, ARRAY, TAG = 0, 2, 3, 4, 6


class Reader:
    """Reads items from front to back."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        demand(self.at + count <= len(self.data), "cbor/end", f"byte {len(self.data)}", "the file ends inside an item")
        self.at += count
        return self.data[self.at - count : self.at]

    def item(self, wanted, value=None):
        """The argument of the next head, of the major type `wanted`; of a string, its bytes. `value` is what a tag or an array's length shall be."""
        place = f"byte {self.at}"
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
        demand(wanted not in (BYTES, TEXT, ARRAY) or number <= len(self.data) - self.at, "cbor/length", place, "longer than what remains")
        demand(wanted != ARRAY or value in (None, number), "cbor/type", place, f"expected an array of {value} items, found {number}")
        if wanted in (UNSIGNED, ARRAY, TAG):
            return number
        string = self.take(number)
        try:
            return string if wanted == BYTES else string.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("cbor/text", place, "a text is not UTF-8") from None

    def at_place(self, wanted):
        """The next item with its place."""
        return f"byte {self.at}", self.item(wanted)


# --- losing chess: rules/losing-chess.md -------------------------------------------------------------------------------------
# A position is (board, white, passed): 64 letters as in FEN with `.` for an empty square, whether White is to move, the en passant square or None.

STRAIGHT, DIAGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DIRECTIONS = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL, "K": STRAIGHT + DIAGONAL, "N": JUMPS}


def ray(square, files, ranks, most):
    squares, file, rank = [], square % 8 + files, square // 8 + ranks
    while 0 <= file < 8 and 0 <= rank < 8 and len(squares) < most:
        squares.append(file + 8 * rank)
        file, rank = file + files, rank + ranks
    return squares


RAYS = {piece: [[ray(s, *d, 1 if piece in "KN" else 7) for d in DIRECTIONS[piece]] for s in range(64)] for piece in DIRECTIONS}
AHEAD = {white: [ray(s, 0, 1 if white else -1, 1) for s in range(64)] for white in (True, False)}
TAKES = {white: [[t for f in (-1, 1) for t in ray(s, f, 1 if white else -1, 1)] for s in range(64)] for white in (True, False)}


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def legal_moves(position):
    """Section 2: (from, to, what a pawn becomes), in move order. Captures are compulsory."""
    board, white, passed = position
    captures, others = [], []
    for start, letter in enumerate(board):
        if letter == "." or letter.isupper() != white:
            continue
        if letter in "Pp":
            forward = AHEAD[white][start]
            steps = [t for t in forward if board[t] == "."]
            if steps and start // 8 == (1 if white else 6) and board[AHEAD[white][steps[0]][0]] == ".":
                steps.append(AHEAD[white][steps[0]][0])
            takes = [t for t in TAKES[white][start] if t == passed or board[t] != "." and board[t].isupper() != white]
            for targets, moves in ((steps, others), (takes, captures)):
                moves += [(start, t, becomes) for t in targets for becomes in ("qrbnk" if t // 8 in (0, 7) else [""])]
            continue
        for line in RAYS[letter.upper()][start]:
            for target in line:
                if board[target] == ".":
                    others.append((start, target, ""))
                    continue
                if board[target].isupper() != white:
                    captures.append((start, target, ""))
                break
    order = {becomes: place for place, becomes in enumerate(["", "q", "r", "b", "n", "k"])}
    return sorted(captures or others, key=lambda move: (move[0], move[1], order[move[2]]))


def make(position, move):
    """The position after a legal move, and whether the move is a capture or made by a pawn."""
    board, white, passed = position
    start, target, becomes = move
    pawn, after = board[start] in "Pp", list(board)
    zeroing = pawn or board[target] != "."
    if pawn and target == passed:
        after[AHEAD[not white][target][0]] = "."
    after[target], after[start] = (becomes.upper() if white else becomes) or board[start], "."
    now_passed = None
    if pawn and abs(target - start) == 16:
        between = (start + target) // 2
        # A pawn of the other side stands where it can capture there: it attacks the square.
        if any(after[s] == ("p" if white else "P") for s in TAKES[white][between]):
            now_passed = between
    return ("".join(after), not white, now_passed), zeroing


def status(position, stalemate):
    """Section 3: the legal moves, and who has won (True for White, None for nobody) if there are none or a side has no units."""
    board, white, _ = position
    units = {True: sum(map(str.isupper, board)), False: sum(map(str.islower, board))}
    if not (units[True] and units[False]):
        return [], not units[True]
    moves = legal_moves(position)
    mine, theirs = units[white], units[not white]
    if moves:
        return moves, None
    if stalemate == "international" or mine < theirs:
        return [], white
    return [], (not white) if stalemate == "fics" and mine > theirs else None


def read_position(text, place):
    """Section 4."""
    fen = re.fullmatch(r"([KQRBNPkqrbnp1-8/]+) ([wb]) - (-|[a-h][1-8])", text)
    rows = fen[1].split("/") if fen else []
    cells = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), row) for row in rows]
    well = fen and len(cells) == 8 and all(len(row) == 8 for row in cells) and not re.search("[1-8][1-8]", fen[1])
    demand(well, "losing-chess/fen", place, "not four fields of FEN")
    board, white = "".join(reversed(cells)), fen[2] == "w"
    sides = [sum(map(str.isupper, board)), sum(map(str.islower, board))]
    demand(max(sides) <= 16 and max(sides) > 0, "losing-chess/units", place, "too many units, or none")
    demand(not set("Pp") & set(board[:8] + board[56:]), "losing-chess/units", place, "a pawn on the first or the last rank")
    passed = None
    if fen[3] != "-":
        passed = "abcdefgh".index(fen[3][0]) + 8 * int(fen[3][1]) - 8
        good = passed // 8 == (5 if white else 2)
        if good:
            begin, end = AHEAD[white][passed][0], AHEAD[not white][passed][0]
            beside = [board[s] for s in TAKES[not white][passed]]
            good = board[passed] == board[begin] == "." and board[end] == "Pp"[white] and "pP"[white] in beside
        demand(good, "losing-chess/en_passant", place, "nothing can be captured on the en passant square")
    return board, white, passed


# --- the certificate: FORMAT.md, section 2, and kinds/losing.md --------------------------------------------------------------


def envelope(data, kind, version_of_kind=1):
    """A reader that stands at the claim, and the stalemate rule, if the file is a certificate of `kind` about losing chess."""
    reader = Reader(data)
    try:
        reader.item(TAG, 55799)
        reader.item(ARRAY, 7)
        magic = reader.item(TEXT)
    except Refused as refused:
        raise Refused("envelope/magic", "byte 0", "no certificate") if refused.args[0] == "cbor/type" else refused
    demand(magic == "gamecert", "envelope/magic", "byte 0", "no certificate")
    place, version = reader.at_place(UNSIGNED)
    demand(version == 1, "envelope/version", place, f"version {version}")
    place = f"byte {reader.at}"
    reader.item(ARRAY, 2)
    demand((reader.item(TEXT), reader.item(UNSIGNED)) == (kind, version_of_kind), "envelope/kind", place, "another kind or version")
    reader.item(ARRAY, 3)
    place = f"byte {reader.at}"
    demand((reader.item(TEXT), reader.item(UNSIGNED)) == ("losing-chess", 1), "envelope/game", place, "another rule set or version")
    reader.item(ARRAY, 1)
    place, stalemate = reader.at_place(TEXT)
    demand(stalemate in ("joint", "international", "fics"), "losing-chess/stalemate", place, stalemate)
    return reader, stalemate


def verify(data):
    """The sentence that the certificate proves. Raises `Refused` for the first clause that it breaks."""
    return proved_by(data)[0]


def proved_by(data):
    """What the certificate proves: a sentence, the stalemate rule, the winner, the root, `longest` and `reversible`."""
    reader, stalemate = envelope(data, "losing")
    reader.item(ARRAY, 6)
    place, text = reader.at_place(TEXT)
    root = read_position(text, place)
    place, clock = reader.at_place(UNSIGNED)
    demand(clock <= 100, "losing/clock", place, f"clock {clock}")
    place, side = reader.at_place(UNSIGNED)
    demand(side in (0, 1), "losing/winner", place, f"winner {side}")
    positions_place, positions = reader.at_place(UNSIGNED)
    most = min(max(65536, 16 * len(data)), 2**31 - 1)
    demand(1 <= positions <= most, "losing/limit", positions_place, f"{positions} positions, at most {most}")
    longest_place, longest = reader.at_place(UNSIGNED)
    reversible_place, reversible = reader.at_place(UNSIGNED)
    place = f"byte {reader.at}"
    count = reader.item(ARRAY)
    for _ in range(count):
        digest_place, digest = reader.at_place(BYTES)
        demand(len(digest) == 32, "cbor/type", digest_place, "a digest has 32 bytes")
    demand(count == 0, "citation/count", place, f"{count} citations, expected none")
    reader.item(ARRAY, 1)
    stream = reader.item(BYTES)
    begin = reader.at - len(stream)
    demand(reader.at == len(data), "cbor/trailing", f"byte {reader.at}", "something follows")

    bits = iter("".join(f"{byte:08b}" for byte in stream))
    read, found, of_root, most_rev = prove(root, stalemate, side == 0, positions, bits)
    left = "".join(bits)
    demand(len(left) < 8, "losing/long", f"byte {begin + (read + 7) // 8}", "whole bytes are left")
    demand("1" not in left, "losing/padding", f"byte {begin + read // 8}", "the last bits are not 0")
    demand(found == positions, "losing/positions", positions_place, f"there are {found}")
    demand(of_root[0] == longest, "losing/longest", longest_place, f"it is {of_root[0]}")
    runs = max(clock + of_root[1], most_rev)
    demand(runs == reversible, "losing/reversible", reversible_place, f"it is {runs}")
    sentence = f"{'White' if side == 0 else 'Black'} wins by force from {text} ({stalemate}) within {longest} moves, by {positions} positions"
    return sentence, stalemate, side, root, longest, reversible


def prove(root, stalemate, winner, most, bits, proved=None):
    """Section 2 without recursion: the bits read, the number of positions, (len, rev) of the root, the greatest rev.

    `proved` has (len, rev) of the positions that are proved already. The positions of this proof are added to it.
    """
    proved = {} if proved is None else proved
    path, read, most_rev, position = [], 0, 0, root

    def line():
        moves = [moves[place] for _, moves, place, _, _ in path]
        return " ".join(["line"] + [name(start) + name(target) + becomes for start, target, becomes in moves])

    while True:
        if position in proved:
            value = proved[position]
            if value is None:
                raise Refused("losing/open", line(), "the position is on the way to itself")
        else:
            if len(proved) == most:
                raise Refused("losing/positions", line(), "there are more")
            proved[position] = None
            moves, won_by = status(position, stalemate)
            if moves:
                if position[1] == winner:
                    width = (len(moves) - 1).bit_length()
                    number = "0" + "".join(bit for _, bit in zip(range(width), bits))
                    if len(number) <= width:
                        raise Refused("losing/short", line(), "the stream ends")
                    read, number = read + width, int(number, 2)
                    if number >= len(moves):
                        raise Refused("losing/move", line(), f"move {number} of {len(moves)}")
                    moves = [moves[number]]
                path.append([position, moves, 0, 0, 0])
                position = make(position, moves[0])[0]
                continue
            if won_by is not winner:
                raise Refused("losing/terminal", line(), "the winner has not won")
            value = proved[position] = (0, 0)
        # The position has been proved: on to the next move of the one before, which is complete if there is none.
        while True:
            if not path:
                return read, len(proved), value, most_rev
            last = path[-1]
            before, moves, place = last[:3]
            after, zeroing = make(before, moves[place])
            last[3] = max(last[3], value[0] + 1)
            last[4] = max(last[4], 0 if zeroing else value[1] + 1)
            if place + 1 < len(moves):
                last[2] = place + 1
                position = make(before, moves[place + 1])[0]
                break
            value = proved[before] = (last[3], last[4])
            most_rev = max(most_rev, value[1])
            path.pop()


def main(files, verify=verify, undecided=("envelope/version", "envelope/kind", "envelope/game")):
    statuses = set()
    for file in files:
        with open(file, "rb") as handle:
            data = handle.read()
        try:
            sentence = verify(data)
            print(f"s VERIFIED {file} sha256={hashlib.sha256(data).hexdigest()}\nc {sentence}")
            statuses.add(0)
        except Refused as refused:
            clause, place, sentence = refused.args
            # Of a kind, rule set or version that one does not know, nothing can be said.
            unknown = clause in undecided
            word, said = ("UNDECIDED", "undecided") if unknown else ("REJECTED", "error")
            print(f"s {word} {file}\nc {said} {clause} at {place}: {sentence}")
            statuses.add(3 if unknown else 1)
    return next((status for status in (1, 3) if status in statuses), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
