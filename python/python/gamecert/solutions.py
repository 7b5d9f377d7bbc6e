"""What all solutions have in common: certificates, values, bids and moves.

A *position* of a game of one's own is the node that the user gave: any hashable object. Positions of named games are
texts, and those of bidding chess are FENs or boards of python-chess.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Literal

from .arguments import Side, name_of_side
from .files import write_whole

__all__ = ["MoneyBids", "MoneySolution", "Move", "Solution"]


class Nodes:
    """Translates between the nodes of a user's game and the names of its positions in certificates."""

    def __init__(self, nodes: Mapping[str, Hashable] | None = None) -> None:
        """Takes the node of each name. ``None`` stands for a game whose positions are texts."""
        self._nodes = dict(nodes or {})
        self._names = {node: name for name, node in self._nodes.items()}

    @staticmethod
    def naming(nodes: Iterable[Hashable]) -> Nodes:
        """Names nodes: a text by itself, and anything else by its ``repr``. Raises ``ValueError`` if names collide."""
        named: dict[str, Hashable] = {}
        for node in nodes:
            name = node if isinstance(node, str) else repr(node)
            if named.setdefault(name, node) != node or type(named[name]) is not type(node):
                raise ValueError(f"positions {named[name]!r} and {node!r} have the same name {name!r} in certificates")
        return Nodes(named)

    def name(self, node: Any) -> str:
        """Returns the name of a node. For a game that was opened from a file, that is its text or its ``repr``."""
        try:
            found = self._names.get(node)
        except TypeError:
            found = None
        return found if found is not None else node if isinstance(node, str) else repr(node)

    def node(self, name: str) -> Any:
        """Returns the node of a name, or the name itself if there is no such node."""
        return self._nodes.get(name, name)

    def __getstate__(self) -> dict[str, Hashable]:
        """Pickles the nodes."""
        return self._nodes

    def __setstate__(self, nodes: dict[str, Hashable]) -> None:
        """Restores the nodes."""
        Nodes.__init__(self, nodes)


class Solution(ABC):
    """A solved game. Solutions compare and hash by their certificates."""

    __slots__ = ()

    kind: ClassVar[str]
    """Kind of the certificate, such as ``richman`` (``spec/kinds``)."""

    @abstractmethod
    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns names and bytes of all certificates. The solution's own comes last, after those that it cites."""

    @property
    def certificate(self) -> bytes:
        """Bytes of the solution's own certificate."""
        return self.certificate_files()[-1][1]

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the certificate, and those that it cites beside it. Returns the path of the certificate.

        A ``path`` that ends in ``.cbor`` is the file. Any other path is a folder, in which the files have their usual
        names. Folders are created. Files that exist are replaced atomically, or kept if they have the same bytes.

        >>> import tempfile
        >>> import gamecert
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = gamecert.Game("bidding-chess:KNK@4x4").solve().save(folder)
        ...     sorted(file.name for file in path.parent.iterdir()), gamecert.open(path)
        (['kk-4x4.cbor', 'knk-4x4.cbor'], <ending KNK on 4x4: 426 classes>)
        """
        path = Path(path)
        files = self.certificate_files()
        if path.suffix == ".cbor":
            folder, name = path.parent, path.name
        else:
            folder, name = path, files[-1][0]
        folder.mkdir(parents=True, exist_ok=True)
        for cited, content in files[:-1]:
            if cited == name:
                raise ValueError(f"{path}: this is the name of a certificate that the solution cites")
            write_whole(folder / cited, content)
        return write_whole(folder / name, files[-1][1])

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return self.certificate == other.certificate if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return hash(self.certificate)


@dataclass(frozen=True)
class Move:
    """A move of a game that is played by bidding money, with the values of the position that it leads to.

    >>> import gamecert
    >>> rook = gamecert.Game("bidding-chess:KRK@4x4").solve()
    >>> [move for move in rook.moves("k3/4/4/R2K") if move.player == "left" and move.best]  # captures the king
    [Move(move='a1a4', player='left', alpha=Fraction(1, 1), beta=Fraction(1, 1), best=True)]
    """

    move: Any
    """The position after the move; in bidding chess the squares from and to, with a letter for a promotion."""
    player: Literal["left", "right"]
    """The player who moves. In bidding chess White is Left."""
    alpha: Fraction
    """Alpha after the move. After a move that wins it is 1 (Left has won) or 0 (Right has won)."""
    beta: Fraction
    """Beta after the move."""
    best: bool
    """Whether the player has no better move. Left's moves are compared by alpha, Right's by beta."""

    @property
    def white(self) -> bool:
        """Whether the move is White's, in bidding chess."""
        return self.player == "left"


@dataclass(frozen=True)
class MoneyBids:
    """What to bid for the next move, as a share of all money. It is the same for both players.

    A negative bid means that nobody wants to move.

    >>> import gamecert
    >>> gamecert.Game("tic-tac-toe").solve().bids()
    MoneyBids(to_win=Fraction(41, 256), not_to_lose=Fraction(41, 256))
    """

    to_win: Fraction
    """Bid that keeps a win of Left or prevents it: half of the difference that the best moves make to alpha."""
    not_to_lose: Fraction
    """Bid that keeps a win of Right or prevents it, from beta. Equal to ``to_win`` where alpha = beta."""


def share_of(share: Any) -> Fraction:
    """Returns a share of the money as a fraction. Raises ``ValueError`` unless it is between 0 and 1."""
    found = Fraction(share)
    if not 0 <= found <= 1:
        raise ValueError(f"share {share!r}: expected a part of the money, from 0 to 1")
    return found


class MoneySolution(Solution):
    """A game that is played by bidding money, with exact values.

    Left wins by force if Right has less than the share alpha of all money. Right wins by force if Right has more than
    the share beta. Mostly alpha = beta.
    """

    __slots__ = ()

    @abstractmethod
    def __iter__(self) -> Iterator[Any]:
        """Iterates over all positions in which the game is not over, one of each symmetry class."""

    @abstractmethod
    def __len__(self) -> int:
        """Returns the number of these positions."""

    @abstractmethod
    def __getitem__(self, position: Any) -> tuple[Fraction, Fraction]:
        """Returns alpha and beta of a position. Raises ``KeyError`` if it has none."""

    @abstractmethod
    def to_dataframe(self) -> Any:
        """Returns all positions with their values as a data frame of polars, or of pandas without polars."""

    @abstractmethod
    def interval(self, position: Any = None) -> tuple[Fraction, Fraction]:
        """Returns alpha and beta of a position. The default is the initial position."""

    @abstractmethod
    def lookup(self, position: Any = None) -> dict[str, Any]:
        """Returns everything known about a position, as ``solve lookup --json`` prints it."""

    def _played(self, written: str) -> Any:
        """Returns a move as the user writes it."""
        return written

    def value(self, position: Any = None) -> Fraction:
        """Returns the share of all money that decides a position in which alpha = beta.

        Left wins by force if Right has less, and Right wins by force if Right has more. The default is the initial
        position. Raises ``ValueError`` if alpha < beta (use :meth:`interval`).

        >>> import gamecert
        >>> gamecert.Game("tug:2").solve().value()
        Fraction(1, 2)
        """
        alpha, beta = self.interval(position)
        if alpha != beta:
            where = "the initial position" if position is None else f"position {position!r}"
            raise ValueError(f"{where}: alpha = {alpha} is less than beta = {beta}; use interval()")
        return alpha

    def bids(self, position: Any = None) -> MoneyBids:
        """Returns what to bid for the next move.

        >>> import gamecert
        >>> gamecert.Game("bidding-chess:KRK@4x4").solve().bids("k3/4/4/K2R").to_win
        Fraction(3, 32)
        """
        found = self.lookup(position)
        return MoneyBids(Fraction(found["bid"]), Fraction(found.get("bid_beta") or found["bid"]))

    def moves(self, position: Any = None) -> list[Move]:
        """Returns all moves of both players, Left's first, with the values of the positions that they lead to.

        >>> import gamecert
        >>> knight = gamecert.Game("bidding-chess:KNK@4x4").solve()
        >>> [(move.move, str(move.alpha)) for move in knight.moves("k3/4/4/K2N") if move.best]
        [('d1b2', '25/32'), ('d1c3', '25/32'), ('a4b3', '17/32')]
        >>> knight.value("k3/4/4/K2N")  # half of 25/32 and 17/32
        Fraction(21, 32)
        """
        found = self.lookup(position)
        left, right = ("left_moves", "right_moves") if "left_moves" in found else ("white_moves", "black_moves")

        def moves(key: str, player: Literal["left", "right"]) -> list[Move]:
            return [
                Move(
                    self._played(one["move"]),
                    player,
                    Fraction(one["value"]),
                    Fraction(one.get("value_beta") or one["value"]),
                    one["best"],
                )
                for one in found[key]
            ]

        return [*moves(left, "left"), *moves(right, "right")]

    def best(self, position: Any = None, player: Side = "left") -> list[Any]:
        """Returns the best moves of a player: positions after them, or for bidding chess the moves.

        >>> import gamecert
        >>> gamecert.Game("tic-tac-toe").solve().best(player="left")
        ['.../.X./...']
        """
        which = name_of_side(player)
        return [move.move for move in self.moves(position) if move.player == which and move.best]

    def outcome(self, position: Any = None, *, left: Any) -> Literal["left", "right", "neither"]:
        """Returns who wins by force if Left has the share ``left`` of all money.

        ``left`` is a number or a text such as ``"2/3"``. With exactly the threshold, the tie-breaking rule decides; the
        result is then ``neither``.

        >>> import gamecert
        >>> knight = gamecert.Game("bidding-chess:KNK@4x4").solve()
        >>> [knight.outcome("k3/4/4/K2N", left=left) for left in ("1/3", "11/32", 0.35)]
        ['right', 'neither', 'left']
        """
        alpha, beta = self.interval(position)
        right = 1 - share_of(left)
        return "left" if right < alpha else "right" if right > beta else "neither"


def data_frame(columns: Mapping[str, Any], types: Mapping[str, str]) -> Any:
    """Returns a data frame of polars, or of pandas if polars is not installed.

    ``types`` names the type of each column whose type does not follow from its values: ``text``, ``integer``, ``float``
    or ``flag``.
    """
    try:
        import polars
    except ImportError:
        import pandas

        plain = {"text": "string", "integer": "Int64", "float": "float64", "flag": "boolean"}
        return pandas.DataFrame(
            {name: pandas.Series(column, dtype=plain.get(types.get(name, ""))) for name, column in columns.items()}
        )
    exact: dict[str, Any] = {
        "text": polars.String,
        "integer": polars.Int64,
        "float": polars.Float64,
        "flag": polars.Boolean,
    }
    schema = {name: exact.get(types.get(name, "")) for name in columns}
    return polars.DataFrame(dict(columns), schema=schema)
