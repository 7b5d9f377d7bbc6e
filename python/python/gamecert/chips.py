"""Discrete bidding: how many chips a player needs to win.

Both players bid chips for each move. The higher bidder pays the other player and moves (S. Payne and M. Develin). A
player's holding is written as one number, the code. The code counts 2 for each chip, and 1 for the tie-breaking
advantage or, with make-it-take-it, for a player without the minus-epsilon chip. With ladies first, where Left wins
every tie, the code is the number of chips.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _native, plots
from .bidding_games import document
from .files import write_whole
from .progress import Progress, chosen

if TYPE_CHECKING:
    import networkx
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

__all__ = ["Advice", "AfterBid", "Bid", "Chips", "Thresholds", "advise", "chips"]

#: Total numbers of chips in the tables for notebooks.
_SHOWN = (1, 2, 5, 10, 100)

TieBreak = Literal["advantage", "make-it-take-it", "ladies-first"]


@dataclass(frozen=True, eq=False)
class Thresholds:
    """Thresholds of a position: for each total number of chips, the least code with which the player wins by force."""

    first: int
    """Total number of chips of the first threshold."""
    values: npt.NDArray[np.uint32]
    """Thresholds for ``first``, ``first`` + 1, ... chips: shape (n,). :meth:`Chips.top` stands for no win."""
    period: int | None
    """After ``values``, ``period`` more chips add ``slope`` to the threshold; ``None`` if only ``values`` are known."""
    slope: int | None
    """Increase of the threshold for ``period`` more chips; ``None`` if ``period`` is ``None``."""

    def at(self, chips: int) -> int:
        """Returns the threshold for a total number of chips. Raises ``IndexError`` if it is not known.

        >>> import gamecert
        >>> thresholds = gamecert.chips("tug:3")["0"]
        >>> thresholds.first, len(thresholds.values), thresholds.period, thresholds.slope
        (0, 11, 6, 6)
        >>> thresholds.at(10), thresholds.at(16), thresholds.at(10**9)
        (11, 17, 1000000001)
        """
        place = chips - self.first
        if place < 0 or (place >= len(self.values) and self.period is None):
            raise IndexError(
                f"{chips} chips: thresholds are known from {self.first} to {self.first + len(self.values) - 1}"
            )
        rounds = 0
        if place >= len(self.values):
            assert self.period is not None
            rounds = (place - len(self.values)) // self.period + 1
            place -= rounds * self.period
        return int(self.values[place]) + rounds * (self.slope or 0)


class Chips(Mapping[str, Thresholds]):
    """Thresholds of every position of a game, by the names of positions, returned by :func:`chips`.

    Positions of bidding chess endings are named by first fields of FENs, and the positions of the sub-endings are
    included. A position can be looked up by the name of any symmetric position.
    """

    def __init__(self, solved: Any, tie_break: TieBreak, player: Literal["left", "right"]) -> None:
        """Wraps the results of the native module."""
        names, start, number, tables, files, finder = solved
        self._number: list[int] = number
        self._files: list[tuple[str, bytes]] = files
        self.certificate: bytes = files[-1][1]
        """Bytes of the certificate. The certificate of an ending cites those of its sub-endings, see :meth:`save`."""
        self._finder: _native.EndingNames | None = finder
        self._place = {name: place for place, name in enumerate(names)}
        self._tables: list[Thresholds] = [
            Thresholds(first, values, *(tail or (None, None))) for first, values, tail in tables
        ]
        self.start: str = names[start]
        """Initial position."""
        self.tie_break, self.player = tie_break, player
        self._solved = solved

    def __getitem__(self, position: str) -> Thresholds:
        """Returns the thresholds of a position."""
        place = self._place.get(position)
        if place is None and self._finder is not None:
            try:
                place = self._place[self._finder.name(position.split(" ")[0])]
            except ValueError as error:
                raise KeyError(str(error)) from None
        return self._tables[self._number[self._place[position] if place is None else place]]

    def __iter__(self) -> Iterator[str]:
        """Iterates over the names of all positions in which the game is not over."""
        return iter(self._place)

    def __len__(self) -> int:
        """Returns the number of positions in which the game is not over."""
        return len(self._place)

    def shares(self, position: str, chips: Iterable[int]) -> npt.NDArray[np.float64]:
        """Returns the thresholds for these total numbers of chips as shares of all chips: shape (n,).

        The tie-breaking advantage counts as half a chip.

        >>> import gamecert
        >>> tug = gamecert.chips("tug:3")
        >>> tug.shares("0", [10, 100, 1000])  # towards 1/2, the value with money
        array([0.55  , 0.505 , 0.5005])
        """
        import numpy as np

        thresholds, unit = self[position], 1 if self.tie_break == "ladies-first" else 2
        return np.array([thresholds.at(k) / (unit * max(k, 1)) for k in chips])

    def plot(self, position: str | None = None, chips: Iterable[int] = range(1, 101), ax: Axes | None = None) -> Axes:
        """Plots :meth:`shares` over the total number of chips in axes of matplotlib.

        The default position is the initial one.

        >>> import gamecert
        >>> from matplotlib.figure import Figure
        >>> axes = gamecert.chips("tic-tac-toe").plot(chips=range(1, 51), ax=Figure().subplots())
        >>> axes.get_xlabel(), axes.get_ylabel(), len(axes.lines[0].get_xdata())
        ('chips in all', 'part that left needs', 50)
        """
        numbers = list(chips)
        position = self.start if position is None else position
        names = ("chips in all", f"part that {self.player} needs")
        return plots.curve(ax, numbers, list(self.shares(position, numbers)), names, position)

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Writes the certificate, and the certificates that it cites, into a folder.

        Creates the folder if it does not exist. Returns the paths, the path of the game's own certificate last.
        Existing files are replaced atomically.

        >>> import tempfile
        >>> import gamecert
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     paths = gamecert.chips("bidding-chess:KRK@4x4", 20).save(folder)
        ...     [path.name for path in paths], gamecert.check(paths[-1]).kind
        (['kk-4x4.cbor', 'krk-4x4.cbor'], 'chips')
        """
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        return [write_whole(folder / name, content) for name, content in self._files]

    def top(self, chips: int) -> int:
        """Returns the number of codes for a total number of chips, which is the threshold if no code wins.

        >>> import gamecert
        >>> tug = gamecert.chips("tug:3", 2)
        >>> tug.top(2), tug["0"].at(2), tug["-2"].at(2)  # at -2 all chips and the advantage are too little
        (6, 5, 6)
        """
        return (1 if self.tie_break == "ladies-first" else 2) * (chips + 1)

    def written(self, code: int) -> str:
        """Formats a code in the notation of Payne and Develin.

        ``12*`` is 12 chips and the tie-breaking advantage. ``12-e`` is 12 chips and the minus-epsilon chip.

        >>> import gamecert
        >>> game = gamecert.chips("tic-tac-toe", 16)
        >>> game.written(game[game.start].at(16)), game.written(game[game.start].at(16) + 1)
        ('9', '9*')
        """
        if self.tie_break == "ladies-first":
            return str(code)
        half = code // 2
        if self.tie_break == "advantage":
            return f"{half}*" if code % 2 else str(half)
        return str(half) if code % 2 else f"{half}-e"

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return self.certificate == other.certificate if isinstance(other, Chips) else NotImplemented

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return hash(self.certificate)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the thresholds."""
        return Chips, (self._solved, self.tie_break, self.player)

    def _repr_html_(self) -> str:
        some = list(self)[:20]
        head = ["position", *(f"{k} chips" for k in _SHOWN)]
        rows = []
        for name in some:
            cells = []
            for k in _SHOWN:
                try:
                    code = self[name].at(k)
                    cells.append("no win" if code >= self.top(k) else self.written(code))
                except IndexError:
                    cells.append("")
            rows.append((name, *cells))
        return plots.table(f"what {self.player} needs to win, {self.tie_break}", head, rows, len(self) - len(some))

    def __repr__(self) -> str:
        """Describes player, number of positions and initial position."""
        return f"<chips of {self.player} in a game of {len(self)} positions that begins at {self.start!r}>"


def chips(
    game: Mapping[str, Any] | str | networkx.MultiDiGraph[Any] | networkx.DiGraph[Any],
    number: int | tuple[int, int] | None = None,
    *,
    start: str | None = None,
    title: str = "a game",
    tie_break: TieBreak = "advantage",
    player: Literal["left", "right"] = "left",
    progress: Progress | bool | None = None,
) -> Chips:
    """Solves a game that is played by bidding chips.

    ``game``, ``start`` and ``title`` are as for :func:`gamecert.bidding_game`. ``game`` may also name an ending of
    bidding chess, such as ``"bidding-chess:KRK@4x4"``. ``number`` is a total number of chips, a pair of the first and
    the last number of a range, or ``None`` for all numbers.

    Raises ``ValueError`` for an invalid game or number of chips, and ``RuntimeError`` if no period is found.

    >>> import gamecert
    >>> tug = gamecert.chips("tug:3")
    >>> thresholds = tug[tug.start]
    >>> [tug.written(thresholds.at(k)) for k in (1, 2, 3, 1000)]
    ['2', '2*', '2*', '500*']
    >>> gamecert.check(tug.certificate).kind
    'chips'
    """
    if player not in ("left", "right"):
        raise ValueError(f"player {player!r}, expected 'left' or 'right'")
    between = (number, number) if isinstance(number, int) else number
    if between is not None and min(between) < 0:
        raise ValueError(f"{min(between)} chips: a number of chips is not below 0")
    text = document(game, start, title)
    return Chips(_native.solve_chips(text, between, tie_break, player == "left", chosen(progress)), tie_break, player)


@dataclass(frozen=True)
class AfterBid:
    """Instructions for a situation after the bids.

    >>> import gamecert
    >>> bid = gamecert.advise("tic-tac-toe", ".../.../...", 9, 16, advantage=True).bids[1]
    >>> bid.chips, bid.if_higher.holding, bid.if_higher.moves[0], bid.if_higher.let_the_other_move
    (3, '6*', '.../.X./...', False)
    """

    holding: str
    """Holding after the payment: ``12*`` is 12 chips and the advantage, ``12-e`` 12 and the minus-epsilon chip."""
    moves: tuple[str, ...]
    """Good moves of the player, best first: the positions after the moves, or for bidding chess the moves."""
    let_the_other_move: bool
    """Whether the player can also afford that the other player moves, whatever the move is."""


@dataclass(frozen=True)
class Bid:
    """A good bid, with instructions for all answers to it.

    >>> import gamecert
    >>> bid = gamecert.advise("tic-tac-toe", ".../.../...", 9, 16, advantage=True).bids[0]
    >>> bid.chips, bid.quickest, bid.if_tied["choice"], bid.if_tied["then"].holding
    (2, True, 'use', '7')
    >>> bid.if_lower.holding  # the other player has bid and paid 3
    '12*'
    """

    chips: int
    """Number of chips that the player bids."""
    quickest: bool
    """Whether the bid wins as quickly as possible. Always true for a player who cannot win."""
    if_higher: AfterBid
    """Instructions if the player's bid is the higher one."""
    if_tied: dict[str, str | AfterBid] | None
    """Instructions for a tie; ``None`` if the other player has too few chips to tie.

    ``choice`` is ``use`` or ``decline`` (what the player should do with the advantage), ``won`` or ``lost`` (what the
    rule decides), each with ``then``, or ``theirs`` (the other player has the advantage) with ``if_used`` and
    ``if_declined``.
    """
    if_lower: AfterBid | None
    """Instructions if the other player bids one chip more; ``None`` if they have too few chips."""


@dataclass(frozen=True)
class Advice:
    """Advice for a player: good bids, and the moves after them.

    >>> import gamecert
    >>> advice = gamecert.advise("bidding-chess:KRK@4x4", "k3/4/4/K2R", 10, 12, advantage=True)
    >>> advice.holding, advice.outcome, advice.moves  # the rook gives check and captures the king
    ('10*', 'win', 2)
    >>> [(bid.chips, bid.if_higher.moves[0]) for bid in advice.bids if bid.quickest]
    [(2, 'd1d4'), (3, 'd1d4'), (4, 'd1d4')]
    """

    position: str
    """The position, or the symmetric position that represents its class."""
    holding: str
    """Holding of the player."""
    outcome: Literal["win", "loss", "neither"]
    """Forced result: the player wins (``win``), the other player wins (``loss``), or neither can force a win."""
    moves: int | None
    """Number of moves of both players until the win or loss, if both play best; ``None`` if neither wins."""
    bids: tuple[Bid, ...]
    """Good bids in ascending order: they keep the win, delay the loss longest, or prevent the other player's win."""


def advise(
    game: Mapping[str, Any] | str | networkx.MultiDiGraph[Any] | networkx.DiGraph[Any],
    position: str,
    mine: int,
    total: int,
    *,
    advantage: bool | None = None,
    player: Literal["left", "right"] = "left",
    tie_break: TieBreak = "advantage",
    start: str | None = None,
    progress: Progress | bool | None = None,
) -> Advice:
    """Advises a player who has ``mine`` of ``total`` chips at a position: which bids and moves are good.

    ``game`` and ``start`` are as for :func:`chips`. ``position`` is written in the notation of the game. ``advantage``
    says whether the player has the tie-breaking advantage or, with ``"make-it-take-it"``, wins the next tie. With
    ``"ladies-first"`` it has to be ``None``; otherwise it is required. Raises ``ValueError`` for an invalid game,
    position or holding.

    >>> import gamecert
    >>> advice = gamecert.advise("tic-tac-toe", ".../.../...", 9, 16, advantage=True)
    >>> advice.outcome, [bid.chips for bid in advice.bids]
    ('win', [2, 3])
    """
    if player not in ("left", "right"):
        raise ValueError(f"player {player!r}, expected 'left' or 'right'")
    for name, number in (("mine", mine), ("total", total)):
        if not 0 <= number < 2**32:
            raise ValueError(f"{name}: {number} is no number of chips")
    text = document(game, start, "a game")
    found = json.loads(
        _native.advise_chips(text, position, mine, total, advantage, tie_break, player == "left", chosen(progress))
    )

    def after(then: dict[str, Any]) -> AfterBid:
        return AfterBid(then["holding"], tuple(then["moves"]), then["let_the_other_move"])

    def tie(found: dict[str, Any]) -> dict[str, str | AfterBid]:
        return {key: after(value) if isinstance(value, dict) else value for key, value in found.items()}

    bids = (
        Bid(
            bid["bid"],
            bid["quickest"],
            after(bid["if_higher"]),
            tie(bid["if_tied"]) if "if_tied" in bid else None,
            after(bid["if_lower"]) if "if_lower" in bid else None,
        )
        for bid in found["bids"]
    )
    return Advice(found["position"], found["holding"], found["outcome"], found.get("moves"), tuple(bids))
