"""Solves games exactly and proves every answer with a certificate.

Every result can be saved as a certificate. :func:`check` verifies a certificate with its own implementation of the
rules, and a certificate that is opened is verified before it is read. The pages on formats, rules and soundness are in
``spec/`` of the repository.

- :func:`check`, :class:`Library`, :func:`expect`: verify certificates.
- :func:`ending`, :func:`open_ending`: solve and open endings of bidding chess (real-valued bidding, Payne and Robeva).
- :func:`bounds`, :func:`open_bounds`: compute and open bounds for endings whose exact values are out of reach.
- :func:`bidding_game`: solves any finite game that is played by real-valued bidding.
- :func:`chips`, :func:`advise`: compute thresholds of discrete bidding, for some or all numbers of chips, and good
  bids.
- :func:`scoring`: computes outcomes of scoring games with bidding, for heaps of every size.
- :func:`prove`, :func:`open_proof`: find and open forced wins of losing chess, whose proofs can be walked through.
- :func:`link`: proves wins of losing chess by proofs that exist, which the new proof cites.
- :func:`safe`, :func:`open_safe`: prove that a side of losing chess cannot lose, and open such proofs.
- :func:`analyse`: judges the moves of games of losing chess by proofs and endgame tables.
- :func:`unwinnable`, :func:`unwinnable_all`: decide whether a side can still checkmate (M. Ambrona, FUN 2022).
"""

from ._native import CheckError, Library, Rejected, Undecided, Verified, check, expect
from .bidding_bounds import BoundedMove, Bounds, Interval, bounds, open_bounds
from .bidding_chess import Ending, ending, open_ending
from .bidding_games import BiddingGame, bidding_game
from .chips import Advice, Chips, advise, chips
from .losing_chess import LinkSearch, Proof, ProofSearch, Walk, link, open_proof, prove
from .losing_games import GameAnalysis, GameReport, analyse
from .safe import SafePlace, SafeProof, SafeSearch, open_safe, safe
from .scoring import Outcomes, Scoring, scoring
from .unwinnability import Answer, unwinnable, unwinnable_all

__all__ = [
    "Advice",
    "Answer",
    "BiddingGame",
    "BoundedMove",
    "Bounds",
    "CheckError",
    "Chips",
    "Ending",
    "GameAnalysis",
    "GameReport",
    "Interval",
    "Library",
    "LinkSearch",
    "Outcomes",
    "Proof",
    "ProofSearch",
    "Rejected",
    "SafePlace",
    "SafeProof",
    "SafeSearch",
    "Scoring",
    "Undecided",
    "Verified",
    "Walk",
    "advise",
    "analyse",
    "bidding_game",
    "bounds",
    "check",
    "chips",
    "ending",
    "expect",
    "link",
    "open_bounds",
    "open_ending",
    "open_proof",
    "open_safe",
    "prove",
    "safe",
    "scoring",
    "unwinnable",
    "unwinnable_all",
]
