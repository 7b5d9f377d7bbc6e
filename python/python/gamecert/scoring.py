"""Scoring games in which players bid coins for the move.

Who wins the bid takes things from a heap, a number of a given set, and scores them. With equal bids the marker
decides, and changes hands. An outcome is Left's score
minus Right's if both play best (U. Larsson, P. Rai, R. Patel, bidding scoring games).
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
    """The coins of both players together."""
    onset: int
    """The least heap from which the rows repeat."""
    period: int
    """The least period of the rows."""
    rows: npt.NDArray[np.int32]
    """Shape (onset + period, budget + 1): outcomes by heap and coins in Left's hands, who has the marker."""

    def at(self, heap: int, coins: int) -> int:
        """The outcome for a heap of any size, with ``coins`` coins and the marker in Left's hands.

        Raises ``IndexError`` for heaps and numbers of coins that there are not.

        >>> import gamecert
        >>> outcomes = gamecert.scoring(6, subtract=[1, 2])[6]
        >>> [outcomes.at(5, coins) for coins in range(7)], outcomes.at(10**9, 6)
        ([-3, -1, -1, 1, 1, 3, 5], 8)
        """
        if heap < 0 or not 0 <= coins <= self.budget:
            raise IndexError(f"heap {heap} with {coins} coins: expected a heap from 0 on and 0 to {self.budget} coins")
        return int(self.rows[heap if heap < self.onset else self.onset + (heap - self.onset) % self.period, coins])

    def plot(self, ax: Axes | None = None) -> Axes:
        """The outcomes by coins and heap, onset and one period, as axes of matplotlib: Left's gains blue.

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
    """Outcomes by total budget. Made by :func:`scoring`.

    >>> import gamecert
    >>> outcomes = gamecert.scoring((1, 6), subtract=[1, 2])
    >>> {budget: (of.onset, of.period) for budget, of in outcomes.items()}
    {1: (2, 4), 2: (2, 4), 3: (6, 4), 4: (6, 4), 5: (14, 4), 6: (14, 4)}
    """

    def __init__(self, subtract: tuple[int, ...], solved: Any) -> None:
        """Takes what the native part has found."""
        found, self.certificate = solved
        self.subtract = subtract
        self._outcomes = {one[0]: Outcomes(*one) for one in found}
        self._solved = solved

    def __getitem__(self, budget: int) -> Outcomes:
        """The outcomes for a total budget."""
        return self._outcomes[budget]

    def __iter__(self) -> Iterator[int]:
        """The total budgets, ascending."""
        return iter(self._outcomes)

    def __len__(self) -> int:
        """Their number."""
        return len(self._outcomes)

    def __eq__(self, other: object) -> bool:
        """Equal certificates."""
        return bool(self.certificate == other.certificate) if isinstance(other, Scoring) else NotImplemented

    def __hash__(self) -> int:
        """As equality."""
        return hash(self.certificate)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as outcomes."""
        return Scoring, (self.subtract, self._solved)

    def __repr__(self) -> str:
        """Set and budgets."""
        budgets = list(self)
        return f"<scoring game, subtract {set(self.subtract)}, total budgets {budgets[0]} to {budgets[-1]}>"


def scoring(
    budgets: int | tuple[int, int],
    subtract: Iterable[int] = (1,),
    *,
    memory: int | None = None,
    progress: Progress | bool | None = None,
) -> Scoring:
    """Solves a scoring game for one total budget or for those from the first to the last.

    ``subtract`` has the numbers that may be taken from the heap. Raises ``ValueError`` for sets and budgets that
    there are not, and ``MemoryError`` if more than ``memory`` bytes may be needed: on Linux, unless told
    otherwise, more than are available.

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
