"""Unwinnability against python-chess: lines are legal and end in mate, certificates are verified."""

import pickle
from pathlib import Path

import chess
import pytest

import gamecert

DATA = Path(__file__).resolve().parents[2] / "tests" / "data" / "unwinnability"


def replayed(answer: gamecert.Answer) -> chess.Board:
    """The board after the line, each move of which is legal."""
    board = chess.Board(f"{' '.join(answer.fen.split()[:4])} 0 1")
    for move in answer.moves():
        assert move in board.legal_moves, (answer.fen, move)
        board.push(move)
    return board


def test_final_positions_of_games() -> None:
    """Four hundred flags that fell: lines end in mate, and every verdict has a certificate that is verified."""
    lines = (DATA / "timeouts.txt").read_text().splitlines()
    fens = [" ".join(line.split()[:4]) for line in lines if line and not line.startswith("#")][:200]
    questions = [(fen, white) for fen in fens for white in (True, False)]
    answers = gamecert.unwinnable_all(questions, progress=False)
    assert [(answer.fen, answer.white) for answer in answers] == questions
    library = gamecert.Library()
    for answer in answers:
        assert answer.verdict in ("winnable", "unwinnable")
        if answer.can_mate:
            board = replayed(answer)
            assert board.is_checkmate(), answer.fen
            assert board.turn != answer.white, answer.fen
        assert answer.certificate is not None
        assert library.check(answer.certificate).kind in ("helpmate", "unwinnable")


def test_boards_and_words() -> None:
    """A board of python-chess is a position; castling is a move of the king."""
    board = chess.Board("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1")
    by_board, by_text = gamecert.unwinnable(board, chess.WHITE), gamecert.unwinnable(board.fen(), "white")
    assert by_board == by_text
    assert (by_board.verdict, by_board.reason, by_board.can_mate, by_board.line) == (
        "unwinnable",
        "static",
        False,
        None,
    )
    assert pickle.loads(pickle.dumps(by_board)) == by_board


def test_limits() -> None:
    """What is not found out within them is unknown."""
    fortress = "k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - -"
    unknown = gamecert.unwinnable(fortress, "white", nodes=1000, quick=True)
    assert (unknown.verdict, unknown.can_mate, unknown.certificate) == ("unknown", None, None)
    rook = "8/8/8/8/8/5k2/8/R3K2r w Q - 0 1"
    few, many = gamecert.unwinnable(rook, "white", nodes=1, quick=True), gamecert.unwinnable(rook, "white")
    assert few.nodes <= many.nodes
    assert many.verdict == "winnable"
    with pytest.raises(ValueError, match="time -1"):
        gamecert.unwinnable(rook, "white", time=-1)


@pytest.mark.parametrize(
    ("title", "question", "error", "part"),
    [
        ("no FEN", ("pawn", "white"), ValueError, "^position 'pawn'"),
        ("no king", ("8/8/8/8/8/8/8/K7 w - -", "white"), ValueError, "^position '8/8"),
        ("no side", ("7k/8/8/8/8/8/8/K7 w - -", "grey"), ValueError, "^side 'grey'"),
        ("a number", (7, "white"), TypeError, "^position: expected a FEN or a board of python-chess, found int"),
    ],
)
def test_wrong_questions(title: str, question: tuple, error: type[Exception], part: str) -> None:
    """Each says what is wrong, with its place."""
    with pytest.raises(error, match=part):
        gamecert.unwinnable(*question)


def test_no_questions() -> None:
    """None is answered."""
    assert gamecert.unwinnable_all([]) == []
