"""Endings of bidding chess that are known between bounds."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import gamecert

CORPUS = Path(__file__).parents[2] / "tests" / "corpus" / "accept"
CERTS = Path(__file__).parents[2] / "certs"


@pytest.fixture(scope="module")
def rook() -> gamecert.Bounds:
    """The rook's ending on 3x3, between bounds of 47 places."""
    return gamecert.open_bounds(CORPUS / "bracket" / "3x3-krk.cbor", include=[CORPUS / "richman"])


def test_what_is_read(rook: gamecert.Bounds) -> None:
    """Material, board, places."""
    assert (rook.material, rook.board, rook.bits, len(rook)) == ("KRK", (3, 3), 47, 66)
    assert repr(rook) == "<bounds of KRK on 3x3: 66 classes, 47 bits>"
    assert "<td>0 classes</td>" in rook._repr_html_()


def test_bounds_hold_the_exact_values(rook: gamecert.Bounds) -> None:
    """Every class, every move: what is solved exactly lies between the bounds."""
    exact = gamecert.ending("KRK", board=(3, 3), progress=False)
    assert rook.positions() == exact.positions()
    bounds = rook.values()
    assert bounds.shape == (4, 66)
    for place, position in enumerate(rook.positions()):
        value = exact.value(position)
        alpha, beta = rook.interval(position)
        assert value in alpha
        assert value in beta
        assert alpha.width <= Fraction(1, 2**46)
        assert not rook.parted(position)
        low, high, beta_low, beta_high = bounds[:, place]
        assert low <= alpha.low <= alpha.high <= high
        assert beta_low <= beta.low <= beta.high <= beta_high
        assert high - low < 2**-45
        for move, known in zip(exact.moves(position), rook.moves(position), strict=True):
            assert (move.move, move.white) == (known.move, known.white)
            assert move.alpha in known.alpha
            assert move.beta in known.beta


def test_bracketed_saved_and_opened(tmp_path: Path) -> None:
    """Bounds hold the exact values where alpha and beta differ, and are read back the same."""
    made = gamecert.bounds("KPKP", board=(2, 4), width=50, progress=False)
    exact = gamecert.ending("KPKP", board=(2, 4), progress=False)
    apart = 0
    for position in made.positions():
        alpha, beta = exact.interval(position)
        bounds = made.interval(position)
        assert alpha in bounds[0]
        assert beta in bounds[1]
        assert max(bounds[0].width, bounds[1].width) <= Fraction(1, 2**50)
        assert made.parted(position) == (alpha != beta)
        apart += alpha != beta
    assert apart > 0
    path = made.save(tmp_path)
    assert {gamecert.check(file, include=[tmp_path]).kind for file in tmp_path.glob("*.cbor")} == {"bracket"}
    opened = gamecert.open(path)
    assert (opened.values() == made.values()).all()
    assert [name for name, _ in opened.certificate_files()] == [name for name, _ in made.certificate_files()]


@pytest.mark.parametrize(
    ("title", "arguments", "says"),
    [
        ("no such material", {"material": "KK K"}, "material 'KK K'"),
        ("no such board", {"material": "KK", "board": (1, 4)}, "board"),
        ("wider than there is", {"material": "KK", "width": 0}, "width 0"),
        ("narrower than there is", {"material": "KK", "width": 101}, "from 2\\^-1 to 2\\^-100"),
    ],
)
def test_wrong_questions(title: str, arguments: dict[str, Any], says: str) -> None:
    """Each is refused with a sentence."""
    with pytest.raises(ValueError, match=says):
        gamecert.bounds(**arguments)


def test_too_little_memory() -> None:
    """What may not fit is not begun."""
    with pytest.raises(MemoryError, match="KQKR"):
        gamecert.bounds("KQKR", memory=1_000_000)


def test_loose_bounds() -> None:
    """Bounds as far apart as they may be, and what is no number."""
    loose = gamecert.open_bounds(CORPUS / "bracket" / "2x2-kk-loose.cbor", include=[CORPUS / "richman"])
    alpha, beta = loose.interval(loose.positions()[0])
    assert 0 <= alpha.low <= alpha.high <= beta.high <= 1
    assert alpha.low <= beta.low
    assert "1/2" not in alpha


@pytest.mark.parametrize(
    ("title", "position", "says"),
    [
        ("a position of another ending", "2k/3/K1Q", "there are bounds of KK, KRK only"),
        ("a rank too few", "2k/K1R", "2 ranks, expected 3"),
        ("no position", "", "position ''"),
    ],
)
def test_wrong_positions(rook: gamecert.Bounds, title: str, position: str, says: str) -> None:
    """Each is refused with a sentence."""
    with pytest.raises(ValueError, match=says):
        rook.interval(position)
    with pytest.raises(TypeError, match="found int"):
        rook.lookup(8)  # type: ignore[arg-type]


def test_wrong_files(tmp_path: Path) -> None:
    """Other kinds, forged files, files without what they cite."""
    with pytest.raises(ValueError, match="opens as Ending, expected Bounds"):
        gamecert.open_bounds(CERTS / "kk.cbor")
    with pytest.raises(ValueError, match="bracket"):
        gamecert.open_ending(CORPUS / "bracket" / "3x3-krk.cbor", include=[CORPUS / "richman"])
    content = bytearray((CORPUS / "bracket" / "2x2-kk.cbor").read_bytes())
    content[-1] ^= 1
    (tmp_path / "forged.cbor").write_bytes(content)
    with pytest.raises(gamecert.Rejected, match="bracket/"):
        gamecert.open_bounds(tmp_path / "forged.cbor")
    (tmp_path / "krk.cbor").write_bytes((CORPUS / "bracket" / "3x3-krk.cbor").read_bytes())
    with pytest.raises(gamecert.Undecided):
        gamecert.open_bounds(tmp_path / "krk.cbor")
