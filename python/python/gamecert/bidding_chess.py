"""Endings of bidding chess.

Both players bid money for each move. The higher bidder pays the other player and moves. A position has two thresholds,
alpha and beta. White wins by force if Black has less than the share alpha of all money, and Black wins by force if
Black has more than the share beta. The thresholds are exact fractions, and mostly equal.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from . import plots
from ._native import Endings, open_certificate
from .arguments import Board, placement
from .progress import Progress
from .solutions import MoneySolution, data_frame
from .solved_endings import SolvedEndings

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

__all__ = ["Ending", "Values", "ending", "open_ending"]


@dataclass(frozen=True, eq=False)
class Values:
    """The values of all classes of an ending. The object can be unpacked into its four fields.

    A class is a position up to symmetry; classes are in the order of ``spec/rules/bidding-chess.md``.

    >>> import gamecert
    >>> alpha, beta, index, table = gamecert.Game("bidding-chess:KNK@4x4").solve().values()
    >>> len(alpha), len(table), int((alpha < beta).sum())
    (426, 52, 0)
    >>> table[index[0].max()]  # the greatest alpha
    Fraction(203, 256)
    """

    alpha: npt.NDArray[np.float64]
    """Floats nearest to the least Richman function: shape (n,)."""
    beta: npt.NDArray[np.float64]
    """Floats nearest to the greatest Richman function: shape (n,)."""
    index: npt.NDArray[np.uint32]
    """Indices into ``table``, for alpha in the first row and for beta in the second: shape (2, n)."""
    table: list[Fraction]
    """Distinct exact values in ascending order."""

    def __iter__(self) -> Iterator[Any]:
        """Iterates over alpha, beta, index and table."""
        return iter((self.alpha, self.beta, self.index, self.table))


class Ending(SolvedEndings[Endings], MoneySolution):
    """An ending of bidding chess and its sub-endings, with exact values of all positions.

    Sub-endings are the endings that it can turn into by captures and promotions. :meth:`Game.solve` and :func:`open`
    return these objects.
    """

    __slots__ = ()

    kind: ClassVar[str] = "richman"

    @property
    def family(self) -> list[str]:
        """Materials of the sub-endings and of the ending itself, each after those that it can turn into."""
        return self._native.family()

    def __getitem__(self, position: Any) -> tuple[Fraction, Fraction]:
        """Returns alpha and beta of a position. Raises ``KeyError`` if it has none."""
        try:
            return self.interval(position)
        except ValueError as error:
            raise KeyError(str(error)) from None

    def __iter__(self) -> Iterator[str]:
        """Iterates over one position of each class, in class order."""
        return iter(self.positions())

    def interval(self, position: Any = None) -> tuple[Fraction, Fraction]:
        """Returns alpha and beta of a position: the least and the greatest Richman function.

        ``position`` is a FEN with any number of fields, or a board of python-chess. All fields but the first are
        ignored, because nobody is to move before the bids. It has no default, as an ending has no initial position.
        Raises ``ValueError`` for an invalid position and for a position of an ending outside :attr:`family`.

        In this example, pawns are blocked. If Black has more than 5/8 and less than 3/4 of all money, neither side wins
        by force.

        >>> import gamecert
        >>> gamecert.Game("bidding-chess:KPKP@2x4").solve().interval("2/pk/P1/K1")
        (Fraction(5, 8), Fraction(3, 4))
        """
        return self._native.value(_placement(position))

    def lookup(self, position: Any = None) -> dict[str, Any]:
        """Returns everything known about a position as ``solve lookup --json`` prints it, with fractions as texts.

        This includes bids and labels. The schema is ``spec/json/lookup.schema.json``.

        >>> import gamecert
        >>> found = gamecert.Game("bidding-chess:KNK@4x4").solve().lookup("k3/4/4/K2N")
        >>> found["alpha"], found["bid"]
        ('21/32', '1/8')
        """
        found: dict[str, Any] = json.loads(self._native.lookup(_placement(position)))
        return found

    def values(self, *, placements: bool = False) -> Values:
        """Returns the values of all classes, or of all placements of the pieces on squares.

        With ``placements`` the arrays have one axis for each piece, in the order of :attr:`material`. The index along
        an axis is the piece's square: a1, b1, ... (64 squares on the standard board). For example, ``alpha[0, 1, 63]``
        of ``KNK`` is the alpha of Ka1, Nb1, kh8. For impossible placements, alpha and beta are nan and ``index`` is
        2^32 - 1.

        >>> import gamecert
        >>> knight = gamecert.Game("bidding-chess:KNK@4x4").solve()
        >>> knight.values().alpha.shape, knight.values(placements=True).alpha.shape
        ((426,), (16, 16, 16))
        """
        alpha, beta, index = self._native.arrays()
        table = self._native.table()
        if not placements:
            return Values(alpha, beta, index, table)
        import numpy as np

        width, height = self.board
        shape = (width * height,) * len(self.material)
        classes = self._native.classes_of_placements().reshape(shape)
        none = np.uint32(2**32 - 1)
        there = classes != none
        places = np.where(there, classes, 0)
        return Values(
            np.where(there, alpha[places], np.nan),
            np.where(there, beta[places], np.nan),
            np.where(there, index[:, places], none),
            table,
        )

    def squares(self, position: Any, piece: str) -> npt.NDArray[np.float64]:
        """Returns alpha with one piece of a position moved to every square: shape (ranks, files), a1 first.

        ``piece`` is the letter of the piece in the FEN. If the position has several such pieces, ``piece`` is the name
        of its square. Squares on which the piece cannot stand are nan. Raises the errors of :meth:`interval`, and
        ``ValueError`` if ``piece`` does not name one piece.

        >>> import gamecert
        >>> gamecert.Game("bidding-chess:KRK@4x4").solve().squares("k3/4/4/K2R", "R")
        array([[      nan, 0.6875   , 0.71875  , 0.71875  ],
               [0.8125   , 0.71875  , 0.71875  , 0.71875  ],
               [0.75     , 0.6328125, 0.71875  , 0.765625 ],
               [      nan, 0.75     , 0.8125   , 0.8125   ]])
        """
        import numpy as np

        pieces = _pieces(_placement(position), self.board)
        here = [square for square, letter in pieces.items() if piece in (letter, _name(square))]
        if len(here) != 1:
            raise ValueError(
                f"piece '{piece}': expected a piece of '{_placement(position)}', or its square where there are several"
            )
        letter = pieces.pop(here[0])
        width, height = self.board
        values = np.full((height, width), np.nan)
        self.interval(position)
        for rank in range(height):
            for file in range(width):
                if (file, rank) not in pieces:
                    try:
                        text = _text({**pieces, (file, rank): letter}, self.board)
                        values[rank, file] = float(self.interval(text)[0])
                    except ValueError:
                        # A pawn cannot stand on the first or last rank.
                        continue
        return values

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plots how often each value of alpha occurs among the classes, in axes of matplotlib.

        >>> import gamecert
        >>> from matplotlib.figure import Figure
        >>> axes = gamecert.Game("bidding-chess:KNK@4x4").solve().plot(Figure().subplots())
        >>> axes.get_xlabel(), axes.get_ylabel()
        ('alpha of KNK', 'classes of positions')
        """
        import numpy as np

        _, _, index, table = self.values()
        places, counts = np.unique(index[0], return_counts=True)
        return plots.spikes(ax, [float(table[place]) for place in places], counts, f"alpha of {self.material}")

    def plot_squares(self, position: Any, piece: str, ax: Axes | None = None) -> Axes:
        """Plots the result of :meth:`squares` as a board in axes of matplotlib, with the other pieces on it.

        >>> import gamecert
        >>> from matplotlib.figure import Figure
        >>> axes = gamecert.Game("bidding-chess:KRK@4x4").solve().plot_squares("k3/4/4/K2R", "R", Figure().subplots())
        >>> [(text.get_text(), text.get_position()) for text in axes.texts]
        [('♚', (1, 4)), ('♔', (1, 1))]
        """
        pieces = _pieces(_placement(position), self.board)
        others = {
            square: _FIGURINES.get(letter, letter)
            for square, letter in pieces.items()
            if piece not in (letter, _name(square))
        }
        return plots.board(ax, self.squares(position, piece), others)

    def to_dataframe(self) -> Any:
        """Returns the values of all classes with their positions, as a data frame of polars.

        If polars is not installed, the data frame is one of pandas. The columns are ``position`` (text), ``alpha`` and
        ``beta`` (float64), and ``alpha_exact`` and ``beta_exact`` (fractions as texts).

        >>> import gamecert
        >>> frame = gamecert.Game("bidding-chess:KNK@4x4").solve().to_dataframe()
        >>> frame.shape, frame["position"][1], frame["alpha_exact"][1], frame["alpha"][1]
        ((426, 5), '4/4/4/KN1k', '43/64', 0.671875)
        """
        alpha, beta, index, table = self.values()
        texts = [f"{value.numerator}/{value.denominator}" for value in table]
        columns = {
            "position": self.positions(),
            "alpha": alpha,
            "beta": beta,
            "alpha_exact": [texts[place] for place in index[0]],
            "beta_exact": [texts[place] for place in index[1]],
        }
        return data_frame(columns, {"position": "text", "alpha_exact": "text", "beta_exact": "text"})

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns names and bytes of the certificates, the ending's own after those of its sub-endings.

        >>> import gamecert
        >>> files = gamecert.Game("bidding-chess:KNK@4x4").solve().certificate_files()
        >>> [name for name, _ in files]
        ['kk-4x4.cbor', 'knk-4x4.cbor']
        """
        return self._native.certificate_files()

    def _identity(self) -> tuple[str, tuple[int, int]]:
        return self.material, self.board

    def __eq__(self, other: object) -> bool:
        """Compares material and board, which determine all values because the values are exact."""
        return self._identity() == other._identity() if isinstance(other, Ending) else NotImplemented

    def __hash__(self) -> int:
        """Hashes material and board."""
        return hash(self._identity())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificates, which are verified when the pickle is loaded."""
        return _unpickled, (self._native.certificate_files(),)

    def _repr_html_(self) -> str:
        alpha, beta, _, table = self.values()
        rows = [
            ("board", f"{self.board[0]}x{self.board[1]}"),
            ("classes", f"{len(self):,}"),
            ("distinct values", f"{len(table):,}"),
            ("largest denominator", f"{len(str(max(value.denominator for value in table)))} digits"),
            ("alpha < beta", f"{int((alpha != beta).sum()):,} classes"),
        ]
        return plots.table(f"bidding chess, {self.material}", ("", ""), rows)

    def __repr__(self) -> str:
        """Describes material, board and number of classes."""
        width, height = self.board
        return f"<ending {self.material} on {width}x{height}: {len(self)} classes>"


def _placement(position: Any) -> str:
    if position is None:
        raise ValueError("position: expected one, because an ending has no initial position")
    return placement(position)


_FIGURINES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))


def _name(square: tuple[int, int]) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def _pieces(placement: str, board: tuple[int, int]) -> dict[tuple[int, int], str]:
    """Returns the letters of a placement by file and rank. An invalid placement is detected when it is looked up."""
    pieces = {}
    for down, row in enumerate(placement.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                pieces[file, board[1] - 1 - down] = letter
                file += 1
    return pieces


def _text(pieces: dict[tuple[int, int], str], board: tuple[int, int]) -> str:
    width, height = board
    rows = ("".join(pieces.get((file, rank), " ") for file in range(width)) for rank in reversed(range(height)))
    return re.sub(r" +", lambda gap: str(len(gap[0])), "/".join(rows))


def _unpickled(files: Sequence[tuple[str, bytes]]) -> Ending:
    contents = [content for _, content in files]
    _, native = open_certificate(contents[-1], "the pickled certificate", [], contents[:-1])
    return Ending(native)


def ending(
    material: str,
    board: Board = (8, 8),
    *,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Ending:
    """Deprecated: use ``gamecert.Game.bidding_chess(material, board).solve()``.

    >>> import gamecert
    >>> gamecert.ending("KNK", board="4x4")
    <ending KNK on 4x4: 426 classes>
    """
    from .game import Game

    message = "gamecert.ending(material, board) is now gamecert.Game.bidding_chess(material, board).solve()"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    solved = Game.bidding_chess(material, board).solve("money", memory=memory, progress=progress)
    assert isinstance(solved, Ending)
    return solved


def open_ending(path: str | os.PathLike[str], include: Sequence[str | os.PathLike[str]] = ()) -> Ending:
    """Deprecated: use ``gamecert.open(path)``.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gamecert.open_ending(gamecert.Game("bidding-chess:KNK@4x4").solve().save(folder)).family
    ['KK', 'KNK']
    """
    from .opening import opened_as

    return opened_as(Ending, "open_ending", path, include)
