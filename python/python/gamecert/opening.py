"""Opens certificates of every kind as the objects that solving gives."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, TypeVar, overload

from . import _native
from ._native import Verified, check
from .bidding_bounds import Bounds
from .bidding_chess import Ending
from .bidding_games import BiddingGame
from .chips import Chips, Holding, TieBreak
from .losing_chess import Proof
from .safe import SafeProof
from .scoring import Scoring
from .solutions import Solution
from .unwinnability import Answer

__all__ = ["Strategy", "Verdicts", "open"]

_Opened = TypeVar("_Opened")

#: Classes of the objects of the native module, by the words that it uses.
_CLASSES: dict[str, type[Any]] = {
    "ending": Ending,
    "money": BiddingGame,
    "bounds": Bounds,
    "chips": Chips,
    "points": Scoring,
    "losing": Proof,
    "safe": SafeProof,
}

_TIE_BREAKS: tuple[TieBreak, ...] = ("advantage", "make-it-take-it", "ladies-first")


class Verdicts(Solution, Sequence[Answer]):
    """The verdicts of a certificate of kind ``batch``, ``helpmate`` or ``unwinnable``: a sequence of :class:`Answer`.

    >>> import gamecert
    >>> answer = gamecert.unwinnable("7k/8/8/8/8/8/8/K5N1 b - -", "white")
    >>> verdicts = gamecert.open(answer.certificate)
    >>> verdicts, verdicts[0].verdict
    (<1 verdict on who can mate>, 'unwinnable')
    """

    __slots__ = ("_answers", "_content")

    kind: ClassVar[str] = "batch"

    def __init__(self, answers: Sequence[Answer], content: bytes) -> None:
        """Takes the verdicts of a verified certificate, and its bytes."""
        self._answers, self._content = tuple(answers), content

    @overload
    def __getitem__(self, index: int) -> Answer: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Answer]: ...

    def __getitem__(self, index: int | slice) -> Answer | Sequence[Answer]:
        """Returns one verdict, or several."""
        return self._answers[index]

    def __len__(self) -> int:
        """Returns the number of verdicts."""
        return len(self._answers)

    def __iter__(self) -> Iterator[Answer]:
        """Iterates over the verdicts."""
        return iter(self._answers)

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns name and bytes of the certificate.

        >>> import gamecert
        >>> answer = gamecert.unwinnable("7k/8/8/8/8/8/8/K5N1 b - -", "white")
        >>> gamecert.open(answer.certificate).certificate_files()[0][0]
        'verdicts.cbor'
        """
        return [("verdicts.cbor", self._content)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificate, which is verified when the pickle is loaded."""
        return open, (self._content,)

    def __repr__(self) -> str:
        """Counts the verdicts."""
        return f"<{len(self)} verdict{'' if len(self) == 1 else 's'} on who can mate>"


class Strategy(Solution):
    """A verified strategy for bidding chips (kind ``strategy``): a number of chips wins from the initial position.

    >>> import gamecert
    >>> gamecert.open("certs/hex-4x4-strategy-20.cbor")  # doctest: +SKIP
    <strategy: left wins hex with 10* of 20 chips>
    """

    __slots__ = ("_content", "verified")

    kind: ClassVar[str] = "strategy"

    def __init__(self, verified: Verified, content: bytes) -> None:
        """Takes a verified certificate and its bytes."""
        self.verified: Verified = verified
        """What the checker says of the certificate."""
        self._content = content

    @property
    def player(self) -> str:
        """The player who wins: ``left`` or ``right``."""
        return str(self.verified.claim["player"])

    @property
    def holding(self) -> Holding:
        """The holding that is enough. It is an upper bound of the threshold."""
        claim = self.verified.claim
        tie_break = next(name for name in _TIE_BREAKS if name == claim["tie_break"])
        return Holding.read(str(claim["holding"]), int(claim["chips"]), tie_break)

    @property
    def parameters(self) -> dict[str, str]:
        """Parameters of the game, such as the size of the board."""
        return self.verified.parameters

    def certificate_files(self) -> list[tuple[str, bytes]]:
        """Returns name and bytes of the certificate.

        >>> import gamecert
        >>> strategy = gamecert.open("certs/hex-4x4-strategy-20.cbor")  # doctest: +SKIP
        >>> [name for name, _ in strategy.certificate_files()]  # doctest: +SKIP
        ['strategy.cbor']
        """
        return [("strategy.cbor", self._content)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the certificate, which is verified when the pickle is loaded."""
        return open, (self._content,)

    def __repr__(self) -> str:
        """Says which player wins with which holding."""
        return f"<strategy: {self.player} wins {self.verified.rules} with {self.holding} of {self.holding.total} chips>"


def open(
    certificate: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO,
    *,
    include: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
) -> Any:
    """Verifies a certificate of any kind, and opens it as the object that solving gives.

    ``certificate`` is a path, the bytes, or a binary file. Cited certificates are looked for in the folder of the file
    and in the folders ``include``, and are verified too.

    The class depends on the kind of the certificate:

    - ``richman``: :class:`Ending` for bidding chess, otherwise :class:`BiddingGame`;
    - ``bracket``: :class:`Bounds`; ``chips``: :class:`Chips`; ``strategy``: :class:`Strategy`;
    - ``scoring``: :class:`Scoring`; ``losing``: :class:`Proof`; ``safe``: :class:`SafeProof`;
    - ``helpmate``, ``unwinnable`` and ``batch``: :class:`Verdicts`.

    Raises ``Rejected`` or ``Undecided`` if the certificate is not verified, and ``OSError`` if it cannot be read.

    >>> import gamecert
    >>> tug = gamecert.Game("tug:3").solve("chips")
    >>> gamecert.open(tug.certificate) == tug
    True
    """
    folders = [include] if isinstance(include, (str, os.PathLike)) else list(include)
    if isinstance(certificate, (str, os.PathLike)):
        name: str = os.fspath(certificate)
        content = Path(name).read_bytes()
    else:
        # A name in an empty place: no folder is searched for cited files unless `include` says so.
        name = os.path.join(os.devnull, "the certificate")
        content = certificate.read() if hasattr(certificate, "read") else bytes(certificate)
        if not isinstance(content, bytes):
            raise TypeError("certificate: expected a file that is opened in binary mode")
    try:
        word, native = _native.open_certificate(content, name, folders, [])
    except ValueError:
        # The checker's own exception is more precise, and a strategy is a certificate that only the checker reads.
        verified = check(content if name.startswith(os.devnull) else name, include=folders)
        if verified.kind == "strategy":
            return Strategy(verified, content)
        raise
    if word == "verdicts":
        return Verdicts(
            [Answer(fen, white, verdict, None, line, None, size, None) for fen, white, verdict, line, size in native],
            content,
        )
    return _CLASSES[word](native)


def opened_as(
    expected: type[_Opened], function: str, path: str | os.PathLike[str], include: Iterable[str | os.PathLike[str]]
) -> _Opened:
    """Opens a certificate for a deprecated function. Raises ``ValueError`` if it is of another kind."""
    warnings.warn(f"gamecert.{function}(path) is now gamecert.open(path)", DeprecationWarning, stacklevel=3)
    found = open(path, include=include)
    if not isinstance(found, expected):
        opens = f"a certificate of kind {found.kind}, which opens as {type(found).__name__}"
        raise ValueError(f"{os.fspath(path)}: {opens}, expected {expected.__name__}")
    return found
