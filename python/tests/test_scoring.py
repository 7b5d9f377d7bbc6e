"""Outcomes of scoring games against the matrix games of all bids."""

import functools
import pickle
import random
from typing import Any

import pytest

import gamecert


def by_bids(subtract: tuple[int, ...], budget: int) -> Any:
    """The outcome with the marker in Left's hands, as `spec/kinds/scoring.md` defines it (Larsson, Patel, Rai)."""

    @functools.cache
    def v(heap: int, p: int) -> int:
        moves = [s for s in subtract if s <= heap]
        if not moves:
            return 0
        q = budget - p

        def entry(left: int, right: int) -> int:
            if left > right:
                return max(s + v(heap - s, p - left) for s in moves)
            if left == right:
                return max(s - v(heap - s, q + left) for s in moves)
            return min(-s + v(heap - s, p + right) for s in moves)

        maximin = max(min(entry(left, right) for right in range(q + 1)) for left in range(p + 1))
        minimax = min(max(entry(left, right) for left in range(p + 1)) for right in range(q + 1))
        assert maximin == minimax
        return maximin

    return v


@pytest.mark.parametrize("subtract", [(1,), (1, 2), (2, 3), (1, 3, 4)])
def test_against_all_bids(subtract: tuple[int, ...]) -> None:
    """For total budgets up to 5 and heaps up to 24."""
    solved = gamecert.scoring((0, 5), subtract, progress=False)
    assert list(solved) == list(range(6))
    assert gamecert.check(solved.certificate).kind == "scoring"
    for budget, outcomes in solved.items():
        v = by_bids(subtract, budget)
        assert outcomes.rows.shape == (outcomes.onset + outcomes.period, budget + 1)
        assert all(outcomes.at(heap, p) == v(heap, p) for heap in range(25) for p in range(budget + 1))


def test_rows_repeat_from_the_onset() -> None:
    """No earlier, and with no shorter period."""
    outcomes = gamecert.scoring(12, progress=False)[12]
    rows = [tuple(outcomes.at(heap, p) for p in range(13)) for heap in range(outcomes.onset + 3 * outcomes.period)]
    assert all(rows[x] == rows[x + outcomes.period] for x in range(outcomes.onset, outcomes.onset + outcomes.period))
    assert rows[outcomes.onset - 1] != rows[outcomes.onset - 1 + outcomes.period]
    rng = random.Random(3)
    for _ in range(20):
        heap, p = rng.randrange(outcomes.onset, 10**6), rng.randrange(13)
        assert outcomes.at(heap, p) == rows[outcomes.onset + (heap - outcomes.onset) % outcomes.period][p]


def test_pickles_compare() -> None:
    """By certificate."""
    solved = gamecert.scoring((1, 4), (1, 2), progress=False)
    again = pickle.loads(pickle.dumps(solved))
    assert again == solved
    assert (again[3].rows == solved[3].rows).all()
    assert repr(again) == "<scoring game, subtract {1, 2}, total budgets 1 to 4>"


@pytest.mark.parametrize(
    ("title", "budgets", "subtract", "part"),
    [
        ("below 0", -1, (1,), "not below 0"),
        ("descending", (4, 2), (1,), "the first is greater"),
        ("nothing is taken", 3, (), "empty"),
        ("0 is taken", 3, (0, 1), "would not end"),
        ("below 0 is taken", 3, (-1,), "cannot be subtracted"),
        ("twice", 3, (1, 1), "twice"),
        ("too many coins", 2**31, (1,), "coins"),
    ],
)
def test_wrong_games(title: str, budgets: Any, subtract: tuple[int, ...], part: str) -> None:
    """Each says what is wrong."""
    with pytest.raises(ValueError, match=part):
        gamecert.scoring(budgets, subtract)


def test_places_that_there_are_not() -> None:
    """IndexError."""
    outcomes = gamecert.scoring(3, progress=False)[3]
    for heap, coins in ((-1, 0), (0, 4), (0, -1)):
        with pytest.raises(IndexError, match="coins"):
            outcomes.at(heap, coins)
