"""Losing chess against python-chess: every reply of every position is in a proof, and play ends in a win."""

import pickle
from pathlib import Path

import chess
import chess.variant
import pytest

import gamecert

CERTIFICATES = Path(__file__).resolve().parents[2] / "certs"
LOSING = CERTIFICATES / "losing"


def fields(fen: str) -> str:
    """Board, side to move, en passant where a capture is possible, as python-chess writes them."""
    return " ".join(chess.variant.AntichessBoard(fen).fen().split()[:4])


def wins(board: chess.variant.AntichessBoard) -> str | None:
    """Who has won by the international rules."""
    if board.is_variant_win():
        return "white" if board.turn else "black"
    if board.is_variant_loss():
        return "black" if board.turn else "white"
    return None


@pytest.fixture(scope="module")
def queen_pawn() -> gamecert.Proof:
    """Black wins after 1. d3: 213 positions."""
    proof = gamecert.prove("1. d3", "black", threads=1, shrink=0).proof
    assert proof is not None
    return proof


def test_every_reply(queen_pawn: gamecert.Proof) -> None:
    """All places of a proof: moves, numbers, sizes and ends are those of the rules of python-chess."""
    places: dict[int, gamecert.Walk] = {}
    behind: dict[int, list[int]] = {}
    waiting = [queen_pawn.walk()]
    while waiting:
        place = waiting.pop()
        if place.number in places:
            assert fields(place.fen) == fields(places[place.number].fen)
            continue
        places[place.number] = place
        board = place.board()
        assert (place.to_move == "white") == board.turn
        assert fields(place.fen) == " ".join(board.fen().split()[:4])
        listed = {move.move for move in place.moves()}
        legal = {move.uci() for move in board.legal_moves}
        if place.is_over:
            assert (listed, wins(board), place.longest) == (set(), queen_pawn.winner, 0)
        elif place.to_move == queen_pawn.winner:
            assert len(listed) == 1
            assert listed <= legal
        else:
            assert listed == legal
        for move in place.moves():
            assert board.parse_san(move.san).uci() == move.move
            after = place.after(move)
            assert (after.number, after.positions, after.longest) == (move.number, move.positions, move.longest)
            assert after.back() == place
            waiting.append(after)
        behind[place.number] = [move.number for move in place.moves()]
        assert place.longest == max((move.longest + 1 for move in place.moves()), default=0)
    assert sorted(places) == list(range(len(queen_pawn)))
    for number, place in places.items():
        below, open_ = set[int](), [number]
        while open_:
            if (one := open_.pop()) not in below:
                below.add(one)
                open_ += behind[one]
        assert place.positions == len(below)
    fens = queen_pawn.fens()
    assert [fields(fen) for fen in fens] == [fields(places[number].fen) for number in range(len(queen_pawn))]
    assert [queen_pawn.number_of(fen) for fen in fens] == list(range(len(fens)))
    assert queen_pawn.number_of(chess.variant.AntichessBoard()) is None
    for number in (0, 1, 100, 212):
        assert queen_pawn.walk_to(number).number == number


def test_main_line_is_longest(queen_pawn: gamecert.Proof) -> None:
    """The main line has as many moves as the proof says, and ends with a win."""
    root = queen_pawn.walk()
    end = queen_pawn.walk(root.main_line)
    assert len(root.main_line) == len(end.line) == queen_pawn.longest
    assert end.san == root.main_line
    assert end.is_over
    assert wins(end.board()) == "black"


@pytest.mark.parametrize(
    ("position", "side", "verdict"),
    [
        ("1. e3 d5", "white", "white"),
        ("e3 d6", True, "white"),
        ("1. d3", None, "black"),
        ("8/8/8/8/8/8/8/k1K5 w - -", "black", "white"),
        ("8/8/8/8/8/8/pP6/8 w - - 0 1", None, "black"),
        (chess.variant.AntichessBoard("8/8/8/3p4/8/8/4P3/8 w - - 3 9"), chess.WHITE, "white"),
    ],
)
def test_verdicts(position: str | chess.Board, side: bool | None, verdict: str) -> None:
    """Who wins, with a proof of which the certificate is verified."""
    found = gamecert.prove(position, side, threads=1, shrink=0, memory=200 << 20, progress=False)
    assert found.verdict == verdict
    assert found.proof is not None
    assert found.proof.winner == verdict
    verified = gamecert.check(found.proof.certificate)
    assert verified.sha256 == found.proof.sha256
    assert verified.evidence["positions"] == len(found.proof)
    assert found.proof.rules == "joint"
    assert pickle.loads(pickle.dumps(found)) == found


def test_limits_and_determinism() -> None:
    """With one thread a limit in evaluations gives the same search on every machine."""
    searches = [
        gamecert.prove("1. e3", "white", evaluations=50_000, threads=1, memory=200 << 20, progress=False)
        for _ in range(2)
    ]
    assert searches[0] == searches[1]
    assert (searches[0].verdict, searches[0].proof) == ("unknown", None)
    assert 50_000 <= searches[0].evaluations < 70_000
    at_once = gamecert.prove("1. e3", time=0.0, threads=1, memory=200 << 20, progress=False)
    assert at_once.verdict == "unknown"


def test_help(queen_pawn: gamecert.Proof, tmp_path: Path) -> None:
    """Hints, earlier proofs and files of what was proved: the answer stays the same and takes less."""
    options = {"threads": 1, "shrink": 0, "memory": 200 << 20, "progress": False}
    plain = gamecert.prove("1. d3", "black", **options)
    hinted = gamecert.prove("1. d3", "black", hints=queen_pawn.walk().lines(5), **options)
    assert hinted.verdict == "black"
    file = queen_pawn.save(tmp_path / "d3.cbor")
    used = gamecert.prove("1. d3", "black", use=[file], **options)
    assert used.verdict == "black"
    assert used.evaluations < plain.evaluations / 10
    kept = tmp_path / "kept"
    first = gamecert.prove("1. e3", "white", evaluations=100_000, resume=kept, **options)
    second = gamecert.prove("1. e3", "white", evaluations=100_000, resume=kept, **options)
    assert kept.is_file()
    assert second.evaluations > first.evaluations


def test_files(queen_pawn: gamecert.Proof, tmp_path: Path) -> None:
    """Saved, opened, pickled: the same proof."""
    file = queen_pawn.save(tmp_path / "proof.cbor")
    assert file.read_bytes() == queen_pawn.certificate
    assert list(tmp_path.iterdir()) == [file]
    opened = gamecert.open_proof(file)
    assert opened == queen_pawn
    assert hash(opened) == hash(queen_pawn)
    place = opened.walk(opened.walk().main_line[:3])
    assert pickle.loads(pickle.dumps(place)) == place
    shipped = gamecert.open_proof(LOSING / "e3-h6.cbor")
    assert (shipped.winner, shipped.walk().fen) == ("white", shipped.root)
    assert "e3-h6" not in repr(shipped)


def test_written(queen_pawn: gamecert.Proof) -> None:
    """PGN that python-chess reads without errors, a graph, lines that are hints."""
    import io

    import chess.pgn

    root = queen_pawn.walk()
    game = chess.pgn.read_game(io.StringIO(root.pgn(limit=500)))
    assert game is not None
    assert game.errors == []
    assert game.headers["Result"] == "0-1"
    assert [move.uci() for move in game.mainline_moves()] == list(queen_pawn.walk(root.main_line).line)
    assert root.dot(limit=10).startswith("digraph proof {")
    assert len(root.lines(limit=3)) <= 3
    board = root._repr_svg_()
    assert board is not None
    assert board.startswith("<svg")


WRONG = [
    ("no moves", lambda: gamecert.prove("1. e5"), "move 1 of"),
    ("no position", lambda: gamecert.prove("8/8/8/8/8/8/8/8 w - -"), "neither side has a unit"),
    ("no side", lambda: gamecert.prove("1. e3", "red"), "side 'red'"),
    ("no rules", lambda: gamecert.prove("1. e3", rules="uci"), '"uci" is no rule set'),
    ("no time", lambda: gamecert.prove("1. e3", time=-1.0), "expected seconds, not below 0"),
    ("too little memory", lambda: gamecert.prove("1. e3", memory=1 << 20), "a search needs 100 MB at least"),
    ("hints for nobody", lambda: gamecert.prove("1. e3", hints=["b5"]), "the win of one side"),
    ("a hint that is none", lambda: gamecert.prove("1. e3", "white", hints=["b5", "Ke2"]), r"hints\[1\]: move 1"),
    ("a lemma that is none", lambda: gamecert.prove("1. e3", use=[LOSING / "README.md"]), "README.md"),
    (
        "a lemma of the other side",
        lambda: gamecert.prove("1. e3", "black", use=[LOSING / "e3-h6.cbor"]),
        "a win of White",
    ),
    ("another ending", lambda: gamecert.open_proof(CERTIFICATES / "kk.cbor"), "opens as Ending, expected Proof"),
    ("an illegal move", lambda: gamecert.open_proof(LOSING / "e3-h6.cbor").walk("Ke4"), "Ke4"),
    ("no such place", lambda: gamecert.open_proof(LOSING / "e3-h6.cbor").walk_to(-1), "they have the numbers 0 to"),
    ("back beyond the root", lambda: gamecert.open_proof(LOSING / "e3-h6.cbor").walk().back(), "0 moves lead here"),
    ("no moves at all", lambda: gamecert.open_proof(LOSING / "e3-h6.cbor").walk().pgn(limit=0), "limit 0"),
]


@pytest.mark.parametrize(("what", "call", "sentence"), WRONG, ids=[what for what, *_ in WRONG])
def test_bad_input(what: str, call: object, sentence: str) -> None:
    """A ValueError with a sentence."""
    with pytest.raises(ValueError, match=sentence):
        call()  # type: ignore[operator]


def test_refused_files(tmp_path: Path) -> None:
    """A file that is no certificate, or a forged one, is Rejected with its code; without a file it is an OSError."""
    text = tmp_path / "text.cbor"
    text.write_text("no certificate")
    forged = tmp_path / "forged.cbor"
    content = bytearray((LOSING / "e3-h6.cbor").read_bytes())
    content[-3] ^= 1
    forged.write_bytes(content)
    for file, group in ((text, "envelope"), (forged, "losing")):
        with pytest.raises(gamecert.Rejected) as raised:
            gamecert.open_proof(file)
        assert raised.value.code.startswith(group), raised.value.code
        with pytest.raises(gamecert.Rejected):
            gamecert.open_ending(file)
    with pytest.raises(FileNotFoundError):
        gamecert.open_proof(tmp_path / "none.cbor")
    with pytest.raises(TypeError):
        gamecert.prove(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        gamecert.prove("1. e3", "white", hints="b5")


def test_interrupted(tmp_path: Path) -> None:
    """What raises in the caller's progress stops the search, and leaves what was proved in a whole file."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    kept = tmp_path / "kept"
    with pytest.raises(KeyboardInterrupt):
        gamecert.prove("1. e3", "white", threads=1, memory=200 << 20, resume=kept, progress=stop)
    assert [file.name for file in tmp_path.iterdir()] in ([], ["kept"])
    again = gamecert.prove("1. e3", "white", evaluations=20_000, threads=1, memory=200 << 20, resume=kept)
    assert again.verdict == "unknown"
