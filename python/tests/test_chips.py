"""Thresholds of chips against backward induction over bids."""

import functools
import pickle
from typing import Any

import pytest

import gamecert

#: Left needs two moves more than Right has made: three steps up, or Right gets home.
LADDER: dict[str, Any] = {
    "0": {"left": ["1"], "right": ["R"]},
    "1": {"left": ["2"], "right": ["0b"]},
    "2": {"left": ["L"], "right": ["1b"]},
    "0b": {"left": ["1b"], "right": ["R"]},
    "1b": {"left": ["L"], "right": ["R"]},
    "L": {"winner": "left"},
    "R": {"winner": "right"},
}


def wins(positions: dict[str, Any], chips: int) -> Any:
    """Whether Left wins by force, by trying every bid against every answer (Payne and Develin, section 2).

    Who has bid more pays, and decides who moves. At a tie the player with the advantage is the winner and hands it
    over, or
    declares the other the winner and keeps it.
    """

    @functools.cache
    def left_wins(position: str, left: int, has: bool) -> bool:
        winner = positions[position].get("winner")
        if winner is not None:
            return bool(winner == "left")
        right = chips - left
        options = positions[position]

        def moves(now: int, advantage: bool) -> tuple[bool, bool]:
            return (
                any(left_wins(o, now, advantage) for o in options["left"]),
                all(left_wins(o, now, advantage) for o in options["right"]),
            )

        def left_decides(paid: int, advantage: bool) -> bool:
            return any(moves(left - paid, advantage))

        def right_decides(paid: int, advantage: bool) -> bool:
            return all(moves(left + paid, advantage))

        def outcome(bid: int, answer: int) -> bool:
            if bid > answer:
                return left_decides(bid, has)
            if bid < answer:
                return right_decides(answer, has)
            if has:
                return left_decides(bid, False) or right_decides(answer, True)
            return right_decides(answer, True) and left_decides(bid, False)

        return any(all(outcome(bid, answer) for answer in range(right + 1)) for bid in range(left + 1))

    return left_wins


def test_against_every_bid() -> None:
    """For up to seven chips, with and without the advantage: a code is two for each chip and one for the advantage."""
    solved = gamecert.chips(LADDER, (0, 7), start="0", progress=False)
    assert gamecert.check(solved.certificate).kind == "chips"
    for chips in range(8):
        left_wins = wins(LADDER, chips)
        for position in solved:
            threshold = solved[position].at(chips)
            for code in range(solved.top(chips)):
                assert left_wins(position, code // 2, code % 2 == 1) == (code >= threshold), (position, chips, code)


def test_all_numbers_of_chips() -> None:
    """The sequences for all numbers say the same as a table for some, and go on."""
    every, some = gamecert.chips("tug:5", progress=False), gamecert.chips("tug:5", (0, 60), progress=False)
    for position in every:
        thresholds = every[position]
        assert [thresholds.at(k) for k in range(61)] == some[position].values.tolist()
        assert thresholds.period is not None
        assert thresholds.slope is not None
        assert thresholds.at(10**6 + thresholds.period) == thresholds.at(10**6) + thresholds.slope
    with pytest.raises(IndexError, match="from 0 to 60"):
        some[some.start].at(61)


def test_notation_and_ways_of_breaking_ties() -> None:
    """As the papers write codes."""
    assert [gamecert.chips("tug:2", 3).written(code) for code in (24, 25)] == ["12", "12*"]
    assert [gamecert.chips("tug:2", 3, tie_break="make-it-take-it").written(code) for code in (24, 25)] == [
        "12-e",
        "12",
    ]
    ladies = gamecert.chips("tug:2", 3, tie_break="ladies-first", player="right")
    assert (ladies.written(12), ladies.top(3)) == ("12", 4)
    again = pickle.loads(pickle.dumps(ladies))
    assert again == ladies
    assert again[again.start].at(3) == ladies[ladies.start].at(3)


@pytest.mark.parametrize(
    ("title", "game", "options", "part"),
    [
        ("no game", "chess", {}, "'chess' is no game"),
        ("below 0", "tug:3", {"number": -1}, "not below 0"),
        ("descending", "tug:3", {"number": (5, 2)}, "the first is greater"),
        ("another way of breaking ties", "tug:3", {"tie_break": "coin"}, "coin"),
        ("nobody", "tug:3", {"player": "white"}, "'white'"),
        ("an ending", "bidding-chess:KRK@4x4", {}, "ending"),
        ("too many", "tug:3", {"number": 2**31}, "chips"),
    ],
)
def test_wrong_questions(title: str, game: str, options: dict[str, Any], part: str) -> None:
    """Each says what is wrong."""
    with pytest.raises(ValueError, match=part):
        gamecert.chips(game, **options)
