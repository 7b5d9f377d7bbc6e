"""Exact values of games that nobody can check by hand, with certificates.

Whatever is solved here can be saved as a certificate, which :func:`check` verifies with rules of its own; a file
that is opened is verified first. The pages on
formats, rules and soundness are in ``spec/`` of the repository.

- :func:`check`, :class:`Library`, :func:`expect`: verify certificates.
- :func:`ending`, :func:`open_ending`: endings of bidding chess (Payne and Robeva's bidding chess, real-valued bidding).
- :func:`bounds`, :func:`open_bounds`: endings of bidding chess between bounds, where exact values are out of reach.
- :func:`bidding_game`: a game of one's own, played by bidding.
- :func:`chips`, :func:`advise`: thresholds of discrete bidding, for given numbers of chips or for all; what to bid.
- :func:`scoring`: outcomes of scoring games with bidding, for heaps of every size.
- :func:`prove`, :func:`open_proof`: forced wins of losing chess, and walks through their proofs.
- :func:`unwinnable`, :func:`unwinnable_all`: whether a side can still checkmate (M. Ambrona, FUN 2022).
"""

from ._native import CheckError, Library, Rejected, Undecided, Verified, check, expect
from .bidding_bounds import BoundedMove, Bounds, Interval, bounds, open_bounds
from .bidding_chess import Ending, ending, open_ending
from .bidding_games import BiddingGame, bidding_game
from .chips import Advice, Chips, advise, chips
from .losing_chess import Proof, ProofSearch, Walk, open_proof, prove
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
    "Interval",
    "Library",
    "Outcomes",
    "Proof",
    "ProofSearch",
    "Rejected",
    "Scoring",
    "Undecided",
    "Verified",
    "Walk",
    "advise",
    "bidding_game",
    "bounds",
    "check",
    "chips",
    "ending",
    "expect",
    "open_bounds",
    "open_ending",
    "open_proof",
    "prove",
    "scoring",
    "unwinnable",
    "unwinnable_all",
]
