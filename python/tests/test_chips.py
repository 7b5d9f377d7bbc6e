"""Thresholds of chips against backward induction over bids."""

import functools
import pickle
import re
from pathlib import Path
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


def wins(positions: dict[str, Any], chips: int) -> tuple[Any, Any]:
    """Whether Left wins by force, and with which bids: every bid against every answer (Payne and Develin, section 2).

    Who has bid more pays, and decides who moves. At a tie the player with the advantage is the winner and hands it
    over, or
    declares the other the winner and keeps it.
    """

    @functools.cache
    def left_wins(position: str, left: int, has: bool) -> bool:
        winner = positions[position].get("winner")
        return bool(winner == "left") if winner is not None else bool(winning_bids(position, left, has))

    def winning_bids(position: str, left: int, has: bool) -> list[int]:
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

        return [bid for bid in range(left + 1) if all(outcome(bid, answer) for answer in range(right + 1))]

    return left_wins, winning_bids


def test_against_every_bid() -> None:
    """For up to seven chips, with and without the advantage: a code is two for each chip and one for the advantage."""
    solved = gamecert.chips(LADDER, (0, 7), start="0", progress=False)
    assert gamecert.check(solved.certificate).kind == "chips"
    for chips in range(8):
        left_wins, _ = wins(LADDER, chips)
        for position in solved:
            threshold = solved[position].code_at(chips)
            for code in range(solved.top(chips)):
                assert left_wins(position, code // 2, code % 2 == 1) == (code >= threshold), (position, chips, code)


def test_advice_against_every_bid() -> None:
    """For up to five chips: who wins, and all bids that keep the win; a plan after each."""
    for chips in range(6):
        left_wins, winning_bids = wins(LADDER, chips)
        for position in ("0", "1", "2", "0b", "1b"):
            for left in range(chips + 1):
                for has in (True, False):
                    advice = gamecert.advise(LADDER, position, left, chips, advantage=has, start="0", progress=False)
                    assert (advice.outcome == "win") == left_wins(position, left, has), (position, left, chips, has)
                    assert advice.holding == f"{left}{'*' if has else ''}"
                    if advice.outcome == "win":
                        assert [bid.chips for bid in advice.bids] == winning_bids(position, left, has)
                        assert any(bid.quickest for bid in advice.bids)
                        for bid in advice.bids:
                            assert set(bid.if_higher.moves) <= set(LADDER[position]["left"])
                            assert bid.if_higher.moves or bid.if_higher.let_the_other_move


def after(placement: str, move: str, files: int) -> str:
    """A placement after a move that is no promotion."""
    rows = [re.sub(r"\d", lambda digit: " " * int(digit[0]), row) for row in placement.split("/")]
    board = {(file, len(rows) - down): letter for down, row in enumerate(rows) for file, letter in enumerate(row)}
    source, target = [(ord(square[0]) - ord("a"), int(square[1:])) for square in (move[:2], move[2:4])]
    board[target], board[source] = board[source], " "
    lines = ("".join(board[file, rank] for file in range(files)) for rank in range(len(rows), 0, -1))
    return re.sub(" +", lambda gap: str(len(gap[0])), "/".join(lines))


@pytest.mark.parametrize("number", [(0, 6), None], ids=["some", "all"])
def test_endings_satisfy_the_equations(number: tuple[int, int] | None) -> None:
    """Half the least behind the player's moves, rounded up, and half the greatest behind the other's."""
    ending = gamecert.ending("KRK", board=(3, 4), progress=False)
    solved = gamecert.chips("bidding-chess:KRK@3x4", number, progress=False)
    assert len(solved) == len(ending) + len(gamecert.ending("KK", board=(3, 4), progress=False))
    assert solved.start in ending.positions()

    def threshold(placement: str, chips: int) -> int:
        if "K" not in placement:
            return solved.top(chips)
        return 0 if "k" not in placement else solved[placement].code_at(chips)

    for placement in solved:
        moves = ending.moves(placement)
        for chips in (*range(7), *((1000,) if number is None else ())):
            behind = {
                white: [threshold(after(placement, one.move, 3), chips) for one in moves if one.white == white]
                for white in (True, False)
            }
            least, greatest = sorted((min(behind[True]), max(behind[False])))
            expected = -(-least // 2) + greatest // 2
            assert solved[placement].code_at(chips) == min(expected, solved.top(chips)), (placement, chips)


def test_certificates_of_endings(tmp_path: Path) -> None:
    """Written into a folder they are verified together, and symmetric positions are found."""
    solved = gamecert.chips("bidding-chess:KRK@3x4", progress=False)
    path = solved.save(tmp_path / "new")
    assert sorted(file.name for file in path.parent.iterdir()) == ["kk-3x4.cbor", "krk-3x4.cbor"]
    assert gamecert.check(path).kind == "chips"
    placement = next(iter(solved))
    mirrored = "/".join(row[::-1] for row in placement.split("/"))
    assert solved[f"{mirrored} w - - 0 1"] is solved[placement]
    with pytest.raises(KeyError, match="rook"):
        solved["rook"]
    again = pickle.loads(pickle.dumps(solved))
    assert again == solved
    assert again[mirrored].at(7) == solved[placement].at(7)


def test_figures() -> None:
    """Axes of matplotlib with what they show; tables for notebooks."""
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    tug = gamecert.chips("tug:3", progress=False)
    axes = tug.plot(chips=range(1, 30))
    assert axes.lines[0].get_xydata().tolist() == [[k, tug[tug.start].code_at(k) / (2 * k)] for k in range(1, 30)]
    assert "<td>2*</td>" in tug._repr_html_()


def test_all_numbers_of_chips() -> None:
    """The sequences for all numbers say the same as a table for some, and go on."""
    every, some = gamecert.chips("tug:5", progress=False), gamecert.chips("tug:5", (0, 60), progress=False)
    for position in every:
        thresholds = every[position]
        assert [thresholds.code_at(k) for k in range(61)] == some[position].codes.tolist()
        assert thresholds.period is not None
        assert thresholds.slope is not None
        assert thresholds.code_at(10**6 + thresholds.period) == thresholds.code_at(10**6) + thresholds.slope
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
        ("nobody", "tug:3", {"player": "grey"}, "'grey'"),
        ("an ending of pieces that there are not", "bidding-chess:KXK@4x4", {}, "KXK"),
        ("a board that there is not", "bidding-chess:KRK@44", {}, "44"),
        ("a file", "tug.json", {}, "json"),
        ("too many", "tug:3", {"number": 2**31}, "chips"),
    ],
)
def test_wrong_questions(title: str, game: str, options: dict[str, Any], part: str) -> None:
    """Each says what is wrong."""
    with pytest.raises(ValueError, match=part):
        gamecert.chips(game, **options)


@pytest.mark.parametrize(
    ("title", "position", "holding", "options", "part"),
    [
        ("no position", "moon", (1, 2), {"advantage": True}, "moon"),
        ("more than all", "0", (3, 2), {"advantage": True}, "3 chips of 2"),
        ("too many", "0", (1, 2_000_000), {"advantage": True}, "at most 1000000 chips"),
        ("fewer than none", "0", (-1, 2), {"advantage": True}, "mine -1: expected a number of chips"),
        ("nobody has it", "0", (1, 2), {}, "who has the tie-breaking advantage"),
        (
            "nobody can have it",
            "0",
            (1, 2),
            {"advantage": True, "tie_break": "ladies-first"},
            "nobody has the advantage",
        ),
        ("nobody asks", "0", (1, 2), {"advantage": True, "player": "grey"}, "'grey'"),
    ],
)
def test_wrong_holdings(
    title: str, position: str, holding: tuple[int, int], options: dict[str, Any], part: str
) -> None:
    """Each says what is wrong."""
    with pytest.raises(ValueError, match=part):
        gamecert.advise("tug:3", position, *holding, **options)
