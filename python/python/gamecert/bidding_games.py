"""Games that are played by bidding money for each move, solved exactly."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from . import _native, plots
from .progress import Progress
from .solutions import MoneySolution, Nodes, data_frame

if TYPE_CHECKING:
    import networkx

__all__ = ["BiddingGame", "bidding_game"]


class BiddingGame(MoneySolution, Mapping[Any, "tuple[Fraction, Fraction]"]):
    """Alpha and beta of every position of a game, returned by :meth:`Game.solve`.

    The object is a mapping from positions to pairs of alpha and beta. It contains the positions in which the game is
    not over; of several symmetric positions it contains one, and all of them can be looked up.

    >>> import gamecert
    >>> game = gamecert.Game("tic-tac-toe").solve()
    >>> game.interval()  # neither player wins by force if both have half of the money
    (Fraction(123, 256), Fraction(133, 256))
    >>> max(("X../.../...", ".X./.../...", ".../.X./..."), key=game.get)  # Left's best first move
    '.../.X./...'
    """

    __slots__ = ("_index", "_names", "_native", "_nodes", "_values")

    kind: ClassVar[str] = "richman"

    def __init__(self, native: _native.MoneyGame, nodes: Nodes | None = None) -> None:
        """Wraps a solved game of the native module."""
        self._native, self._nodes = native, nodes or Nodes()
        self._names = native.names()
        self._index = {name: index for index, name in enumerate(self._names)}
        self._values = native.values()

    def _place(self, position: Any) -> int:
        """Returns the index of a position. Raises ``KeyError`` if there is none."""
        name = self._nodes.name(position)
        index = self._index.get(name)
        if index is not None:
            return index
        try:
            return self._native.find(name)
        except ValueError as error:
            raise KeyError(str(error)) from None

    def __getitem__(self, position: Any) -> tuple[Fraction, Fraction]:
        """Returns alpha and beta of a position."""
        return self._values[self._place(position)]

    def __iter__(self) -> Iterator[Any]:
        """Iterates over all positions in which the game is not over."""
        return map(self._nodes.node, self._names)

    def __len__(self) -> int:
        """Returns the number of positions in which the game is not over."""
        return len(self._names)

    @property
    def start(self) -> Any:
        """Initial position."""
        return self._nodes.node(self._names[self._native.start])

    @property
    def title(self) -> str:
        """Title of the game."""
        return self._native.title

    @property
    def alpha(self) -> Fraction:
        """Alpha of the initial position."""
        return self._values[self._native.start][0]

    @property
    def beta(self) -> Fraction:
        """Beta of the initial position."""
        return self._values[self._native.start][1]

    def interval(self, position: Any = None) -> tuple[Fraction, Fraction]:
        """Returns alpha and beta of a position. The default is the initial position.

        >>> import gamecert
        >>> gamecert.Game("tic-tac-toe").solve().interval("XO./.../...")
        (Fraction(1, 2), Fraction(17, 32))
        """
        return self[self.start if position is None else position]

    def lookup(self, position: Any = None) -> dict[str, Any]:
        """Returns everything known about a position as ``solve lookup --json`` prints it, with fractions as texts.

        The schema is ``spec/json/lookup-game.schema.json``. The names of positions are those in the certificate.

        >>> import gamecert
        >>> gamecert.Game("tug:2").solve().lookup()["left_moves"]
        [{'move': '-1', 'value': '1/4', 'best': False}, {'move': '1', 'value': '3/4', 'best': True}]
        """
        place = self._native.start if position is None else self._place(position)
        name = self._names[place] if position is None else self._nodes.name(position)
        found: dict[str, Any] = json.loads(self._native.lookup(name))
        return found

    def _played(self, written: str) -> Any:
        return self._nodes.node(written)

    def to_dataframe(self) -> Any:
        """Returns all positions with their values as a data frame of polars, or of pandas if polars is not installed.

        The columns are ``position``, ``alpha`` and ``beta`` (float64), and ``alpha_exact`` and ``beta_exact``
        (fractions as texts). ``position`` has texts: for nodes that are not texts, their ``repr``.

        >>> import gamecert
        >>> frame = gamecert.Game("tic-tac-toe").solve().to_dataframe()
        >>> len(frame), int((frame["alpha"] < frame["beta"]).sum())
        (1582, 607)
        """
        columns = {
            "position": self._names,
            "alpha": [float(alpha) for alpha, _ in self._values],
            "beta": [float(beta) for _, beta in self._values],
            "alpha_exact": [str(alpha) for alpha, _ in self._values],
            "beta_exact": [str(beta) for _, beta in self._values],
        }
        return data_frame(columns, {"position": "text", "alpha_exact": "text", "beta_exact": "text"})

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns name and bytes of the certificate.

        >>> import gamecert
        >>> [name for name, _ in gamecert.Game("tug:2").solve().certificate_files()]
        ['richman.cbor']
        """
        return [("richman.cbor", self._native.certificate())]

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return MoneySolution.__eq__(self, other)

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return MoneySolution.__hash__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificate, which is verified when the pickle is loaded."""
        return _unpickled, (self.certificate, self._nodes)

    def _repr_html_(self) -> str:
        rows = [(str(name), alpha, beta) for name, (alpha, beta) in list(self.items())[:20]]
        caption = f"bidding game, play begins at {self.start}"
        return plots.table(caption, ("position", "alpha", "beta"), rows, len(self) - len(rows))

    def __repr__(self) -> str:
        """Describes the number of positions and the values of the initial position."""
        return f"<bidding game of {len(self)} positions: alpha = {self.alpha}, beta = {self.beta} at {self.start!r}>"


def _unpickled(content: bytes, nodes: Nodes) -> BiddingGame:
    _, native = _native.open_certificate(content, "the pickled certificate", [], [])
    return BiddingGame(native, nodes)


def bidding_game(
    game: Mapping[str, Any] | str | networkx.MultiDiGraph[Any] | networkx.DiGraph[Any],
    start: Any = None,
    *,
    title: str = "a game",
    method: Literal["policy", "iterate", "lp"] = "policy",
    progress: Progress | bool | None = None,
) -> BiddingGame:
    """Deprecated: use ``gamecert.Game(game, start).solve()``.

    >>> import gamecert
    >>> gamecert.bidding_game("tug:2").alpha
    Fraction(1, 2)
    """
    from .game import Game

    warnings.warn("gamecert.bidding_game(game) is now gamecert.Game(game).solve()", DeprecationWarning, stacklevel=2)
    solved = Game(game, start, title=title).solve("money", method=method, progress=progress)
    if not isinstance(solved, BiddingGame):
        raise ValueError(f"{game}: for endings of bidding chess there is gamecert.Game.bidding_chess()")
    return solved
