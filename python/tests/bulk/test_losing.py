"""The plan of losing chess: what is searched, what is split, and that the end does not depend on the order."""

import itertools
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from searching import LENGTH, MOVES, best, needed, won

from gamecert.bulk import Driver, LocalBackend, Program, Store, losing
from gamecert.bulk.cli import main
from gamecert.bulk.losing import Effort, Losing, words

SEARCHING = Path(__file__).with_name("searching.py")


@pytest.fixture
def solve(tmp_path: Path) -> Program:
    """The stand-in as a program."""
    program = tmp_path / "solve"
    # Without what the interpreter looks for when it starts: each task starts it.
    program.write_text(f"#!{sys.executable} -IS\n" + SEARCHING.read_text())
    program.chmod(0o755)
    return Program.find(str(program))


def lines_of_play(line: str = "") -> list[str]:
    """All lines in which White plays the first winning move."""
    if len(line) == LENGTH - 1:
        return [" ".join(line)]
    moves = [best(line)] if len(line) % 2 == 0 else MOVES
    return [one for move in moves for one in lines_of_play(line + move)]


def run(folder: Path, plan: Losing, workers: int = 2) -> tuple[str, Mapping[str, bytes]]:
    """What a run says, and what is in its folder at the end."""
    with Store.open(folder, {}) as store:
        backend = LocalBackend(store, workers)
        try:
            outcome = Driver(plan, store, backend).run()
        finally:
            backend.close()
    assert not outcome.failures, outcome.failures
    return outcome.conclusion.text, {
        one.name: one.read_bytes() for one in folder.iterdir() if one.suffix in (".cbor", ".lines")
    }


def test_words() -> None:
    """Moves without their numbers."""
    assert words(" 1. e3 Nh6 2...b6 3.a8=Q ") == ("e3", "Nh6", "b6", "a8=Q")
    assert words("") == ()


LOW = Effort(hints=3, evaluations=2, last_evaluations=10, tries=1, leaf_evaluations=2)


@pytest.mark.parametrize(
    ("title", "effort", "lines"),
    [
        ("one search for all", Effort(hints=1000), lines_of_play()),
        ("a search for each hint", Effort(hints=1), lines_of_play()),
        ("without hints", Effort(), []),
        ("limits that are far too low at first", LOW, lines_of_play()[::3]),
        ("too low, and without hints", replace(LOW, leaf_evaluations=8), []),
        ("a leaf in a round", replace(LOW, leaves=1, leaf_evaluations=8), []),
        ("leaves that are searched to their ends", replace(LOW, leaf_evaluations=1000), []),
        ("no tree is needed", replace(LOW, tries=50), lines_of_play()),
        ("one search in a round", Effort(hints=1, searches=1), lines_of_play()),
        ("few searches in a round", Effort(hints=3, searches=2), lines_of_play()),
        ("a hint that is wrong", Effort(hints=3), ["a a a"]),
    ],
)
def test_a_proof(title: str, effort: Effort, lines: list[str], solve: Program, tmp_path: Path) -> None:
    """Whatever the hints and limits are, there is a proof at the end, the same one on any number of workers."""
    assert won("")
    said, files = run(tmp_path / "one", Losing(solve, "", "white", lines, effort=effort))
    assert said.startswith(": white wins, "), (title, said)
    assert list(files) == ["start.cbor"]
    assert run(tmp_path / "other", Losing(solve, "", "white", lines, effort=effort), workers=1) == (said, files)


def test_limits_that_no_leaf_meets(solve: Program, tmp_path: Path) -> None:
    """A tree is grown to the ends of play where its leaves' limit is too low for all that is above."""
    start = next(first + reply for first in MOVES for reply in MOVES if won(first + reply))
    plan = Losing(solve, " ".join(start), "white", [], effort=LOW)
    said, files = run(tmp_path / "one", plan)
    assert said.startswith(f"{' '.join(start)}: white wins, "), said
    plan = Losing(solve, " ".join(start), "white", [], effort=replace(LOW, leaves=1))
    other, same = run(tmp_path / "other", plan, workers=1)
    assert [one.split(", ")[:2] for one in (said, other)] == [said.split(", ")[:2]] * 2
    assert files == same


def test_no_proof(solve: Program, tmp_path: Path) -> None:
    """What is open at the end is said."""
    effort = Effort(hints=3, evaluations=1, last_evaluations=1, tries=1000, rounds=5)
    said, files = run(tmp_path / "run", Losing(solve, "", "white", lines_of_play(), effort=effort))
    assert said.startswith(": not proved (5 rounds are over), 5 rounds, "), said
    assert all(
        line in lines_of_play() or any(one.startswith(line) for one in lines_of_play())
        for line in files["open.lines"].decode().splitlines()
    )


def test_several_settings_where_one_did_not_prove_it(solve: Program, tmp_path: Path) -> None:
    """A search without hints that goes further than the first one tries several choices of settings."""
    effort = replace(LOW, settings=3, leaf_evaluations=1)
    run(tmp_path / "run", Losing(solve, "", "white", lines_of_play()[::3], effort=effort))
    commands = [
        json.loads(file.read_text())["task"]["command"] for file in (tmp_path / "run" / "results").rglob("*.json")
    ]
    options = [dict(itertools.pairwise(command)) for command in commands if "--evaluations" in command]
    assert {one.get("--settings") for one in options} == {None, "3"}
    for one in options:
        limit = int(one["--evaluations"])
        alone = limit > LOW.evaluations or limit == effort.leaf_evaluations
        assert ("--settings" in one) == ("--hints" not in one and alone), one


@pytest.mark.parametrize(
    ("title", "one_piece", "shards", "saved"),
    [
        ("in shards", 0, 3, ["1/3", "2/3", "3/3"]),
        ("in one shard", 0, 1, ["1/1"]),
        ("small enough for one piece", 1 << 20, 3, ["1/1"]),
    ],
)
def test_made_smaller(
    title: str,
    one_piece: int,
    shards: int,
    saved: list[str],
    solve: Program,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What each shard of the whole proof saves is saved in the end, and another program reads the certificate."""
    monkeypatch.setattr(losing, "ONE_PIECE", one_piece)
    lines, read = lines_of_play(), tmp_path / "read"
    check = tmp_path / "check"
    check.write_text(f'#!/bin/sh\ncat "$2" >> {read}\n')
    check.chmod(0o755)
    plan = Losing(solve, "", "white", lines, effort=Effort(shards=shards), check=Program.find(str(check)))
    said, files = run(tmp_path / "run", plan)
    assert json.loads(files["start.cbor"])["saved"] == saved, title
    assert read.read_bytes() == files["start.cbor"]
    whole = needed("", set())
    assert said.startswith(f": white wins, {whole - len(saved)} positions"), (title, said, whole)
    effort = Effort(shards=shards, last_shrink=0)
    said, files = run(tmp_path / "large", Losing(solve, "", "white", lines, effort=effort))
    assert "saved" not in json.loads(files["start.cbor"])
    assert said.startswith(f": white wins, {whole} positions")


def test_not_read_at_the_end(solve: Program, tmp_path: Path) -> None:
    """A certificate that ``check`` refuses is no success."""
    check = tmp_path / "check"
    check.write_text("#!/bin/sh\nexit 1\n")
    check.chmod(0o755)
    plan = Losing(solve, "", "white", lines_of_play(), check=Program.find(str(check)))
    with Store.open(tmp_path / "run", {}) as store:
        backend = LocalBackend(store, 2)
        try:
            outcome = Driver(plan, store, backend).run()
        finally:
            backend.close()
    assert [str(task) for task, _ in outcome.failures] == ["check "]
    assert outcome.conclusion.text.endswith(", not checked")
    assert not outcome.conclusion.complete


def test_wrong_hints_do_no_harm(solve: Program, tmp_path: Path) -> None:
    """Hints that lead to lost positions stay open, and the proof is found without them."""
    lost = [
        " ".join(move + reply + other)
        for move in MOVES
        for reply in MOVES
        for other in MOVES
        if not won(move + reply + other)
    ]
    assert lost
    effort = Effort(hints=2, evaluations=4, last_evaluations=1 << 20, tries=1)
    said, files = run(tmp_path / "run", Losing(solve, "", "white", [*lost, *lines_of_play()[:2]], effort=effort))
    assert said.startswith(": white wins, "), said
    assert list(files) == ["start.cbor"]


def test_a_side_that_is_none(solve: Program) -> None:
    """Refused at once."""
    with pytest.raises(ValueError, match="'green': expected white or black"):
        Losing(solve, "", "green")


def test_command_line(solve: Program, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is asked, what is said, and the status; a run is gone on with as it was asked for."""
    lines = tmp_path / "lines"
    lines.write_text("\n".join(lines_of_play()))
    common = [
        "losing",
        "",
        "--for",
        "white",
        "--hints",
        str(lines),
        "--solve",
        solve.path,
        "--check",
        "true",
        "--to",
        str(tmp_path / "run"),
    ]
    assert main([*common, "--workers", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(": white wins, "), said
    assert main(common) == 2
    assert "there is a run in it; --resume goes on with it" in capsys.readouterr().err
    assert main([*common, "--resume"]) == 0
    assert capsys.readouterr().out == said
    assert main([*common, "--resume", "--tries", "9"]) == 2
    assert "another run: effort tries was 2, is now 9" in capsys.readouterr().err
    lines.unlink()
    assert main([*common[:-1], str(tmp_path / "other")]) == 2
    assert f"No such file or directory: '{lines}'" in capsys.readouterr().err


def test_no_proof_is_no_success(solve: Program, tmp_path: Path) -> None:
    """The status of a run that has proved nothing, and what it leaves."""
    assert not won("a")
    asked = ["losing", "a", "--for", "white", "--solve", solve.path, "--check", "true", "--to", str(tmp_path / "run")]
    assert main(asked) == 1
    assert not list((tmp_path / "run").glob("*.cbor"))
