"""Endings of bidding chess: values against the equations and the rules of python-chess, certificates, errors."""

import os
import pickle
import random
import re
import signal
import threading
from fractions import Fraction
from pathlib import Path

import chess
import numpy as np
import pytest

import gamecert

CERTS = Path(__file__).resolve().parents[2] / "certs"


@pytest.fixture(scope="module")
def rook() -> gamecert.Ending:
    """King and rook against king on a board of sixteen squares."""
    return gamecert.ending("KRK", board=(4, 4), progress=False)


@pytest.fixture(scope="module")
def knight() -> gamecert.Ending:
    """The knight ending of the paper, from its shipped certificate."""
    return gamecert.open_ending(CERTS / "knk.cbor")


@pytest.mark.parametrize(("material", "board"), [("KRK", (4, 4)), ("KNK", (3, 4)), ("KPK", (3, 4)), ("KNNK", (3, 3))])
def test_values_satisfy_the_equations(material: str, board: tuple[int, int]) -> None:
    """A threshold is the mean of those behind the best move of either player (Lazarus et al., Richman games)."""
    ending = gamecert.ending(material, board=board, progress=False)
    values = ending.values()
    positions = ending.positions()
    assert len(ending) == len(positions) == len(values.alpha) == len(values.beta) == values.index.shape[1]
    assert values.table == sorted(set(values.table))
    for number, fen in enumerate(positions):
        alpha, beta = ending.interval(fen)
        assert (values.table[values.index[0, number]], values.table[values.index[1, number]]) == (alpha, beta)
        moves = ending.moves(fen)
        for threshold, of in ((alpha, "alpha"), (beta, "beta")):
            best = [max(getattr(m, of) for m in moves if m.white), min(getattr(m, of) for m in moves if not m.white)]
            assert threshold == sum(best) / 2, fen
        for colour, key, better in ((True, "alpha", max), (False, "beta", min)):
            reached = better(getattr(m, key) for m in moves if m.white == colour)
            assert all(m.best == (getattr(m, key) == reached) for m in moves if m.white == colour), fen


def test_moves_are_those_of_chess_without_check(knight: gamecert.Ending) -> None:
    """In bidding chess a king may be left attacked, and is captured: what python-chess calls pseudo-legal."""
    rng = random.Random(7)
    for fen in rng.sample(knight.positions(), 60):
        moves = knight.moves(fen)
        for white in (True, False):
            board = chess.Board(f"{fen} {'w' if white else 'b'} - - 0 1")
            expected = {move.uci() for move in board.generate_pseudo_legal_moves()}
            assert {move.move for move in moves if move.white == white} == expected, fen


@pytest.mark.parametrize("material", ["KRK", "KPK"])
def test_values_of_placements(material: str) -> None:
    """Every way to put the pieces on squares has the value of its position, and the others none."""
    ending = gamecert.ending(material, board=(4, 4), progress=False)
    alpha, beta, index, table = ending.values(placements=True)
    assert alpha.shape == beta.shape == index.shape[1:] == (16, 16, 16)
    rng = random.Random(7)
    for squares in rng.sample(sorted(np.ndindex(16, 16, 16)), 400):
        there = len(set(squares)) == 3 and (material == "KRK" or 4 <= squares[1] < 12)
        assert there == (not np.isnan(alpha[squares])) == (index[0][squares] != 2**32 - 1), squares
        if there:
            letters = dict(zip(squares, (*material[:2], "k"), strict=True))
            rows = ["".join(letters.get(4 * rank + file, "1") for file in range(4)) for rank in (3, 2, 1, 0)]
            value = ending.interval(re.sub("1+", lambda gap: str(len(gap[0])), "/".join(rows)))
            assert (table[index[0][squares]], table[index[1][squares]]) == value
            assert (alpha[squares], beta[squares]) == tuple(map(float, value))


def test_one_piece_on_every_square(rook: gamecert.Ending) -> None:
    """Alpha with the rook elsewhere, and figures of it."""
    values = rook.squares("k3/4/4/K2R", "R")
    assert np.isnan(values[0, 0])
    assert np.isnan(values[3, 0])
    assert int(np.isnan(values).sum()) == 2
    assert values[0, 3] == float(rook.value("k3/4/4/K2R"))
    assert values[2, 1] == float(rook.value("k3/1R2/4/K3"))
    assert (rook.squares("k3/4/4/K2R", "d1")[0, 1:] == values[0, 1:]).all()
    for piece in ("Q", "b2"):
        with pytest.raises(ValueError, match=piece):
            rook.squares("k3/4/4/K2R", piece)
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    axes = rook.plot_squares("k3/4/4/K2R", "R")
    assert {text.get_text() for text in axes.texts} == {"♔", "♚"}
    assert len(rook.plot().collections[0].get_segments()) == len(set(rook.values().index[0]))
    assert "distinct values" in rook._repr_html_()


def test_fractions_are_whole(knight: gamecert.Ending) -> None:
    """What `Fraction(n, d)` makes: in lowest terms, of the same hash, with integers that pickle."""
    for value in knight.values().table[::97]:
        same = Fraction(value.numerator, value.denominator)
        assert (same.numerator, same.denominator) == (value.numerator, value.denominator)
        assert (same, hash(same), str(same), pickle.loads(pickle.dumps(value))) == (
            value,
            hash(value),
            str(value),
            same,
        )
        assert type(value) is Fraction
        assert value + 1 - same == 1


def test_floats_are_the_nearest(knight: gamecert.Ending) -> None:
    """As Python rounds fractions; the table has denominators of 138 digits."""
    values = knight.values()
    floats = np.array([float(value) for value in values.table])
    assert max(len(str(value.denominator)) for value in values.table) == 138
    assert (values.alpha == floats[values.index[0]]).all()
    assert (values.beta == floats[values.index[1]]).all()
    assert (values.alpha.dtype, values.beta.dtype, values.index.dtype) == (np.float64, np.float64, np.uint32)


def test_positions_of_the_family(rook: gamecert.Ending) -> None:
    """Sub-endings, colours exchanged, whole FENs."""
    assert rook.family == ["KK", "KRK"]
    alpha, beta = rook.interval("k3/4/4/K2R")
    assert rook.interval("k3/4/4/K2R w - - 0 1") == (alpha, beta)
    assert rook.interval("K3/4/4/k2r") == (1 - beta, 1 - alpha)
    assert rook.interval("k3/4/4/K3") == (Fraction(1, 2), Fraction(1, 2))
    assert rook.lookup("k3/4/4/K2R")["alpha"] == f"{alpha.numerator}/{alpha.denominator}"


@pytest.mark.parametrize(
    ("title", "position", "part"),
    [
        ("no position", "rook", "ranks"),
        ("nothing", "", "ranks"),
        ("another board", "8/8/8/8/8/8/8/Kk6", "8 ranks, expected 4"),
        ("two kings", "kk2/4/4/K2R", "2 black kings"),
        ("another ending", "k3/4/4/K2Q", "KQK"),
        ("a line break", "k3/4\n/4/K2R", "rank"),
    ],
)
def test_wrong_positions(rook: gamecert.Ending, title: str, position: str, part: str) -> None:
    """Each says what is wrong."""
    with pytest.raises(ValueError, match=part):
        rook.interval(position)
    with pytest.raises(TypeError):
        rook.value(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("title", "material", "board", "part"),
    [
        ("no material", "rook", (4, 4), "rook"),
        ("one king", "KR", (4, 4), "KR"),
        ("too small", "KRK", (1, 4), "board"),
        ("too large", "KRK", (4, 40), "board"),
        ("more pieces than squares", "KRRRK", (2, 2), "KRRRK|squares"),
    ],
)
def test_wrong_endings(title: str, material: str, board: tuple[int, int], part: str) -> None:
    """ValueError with the sentence of the command line."""
    with pytest.raises(ValueError, match=part):
        gamecert.ending(material, board=board, progress=False)


def test_memory_is_refused_before_work_begins() -> None:
    """With an estimate, for what was allowed and for what there is."""
    with pytest.raises(MemoryError, match=r"KQKR needs about .* GB of memory; memory= allows 0.0 GB"):
        gamecert.ending("KQKR", memory=1_000_000)
    with pytest.raises(MemoryError, match="this machine has available"):
        gamecert.ending("KQRKRB", board=(9, 9))
    with pytest.raises(MemoryError, match="scoring game needs"):
        gamecert.scoring(300, (3, 7), memory=1000)


def test_saved_checked_and_opened(rook: gamecert.Ending, tmp_path: Path) -> None:
    """What is saved is verified by the checker, and read back the same; a forged file is refused."""
    saved = rook.save(tmp_path / "new")
    paths = [tmp_path / "new" / name for name in ("kk-4x4.cbor", "krk-4x4.cbor")]
    assert saved == paths[-1]
    verified = gamecert.check(paths[-1])
    assert (verified.kind, verified.parameters["material"]) == ("richman", "KRK")
    stamps = [path.stat().st_mtime_ns for path in paths]
    assert rook.save(tmp_path / "new") == saved
    assert [path.stat().st_mtime_ns for path in paths] == stamps
    again = gamecert.open_ending(paths[-1])
    assert again == rook
    assert again.values().table == rook.values().table
    assert gamecert.open_ending(paths[-1]).certificate == paths[-1].read_bytes()
    content = bytearray(paths[-1].read_bytes())
    content[-5] ^= 1
    paths[-1].write_bytes(content)
    with pytest.raises(gamecert.Rejected, match="richman/"):
        gamecert.open_ending(paths[-1])
    assert sorted(os.listdir(tmp_path / "new")) == [path.name for path in paths]
    with pytest.raises(FileNotFoundError, match=r"missing\.cbor"):
        gamecert.open_ending(tmp_path / "missing.cbor")
    with pytest.raises(ValueError, match="opens as BiddingGame, expected Ending"):
        gamecert.open_ending(CERTS / "tic-tac-toe.cbor")


def test_shipped_values(knight: gamecert.Ending) -> None:
    """Solved and shipped are the same bytes."""
    assert gamecert.ending("KK", progress=False).certificate == (CERTS / "kk.cbor").read_bytes()
    assert sorted(knight.family) == ["KK", "KNK"]


def test_pickles_compare(rook: gamecert.Ending) -> None:
    """A pickle is its certificates."""
    again = pickle.loads(pickle.dumps(rook))
    assert again == rook
    assert hash(again) == hash(rook)
    assert again != gamecert.ending("KK", board=(4, 4), progress=False)
    assert rook != 7


def test_progress_and_interruption() -> None:
    """The callback hears of every ending of the family; what it raises stops the work."""
    heard: set[str] = set()
    gamecert.ending("KRK", progress=lambda part, *_: heard.add(part))
    assert "KRK" in heard

    class Enough(Exception):
        pass

    def stop(*_: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        gamecert.ending("KQKR", board=(7, 7), progress=stop)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_keyboard_interrupt() -> None:
    """Ctrl-C ends a computation that has begun and would take a while."""
    begun = threading.Event()

    def interrupt() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    # A shell's background jobs begin with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    other = threading.Thread(target=interrupt)
    other.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            gamecert.ending("KBBK", progress=lambda *_: begun.set())
    finally:
        other.join()
        signal.signal(signal.SIGINT, before)


def test_data_frames(rook: gamecert.Ending) -> None:
    """Polars or pandas, whichever is there."""
    pytest.importorskip("polars")
    frame = rook.to_dataframe()
    assert frame.shape == (len(rook), 5)
    assert frame["alpha_exact"][0] == "{0.numerator}/{0.denominator}".format(
        rook.values().table[rook.values().index[0, 0]]
    )
