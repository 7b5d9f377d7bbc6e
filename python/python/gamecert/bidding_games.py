"""Finite games that are played by bidding money for each move."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from . import _native, plots
from .progress import Progress, chosen

if TYPE_CHECKING:
    import networkx

__all__ = ["BiddingGame", "bidding_game"]


class BiddingGame(Mapping[str, "tuple[Fraction, Fraction]"]):
    """Alpha and beta of every position of a game, by the names of positions, returned by :func:`bidding_game`.

    Left wins by force if Right has less than the share alpha of all money. Right wins by force if Right has more than
    the share beta.

    >>> import gamecert
    >>> game = gamecert.bidding_game("tic-tac-toe")
    >>> game.alpha, game.beta  # neither player wins by force if both have half of the money
    (Fraction(123, 256), Fraction(133, 256))
    >>> max(("X../.../...", ".X./.../...", ".../.X./..."), key=game.get)  # Left's best first move
    '.../.X./...'
    """

    __slots__ = ("_values", "certificate", "start")

    def __init__(self, values: dict[str, tuple[Fraction, Fraction]], start: str, certificate: bytes) -> None:
        """Stores all values, the initial position, and the bytes of the certificate."""
        self._values, self.start, self.certificate = values, start, certificate

    def __getitem__(self, position: str) -> tuple[Fraction, Fraction]:
        """Returns alpha and beta of a position."""
        return self._values[position]

    def __iter__(self) -> Iterator[str]:
        """Iterates over the names of all positions in which the game is not over."""
        return iter(self._values)

    def __len__(self) -> int:
        """Returns the number of positions in which the game is not over."""
        return len(self._values)

    @property
    def alpha(self) -> Fraction:
        """Alpha of the initial position."""
        return self._values[self.start][0]

    @property
    def beta(self) -> Fraction:
        """Beta of the initial position."""
        return self._values[self.start][1]

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return self.certificate == other.certificate if isinstance(other, BiddingGame) else NotImplemented

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return hash(self.certificate)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the values."""
        return BiddingGame, (self._values, self.start, self.certificate)

    def _repr_html_(self) -> str:
        rows = [(name, alpha, beta) for name, (alpha, beta) in list(self._values.items())[:20]]
        caption = f"bidding game, play begins at {self.start}"
        return plots.table(caption, ("position", "alpha", "beta"), rows, len(self) - len(rows))

    def __repr__(self) -> str:
        """Describes the number of positions and the values of the initial position."""
        return f"<bidding game of {len(self)} positions: alpha = {self.alpha}, beta = {self.beta} at {self.start!r}>"


def bidding_game(
    game: Mapping[str, Any] | str | networkx.MultiDiGraph[Any] | networkx.DiGraph[Any],
    start: str | None = None,
    *,
    title: str = "a game",
    method: Literal["policy", "iterate", "lp"] = "policy",
    progress: Progress | bool | None = None,
) -> BiddingGame:
    """Solves a game that is played by bidding money for each move.

    ``game`` is one of the following:

    - the name of a game as on the command line: ``"tic-tac-toe"``, ``"hex:3x4"``, ``"tug:5"``;
    - a mapping with the fields of a game file (``spec/rules/graph.md``, section 4), or the JSON text of such a file;
    - a mapping of positions, in which each position has lists ``left`` and ``right`` of positions, or has ``winner``:
      ``"left"``, ``"right"`` or ``"none"`` (a draw). ``start`` names the initial position;
    - a directed graph of networkx. Its edges have an attribute ``player``: ``"left"``, ``"right"`` or ``"both"`` (the
      default). Its nodes without edges have an attribute ``winner``. Nodes are named by ``str``, and ``start`` names
      the initial position.

    ``method`` selects the algorithm. The values do not depend on it. Raises ``ValueError`` for an invalid game, with
    the place and the cause of the error.

    >>> import gamecert
    >>> wall = gamecert.bidding_game({
    ...     "wall": {"left": ["breach"], "right": ["moat"]},
    ...     "breach": {"left": ["L"], "right": ["wall"]},
    ...     "moat": {"left": ["wall"], "right": ["R"]},
    ...     "L": {"winner": "left"},
    ...     "R": {"winner": "right"},
    ... }, start="wall")
    >>> wall
    <bidding game of 3 positions: alpha = 1/2, beta = 1/2 at 'wall'>
    >>> wall["breach"]
    (Fraction(3, 4), Fraction(3, 4))
    """
    text = document(game, start, title)
    try:
        values, first, certificate = _native.solve_game(text, method, chosen(progress))
    except ValueError as error:
        if isinstance(game, str):
            raise
        # The native module names a line of the generated JSON text, which the caller has never seen.
        raise ValueError(re.sub(r"^line \d+: ", "", str(error))) from None
    return BiddingGame(dict(values), values[first][0], certificate)


def document(game: Any, start: str | None, title: str) -> str:
    """Returns the text that describes a game to the native module: a name, or JSON."""
    if isinstance(game, str):
        if start is not None:
            raise ValueError("start: a game given as a text says itself where play begins")
        return game
    return json.dumps(_document(game, start, title))


def _document(game: Any, start: str | None, title: str) -> Mapping[str, Any]:
    if hasattr(game, "out_edges") and hasattr(game, "nodes"):
        game = _positions(game)
    elif not isinstance(game, Mapping):
        raise TypeError(
            f"a game is given as a mapping, as JSON or as a graph of networkx, not as {type(game).__name__}"
        )
    if isinstance(game.get("positions"), Mapping) and (
        "left" not in game["positions"] or "right" not in game["positions"]
    ):
        return game if start is None else {**game, "start": start}
    if start is None:
        raise ValueError("start: the position in which play begins has to be named")
    return {"title": title, "start": start, "positions": game}


def _positions(graph: Any) -> dict[str, dict[str, Any]]:
    positions: dict[str, dict[str, Any]] = {}
    for node, attributes in graph.nodes(data=True):
        edges = list(graph.out_edges(node, data=True))
        if not edges:
            if "winner" not in attributes:
                raise ValueError(f"node {node!r} has no edges and no attribute 'winner'")
            positions[str(node)] = {"winner": attributes["winner"]}
            continue
        options: dict[str, list[str]] = {"left": [], "right": []}
        for _, target, data in edges:
            player = data.get("player", "both")
            if player not in ("left", "right", "both"):
                raise ValueError(f"edge {node!r} to {target!r}: player {player!r}, expected 'left', 'right' or 'both'")
            for one in ("left", "right") if player == "both" else (player,):
                options[one].append(str(target))
        positions[str(node)] = options
    if len(positions) < graph.number_of_nodes():
        raise ValueError("two nodes have the same str()")
    return positions
