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
from .arguments import Side, fen, is_first
from .files import write_whole
from .progress import Progress, chosen

if TYPE_CHECKING:
    import os
    from pathlib import Path

    import chess
    import chess.pgn

__all__ = ["Answer", "Ruling", "ruling", "unwinnable", "unwinnable_all"]

#: Default node limit. The search then takes less than a second for nearly all positions of games.
USUAL_NODES = 100_000_000


#: Rules about the result when a flag falls (``spec/policies.md``). ``fide`` is ``fide-timeout``, and ``lichess`` the
#: newest rule of Lichess.
Policy = Literal["fide", "fide-timeout", "fide-dead", "uscf", "lichess", "lichess-2025", "lichess-2026", "chesscom"]
_POLICIES = ("fide", "fide-timeout", "fide-dead", "uscf", "lichess", "lichess-2025", "lichess-2026", "chesscom")


@dataclass(frozen=True, repr=False)
class Answer:
    """Answer to the question whether the intended winner can checkmate.

    An answer has no truth value: ``if answer:`` raises, because it could mean "can mate" or "has an answer".
    """

    fen: str
    """Position as FEN."""
    white: bool
    """Whether White is the intended winner."""
    verdict: Literal["winnable", "unwinnable", "unknown"]
    """Verdict: ``unknown`` if the search found no answer within its limits."""
    nodes: int | None
    """Number of positions that the search expanded; ``None`` for a verdict that was opened from a certificate."""
    line: tuple[str, ...] | None
    """If winnable: moves of both sides that end in mate, in UCI notation; empty if the position is already the mate."""
    reason: Literal["over", "material", "static", "skeletons", "closed"] | None
    """If unwinnable: the argument that proves it (``spec/kinds/unwinnable.md``); ``None`` if it was opened."""
    positions: int | None
    """If unwinnable: the number of positions in the closed set that proves it."""
    certificate: bytes | None
    """Certificate of the verdict, if requested; ``None`` if the verdict is ``unknown``."""

    @property
    def can_mate(self) -> bool | None:
        """Whether the intended winner can mate; ``None`` if the verdict is ``unknown``."""
        return {"winnable": True, "unwinnable": False}.get(self.verdict)

    @property
    def side(self) -> Literal["white", "black"]:
        """The intended winner."""
        return "white" if self.white else "black"

    def __bool__(self) -> bool:
        """Raises ``TypeError``."""
        raise TypeError("an answer has no truth value: use answer.can_mate, or answer.verdict == 'unwinnable'")

    def __repr__(self) -> str:
        """Says what the verdict is."""
        who = self.side.capitalize()
        if self.verdict == "unknown":
            return f"<unknown whether {who} can mate: {self.fen}>"
        why = f" in {len(self.line)} plies" if self.line else f" ({self.reason})" if self.reason else ""
        return f"<{who} {'can' if self.can_mate else 'cannot'} mate{why}: {self.fen}>"

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the certificate to a file atomically, and returns the path.

        Raises ``ValueError`` if there is no certificate.

        >>> import tempfile
        >>> import gamecert
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = gamecert.unwinnable("7k/8/8/8/8/8/8/K5N1 b - -", "white").save(f"{folder}/dead.cbor")
        ...     gamecert.check(path).kind
        'unwinnable'
        """
        from pathlib import Path

        if self.certificate is None:
            raise ValueError("certificate: there is none, because the verdict is unknown or none was requested")
        return write_whole(Path(path), self.certificate)

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
    position: str | chess.Board | chess.pgn.Game,
    side: Side,
    *,
    nodes: int = USUAL_NODES,
    time: float | None = None,
    quick: bool = False,
    shortest: bool = False,
    progress: Progress | bool | None = False,
) -> Answer:
    """Decides whether a side, the intended winner, can checkmate.

    ``position`` is a FEN, a board of python-chess, or a game of python-chess, whose last position is meant. ``side`` is
    the intended winner: ``"white"``, ``"black"``, ``chess.WHITE`` or ``chess.BLACK``. ``nodes`` and ``time`` (in
    seconds) limit the search. ``quick`` runs only a short search with a fixed bound, which leaves hard positions
    ``unknown``. ``shortest`` also looks for a shortest line, which can take several times the node limit. Raises
    ``ValueError`` for an invalid position or side.

    >>> import gamecert
    >>> answer = gamecert.unwinnable("7k/7p/8/8/8/8/8/K5N1 b - -", "white")
    >>> answer.verdict, len(answer.line) > 0
    ('winnable', True)
    >>> gamecert.unwinnable("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "white").reason
    'static'
    """
    question = (_fen(position, "position"), is_first(side))
    return _decide([question], nodes, time, quick, shortest, True, progress)[0]


def unwinnable_all(
    questions: Iterable[tuple[str | chess.Board | chess.pgn.Game, Side]],
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
    asked = [
        (_fen(position, f"position of question {number}"), is_first(side, f"side of question {number}"))
        for number, (position, side) in enumerate(questions)
    ]
    return _decide(asked, nodes, time, quick, shortest, certificates, progress)


def _decide(
    asked: list[tuple[str, bool]],
    nodes: int,
    time: float | None,
    quick: bool,
    shortest: bool,
    certificates: bool,
    progress: Progress | bool | None,
) -> list[Answer]:
    try:
        found = _native.decide_all(
            asked,
            nodes,
            time=time,
            quick=quick,
            shortest=shortest,
            certificates=certificates,
            progress=chosen(progress),
        )
    except ValueError as error:
        if len(asked) > 1:
            raise
        raise ValueError(str(error).replace("position 0, ", "position ", 1)) from None
    return [
        Answer(fen, white, verdict, count, line, reason, positions, certificate)
        for (fen, white), (verdict, count, line, reason, positions, certificate) in zip(asked, found, strict=True)
    ]


@dataclass(frozen=True)
class Ruling:
    """The result of a game in which a flag has fallen, under a rule.

    >>> import gamecert
    >>> gamecert.ruling("7k/8/8/8/8/8/8/K5N1 b - -", policy="fide").result
    '1/2-1/2'
    """

    result: Literal["1-0", "0-1", "1/2-1/2"] | None
    """Result in PGN; ``None`` if the game had ended before the flag fell, or if the search found no answer."""
    ruling: Literal["win", "draw", "over", "unknown"]
    """``win`` (for the side with time left), ``draw``, ``over`` (the game had ended before), or ``unknown``."""
    policy: Policy
    """The rule."""
    winner: Literal["white", "black"]
    """The side with time left, which wins unless the game is drawn."""
    answers: tuple[Answer, ...]
    """The answers that the ruling depends on; empty if the rule depends on the material alone."""


def ruling(
    position: str | chess.Board | chess.pgn.Game,
    flagged: Side | None = None,
    *,
    policy: Policy = "fide",
    nodes: int = USUAL_NODES,
    time: float | None = None,
) -> Ruling:
    """Returns the result of a game in which the flag of ``flagged`` has fallen.

    ``position`` is as for :func:`unwinnable`. ``flagged`` is by default the side to move. ``policy`` is the rule:
    ``fide`` (article 6.9), ``fide-dead`` (article 5.2.2 alone), ``uscf``, ``lichess``, ``lichess-2025``,
    ``lichess-2026`` or ``chesscom``. Raises ``ValueError`` for an invalid position, side or rule.

    >>> import gamecert
    >>> wall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -"
    >>> [gamecert.ruling(wall, policy=policy).result for policy in ("fide", "lichess")]
    ['1/2-1/2', '0-1']
    """
    if policy not in _POLICIES:
        raise ValueError(f"policy {policy!r}: expected one of {', '.join(_POLICIES)}")
    text = _fen(position, "position")
    white_flagged = is_first(flagged, "flagged") if flagged is not None else text.split()[1:2] == ["w"]
    name = {"fide": "fide-timeout", "lichess": "lichess-2026"}.get(policy, policy)
    answers: list[Answer] = []
    known: list[bool | None] = [None, None]
    for asked, side in enumerate((not white_flagged, white_flagged)):
        word = _native.ruling_by(name, text, not white_flagged, *known)
        if word != "unknown":
            break
        answers.append(unwinnable(text, side, nodes=nodes, time=time))
        known[asked] = answers[-1].can_mate
    word = _native.ruling_by(name, text, not white_flagged, *known)
    result: Literal["1-0", "0-1", "1/2-1/2"] | None = None
    if word in ("win", "draw"):
        result = "1/2-1/2" if word == "draw" else "0-1" if white_flagged else "1-0"
    return Ruling(result, word, policy, "black" if white_flagged else "white", tuple(answers))


def _fen(position: Any, argument: str) -> str:
    if hasattr(position, "end") and hasattr(position, "mainline"):
        position = position.end().board()
    return fen(position, "chess", argument)
