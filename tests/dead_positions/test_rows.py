"""The rows of `certs/unwinnable/dead-positions.csv`, and the certificate that proves them. Needs the package chess, and the program `check` in GAMECERT_CHECK."""

from __future__ import annotations

import collections
import json
import os
import re
import subprocess
from pathlib import Path

import chess
import pytest
import reasons
from rows import FILE, SIDES, Row, normal_form, pattern, read

ROOT = Path(__file__).resolve().parents[2]
ROWS = read()
PAIRED = 880


def side(row: Row) -> chess.Color:
    """Return the side that is asked about."""
    return SIDES[row.side]


def proofs() -> list[tuple[dict, dict]]:
    """Return claim and evidence of each entry of the certificate, as the program prints them after verifying it."""
    check = os.environ.get("GAMECERT_CHECK", str(ROOT / "target" / "debug" / "check"))
    printed = subprocess.run([check, "--json", str(FILE.with_suffix(".cbor"))], capture_output=True, text=True, check=True).stdout
    verified = json.loads(printed.splitlines()[0])
    assert verified["verdict"] == "verified"
    return list(zip(verified["claim"]["entries"], verified["evidence"]["entries"], strict=True))


PROOFS = proofs()


def test_half_of_the_rows_have_each_answer() -> None:
    """1,000 rows, 500 with each answer."""
    assert collections.Counter(row.answer for row in ROWS) == {"cannot": 500, "can": 500}


def test_positions_are_valid_and_written_in_one_way() -> None:
    """Each FEN is a valid position, has four fields, and names an en passant square only if such a capture is legal."""
    for row in ROWS:
        assert row.board.is_valid(), row
        assert row.board.epd(en_passant="legal") == row.fen


def test_no_row_is_a_mirror_image_of_another() -> None:
    """No two rows ask the same question up to mirror images and exchanged colours."""
    forms = collections.Counter(normal_form(row.board, side(row)) for row in ROWS)
    assert [form for form, count in forms.items() if count > 1] == []


def test_mirror_images_have_one_form_and_one_pattern() -> None:
    """The two functions that the tests above and below use do not tell images of a question apart."""
    for row in ROWS[::7]:
        board = row.board
        images = [(board.mirror(), not side(row))]
        if not board.castling_rights:
            images.append((board.transform(chess.flip_horizontal), side(row)))
        for image, asked in images:
            assert normal_form(image, asked) == normal_form(board, side(row)), row
            assert pattern(image, asked) == pattern(board, side(row)), row
        assert normal_form(board, not side(row)) != normal_form(board, side(row)) or board.mirror() == board


@pytest.mark.parametrize(
    ("title", "one", "other", "same"),
    [
        ("Shifted by a file", "8/8/8/2p5/2P5/8/8/K1k5 w - -", "8/8/8/3p4/3P4/8/8/1K1k4 w - -", True),
        ("Shifted by a rank, another piece", "8/8/8/2p5/2P5/8/8/K1k5 w - -", "8/8/2p5/2P5/8/8/K1k5/7R b - -", True),
        ("A king on the other side of the pawns", "8/8/8/2p5/2P5/8/8/K1k5 w - -", "2K5/8/8/2p5/2P5/8/8/2k5 w - -", False),
        ("Another pawn", "8/8/8/2p5/2P5/8/8/K1k5 w - -", "8/8/8/2pp4/2P5/8/8/K1k5 w - -", False),
        ("No pawns, a king in a corner and one at an edge", "8/8/8/8/8/8/8/K1k5 w - -", "k6K/8/8/8/8/8/8/8 w - -", False),
    ],
)
def test_patterns(title: str, one: str, other: str, same: bool) -> None:
    """Pieces and shifts do not count, pawns and the zones of kings do."""
    first, second = (pattern(chess.Board(f"{fen} 0 1"), chess.WHITE) for fen in (one, other))
    assert (first == second) == same, title


def test_at_most_twenty_rows_have_one_pattern() -> None:
    """`pattern` in rows.py defines what a pattern is."""
    [(kind, count)] = collections.Counter(pattern(row.board, side(row)) for row in ROWS).most_common(1)
    assert count <= 20, kind


def test_material_decides_at_most_a_fifth() -> None:
    """At most 200 rows are known from the material alone."""
    assert sum(reasons.too_little(row.board, side(row)) for row in ROWS) <= 200
    assert not any(reasons.too_little(row.board, side(row)) for row in ROWS if row.answer == "can")


def test_lines_end_in_mate() -> None:
    """Each line of a row with `can` is legal and ends in mate by the side asked about."""
    for row in ROWS:
        board = row.board
        for text in row.line:
            board.push(board.parse_uci(text))
        assert (row.answer == "can") == (board.is_checkmate() and board.turn != side(row) and bool(row.line)), row


def test_pairs_are_near_and_differ_in_the_answer() -> None:
    """The first rows come in pairs of one side: first `cannot`, then a twin with one unit, right or side to move changed, which `can`."""
    for first, second in zip(ROWS[:PAIRED:2], ROWS[1:PAIRED:2], strict=True):
        assert (first.answer, second.answer, first.side) == ("cannot", "can", second.side)
        one, other = first.board, second.board
        different = [square for square in chess.SQUARES if one.piece_at(square) != other.piece_at(square)]
        assert len(different) <= 2, (first.fen, second.fen)
        assert bool(different) or one.turn != other.turn or one.ep_square != other.ep_square or one.castling_rights != other.castling_rights


def test_small_closed_sets_are_complete() -> None:
    """Where at most 200 positions can follow, this test looks at all of them by itself, and none is a mate by the side asked about."""
    looked_at = 0
    for row in ROWS:
        if row.answer == "cannot":
            found = reasons.explore(row.board, side(row), 200)
            assert not found.mates, row
            looked_at += found.complete
    assert looked_at >= 200


def test_reasons_are_those_that_are_found_from_the_evidence() -> None:
    """A reason follows from the position and the evidence, for each answer."""
    for row, (_, evidence) in zip(ROWS, PROOFS, strict=True):
        if row.answer == "cannot":
            by = "closed" if evidence["positions"] > 1 else "skeletons" if evidence["skeletons"] else "static" if evidence["static_argument"] else "closed"
            reason = reasons.cannot(row.board, side(row), {"by": by})
            assert row.reason == reasons.BROADER.get(reason, reason), row
        else:
            assert row.reason in {reasons.can(row.board, side(row), row.line, matters) for matters in (False, True)}, row


def test_every_reason_is_explained() -> None:
    """The reasons of the rows are those in the tables of README.md, 20 to 40 of them."""
    explained = re.findall(r"^\| ([a-z' -]+) \| \d+ \|", (FILE.parent / "README.md").read_text(), re.MULTILINE)
    counted = re.findall(r"^\| ([a-z' -]+) \| (\d+) \|", (FILE.parent / "README.md").read_text(), re.MULTILINE)
    assert len(explained) == len(set(explained))
    assert {name: int(count) for name, count in counted} == collections.Counter(row.reason for row in ROWS)
    assert 20 <= len(explained) <= 40


def test_sources_are_known() -> None:
    """A row is made here, or its position is in the list that it names."""
    for row in ROWS:
        if row.source != "made here":
            name, _, item = row.source.partition(": ")
            if name == "fortresses.txt":
                found = [(FILE.parent / name).read_text().splitlines()[int(item) - 1]]
            else:
                found = [line for line in (ROOT / "tests" / "data" / "unwinnability" / name).read_text().splitlines() if line.endswith(item)]
            assert any(" ".join(row.fen.split()[:3]) in line for line in found), row


def test_the_certificate_proves_exactly_the_rows() -> None:
    """Claim for claim: position, side, answer, and the sizes of the evidence or the line."""
    assert len(PROOFS) == len(ROWS)
    for row, (claimed, evidence) in zip(ROWS, PROOFS, strict=True):
        kind, claim = claimed["kind"]["name"], claimed["claim"]
        assert (claim["root"], claim["winner"]) == (row.fen, row.side)
        assert kind == {"cannot": "unwinnable", "can": "helpmate"}[row.answer], row
        if row.answer == "can":
            assert evidence["line"] == row.evidence
        else:
            numbers = [int(number) for number in re.findall(r"\d+", row.evidence)]
            assert numbers == [evidence["positions"], *([evidence["skeletons"]] if evidence["skeletons"] else [])], row
