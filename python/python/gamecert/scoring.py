"""Scoring games in which players bid coins for the move.

The player who wins the bid takes things from a heap and scores one point for each. The number of things has to be in a
fixed set. If the bids are equal, the player with the marker wins the bid, and the marker changes hands. An outcome is
Left's score minus Right's if both play best (U. Larsson, N. Patel, R. K. Rai, *Discrete Richman-bidding Scoring
Games*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _native, plots
from .memory import allow
from .progress import Progress, chosen

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

__all__ = ["Outcomes", "Scoring", "scoring"]


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
        >>> outcomes = gamecert.scoring(6, subtract=[1, 2])[6]
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
        >>> axes = gamecert.scoring(6)[6].plot(Figure().subplots())
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


class Scoring(Mapping[int, Outcomes]):
    """Outcomes by total budget, returned by :func:`scoring`.

    >>> import gamecert
    >>> outcomes = gamecert.scoring((1, 6), subtract=[1, 2])
    >>> {budget: (of.onset, of.period) for budget, of in outcomes.items()}
    {1: (2, 4), 2: (2, 4), 3: (6, 4), 4: (6, 4), 5: (14, 4), 6: (14, 4)}
    """

    def __init__(self, subtract: tuple[int, ...], solved: Any) -> None:
        """Wraps the results of the native module."""
        found, self.certificate = solved
        self.subtract = subtract
        self._outcomes = {one[0]: Outcomes(*one) for one in found}
        self._solved = solved

    def __getitem__(self, budget: int) -> Outcomes:
        """Returns the outcomes for a total budget."""
        return self._outcomes[budget]

    def __iter__(self) -> Iterator[int]:
        """Iterates over the total budgets in ascending order."""
        return iter(self._outcomes)

    def __len__(self) -> int:
        """Returns the number of total budgets."""
        return len(self._outcomes)

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return bool(self.certificate == other.certificate) if isinstance(other, Scoring) else NotImplemented

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return hash(self.certificate)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the outcomes."""
        return Scoring, (self.subtract, self._solved)

    def __repr__(self) -> str:
        """Describes the subtraction set and the budgets."""
        budgets = list(self)
        return f"<scoring game, subtract {set(self.subtract)}, total budgets {budgets[0]} to {budgets[-1]}>"


def scoring(
    budgets: int | tuple[int, int],
    subtract: Iterable[int] = (1,),
    *,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Scoring:
    """Solves a scoring game for one total budget, or for all budgets from the first to the last of a pair.

    ``subtract`` contains the numbers that may be taken from the heap. Raises ``ValueError`` for an invalid set or
    budget. Raises ``MemoryError`` if the computation may need more than ``memory`` bytes. Without ``memory`` the limit
    on Linux is the available memory, and on other systems there is no limit.

    >>> import gamecert
    >>> outcomes = gamecert.scoring(6)[6]
    >>> outcomes.period, outcomes.rows.shape == (outcomes.onset + outcomes.period, 7)
    (2, True)
    """
    between = (budgets, budgets) if isinstance(budgets, int) else budgets
    if min(between) < 0:
        raise ValueError(f"a total budget of {min(between)} coins: it is not below 0")
    numbers = tuple(sorted(subtract))
    if numbers and numbers[0] < 0:
        raise ValueError(f"{numbers[0]} cannot be subtracted")
    allow("the scoring game", _native.estimate_scoring(numbers, between), memory)
    return Scoring(numbers, _native.solve_scoring(numbers, between, chosen(progress)))
