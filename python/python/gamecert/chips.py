"""Discrete bidding: how many chips a player needs to win.

Both players bid chips for each move. The higher bidder pays the other player and moves (S. Payne and M. Develin). In
certificates, what a player holds is one number, the *code*. The code counts 2 for each chip, and 1 for the tie-breaking
advantage or, with make-it-take-it, for a player without the minus-epsilon chip. With ladies first, where Left wins
every tie, the code is the number of chips. :class:`Holding` writes codes in the notation of the papers.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import total_ordering
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from . import _native, plots
from .arguments import Side, name_of_side, placement, whole
from .progress import Progress, chosen
from .solutions import Nodes, Solution, data_frame

if TYPE_CHECKING:
    import networkx
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

__all__ = ["Advice", "AfterBid", "Bid", "Chips", "ChipsMove", "Holding", "Law", "Thresholds", "advise", "chips"]

#: Total numbers of chips in the tables for notebooks.
_SHOWN = (1, 2, 5, 10, 100)

TieBreak = Literal["advantage", "make-it-take-it", "ladies-first"]


def _unit(tie_break: TieBreak) -> int:
    return 1 if tie_break == "ladies-first" else 2


@total_ordering
@dataclass(frozen=True, eq=False)
class Holding:
    """A number of chips that a player holds, with or without the tie-breaking advantage.

    It prints in the notation of Payne and Develin: ``12*`` is 12 chips and the advantage, ``12-e`` is 12 chips and the
    minus-epsilon chip. It compares with other holdings of the same tie-breaking rule and with numbers of chips, and
    ``Fraction`` and ``float`` turn it into a share of all chips. As a threshold, it may be one that nobody can hold:
    then it prints ``no win`` and is greater than every holding.

    >>> import gamecert
    >>> least = gamecert.Game("tug:3").solve("chips").value("0", chips=106)
    >>> print(least, least.chips, least.advantage, least > 53, least.share)
    53* 53 True True 107/212
    """

    code: int
    """The holding as one number, as in certificates."""
    total: int
    """Number of chips of both players together."""
    tie_break: TieBreak = "advantage"
    """Tie-breaking rule."""

    @staticmethod
    def read(text: str, total: int, tie_break: TieBreak = "advantage") -> Holding:
        """Reads a holding in the notation of the papers. Raises ``ValueError`` for any other text.

        >>> import gamecert
        >>> gamecert.Holding.read("9*", 16).code
        19
        """
        return Holding(_code(text, tie_break), total, tie_break)

    @property
    def exists(self) -> bool:
        """Whether a player can hold this. If not, it is the threshold of a position that nobody can win."""
        return self.code < _unit(self.tie_break) * (self.total + 1)

    def _existing(self) -> int:
        if not self.exists:
            raise ValueError(f"no holding of {self.total} chips wins")
        return self.code

    @property
    def chips(self) -> int:
        """Number of chips. Raises ``ValueError`` if nobody can hold this."""
        return self._existing() // _unit(self.tie_break)

    @property
    def advantage(self) -> bool | None:
        """Whether the tie-breaking advantage is a part of it; ``None`` with ladies first.

        With make-it-take-it: whether the minus-epsilon chip is *not* a part of it.
        """
        return None if self.tie_break == "ladies-first" else self._existing() % 2 == 1

    @property
    def share(self) -> Fraction:
        """Share of all chips. The advantage counts as half a chip. Raises ``ValueError`` if nobody can hold this."""
        return Fraction(self._existing(), _unit(self.tie_break) * max(self.total, 1))

    def __str__(self) -> str:
        """Writes the holding in the notation of the papers."""
        if not self.exists:
            return "no win"
        half = self.code // 2
        if self.tie_break == "ladies-first":
            return str(self.code)
        if self.tie_break == "advantage":
            return f"{half}*" if self.code % 2 else str(half)
        return str(half) if self.code % 2 else f"{half}-e"

    def __repr__(self) -> str:
        """Shows the holding and the total number of chips."""
        return f"<{self} of {self.total} chips>"

    def __float__(self) -> float:
        """Returns the share of all chips."""
        return float(self.share)

    def _code_of(self, other: object) -> int | None:
        if isinstance(other, Holding):
            return other.code if other.tie_break == self.tie_break else None
        try:
            number = whole(other, "chips")
        except TypeError:
            return None
        return number if self.tie_break == "ladies-first" else 2 * number + (self.tie_break == "make-it-take-it")

    def __eq__(self, other: object) -> bool:
        """Compares with a holding or with a number of chips."""
        code = self._code_of(other)
        return NotImplemented if code is None else self.code == code

    def __lt__(self, other: object) -> bool:
        """Compares with a holding or with a number of chips."""
        code = self._code_of(other)
        return NotImplemented if code is None else self.code < code

    def __hash__(self) -> int:
        """Hashes as the number of chips does, if the holding equals one."""
        chips = self.code // _unit(self.tie_break)
        return hash(chips if self == chips else ("holding", self.code, self.tie_break))


def _code(text: str, tie_break: TieBreak) -> int:
    """Returns the code of a holding in the notation of the papers."""
    found = re.fullmatch(r"(\d+)(\*|-e)?", text.strip())
    marks = {"advantage": (None, "*"), "make-it-take-it": ("-e", None), "ladies-first": (None,)}[tie_break]
    if not found or found[2] not in marks:
        examples = {"advantage": "'9' or '9*'", "make-it-take-it": "'9' or '9-e'", "ladies-first": "'9'"}[tie_break]
        raise ValueError(f"holding {text!r}: expected chips such as {examples}")
    return int(found[1]) * _unit(tie_break) + marks.index(found[2])


@dataclass(frozen=True)
class Law:
    """How thresholds go on for every number of chips: ``period`` more chips add ``growth`` chips to the threshold.

    >>> import gamecert
    >>> gamecert.Game("tug:3").solve("chips")["0"].law
    Law(onset=5, period=6, growth=Fraction(3, 1))
    """

    onset: int
    """Least number of chips from which on this holds."""
    period: int
    """Least period, in chips of both players together."""
    growth: Fraction
    """Increase of the threshold, in chips. The tie-breaking advantage counts as half a chip."""


@dataclass(frozen=True, eq=False)
class Thresholds:
    """Thresholds of a position: for each total number of chips, the least holding that wins by force."""

    first: int
    """Total number of chips of the first threshold."""
    codes: npt.NDArray[np.uint32]
    """Codes of the thresholds for ``first``, ``first`` + 1, ... chips: shape (n,)."""
    period: int | None
    """After ``codes``, ``period`` more chips add ``slope`` to the code; ``None`` if only ``codes`` are known."""
    slope: int | None
    """Increase of the code for ``period`` more chips; ``None`` if ``period`` is ``None``."""
    tie_break: TieBreak = "advantage"
    """Tie-breaking rule."""

    @property
    def law(self) -> Law | None:
        """How the thresholds go on for every number of chips; ``None`` if they are known for some numbers only."""
        if self.period is None or self.slope is None:
            return None
        onset = self.first + len(self.codes) - self.period
        return Law(onset, self.period, Fraction(self.slope, _unit(self.tie_break)))

    def at(self, chips: int) -> Holding:
        """Returns the threshold for a total number of chips. Raises ``IndexError`` if it is not known.

        >>> import gamecert
        >>> thresholds = gamecert.Game("tug:3").solve("chips")["0"]
        >>> [str(thresholds.at(chips)) for chips in (10, 16, 10**9)]
        ['5*', '8*', '500000000*']
        """
        return Holding(self.code_at(chips), whole(chips, "chips"), self.tie_break)

    def code_at(self, chips: int) -> int:
        """Returns the code of the threshold for a total number of chips. Raises ``IndexError`` if it is not known.

        >>> import gamecert
        >>> gamecert.Game("tug:3").solve("chips")["0"].code_at(10)
        11
        """
        place = whole(chips, "chips") - self.first
        if place < 0 or (place >= len(self.codes) and self.period is None):
            raise IndexError(
                f"{chips} chips: thresholds are known from {self.first} to {self.first + len(self.codes) - 1}"
            )
        rounds = 0
        if place >= len(self.codes):
            assert self.period is not None
            rounds = (place - len(self.codes)) // self.period + 1
            place -= rounds * self.period
        return int(self.codes[place]) + rounds * (self.slope or 0)

    def __repr__(self) -> str:
        """Shows the first thresholds, and the law if there is one."""
        shown = ", ".join(str(self.at(self.first + place)) for place in range(min(len(self.codes), 8)))
        more = ", ..." if len(self.codes) > 8 or self.period is not None else ""
        law = f"; {self.law}" if self.law is not None else ""
        return f"<thresholds from {self.first} chips on: {shown}{more}{law}>"


@dataclass(frozen=True)
class ChipsMove:
    """A move of a game that is played by bidding chips, with the threshold after it.

    >>> import gamecert
    >>> gamecert.Game("tug:3").solve("chips").moves("2", chips=10)[1]
    ChipsMove(move='3', player='left', threshold=<0 of 10 chips>, best=True)
    """

    move: Any
    """The position after the move; in bidding chess the squares from and to, with a letter for a promotion."""
    player: Literal["left", "right"]
    """The player who moves. In bidding chess White is Left."""
    threshold: Holding
    """What the solution's player needs after the move. After a move that ends the game it is 0, or ``no win``."""
    best: bool
    """Whether the player has no better move."""


class Chips(Solution, Mapping[Any, Thresholds]):
    """Thresholds of every position of a game for one player, returned by :meth:`Game.solve`.

    The object is a mapping from positions to :class:`Thresholds`. Positions of bidding chess endings are named by first
    fields of FENs, and the positions of the sub-endings are included. A position can be looked up by the name of any
    symmetric position.
    """

    __slots__ = ("_index", "_names", "_native", "_nodes", "_number", "_start", "_tables", "player", "tie_break")

    kind: ClassVar[str] = "chips"

    def __init__(self, native: _native.ChipsGame, nodes: Nodes | None = None) -> None:
        """Wraps a solved game of the native module."""
        self._native, self._nodes = native, nodes or Nodes()
        self.tie_break: TieBreak = native.tie_break
        """Tie-breaking rule."""
        self.player: Literal["left", "right"] = native.player
        """The player whose forced wins are solved."""
        self._names, self._start, self._number, tables = native.tables()
        self._index = {name: index for index, name in enumerate(self._names)}
        self._tables: list[Thresholds] = []
        for first, codes, tail in tables:
            period, slope = tail or (None, None)
            self._tables.append(Thresholds(first, codes, period, slope, self.tie_break))

    def _name(self, position: Any) -> str:
        return placement(position) if hasattr(position, "board_fen") else self._nodes.name(position)

    def _place(self, position: Any) -> int:
        name = self._name(position)
        index = self._index.get(name)
        if index is not None:
            return index
        try:
            return self._native.find(name.split(" ")[0] if self._is_ending else name)
        except ValueError as error:
            raise KeyError(str(error)) from None

    @property
    def _is_ending(self) -> bool:
        return self._native.title.startswith("bidding chess ")

    def _text(self, position: Any) -> str:
        """Returns the name of a position for the native module."""
        name = self._names[self._start] if position is None else self._name(position)
        return name.split(" ")[0] if self._is_ending else name

    @property
    def start(self) -> Any:
        """Initial position."""
        return self._nodes.node(self._names[self._start])

    @property
    def title(self) -> str:
        """Title of the game."""
        return self._native.title

    def __getitem__(self, position: Any) -> Thresholds:
        """Returns the thresholds of a position."""
        return self._tables[self._number[self._place(position)]]

    def __iter__(self) -> Iterator[Any]:
        """Iterates over all positions in which the game is not over."""
        return map(self._nodes.node, self._names)

    def __len__(self) -> int:
        """Returns the number of positions in which the game is not over."""
        return len(self._names)

    def holding(self, holding: Holding | int | str, chips: int) -> Holding:
        """Returns a holding of ``chips`` chips in all, from its notation, a number of chips or a holding.

        >>> import gamecert
        >>> gamecert.Game("tug:3").solve("chips").holding("5*", 10)
        <5* of 10 chips>
        """
        total = whole(chips, "chips")
        if isinstance(holding, Holding):
            found = replace(holding, total=total)
        else:
            none = Holding(0, total, self.tie_break)
            code = _code(holding, self.tie_break) if isinstance(holding, str) else none._code_of(holding)
            if code is None:
                raise TypeError(f"holding {holding!r}: expected a number of chips, a text such as '9*', or a Holding")
            found = Holding(code, total, self.tie_break)
        if not found.exists or found.code < 0:
            raise ValueError(f"holding {holding}: expected at most {total} chips")
        return found

    def value(self, position: Any = None, *, chips: int) -> Holding:
        """Returns what the player needs at a position, of ``chips`` chips in all. The default is the initial position.

        >>> import gamecert
        >>> print(gamecert.Game("tic-tac-toe").solve("chips").value(chips=1000))
        520
        """
        return self[self.start if position is None else position].at(chips)

    def outcome(
        self, position: Any = None, *, chips: int, holding: Holding | int | str
    ) -> Literal["win", "loss", "neither"]:
        """Returns the forced result for the player if they hold ``holding`` of ``chips`` chips.

        ``neither``: neither player can force a win.

        >>> import gamecert
        >>> tug = gamecert.Game("tug:3").solve("chips")
        >>> tug.outcome("0", chips=10, holding="5*"), tug.outcome("0", chips=10, holding=5)
        ('win', 'loss')
        """
        return self.advise(position, chips=chips, holding=holding).outcome

    def advise(
        self,
        position: Any = None,
        *,
        chips: int,
        holding: Holding | int | str,
        progress: Progress | bool | None = None,
    ) -> Advice:
        """Advises the player, who holds ``holding`` of ``chips`` chips: good bids, and the moves after them.

        >>> import gamecert
        >>> advice = gamecert.Game("tic-tac-toe").solve("chips").advise(chips=16, holding="9*")
        >>> advice.outcome, [bid.chips for bid in advice.bids]
        ('win', [2, 3])
        """
        held = self.holding(holding, chips)
        found = self._native.advise(
            self._text(position), held.chips, held.total, held.advantage, self.player == "left", chosen(progress)
        )
        return advice_of(found, self._nodes)

    def bids(self, position: Any = None, *, chips: int, holding: Holding | int | str) -> tuple[Bid, ...]:
        """Returns the good bids of the player, in ascending order.

        >>> import gamecert
        >>> [bid.chips for bid in gamecert.Game("tic-tac-toe").solve("chips").bids(chips=16, holding="9*")]
        [2, 3]
        """
        return self.advise(position, chips=chips, holding=holding).bids

    def moves(self, position: Any = None, *, chips: int) -> list[ChipsMove]:
        """Returns all moves of both players, Left's first, with what the player needs after each.

        >>> import gamecert
        >>> [(move.move, str(move.threshold)) for move in gamecert.Game("tug:3").solve("chips").moves("0", chips=10)]
        [('-1', '7*'), ('1', '3*'), ('-1', '7*'), ('1', '3*')]
        """
        total = whole(chips, "chips")
        never = _unit(self.tie_break) * (total + 1)

        def threshold(index: int | None, winner: str | None) -> Holding:
            if index is not None:
                return self._tables[self._number[index]].at(total)
            return Holding(0 if winner == self.player else never, total, self.tie_break)

        found: list[ChipsMove] = []
        for player, options in zip(("left", "right"), self._native.moves(self._text(position)), strict=True):
            each = [(written, threshold(index, winner)) for written, index, winner in options]
            choose = min if player == self.player else max
            best = choose((needed.code for _, needed in each), default=0)
            which = name_of_side(player)
            found += [ChipsMove(self._nodes.node(move), which, needed, needed.code == best) for move, needed in each]
        return found

    def best(self, position: Any = None, *, chips: int, player: Side | None = None) -> list[Any]:
        """Returns the best moves of a player, by default the solution's: positions after them, or moves of chess.

        >>> import gamecert
        >>> gamecert.Game("tic-tac-toe").solve("chips").best(chips=16)
        ['.../.X./...']
        """
        which = self.player if player is None else name_of_side(player)
        return [move.move for move in self.moves(position, chips=chips) if move.player == which and move.best]

    def shares(self, position: Any, chips: Iterable[int]) -> npt.NDArray[np.float64]:
        """Returns the thresholds for these total numbers of chips as shares of all chips: shape (n,).

        The tie-breaking advantage counts as half a chip. Where no holding wins, the share is above 1.

        >>> import gamecert
        >>> tug = gamecert.Game("tug:3").solve("chips")
        >>> tug.shares("0", [10, 100, 1000])  # towards 1/2, the value with money
        array([0.55  , 0.505 , 0.5005])
        """
        import numpy as np

        thresholds, unit = self[position], _unit(self.tie_break)
        return np.array([thresholds.code_at(k) / (unit * max(k, 1)) for k in chips])

    def plot(self, position: Any = None, chips: Iterable[int] = range(1, 101), ax: Axes | None = None) -> Axes:
        """Plots :meth:`shares` over the total number of chips in axes of matplotlib.

        The default position is the initial one.

        >>> import gamecert
        >>> from matplotlib.figure import Figure
        >>> solution = gamecert.Game("tic-tac-toe").solve("chips")
        >>> axes = solution.plot(chips=range(1, 51), ax=Figure().subplots())
        >>> axes.get_xlabel(), axes.get_ylabel(), len(axes.lines[0].get_xdata())
        ('chips in all', 'part that left needs', 50)
        """
        numbers = list(chips)
        position = self.start if position is None else position
        names = ("chips in all", f"part that {self.player} needs")
        return plots.curve(ax, numbers, list(self.shares(position, numbers)), names, str(position))

    def to_dataframe(self, chips: Iterable[int] = range(1, 101)) -> Any:
        """Returns the thresholds as a data frame of polars, or of pandas if polars is not installed.

        It has a row for each position and each number of ``chips``, with the columns ``position`` (text: for nodes that
        are not texts, their ``repr``), ``chips``, ``threshold`` (text; missing if no holding wins),
        ``threshold_chips``, ``code`` and ``share`` (float64).

        >>> import gamecert
        >>> frame = gamecert.Game("tug:3").solve("chips").to_dataframe([10, 16])
        >>> frame.shape, frame["threshold"][0]
        ((10, 6), '9*')
        """
        numbers = [whole(number, "chips") for number in chips]
        rows = [
            (name, self._tables[table].at(k))
            for name, table in zip(self._names, self._number, strict=True)
            for k in numbers
        ]
        columns = {
            "position": [name for name, _ in rows],
            "chips": [least.total for _, least in rows],
            "threshold": [str(least) if least.exists else None for _, least in rows],
            "threshold_chips": [least.chips if least.exists else None for _, least in rows],
            "code": [least.code for _, least in rows],
            "share": [float(least) if least.exists else None for _, least in rows],
        }
        types = {"position": "text", "chips": "integer", "threshold": "text", "code": "integer", "share": "float"}
        return data_frame(columns, types | {"threshold_chips": "integer"})

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns names and bytes of the certificates, the game's own after those that it cites.

        >>> import gamecert
        >>> solution = gamecert.Game.bidding_chess("KRK", board="4x4").solve("chips", chips=20)
        >>> [name for name, _ in solution.certificate_files()]
        ['kk-4x4.cbor', 'krk-4x4.cbor']
        """
        return self._native.certificate_files()

    def top(self, chips: int) -> int:
        """Returns the number of codes for a total number of chips, which is the code of a threshold that nobody holds.

        >>> import gamecert
        >>> tug = gamecert.Game("tug:3").solve("chips", chips=2)
        >>> tug.top(2), tug["-2"].at(2)  # at -2 all chips and the advantage are too little
        (6, <no win of 2 chips>)
        """
        return _unit(self.tie_break) * (chips + 1)

    def written(self, code: int | Holding) -> str:
        """Formats a code in the notation of Payne and Develin. ``str`` does the same for a :class:`Holding`.

        >>> import gamecert
        >>> gamecert.Game("tic-tac-toe").solve("chips", chips=16).written(19)
        '9*'
        """
        code = code.code if isinstance(code, Holding) else code
        return str(Holding(code, code, self.tie_break))

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return Solution.__eq__(self, other)

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return Solution.__hash__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificates, which are verified when the pickle is loaded."""
        return _unpickled, ([content for _, content in self.certificate_files()], self._nodes)

    def _repr_html_(self) -> str:
        some = list(self)[:20]
        head = ["position", *(f"{k} chips" for k in _SHOWN)]
        rows = []
        for name in some:
            cells = []
            for k in _SHOWN:
                try:
                    cells.append(str(self[name].at(k)))
                except IndexError:
                    cells.append("")
            rows.append((str(name), *cells))
        return plots.table(f"what {self.player} needs to win, {self.tie_break}", head, rows, len(self) - len(some))

    def __repr__(self) -> str:
        """Describes player, number of positions and initial position."""
        return f"<chips of {self.player} in a game of {len(self)} positions that begins at {self.start!r}>"


def _unpickled(files: list[bytes], nodes: Nodes) -> Chips:
    _, native = _native.open_certificate(files[-1], "the pickled certificate", [], files[:-1])
    return Chips(native, nodes)


def chips(
    game: Mapping[str, Any] | str | networkx.MultiDiGraph[Any] | networkx.DiGraph[Any],
    number: int | tuple[int, int] | None = None,
    *,
    start: Any = None,
    title: str = "a game",
    tie_break: TieBreak = "advantage",
    player: Side = "left",
    progress: Progress | bool | None = None,
) -> Chips:
    """Deprecated: use ``gamecert.Game(game, start).solve("chips", chips=number)``.

    >>> import gamecert
    >>> len(gamecert.chips("tug:2"))
    3
    """
    from .game import Game

    message = 'gamecert.chips(game, number) is now gamecert.Game(game).solve("chips", chips=number)'
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    made = Game(game, start, title=title)
    return made.solve("chips", chips=number, tie_break=tie_break, player=player, progress=progress)


@dataclass(frozen=True)
class AfterBid:
    """Instructions for a situation after the bids.

    >>> import gamecert
    >>> bid = gamecert.Game("tic-tac-toe").advise(".../.../...", 9, 16, advantage=True).bids[1]
    >>> bid.chips, bid.if_higher.holding, bid.if_higher.moves[0], bid.if_higher.let_the_other_move
    (3, '6*', '.../.X./...', False)
    """

    holding: str
    """Holding after the payment: ``12*`` is 12 chips and the advantage, ``12-e`` 12 and the minus-epsilon chip."""
    moves: tuple[Any, ...]
    """Good moves of the player, best first: the positions after the moves, or for bidding chess the moves."""
    let_the_other_move: bool
    """Whether the player can also afford that the other player moves, whatever the move is."""


@dataclass(frozen=True)
class Bid:
    """A good bid, with instructions for all answers to it.

    >>> import gamecert
    >>> bid = gamecert.Game("tic-tac-toe").advise(".../.../...", 9, 16, advantage=True).bids[0]
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
    >>> advice = gamecert.Game("bidding-chess:KRK@4x4").advise("k3/4/4/K2R", 10, 12, advantage=True)
    >>> advice.holding, advice.outcome, advice.moves  # the rook gives check and captures the king
    ('10*', 'win', 2)
    >>> [(bid.chips, bid.if_higher.moves[0]) for bid in advice.bids if bid.quickest]
    [(2, 'd1d4'), (3, 'd1d4'), (4, 'd1d4')]
    """

    position: Any
    """The position, or the symmetric position that represents its class."""
    holding: str
    """Holding of the player."""
    outcome: Literal["win", "loss", "neither"]
    """Forced result: the player wins (``win``), the other player wins (``loss``), or neither can force a win."""
    moves: int | None
    """Number of moves of both players until the win or loss, if both play best; ``None`` if neither wins."""
    bids: tuple[Bid, ...]
    """Good bids in ascending order: they keep the win, delay the loss longest, or prevent the other player's win."""


def advice_of(text: str, nodes: Nodes) -> Advice:
    """Reads the advice of the native module."""
    found = json.loads(text)

    def after(then: dict[str, Any]) -> AfterBid:
        return AfterBid(then["holding"], tuple(map(nodes.node, then["moves"])), then["let_the_other_move"])

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
    position = nodes.node(found["position"])
    return Advice(position, found["holding"], found["outcome"], found.get("moves"), tuple(bids))


def advise(
    game: Mapping[str, Any] | str | networkx.MultiDiGraph[Any] | networkx.DiGraph[Any],
    position: Any,
    mine: int,
    total: int,
    *,
    advantage: bool | None = None,
    start: Any = None,
    tie_break: TieBreak = "advantage",
    player: Side = "left",
    progress: Progress | bool | None = None,
) -> Advice:
    """Deprecated: use ``gamecert.Game(game, start).advise(position, mine, total)``.

    >>> import gamecert
    >>> gamecert.advise("tic-tac-toe", ".../.../...", 9, 16, advantage=True).outcome
    'win'
    """
    from .game import Game

    message = "gamecert.advise(game, position, ...) is now gamecert.Game(game).advise(position, ...)"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    made = Game(game, start)
    return made.advise(
        position, mine, total, advantage=advantage, tie_break=tie_break, player=player, progress=progress
    )
