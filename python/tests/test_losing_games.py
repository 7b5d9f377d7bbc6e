"""Games of losing chess, judged as the program judges them."""

import io
import json
import os
import pickle
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

import gamecert

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "examples" / "losing-chess" / "games.pgn"
#: The program, in the build that the variable names or in the target folder.
SOLVE = os.environ.get("GAMECERT_SOLVE", os.fspath(ROOT / "target" / "debug" / "solve"))
PROOFS = [ROOT / "certs" / "losing" / name for name in ("e3-d5.cbor", "d4.cbor")]


def plain(report: gamecert.GameReport) -> dict[str, Any]:
    """Returns the report as the program writes it in JSON, without the fields that have no value."""

    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            nullable = {"before", "after", "start", "result"}
            return {key: kept(one) for key, one in value.items() if key in nullable or one not in (None, (), [])}
        return [kept(one) for one in value] if isinstance(value, (list, tuple)) else value

    found: dict[str, Any] = kept(asdict(report))
    return found


def test_known_results() -> None:
    """Judgements, better moves, remarks and counts of a file of games."""
    analysis = gamecert.analyse(GAMES, PROOFS, threads=1, progress=False)
    first, second = analysis.games
    assert (first.players, first.result, first.rules, first.rules_from) == (
        ("Ann", "Bob"),
        "0-1",
        "international",
        "variant",
    )
    assert first.white is not None
    assert (first.white.wins_kept, first.white.out_of_proofs, first.out_of_proofs) == (2, 1, 7)
    left = first.moves[6]
    assert (left.number, left.san, left.judgement, left.better) == ("4.", "a4", "leaves_proofs", ("a3",))
    assert left.remark == "Out of the proofs: a3 is proved to win (proof e3-d5.cbor)."
    assert left.before == gamecert.losing_games.KnownResult("white", "proof", "e3-d5.cbor")
    assert second.black is not None
    assert second.black.wins_kept == 2
    assert analysis.summary.splitlines()[0] == "2 games; results are known in 2"
    assert pickle.loads(pickle.dumps(analysis)) == analysis


def test_the_same_as_the_program(tmp_path: Path) -> None:
    """The same data and the same annotated games."""
    out = tmp_path / "annotated.pgn"
    options = [part for proof in PROOFS for part in ("--proofs", os.fspath(proof))]
    command = [SOLVE, "analyse", os.fspath(GAMES), *options, "--json", "--out", os.fspath(out)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    analysis = gamecert.analyse(GAMES, PROOFS, progress=False)
    assert [plain(report) for report in analysis.games] == [json.loads(line) for line in printed.splitlines()]
    assert analysis.annotated == out.read_bytes()


def test_annotated_games(tmp_path: Path) -> None:
    """The annotated games have the same moves, and comments that python-chess reads."""
    analysis = gamecert.analyse(GAMES, PROOFS, progress=False)
    assert analysis.save(tmp_path / "annotated.pgn").read_bytes() == analysis.annotated
    annotated, plain_games = io.StringIO(analysis.pgn()), io.StringIO(GAMES.read_text())
    for report in analysis.games:
        game, before = chess.pgn.read_game(annotated), chess.pgn.read_game(plain_games)
        assert game is not None
        assert before is not None
        moves = [move.uci() for move in game.mainline_moves()]
        assert (moves, game.errors) == ([move.move for move in report.moves], [])
        assert moves == [move.uci() for move in before.mainline_moves()]
        remarks = [move.remark for move in report.moves if move.remark]
        comments = " ".join(node.comment for node in game.mainline()).replace("\n", " ")
        assert remarks
        assert all(remark in comments for remark in remarks)


def test_sources() -> None:
    """Text, path and game of python-chess; proofs, files and folders: the same analysis."""
    whole = gamecert.analyse(GAMES, PROOFS[0], progress=False).games[0]
    text = GAMES.read_text()
    assert gamecert.analyse(text, PROOFS[:1], progress=False).games[0] == whole
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    of_game = gamecert.analyse(game, PROOFS[:1], progress=False).games[0]
    assert [move.judgement for move in of_game.moves] == [move.judgement for move in whole.moves]
    opened = gamecert.analyse(text, [gamecert.open_proof(PROOFS[0])], progress=False).games[0]
    assert [move.judgement for move in opened.moves] == [move.judgement for move in whole.moves]
    folder = gamecert.analyse(text, [ROOT / "solver" / "tests" / "data"], progress=False).games[0]
    assert [move.judgement for move in folder.moves] == [move.judgement for move in whole.moves]


def test_endings_and_rules() -> None:
    """Endgame tables know every result of three units; without them, and without a variant, nothing is known."""
    text = '[Variant "Antichess"]\n[FEN "8/2p5/8/P7/8/8/8/8 b - - 0 1"]\n[SetUp "1"]\n\n1... c5 *'
    (report,) = gamecert.analyse(text, threads=1, progress=False).games
    assert report.start == gamecert.losing_games.KnownResult("white", "tables")
    assert (report.rules, report.tables_from) == ("international", 0)
    (report,) = gamecert.analyse(text, rules="fics", progress=False).games
    assert (report.rules, report.rules_from) == ("fics", "option")
    (report,) = gamecert.analyse(text, tables=False, progress=False).games
    assert report.start is None


def test_faults() -> None:
    """A fault ends the analysis of its game, with its line; the other games are analysed."""
    text = '[White "A"]\n\n1. e3 b5\n2. Nf3 *\n\n[White "B"]\n\n1. e3 d5 *'
    first, second = gamecert.analyse(text, tables=False).games
    assert (first.moves, first.rules, first.white, [fault.line for fault in first.faults]) == ((), None, None, [4])
    assert (len(second.moves), second.faults) == (2, ())


WRONG = [
    ("no games", lambda: gamecert.analyse(""), "no games in the text"),
    ("a file without games", lambda: gamecert.analyse(Path(os.devnull)), f"{os.devnull}: no games"),
    ("no rules", lambda: gamecert.analyse("1. e3 *", rules="uci"), '"uci" is no rule set'),
    ("another kind", lambda: gamecert.analyse("1. e3 *", [ROOT / "certs" / "kk.cbor"]), "no proof of losing chess"),
]


@pytest.mark.parametrize(("what", "call", "sentence"), WRONG, ids=[what for what, *_ in WRONG])
def test_bad_input(what: str, call: object, sentence: str) -> None:
    """A ValueError with a sentence."""
    with pytest.raises(ValueError, match=sentence):
        call()  # type: ignore[operator]


def test_other_errors(tmp_path: Path) -> None:
    """A missing file is named, a wrong type a TypeError, and what raises in the progress stops the analysis."""
    with pytest.raises(FileNotFoundError):
        gamecert.analyse(tmp_path / "none.pgn")
    with pytest.raises(FileNotFoundError):
        gamecert.analyse("1. e3 *", [tmp_path / "none.cbor"])
    with pytest.raises(TypeError):
        gamecert.analyse(7)  # type: ignore[arg-type]

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gamecert.analyse("1. e3 *", PROOFS, progress=stop)
