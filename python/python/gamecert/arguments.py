"""Reads arguments that users write in several ways: sides, boards, positions, numbers."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

__all__ = ["Board", "Side", "board_size", "fen", "is_first", "name_of_side", "placement", "span", "whole"]

#: A side: ``"white"`` or ``"left"`` (also ``"w"``, ``"White"``, ``chess.WHITE``), ``"black"`` or ``"right"``.
Side: TypeAlias = "bool | str"
#: The size of a board: ``"4x4"``, or the numbers of files and ranks.
Board: TypeAlias = "str | Sequence[int]"

_FIRST, _SECOND = ("white", "w", "left", "l"), ("black", "b", "right", "r")


def is_first(side: Any, argument: str = "side") -> bool:
    """Tells whether a side is White or Left. Raises ``ValueError`` if it is no side."""
    if isinstance(side, bool):
        return side
    word = side.lower() if isinstance(side, str) else None
    if word in _FIRST or word in _SECOND:
        return word in _FIRST
    raise ValueError(f"{argument} {side!r}: expected 'white', 'black', chess.WHITE or chess.BLACK ('left', 'right')")


def name_of_side(side: Any, argument: str = "player") -> Literal["left", "right"]:
    """Returns ``left`` or ``right``. Raises ``ValueError`` if ``side`` is no side."""
    return "left" if is_first(side, argument) else "right"


def whole(number: Any, argument: str) -> int:
    """Returns an integer, also for the integers of numpy. Raises ``TypeError`` for anything else."""
    try:
        if isinstance(number, bool):
            raise TypeError
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{argument} {number!r}: expected a whole number") from None


def span(numbers: Any, argument: str) -> tuple[int, int]:
    """Returns the first and the last number of a range that is given as one number, a pair or a ``range``."""
    if isinstance(numbers, range):
        if not numbers or numbers.step != 1:
            raise ValueError(f"{argument} {numbers!r}: expected a range of ascending numbers without gaps")
        return numbers[0], numbers[-1]
    if isinstance(numbers, (tuple, list)):
        if len(numbers) != 2:
            raise ValueError(f"{argument} {numbers!r}: expected a number, or the first and the last number")
        first, last = (whole(number, argument) for number in numbers)
    else:
        first = last = whole(numbers, argument)
    if min(first, last) < 0:
        raise ValueError(f"{argument} {min(first, last)}: expected a number that is not below 0")
    if first > last:
        raise ValueError(f"{argument} {first} to {last}: the first is greater than the last")
    return first, last


def board_size(board: Any) -> tuple[int, int]:
    """Returns the numbers of files and ranks. Raises ``ValueError`` if ``board`` is no size of a board."""
    if isinstance(board, str):
        found = re.fullmatch(r"(\d+)x(\d+)", board)
        if found:
            return int(found[1]), int(found[2])
    elif isinstance(board, Sequence) and len(board) == 2:
        return whole(board[0], "board"), whole(board[1], "board")
    raise ValueError(f"board {board!r}: expected '4x4', or the numbers of files and ranks such as (4, 4)")


def fen(position: Any, variant: str, argument: str = "position") -> str:
    """Returns the FEN of a text or of a board of python-chess.

    ``variant`` is ``chess`` or ``antichess``. Raises ``ValueError`` for a board of another variant.
    """
    if isinstance(position, str):
        return position
    if hasattr(position, "fen") and hasattr(position, "is_variant_end"):
        found = getattr(position, "uci_variant", "chess")
        allowed = ("antichess", "suicide", "giveaway", "chess") if variant == "antichess" else ("chess",)
        if found not in allowed:
            raise ValueError(f"{argument}: a board of {found}, expected one of {variant}")
        return str(position.fen())
    raise TypeError(f"{argument}: expected a FEN or a board of python-chess, found {type(position).__name__}")


def placement(position: Any, argument: str = "position") -> str:
    """Returns the first field of a FEN, from a FEN with any number of fields or a board of python-chess."""
    if hasattr(position, "board_fen"):
        return str(position.board_fen())
    if not isinstance(position, str):
        raise TypeError(f"{argument}: expected a FEN or a board of python-chess, found {type(position).__name__}")
    fields = position.split()
    return fields[0] if fields else position
