"""The plans and the command line: a stand-in for the program, and the program itself where the gate has built it."""

import csv
import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import pytest
import scale

from gamecert.bulk import Result, Task, simulate
from gamecert.bulk.cli import main, parser
from gamecert.bulk.endings import Endings, closure, of_size
from gamecert.bulk.store import Store
from gamecert.bulk.task import Program, Stored

HERE = Path(__file__).parent

#: The programs, which the gate builds.
SOLVE, CHECK = os.environ.get("GAMECERT_SOLVE", ""), os.environ.get("GAMECERT_CHECK", "")
built = pytest.mark.skipif(not (SOLVE and CHECK), reason="GAMECERT_SOLVE and GAMECERT_CHECK name no programs")

FINAL = ("games.csv", "certificates.cbor", "summary.json")


@pytest.fixture
def stand_in(tmp_path: Path) -> Path:
    """The stand-in, in a folder of its own."""
    (tmp_path / "program").mkdir()
    copy = tmp_path / "program" / "solve"
    copy.write_text((HERE / "stand_in.py").read_text().replace("/usr/bin/env python3", sys.executable, 1))
    copy.chmod(0o755)
    return copy


def games(folder: Path, broken: bool = False) -> Path:
    """Forty games of two months, of every third of which White has won unfairly."""
    text = ""
    for number in range(40):
        winner = "white" if number % 3 == 0 else "black"
        date = "2013.01.31" if number < 25 else "2013.02.01"
        text += f'[Event "{number}"]\n[UTCDate "{date}"]\n[Winner "{winner}"]\n'
        text += '[Broken "1"]\n' if broken and number == 7 else ""
        text += "\n1. e4 1-0\n\n"
    file = folder / "games.pgn"
    file.write_text(text)
    return file


def final(folder: Path) -> dict[str, bytes]:
    """What a run has put together."""
    return {name: (folder / name).read_bytes() for name in FINAL}


def test_games(stand_in: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table has the games in their order, and the bytes do not depend on workers or on how the file was cut."""
    file = games(tmp_path)
    arguments = ["games", str(file), "--solve", str(stand_in)]
    assert main([*arguments, "--to", str(tmp_path / "one"), "--workers", "1", "--shard", "500"]) == 0
    told = capsys.readouterr()
    assert "40 games, 40 ended by a flag: 14 unfair losses, 0 wrong draws, 0 unknown" in told.out
    assert "2013-02: 5 unfair losses, 0 wrong draws, of 15 games" in told.out
    rows = list(csv.DictReader((tmp_path / "one" / "games.csv").open()))
    assert [row["id"] for row in rows] == [str(number) for number in range(0, 40, 3)]
    assert {row["file"] for row in rows} == {"games.pgn"}
    text = file.read_text()
    assert all(text[int(row["key"]) :].startswith(f'[Event "{row["id"]}"]') for row in rows)
    assert main([*arguments, "--to", str(tmp_path / "two"), "--workers", "2", "--shard", "500"]) == 0
    assert final(tmp_path / "one") == final(tmp_path / "two")
    assert main([*arguments, "--to", str(tmp_path / "three"), "--shard", "1G"]) == 0
    assert final(tmp_path / "one") | {"summary.json": b""} == final(tmp_path / "three") | {"summary.json": b""}


def test_games_as_parquet(stand_in: Path, tmp_path: Path) -> None:
    """The same rows, and the same bytes each time."""
    parquet = pytest.importorskip("pyarrow.parquet")
    file = games(tmp_path)
    for name in ("one", "two"):
        assert main(["games", str(file), "--to", str(tmp_path / name), "--solve", str(stand_in), "--shard", "500"]) == 0
    table = parquet.read_table(tmp_path / "one" / "games.parquet").to_pylist()
    rows = list(csv.DictReader((tmp_path / "one" / "games.csv").open()))
    assert [{name: "" if of is None else str(of) for name, of in row.items()} for row in table] == rows
    assert (tmp_path / "one" / "games.parquet").read_bytes() == (tmp_path / "two" / "games.parquet").read_bytes()


@pytest.mark.parametrize(
    ("title", "trouble", "broken", "status", "words"),
    [
        ("a game is broken", "", True, 1, "damaged: games.pgn, byte 448: broken"),
        ("a part fails", "status", False, 1, "failed: games.pgn: bytes 431..863: exit status 3"),
        ("the file is written meanwhile", "touch", False, 1, "damaged: games.pgn: was changed during the run"),
        ("records are cut off once", "cut", False, 0, "1 attempts repeated"),
    ],
)
def test_troubles_of_games(
    title: str, trouble: str, broken: bool, status: int, words: str, stand_in: Path, tmp_path: Path, capfd: Any
) -> None:
    """What is damaged is named, the rest is examined; what goes on ends with the bytes of a run without trouble."""
    file = games(tmp_path, broken)
    if trouble:
        stand_in.with_name("trouble").write_text(trouble)
    arguments = ["games", str(file), "--solve", str(stand_in), "--shard", "500", "--workers", "1", "--to"]
    assert main([*arguments, str(tmp_path / "run")]) == status
    assert words in capfd.readouterr().err
    assert main([*arguments, str(tmp_path / "other")]) == int(broken)
    if trouble == "touch":
        return
    assert main([*arguments, str(tmp_path / "run"), "--resume"]) == int(broken)
    assert final(tmp_path / "run") == final(tmp_path / "other")


@pytest.mark.parametrize("digests", [False, True])
def test_files_that_change(digests: bool, stand_in: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run goes on with the same file: one of the same time or, if digests are asked for, of the same content."""
    file = games(tmp_path)
    command = ["games", str(file), "--solve", str(stand_in), "--to", str(tmp_path / "run"), "--resume"]
    command += ["--digests"] if digests else []
    assert main(command) == main(command) == 0
    written = final(tmp_path / "run")
    os.utime(file, (10**9, 10**9))
    assert main(command) == (0 if digests else 2)
    assert digests or "bytes of 2001-09-09T01:46:40.000000000Z" in capsys.readouterr().err
    file.write_text(file.read_text().replace("white", "black", 1))
    assert main(command) == 2
    assert "another run: files: games.pgn was " in capsys.readouterr().err
    assert final(tmp_path / "run") == written


def test_frames_that_are_not_listed(stand_in: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that lists none, such as one that knows no frames, is not taken for a file without games."""
    file = tmp_path / "games.pgn.zst"
    file.write_bytes(b"\x28\xb5\x2f\xfd")
    assert main(["games", str(file), "--solve", str(stand_in), "--to", str(tmp_path / "run")]) == 1
    said = capsys.readouterr().err
    assert "failed: games.pgn.zst: frames: no frames are listed" in said
    assert "unrecognized arguments" in said


@pytest.mark.parametrize(
    ("title", "arguments", "words"),
    [
        ("no such file", ["games", "none.pgn"], "none.pgn: No such file or directory"),
        ("no such program", ["games", "games.pgn", "--solve", "./none"], "./none: no such program"),
        ("one name twice", ["games", "games.pgn", "games.pgn"], "two files of games have the same name"),
        ("a size that is none", ["games", "games.pgn", "--shard", "0"], "'0' is no size such as 600M or 2G"),
        ("no workers", ["games", "games.pgn", "--workers", "0"], "'0' is no number from 1 on"),
        ("no ending", ["endings"], "no ending is asked for"),
        ("no such ending", ["endings", "KXK"], "KXK: no ending such as KNK or KRKB"),
        ("one king", ["endings", "--pieces", "1"], "two pieces at least"),
        ("nothing to simulate", ["simulate", "."], ".: not the folder of a run"),
    ],
)
def test_wrong_use(
    title: str, arguments: list[str], words: str, stand_in: Path, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """Status 2 and a sentence."""
    games(tmp_path)
    monkeypatch.chdir(tmp_path)
    if arguments[0] != "simulate":
        arguments = [*arguments, "--to", "run"]
        arguments += [] if "--solve" in arguments else ["--solve", str(stand_in)]
        arguments += ["--check", str(stand_in)] if arguments[0] == "endings" else []
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_interrupted(stand_in: Path, tmp_path: Path) -> None:
    """Status 130, and the run goes on."""
    file = games(tmp_path)
    command = [sys.executable, "-m", "gamecert.bulk", "games", str(file), "--solve", str(stand_in), "--shard", "99"]
    command += ["--workers", "1", "--to", str(tmp_path / "run")]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE)
    results = tmp_path / "run" / "results"
    while not (results.exists() and any(results.iterdir())):
        time.sleep(0.01)
    # Ctrl-C is ignored where this test runs in the background, and this never.
    driver.send_signal(signal.SIGTERM)
    _, said = driver.communicate()
    assert (driver.returncode, b"--resume goes on" in said) == (130, True), said
    assert main([*command[3:], "--resume"]) == 0
    assert main([*command[3:-1], str(tmp_path / "other")]) == 0
    assert final(tmp_path / "run") == final(tmp_path / "other")


@built
@pytest.mark.parametrize("compressed", [False, True])
def test_games_with_the_program(compressed: bool, tmp_path: Path, capfd: Any) -> None:
    """What parts give is what the program says of the whole file, the certificates are verified, damage is named."""
    data = HERE.parents[2] / "tests" / "data" / "unwinnability" / "games"
    text = "\n\n".join(file.read_text() for file in sorted(data.glob("*.pgn"))).encode()
    broken = b'\n\n[Event "broken"]\n[Result "1-0"]\n[Termination "Time forfeit"]\n\n1. e4 Ke7 1-0\n\n'
    text = text * 3 + broken + text
    file = tmp_path / "games.pgn"
    file.write_bytes(text)
    if compressed:
        codec = pytest.importorskip("pyarrow").Codec("zstd")
        parts = [codec.compress(text[at : at + 4000], asbytes=True) for at in range(0, len(text), 4000)]
        file = tmp_path / "games.pgn.zst"
        file.write_bytes(b"".join(parts))
    command = ["games", str(file), "--solve", SOLVE, "--to", str(tmp_path / "run"), "--all"]
    assert main([*command, "--shard", "3K" if compressed else "5K"]) == 1
    assert '"Ke7" is no legal move here' in capfd.readouterr().err
    whole = subprocess.run([SOLVE, "unwinnable", "--pgn", file, "--json", "--all"], capture_output=True)
    wanted = [json.loads(line) for line in whole.stdout.splitlines()]
    rows = list(csv.DictReader((tmp_path / "run" / "games.csv").open()))
    columns = ("key", "result", "finding", "fen", "side", "verdict")
    assert [[row[name] for name in columns] for row in rows] == [[one[name] for name in columns] for one in wanted]
    assert len(rows) > 10
    subprocess.run([CHECK, "--quiet", tmp_path / "run" / "certificates.cbor"], check=True)
    counts = json.loads((tmp_path / "run" / "summary.json").read_text())["counts"]
    assert (counts["broken"], counts["games"] >= len(rows)) == (1, True)


@built
def test_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page that is made of runs has a row for each job and number of workers."""
    root = HERE.parents[2]
    file = root / "tests" / "data" / "unwinnability" / "games" / "ambrona_11_lichess_FKr42ZRT.pgn"
    lines = tmp_path / "lines"
    subprocess.run([SOLVE, "walk", root / "certs" / "losing" / "e3-g6.cbor", "--lines", lines], check=True)
    losing = ["losing", "1. e3 g6", "--for", "white", "--hints", str(lines), "--solve", SOLVE, "--check", CHECK]
    for workers in ("1", "2"):
        run = [*losing, "--last-shrink", "0", "--workers", workers, "--to", str(tmp_path / workers)]
        assert main(run) == 0
    assert main(["games", str(file), "--solve", SOLVE, "--shard", "1K", "--to", str(tmp_path / "games")]) == 0
    one, two, of_games = (scale.Run.read(tmp_path / name) for name in ("1", "2", "games"))
    monkeypatch.setattr(scale, "PROOFS", {"a small one": 1000})
    monkeypatch.setattr(scale, "MONTHS", {"a day": (3e6, 1e9), "two days": (6e6, 2e9)})
    page = "\n".join((*scale.checks([two, one]), *scale.games(of_games), *scale.losing(one)))
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert [row[2] for row in rows if row[0] == "| 1. e3 g6"] == ["1", "2"]
    for job in ("a day", "two days", "a small one"):
        assert [row[1] for row in rows if row[0] == f"| {job}"] == ["16", "256", "4,096"], job


@built
def test_endings(tmp_path: Path) -> None:
    """Each is the certificate that the program writes of the family at once, checked with what it cites."""
    run, family = tmp_path / "run", tmp_path / "family"
    arguments = ["endings", "KPKN", "--board", "3x4", "--solve", SOLVE, "--check", CHECK, "--to", str(run)]
    assert main(arguments) == 0
    subprocess.run([SOLVE, "bidding-chess", "KPKN", "--board", "3x4", "--emit-dir", family], check=True)
    names = {file.name for file in family.iterdir()}
    assert {file.name for file in (run / "certificates").iterdir()} == names
    assert len(names) == len(closure("KPKN"))
    for name in names:
        assert (run / "certificates" / name).read_bytes() == (family / name).read_bytes()
    assert len((run / "endings.csv").read_text().splitlines()) == len(names) + 1


def test_endings_rest_on_certificates() -> None:
    """An ending begins when all that it can turn into is solved, and takes it from the certificates."""
    program = Program("/bin/true", 0, "00" * 32)
    plan, store = Endings(["KPK"], None, "3x4", program, program), cast(Store, None)
    tail = "needs about 12.5 MB of memory"
    waiting, solved, begun = list(plan.begin(store)), set[str](), list[str]()
    assert len(waiting) == len(closure("KPK"))
    while waiting:
        task = waiting.pop()
        sort, name = plan._places[task.key]
        outputs = {}
        if sort == "solve":
            needed = {plan._file(one) for one in closure(name) - {name}}
            assert set(task.inputs) == {"solve", *needed}, name
            assert needed <= solved, name
            assert ("--include" in task.command) == bool(needed), name
            assert task.memory == 12_500_000
            begun.append(name)
            outputs = {file: Stored(hashlib.sha256(file.encode()).hexdigest(), 7) for file in task.outputs}
            solved |= outputs.keys()
        waiting += plan.finished(store, task, Result(task.key, "done", outputs, tail=tail))
    assert sorted(begun) == sorted(closure("KPK"))


@built
def test_endings_that_do_not_fit(tmp_path: Path, capsys: Any) -> None:
    """The program says why."""
    arguments = ["endings", "KQRKQR", "--board", "2x2", "--solve", SOLVE, "--check", CHECK]
    assert main([*arguments, "--to", str(tmp_path / "run")]) == 2
    assert "do not fit on a board of 2x2" in capsys.readouterr().err


def test_names_of_endings() -> None:
    """Every ending of a size is in the closure of those with pawns, and closures are closed."""
    for pieces in (3, 4, 5):
        names = set(of_size(pieces))
        pawns = [name for name in names if set(name) <= {"K", "P"}]
        assert names <= set().union(*map(closure, pawns))
        for name in names:
            assert set().union(*map(closure, closure(name))) == closure(name)


def test_the_chapter(capsys: Any) -> None:
    """Its plan runs, and the options that its commands have are there."""
    page = (HERE.parents[2] / "docs" / "src" / "bulk.md").read_text()
    (plan,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(plan, {})
    commands = re.findall(r"^python -m gamecert.bulk (.*)$", page, re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        parser().parse_args(shlex.split(command))
    for name in ("games", "endings", "losing", "simulate"):
        with pytest.raises(SystemExit):
            main([name, "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    # The other commands are Ray's, and an option of `solve`.
    ours = re.sub(r"^ray .*$|`solve [^`]*`", "", page, flags=re.MULTILINE)
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", ours)) <= known


def test_simulate(stand_in: Path, tmp_path: Path, capsys: Any) -> None:
    """A run is replayed: merges wait for parts; what is known of a list of tasks is what comes out."""
    step = simulate.Step
    chain = [step(1.0), step(1.0, after=(0,)), step(1.0, after=(1,))]
    for title, steps, workers, overhead, makespan in [
        ("a chain gains nothing", chain, 4, 0, 3.0),
        ("eight on four", [step(1.0)] * 8, 4, 0, 2.0),
        ("a long one last", [*[step(1.0)] * 4, step(4.0)], 2, 0, 6.0),
        ("a long one first", [*[step(1.0)] * 4, step(4.0, priority=1)], 2, 0, 4.0),
        ("a gate", [step(1.0), step(3.0), step(0.0, after=(0, 1), gate=True), step(1.0, after=(2,))], 2, 0, 4.0),
        ("more threads than workers", [step(4.0, threads=4)], 2, 0, 2.0),
        ("a part of it on one thread", [step(4.0, threads=4, alone=2.0)], 4, 0, 2.5),
        ("one that wants all workers", [step(1.0), step(4.0, threads=4)], 4, 0, 2.0),
        ("the driver is what it waits for", [step(0.0)] * 100, 64, 0.5, 50.0),
    ]:
        assert simulate.replay(steps, workers, overhead).makespan == pytest.approx(makespan), title
    named = {"a": 2, "b": 1, "c": 1}
    stages = [(Task((name,), stage=stage), Result(name, "done", seconds=1)) for name, stage in named.items()]
    for times, makespan in ((1, 2.0), (2, 3.0), (3, 4.0)):
        assert simulate.replay(simulate.steps_of(stages, times), 3).makespan == pytest.approx(makespan), times
    run = str(tmp_path / "run")
    assert main(["games", str(games(tmp_path)), "--solve", str(stand_in), "--shard", "500", "--to", run]) == 0
    capsys.readouterr()
    assert main(["simulate", run, "--workers", "1", "2", "1000", "--json", "--overhead", "0", "--times", "3"]) == 0
    one, two, many = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert one["makespan"] > two["makespan"] > many["makespan"] > 0
    assert 0 <= one["idle"] < two["idle"] < many["idle"] < 1
    assert one["moved"] == two["moved"] > 0
