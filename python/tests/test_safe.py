"""Sides of losing chess that cannot lose, against python-chess: closed sets follow the moves that they should."""

import pickle
from pathlib import Path

import chess
import chess.variant
import pytest

import gamecert

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests" / "corpus"

DRAWN = "3K4/8/8/3p4/8/8/8/8 w - -"
BISHOPS = "8/8/8/8/2b5/8/8/B7 w - -"
ROOK = "8/8/8/8/8/k7/8/1R6 w - -"


def fields(board: chess.variant.AntichessBoard) -> str:
    """The first four fields of a FEN, with the en passant square where a capture is possible."""
    return " ".join(board.fen().split()[:4])


@pytest.mark.parametrize(
    ("position", "side", "always"),
    [(DRAWN, None, False), (BISHOPS, None, True), ("8/8/8/8/Pp6/8/8/8 b - a3", "white", True), (ROOK, "white", False)],
)
def test_closed_sets(position: str, side: str | None, always: bool) -> None:
    """The other side has won nowhere, and every move that a set has to follow leads to a position of the set."""
    proof = gamecert.safe(position, side, always=always, threads=1).proof  # type: ignore[arg-type]
    assert proof is not None
    assert proof.defence == ("always" if always else "by force")
    for safe in proof.sides:
        fens = proof.fens(safe)
        assert (fens[0], len(fens), len(set(fens))) == (position, proof.positions[safe], proof.positions[safe])
        for number, fen in enumerate(fens):
            board = chess.variant.AntichessBoard(fen)
            place = proof.lookup(fen)
            assert place is not None
            assert (place.position, place.to_move) == (fen, "white" if board.turn else "black")
            here = next(one for one in place.sides if one.side == safe)
            assert (here.number, here.positions) == (number, len(fens))
            legal = {move.uci() for move in board.legal_moves}
            listed = {move.move for move in here.moves}
            assert place.is_over == board.is_variant_end()
            if place.is_over:
                # By the international rules, the side to move has won at the end.
                assert (board.is_variant_win(), place.winner, listed) == (True, safe, set())
            elif not always and place.to_move == safe:
                assert len(listed) == 1
                assert listed <= legal
            else:
                assert listed == legal
            for move in here.moves:
                after = board.copy()
                after.push_uci(move.move)
                assert (fens[move.number], board.parse_san(move.san).uci()) == (fields(after), move.move)


@pytest.mark.parametrize(
    ("position", "side", "always", "verdict", "winner"),
    [
        (DRAWN, None, False, "safe", None),
        (DRAWN, "black", True, "lost", "white"),
        (BISHOPS, chess.WHITE, True, "safe", None),
        (ROOK, chess.BLACK, False, "lost", "white"),
        ([BISHOPS, ROOK], "black", False, "lost", "white"),
        (chess.variant.AntichessBoard(f"{BISHOPS} 3 9"), None, True, "safe", None),
    ],
)
def test_verdicts(position: str, side: bool | None, always: bool, verdict: str, winner: str | None) -> None:
    """Searches say which sides cannot lose, with a verified certificate."""
    found = gamecert.safe(position, side, always=always, threads=1, progress=False)
    assert (found.verdict, found.winner, found.proof is None) == (verdict, winner, verdict != "safe")
    assert (found.fen is None) == (winner is None)
    if found.proof is not None:
        verified = gamecert.check(found.proof.certificate)
        assert (verified.kind, verified.sha256) == ("safe", found.proof.sha256)
        assert verified.claim["defence"] == found.proof.defence
        assert verified.claim["roots"] == list(found.proof.roots)
        assert verified.evidence["positions"] == list(found.proof.positions.values())
    assert pickle.loads(pickle.dumps(found)) == found


def test_limits_and_rules() -> None:
    """The limit leaves a question open; a stalemate is won by the fewer units under the FICS rule."""
    assert gamecert.safe(BISHOPS, always=True, limit=100).verdict == "unknown"
    stalemate = "6bB/6P1/8/8/8/8/8/8 w - -"
    assert gamecert.safe(stalemate, "black", always=True).winner == "white"
    found = gamecert.safe(stalemate, "black", always=True, rules="fics")
    assert found.proof is not None
    assert found.proof.rules == "fics"
    place = found.proof.lookup()
    assert place is not None
    assert (place.is_over, place.winner) == (True, "black")


def test_files(tmp_path: Path) -> None:
    """Saved, opened, pickled: the same proof. All certificates of the conformance corpus are opened."""
    proof = gamecert.safe([DRAWN, BISHOPS], threads=1).proof
    assert proof is not None
    file = proof.save(tmp_path / "two.cbor")
    opened = gamecert.open_safe(file)
    assert (opened, hash(opened), opened.roots) == (proof, hash(proof), (DRAWN, BISHOPS))
    assert "2 positions" in repr(opened)
    with pytest.raises(ValueError, match="about 2 positions: name one"):
        opened.lookup()
    corpus = sorted((CORPUS / "accept" / "safe").glob("*.cbor"))
    assert len(corpus) > 10
    for path in corpus:
        opened = gamecert.open_safe(path)
        for root in opened.roots:
            place = opened.lookup(root)
            assert place is not None
            assert {side.side for side in place.sides} == set(opened.sides), path


WRONG = [
    ("no position", lambda: gamecert.safe("e4"), "position 0, 'e4': expected a FEN"),
    ("the second is none", lambda: gamecert.safe([DRAWN, "8/8 w"]), "position 1, "),
    ("none at all", lambda: gamecert.safe([]), "expected at least one"),
    ("no side", lambda: gamecert.safe(DRAWN, "red"), "side 'red'"),
    ("the joint rule", lambda: gamecert.safe(DRAWN, rules="joint"), "joint proves wins only"),
    ("no rule", lambda: gamecert.safe(DRAWN, rules="uci"), '"uci" is no rule set'),
    ("no limit", lambda: gamecert.safe(DRAWN, limit=0), "limit 0"),
    ("another kind", lambda: gamecert.open_safe(ROOT / "certs" / "kk.cbor"), "opens as Ending, expected SafeProof"),
    ("no position of it", lambda: gamecert.safe(BISHOPS, always=True).proof.lookup("8/8"), "FEN"),
    ("the other side", lambda: gamecert.safe(BISHOPS, "white", always=True).proof.fens("black"), "about white"),
]


@pytest.mark.parametrize(("what", "call", "sentence"), WRONG, ids=[what for what, *_ in WRONG])
def test_bad_input(what: str, call: object, sentence: str) -> None:
    """A ValueError with a sentence."""
    with pytest.raises(ValueError, match=sentence):
        call()  # type: ignore[operator]


def test_refused_files(tmp_path: Path) -> None:
    """A forged file is Rejected with its code; without a file it is an OSError; a wrong type is a TypeError."""
    with pytest.raises(gamecert.Rejected) as raised:
        gamecert.open_safe(CORPUS / "reject" / "safe" / "flag-white.cbor")
    assert raised.value.code == "safe/lost"
    with pytest.raises(FileNotFoundError):
        gamecert.open_safe(tmp_path / "none.cbor")
    with pytest.raises(TypeError):
        gamecert.safe([7])  # type: ignore[list-item]


def test_interrupted() -> None:
    """What raises in the caller's progress stops the computation."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gamecert.safe("8/8/6b1/8/3P4/8/5B2/8 w - -", "black", always=True, progress=stop)
