"""Decides whether a side can still checkmate in chess by some series of legal moves of both sides.

The question matters when the other side's flag has fallen (FIDE Laws of Chess, article 6.9) and in dead positions
(article 5.2.2). The search follows M. Ambrona, *A Practical Algorithm for Chess Unwinnability* (FUN 2022). Both
answers, yes and no, come with evidence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from . import _native
from .progress import Progress, chosen

if TYPE_CHECKING:
    import chess

__all__ = ["Answer", "unwinnable", "unwinnable_all"]

#: Default node limit. The search then takes less than a second for nearly all positions of games.
USUAL_NODES = 100_000_000


@dataclass(frozen=True)
class Answer:
    """Answer to the question whether the intended winner can checkmate."""

    fen: str
    """Position as FEN."""
    white: bool
    """Whether White is the intended winner."""
    verdict: Literal["winnable", "unwinnable", "unknown"]
    """Verdict: ``unknown`` if the search found no answer within its limits."""
    nodes: int
    """Number of positions that the search expanded."""
    line: tuple[str, ...] | None
    """If winnable: moves of both sides that end in mate, in UCI notation; empty if the position is already the mate."""
    reason: Literal["over", "material", "static", "skeletons", "closed"] | None
    """If unwinnable: the argument that proves it (``spec/kinds/unwinnable.md``)."""
    positions: int | None
    """If unwinnable: the number of positions in the closed set that proves it."""
    certificate: bytes | None
    """Certificate of the verdict, if requested; ``None`` if the verdict is ``unknown``."""

    @property
    def can_mate(self) -> bool | None:
        """Whether the intended winner can mate; ``None`` if the verdict is ``unknown``."""
        return {"winnable": True, "unwinnable": False}.get(self.verdict)

    def _repr_svg_(self) -> str | None:
        try:
            import chess
            import chess.svg
        except ImportError:
            return None
        arrows = [chess.svg.Arrow(move.from_square, move.to_square) for move in self.moves()]
        fields = self.fen.split()
        board = chess.Board(" ".join([*fields[:4], "0", "1"]) if len(fields) > 3 else self.fen)
        return str(chess.svg.board(board, arrows=arrows, orientation=self.white, size=320))

    def moves(self) -> list[chess.Move]:
        """Returns the line as moves of python-chess, which has to be installed.

        >>> import gamecert
        >>> answer = gamecert.unwinnable("7k/8/5KQ1/8/8/8/8/8 w - -", "white", shortest=True)
        >>> answer.moves()
        [Move.from_uci('g6g7')]
        """
        import chess

        return [chess.Move.from_uci(move) for move in self.line or ()]


def unwinnable(
    position: str | chess.Board,
    side: bool | Literal["white", "black"],
    *,
    nodes: int = USUAL_NODES,
    time: float | None = None,
    quick: bool = False,
    shortest: bool = False,
    progress: Progress | bool | None = False,
) -> Answer:
    """Decides whether a side, the intended winner, can checkmate.

    ``position`` is a FEN or a board of python-chess. ``side`` is the intended winner: ``chess.WHITE`` (``True``),
    ``chess.BLACK`` (``False``), ``"white"`` or ``"black"``. ``nodes`` and ``time`` (in seconds) limit the search.
    ``quick`` runs only a short search with a fixed bound, which leaves hard positions ``unknown``. ``shortest`` also
    looks for a shortest line, which can take several times the node limit. Raises ``ValueError`` for an invalid
    position or side.

    >>> import gamecert
    >>> answer = gamecert.unwinnable("7k/7p/8/8/8/8/8/K5N1 b - -", "white")
    >>> answer.verdict, len(answer.line) > 0
    ('winnable', True)
    >>> gamecert.unwinnable("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "white").reason
    'static'
    """
    answers = unwinnable_all(
        [(position, side)], nodes=nodes, time=time, quick=quick, shortest=shortest, progress=progress
    )
    return answers[0]


def unwinnable_all(
    questions: Iterable[tuple[str | chess.Board, bool | Literal["white", "black"]]],
    *,
    nodes: int = USUAL_NODES,
    time: float | None = None,
    quick: bool = False,
    shortest: bool = False,
    certificates: bool = True,
    progress: Progress | bool | None = None,
) -> list[Answer]:
    """Answers many questions on all cores.

    ``questions`` are pairs of a position and an intended winner as for :func:`unwinnable`. The limits apply to each
    question separately. Without ``certificates`` the answers contain no certificates, which saves memory. Raises
    ``ValueError`` for the first invalid pair before any question is answered.

    In this example, the flag of the player to move has fallen. Can the other player still mate?

    >>> import gamecert
    >>> fens = ["7k/7p/8/8/8/8/8/K5N1 b - -", "7k/8/8/8/8/8/8/K5N1 b - -", "7k/8/8/8/8/8/8/K5R1 b - -"]
    >>> answers = gamecert.unwinnable_all([(fen, "white") for fen in fens])
    >>> [(answer.verdict, answer.reason) for answer in answers]
    [('winnable', None), ('unwinnable', 'material'), ('winnable', None)]
    """
    asked = [(_fen(position, number), _white(side, number)) for number, (position, side) in enumerate(questions)]
    found = _native.decide_all(
        asked,
        nodes,
        time=time,
        quick=quick,
        shortest=shortest,
        certificates=certificates,
        progress=chosen(progress),
    )
    return [
        Answer(fen, white, verdict, count, line, reason, positions, certificate)
        for (fen, white), (verdict, count, line, reason, positions, certificate) in zip(asked, found, strict=True)
    ]


def _fen(position: Any, number: int) -> str:
    if isinstance(position, str):
        return position
    if hasattr(position, "fen") and hasattr(position, "is_variant_end"):
        if getattr(position, "uci_variant", "chess") != "chess":
            raise ValueError(f"position {number}: a board of {position.uci_variant}, expected one of chess")
        return str(position.fen())
    raise TypeError(f"position {number}: expected a FEN or a board of python-chess, not {type(position).__name__}")


def _white(side: Any, number: int) -> bool:
    if isinstance(side, bool):
        return side
    if side in ("white", "black"):
        return bool(side == "white")
    raise ValueError(f"question {number}: side {side!r}, expected 'white', 'black', chess.WHITE or chess.BLACK")
