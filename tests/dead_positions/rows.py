"""The rows of `certs/unwinnable/dead-positions.csv`: reading, mirror images, patterns. Needs the package chess."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import chess

FILE = Path(__file__).resolve().parents[2] / "certs" / "unwinnable" / "dead-positions.csv"
COLUMNS = ["FEN", "side", "answer", "reason", "evidence", "source"]
SIDES = {"white": chess.WHITE, "black": chess.BLACK}

# Squares by a unit's colour and type; the side asked about is White.
Units = tuple[tuple[int, bool, int], ...]


@dataclass(frozen=True)
class Row:
    """A row: whether `side` can still mate in the position `fen`."""

    fen: str
    side: str
    answer: str
    reason: str
    evidence: str
    source: str

    @property
    def board(self) -> chess.Board:
        """The position."""
        return chess.Board(f"{self.fen} 0 1")

    @property
    def line(self) -> list[str]:
        """The moves that end in mate; no moves for `cannot`."""
        return self.evidence.split() if self.answer == "can" else []

    def fields(self) -> list[str]:
        """The fields in the order of the columns."""
        return [self.fen, self.side, self.answer, self.reason, self.evidence, self.source]


def read(file: Path = FILE) -> list[Row]:
    """Return the rows of the file. The first line has the names of the columns."""
    with file.open(newline="") as lines:
        names, *rows = csv.reader(lines)
    assert names == COLUMNS, names
    return [Row(*row) for row in rows]


def write(rows: list[Row], file: Path = FILE) -> None:
    """Write the rows. No field has a comma, so no field needs quotes."""
    assert not any("," in field or '"' in field for row in rows for field in row.fields())
    file.write_text("".join(",".join(fields) + "\n" for fields in [COLUMNS, *(row.fields() for row in rows)]))


def seen_by_white(board: chess.Board, side: chess.Color) -> chess.Board:
    """Return the position with colours exchanged, if Black is asked about, so that White is."""
    return board if side == chess.WHITE else board.mirror()


def images(board: chess.Board, side: chess.Color) -> list[chess.Board]:
    """Return the position with White asked about, and its mirror image if castling does not tell left from right."""
    first = seen_by_white(board, side)
    if first.castling_rights:
        return [first]
    return [first, first.transform(chess.flip_horizontal)]


def normal_form(board: chess.Board, side: chess.Color) -> str:
    """Return a text that a question has in common with exactly its mirror images and exchanges of colours."""
    return min(image.epd(en_passant="fen") for image in images(board, side))


def zone(king: chess.Square, pawns: list[chess.Square]) -> tuple[int, int]:
    """Return where a king stands: left of, among or right of the files of all pawns, and likewise for ranks.

    Without pawns: at how many edges of the board the king stands, 0 to 2.
    """
    file, rank = chess.square_file(king), chess.square_rank(king)
    if not pawns:
        return ((file in {0, 7}) + (rank in {0, 7}), 0)
    files, ranks = [chess.square_file(pawn) for pawn in pawns], [chess.square_rank(pawn) for pawn in pawns]
    return ((file > max(files)) - (file < min(files)), (rank > max(ranks)) - (rank < min(ranks)))


def pattern(board: chess.Board, side: chess.Color) -> str:
    """Return the pattern of a question: its pawns, shifted to the lower left corner, and the zones of both kings.

    Mirror images, exchanged colours and shifts have the same pattern. Pieces, rights and the side to move do not count.
    """
    forms = []
    first = seen_by_white(board, side)
    for image in [first, first.transform(chess.flip_horizontal)]:
        pawns = list(image.pieces(chess.PAWN, chess.WHITE) | image.pieces(chess.PAWN, chess.BLACK))
        left = min((chess.square_file(pawn) for pawn in pawns), default=0)
        low = min((chess.square_rank(pawn) for pawn in pawns), default=0)
        shifted = sorted((chess.square_file(pawn) - left, chess.square_rank(pawn) - low, image.color_at(pawn)) for pawn in pawns)
        kings = [zone(image.king(colour), pawns) for colour in (chess.WHITE, chess.BLACK)]
        forms.append(repr((shifted, kings)))
    return min(forms)
