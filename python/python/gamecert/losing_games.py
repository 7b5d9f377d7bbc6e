"""Games of losing chess (antichess), judged by verified proofs and endgame tables.

For each move an analysis says which result is known before and after it, and which winning move was missed. A result
is known if a position is in a proof, in the endgame tables of three pieces and pawns, or one move before such
positions. It holds without a 50-move rule. Nothing is searched for: a move that leaves the proofs may still win.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _native
from ._native import Library
from .files import write_whole
from .losing_chess import Proof
from .progress import Progress, chosen

if TYPE_CHECKING:
    import chess.pgn

__all__ = ["Fault", "GameAnalysis", "GameReport", "JudgedMove", "KnownResult", "MoveCounts", "analyse"]

Rules = Literal["joint", "international", "fics"]
Judgement = Literal[
    "keeps_win",
    "throws_away_win",
    "leaves_proofs",
    "keeps_draw",
    "throws_away_draw",
    "enters_loss",
    "is_lost",
    "unknown",
]


@dataclass(frozen=True)
class KnownResult:
    """Result of a position with best play of both sides.

    >>> import gamecert
    >>> d3 = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
    >>> gamecert.analyse("1. d3 *", [d3]).games[0].moves[0].after
    KnownResult(value='black', source='proof', file='1')
    """

    value: Literal["white", "black", "draw"]
    """Side that wins by force, or ``draw`` if neither can."""
    source: Literal["proof", "tables", "end"]
    """Reason why the result is known: a proof, the endgame tables, or the end of the game."""
    file: str | None = None
    """Name of the proof's file, or the number of a :class:`Proof` in the list of proofs, from 1."""


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game.

    >>> import gamecert
    >>> d3 = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
    >>> move = gamecert.analyse("1. d3 e6 *", [d3]).games[0].moves[1]
    >>> move.number, move.san, move.judgement, move.better
    ('1...', 'e6', 'leaves_proofs', ('g5',))
    """

    number: str
    """Number of the move, such as ``3.`` or ``3...``."""
    move: str
    """Move in coordinates (UCI)."""
    san: str
    """Move in algebraic notation."""
    before: KnownResult | None
    """Result that is known before the move."""
    after: KnownResult | None
    """Result that is known after the move."""
    judgement: Judgement
    """Judgement: ``keeps_win``, ``throws_away_win`` and ``leaves_proofs`` if the side that moves wins before the move,
    and after it wins, does not win, or nothing is known. ``keeps_draw`` and ``throws_away_draw`` if neither side can
    force a win before the move. ``enters_loss`` if nothing is known before the move, and the other side wins after it.
    ``is_lost`` if the other side wins before and after it. ``unknown`` otherwise."""
    better: tuple[str, ...]
    """Moves that are known to win, or to keep the draw, if the move itself is not. In algebraic notation."""
    remark: str | None
    """Sentence about the move, if the move changes the known result."""


@dataclass(frozen=True)
class MoveCounts:
    """Counts of a side's moves.

    >>> import gamecert
    >>> d3 = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
    >>> gamecert.analyse("1. d3 g5 2. Bxg5 Bg7 *", [d3]).games[0].black.wins_kept
    2
    """

    wins_kept: int
    """Moves that keep a win."""
    wins_thrown_away: int
    """Moves that throw a win away."""
    out_of_proofs: int
    """Moves with which the winning side leaves the proofs."""
    draws_thrown_away: int
    """Moves that throw a draw away."""
    losses_entered: int
    """Moves after which the other side wins, although nothing was known before."""


@dataclass(frozen=True)
class Fault:
    """Fault of a game.

    >>> import gamecert
    >>> gamecert.analyse("1. e3 b5 2. Nf3 *").games[0].faults[0].line
    1
    """

    line: int
    """Number of the line in the file, from 1."""
    why: str
    """Description of the fault."""


@dataclass(frozen=True)
class GameReport:
    r"""Report on a game. A game with a fault may lack the fields from ``rules`` on.

    >>> import gamecert
    >>> report = gamecert.analyse('[White "A"]\n[Black "B"]\n\n1. d3 g5 *').games[0]
    >>> report.players, report.result, report.rules, len(report.moves)
    (('A', 'B'), '*', 'joint', 2)
    """

    game: int
    """Number of the game, from 1."""
    line: int
    """Number of the game's first line, from 1."""
    id: str | None
    """Tag ``GameId``, or the last part of an address in the tag ``Site``."""
    players: tuple[str, str]
    """Names of White and Black; empty if the game does not name them."""
    result: Literal["1-0", "0-1", "1/2-1/2", "*"] | None
    """Result of the game; ``None`` if it has none or two that differ."""
    faults: tuple[Fault, ...]
    """Faults of the game."""
    rules: Rules | None
    """Rule for stalemate. Under ``joint``, only results that hold under each rule are known."""
    rules_from: Literal["option", "variant", "nothing"] | None
    """Origin of the rule: the argument ``rules``, the variant of the game, or nothing."""
    start: KnownResult | None
    """Result at the beginning of the game."""
    out_of_proofs: int | None
    """Number of the first ply, from 1, with which the winning side leaves the proofs."""
    tables_from: int | None
    """Number of plies before the first position with a result from endgame tables."""
    white: MoveCounts | None
    """White's moves."""
    black: MoveCounts | None
    """Black's moves."""
    moves: tuple[JudgedMove, ...]
    """Moves of both sides."""


@dataclass(frozen=True)
class GameAnalysis:
    """Analysis of games, returned by :func:`analyse`."""

    games: tuple[GameReport, ...]
    """Reports on the games, in their order."""
    annotated: bytes
    """The games in PGN with glyphs and comments after moves. Existing headers and comments stay as they are."""
    summary: str
    """Counts of all games, in words."""

    def pgn(self) -> str:
        """Returns the annotated games as text. Bytes that are not UTF-8 are replaced.

        >>> import gamecert
        >>> d3 = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
        >>> gamecert.analyse("1. d3 e6 *", [d3]).pgn()
        '1. d3 { From here Black wins (proof 1). } 1... e6 { Out of the proofs: g5 is proved to win (proof 1). } *'
        """
        return self.annotated.decode("utf-8", errors="replace")

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the annotated games to a file atomically and returns the path.

        >>> import tempfile
        >>> import gamecert
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     gamecert.analyse("1. d3 g5 *").save(f"{folder}/game.pgn").read_text()
        '1. d3 g5 *'
        """
        return write_whole(Path(path), self.annotated)


def analyse(
    pgn: str | os.PathLike[str] | chess.pgn.Game,
    proofs: Iterable[Proof | str | os.PathLike[str]] = (),
    *,
    rules: Rules | None = None,
    tables: bool = True,
    threads: int | None = None,
    progress: Progress | bool | None = None,
) -> GameAnalysis:
    """Analyses games of losing chess with verified proofs and endgame tables.

    ``pgn`` is the text of one or more games, a ``pathlib.Path`` of a PGN file (also compressed by zstd or gzip), or a
    game of python-chess. ``proofs`` are proofs of :func:`prove` and :func:`open_proof`, certificates of kind
    ``losing`` (with the certificates that they cite), and folders of certificates, in which other kinds are left out.
    ``rules`` is the rule for stalemate in all games. By default it goes with the variant that a game names; without a
    name, only results that hold under each rule are known. With ``tables``, endgame tables of three pieces and pawns
    are used; they are built once for each rule, in some seconds, and kept in the user's cache directory.

    An illegal move or another fault ends the analysis of its game; the report names it. The computation stops at
    KeyboardInterrupt. Raises ``ValueError`` if there are no games, and for certificates that are not verified or are of
    another kind.

    >>> import gamecert
    >>> d3 = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
    >>> analysis = gamecert.analyse("1. d3 g5 2. Bxg5 Nf6 *", [d3])
    >>> [(move.san, move.judgement, move.better) for move in analysis.games[0].moves]
    [('d3', 'enters_loss', ()), ('g5', 'keeps_win', ()), ('Bxg5', 'is_lost', ()), ('Nf6', 'leaves_proofs', ('Bg7',))]
    """
    if isinstance(pgn, os.PathLike):
        os.stat(pgn)
    text, file = (None, os.fspath(pgn)) if isinstance(pgn, os.PathLike) else (_text(pgn), None)
    named = [proofs] if isinstance(proofs, (str, os.PathLike)) else list(proofs)
    sources = [source for number, proof in enumerate(named, 1) for source in _sources(number, proof)]
    reports, annotated, summary = _native.analyse_losing(text, file, sources, rules, tables, threads, chosen(progress))
    return GameAnalysis(tuple(_report(json.loads(report)) for report in reports), annotated, summary)


def _text(pgn: Any) -> str:
    if isinstance(pgn, str):
        return pgn
    if hasattr(pgn, "mainline"):
        return str(pgn)
    raise TypeError(f"pgn: expected a text, a pathlib.Path or a game of python-chess, found {type(pgn).__name__}")


def _sources(
    number: int, proof: Proof | str | os.PathLike[str]
) -> list[tuple[str, bytes, bool, Sequence[str | os.PathLike[str]]]]:
    """Returns the arguments of the native function for each certificate."""
    if isinstance(proof, Proof):
        return [(str(number), proof.certificate, False, proof._native.folders() if proof.cited else [])]
    path = Path(proof)
    files = Library.files(path) if path.is_dir() else [path]
    return [(os.fspath(file), file.read_bytes(), path.is_dir(), []) for file in files]


def _report(found: dict[str, Any]) -> GameReport:
    white, black = found["players"]
    return GameReport(
        found["game"],
        found["line"],
        found.get("id"),
        (white, black),
        found["result"],
        tuple(Fault(fault["line"], fault["why"]) for fault in found.get("faults", [])),
        found.get("rules"),
        found.get("rules_from"),
        _known(found.get("start")),
        found.get("out_of_proofs"),
        found.get("tables_from"),
        MoveCounts(**found["white"]) if "white" in found else None,
        MoveCounts(**found["black"]) if "black" in found else None,
        tuple(_move(move) for move in found.get("moves", [])),
    )


def _move(found: dict[str, Any]) -> JudgedMove:
    return JudgedMove(
        found["number"],
        found["move"],
        found["san"],
        _known(found["before"]),
        _known(found["after"]),
        found["judgement"],
        tuple(found.get("better", ())),
        found.get("remark"),
    )


def _known(found: dict[str, Any] | None) -> KnownResult | None:
    return None if found is None else KnownResult(found["value"], found["source"], found.get("file"))
