"""Base class of solved endings of bidding chess, for exact values and for bounds."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from ._native import Bounds, Endings, check
from .files import write_whole

__all__ = ["SolvedEndings", "opened"]

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
        >>> knight = gamecert.ending("KNK", board=(4, 4))
        >>> knight.positions()[knight.values().alpha.argmax()]  # where White needs least
        '2k1/4/3N/K3'
        >>> gamecert.bounds("KK", board=(4, 4), width=30).positions()[0]
        '4/4/4/Kk2'
        """
        return self._native.positions()

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Writes the certificates of the ending and its sub-endings into a folder.

        Creates the folder if it does not exist. Returns the paths, the ending's path last. Existing files with the same
        bytes are not touched. Other existing files are replaced atomically. Raises ``ValueError`` for bounds that were
        opened from a file, because their certificates are files already.

        >>> import tempfile
        >>> import gamecert
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     paths = gamecert.ending("KNK", board=(4, 4)).save(folder)
        ...     [path.name for path in paths], gamecert.check(paths[-1]).parameters["material"]
        (['kk-4x4.cbor', 'knk-4x4.cbor'], 'KNK')
        """
        files = self._native.certificate_files()
        if not files:
            raise ValueError("the certificates of bounds that were opened are files already")
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        return [write_whole(folder / name, content) for name, content in files]


def opened(
    native: Callable[[str, Sequence[str]], Native],
    path: str | os.PathLike[str],
    include: Sequence[str | os.PathLike[str]],
) -> Native:
    """Opens a certificate with a function of the native module.

    If the checker refuses the file, raises the checker's exception, which is more precise than that of the function.
    """
    try:
        return native(os.fspath(path), [os.fspath(folder) for folder in include])
    except ValueError:
        check(path, include=include)
        raise
