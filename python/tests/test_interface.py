"""One interface for all games, kinds and ways of writing an argument."""

import io
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import chess.variant
import networkx
import numpy as np
import pytest

import gamecert

CERTS = Path(__file__).resolve().parents[2] / "certs"

#: A certificate of each kind, the class that opens it, and a question with its answer.
KINDS: list[tuple[str, type, Callable[[Any], object], object]] = [
    ("knk.cbor", gamecert.Ending, lambda ending: ending.family, ["KK", "KNK"]),
    ("tic-tac-toe.cbor", gamecert.BiddingGame, lambda game: game.interval(), (Fraction(123, 256), Fraction(133, 256))),
    ("tic-tac-toe-chips.cbor", gamecert.Chips, lambda game: str(game.value(chips=16)), "9"),
    ("krk-4x4-chips-all.cbor", gamecert.Chips, lambda game: str(game.value("k3/4/4/K2R", chips=10)), "3"),
    ("hex-4x4-strategy-20.cbor", gamecert.Strategy, lambda strategy: str(strategy.holding), "10*"),
    ("subtraction-1-2-budgets-1-12.cbor", gamecert.Scoring, lambda game: game.subtract, (1, 2)),
    ("losing/d3.cbor", gamecert.Proof, lambda proof: proof.winner, "black"),
    ("safe/erratum.cbor", gamecert.SafeProof, lambda proof: proof.sides, ("black",)),
    ("unwinnable/named.cbor", gamecert.Verdicts, lambda verdicts: {answer.verdict for answer in verdicts}, None),
]


@pytest.mark.parametrize(("file", "kind", "ask", "answer"), KINDS, ids=[file for file, *_ in KINDS])
def test_open(file: str, kind: type, ask: Callable[[Any], object], answer: object, tmp_path: Path) -> None:
    """From a path, a text, bytes, a buffer and a file; saved and pickled it is the same."""
    path = CERTS / file
    opened = gamecert.open(path)
    assert type(opened) is kind
    assert ask(opened) == answer or answer is None
    assert gamecert.check(path).kind in (opened.kind, "helpmate", "unwinnable", "batch")
    content = path.read_bytes()
    assert opened.certificate == content
    with path.open("rb") as stream:
        forms = [str(path), content, bytearray(content), memoryview(content), io.BytesIO(content), stream]
        assert all(gamecert.open(form, include=path.parent) == opened for form in forms)
    assert gamecert.open(opened.save(tmp_path / "own.cbor")) == opened
    assert gamecert.open(opened.save(tmp_path / "folder")) == opened
    again = pickle.loads(pickle.dumps(opened))
    assert again == opened
    assert hash(again) == hash(opened)
    assert ask(again) == answer or answer is None


def test_bounds_open_with_what_they_cite(tmp_path: Path) -> None:
    """Computed bounds are written, opened and pickled with the certificates of the sub-endings."""
    bounds = gamecert.Game.bidding_chess("KNK", board="4x4").bounds(width=20, progress=False)
    opened = gamecert.open(bounds.save(tmp_path))
    assert opened == bounds
    assert pickle.loads(pickle.dumps(bounds)) == bounds


def test_refused_files(tmp_path: Path) -> None:
    """The checker's own errors, the system's errors, and a certificate in bytes without those that it cites."""
    with pytest.raises(gamecert.Rejected, match="envelope/magic"):
        gamecert.open(b"no certificate")
    with pytest.raises(FileNotFoundError):
        gamecert.open(tmp_path / "none.cbor")
    with pytest.raises(gamecert.Undecided):
        gamecert.open((CERTS / "knk.cbor").read_bytes())
    with pytest.raises(TypeError, match="binary mode"):
        gamecert.open(io.StringIO("text"))  # type: ignore[arg-type]


def walk(n: int) -> Any:
    """A walk on the integers: Left steps up and Right down, and Left wins at 3."""
    return "left" if n == 3 else "right" if n == -3 else ([n + 1], [n - 1])


def graph() -> networkx.DiGraph:
    """The same game as a graph."""
    made: networkx.DiGraph = networkx.DiGraph()
    for n in range(-2, 3):
        made.add_edge(n, n + 1, player="left")
        made.add_edge(n, n - 1, player="right")
    made.nodes[3]["winner"], made.nodes[-3]["winner"] = "left", "right"
    return made


def mapping() -> dict[int, Any]:
    """The same game as a mapping."""
    found: dict[int, Any] = {n: {"left": [n + 1], "right": [n - 1]} for n in range(-2, 3)}
    return found | {3: {"winner": "left"}, -3: {"winner": "right"}}


@pytest.mark.parametrize("source", [walk, graph(), mapping()], ids=["function", "graph", "mapping"])
def test_nodes_of_ones_own(source: Any, tmp_path: Path) -> None:
    """Values, moves and thresholds by the user's nodes; opened again, by the same nodes."""
    game = gamecert.Game(source, start=0)
    money = game.solve()
    assert isinstance(money, gamecert.BiddingGame)
    assert money.start == 0
    assert sorted(money) == [-2, -1, 0, 1, 2]
    assert {n: money.value(n) for n in money} == {n: Fraction(3 + n, 6) for n in range(-2, 3)}
    assert money.best(1) == [2]
    assert money.best(1, "right") == [0]
    assert {move.move for move in money.moves(2)} == {3, 1}
    assert money.outcome(1, left=Fraction(1, 2)) == "left"
    opened = gamecert.open(money.save(tmp_path / "money.cbor"))
    assert opened == money
    assert opened.value(1) == Fraction(2, 3)
    assert pickle.loads(pickle.dumps(money)).best(1) == [2]
    chips = game.solve("chips", chips=range(11))
    assert str(chips.value(chips=10)) == "5*"
    assert chips.best(1, chips=10) == [2]
    assert [move.move for move in chips.moves(2, chips=10)] == [3, 1]
    assert chips.advise(0, chips=10, holding="5*").bids[0].if_higher.moves == (1,)
    assert game.advise(0, 5, 10, advantage=True).outcome == "win"


def test_tuples_and_texts_are_nodes() -> None:
    """Nodes of several types in one game."""
    game = gamecert.Game(
        {
            (0, 0): {"left": ["end"], "right": [frozenset({1})]},
            frozenset({1}): {"left": [(0, 0)], "right": ["lost"]},
            "end": {"winner": "left"},
            "lost": {"winner": "right"},
        },
        start=(0, 0),
    )
    solution = game.solve()
    assert solution.value((0, 0)) == Fraction(2, 3)
    assert solution.value(frozenset({1})) == Fraction(1, 3)
    assert [move.move for move in solution.moves((0, 0))] == ["end", frozenset({1})]


WRONG_GAMES: list[tuple[str, Callable[[], object], type[Exception], str]] = [
    ("no source", lambda: gamecert.Game(7, start=1), TypeError, "source: expected a name"),
    ("no start", lambda: gamecert.Game(walk), ValueError, "^start: expected the position"),
    ("a start beside a name", lambda: gamecert.Game("tug:3", start=0), ValueError, "^start: a game given as a name"),
    ("no pair", lambda: gamecert.Game(lambda n: 5, start=0), ValueError, "position 0: the function returned 5"),
    ("no end", lambda: gamecert.Game(lambda n: ([n + 1], [n + 2]), start=0, limit=99), ValueError, "more than 99"),
    ("one name for two", lambda: gamecert.Game({1: {}, "1": {}}, start=1), ValueError, "the same name '1'"),
    ("no currency", lambda: gamecert.Game("tug:3").solve("beans"), ValueError, "^currency 'beans'"),
    ("points of a game", lambda: gamecert.Game("tug:3").solve("points", budgets=3), ValueError, "a subtraction game"),
    ("money for a heap", lambda: gamecert.Game("subtraction:1").solve(), ValueError, "is played for 'points'"),
    ("no budgets", lambda: gamecert.Game("subtraction:1").solve("points"), ValueError, "^budgets: expected"),
    (
        "half a chip",
        lambda: gamecert.Game("tug:3").solve("chips", chips=1.5),
        TypeError,
        "^chips 1.5: expected a whole",
    ),
    ("a gap", lambda: gamecert.Game("tug:3").solve("chips", chips=range(0, 9, 2)), ValueError, "without gaps"),
    ("bounds of a game", lambda: gamecert.Game("tug:3").bounds(), ValueError, "endings of bidding chess"),
    ("no board", lambda: gamecert.Game.bidding_chess("KRK", board="4"), ValueError, "^board '4': expected '4x4'"),
    ("no player", lambda: gamecert.Game("tug:3").solve("chips", player="grey"), ValueError, "^player 'grey'"),
    ("all of it", lambda: gamecert.Game("tug:2").solve().outcome(left=2), ValueError, "^share 2: expected"),
    ("no position", lambda: gamecert.Game("tug:2").solve().interval("moon"), KeyError, "moon"),
    ("an ending's start", lambda: gamecert.Game("bidding-chess:KK@4x4").solve().value(), ValueError, "^position: "),
]


@pytest.mark.parametrize(("title", "call", "error", "part"), WRONG_GAMES, ids=[title for title, *_ in WRONG_GAMES])
def test_wrong_games(title: str, call: Callable[[], object], error: type[Exception], part: str) -> None:
    """Each error names the argument once and says what was expected."""
    with pytest.raises(error, match=part):
        call()


@pytest.mark.parametrize("board", ["4x4", (4, 4), [4, 4], (np.int64(4), np.uint8(4))], ids=str)
def test_boards(board: Any) -> None:
    """The size of a board as a text, a pair, a list, or integers of numpy."""
    assert repr(gamecert.Game.bidding_chess("KRK", board=board)) == "<game bidding-chess:KRK@4x4>"


def test_positions_of_bidding_chess() -> None:
    """A FEN with any number of fields, and a board of python-chess."""
    knight = gamecert.open(CERTS / "knk.cbor")
    fen = "8/8/8/3k4/8/8/8/KN6"
    forms: list[Any] = [fen, f"{fen} w", f"{fen} w - -", f"{fen} b - - 0 1", chess.Board(f"{fen} w - - 0 1")]
    assert len({knight.value(form) for form in forms}) == 1
    assert len(knight.squares(forms[-1], "N")) == 8
    rook = gamecert.open(CERTS / "krk-4x4-chips-all.cbor")
    assert rook["k3/4/4/K2R w - -"] == rook["k3/4/4/K2R"]


@pytest.mark.parametrize("side", ["white", "White", "w", "WHITE", chess.WHITE], ids=str)
def test_sides(side: Any) -> None:
    """A side as a text or as python-chess writes it."""
    dead = "7k/8/8/8/8/8/8/K5N1 b - -"
    assert gamecert.unwinnable(dead, side).side == "white"
    assert gamecert.prove("1. e3 d5", side, threads=1, shrink=0, progress=False).proof.winner == "white"
    assert gamecert.safe("8/8/8/8/2b5/8/8/B7 w - -", side, always=True, progress=False).proof.sides == ("white",)


def test_holdings() -> None:
    """Printed as the papers do; compared with holdings, numbers and texts; converted."""
    nine = gamecert.Holding.read("9*", 16)
    assert (nine.code, str(nine), nine.chips, nine.advantage, nine.share) == (19, "9*", 9, True, Fraction(19, 32))
    assert nine > 9
    assert nine < 10
    assert nine == gamecert.Holding(19, 16)
    assert nine != 9
    # A text is no holding: equal objects would have different hashes.
    assert nine not in ("9*", "nine")
    assert gamecert.Holding.read("9", 16) == 9
    assert hash(gamecert.Holding.read("9", 16)) == hash(9)
    assert float(nine) == 19 / 32
    never = gamecert.Holding(34, 16)
    assert not never.exists
    assert str(never) == "no win"
    assert never > nine
    with pytest.raises(ValueError, match="no holding of 16 chips wins"):
        _ = never.chips
    minus = gamecert.Holding.read("9-e", 16, "make-it-take-it")
    assert (minus.code, str(minus), minus.advantage) == (18, "9-e", False)
    assert minus < 9
    for text, tie_break in (("9-e", "advantage"), ("9*", "ladies-first"), ("nine", "advantage")):
        with pytest.raises(ValueError, match="expected chips such as"):
            gamecert.Holding.read(text, 16, tie_break)  # type: ignore[arg-type]


def test_a_law_says_what_the_thresholds_do() -> None:
    """From the onset on, a period more chips add the growth, also beyond the list of codes."""
    thresholds = gamecert.Game("tug:5").solve("chips", progress=False)["1"]
    law = thresholds.law
    assert law is not None
    for chips in range(law.onset, law.onset + 3 * law.period):
        grown = thresholds.code_at(chips + law.period) - thresholds.code_at(chips)
        assert Fraction(grown, 2) == law.growth
    some = gamecert.Game("tug:5").solve("chips", chips=(0, 60), progress=False)["1"]
    assert some.law is None
    assert some.at(np.int64(60)) == thresholds.at(60)


def test_frames() -> None:
    """Every solution has a data frame with the user's positions."""
    money = gamecert.Game(walk, start=0).solve()
    assert sorted(money.to_dataframe()["position"]) == ["-1", "-2", "0", "1", "2"]
    chips = gamecert.Game("tug:3").solve("chips", progress=False).to_dataframe(range(1, 4))
    assert set(chips["threshold"]) >= {"2*", None}
    assert len(gamecert.open(CERTS / "subtraction-1-2-budgets-1-12.cbor").to_dataframe()) > 100


def test_an_answer_has_no_truth_value() -> None:
    """`if answer:` raises with advice."""
    answer = gamecert.unwinnable("7k/8/8/8/8/8/8/K5N1 b - -", "white")
    assert repr(answer) == "<White cannot mate (material): 7k/8/8/8/8/8/8/K5N1 b - ->"
    with pytest.raises(TypeError, match=r"use answer\.can_mate"):
        bool(answer)


@pytest.mark.parametrize(
    ("title", "fen", "policy", "result"),
    [
        ("a knight against a pawn", "7k/7p/8/8/8/8/8/K5N1 b - - 0 1", "fide", "1-0"),
        ("the same under US Chess", "7k/7p/8/8/8/8/8/K5N1 b - - 0 1", "uscf", "1/2-1/2"),
        ("pawns form a wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "fide", "1/2-1/2"),
        ("the same on Lichess", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "lichess", "0-1"),
        ("dead for one side", "8/8/8/8/8/5k2/7q/K7 b - - 0 1", "fide-dead", "1-0"),
        ("stalemate before", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "fide", None),
    ],
)
def test_rulings(title: str, fen: str, policy: Any, result: str | None) -> None:
    """From a FEN, a board and a game; the side to move has lost on time."""
    board = chess.Board(fen)
    game = chess.pgn.Game.without_tag_roster()
    game.setup(board)
    assert [gamecert.ruling(form, policy=policy).result for form in (fen, board, game)] == [result] * 3
    assert gamecert.unwinnable(game, "white").fen.split()[0] == fen.split()[0]


def test_wrong_rulings() -> None:
    """Each names the argument once."""
    with pytest.raises(ValueError, match=r"^policy 'fida': expected one of fide"):
        gamecert.ruling(chess.STARTING_FEN, policy="fida")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^flagged 'grey'"):
        gamecert.ruling(chess.STARTING_FEN, "grey")
    with pytest.raises(ValueError, match="a board of antichess, expected one of chess"):
        gamecert.ruling(chess.variant.AntichessBoard())


DEPRECATED: list[tuple[Callable[[], object], str]] = [
    (lambda: gamecert.ending("KK", board=(4, 4)), r"gamecert\.Game\.bidding_chess\(material, board\)\.solve\(\)"),
    (lambda: gamecert.bounds("KK", board=(4, 4)), r"\.bounds\(\)"),
    (lambda: gamecert.bidding_game("tug:2"), r"gamecert\.Game\(game\)\.solve\(\)"),
    (lambda: gamecert.chips("tug:2", 3), r'solve\("chips", chips=number\)'),
    (lambda: gamecert.advise("tug:2", "0", 1, 2, advantage=True), r"gamecert\.Game\(game\)\.advise"),
    (lambda: gamecert.scoring(3), r'solve\("points", budgets=budgets\)'),
    (lambda: gamecert.open_ending(CERTS / "kk.cbor"), r"gamecert\.open\(path\)"),
    (lambda: gamecert.open_proof(CERTS / "losing/d3.cbor"), r"gamecert\.open\(path\)"),
    (lambda: gamecert.open_safe(CERTS / "safe/erratum.cbor"), r"gamecert\.open\(path\)"),
]


@pytest.mark.parametrize(("call", "advice"), DEPRECATED)
def test_deprecated_functions_say_what_to_write(call: Callable[[], object], advice: str) -> None:
    """They still work, and warn at the caller's line."""
    with pytest.warns(DeprecationWarning, match=advice) as found:
        call()
    assert found[0].filename == __file__


def test_the_new_names_do_not_warn() -> None:
    """No function of the package calls a deprecated one."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gamecert.Game("tug:2").solve("chips").to_dataframe()
        gamecert.open(CERTS / "losing/d3.cbor").walk_to("g5")


def test_names() -> None:
    """`dir` lists the public names, and the package has a version."""
    assert dir(gamecert) == sorted(gamecert.__all__)
    assert gamecert.__version__.count(".") == 2


SECOND_INTERPRETER = """
import gamecert, sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
lines = [
    "import sys",
    f"sys.path[:] = {sys.path!r}",
    "try:",
    "    import gamecert",
    "    print('imported')",
    "except ImportError as error:",
    "    print('refused:', error)",
]
interpreters.run_string(interpreters.create(), chr(10).join(lines))
"""


def test_a_second_interpreter_is_refused() -> None:
    """The native module serves one interpreter of a process; another one gets an ImportError, not a crash."""
    command = [sys.executable, "-c", SECOND_INTERPRETER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("refused: "), done.stdout
    assert "subinterpreter" in done.stdout
