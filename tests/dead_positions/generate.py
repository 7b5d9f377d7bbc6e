"""Makes `certs/unwinnable/dead-positions.csv`.

    python3 tests/dead_positions/generate.py SOLVE

Draws positions of many sorts with fixed seeds, asks the program `solve` about them, and keeps 500 questions of each answer. Most rows come in pairs: a position
in which a side cannot mate, and a near twin in which it can. Needs the package chess. The same bytes come out each time.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import reasons
from rows import SIDES, Row, normal_form, pattern, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data" / "unwinnability"
SIDE_NAMES = {chess.WHITE: "white", chess.BLACK: "black"}
MADE = "made here"

# Rows of each answer, of one pattern, of one reason, and pairs of positions of games without twins.
HALF, OF_PATTERN, OF_REASON, GAMES = 500, 20, 32, 60
# Less of what any program knows.
OF_SIMPLE = {"the game is over by mate": 10, "the game is over by stalemate": 12, "bare king": 22, "kings and blocked pawns": 60}
# Limits that keep the certificate small.
NODES, MAX_SKELETONS, MAX_POSITIONS, MAX_PLIES = 60_000, 2_000, 2_000, 70
# Twins that are asked about for each position, and kept of those in which the side can mate.
TWINS, KEPT_TWINS = 24, 6

Question = tuple[str, chess.Color]


def text(board: chess.Board) -> str:
    """Return the position as a FEN of four fields, with the en passant square only if such a capture is legal."""
    return board.epd(en_passant="legal")


def ask(solve: str, questions: list[Question]) -> dict[Question, dict]:
    """Return what `solve` says about each question within the limits."""
    lines = "".join(f"{fen} {SIDE_NAMES[side]}\n" for fen, side in questions)
    command = [solve, "unwinnable", "--positions", "-", "--json", "--nodes", str(NODES)]
    printed = subprocess.run(command, input=lines, capture_output=True, text=True, check=False).stdout.splitlines()
    answers = {}
    for question, line in zip(questions, printed, strict=True):
        answer = json.loads(line)
        if "side" in answer:
            assert answer["side"] == SIDE_NAMES[question[1]], line
            answers[answer["fen"], question[1]] = answer
    return answers


def valid(board: chess.Board) -> bool:
    """Whether the position can be asked about and is not crowded with kings or promoted units."""
    return board.is_valid() and all(chess.popcount(board.occupied_co[colour]) <= 16 for colour in chess.COLORS)


def put(board: chess.Board, rng: random.Random, piece: str, squares: Iterable[chess.Square] | None = None) -> None:
    """Put a unit on a free square, if there is one for it."""
    symbol = chess.Piece.from_symbol(piece)
    free = [
        square
        for square in (chess.SQUARES if squares is None else squares)
        if board.piece_at(square) is None and not (symbol.piece_type == chess.PAWN and chess.square_rank(square) in {0, 7})
    ]
    if free:
        board.set_piece_at(rng.choice(free), symbol)


def empty(rng: random.Random) -> chess.Board:
    """Return an empty board with a random side to move."""
    board = chess.Board(None)
    board.turn = rng.random() < 0.5
    return board


def put_wall(board: chess.Board, rng: random.Random, rank: int, stop: int = 8) -> None:
    """Put blocked pawns on most files, from this rank on. Neighbours stand a rank apart, so that none can capture."""
    gap = rng.random() < 0.4
    for column in range(stop):
        if not gap:
            board.set_piece_at(chess.square(column, rank), chess.Piece(chess.PAWN, chess.WHITE))
            board.set_piece_at(chess.square(column, rank + 1), chess.Piece(chess.PAWN, chess.BLACK))
        step = 0
        if gap := not gap and rng.random() < 0.55:
            step = rng.choice([0, 0, 0, 0, 1, -1]) if rng.random() < 0.3 else 0
        else:
            step = rng.choice([1, -1]) if board.piece_at(chess.square(column, rank)) else 0
        if not 1 <= rank + step <= 5:
            step = -step
        rank += step


def wall(rng: random.Random) -> chess.Board:
    """Blocked pawns on most files, the kings on their sides, and some bishops or other pieces."""
    board = empty(rng)
    put_wall(board, rng, rng.randint(1, 5), 8 if rng.random() < 0.85 else rng.randint(4, 8))
    if rng.random() < 0.25:
        put(board, rng, rng.choice("Pp"))
    put(board, rng, "K", range(24))
    put(board, rng, "k", range(40, 64))
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        piece = rng.choice("BbBbBbNnRrqQ")
        own = range(24) if piece.isupper() else range(40, 64)
        put(board, rng, piece, own if rng.random() < 0.7 else None)
    return board


def few(rng: random.Random) -> chess.Board:
    """Three to seven units, many of them near a corner, the side to move short of moves."""
    board = empty(rng)
    corner = [chess.square(x, y) for x in range(4) for y in range(4, 8)]
    put(board, rng, "k", corner[3::4] if rng.random() < 0.6 else corner)
    put(board, rng, "K", corner if rng.random() < 0.8 else None)
    for _ in range(rng.randint(1, 2)):
        put(board, rng, rng.choice("NBPPRQB"), corner if rng.random() < 0.7 else None)
    for _ in range(rng.randint(1, 3)):
        put(board, rng, rng.choice("nbpprqb"), corner if rng.random() < 0.7 else None)
    return board


def promotion(rng: random.Random) -> chess.Board:
    """A pawn on its seventh rank, and few other units."""
    board = empty(rng)
    put(board, rng, "P", range(48, 56))
    pawn = board.pieces(chess.PAWN, chess.WHITE).pop()
    near = [square for square in chess.SQUARES if chess.square_distance(square, pawn) <= 2]
    put(board, rng, "K", near)
    put(board, rng, "k", near)
    for _ in range(rng.randint(0, 2)):
        put(board, rng, rng.choice("rqbnpppPB"), near if rng.random() < 0.6 else None)
    return board


def passing(rng: random.Random) -> chess.Board:
    """A pawn that has just moved two squares, next to a pawn that may capture it, in a wall or among few units."""
    board = wall(rng) if rng.random() < 0.3 else empty(rng)
    file, beside = rng.choice([(x, y) for x in range(8) for y in (x - 1, x + 1) if 0 <= y < 8])
    for rank in (4, 5, 6):
        board.remove_piece_at(chess.square(file, rank))
    board.set_piece_at(chess.square(file, 4), chess.Piece(chess.PAWN, chess.BLACK))
    board.set_piece_at(chess.square(beside, 4), chess.Piece(chess.PAWN, chess.WHITE))
    if rng.random() < 0.7:
        board.set_piece_at(chess.square(beside, 5), chess.Piece(chess.PAWN, chess.BLACK))
    board.turn = chess.WHITE
    board.ep_square = chess.square(file, 5)
    if not board.king(chess.WHITE):
        put(board, rng, "K", range(40) if rng.random() < 0.5 else [0, 7, 32, 39])
        put(board, rng, "k")
        for _ in range(rng.randint(0, 4)):
            put(board, rng, rng.choice("ppPPbBrnq"))
        king = board.king(chess.WHITE)
        if rng.random() < 0.6:
            for symbol in rng.sample("rqrb", 2):
                put(board, rng, symbol, [s for s in chess.SQUARES if 1 < chess.square_distance(s, king) < 4])
    return board


def castling(rng: random.Random) -> chess.Board:
    """A king and rooks that may castle, a wall in front of them or few other units, and Black's rights as often as White's."""
    board = empty(rng)
    board.set_piece_at(chess.E1, chess.Piece(chess.KING, chess.WHITE))
    for rook in rng.choice([[chess.A1], [chess.H1], [chess.A1, chess.H1]]):
        board.set_piece_at(rook, chess.Piece(chess.ROOK, chess.WHITE))
        board.castling_rights |= chess.BB_SQUARES[rook]
    if walled := rng.random() < 0.8:
        put_wall(board, rng, rng.choice([1, 1, 2]))
    put(board, rng, "k", range(40, 64))
    for _ in range(rng.randint(0, 2)):
        put(board, rng, rng.choice("bbb" if walled else "bnrqp"), range(32, 64))
    for _ in range(rng.randint(0, 2)):
        put(board, rng, rng.choice("BN"), range(8))
    board.turn = rng.random() < 0.5
    # The side asked about is White, so one position in two has its colours exchanged.
    return board.mirror() if rng.random() < 0.6 else board


def one_bishop(rng: random.Random) -> chess.Board:
    """Bishops of one colour and pawns that are seldom blocked."""
    board = empty(rng)
    colour = rng.choice([chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES])
    put(board, rng, "K")
    put(board, rng, "k", [0, 7, 56, 63, 1, 15] if rng.random() < 0.5 else None)
    for _ in range(rng.randint(1, 3)):
        put(board, rng, "B", chess.SquareSet(colour))
    for _ in range(rng.randint(0, 3)):
        put(board, rng, rng.choice("bbrqp"), chess.SquareSet(colour if rng.random() < 0.8 else chess.BB_ALL))
    for _ in range(rng.randint(0, 3)):
        put(board, rng, rng.choice("pppP"))
    return board


def material(rng: random.Random) -> chess.Board:
    """Positions that the material decides, or nearly."""
    board = empty(rng)
    put(board, rng, "k")
    put(board, rng, "K")
    kind = rng.randrange(3)
    if kind == 0:
        for _ in range(rng.randint(1, 5)):
            put(board, rng, rng.choice("pppnbrq"))
    elif kind == 1:
        put(board, rng, "N")
        for _ in range(rng.randint(1, 2)):
            put(board, rng, "q")
    else:
        colour = rng.choice([chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES])
        for _ in range(rng.randint(1, 3)):
            put(board, rng, "B", chess.SquareSet(colour))
        for _ in range(rng.randint(0, 3)):
            put(board, rng, rng.choice("rq"))
        for _ in range(rng.randint(0, 1)):
            put(board, rng, "b", chess.SquareSet(colour))
    return board


def listed(name: str) -> list[tuple[str, str]]:
    """Return the positions of a list in `tests/data/unwinnability`, without labels and clocks, with their names."""
    found = []
    for line in (DATA / name).read_text().splitlines():
        if line.startswith("#"):
            continue
        fields = line.split()
        if len(fields[0]) == 2:
            fields = fields[1:]
        found.append((" ".join(fields[:4]), fields[-1]))
    return found


def change(board: chess.Board, rng: random.Random) -> chess.Board:
    """Return the position with one thing changed: a unit taken away, put on the board, moved or exchanged, the side to move, or a right."""
    after = board.copy(stack=False)
    if board.ep_square is not None and rng.random() < 0.5:
        after.ep_square = None
        return after
    if board.castling_rights and rng.random() < 0.3:
        after.castling_rights = 0
        return after
    after.ep_square = None
    squares = list(board.piece_map())
    kind, square = rng.randrange(6), rng.choice(squares)
    piece = board.piece_at(square)
    if kind == 0:
        after.turn = not after.turn
    elif kind == 1 and piece.piece_type != chess.KING:
        after.remove_piece_at(square)
    elif kind == 2:
        put(after, rng, rng.choice("PpNnBbR"))
    elif kind == 3 and piece.piece_type not in {chess.KING, chess.PAWN}:
        after.set_piece_at(square, chess.Piece(rng.choice([chess.KNIGHT, chess.BISHOP, chess.ROOK]), piece.color))
    else:
        after.remove_piece_at(square)
        reach = 8 if piece.piece_type not in {chess.KING, chess.PAWN} else 1
        put(after, rng, piece.symbol(), [s for s in chess.SQUARES if s != square and chess.square_distance(s, square) <= reach])
    after.castling_rights = after.clean_castling_rights()
    return after


def coloured(board: chess.Board, side: chess.Color, rng: random.Random) -> Question:
    """Return the question, mirrored and with colours exchanged by chance."""
    if not board.castling_rights and rng.random() < 0.5:
        board = board.transform(chess.flip_horizontal)
    if rng.random() < 0.5:
        board, side = board.mirror(), not side
    return text(board), side


def near_fortresses() -> Iterator[tuple[str, chess.Color, str]]:
    """Return the fortresses in `certs/unwinnable`, and positions near to these and to those of the paper."""
    rng = random.Random("dead-positions fortresses")
    lines = (ROOT / "certs" / "unwinnable" / "fortresses.txt").read_text().splitlines()
    fortresses = [" ".join(line.split()[1:5]) for line in lines]
    for number, fen in enumerate(fortresses, 1):
        for side in chess.COLORS:
            yield fen, side, f"fortresses.txt: {number}"
    for fen in fortresses + [fen for fen, _ in listed("named.txt")] * 3:
        for _ in range(20):
            board = change(chess.Board(f"{fen} 0 1"), rng)
            if valid(board):
                yield text(board), rng.random() < 0.5, MADE


def candidates() -> Iterator[tuple[str, chess.Color, str]]:
    """Return positions with the side asked about and the source."""
    yield from near_fortresses()
    sorts: list[tuple[Callable[[random.Random], chess.Board], int]] = [
        (wall, 4000),
        (few, 36_000),
        (promotion, 12_000),
        (passing, 20_000),
        (castling, 5000),
        (one_bishop, 3000),
        (material, 250),
    ]
    for draw, count in sorts:
        rng = random.Random(f"dead-positions {draw.__name__}")
        for _ in range(count):
            board = draw(rng)
            if draw in {few, promotion, passing} and len(list(itertools.islice(board.legal_moves, 5))) > 4:
                continue
            side = rng.random() < 0.5 if draw in {wall, passing} else chess.WHITE
            if valid(board):
                fen, side = coloured(board, side, rng)
                yield fen, side, MADE
                if board.ep_square is not None:
                    yield text(without_passing(chess.Board(f"{fen} 0 1"))), side, MADE
    rng = random.Random("dead-positions lists")
    bases = [fen for fen, _ in listed("unfair_timeouts.txt") if fen.split()[0].lower().count("p") >= 6]
    for fen in bases:
        for _ in range(6):
            board = chess.Board(f"{fen} 0 1")
            for _ in range(rng.randint(1, 3)):
                board = change(board, rng)
            if valid(board):
                yield text(board), rng.random() < 0.5, MADE
    games = listed("unfair_timeouts.txt")
    for fen, name in games + [(fen, name) for fen, name in listed("named.txt") if name in {"Buchanan", "QRvIMh3z", "shut-in"}]:
        board = chess.Board(f"{fen} 0 1")
        source = f"unfair_timeouts.txt: {name}" if (fen, name) in games else f"named.txt: {name}"
        yield text(board), not board.turn, source


def evidence_of(answer: dict) -> dict | None:
    """Return the evidence for `cannot` with its sizes; None if it is too large, or if the side can mate or nothing was found out."""
    if answer.get("can_mate") is not False:
        return None
    evidence = {"by": answer["evidence"], "positions": answer.get("positions", 1), "skeletons": answer.get("skeletons", 0)}
    return evidence if evidence["positions"] <= MAX_POSITIONS and evidence["skeletons"] <= MAX_SKELETONS else None


def in_words(evidence: dict) -> str:
    """Return the sizes of a proof, as a row has them."""
    positions, skeletons = evidence["positions"], evidence["skeletons"]
    return f"{positions} position{'s' * (positions != 1)}" + (f" and {skeletons} skeleton{'s' * (skeletons != 1)}" if skeletons else "")


def with_passing(board: chess.Board) -> Iterator[chess.Board]:
    """Return the position with each right to capture en passant that it may have."""
    rank, back = (4, 8) if board.turn == chess.WHITE else (3, -8)
    for file in range(8):
        after = board.copy(stack=False)
        after.ep_square = chess.square(file, rank) + back
        if after.has_legal_en_passant():
            yield after


def without_passing(board: chess.Board) -> chess.Board:
    """Return the position without the right to capture en passant."""
    after = board.copy(stack=False)
    after.ep_square = None
    return after


@functools.cache
def keys(row: Row) -> tuple[str, str]:
    """Return normal form and pattern of a row."""
    return normal_form(row.board, SIDES[row.side]), pattern(row.board, SIDES[row.side])


class Rows:
    """The rows that are kept, with the numbers that are limited."""

    def __init__(self) -> None:
        """Begin without rows."""
        self.rows: list[Row] = []
        self.forms: set[str] = set()
        self.patterns: collections.Counter[str] = collections.Counter()
        self.reasons: collections.Counter[str] = collections.Counter()

    def fits(self, row: Row, others: tuple[Row, ...] = ()) -> bool:
        """Whether the row is new and its pattern is not full, with the other rows added first."""
        form, kind = keys(row)
        forms, kinds = [keys(other)[0] for other in others], [keys(other)[1] for other in others]
        return form not in self.forms and form not in forms and self.patterns[kind] + kinds.count(kind) < OF_PATTERN

    def add(self, row: Row) -> None:
        """Add the row."""
        self.rows.append(row)
        form, kind = keys(row)
        self.forms.add(form)
        self.patterns[kind] += 1
        self.reasons[row.reason] += 1


def cannot_rows(solve: str) -> list[Row]:
    """Return rows of answer `cannot` about the candidates."""
    drawn = {(fen, side): source for fen, side, source in candidates()}
    answers = ask(solve, list(drawn))
    found = []
    reasons_found: collections.Counter[str] = collections.Counter()
    for question, source in drawn.items():
        evidence = evidence_of(answers.get(question, {}))
        if evidence is None:
            continue
        fen, side = question
        reason = reasons.cannot(chess.Board(f"{fen} 0 1"), side, evidence)
        # Enough to choose from; the rest of a frequent reason is passed over before its twins are looked for.
        reasons_found[reason, source == MADE] += 1
        if reasons_found[reason, source == MADE] <= 100:
            found.append(Row(fen, SIDE_NAMES[side], "cannot", reason, in_words(evidence), source))
    print(*sorted(reasons_found.items(), key=str), sep="\n", file=sys.stderr)
    return found


def can_row(question: Question, answer: dict, source: str, matters: bool) -> Row | None:
    """Return the row of a question to which the answer is a line that is not too long."""
    line = answer.get("line", "")
    if answer.get("can_mate") is not True or not 0 < len(line.split()) <= MAX_PLIES:
        return None
    fen, side = question
    reason = reasons.can(chess.Board(f"{fen} 0 1"), side, line.split(), matters)
    return Row(fen, SIDE_NAMES[side], "can", reason, line, source)


def twins(solve: str, rows: list[Row]) -> dict[Row, list[Row]]:
    """Return, for each row, near positions in which the same side can mate."""
    rng = random.Random("dead-positions twins")
    near: dict[Row, list[str]] = {}
    for row in rows:
        boards = [*with_passing(row.board), *(change(row.board, rng) for _ in range(TWINS))]
        near[row] = sorted({text(board) for board in boards if valid(board)})
        rng.shuffle(near[row])
    passing_ = {fen: text(without_passing(chess.Board(f"{fen} 0 1"))) for fens in near.values() for fen in fens if fen.split()[3] != "-"}
    questions = {(fen, SIDES[row.side]) for row, fens in near.items() for fen in fens}
    questions |= {(passing_[fen], side) for fen, side in questions if fen in passing_}
    answers = ask(solve, sorted(questions))
    found = {}
    for row, fens in near.items():
        # Rights to capture en passant first, because they make the nearest twins.
        fens.sort(key=lambda fen: fen.split()[3] == "-")
        side = SIDES[row.side]
        made = []
        for fen in fens:
            if answer := answers.get((fen, side)):
                matters = fen in passing_ and answers.get((passing_[fen], side), {}).get("can_mate") is False
                made.append(can_row((fen, side), answer, MADE, matters))
        found[row] = [twin for twin in made if twin][:KEPT_TWINS]
    return found


def hard(row: Row) -> bool:
    """Whether the proof follows skeletons or more than nine positions."""
    return row.answer == "cannot" and ("skeleton" in row.evidence or int(row.evidence.split()[0]) > 9)


def in_turns(rows: list[Row]) -> Iterator[Row]:
    """Return the rows, one of each reason in turn, those of games before those made here."""
    rng = random.Random("dead-positions order")
    by_reason: dict[str, list[Row]] = collections.defaultdict(list)
    for row in rows:
        by_reason[row.reason].append(row)
    for some in by_reason.values():
        rng.shuffle(some)
        some.sort(key=lambda row: not hard(row))
        # One in three from a list, as far as there are any.
        lists, made = [row for row in some if row.source != MADE], [row for row in some if row.source == MADE]
        some[:] = [row for i in range(len(some)) for row in [*made[2 * i : 2 * i + 2], *lists[i : i + 1]]]
    for place in range(max(map(len, by_reason.values()))):
        for reason in sorted(by_reason):
            if place < len(by_reason[reason]):
                yield by_reason[reason][place]


def main() -> None:
    """Write the file."""
    solve = sys.argv[1]
    pool = cannot_rows(solve)
    by_row = twins(solve, pool)
    kept = Rows()
    for limit in (OF_REASON, 2 * OF_REASON, 3 * OF_REASON):
        for row in in_turns(pool):
            if len(kept.rows) >= 2 * (HALF - GAMES):
                break
            if kept.reasons[row.reason] >= OF_SIMPLE.get(row.reason, limit) or not kept.fits(row):
                continue
            if options := [twin for twin in by_row[row] if kept.fits(twin, (row,))]:
                twin = min(options, key=lambda twin: (kept.reasons[twin.reason] + (30 if len(twin.line) == 1 else 0), options.index(twin)))
                kept.add(row)
                kept.add(twin)
    rng = random.Random("dead-positions games")
    games = listed("timeouts.txt")
    rng.shuffle(games)
    questions = {(text(board := chess.Board(f"{fen} 0 1")), not board.turn): name for fen, name in games}
    answers = ask(solve, list(questions))
    ready = [can_row(question, answers.get(question, {}), f"timeouts.txt: {name}", False) for question, name in questions.items()]
    for rows in ([row for row in pool if row.source != MADE], [row for row in ready if row]):
        count = 0
        for row in in_turns(rows):
            if count < GAMES and kept.fits(row):
                kept.add(row)
                count += 1
    write([dataclasses.replace(row, reason=reasons.BROADER.get(row.reason, row.reason)) for row in kept.rows])
    print(len(kept.rows), "rows", file=sys.stderr)
    for name, count in kept.reasons.most_common():
        print(count, name, file=sys.stderr)
    print(sorted(kept.patterns.values())[-5:], "rows of the most frequent patterns;", len(kept.patterns), "patterns", file=sys.stderr)


if __name__ == "__main__":
    main()
