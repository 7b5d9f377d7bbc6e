"""Base class of solved endings of bidding chess, for exact values and for bounds."""

from __future__ import annotations

from typing import Generic, TypeVar

from ._native import Bounds, Endings

__all__ = ["SolvedEndings"]

Native = TypeVar("Native", Endings, Bounds)


class SolvedEndings(Generic[Native]):
    """An ending of bidding chess and its sub-endings."""

    __slots__ = ("_native",)

    _native: Native

    def __init__(self, native: Native) -> None:
        """Wraps an object of the native module."""
        self._native = native

    @property
    def material(self) -> str:
        """Pieces, White's first: ``KNK``."""
        return self._native.material

    @property
    def board(self) -> tuple[int, int]:
        """Numbers of files and ranks."""
        return self._native.board

    def __len__(self) -> int:
        """Returns the number of classes."""
        return len(self._native)

    def positions(self) -> list[str]:
        """Returns one position of each class, in class order, as the first field of a FEN.

        >>> import gamecert
        >>> knight = gamecert.Game("bidding-chess:KNK@4x4").solve()
        >>> knight.positions()[knight.values().alpha.argmax()]  # where White needs least
        '2k1/4/3N/K3'
        >>> gamecert.Game("bidding-chess:KK@4x4").bounds().positions()[0]
        '4/4/4/Kk2'
        """
        return self._native.positions()
