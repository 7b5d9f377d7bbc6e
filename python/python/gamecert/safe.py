"""Sides of losing chess (antichess) that cannot lose: drawn positions, and fallen flags.

A proof is a closed set of positions for each side that does not lose (``spec/kinds/safe.md``): the side keeps play in
the set with one move at each position, or with every move, and the other side has won in none of them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from . import _native
from .arguments import fen, is_first
from .progress import Progress, chosen
from .solutions import Solution

if TYPE_CHECKING:
    import chess

__all__ = ["SafeMove", "SafePlace", "SafeProof", "SafeSearch", "SafeSide", "open_safe", "safe"]

Side = Literal["white", "black"]
Defence = Literal["by force", "always"]
SafeRules = Literal["international", "fics"]

#: Default limit of enumerated positions, and of a closed set.
USUAL_LIMIT = 2_000_000


@dataclass(frozen=True)
class SafeMove:
    """A move from a position of a closed set to another.

    >>> import gamecert
    >>> proof = gamecert.safe("3K4/8/8/3p4/8/8/8/8 w - -", "white", threads=1).proof
    >>> proof.lookup().sides[0].moves
    (SafeMove(move='d8c7', san='Kc7', number=1),)
    """

    move: str
    """Move in coordinates (UCI)."""
    san: str
    """Move in algebraic notation."""
    number: int
    """Number of the position after the move in the closed set."""


@dataclass(frozen=True)
class SafeSide:
    """A side that does not lose from a position.

    >>> import gamecert
    >>> side = gamecert.safe("3K4/8/8/3p4/8/8/8/8 w - -", "white", threads=1).proof.lookup().sides[0]
    >>> side.side, side.number, len(side.moves)
    ('white', 0, 1)
    """

    side: Side
    """The side."""
    number: int
    """Number of the position in the side's closed set, from 0. The roots come first."""
    positions: int
    """Number of positions in the closed set."""
    moves: tuple[SafeMove, ...]
    """The one move that keeps the side safe, if it is to move and safe by force. Otherwise all legal moves."""


@dataclass(frozen=True)
class SafePlace:
    """A position from which at least one side does not lose, returned by :meth:`SafeProof.lookup`.

    >>> import gamecert
    >>> place = gamecert.safe("3K4/8/8/3p4/8/8/8/8 w - -", threads=1).proof.lookup()
    >>> place.to_move, place.is_over, [side.side for side in place.sides]
    ('white', False, ['white', 'black'])
    """

    position: str
    """Position as the first four fields of FEN."""
    to_move: Side
    """Side to move."""
    is_over: bool
    """Whether play is over."""
    winner: Side | None
    """Side that has won, if play is over and is not drawn."""
    sides: tuple[SafeSide, ...]
    """Sides that do not lose from here."""


class SafeProof(Solution):
    """A verified proof that sides do not lose, returned by :func:`safe` and :func:`open`."""

    __slots__ = ("_claim", "_native")

    kind: ClassVar[str] = "safe"

    def __init__(self, native: _native.SafeProof) -> None:
        """Wraps a verified proof of the native module."""
        self._native = native
        self._claim: dict[str, Any] = json.loads(native.claim())

    @property
    def roots(self) -> tuple[str, ...]:
        """Positions that the proof is about, as the first four fields of FENs."""
        return tuple(self._claim["roots"])

    @property
    def sides(self) -> tuple[Side, ...]:
        """Sides that do not lose. If both do not, the roots are drawn."""
        return tuple(self._claim["sides"])

    @property
    def defence(self) -> Defence:
        """``by force``: against any play of the other side. ``always``: whatever both sides play."""
        defence: Defence = self._claim["defence"]
        return defence

    @property
    def rules(self) -> SafeRules:
        """Rule for stalemate."""
        rules: SafeRules = self._claim["rules"]
        return rules

    @property
    def positions(self) -> dict[Side, int]:
        """Number of positions in the closed set of each side."""
        return dict(zip(self.sides, self._claim["positions"], strict=True))

    @property
    def sha256(self) -> str:
        """SHA-256 digest of the certificate."""
        return str(self._claim["sha256"])

    def lookup(self, position: str | chess.Board | None = None) -> SafePlace | None:
        """Describes a position: which sides do not lose there, and with which moves.

        Without ``position``, describes the root, if there is only one. Returns ``None`` if the position is in no closed
        set; the proof then says nothing about it. Raises ``ValueError`` for an invalid position.

        >>> import gamecert
        >>> proof = gamecert.safe("3K4/8/8/3p4/8/8/8/8 w - -", "black", threads=1).proof
        >>> [move.san for move in proof.lookup().sides[0].moves]
        ['Kc7', 'Kd7', 'Ke7', 'Kc8', 'Ke8']
        >>> proof.lookup("8/8/8/8/8/k7/8/1R6 w - -") is None
        True
        """
        if position is None:
            if len(self.roots) > 1:
                raise ValueError(f"the proof is about {len(self.roots)} positions: name one, such as {self.roots[0]!r}")
            position = self.roots[0]
        found = self._native.place(_fen(position))
        return None if found is None else _place(json.loads(found))

    def fens(self, side: bool | str) -> list[str]:
        """Returns the positions of a side's closed set as the first four fields of FENs, in the order of their numbers.

        Raises ``ValueError`` if the proof is not about this side.

        >>> import gamecert
        >>> proof = gamecert.safe("8/8/8/8/2b5/8/8/B7 w - -", "white", always=True).proof
        >>> proof.fens("white")[0], len(proof.fens("white")) == proof.positions["white"]
        ('8/8/8/8/2b5/8/8/B7 w - -', True)
        """
        asked: Side = "white" if is_first(side) else "black"
        if asked not in self.sides:
            raise ValueError(f"side {side!r}: the proof is about {' and '.join(self.sides)}")
        return self._native.fens(self.sides.index(asked))

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns name and bytes of the certificate.

        >>> import gamecert
        >>> proof = gamecert.safe("8/8/8/8/2b5/8/8/B7 w - -", always=True).proof
        >>> [name for name, _ in proof.certificate_files()], gamecert.check(proof.certificate).claim["defence"]
        (['safe.cbor'], 'always')
        """
        return [("safe.cbor", self._native.certificate())]

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return self.sha256 == other.sha256 if isinstance(other, SafeProof) else NotImplemented

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return hash(self.sha256)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificate, which is verified when the pickle is loaded."""
        return _unpickled, (self.certificate,)

    def __repr__(self) -> str:
        """Describes sides, defence and roots."""
        roots = repr(self.roots[0]) if len(self.roots) == 1 else f"{len(self.roots)} positions"
        sides = " and ".join(f"{side} ({count} positions)" for side, count in self.positions.items())
        return f"<proof: safe {self.defence} from {roots}: {sides}>"


@dataclass(frozen=True)
class SafeSearch:
    """Result of a question whether sides do not lose.

    >>> import gamecert
    >>> gamecert.safe("8/8/8/8/8/k7/8/1R6 w - -", "black", threads=1)
    SafeSearch(verdict='lost', proof=None, winner='white', fen='8/8/8/8/8/k7/8/1R6 w - -')
    """

    verdict: Literal["safe", "lost", "unknown", "large"]
    """``safe``: the sides do not lose. ``lost``: one of them can lose. ``unknown``: the limit of positions was reached.
    ``large``: proved, but the closed sets are too large for a certificate."""
    proof: SafeProof | None
    """Proof, if the sides are safe."""
    winner: Side | None
    """Side that can win, if a side is lost."""
    fen: str | None
    """If a side is lost: the position that ``winner`` wins by force, or the end of a series of moves that it wins."""


def safe(
    positions: str | chess.Board | Iterable[str | chess.Board],
    side: bool | str | None = None,
    *,
    always: bool = False,
    rules: SafeRules = "international",
    limit: int = USUAL_LIMIT,
    tables: bool = True,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> SafeSearch:
    """Proves that a side of losing chess does not lose from one or more positions.

    ``positions`` is a FEN, a board of python-chess, or several of them. ``side`` is the side that does not lose:
    ``chess.WHITE`` (``True``), ``chess.BLACK`` (``False``), ``"white"``, ``"black"``, or ``None`` for both, which
    proves a draw. With ``always``, the proof shows that no series of moves at all makes the other side win. A server
    needs this if a player whose time is up loses unless the other side cannot win any more.

    ``rules`` is the rule for stalemate. ``limit`` is the maximum number of positions that are enumerated, and of a
    closed set. With ``tables``, endgame tables of three pieces and pawns help; they are built once, in some seconds,
    and kept in the user's cache directory.

    The computation stops at KeyboardInterrupt. Raises ``ValueError`` for an invalid position, side, rule or limit.

    >>> import gamecert
    >>> found = gamecert.safe("3K4/8/8/3p4/8/8/8/8 w - -", threads=1)
    >>> found.verdict, found.proof.sides, found.proof.defence
    ('safe', ('white', 'black'), 'by force')
    >>> gamecert.safe("3K4/8/8/3p4/8/8/8/8 w - -", "black", always=True).winner
    'white'
    """
    white = None if side is None else is_first(side)
    named = [positions] if isinstance(positions, str) or hasattr(positions, "fen") else list(positions)
    fens = [_fen(position) for position in named]
    answer, proof = _native.prove_safe(fens, white, always, rules, limit, tables, threads, chosen(progress))
    found = json.loads(answer)
    return SafeSearch(found["verdict"], SafeProof(proof) if proof else None, found.get("winner"), found.get("fen"))


def open_safe(path: str | os.PathLike[str]) -> SafeProof:
    """Deprecated: use ``gamecert.open(path)``.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = gamecert.safe("8/8/8/8/2b5/8/8/B7 w - -", always=True).proof.save(f"{folder}/bishops.cbor")
    ...     gamecert.open_safe(path).sides
    ('white', 'black')
    """
    from .opening import opened_as

    return opened_as(SafeProof, "open_safe", path, ())


def _place(found: dict[str, Any]) -> SafePlace:
    sides = tuple(
        SafeSide(
            side["side"],
            side["number"],
            side["positions"],
            tuple(SafeMove(move["move"], move["san"], move["number"]) for move in side["moves"]),
        )
        for side in found["sides"]
    )
    return SafePlace(found["position"], found["to_move"], found["over"], found.get("winner"), sides)


def _unpickled(content: bytes) -> SafeProof:
    _, native = _native.open_certificate(content, "the pickled certificate", [], [])
    return SafeProof(native)


def _fen(position: Any) -> str:
    return fen(position, "antichess")
