"""Solves games exactly and proves every answer with a certificate.

Every result can be saved as a certificate. :func:`check` verifies a certificate with its own implementation of the
rules, and a certificate that is opened is verified before it is read. The pages on formats, rules and soundness are in
``spec/`` of the repository.

- :class:`Game`: solves games in which players bid money, chips or points for each move: named games, endings of
  bidding chess, and games of one's own (a mapping, a graph of networkx, a function).
- :func:`open`: verifies a certificate of any kind, and opens it as the object that solving gives.
- :func:`prove`, :func:`link`: find forced wins of losing chess, whose proofs can be walked through, and prove wins by
  proofs that exist.
- :func:`safe`: proves that a side of losing chess cannot lose.
- :func:`analyse`: judges the moves of games of losing chess by proofs and endgame tables.
- :func:`unwinnable`, :func:`unwinnable_all`: decide whether a side can still checkmate (M. Ambrona, FUN 2022).
- :func:`ruling`: says who wins when a flag falls, under the rules of FIDE, US Chess, Lichess and Chess.com.
- :func:`check`, :class:`Library`, :func:`expect`: verify certificates.

Deprecated, with a warning that says what to write: ``advise``, ``bidding_game``, ``bounds``, ``chips``, ``ending``,
``scoring``, ``open_bounds``, ``open_ending``, ``open_proof``, ``open_safe``.
"""

from importlib.metadata import version as _version

from ._native import CheckError, Library, Rejected, Undecided, Verified, check, expect
from .bidding_bounds import BoundedMove, Bounds, Interval, bounds, open_bounds
from .bidding_chess import Ending, ending, open_ending
from .bidding_games import BiddingGame, bidding_game
from .chips import Advice, AfterBid, Bid, Chips, ChipsMove, Holding, Law, Thresholds, advise, chips
from .game import Game
from .losing_chess import LinkSearch, Proof, ProofSearch, Walk, link, open_proof, prove
from .losing_games import GameAnalysis, GameReport, JudgedMove, KnownResult, analyse
from .opening import Strategy, Verdicts, open
from .safe import SafePlace, SafeProof, SafeSearch, open_safe, safe
from .scoring import Outcomes, Scoring, ScoringBid, scoring
from .solutions import MoneyBids, MoneySolution, Move, Solution
from .unwinnability import Answer, Ruling, ruling, unwinnable, unwinnable_all

__version__ = _version("gamecert")

__all__ = [
    "Advice",
    "AfterBid",
    "Answer",
    "Bid",
    "BiddingGame",
    "BoundedMove",
    "Bounds",
    "CheckError",
    "Chips",
    "ChipsMove",
    "Ending",
    "Game",
    "GameAnalysis",
    "GameReport",
    "Holding",
    "Interval",
    "JudgedMove",
    "KnownResult",
    "Law",
    "Library",
    "LinkSearch",
    "MoneyBids",
    "MoneySolution",
    "Move",
    "Outcomes",
    "Proof",
    "ProofSearch",
    "Rejected",
    "Ruling",
    "SafePlace",
    "SafeProof",
    "SafeSearch",
    "Scoring",
    "ScoringBid",
    "Solution",
    "Strategy",
    "Thresholds",
    "Undecided",
    "Verdicts",
    "Verified",
    "Walk",
    "__version__",
    "advise",
    "analyse",
    "bidding_game",
    "bounds",
    "check",
    "chips",
    "ending",
    "expect",
    "link",
    "open",
    "open_bounds",
    "open_ending",
    "open_proof",
    "open_safe",
    "prove",
    "ruling",
    "safe",
    "scoring",
    "unwinnable",
    "unwinnable_all",
]


def __dir__() -> list[str]:
    return sorted(__all__)
