"""Endings of bidding chess whose thresholds are known between bounds.

Where exact values are too long to compute, a certificate of kind ``bracket`` proves a lower and an upper bound of alpha
and of beta for every position, all multiples of the same power of two.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import plots
from ._native import Bounds as _Bounds
from ._native import check
from .files import write_whole
from .memory import allow
from .progress import Progress, chosen

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["BoundedMove", "Bounds", "Interval", "bounds", "open_bounds"]


@dataclass(frozen=True)
class Interval:
    """Two bounds of a number, which are proved.

    >>> import gamecert
    >>> alpha, beta = gamecert.bounds("KRK", board=(4, 4), width=30).interval("k3/4/4/K2R")
    >>> Fraction(23, 32) in alpha, alpha.width <= Fraction(1, 2**30)
    (True, True)
    """

    low: Fraction
    """The number is at least this."""
    high: Fraction
    """And at most this."""

    def __contains__(self, number: object) -> bool:
        """Whether the number may be this one."""
        return isinstance(number, (int, float, Fraction)) and self.low <= number <= self.high

    @property
    def width(self) -> Fraction:
        """How far the bounds are apart."""
        return self.high - self.low


@dataclass(frozen=True)
class BoundedMove:
    """A move and the bounds of what it leads to.

    >>> import gamecert
    >>> rook = gamecert.bounds("KRK", board=(4, 4), width=30)
    >>> [move.move for move in rook.moves("k3/4/4/R2K") if move.alpha.low == 1]  # captures the king
    ['a1a4']
    """

    move: str
    """Squares from and to, and what a pawn becomes: ``d1c3``, ``e7e8q``."""
    white: bool
    """Whether it is White's."""
    alpha: Interval
    """Of alpha of the position that it leads to: 1 and 0 when it captures a king."""
    beta: Interval
    """Of beta of it."""


class Bounds:
    """An ending of bidding chess with those that it rests on, each with bounds of alpha and beta.

    Made by :func:`bounds` and :func:`open_bounds`.
    """

    __slots__ = ("_native",)

    def __init__(self, native: _Bounds) -> None:
        """Takes what the native part has read."""
        self._native = native

    @property
    def material(self) -> str:
        """The pieces, White's first: ``KBKN``."""
        return self._native.material

    @property
    def board(self) -> tuple[int, int]:
        """Files and ranks."""
        return self._native.board

    @property
    def bits(self) -> int:
        """All bounds are multiples of 2^-bits."""
        return self._native.bits

    def __len__(self) -> int:
        """The number of classes."""
        return len(self._native)

    def interval(self, fen: str) -> tuple[Interval, Interval]:
        """The bounds of alpha, and those of beta, of a position.

        ``fen`` is the first field of a FEN, or a whole one, of which only the first field counts. Raises ``ValueError``
        for a text that is no such position and for one of another ending.

        >>> import gamecert
        >>> alpha, beta = gamecert.bounds("KPKP", board=(2, 4), width=30).interval("2/pk/P1/K1")
        >>> Fraction(5, 8) in alpha, Fraction(3, 4) in beta
        (True, True)
        """
        found = self.lookup(fen)
        return _interval(found["alpha"]), _interval(found["beta"])

    def parted(self, fen: str) -> bool:
        """Whether alpha < beta is proved. Where it is not, nothing is said. Errors as for :meth:`interval`.

        >>> import gamecert
        >>> gamecert.bounds("KPKP", board=(2, 4), width=30).parted("2/pk/P1/K1")
        True
        """
        alpha, beta = self.interval(fen)
        return alpha.high < beta.low

    def moves(self, fen: str) -> list[BoundedMove]:
        """All moves of both players in a position with bounds of what they lead to.

        White's come first, both in the order of ``spec/rules/bidding-chess.md``. Errors as for :meth:`interval`.

        >>> import gamecert
        >>> rook = gamecert.bounds("KRK", board=(4, 4), width=30)
        >>> [(move.move, float(move.alpha.low)) for move in rook.moves("k3/4/4/R2K") if move.white][-1]
        ('a1c1', 0.7187499999999787)
        """
        found = self.lookup(fen)
        return [
            BoundedMove(one["move"], key == "white_moves", _interval(one["alpha"]), _interval(one["beta"]))
            for key in ("white_moves", "black_moves")
            for one in found[key]
        ]

    def lookup(self, fen: str) -> dict[str, Any]:
        """Everything about a position as ``solve lookup --json`` prints it, fractions as texts.

        The form is that of ``spec/json/lookup-bracket.schema.json``. Errors as for :meth:`interval`.

        >>> import gamecert
        >>> gamecert.bounds("KK", board=(4, 4), width=30).lookup("k3/4/4/3K")["alpha"]["decimal"]
        '0.4999999999'
        """
        if not isinstance(fen, str):
            raise TypeError(f"a position is given as a text, not as {type(fen).__name__}")
        found: dict[str, Any] = json.loads(self._native.lookup(fen))
        return found

    def values(self) -> npt.NDArray[np.float64]:
        """The bounds of all classes as floats, rounded outwards, so that they are bounds still.

        Shape (4, n): lower and upper bounds of alpha, lower and upper bounds of beta. Classes are in the order of
        ``spec/rules/bidding-chess.md``; alpha < beta is proved at those where the second row is less than the third.

        >>> import gamecert
        >>> known = gamecert.bounds("KPKP", board=(2, 4), width=30).values()
        >>> known.shape, int((known[1] < known[2]).sum())
        ((4, 180), 8)
        """
        return self._native.arrays()

    def positions(self) -> list[str]:
        """A position of each class, as first fields of FENs, in class order.

        >>> import gamecert
        >>> gamecert.bounds("KK", board=(4, 4), width=30).positions()[0]
        '4/4/4/Kk2'
        """
        return self._native.positions()

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Writes the certificates of the ending and of those that it rests on into a folder.

        The folder is made if it is not there. Returns the paths, the ending's last. Raises ``ValueError`` for bounds
        that were opened, whose certificates are files already.

        >>> import tempfile
        >>> import gamecert
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     paths = gamecert.bounds("KNK", board=(4, 4), width=30).save(folder)
        ...     [path.name for path in paths], gamecert.check(paths[-1]).kind
        (['kk-4x4-bracket.cbor', 'knk-4x4-bracket.cbor'], 'bracket')
        """
        files = self._native.certificate_files()
        if not files:
            raise ValueError("these bounds were opened: their certificates are files already")
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        return [write_whole(folder / name, content) for name, content in files]

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
        """Material, board, number of classes and binary places."""
        width, height = self.board
        return f"<bounds of {self.material} on {width}x{height}: {len(self)} classes, {self.bits} bits>"


def _interval(bounds: dict[str, str]) -> Interval:
    return Interval(Fraction(bounds["low"]), Fraction(bounds["high"]))


def bounds(
    material: str,
    board: tuple[int, int] = (8, 8),
    *,
    width: int = 30,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Bounds:
    """Brackets an ending of bidding chess and those that it turns into: intervals of at most 2^-width.

    ``material`` has White's pieces, then Black's; ``board`` has files and ranks, 2 to 16 each; ``width`` is from 1 to
    100. Stops at KeyboardInterrupt. Raises ``ValueError`` for material, boards or widths that there are not,
    ``RuntimeError`` where no bounds are as narrow, and ``MemoryError`` if more than ``memory`` bytes may be needed:
    on Linux, unless told otherwise, more than are available. The certificates are verified before they are read.

    >>> import gamecert
    >>> gamecert.bounds("KNK", board=(4, 4), width=30)
    <bounds of KNK on 4x4: 426 classes, 47 bits>
    """
    allow(material, _Bounds.estimate(material, board, width), memory)
    return Bounds(_Bounds.bracket(material, board, width, chosen(progress)))


def open_bounds(path: str | os.PathLike[str], include: Sequence[str | os.PathLike[str]] = ()) -> Bounds:
    """Opens a certificate with bounds of an ending, which is verified first, with those that it cites.

    These are looked for in its folder and in the folders ``include``.
    Raises ``Rejected`` or ``Undecided`` if it is not verified, ``ValueError`` if it is about something else.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = gamecert.bounds("KNK", board=(4, 4), width=30).save(folder)
    ...     knight = gamecert.open_bounds(paths[-1])
    >>> Fraction(21, 32) in knight.interval("k3/4/4/K2N")[0]
    True
    """
    try:
        return Bounds(_Bounds.open(os.fspath(path), [os.fspath(folder) for folder in include]))
    except ValueError:
        # What the checker refuses, it says best itself.
        check(path, include=include)
        raise
