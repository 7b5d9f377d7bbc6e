"""Decides whether a side can still checkmate in chess by some series of legal moves of both sides.

The question matters when a flag has fallen (FIDE Laws of Chess, article 6.9) and in dead positions (article 5.2.2). The
search follows M. Ambrona, *A Practical Algorithm for Chess Unwinnability* (FUN 2022). Both answers come with evidence:
a mating line, or a certificate that no line exists, which the package ``gamecert-checker`` verifies.

- :func:`unwinnable`: answers one question.
- :func:`unwinnable_all`: answers many questions on all cores.
- :func:`ruling`: says who wins when a flag falls, under the rules of FIDE, US Chess, Lichess and Chess.com.

Positions are FENs, boards of python-chess, or games of python-chess, whose last position is meant. Sides are
``"white"``, ``"black"``, ``chess.WHITE`` or ``chess.BLACK``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version as _version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _native

if TYPE_CHECKING:
    import chess
    import chess.pgn

__version__ = _version("gamecert-unwinnable")

__all__ = ["Answer", "Ruling", "__version__", "ruling", "unwinnable", "unwinnable_all"]

#: Default node limit. The search then takes less than a second for nearly all positions of games.
USUAL_NODES = 100_000_000

#: Rules about the result when a flag falls. ``fide`` is ``fide-timeout``, and ``lichess`` the newest rule of Lichess.
Policy = Literal["fide", "fide-timeout", "fide-dead", "uscf", "lichess", "lichess-2025", "lichess-2026", "chesscom"]
_POLICIES = ("fide", "fide-timeout", "fide-dead", "uscf", "lichess", "lichess-2025", "lichess-2026", "chesscom")


@dataclass(frozen=True, repr=False)
class Answer:
    """Answer to the question whether the intended winner can checkmate.

    An answer has no truth value: ``if answer:`` raises, because it could mean "can mate" or "has an answer".
    """

    fen: str
    """Position as FEN."""
    side: Literal["white", "black"]
    """The intended winner."""
    verdict: Literal["winnable", "unwinnable", "unknown"]
    """Verdict: ``unknown`` if the search found no answer within its limits."""
    nodes: int
    """Number of positions that the search expanded."""
    line: tuple[str, ...] | None
    """If winnable: moves of both sides that end in mate, in UCI notation; empty if the position is already the mate."""
    reason: Literal["over", "material", "static", "skeletons", "closed"] | None
    """If unwinnable: the argument that proves it."""
    positions: int | None
    """If unwinnable: the number of positions in the closed set that proves it."""
    certificate: bytes | None
    """Certificate of the verdict, if requested; ``None`` if the verdict is ``unknown``."""

    @property
    def can_mate(self) -> bool | None:
        """Whether the intended winner can mate; ``None`` if the verdict is ``unknown``."""
        return {"winnable": True, "unwinnable": False}.get(self.verdict)

    def moves(self) -> list[chess.Move]:
        """Returns the line as moves of python-chess, which has to be installed.

        >>> answer = unwinnable("7k/8/5KQ1/8/8/8/8/8 w - -", "white", shortest=True)
        >>> answer.moves()
        [Move.from_uci('g6g7')]
        """
        import chess

        return [chess.Move.from_uci(move) for move in self.line or ()]

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the certificate to a file, and returns the path. Raises ``ValueError`` if there is no certificate.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = unwinnable("7k/8/8/8/8/8/8/K5N1 b - -", "white").save(f"{folder}/dead.cbor")
        ...     path.read_bytes()[5:13]
        b'gamecert'
        """
        if self.certificate is None:
            raise ValueError("certificate: there is none, because the verdict is unknown or none was requested")
        Path(path).write_bytes(self.certificate)
        return Path(path)

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


def unwinnable(
    position: str | chess.Board | chess.pgn.Game,
    side: bool | str,
    *,
    nodes: int = USUAL_NODES,
    time: float | None = None,
    quick: bool = False,
    shortest: bool = False,
) -> Answer:
    """Decides whether a side, the intended winner, can checkmate.

    ``nodes`` and ``time`` (in seconds) limit the search. ``quick`` runs only a test that takes microseconds, which
    leaves hard positions ``unknown``. ``shortest`` also looks for a shortest line. The search stops at Ctrl-C. Raises
    ``ValueError`` for an invalid position or side.

    >>> unwinnable("7k/7p/8/8/8/8/8/K5N1 b - -", "white").verdict
    'winnable'
    >>> unwinnable("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -", "white")
    <White cannot mate (static): 4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - ->
    """
    question = (_fen(position, "position"), _is_white(side, "side"))
    return _decide([question], ["position"], nodes, time, quick, shortest, True, 1)[0]


def unwinnable_all(
    questions: Iterable[tuple[str | chess.Board | chess.pgn.Game, bool | str]],
    *,
    nodes: int = USUAL_NODES,
    time: float | None = None,
    quick: bool = False,
    shortest: bool = False,
    certificates: bool = False,
    threads: int | None = None,
) -> list[Answer]:
    """Answers many questions, by default on all cores. Returns the answers in the order of the questions.

    ``questions`` are pairs of a position and an intended winner. The limits apply to each question separately.
    ``certificates`` tells whether the answers contain certificates. Raises ``ValueError`` for the first invalid pair
    before any question is answered.

    >>> fens = ["7k/7p/8/8/8/8/8/K5N1 b - -", "7k/8/8/8/8/8/8/K5N1 b - -"]
    >>> [answer.can_mate for answer in unwinnable_all((fen, "white") for fen in fens)]
    [True, False]
    """
    asked, places = [], []
    for number, (position, side) in enumerate(questions):
        places.append(f"position of question {number}")
        asked.append((_fen(position, places[-1]), _is_white(side, f"side of question {number}")))
    return _decide(asked, places, nodes, time, quick, shortest, certificates, threads or os.cpu_count() or 1)


def _decide(
    asked: list[tuple[str, bool]],
    places: list[str],
    nodes: int,
    time: float | None,
    quick: bool,
    shortest: bool,
    certificates: bool,
    threads: int,
) -> list[Answer]:
    found = _native.decide_all(asked, places, nodes, time, quick, shortest, certificates, threads)
    return [
        Answer(
            fen,
            "white" if white else "black",
            verdict,
            count,
            None if line is None else tuple(line),
            reason,
            positions,
            certificate,
        )
        for (fen, white), (verdict, count, line, reason, positions, certificate) in zip(asked, found, strict=True)
    ]


@dataclass(frozen=True)
class Ruling:
    """The result of a game in which a flag has fallen, under a rule.

    >>> ruling("7k/8/8/8/8/8/8/K5N1 b - -").result
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
    flagged: bool | str | None = None,
    *,
    policy: Policy = "fide",
    nodes: int = USUAL_NODES,
    time: float | None = None,
) -> Ruling:
    """Returns the result of a game in which the flag of ``flagged`` has fallen, by default of the side to move.

    ``policy`` is the rule: ``fide`` (article 6.9), ``fide-dead`` (article 5.2.2 alone), ``uscf``, ``lichess``,
    ``lichess-2025``, ``lichess-2026`` or ``chesscom``. Raises ``ValueError`` for an invalid position, side or rule.

    >>> wall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -"
    >>> [ruling(wall, policy=policy).result for policy in ("fide", "lichess")]
    ['1/2-1/2', '0-1']
    """
    if policy not in _POLICIES:
        raise ValueError(f"policy {policy!r}: expected one of {', '.join(_POLICIES)}")
    text = _fen(position, "position")
    white_flagged = _is_white(flagged, "flagged") if flagged is not None else text.split()[1:2] == ["w"]
    name = {"fide": "fide-timeout", "lichess": "lichess-2026"}.get(policy, policy)
    answers: list[Answer] = []
    known: list[bool | None] = [None, None]
    for asked, side in enumerate((not white_flagged, white_flagged)):
        if _native.ruling_by(name, text, not white_flagged, *known) != "unknown":
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
    if isinstance(position, str):
        return position
    if hasattr(position, "fen") and hasattr(position, "is_variant_end"):
        variant = getattr(position, "uci_variant", "chess")
        if variant != "chess":
            raise ValueError(f"{argument}: a board of {variant}, expected one of chess")
        return str(position.fen())
    raise TypeError(f"{argument}: expected a FEN, a board or a game of python-chess, found {type(position).__name__}")


def _is_white(side: Any, argument: str) -> bool:
    word = (
        side
        if isinstance(side, bool)
        else {"white": True, "w": True, "black": False, "b": False}.get(side.lower() if isinstance(side, str) else "")
    )
    if word is None:
        raise ValueError(f"{argument} {side!r}: expected 'white', 'black', chess.WHITE or chess.BLACK")
    return word


def __dir__() -> list[str]:
    return sorted(__all__)
