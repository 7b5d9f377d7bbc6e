"""Discrete bidding: how many chips a player needs.

Both players bid chips for each move, and the higher bidder pays the other and moves (S. Payne and M. Develin). What
a player holds is one number, the
code: two for each chip and one for the tie-breaking advantage, or one for each chip where Left wins every tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from . import _native
from .bidding_games import document
from .progress import Progress, chosen

if TYPE_CHECKING:
    import networkx
    import numpy as np
    import numpy.typing as npt

__all__ = ["Chips", "Thresholds", "chips"]

TieBreak = Literal["advantage", "make-it-take-it", "ladies-first"]


@dataclass(frozen=True, eq=False)
class Thresholds:
    """The thresholds of a position: the least codes with which the player wins by force, by number of chips."""

    first: int
    """The number of chips of the first value."""
    values: npt.NDArray[np.uint32]
    """Shape (n,): the codes for ``first``, ``first`` + 1, ... chips. With ``top`` codes or more there is no win."""
    period: int | None
    """Every ``period`` chips more the same codes plus ``slope``, for ever; ``None`` if no more is known."""
    slope: int | None
    """See ``period``."""

    def at(self, chips: int) -> int:
        """The threshold with this number of chips in all. Raises ``IndexError`` where it is not known."""
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
    """The thresholds of every position of a game, by the positions' names. Made by :func:`chips`."""

    def __init__(self, solved: Any, tie_break: TieBreak, player: Literal["left", "right"]) -> None:
        """Takes what the native part has found."""
        names, start, number, tables, certificate = solved
        self._number: list[int] = number
        self.certificate: bytes = certificate
        self._place = {name: place for place, name in enumerate(names)}
        self._tables: list[Thresholds] = [
            Thresholds(first, values, *(tail or (None, None))) for first, values, tail in tables
        ]
        self.start: str = names[start]
        """The position in which play begins."""
        self.tie_break, self.player = tie_break, player
        self._solved = solved

    def __getitem__(self, position: str) -> Thresholds:
        """The thresholds of a position."""
        return self._tables[self._number[self._place[position]]]

    def __iter__(self) -> Iterator[str]:
        """The names of positions in which play goes on."""
        return iter(self._place)

    def __len__(self) -> int:
        """Their number."""
        return len(self._place)

    def top(self, chips: int) -> int:
        """The least number above all codes with this number of chips in all: the threshold where there is no win."""
        return (1 if self.tie_break == "ladies-first" else 2) * (chips + 1)

    def written(self, code: int) -> str:
        """A code in the paper's notation: ``12*`` has the tie-breaking advantage, ``12-e`` the minus-epsilon chip."""
        if self.tie_break == "ladies-first":
            return str(code)
        half = code // 2
        if self.tie_break == "advantage":
            return f"{half}*" if code % 2 else str(half)
        return str(half) if code % 2 else f"{half}-e"

    def __eq__(self, other: object) -> bool:
        """Equal certificates."""
        return self.certificate == other.certificate if isinstance(other, Chips) else NotImplemented

    def __hash__(self) -> int:
        """As equality."""
        return hash(self.certificate)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as thresholds."""
        return Chips, (self._solved, self.tie_break, self.player)

    def __repr__(self) -> str:
        """Number of positions and the start."""
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

    ``game``, ``start`` and ``title`` are as for :func:`gamecert.bidding_game`. ``number`` is a number of chips in
    all, the first and the last of a range, or ``None`` for
    every number. Raises ``ValueError`` for what is no game or no number of chips, ``RuntimeError`` if no period is
    found.

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
