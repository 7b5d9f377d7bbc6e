"""Bounds for the thresholds of bidding chess endings.

If the exact values of an ending are too long to compute, a certificate of kind ``bracket`` proves a lower and an upper
bound of alpha and of beta for every position. All these bounds are multiples of the same power of two.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from . import plots
from ._native import Bounds as _Bounds
from ._native import open_certificate
from .arguments import Board, placement
from .progress import Progress
from .solutions import Solution
from .solved_endings import SolvedEndings

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["BoundedMove", "Bounds", "Interval", "bounds", "open_bounds"]


@dataclass(frozen=True)
class Interval:
    """A proved lower bound and a proved upper bound of a number.

    >>> import gamecert
    >>> alpha, beta = gamecert.Game("bidding-chess:KRK@4x4").bounds(width=30).interval("k3/4/4/K2R")
    >>> Fraction(23, 32) in alpha, alpha.width <= Fraction(1, 2**30)
    (True, True)
    """

    low: Fraction
    """Lower bound."""
    high: Fraction
    """Upper bound."""

    def __contains__(self, number: object) -> bool:
        """Tells whether a number lies in the interval, bounds included."""
        return isinstance(number, (int, float, Fraction)) and self.low <= number <= self.high

    @property
    def width(self) -> Fraction:
        """Difference of the two bounds."""
        return self.high - self.low


@dataclass(frozen=True)
class BoundedMove:
    """A move, with bounds for the position that it leads to.

    >>> import gamecert
    >>> rook = gamecert.Game("bidding-chess:KRK@4x4").bounds(width=30)
    >>> [move.move for move in rook.moves("k3/4/4/R2K") if move.alpha.low == 1]  # captures the king
    ['a1a4']
    """

    move: str
    """Squares from and to, with a letter for a promotion: ``d1c3``, ``e7e8q``."""
    white: bool
    """Whether the move is White's."""
    alpha: Interval
    """Bounds of alpha after the move. After a capture of a king both are 1 (White wins) or 0 (Black wins)."""
    beta: Interval
    """Bounds of beta after the move."""


class Bounds(SolvedEndings[_Bounds], Solution):
    """An ending of bidding chess and its sub-endings, each with bounds of alpha and beta.

    :meth:`Game.bounds` and :func:`open` return these objects.
    """

    __slots__ = ()

    kind: ClassVar[str] = "bracket"

    @property
    def bits(self) -> int:
        """Number of binary places: all bounds are multiples of 2^-bits."""
        return self._native.bits

    def interval(self, position: Any) -> tuple[Interval, Interval]:
        """Returns the bounds of alpha and the bounds of beta of a position.

        ``position`` is a FEN with any number of fields, or a board of python-chess. Raises ``ValueError`` for an
        invalid position, and for a position that belongs neither to the ending nor to its sub-endings.

        >>> import gamecert
        >>> alpha, beta = gamecert.Game("bidding-chess:KPKP@2x4").bounds(width=30).interval("2/pk/P1/K1")
        >>> Fraction(5, 8) in alpha, Fraction(3, 4) in beta
        (True, True)
        """
        found = self.lookup(position)
        return _interval(found["alpha"]), _interval(found["beta"])

    def parted(self, position: Any) -> bool:
        """Tells whether the bounds prove alpha < beta. ``False`` proves nothing. Raises the errors of :meth:`interval`.

        >>> import gamecert
        >>> gamecert.Game("bidding-chess:KPKP@2x4").bounds(width=30).parted("2/pk/P1/K1")
        True
        """
        alpha, beta = self.interval(position)
        return alpha.high < beta.low

    def moves(self, position: Any) -> list[BoundedMove]:
        """Returns all moves of both players in a position, with bounds for the positions that they lead to.

        White's moves come first. Each player's moves are in the order of ``spec/rules/bidding-chess.md``. Raises the
        errors of :meth:`interval`.

        >>> import gamecert
        >>> rook = gamecert.Game("bidding-chess:KRK@4x4").bounds(width=30)
        >>> [(move.move, float(move.alpha.low)) for move in rook.moves("k3/4/4/R2K") if move.white][-1]
        ('a1c1', 0.7187499999999787)
        """
        found = self.lookup(position)
        return [
            BoundedMove(one["move"], key == "white_moves", _interval(one["alpha"]), _interval(one["beta"]))
            for key in ("white_moves", "black_moves")
            for one in found[key]
        ]

    def lookup(self, position: Any) -> dict[str, Any]:
        """Returns everything known about a position as ``solve lookup --json`` prints it, with fractions as texts.

        The schema is ``spec/json/lookup-bracket.schema.json``. Raises the errors of :meth:`interval`.

        >>> import gamecert
        >>> gamecert.Game("bidding-chess:KK@4x4").bounds(width=30).lookup("k3/4/4/3K")["alpha"]["decimal"]
        '0.4999999999'
        """
        found: dict[str, Any] = json.loads(self._native.lookup(placement(position)))
        return found

    def values(self) -> npt.NDArray[np.float64]:
        """Returns the bounds of all classes as floats, rounded outwards so that they remain valid bounds.

        The shape is (4, n): lower and upper bounds of alpha, lower and upper bounds of beta. Classes are in the order
        of ``spec/rules/bidding-chess.md``. For a class whose second row is less than its third, alpha < beta is proved.

        >>> import gamecert
        >>> known = gamecert.Game("bidding-chess:KPKP@2x4").bounds(width=30).values()
        >>> known.shape, int((known[1] < known[2]).sum())
        ((4, 180), 8)
        """
        return self._native.arrays()

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns names and bytes of the certificates, the ending's own after those of its sub-endings.

        >>> import gamecert
        >>> [name for name, _ in gamecert.Game("bidding-chess:KNK@4x4").bounds().certificate_files()]
        ['kk-4x4-bracket.cbor', 'knk-4x4-bracket.cbor']
        """
        return self._native.certificate_files()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificates, which are verified when the pickle is loaded."""
        return _unpickled, ([content for _, content in self.certificate_files()],)

    def _repr_html_(self) -> str:
        bounds = self.values()
        rows = [
            ("board", f"{self.board[0]}x{self.board[1]}"),
            ("classes", f"{len(self):,}"),
            ("bounds", f"multiples of 2^-{self.bits}"),
            ("widest interval", f"{(bounds[[1, 3]] - bounds[[0, 2]]).max():.3g}"),
            ("alpha < beta is proved at", f"{int((bounds[1] < bounds[2]).sum()):,} classes"),
        ]
        return plots.table(f"bidding chess, bounds of {self.material}", ("", ""), rows)

    def __repr__(self) -> str:
        """Describes material, board, number of classes and number of binary places."""
        width, height = self.board
        return f"<bounds of {self.material} on {width}x{height}: {len(self)} classes, {self.bits} bits>"


def _interval(bounds: dict[str, str]) -> Interval:
    return Interval(Fraction(bounds["low"]), Fraction(bounds["high"]))


def _unpickled(files: Sequence[bytes]) -> Bounds:
    _, native = open_certificate(files[-1], "the pickled certificate", [], list(files[:-1]))
    return Bounds(native)


def bounds(
    material: str,
    board: Board = (8, 8),
    *,
    width: int = 30,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Bounds:
    """Deprecated: use ``gamecert.Game.bidding_chess(material, board).bounds(width=width)``.

    >>> import gamecert
    >>> gamecert.bounds("KNK", board=(4, 4), width=30)
    <bounds of KNK on 4x4: 426 classes, 47 bits>
    """
    from .game import Game

    message = "gamecert.bounds(material, board) is now gamecert.Game.bidding_chess(material, board).bounds()"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return Game.bidding_chess(material, board).bounds(width=width, memory=memory, progress=progress)


def open_bounds(path: str | os.PathLike[str], include: Sequence[str | os.PathLike[str]] = ()) -> Bounds:
    """Deprecated: use ``gamecert.open(path)``.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gamecert.open_bounds(gamecert.Game("bidding-chess:KNK@4x4").bounds().save(folder)).bits
    47
    """
    from .opening import opened_as

    return opened_as(Bounds, "open_bounds", path, include)
