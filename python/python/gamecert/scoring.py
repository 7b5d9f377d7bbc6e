"""Scoring games in which players bid coins for the move.

The player who wins the bid takes things from a heap and scores one point for each. The number of things has to be in a
fixed set. If the bids are equal, the player with the marker wins the bid, and the marker changes hands. An outcome is
Left's score minus Right's if both play best (U. Larsson, N. Patel, R. K. Rai, *Discrete Richman-bidding Scoring
Games*).
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from . import _native, plots
from .arguments import Side, is_first, whole
from .progress import Progress
from .solutions import Solution, data_frame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

__all__ = ["Outcomes", "Scoring", "ScoringBid", "scoring"]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes for one total budget, for heaps of every size."""

    budget: int
    """Number of coins of both players together."""
    onset: int
    """Least heap from which on the rows repeat."""
    period: int
    """Least period of the rows."""
    rows: npt.NDArray[np.int32]
    """Outcomes by heap and by Left's number of coins, if Left has the marker: shape (onset + period, budget + 1)."""

    def at(self, heap: int, coins: int) -> int:
        """Returns the outcome for a heap of any size, if Left has ``coins`` coins and the marker.

        Raises ``IndexError`` for a negative heap, and for a number of coins outside 0 to ``budget``.

        >>> import gamecert
        >>> outcomes = gamecert.Game("subtraction:1,2").solve("points", budgets=6)[6]
        >>> [outcomes.at(5, coins) for coins in range(7)], outcomes.at(10**9, 6)
        ([-3, -1, -1, 1, 1, 3, 5], 8)
        """
        if heap < 0 or not 0 <= coins <= self.budget:
            raise IndexError(f"heap {heap} with {coins} coins: expected a heap from 0 on and 0 to {self.budget} coins")
        return int(self.rows[heap if heap < self.onset else self.onset + (heap - self.onset) % self.period, coins])

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plots the outcomes by coins and heap in axes of matplotlib: onset and one period, Left's gains in blue.

        >>> import gamecert
        >>> from matplotlib.figure import Figure
        >>> axes = gamecert.Game("subtraction:1").solve("points", budgets=6)[6].plot(Figure().subplots())
        >>> axes.get_ylabel(), axes.images[0].get_array().shape
        ('heap', (9, 7))
        """
        ax = plots.heat(ax, self.rows, ("coins of Left, who has the marker", "heap"), "outcome")
        ax.axhline(self.onset - 0.5, color="black", linewidth=0.8, linestyle=":")
        return ax

    def _repr_html_(self) -> str:
        rows = [(heap, *(int(one) for one in row)) for heap, row in enumerate(self.rows[:20])]
        caption = f"total budget {self.budget}: onset {self.onset}, period {self.period}"
        head = ["heap", *(f"{coins} coins" for coins in range(self.budget + 1))]
        return plots.table(caption, head, rows, len(self.rows) - len(rows))


@dataclass(frozen=True)
class ScoringBid:
    """A best bid of a player in a scoring game.

    >>> import gamecert
    >>> solution = gamecert.Game("subtraction:1,2").solve("points", budgets=6)
    >>> [(bid.player, bid.coins) for bid in solution.bids((5, 3))]
    [('left', 1), ('right', 0), ('right', 1), ('right', 2), ('right', 3)]
    """

    player: str
    """``left`` or ``right``."""
    coins: int
    """Number of coins that the player bids."""
    details: dict[str, Any]
    """What follows each answer of the other player, as ``solve lookup --json`` prints it."""


class Scoring(Solution, Mapping[int, Outcomes]):
    """Outcomes by total budget, returned by :meth:`Game.solve`.

    The object is a mapping from total budgets to :class:`Outcomes`. A position is a pair of a heap and Left's number of
    coins.

    >>> import gamecert
    >>> outcomes = gamecert.Game("subtraction:1,2").solve("points", budgets=(1, 6))
    >>> {budget: (of.onset, of.period) for budget, of in outcomes.items()}
    {1: (2, 4), 2: (2, 4), 3: (6, 4), 4: (6, 4), 5: (14, 4), 6: (14, 4)}
    """

    __slots__ = ("_native", "_outcomes")

    kind: ClassVar[str] = "scoring"

    def __init__(self, native: _native.PointsGame) -> None:
        """Wraps solved games of the native module."""
        self._native = native
        self._outcomes = {one[0]: Outcomes(*one) for one in native.outcomes()}

    @property
    def subtract(self) -> tuple[int, ...]:
        """Numbers that may be taken from the heap."""
        return tuple(self._native.subtract)

    def __getitem__(self, budget: int) -> Outcomes:
        """Returns the outcomes for a total budget."""
        return self._outcomes[budget]

    def __iter__(self) -> Iterator[int]:
        """Iterates over the total budgets in ascending order."""
        return iter(self._outcomes)

    def __len__(self) -> int:
        """Returns the number of total budgets."""
        return len(self._outcomes)

    def _budget(self, budget: int | None) -> int:
        if budget is None:
            if len(self._outcomes) > 1:
                raise ValueError(f"budget: expected one of {', '.join(map(str, self))}")
            return next(iter(self._outcomes))
        if budget not in self._outcomes:
            raise ValueError(f"budget {budget}: expected one of {', '.join(map(str, self))}")
        return whole(budget, "budget")

    def value(self, position: tuple[int, int], *, budget: int | None = None) -> int:
        """Returns the outcome of a heap with Left's coins, if Left has the marker.

        The outcome is Left's score minus Right's. ``budget`` is the total number of coins; it can be left out if the
        games were solved for one budget.

        >>> import gamecert
        >>> gamecert.Game("subtraction:1,2").solve("points", budgets=(1, 6)).value((10, 3), budget=6)
        2
        """
        heap, coins = position
        return self[self._budget(budget)].at(heap, coins)

    def bids(self, position: tuple[int, int], *, budget: int | None = None, marker: Side = "left") -> list[ScoringBid]:
        """Returns the best bids of both players, Left's first. ``marker`` is the player who has the marker.

        >>> import gamecert
        >>> solution = gamecert.Game("subtraction:1,2").solve("points", budgets=6)
        >>> [bid.coins for bid in solution.bids((5, 3)) if bid.player == "left"]
        [1]
        """
        found = self._best(position, budget, marker)
        return [ScoringBid(player, one["bid"], one) for player in ("left", "right") for one in found[player]]

    def outcome(self, position: tuple[int, int], *, budget: int | None = None, marker: Side = "left") -> int:
        """Returns the outcome of a heap with Left's coins, if ``marker`` has the marker.

        >>> import gamecert
        >>> solution = gamecert.Game("subtraction:1,2").solve("points", budgets=6)
        >>> solution.outcome((5, 3)), solution.outcome((5, 3), marker="right")
        (1, -1)
        """
        return int(self._best(position, budget, marker)["outcome"])

    def _best(self, position: tuple[int, int], budget: int | None, marker: Side) -> dict[str, Any]:
        heap, coins = (whole(number, name) for number, name in zip(position, ("heap", "coins"), strict=True))
        if heap < 0 or coins < 0:
            raise ValueError(f"position ({heap}, {coins}): expected a heap and Left's coins, not below 0")
        found = self._native.best(heap, coins, self._budget(budget), is_first(marker, "marker"))
        best: dict[str, Any] = json.loads(found)
        return best

    def to_dataframe(self) -> Any:
        """Returns the outcomes as a data frame of polars, or of pandas if polars is not installed.

        It has a row for each budget, heap (onset and one period) and number of Left's coins, with the columns
        ``budget``, ``heap``, ``left_coins`` and ``outcome``. Left has the marker.

        >>> import gamecert
        >>> gamecert.Game("subtraction:1").solve("points", budgets=(1, 2)).to_dataframe().shape
        (15, 4)
        """
        rows = [
            (budget, heap, coins, int(outcome))
            for budget, outcomes in self.items()
            for heap, row in enumerate(outcomes.rows)
            for coins, outcome in enumerate(row)
        ]
        names = ("budget", "heap", "left_coins", "outcome")
        return data_frame(
            {name: [row[place] for row in rows] for place, name in enumerate(names)}, dict.fromkeys(names, "integer")
        )

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns name and bytes of the certificate.

        >>> import gamecert
        >>> [name for name, _ in gamecert.Game("subtraction:1").solve("points", budgets=6).certificate_files()]
        ['scoring.cbor']
        """
        return [("scoring.cbor", self._native.certificate())]

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return Solution.__eq__(self, other)

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return Solution.__hash__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificate, which is verified when the pickle is loaded."""
        return _unpickled, (self.certificate,)

    def _repr_html_(self) -> str:
        rows = [(budget, of.onset, of.period) for budget, of in list(self.items())[:20]]
        caption = f"scoring game, subtract {set(self.subtract)}"
        return plots.table(caption, ("total budget", "onset", "period"), rows, len(self) - len(rows))

    def __repr__(self) -> str:
        """Describes the subtraction set and the budgets."""
        budgets = list(self)
        return f"<scoring game, subtract {set(self.subtract)}, total budgets {budgets[0]} to {budgets[-1]}>"


def _unpickled(content: bytes) -> Scoring:
    _, native = _native.open_certificate(content, "the pickled certificate", [], [])
    return Scoring(native)


def scoring(
    budgets: int | tuple[int, int],
    subtract: Iterable[int] = (1,),
    *,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Scoring:
    """Deprecated: use ``gamecert.Game.subtraction(numbers).solve("points", budgets=budgets)``.

    >>> import gamecert
    >>> gamecert.scoring(6)[6].period
    2
    """
    from .game import Game

    message = (
        'gamecert.scoring(budgets, numbers) is now gamecert.Game.subtraction(numbers).solve("points", budgets=budgets)'
    )
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return Game.subtraction(subtract).solve("points", budgets=budgets, memory=memory, progress=progress)
