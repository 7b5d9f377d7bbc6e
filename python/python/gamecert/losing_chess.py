"""Forced wins of losing chess (antichess): search, proof, and walks through proofs.

A side wins by losing all its pieces, and captures are compulsory (``spec/rules/losing-chess.md``). A proof contains one
move of the winner, and all moves of the other side, in every position that can arise. The checker verifies the
certificate of a proof before the proof is returned.

A certificate of version 2 of the kind has one or more roots and may cite other certificates, in whose proofs its own
ends (``spec/kinds/losing.md``, section 6). A walk that leads into a cited certificate goes on there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from . import _native
from .arguments import fen, is_first, whole
from .progress import Progress, chosen
from .solutions import Solution

if TYPE_CHECKING:
    import chess
    import chess.variant

__all__ = [
    "CitedProof",
    "Continuation",
    "LinkSearch",
    "MissingLine",
    "Proof",
    "ProofRoot",
    "ProofSearch",
    "Walk",
    "link",
    "open_proof",
    "prove",
]

Side = Literal["white", "black"]
Rules = Literal["joint", "international", "fics"]

#: Default memory of a search in bytes.
USUAL_MEMORY = 2 << 30


@dataclass(frozen=True)
class ProofRoot:
    """A position from which a proof begins.

    >>> import gamecert
    >>> gamecert.prove("8/8/8/3p4/8/8/4P3/8 w - -", "white", threads=1).proof.roots
    (ProofRoot(position='8/8/8/3p4/8/8/4P3/8 w - -', clock=0, longest=2, run=0),)
    """

    position: str
    """Position as the first four fields of FEN."""
    clock: int
    """Number of moves of both sides since the last capture or pawn move before the position."""
    longest: int
    """Greatest number of moves of both sides until the win. A bound, if the proof cites certificates."""
    run: int
    """Bound on the number of moves of both sides before the first capture or pawn move."""


@dataclass(frozen=True)
class CitedProof:
    """A certificate that a proof cites.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = gamecert.prove("1. d3 g5", "black", threads=1, shrink=0).proof.save(f"{folder}/g5.cbor")
    ...     proof = gamecert.link("1. d3", "black", path).proof
    ...     [cited.file == path for cited in proof.cited]
    [True]
    """

    file: Path
    """File in which the certificate was found."""
    sha256: str
    """SHA-256 digest of the certificate."""


@dataclass(frozen=True)
class Continuation:
    """A move in a proof, with the size of the proof after it.

    >>> import gamecert
    >>> proof = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
    >>> proof.walk().moves()
    (Continuation(move='g7g5', san='g5', number=1, positions=212, longest=31, on_main_line=True, cited=None),)
    """

    move: str
    """Move in coordinates (UCI): ``e2e3``, ``a7b8k``."""
    san: str
    """Move in algebraic notation."""
    number: int
    """Number of the position after the move."""
    positions: int
    """Number of distinct positions from that position on, including it. 0 if a cited certificate proves it."""
    longest: int
    """Greatest number of moves of both sides after this move."""
    on_main_line: bool
    """Whether the move begins the main line, in which the other side holds out longest."""
    cited: CitedProof | None = None
    """Certificate in which the proof goes on after the move, if it is a cited one."""


class Proof(Solution):
    """A verified proof that a side wins by force, returned by :func:`prove`, :func:`link` and :func:`open`.

    A number of moves is a bound if the proof cites certificates, and exact otherwise.
    """

    __slots__ = ("_claim", "_native")

    kind: ClassVar[str] = "losing"

    def __init__(self, native: _native.LosingProof) -> None:
        """Wraps a verified proof of the native module."""
        self._native = native
        self._claim: dict[str, Any] = json.loads(native.claim())

    @property
    def winner(self) -> Side:
        """Side that wins."""
        return "white" if self._claim["winner"] == "white" else "black"

    @property
    def rules(self) -> Rules:
        """Rule for stalemate. Wins under ``joint`` also hold under the other two rules."""
        rules: Rules = self._claim["rules"]
        return rules

    @property
    def roots(self) -> tuple[ProofRoot, ...]:
        """Positions from which the proof begins."""
        return tuple(ProofRoot(**root) for root in self._claim["roots"])

    @property
    def root(self) -> str:
        """First position of ``roots``, as FEN."""
        return _with_clock(self.roots[0])

    @property
    def positions(self) -> int:
        """Number of distinct positions, without those that cited certificates prove."""
        return int(self._claim["positions"])

    @property
    def cited(self) -> tuple[CitedProof, ...]:
        """Certificates that the proof cites."""
        return tuple(_cited(cited) for cited in self._claim["cited"])

    @property
    def longest(self) -> int:
        """Greatest number of moves of both sides from a root until the win."""
        return max(root.longest for root in self.roots)

    @property
    def reversible(self) -> int:
        """Greatest number of consecutive moves without a capture or pawn move, including those before a root.

        If the number is below 100, the win also holds under the 50-move rule.
        """
        return int(self._claim["reversible"])

    @property
    def sha256(self) -> str:
        """SHA-256 digest of the certificate."""
        return str(self._claim["sha256"])

    def __len__(self) -> int:
        """Returns the number of distinct positions, without those that cited certificates prove."""
        return self.positions

    def __bool__(self) -> bool:
        """Returns ``True``, even if cited certificates prove all positions."""
        return True

    def walk(self, moves: str | Iterable[str | chess.Move] = "", root: int | str | chess.Board = 0) -> Walk:
        """Returns the place in the proof after these moves from a root.

        ``moves`` are the moves of both sides, as one text (``"1... b5 2. Bxb5"``; move numbers are ignored) or one by
        one. The winner's moves may be left out. ``root`` is an index in :attr:`roots`, or the position.

        Raises ``ValueError`` for a move that is illegal or not in the proof, if there is no such root, and if the moves
        lead into a cited certificate that is no longer in its file.

        >>> import gamecert
        >>> proof = gamecert.prove("1. e3 d5", "white", threads=1).proof
        >>> place = proof.walk("Bxg4")
        >>> place.san, place.to_move, [move.san for move in place.moves()]
        (('Qg4', 'Bxg4'), 'white', ['Kd1'])
        """
        return Walk._of(self, self._root(root), _moves(moves))

    def _root(self, root: int | str | chess.Board) -> int:
        count = self._claim["roots"]
        if isinstance(root, int):
            if not 0 <= root < len(count):
                raise ValueError(f"no root {root}: they have the numbers 0 to {len(count) - 1}")
            return root
        found = self._native.root_of(_fen(root))
        if found is None:
            raise ValueError(f"root {_fen(root)!r}: the proof does not begin there, but at {_counted(len(count))}")
        return found

    def fens(self) -> list[str]:
        """Returns all positions as the first four fields of FENs, in the order of their numbers.

        The positions from which cited certificates go on come last. The list takes about 100 bytes of memory for each
        position.

        >>> import gamecert
        >>> gamecert.prove("8/8/8/3p4/8/8/4P3/8 w - -", "white", threads=1).proof.fens()
        ['8/8/8/3p4/8/8/4P3/8 w - -', '8/8/8/3p4/4P3/8/8/8 b - -', '8/8/8/8/4p3/8/8/8 w - -']
        """
        return self._native.fens()

    def number_of(self, position: str | chess.Board) -> int | None:
        """Returns the number of a position, or ``None`` if the position is not in the proof.

        Raises ``ValueError`` for an invalid position.

        >>> import gamecert
        >>> proof = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
        >>> proof.number_of(proof.root), proof.number_of("8/8/8/3p4/8/8/4P3/8 w - -")
        (0, None)
        """
        return self._native.number_of(_fen(position))

    def walk_to(self, place: int | str | Iterable[str | chess.Move]) -> Walk:
        """Returns the place after some moves, or the place with a number.

        Moves are as for :meth:`walk`. A number is one of :meth:`number_of`; its place is reached by a shortest line
        from the first root that leads there. Raises ``ValueError`` for moves as :meth:`walk` does, and if no position
        has this number.

        >>> import gamecert
        >>> proof = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
        >>> proof.walk_to("g5 Bxg5").moves()[0].san, proof.walk_to(4).san
        ('Bg7', ('g5', 'Bxg5', 'Bg7', 'Bxe7'))
        """
        if isinstance(place, (str, Iterable)):
            return self.walk(place)
        number = whole(place, "place")
        if not 0 <= number < self._claim["numbers"]:
            raise ValueError(f"no position {number}: they have the numbers 0 to {self._claim['numbers'] - 1}")
        root, moves = self._native.way_to(number)
        return Walk._of(self, root, " ".join(moves))

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns name and bytes of the certificate. Those that it cites are files already.

        >>> import gamecert
        >>> proof = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
        >>> [name for name, _ in proof.certificate_files()], gamecert.check(proof.certificate).sha256 == proof.sha256
        (['losing.cbor'], True)
        """
        return [("losing.cbor", self._native.certificate())]

    def __eq__(self, other: object) -> bool:
        """Compares the certificates."""
        return self.sha256 == other.sha256 if isinstance(other, Proof) else NotImplemented

    def __hash__(self) -> int:
        """Hashes the certificate."""
        return hash(self.sha256)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificate, which is verified when the pickle is loaded, and the folders with cited ones."""
        folders = [os.path.abspath(folder) for folder in self._native.folders()] if self.cited else []
        return _unpickled, (self.certificate, folders)

    def __repr__(self) -> str:
        """Describes winner, root and size."""
        roots = repr(self.root) if len(self.roots) == 1 else _counted(len(self.roots))
        cited = f" and {len(self.cited)} cited" if self.cited else ""
        return f"<proof: {self.winner} wins from {roots}, {len(self)} positions{cited}, at most {self.longest} moves>"


class Walk:
    """A place in a proof: a position, with the line that leads to it. A walk never changes; moves return new walks.

    When moves lead into a cited certificate, the walk goes on there, also in positions that the citing certificate
    proves. Numbers and sizes are those of the certificate that has the place.
    """

    proof: Proof
    """Proof in which the walk began."""
    line: tuple[str, ...]
    """Moves from the root to this place in coordinates (UCI)."""

    def __init__(self, proof: Proof, root: int, line: tuple[str, ...], place: dict[str, Any]) -> None:
        """Use :meth:`Proof.walk` instead."""
        self.proof = proof
        self.line = line
        self._root = root
        self._place = place

    @classmethod
    def _of(cls, proof: Proof, root: int, moves: str) -> Walk:
        place, line = proof._native.place(root, moves)
        return cls(proof, root, tuple(line), json.loads(place))

    @property
    def root(self) -> ProofRoot:
        """Position in which the walk began."""
        return self.proof.roots[self._root]

    @property
    def file(self) -> Path | None:
        """File of the cited certificate that has this place; ``None`` if it is in :attr:`proof` itself."""
        return Path(self._place["file"]) if "file" in self._place else None

    @property
    def sha256(self) -> str:
        """SHA-256 digest of the certificate that has this place."""
        return str(self._place["certificate"])

    @property
    def number(self) -> int:
        """Number of the position in the certificate. The first root has number 0."""
        return int(self._place["number"])

    @property
    def fen(self) -> str:
        """Position as FEN with all six fields."""
        return str(self._place["fen"])

    @property
    def to_move(self) -> Side:
        """Side to move."""
        return "white" if self._place["to_move"] == "white" else "black"

    @property
    def is_over(self) -> bool:
        """Whether the winner has already won."""
        return bool(self._place["over"])

    @property
    def positions(self) -> int:
        """Number of distinct positions of the certificate from here on, including this one."""
        return int(self._place["positions"])

    @property
    def longest(self) -> int:
        """Greatest number of moves of both sides from here on."""
        return int(self._place["longest"])

    @property
    def main_line(self) -> tuple[str, ...]:
        """Moves from here on with which the other side holds out longest, in algebraic notation.

        The line ends where a cited certificate goes on.
        """
        return tuple(self._place["main_line"])

    @property
    def san(self) -> tuple[str, ...]:
        """Moves from the root to this place in algebraic notation."""
        passed = [move for one in self._place.get("passed", []) for move in one["line"]]
        return (*passed, *self._place["line"])

    @cached_property
    def _continuations(self) -> tuple[Continuation, ...]:
        listed = [self._place["winners_move"]] if "winners_move" in self._place else self._place.get("replies", [])
        return tuple(
            Continuation(**{**one, "cited": _cited(one["cited"])}) if "cited" in one else Continuation(**one)
            for one in listed
        )

    def moves(self) -> tuple[Continuation, ...]:
        """Returns the winner's move, or all moves of the other side in descending order of positions after them.

        >>> import gamecert
        >>> place = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof.walk("Bxg5 Bxe7 Bxd8 Bxc7").after("Bc3")
        >>> place.to_move, [(move.san, move.positions) for move in place.moves()]
        ('white', [('Nxc3', 200), ('Bxb8', 93)])
        """
        return self._continuations

    def after(self, move: str | chess.Move | Continuation) -> Walk:
        """Returns the place after a move, which is in coordinates or in algebraic notation.

        A reply of the other side may be played without the winner's move before it. Raises ``ValueError`` for a move
        that is illegal or not in the proof.

        >>> import gamecert
        >>> place = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof.walk()
        >>> place.after("g5").after("Bxg5").san == place.after("Bxg5").san == ("g5", "Bxg5")
        True
        """
        last = move.move if isinstance(move, Continuation) else _moves([move])
        return Walk._of(self.proof, self._root, " ".join([*self.line, last]))

    def back(self, moves: int = 1) -> Walk:
        """Returns the place before the last ``moves`` moves. Raises ``ValueError`` if fewer moves lead here.

        >>> import gamecert
        >>> place = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof.walk("Bxg5 Bxe7")
        >>> place.san, place.back(2).san
        (('g5', 'Bxg5', 'Bg7', 'Bxe7'), ('g5', 'Bxg5'))
        """
        if not 0 <= moves <= len(self.line):
            raise ValueError(f"back({moves}): {len(self.line)} moves lead here")
        return Walk._of(self.proof, self._root, " ".join(self.line[: len(self.line) - moves]))

    def board(self) -> chess.variant.AntichessBoard:
        """Returns the position as a board of python-chess, which has to be installed, with the moves from the root.

        At a stalemate the board itself reports the result under the international rules, as Lichess does.

        >>> import gamecert
        >>> proof = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
        >>> board = proof.walk(proof.walk().main_line).board()
        >>> board.is_variant_end(), board.result(), len(board.move_stack)
        (True, '0-1', 32)
        """
        import chess.variant

        board = chess.variant.AntichessBoard(_with_clock(self.root))
        for move in self.line:
            board.push_uci(move)
        return board

    def pgn(self, limit: int = 10_000) -> str:
        """Returns the proof from this place on as PGN, with at most ``limit`` moves.

        The moves after a transposition are written once, and comments refer to them. Comments also count omitted moves,
        and name the file of a cited certificate where it goes on.

        >>> import gamecert
        >>> proof = gamecert.prove("8/8/8/3p4/8/8/4P3/8 w - -", "white", threads=1).proof
        >>> print(proof.walk().pgn().splitlines()[-1])
        1. e4 dxe4 1-0
        """
        return self._written(self.proof._native.pgn, limit)

    def dot(self, limit: int = 1_000) -> str:
        """Returns the proof from this place on as a graph for Graphviz, with at most ``limit`` positions.

        >>> import gamecert
        >>> graph = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof.walk().dot(limit=10)
        >>> graph.splitlines()[0], '[label="Bxg5"]' in graph
        ('digraph proof {', True)
        """
        return self._written(self.proof._native.dot, limit)

    def lines(self, limit: int = 1_000) -> list[str]:
        """Returns lines of play from the root to the ``limit`` largest positions after this place.

        In a cited certificate, the lines begin at its own root. The size of a position is the number of positions after
        it. The lines can serve as ``hints`` for :func:`prove`.

        >>> import gamecert
        >>> line = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof.walk().lines(limit=3)
        >>> line
        ['1... g5 2. Bxg5 Bg7 3. Bxe7 Bxb2']
        >>> gamecert.prove("1. d3", "black", hints=line, threads=1, shrink=0).verdict
        'black'
        """
        text = self._written(self.proof._native.lines, limit)
        return [line for line in text.splitlines() if line and not line.startswith("#")]

    def _written(self, write: Any, limit: int) -> str:
        if limit < 1:
            raise ValueError(f"limit {limit}: expected a number from 1 on")
        text: str = write(self._root, " ".join(self.line), limit)[0]
        return text

    def _identity(self) -> tuple[Proof, int, tuple[str, ...]]:
        return self.proof, self._root, self.line

    def __eq__(self, other: object) -> bool:
        """Compares the proofs, the roots and the moves from there."""
        return self._identity() == other._identity() if isinstance(other, Walk) else NotImplemented

    def __hash__(self) -> int:
        """Hashes the proof, the root and the moves from there."""
        return hash(self._identity())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the proof, the root and the moves from there."""
        return Proof.walk, (self.proof, self.line, self._root)

    def __repr__(self) -> str:
        """Describes number, position and size."""
        where = f"of {self.file}" if self.file else "of a proof"
        return f"<place {self.number} {where}: {self.fen!r}, {self.positions} positions below>"

    def _repr_svg_(self) -> str | None:
        try:
            import chess.svg
        except ImportError:
            return None
        board = self.board()
        return str(chess.svg.board(board, lastmove=board.peek() if board.move_stack else None, size=320))


@dataclass(frozen=True)
class ProofSearch:
    """Result of a search for a forced win.

    >>> import gamecert
    >>> search = gamecert.prove("1. d3", threads=1, shrink=0)
    >>> search.verdict, search.proof.winner, len(search.proof), search.proof.longest
    ('black', 'black', 213, 32)
    """

    fen: str
    """Position as FEN."""
    verdict: Literal["white", "black", "neither", "unknown"]
    """Side that wins by force; ``neither`` if no side does, ``unknown`` if the search ended without an answer."""
    proof: Proof | None
    """Proof of the win; ``None`` if no win was found."""
    evaluations: int
    """Number of evaluated positions."""
    search_seconds: float = field(compare=False)
    """Duration of the search in seconds."""
    proof_seconds: float = field(compare=False)
    """Duration of shrinking and verifying the proof in seconds."""


def prove(
    position: str | chess.Board,
    side: bool | str | None = None,
    *,
    rules: Rules = "joint",
    time: float | None = None,
    evaluations: int | None = None,
    hints: Sequence[str] = (),
    use: Iterable[str | os.PathLike[str]] = (),
    resume: str | os.PathLike[str] | None = None,
    memory: int = USUAL_MEMORY,
    threads: int | None = None,
    shrink: int = 2,
    progress: Progress | bool | None = None,
) -> ProofSearch:
    """Searches for a forced win of losing chess and proves it.

    ``position`` is a FEN, a board of python-chess, or moves from the beginning of the game such as ``"1. e3 c6"``.
    ``side`` is the side whose win is searched for: ``chess.WHITE`` (``True``), ``chess.BLACK`` (``False``),
    ``"white"``, ``"black"``, or ``None`` for either side. If the side cannot win, the search continues with the other
    side. ``rules`` is the rule for stalemate.

    ``time`` (in seconds) and ``evaluations`` (of positions) limit the search. ``memory`` limits its memory in bytes.
    With ``threads=1`` and without ``time`` the answer does not depend on the machine. ``hints`` are lines of play from
    the position on that are presumably good for the side, which has to be named. They are searched first, and wrong
    hints only cost time. ``use`` lists files of earlier certificates, whose proofs the search may use.
    ``resume`` is a checkpoint file, from which a second call continues the search. ``shrink`` is the number of passes
    that make the proof smaller.

    The computation stops at KeyboardInterrupt. Raises ``ValueError`` for an invalid position, move or rule, and for
    files that are not verified or cannot be used here.

    >>> import gamecert
    >>> found = gamecert.prove("1. e3 d5", "white", threads=1)
    >>> found.verdict, found.proof.winner
    ('white', 'white')
    >>> gamecert.prove("1. e3", evaluations=1000).verdict
    'unknown'
    """
    if isinstance(hints, str):
        raise TypeError("hints: expected a list of lines of play, not one text")
    white = None if side is None else is_first(side)
    fen, verdict, count, search, proving, proof = _native.prove_losing(
        _fen(position),
        white,
        rules,
        time,
        evaluations,
        list(hints),
        [os.fspath(path) for path in use],
        None if resume is None else os.fspath(resume),
        memory,
        threads,
        shrink,
        chosen(progress),
    )
    return ProofSearch(fen, verdict, Proof(proof) if proof else None, count, search, proving)


@dataclass(frozen=True)
class MissingLine:
    """A position, or a reply in it, that is not proved to be won.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = gamecert.prove("1. d3 g5", "black", threads=1, shrink=0).proof.save(f"{folder}/g5.cbor")
    ...     gamecert.link("1. d4", "black", path, plies=1).missing
    (MissingLine(position='rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - -', reply=None),)
    """

    position: str
    """Position in question, as the first four fields of FEN."""
    reply: str | None
    """Move of the other side after which no proof was found, in algebraic notation. ``None`` for all moves."""


@dataclass(frozen=True)
class LinkSearch:
    """Result of a search for a proof that cites others.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = gamecert.prove("1. d3 g5", "black", threads=1, shrink=0).proof.save(f"{folder}/g5.cbor")
    ...     search = gamecert.link("1. d3", "black", path)
    >>> search.verdict, search.proof.positions, search.missing
    ('won', 1, ())
    """

    verdict: Literal["won", "missing"]
    """``won``: all positions are won. ``missing``: some lines lead to no position that a certificate proves."""
    proof: Proof | None
    """Proof, if all positions are won."""
    missing: tuple[MissingLine, ...]
    """Lines without a proof; empty if all positions are won."""


def link(
    positions: str | chess.Board | Iterable[str | chess.Board],
    winner: bool | str,
    cite: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    rules: Rules = "joint",
    plies: int = 4,
    progress: Progress | bool | None = None,
) -> LinkSearch:
    """Proves wins of losing chess by certificates that exist, which the new proof cites.

    ``positions`` is a FEN, a board of python-chess, moves from the beginning of the game such as ``"1. e3 c6"``, or
    several of these. ``winner`` is the side that wins: ``chess.WHITE`` (``True``), ``chess.BLACK`` (``False``),
    ``"white"`` or ``"black"``. ``cite`` lists certificates of kind ``losing`` that may be cited, and folders of
    certificates, in which those that prove no such wins are left out. A certificate is cited if it helps.

    ``rules`` is the rule for stalemate, also of the certificates. ``plies`` (0 to 20) is the number of moves of both
    sides after which every line must have reached a position that a certificate proves.

    The computation stops at KeyboardInterrupt. Raises ``ValueError`` for an invalid position, side, rule or number, and
    for certificates that are not verified or prove wins of another side or under another rule.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = gamecert.prove("1. d3 g5", "black", threads=1, shrink=0).proof.save(f"{folder}/g5.cbor")
    ...     proof = gamecert.link("1. d3", "black", path).proof
    ...     [(move.san, move.cited.file.name) for move in proof.walk().moves()], proof.walk("g5 Bxg5").file.name
    ([('g5', 'g5.cbor')], 'g5.cbor')
    """
    white = is_first(winner, "winner")
    if not 0 <= plies <= 20:
        raise ValueError(f"plies {plies}: expected a number from 0 to 20")
    fens = [_fen(position) for position in _several(positions, hasattr(positions, "fen"))]
    if not fens:
        raise ValueError("positions: expected at least one")
    files = [os.fspath(path) for path in _several(cite, isinstance(cite, os.PathLike))]
    proof, missing = _native.link_losing(fens, white, files, rules, plies, chosen(progress))
    lines = tuple(MissingLine(position, reply) for position, reply in missing)
    return LinkSearch("missing", None, lines) if proof is None else LinkSearch("won", Proof(proof), lines)


def open_proof(path: str | os.PathLike[str], include: Sequence[str | os.PathLike[str]] = ()) -> Proof:
    """Deprecated: use ``gamecert.open(path)``.

    >>> import tempfile
    >>> import gamecert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof.save(f"{folder}/d3.cbor")
    ...     gamecert.open_proof(path).walk().moves()[0].san
    'g5'
    """
    from .opening import opened_as

    return opened_as(Proof, "open_proof", path, include)


def _unpickled(content: bytes, folders: Sequence[str] = ()) -> Proof:
    # The search for cited files begins in the folder of the citing file.
    name = os.path.join(*folders[:1], "the pickled certificate")
    _, native = _native.open_certificate(content, name, list(folders), [])
    return Proof(native)


def _cited(found: dict[str, str]) -> CitedProof:
    return CitedProof(Path(found["file"]), found["sha256"])


def _with_clock(root: ProofRoot) -> str:
    return f"{root.position} {root.clock} 1"


def _counted(positions: int) -> str:
    return "1 position" if positions == 1 else f"{positions} positions"


def _several(found: Any, is_one: bool) -> list[Any]:
    return [found] if is_one or isinstance(found, str) else list(found)


def _fen(position: Any) -> str:
    return fen(position, "antichess")


def _moves(moves: str | Iterable[str | chess.Move]) -> str:
    return (
        moves if isinstance(moves, str) else " ".join(move if isinstance(move, str) else move.uci() for move in moves)
    )
