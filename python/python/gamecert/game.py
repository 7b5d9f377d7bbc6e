"""Games: named ones, endings of bidding chess, subtraction games, and games of one's own."""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from . import _native
from .arguments import Board, Side, board_size, name_of_side, span, whole
from .bidding_bounds import Bounds
from .bidding_chess import Ending
from .bidding_games import BiddingGame
from .chips import Advice, Chips, TieBreak, advice_of
from .memory import allow
from .progress import Progress, chosen
from .scoring import Scoring
from .solutions import MoneySolution, Nodes

if TYPE_CHECKING:
    import networkx

__all__ = ["Game"]

#: What follows a position in a function of one's own: the positions to which Left and to which Right can move, or the
#: winner if the game is over.
Options: TypeAlias = 'tuple[Iterable[Hashable], Iterable[Hashable]] | Literal["left", "right", "none"]'

#: Currencies in which players bid.
Currency = Literal["money", "chips", "points"]


class Game:
    """A game in which the players bid for each move.

    ``source`` is one of the following:

    - the name of a game as on the command line: ``"tic-tac-toe"``, ``"hex:3x4"``, ``"tug:5"``,
      ``"bidding-chess:KRK@4x4"`` (see also :meth:`bidding_chess`), ``"subtraction:1,2"``;
    - a ``pathlib.Path`` of a game file (``spec/rules/graph.md``, section 4), its JSON text, or a mapping with its
      fields;
    - a mapping of positions. Each position has lists ``left`` and ``right`` of positions, or has ``winner``:
      ``"left"``, ``"right"`` or ``"none"`` (a draw). Positions are any hashable objects;
    - a directed graph of networkx. Its edges have an attribute ``player``: ``"left"``, ``"right"`` or ``"both"`` (the
      default). Its nodes without edges have an attribute ``winner``. Nodes are any hashable objects;
    - a function that takes a position and returns a pair: the positions to which Left can move, and those to which
      Right can move. If the game is over, it returns the winner instead: ``"left"``, ``"right"`` or ``"none"``.

    ``start`` is the initial position. Names and files say it themselves. ``limit`` is the maximum number of positions
    that a function may lead to. Raises ``ValueError`` for an invalid game, with the place and the cause of the error.

    >>> import gamecert
    >>> def walk(n):
    ...     if abs(n) == 3:
    ...         return "left" if n > 0 else "right"
    ...     return [n + 1], [n - 1]
    >>> game = gamecert.Game(walk, start=0)
    >>> money = game.solve()
    >>> money.value(1), money.best(1, "left")
    (Fraction(2, 3), [2])
    >>> chips = game.solve("chips")
    >>> print(chips[0].at(10), chips[0].at(10**9))
    5* 500000000*
    """

    def __init__(
        self,
        source: str
        | os.PathLike[str]
        | Mapping[Any, Any]
        | networkx.MultiDiGraph[Any]
        | networkx.DiGraph[Any]
        | Callable[[Any], Options],
        start: Hashable = None,
        *,
        title: str = "a game",
        limit: int = 1_000_000,
    ) -> None:
        """Reads the game."""
        self._nodes = Nodes()
        self._subtract: tuple[int, ...] | None = None
        if isinstance(source, os.PathLike):
            source = Path(source).read_text(encoding="utf-8")
        if isinstance(source, str):
            if start is not None:
                raise ValueError("start: a game given as a name or as JSON says itself where play begins")
            self._text = source
            if source.startswith("subtraction:"):
                self._subtract = _numbers(source.partition(":")[2])
        elif isinstance(source, Mapping) and _is_file(source):
            self._text = json.dumps(source if start is None else {**source, "start": start})
        else:
            if start is None:
                raise ValueError("start: expected the position in which play begins")
            self._text, self._nodes = _described(_positions(source, start, limit), start, title)
        self._is_own = not isinstance(source, str)

    @classmethod
    def bidding_chess(cls, material: str, board: Board = (8, 8)) -> Game:
        """Returns an ending of bidding chess. ``material`` lists White's pieces, then Black's: ``KNK``, ``KQKR``.

        ``board`` is the size: ``"4x4"``, or the numbers of files and ranks, 2 to 16 each.

        >>> import gamecert
        >>> gamecert.Game.bidding_chess("KRK", board="4x4").solve().value("k3/4/4/K2R")
        Fraction(23, 32)
        """
        files, ranks = board_size(board)
        return cls(f"bidding-chess:{material}@{files}x{ranks}")

    @classmethod
    def subtraction(cls, numbers: Iterable[int]) -> Game:
        """Returns the scoring game in which a move takes one of these numbers of things, and scores a point for each.

        >>> import gamecert
        >>> gamecert.Game.subtraction([1, 2]).solve("points", budgets=6).value((5, 3))
        1
        """
        return cls("subtraction:" + ",".join(str(whole(number, "numbers")) for number in numbers))

    @property
    def _ending(self) -> tuple[str, tuple[int, int]] | None:
        """Material and board, if the game is an ending of bidding chess."""
        found = re.fullmatch(r"bidding-chess:([^@]*)(?:@(.*))?", self._text)
        return (found[1], board_size(found[2] or "8x8")) if found else None

    @overload
    def solve(
        self,
        currency: Literal["money"] = "money",
        *,
        method: Literal["policy", "iterate", "lp"] = "policy",
        memory: int | None = None,
        progress: Progress | bool | None = None,
    ) -> MoneySolution: ...

    @overload
    def solve(
        self,
        currency: Literal["chips"],
        *,
        chips: int | tuple[int, int] | range | None = None,
        tie_break: TieBreak = "advantage",
        player: Side = "left",
        progress: Progress | bool | None = None,
    ) -> Chips: ...

    @overload
    def solve(
        self,
        currency: Literal["points"],
        *,
        budgets: int | tuple[int, int] | range,
        memory: int | None = None,
        progress: Progress | bool | None = None,
    ) -> Scoring: ...

    def solve(
        self,
        currency: Currency = "money",
        *,
        method: Literal["policy", "iterate", "lp"] = "policy",
        chips: int | tuple[int, int] | range | None = None,
        tie_break: TieBreak = "advantage",
        player: Side = "left",
        budgets: int | tuple[int, int] | range | None = None,
        memory: int | None = None,
        progress: Progress | bool | None = None,
    ) -> MoneySolution | Chips | Scoring:
        """Solves the game exactly.

        With ``"money"``, the result is a :class:`BiddingGame`, or an :class:`Ending` for bidding chess. ``method``
        selects the algorithm; the values do not depend on it.

        With ``"chips"``, the result is :class:`Chips`: what ``player`` needs to win by force. ``chips`` is a total
        number of chips, a range of them (as a ``range``, or as the first and the last number), or ``None`` for every
        number.

        With ``"points"``, for subtraction games, the result is :class:`Scoring`. ``budgets`` is a total number of coins
        or a range of them.

        The computation stops at KeyboardInterrupt. Raises ``ValueError`` for an invalid game or option, and
        ``MemoryError`` if the computation of an ending or of a subtraction game may need more than ``memory`` bytes.
        Without ``memory`` the limit on Linux is the available memory, and on other systems there is no limit.

        >>> import gamecert
        >>> gamecert.Game("tic-tac-toe").solve()
        <bidding game of 1582 positions: alpha = 123/256, beta = 133/256 at '.../.../...'>
        >>> print(gamecert.Game("tic-tac-toe").solve("chips", chips=16).value(chips=16))
        9
        >>> gamecert.Game("subtraction:1").solve("points", budgets=range(1, 4))
        <scoring game, subtract {1}, total budgets 1 to 3>
        """
        if self._subtract is not None and currency != "points":
            raise ValueError(f"currency {currency!r}: a subtraction game is played for 'points'")
        if currency == "points":
            return self._points(budgets, memory, chosen(progress))
        if currency == "chips":
            between = None if chips is None else span(chips, "chips")
            which = name_of_side(player, "player") == "left"
            solved = self._native(
                lambda: _native.ChipsGame.solve(self._text, between, tie_break, which, chosen(progress))
            )
            return Chips(solved, self._nodes)
        if currency != "money":
            raise ValueError(f"currency {currency!r}: expected 'money', 'chips' or 'points'")
        ending = self._ending
        if ending is not None:
            allow(ending[0], _native.Endings.estimate(*ending), memory)
            return Ending(_native.Endings.solve(*ending, chosen(progress)))
        return BiddingGame(
            self._native(lambda: _native.MoneyGame.solve(self._text, method, chosen(progress))), self._nodes
        )

    def bounds(self, *, width: int = 30, memory: int | None = None, progress: Progress | bool | None = None) -> Bounds:
        """Brackets an ending of bidding chess: computes intervals of at most 2^-width for alpha and for beta.

        For endings whose exact values are out of reach. ``width`` is from 1 to 100. The certificates are verified
        before the bounds are read from them. Raises the errors of :meth:`solve`, and ``RuntimeError`` if no bounds this
        narrow are found.

        >>> import gamecert
        >>> gamecert.Game.bidding_chess("KNK", board="4x4").bounds(width=30)
        <bounds of KNK on 4x4: 426 classes, 47 bits>
        """
        ending = self._ending
        if ending is None:
            raise ValueError("bounds are computed for endings of bidding chess, such as 'bidding-chess:KPKP@2x4'")
        width = whole(width, "width")
        allow(ending[0], _native.Bounds.estimate(*ending, width), memory)
        return Bounds(_native.Bounds.bracket(*ending, width, chosen(progress)))

    def advise(
        self,
        position: Any,
        mine: int,
        total: int,
        *,
        advantage: bool | None = None,
        tie_break: TieBreak = "advantage",
        player: Side = "left",
        progress: Progress | bool | None = None,
    ) -> Advice:
        """Advises a player who has ``mine`` of ``total`` chips, without solving the game for other numbers of chips.

        ``advantage`` tells whether the player has the tie-breaking advantage; with make-it-take-it, whether they do not
        have the minus-epsilon chip; with ladies first it is left out. Raises ``ValueError`` for an invalid position or
        holding.

        >>> import gamecert
        >>> advice = gamecert.Game("tic-tac-toe").advise(".../.../...", 9, 16, advantage=True)
        >>> advice.outcome, [bid.chips for bid in advice.bids]
        ('win', [2, 3])
        """
        numbers = whole(mine, "mine"), whole(total, "total")
        for name, number in zip(("mine", "total"), numbers, strict=True):
            if not 0 <= number < 2**32:
                raise ValueError(f"{name} {number}: expected a number of chips")
        left = name_of_side(player, "player") == "left"
        name = self._nodes.name(position)
        found = self._native(
            lambda: _native.advise_chips(self._text, name, *numbers, advantage, tie_break, left, chosen(progress))
        )
        return advice_of(found, self._nodes)

    def _native(self, call: Callable[[], Any]) -> Any:
        """Calls the native module. An error in a generated JSON text names no line, which the user has never seen."""
        try:
            return call()
        except ValueError as error:
            if not self._is_own:
                raise
            raise ValueError(re.sub(r"^line \d+: ", "", str(error))) from None

    def _points(self, budgets: Any, memory: int | None, progress: Progress | None) -> Scoring:
        if self._subtract is None:
            raise ValueError("currency 'points': expected a subtraction game, such as Game('subtraction:1,2')")
        if budgets is None:
            raise ValueError("budgets: expected a total number of coins, or a range of them")
        between = span(budgets, "budgets")
        allow("the scoring game", _native.estimate_scoring(self._subtract, between), memory)
        return Scoring(_native.PointsGame.solve(self._subtract, between, progress))

    def __repr__(self) -> str:
        """Names the game, or counts the positions of a game of one's own."""
        return f"<game {self._text}>" if not self._is_own else f"<game of one's own, {len(self._text):,} bytes of JSON>"


def _numbers(text: str) -> tuple[int, ...]:
    try:
        numbers = sorted(int(number) for number in text.split(",")) if text else []
    except ValueError:
        raise ValueError(f"subtraction:{text}: expected numbers such as subtraction:1,2") from None
    if numbers and numbers[0] < 0:
        raise ValueError(f"subtraction:{text}: {numbers[0]} cannot be subtracted from a heap")
    return tuple(numbers)


def _is_file(source: Mapping[Any, Any]) -> bool:
    """Tells whether a mapping has the fields of a game file. A position may be called ``positions`` too."""
    positions = source.get("positions")
    return isinstance(positions, Mapping) and ("left" not in positions or "right" not in positions)


def _positions(source: Any, start: Hashable, limit: int) -> dict[Any, dict[str, Any]]:
    """Returns options or winner of each position."""
    if hasattr(source, "out_edges") and hasattr(source, "nodes"):
        return _of_graph(source)
    if isinstance(source, Mapping):
        return dict(source)
    if callable(source):
        return _of_function(source, start, limit)
    raise TypeError(
        f"source: expected a name, JSON, a path, a mapping, a graph of networkx or a function, "
        f"found {type(source).__name__}"
    )


def _of_function(function: Callable[[Any], Any], start: Hashable, limit: int) -> dict[Any, dict[str, Any]]:
    positions: dict[Any, dict[str, Any]] = {}
    waiting, seen = deque([start]), {start}
    while waiting:
        position = waiting.popleft()
        found = function(position)
        if isinstance(found, str) or found is None:
            positions[position] = {"winner": "none" if found is None else found}
            continue
        try:
            left, right = ([*options] for options in found)
        except (TypeError, ValueError):
            raise ValueError(
                f"position {position!r}: the function returned {found!r}; expected Left's and Right's next positions, "
                "or 'left', 'right' or 'none' for a game that is over"
            ) from None
        positions[position] = {"left": left, "right": right}
        for option in (*left, *right):
            if option not in seen:
                if len(seen) >= limit:
                    raise ValueError(f"more than {limit:,} positions follow from {start!r}; limit= allows more")
                seen.add(option)
                waiting.append(option)
    return positions


def _of_graph(graph: Any) -> dict[Any, dict[str, Any]]:
    positions: dict[Any, dict[str, Any]] = {}
    for node, attributes in graph.nodes(data=True):
        edges = list(graph.out_edges(node, data=True))
        if not edges:
            if "winner" not in attributes:
                raise ValueError(f"node {node!r} has no edges and no attribute 'winner'")
            positions[node] = {"winner": attributes["winner"]}
            continue
        options: dict[str, list[Any]] = {"left": [], "right": []}
        for _, target, data in edges:
            player = data.get("player", "both")
            if player not in ("left", "right", "both"):
                raise ValueError(f"edge {node!r} to {target!r}: player {player!r}, expected 'left', 'right' or 'both'")
            for one in ("left", "right") if player == "both" else (player,):
                options[one].append(target)
        positions[node] = options
    return positions


def _described(positions: dict[Any, dict[str, Any]], start: Hashable, title: str) -> tuple[str, Nodes]:
    """Returns the JSON text of a game, and the names of its nodes."""
    nodes = Nodes.naming(positions)

    def named(position: Any) -> Any:
        if not isinstance(position, Mapping):
            return position
        return {
            key: [nodes.name(option) for option in value] if key in ("left", "right") and _is_list(value) else value
            for key, value in position.items()
        }

    named_positions = {nodes.name(node): named(position) for node, position in positions.items()}
    return json.dumps({"title": title, "start": nodes.name(start), "positions": named_positions}), nodes


def _is_list(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str)
