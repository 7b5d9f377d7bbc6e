"""Proofs of losing chess that cite others (kind losing, version 2): linked, opened, and walked through."""

import json
import os
import pickle
import subprocess
from collections.abc import Callable
from pathlib import Path

import chess
import chess.variant
import pytest

import gamecert

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests" / "corpus"
LOSING = ROOT / "certs" / "losing"
#: The program, in the build that the variable names or in the target folder.
SOLVE = os.environ.get("GAMECERT_SOLVE", os.fspath(ROOT / "target" / "debug" / "solve"))

EARLY = (
    "1. e3 g6 2. Qh5 gxh5 3. g4 hxg4 4. Nf3 gxf3 5. Bg2 fxg2 6. d4 gxh1=N 7. Kd1 Nxf2 8. b3 Nxd1 9. Nd2 Nxe3 "
    "10. Rb1 Nxc2 11. Nf1 Nxd4 12. Be3 Nxb3"
)
LATE = f"{EARLY} 13. Bxa7 Rxa7 14. Rxb3 Rxa2"
EARLY_FEN = "rnbqkbnr/pppppp1p/8/8/8/1n2B3/P6P/1R3N2 w - -"
ROOK_FEN = "1nbqkbnr/1Rpppp1p/8/8/8/8/7r/5N2 w - -"
BISHOP_FEN = "1n1qkbnr/1bpppp1p/8/8/8/8/r6P/5N2 w - -"


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder: outer.cbor cites inner.cbor and rook.cbor, and inner.cbor cites rook.cbor and bishop.cbor."""
    folder = tmp_path_factory.mktemp("chain")
    rook, bishop = f"{LATE} 15. Rxb7 Rxh2", f"{LATE} 15. Rxb7 Bxb7"
    for name, line in (("rook", rook), ("bishop", bishop)):
        proof = gamecert.prove(line, "white", threads=1, shrink=0, memory=200 << 20, progress=False).proof
        assert proof is not None
        proof.save(folder / f"{name}.cbor")
    linked(LATE, [folder / "rook.cbor", folder / "bishop.cbor"], plies=2).save(folder / "inner.cbor")
    linked([EARLY, rook], [folder / "inner.cbor", folder / "rook.cbor"]).save(folder / "outer.cbor")
    return folder


def linked(positions: str | list[str], cite: object, plies: int = 4) -> gamecert.Proof:
    """The proof of a win of White that cites others."""
    found = gamecert.link(positions, "white", cite, plies=plies, progress=False)  # type: ignore[arg-type]
    assert (found.verdict, found.missing) == ("won", ())
    assert found.proof is not None
    return found.proof


@pytest.fixture
def outer(chain: Path) -> gamecert.Proof:
    """The proof of two positions at the end of the chain."""
    return gamecert.open_proof(chain / "outer.cbor")


def test_claim(chain: Path, outer: gamecert.Proof) -> None:
    """Roots, sizes and citations are those that the checker reports."""
    claim = gamecert.check(chain / "outer.cbor")
    roots = [(root.position, root.clock, root.longest, root.run) for root in outer.roots]
    assert roots == [(ROOK_FEN, 0, 4, 0), (EARLY_FEN, 0, 10, 0)]
    assert (outer.winner, outer.rules, outer.root, outer.longest) == ("white", "joint", f"{ROOK_FEN} 0 1", 10)
    assert (outer.positions, len(outer), outer.reversible) == (4, 4, 1)
    assert {cited.sha256 for cited in outer.cited} == {citation["sha256"] for citation in claim.citations}
    assert {cited.file.name for cited in outer.cited} == {"rook.cbor", "inner.cbor"}
    assert "from 2 positions, 4 positions and 2 cited" in repr(outer)
    first = gamecert.open_proof(chain / "rook.cbor")
    assert (first.cited, [root.position for root in first.roots]) == ((), [ROOK_FEN])


@pytest.mark.parametrize(
    ("root", "moves", "file", "number", "listed"),
    [
        (0, "", "rook.cbor", 0, [("Rxc7", None)]),
        (1, "", None, 0, [("Bxa7", None)]),
        (EARLY_FEN, "Bxa7 Rxa7 Rxb3", None, 3, [("Rxa2", "inner.cbor")]),
        (EARLY_FEN, "Rxa7 Rxa2", "inner.cbor", 0, [("Rxb7", None)]),
        (f"{EARLY_FEN} 0 9", "Rxa7 Rxa2 Rxb7", "inner.cbor", 1, [("Rxh2", "rook.cbor"), ("Bxb7", "bishop.cbor")]),
        (1, "Bxa7 Rxa7 Rxb3 Rxa2 Bxb7", "bishop.cbor", 0, None),
        (chess.variant.AntichessBoard(EARLY_FEN), ["Rxa7"], None, 2, [("Rxb3", None)]),
        (1, ["Rxa7", chess.Move.from_uci("a7a2"), "Rxh2"], "rook.cbor", 0, [("Rxc7", None)]),
    ],
)
def test_walks_go_on_in_cited_certificates(
    chain: Path,
    outer: gamecert.Proof,
    root: object,
    moves: object,
    file: str | None,
    number: int,
    listed: object,
) -> None:
    """The place names the file that has it, and lists which moves lead into which file."""
    place = outer.walk(moves, root)  # type: ignore[arg-type]
    assert (place.file, place.number) == (None if file is None else chain / file, number)
    assert place.sha256 == gamecert.check(chain / (file or "outer.cbor")).sha256
    found = [(move.san, None if move.cited is None else move.cited.file.name) for move in place.moves()]
    assert listed is None or sorted(found) == sorted(listed)  # type: ignore[call-overload]
    board = place.board()
    assert (board.fen().split()[:2], len(board.move_stack)) == (place.fen.split()[:2], len(place.line))
    assert len(place.san) == len(place.line)
    assert pickle.loads(pickle.dumps(place)) == place


def test_every_play_wins(outer: gamecert.Proof) -> None:
    """From each root, through all files: the moves are those of the rules, and play ends within the bound."""
    files = set()
    for index, root in enumerate(outer.roots):
        waiting = [outer.walk(root=index)]
        while waiting:
            place = waiting.pop()
            files.add(place.file and place.file.name)
            board = place.board()
            legal = {move.uci() for move in board.legal_moves}
            listed = {move.move for move in place.moves()}
            assert len(place.line) + place.longest <= root.longest
            assert place.is_over == board.is_variant_end() == (not listed)
            assert listed <= legal if place.to_move == "white" else listed == legal
            assert len(listed) <= 1 or place.to_move == "black"
            for move in place.moves():
                after = place.after(move)
                assert (after.longest, after.back()) == (move.longest, place)
                assert (move.cited is None) == (after.sha256 == place.sha256)
                waiting.append(after)
    assert files == {None, "inner.cbor", "rook.cbor", "bishop.cbor"}


def test_positions_and_numbers(outer: gamecert.Proof) -> None:
    """Own positions come before those of cited certificates; each is found and reached by its number."""
    fens = outer.fens()
    assert (len(fens), fens[0], ROOK_FEN in fens[4:]) == (6, EARLY_FEN, True)
    for number, fen in enumerate(fens):
        assert outer.number_of(fen) == number
        place = outer.walk_to(number)
        assert place.fen.split()[:4] == fen.split()
        assert (place.file is None, place.number) == (number < 4, number if number < 4 else 0)
    assert outer.walk_to(outer.fens().index(ROOK_FEN)).root.position == ROOK_FEN
    assert outer.number_of(BISHOP_FEN) is None


def test_written(chain: Path, outer: gamecert.Proof) -> None:
    """PGN and graphs name the files that go on, and inside a cited certificate they are about that one."""
    root = outer.walk(root=1)
    assert "inner.cbor" in root.pgn()
    assert "inner.cbor" in root.dot()
    inside = root.after("Bxa7").after("Rxa7").after("Rxb3").after("Rxa2")
    assert inside.file == chain / "inner.cbor"
    assert "rook.cbor" in inside.pgn()
    assert inside._repr_svg_() is not None
    assert "inner.cbor" in repr(inside)


def test_files(chain: Path, outer: gamecert.Proof, tmp_path: Path) -> None:
    """Opened from another folder, pickled, linked again: the same proof."""
    moved = outer.save(tmp_path / "moved.cbor")
    with pytest.raises(gamecert.Undecided) as raised:
        gamecert.open_proof(moved)
    assert raised.value.code == "citation/missing"
    opened = gamecert.open_proof(moved, include=[chain])
    again = linked([f"{LATE} 15. Rxb7 Rxh2", EARLY], (chain / "rook.cbor", chain / "inner.cbor"))
    for proof in (opened, pickle.loads(pickle.dumps(opened)), again, pickle.loads(pickle.dumps(again))):
        assert proof == outer
        assert proof.walk("Rxa7 Rxa2 Bxb7", EARLY_FEN).file == chain / "bishop.cbor"


def test_link(chain: Path) -> None:
    """Positions that certificates prove already, and those that they do not prove, with the missing replies."""
    shipped = linked("1. e3 d5", LOSING / "e3-d5.cbor")
    assert (len(shipped), bool(shipped), shipped.walk().file) == (0, True, LOSING / "e3-d5.cbor")
    board = chess.variant.AntichessBoard()
    board.push_san("e3")
    files = [LOSING / f"e3-{reply}.cbor" for reply in ("d5", "h6")]
    found = gamecert.link(board, chess.WHITE, files, plies=1)
    assert (found.verdict, found.proof, len(found.missing)) == ("missing", None, 18)
    assert {line.position for line in found.missing} == {"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - -"}
    assert {"d5", "h6"}.isdisjoint(str(line.reply) for line in found.missing)
    # A folder may be cited too. Its own root proves the position.
    assert (len(linked(EARLY, chain)), len(linked(EARLY, str(chain)).cited)) == (0, 1)
    (line,) = gamecert.link(EARLY_FEN, "white", chain / "rook.cbor", plies=1).missing
    assert (line.position, line.reply) == (EARLY_FEN, None)


@pytest.mark.parametrize(
    ("positions", "cite"), [([LATE, EARLY_FEN], ["rook.cbor", "bishop.cbor"]), (["1. e3"], ["rook.cbor"])]
)
def test_as_the_program(chain: Path, tmp_path: Path, positions: list[str], cite: list[str]) -> None:
    """The same certificate, or the same lines without a proof."""
    out = tmp_path / "linked.cbor"
    options = [part for name in cite for part in ("--cite", os.fspath(chain / name))]
    command = [SOLVE, "link", *positions, "--for", "white", *options, "--json", "--emit-cert", os.fspath(out)]
    printed = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    found = gamecert.link(positions, "white", [chain / name for name in cite])
    assert (found.verdict, found.proof is None) == (printed["verdict"], not out.exists())
    if found.proof is None:
        assert [{"fen": line.position, "reply": line.reply} for line in found.missing] == printed["missing"]
    else:
        assert found.proof.certificate == out.read_bytes()
        assert [(str(cited.file), cited.sha256) for cited in found.proof.cited] == [
            (cited["file"], cited["sha256"]) for cited in printed["cited"]
        ]


def test_missing_file_on_the_way(chain: Path, tmp_path: Path) -> None:
    """A cited file that goes or changes after the proof was opened is an error where a walk enters it."""
    for name in ("outer", "inner", "rook", "bishop"):
        (tmp_path / f"{name}.cbor").write_bytes((chain / f"{name}.cbor").read_bytes())
    proof = gamecert.open_proof(tmp_path / "outer.cbor")
    place = proof.walk("Rxa7", 1)
    inner = (tmp_path / "inner.cbor").read_bytes()
    (tmp_path / "inner.cbor").write_bytes(inner[:-1])
    with pytest.raises(ValueError, match=r"inner\.cbor: this file has changed"):
        place.after("Rxa2")
    (tmp_path / "inner.cbor").unlink()
    with pytest.raises(ValueError, match=r"the proof goes on in a cited certificate: .*inner"):
        place.after("Rxa2")
    (tmp_path / "inner.cbor").write_bytes(inner)
    assert place.after("Rxa2").number == 0
    # What was read once is kept.
    (tmp_path / "inner.cbor").unlink()
    assert place.after("Rxa2").after("Rxb7").number == 1


WRONG: list[tuple[str, Callable[[Path, gamecert.Proof], object], str]] = [
    ("an illegal move", lambda _, outer: outer.walk("Ke4", 1), "Ke4"),
    ("a move of another line", lambda _, outer: outer.walk("Rxb3", 1), "Rxb3 is legal, but White's move .* is Bxa7"),
    ("an illegal move in a cited file", lambda _, outer: outer.walk("Rxa7 Rxa2 Kd8", 1), "Kd8"),
    ("no such root", lambda _, outer: outer.walk(root=2), "no root 2: they have the numbers 0 to 1"),
    ("a position that is no root", lambda _, outer: outer.walk(root=BISHOP_FEN), "does not begin there, but at 2"),
    ("a root that is no position", lambda _, outer: outer.walk(root="8/8"), "FEN"),
    ("no such number", lambda _, outer: outer.walk_to(6), "no position 6: they have the numbers 0 to 5"),
    ("no winner", lambda chain, _: gamecert.link(EARLY, None, chain), "winner None: expected 'white'"),  # type: ignore[arg-type]
    ("the other winner", lambda chain, _: gamecert.link(EARLY, "black", chain / "rook.cbor"), "wins of White under"),
    (
        "another rule",
        lambda chain, _: gamecert.link(EARLY, "white", chain / "rook.cbor", rules="fics"),
        "of White under",
    ),
    ("no rule", lambda chain, _: gamecert.link(EARLY, "white", chain, rules="uci"), '"uci" is no rule set'),  # type: ignore[arg-type]
    ("too many plies", lambda chain, _: gamecert.link(EARLY, "white", chain, plies=21), "plies 21: expected"),
    ("no positions", lambda chain, _: gamecert.link([], "white", chain), "expected at least one"),
    ("an illegal line", lambda chain, _: gamecert.link("1. e5", "white", chain), "position '1. e5': move 1 of"),
    ("another kind", lambda *_: gamecert.link(EARLY, "white", ROOT / "certs" / "kk.cbor"), "kind richman"),
    ("no file", lambda chain, _: gamecert.link(EARLY, "white", [chain / "none.cbor"]), r"none\.cbor"),
    ("a forged file", lambda *_: gamecert.link(EARLY, "white", CORPUS / "reject" / "losing"), "rejected"),
]


@pytest.mark.parametrize(("what", "call", "sentence"), WRONG, ids=[what for what, *_ in WRONG])
def test_bad_input(
    chain: Path, outer: gamecert.Proof, what: str, call: Callable[[Path, gamecert.Proof], object], sentence: str
) -> None:
    """A ValueError with a sentence."""
    with pytest.raises(ValueError, match=sentence):
        call(chain, outer)


def test_corpus() -> None:
    """Certificates of version 2 of the conformance corpus are opened, and their roots lead somewhere."""
    corpus = CORPUS / "accept" / "losing-2"
    paths = [path for path in sorted(corpus.glob("*.cbor")) if not path.name.startswith("chain-")]
    assert len(paths) > 5
    for path in [*paths, corpus / "chain-30.cbor"]:
        proof = gamecert.open_proof(path, include=[CORPUS / "accept" / "losing"])
        for index, root in enumerate(proof.roots):
            place = proof.walk(root=index)
            assert place.fen.split()[:4] == root.position.split(), path
            assert place.longest <= root.longest, path


def test_interrupted() -> None:
    """What raises in the caller's progress stops the computation."""

    def stop(part: str, what: str, step: int, steps: int | None, note: str, done: bool) -> None:
        assert (what, steps) == ("certificates", len(list(LOSING.glob("*.cbor"))))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gamecert.link("1. e3", "white", LOSING, progress=stop)


def test_games_and_searches_use_what_a_proof_cites(chain: Path, outer: gamecert.Proof) -> None:
    """Positions of cited certificates are known too, and a proof made from all of them cites nothing."""
    moves = "1. Bxa7 Rxa7 2. Rxb3 Rxa2 3. Rxb7 Rxh2 4. Rxc7 *"
    game = f'[Variant "Antichess"]\n[SetUp "1"]\n[FEN "{EARLY_FEN} 0 1"]\n\n{moves}\n'
    for proofs in ([outer], [chain / "outer.cbor"], [chain]):
        (report,) = gamecert.analyse(game, proofs, tables=False, progress=False).games
        known = [move.after.value if move.after else None for move in report.moves]
        assert known == ["white"] * 7, proofs
    use = [chain / "outer.cbor"]
    found = gamecert.prove(EARLY, "white", use=use, threads=1, shrink=0, evaluations=1000, progress=False)
    assert found.proof is not None
    assert (found.proof.root, found.proof.cited) == (f"{EARLY_FEN} 0 1", ())
