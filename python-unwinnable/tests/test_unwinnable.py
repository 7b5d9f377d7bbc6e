"""Verdicts with their evidence, rulings, and wrong questions."""

import csv
import doctest
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import chess
import chess.pgn
import chess.variant
import pytest

import gamecert_unwinnable as gu

ROOT = Path(__file__).resolve().parents[2]
WALL = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("title", "fen", "side", "verdict", "reason"),
    [
        ("a knight against a pawn", "7k/7p/8/8/8/8/8/K5N1 b - - 0 1", "white", "winnable", None),
        ("a knight alone", "7k/8/8/8/8/8/8/K5N1 b - - 0 1", "white", "unwinnable", "material"),
        ("a wall of pawns", WALL, "black", "unwinnable", "static"),
        ("mated already", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "black", "unwinnable", "over"),
    ],
)
def test_verdicts(title: str, fen: str, side: str, verdict: str, reason: str | None) -> None:
    """Lines end in mate, and both searches agree."""
    full, quick = gu.unwinnable(fen, side), gu.unwinnable(fen, side, quick=True)
    assert (full.verdict, full.reason) == (verdict, reason)
    assert quick.verdict in (verdict, "unknown")
    assert full.certificate is not None
    if full.line is not None:
        board = chess.Board(fen)
        for move in full.moves():
            assert board.is_legal(move)
            board.push(move)
        assert board.is_checkmate()
        assert board.turn == (side == "black")


def test_certificates(tmp_path: Path) -> None:
    """The program check verifies them."""
    check = os.environ.get("GAMECERT_CHECK")
    if check is None:
        pytest.skip("GAMECERT_CHECK names no program check")
    questions: list[tuple[str, bool | str]] = [(WALL, "white"), (chess.STARTING_FEN, "white"), (WALL, chess.BLACK)]
    files = [gu.unwinnable(fen, side).save(tmp_path / f"{number}.cbor") for number, (fen, side) in enumerate(questions)]
    assert subprocess.run([check, *files], check=False, capture_output=True).returncode == 0


def test_every_dead_position_of_the_list() -> None:
    """The quick test and the full search say of the shipped list what it says."""
    with (ROOT / "certs" / "unwinnable" / "dead-positions.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    questions = [(row["FEN"], row["side"]) for row in rows]
    found = gu.unwinnable_all(questions)
    assert [one.can_mate for one in found] == [row["answer"] == "can" for row in rows]
    quick = gu.unwinnable_all(questions, quick=True)
    assert all(one.can_mate in (None, other.can_mate) for one, other in zip(quick, found, strict=True))


@pytest.mark.parametrize(
    ("title", "fen", "policy", "result"),
    [
        ("a knight against a pawn", "7k/7p/8/8/8/8/8/K5N1 b - - 0 1", "fide", "1-0"),
        ("the same under US Chess", "7k/7p/8/8/8/8/8/K5N1 b - - 0 1", "uscf", "1/2-1/2"),
        ("a wall of pawns", WALL, "fide", "1/2-1/2"),
        ("the same on Lichess", WALL, "lichess", "0-1"),
        ("dead for one side", "8/8/8/8/8/5k2/7q/K7 b - - 0 1", "fide-dead", "1-0"),
        ("stalemate before", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "fide", None),
    ],
)
def test_rulings(title: str, fen: str, policy: Any, result: str | None) -> None:
    """From a FEN, a board and a game; the side to move has lost on time."""
    board = chess.Board(fen)
    game = chess.pgn.Game.without_tag_roster()
    game.setup(board)
    assert [gu.ruling(form, policy=policy).result for form in (fen, board, game)] == [result] * 3


@pytest.mark.parametrize("side", ["white", "White", "w", chess.WHITE], ids=str)
def test_sides(side: Any) -> None:
    """As texts and as python-chess writes them."""
    assert gu.unwinnable(WALL, side).side == "white"


def test_answers() -> None:
    """No truth value, a short text, and pickles."""
    answer = gu.unwinnable(WALL, "white")
    with pytest.raises(TypeError, match=r"use answer\.can_mate"):
        bool(answer)
    assert pickle.loads(pickle.dumps(answer)) == answer


WRONG: list[tuple[str, Any, type[Exception], str]] = [
    ("no FEN", lambda: gu.unwinnable("pawn", "white"), ValueError, r"^position 'pawn'"),
    ("two kings of a colour", lambda: gu.unwinnable("kk6/8/8/8/8/8/8/K7 w - -", "white"), ValueError, "king"),
    ("no side", lambda: gu.unwinnable(WALL, "grey"), ValueError, r"^side 'grey': expected"),
    ("a number", lambda: gu.unwinnable(cast("Any", 7), "white"), TypeError, r"^position: expected a FEN"),
    ("another variant", lambda: gu.unwinnable(chess.variant.AntichessBoard(), "white"), ValueError, "antichess"),
    (
        "the second",
        lambda: gu.unwinnable_all([(WALL, "white"), ("x", "white")]),
        ValueError,
        r"^position of question 1",
    ),
    ("no time", lambda: gu.unwinnable(WALL, "white", time=-1), ValueError, "time -1"),
    (
        "no policy",
        lambda: gu.ruling(WALL, policy=cast("Any", "fida")),
        ValueError,
        r"^policy 'fida': expected one of fide",
    ),
    ("no certificate", lambda: gu.unwinnable_all([(WALL, "white")])[0].save("x"), ValueError, r"^certificate: "),
]


@pytest.mark.parametrize(("title", "call", "error", "part"), WRONG, ids=[title for title, *_ in WRONG])
def test_wrong_questions(title: str, call: Any, error: type[Exception], part: str) -> None:
    """Each error names the argument once and says what was expected."""
    with pytest.raises(error, match=part):
        call()


def test_stops_at_an_interrupt() -> None:
    """A search without end is stopped by SIGINT."""
    program = (
        "import chess, signal, gamecert_unwinnable as gu; "
        # A shell that starts a process in the background lets it ignore this signal.
        "signal.signal(signal.SIGINT, signal.default_int_handler); print('begun', flush=True); "
        "gu.unwinnable_all([(chess.STARTING_FEN, 'white')] * 100_000, shortest=True)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        assert b"KeyboardInterrupt" in running.communicate(timeout=60)[1]


@pytest.mark.parametrize("file", ["README.md", "module"])
def test_examples(file: str) -> None:
    """They run."""
    results = (
        doctest.testmod(gu) if file == "module" else doctest.testfile(str(ROOT / "python-unwinnable" / file), False)
    )
    assert results.attempted > 3
    assert results.failed == 0


def test_names() -> None:
    """`dir` lists the public names, and the package has a version."""
    assert dir(gu) == sorted(gu.__all__)
    assert gu.__version__.count(".") == 2


SECOND_INTERPRETER = """
import gamecert_unwinnable, sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
lines = [
    "import sys",
    f"sys.path[:] = {sys.path!r}",
    "try:",
    "    import gamecert_unwinnable",
    "    print('imported')",
    "except ImportError as error:",
    "    print('refused:', error)",
]
interpreters.run_string(interpreters.create(), chr(10).join(lines))
"""


def test_a_second_interpreter_is_refused() -> None:
    """The native module serves the main interpreter of a process; another one gets an ImportError, not a crash."""
    command = [sys.executable, "-c", SECOND_INTERPRETER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("refused: "), done.stdout
    assert "subinterpreter" in done.stdout
