"""The driver on this machine: what is run, what is not run again, and what faults do to it."""

import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy import SEEDS, Sorting, expected

from gamecert.bulk import (
    Conclusion,
    Driver,
    LocalBackend,
    NoRoom,
    Outcome,
    Program,
    Refused,
    Result,
    RunError,
    Shared,
    Store,
    Stored,
    Task,
)

TOY = Path(__file__).with_name("toy.py")


class Listed:
    """A plan that is a list of tasks."""

    name = "listed"
    parameters: Mapping[str, Any] = {}

    def __init__(self, *tasks: Task) -> None:
        """Those."""
        self.tasks = tasks
        self.results: dict[str, Result] = {}
        self.order: list[str] = []

    def begin(self, store: Store) -> Iterable[Task]:
        """All of them."""
        return self.tasks

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Keeps the result."""
        assert task.title not in self.results, "told twice"
        self.results[task.title] = result
        self.order.append(task.title)
        return []

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Nothing follows."""
        return []

    def conclude(self, store: Store, failures: Iterable[tuple[Task, Result]]) -> Conclusion:
        """Reads all outputs."""
        for result in self.results.values():
            for output in result.outputs.values():
                store.read(output)
        return Conclusion("")


@contextlib.contextmanager
def opened(folder: Path, workers: int = 1, memory: int | None = None) -> Iterator[tuple[Store, LocalBackend]]:
    """A store with a back end, new or resumed."""
    with Store.open(folder, {}, resume=(folder / "run.json").exists()) as store:
        backend = LocalBackend(store, workers, memory)
        try:
            yield store, backend
        finally:
            backend.close()


def run(folder: Path, plan: Any, workers: int = 1, memory: int | None = None) -> Outcome:
    """Runs a plan."""
    with opened(folder, workers, memory) as (store, backend):
        return Driver(plan, store, backend, attempts=3).run()


def shell(script: str, title: str = "it", **more: Any) -> Task:
    """A task of the shell whose output is ``out/it``."""
    return Task(("sh", "-c", script), title=title, **{"outputs": ("it",), **more})


def commands_in(folder: Path) -> list[str]:
    """Processes that work in a folder: their numbers, their parents', states and command lines."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if Path(os.readlink(process / "cwd")).is_relative_to(folder):
                state, parent = (process / "stat").read_text().rpartition(")")[2].split()[:2]
                command = (process / "cmdline").read_text().replace("\0", " ")
                found.append(f"{process.name} of {parent} ({state}): {command}")
    return found


def left(folder: Path) -> list[str]:
    """What works in a folder and does not end. The time is not a measure: without an end the test fails."""
    for _ in range(600):
        if not commands_in(folder):
            return []
        time.sleep(0.05)
    return commands_in(folder)


def test_a_tree_of_tasks(tmp_path: Path) -> None:
    """Outputs of tasks are inputs of others; a second run of the same runs nothing."""
    plan = Sorting(7)
    outcome = run(tmp_path, plan, workers=2)
    assert (tmp_path / "sorted.txt").read_bytes() == expected(7)
    assert (outcome.counts.done, outcome.counts.reused, outcome.failures) == (13, 0, ())
    assert len(set(plan.told)) == len(plan.told) == 13
    again = run(tmp_path, Sorting(7))
    assert (again.counts.done, again.counts.reused) == (13, 13)
    assert not list((tmp_path / "scratch").iterdir())


@pytest.mark.parametrize(
    ("title", "task", "status", "cause"),
    [
        ("a status that is not accepted", shell("exit 3"), "failed", "exit status 3"),
        ("no output", shell("exit 0"), "failed", "there is no output it"),
        ("an output that is a link", shell("ln -s /etc/passwd out/it"), "failed", "there is no output it"),
        ("no such program", Task(("no-such-program",)), "failed", "exit status 127"),
        ("killed each time", shell("kill -9 $$"), "lost", "killed by signal 9, at the last of 3 attempts"),
        ("its supervisor killed each time", shell("kill -9 $PPID; sleep 100"), "lost", "its supervisor died"),
        ("a shared file of another size", shell("", inputs={"s": Shared("/etc/passwd", 1, "")}), "input", "expected 1"),
        ("an input that nobody makes", shell("", inputs={"s": Stored("0" * 64, 1)}), "input", "No such file"),
        ("more memory than there is", shell("", memory=10**12), "memory", "the run has 1000000000"),
    ],
)
def test_failures(title: str, task: Task, status: str, cause: str, tmp_path: Path) -> None:
    """Each says why; the others are done, and a run that goes on tries again."""
    good = shell("echo good >out/it", "good")
    for _ in range(2):
        plan = Listed(task, good)
        outcome = run(tmp_path, plan, memory=10**9)
        ((failed, result),) = outcome.failures
        assert (failed.key, result.status) == (task.key, status), result
        assert cause in result.cause
        assert list(plan.results) == ["good"]
        assert not left(tmp_path)


def test_accepted_statuses_and_standard_output(tmp_path: Path) -> None:
    """A status that is accepted is told, as are the time that it took and the end of its standard error."""
    plan = Listed(shell("echo words; echo 'on the side' >&2; exit 1", stdout="it", accepted=(0, 1)))
    assert not run(tmp_path, plan).failures
    result = plan.results["it"]
    assert (result.code, result.tail) == (1, "on the side\n")
    assert result.peak > 0
    assert result.outputs["it"].size == len("words\n")


def test_priorities(tmp_path: Path) -> None:
    """Those with more come first, others in their order."""
    tasks = [shell(f"echo {number} >out/it", str(number), priority=number % 3) for number in range(6)]
    plan = Listed(*tasks)
    run(tmp_path, plan)
    assert plan.order == ["2", "5", "1", "4", "0", "3"]


def test_memory_and_threads_that_are_declared(tmp_path: Path) -> None:
    """What does not fit beside others waits for them, and is not overtaken for ever."""
    # Each notes how many are at work when it begins.
    script = "mkdir -p ../../busy; : >../../busy/$$; ls ../../busy | wc -l >out/it; sleep 0.02; rm ../../busy/$$; : {}"
    small = [shell(script.format(number), f"small {number}", memory=10**8) for number in range(20)]
    large = shell(script.format("large"), "large", memory=10**9, priority=1)
    threads = shell(script.format("{threads}"), "threads", threads=8, priority=2)
    plan = Listed(*small, large, threads)
    with opened(tmp_path, 3, 10**9) as (store, backend):
        Driver(plan, store, backend).run()
        busy = {title: int(store.read(result.outputs["it"])) for title, result in plan.results.items()}
    assert busy["large"] == busy["threads"] == 1
    assert max(busy.values()) <= 3
    assert plan.order.index("large") < 12


def test_a_task_that_takes_more_memory_than_it_said(tmp_path: Path) -> None:
    """It is killed, and given twice as much while there is so much."""
    script = "import time; block = bytearray(60_000_000); time.sleep(0.5); open('out/it', 'w')"
    task = Task((sys.executable, "-c", script), outputs=("it",), memory=40_000_000, title="it")
    plan = Listed(task)
    assert not run(tmp_path / "enough", plan, memory=10**9).failures
    assert plan.results["it"].attempts == 2
    ((_, result),) = run(tmp_path / "not enough", Listed(task), memory=50_000_000).failures
    assert (result.status, result.cause) == ("memory", "took more than 40000000 bytes of memory")


@pytest.mark.parametrize(
    ("title", "corrupt", "not_done"),
    [
        ("an input of a task that is still to run", "0 0", ["1 0", "2 0"]),
        ("what the plan reads at the end", "2 0", []),
        ("both, one made from the other", "0 0", ["1 0"]),
    ],
)
def test_content_that_is_corrupt(title: str, corrupt: str, not_done: list[str], tmp_path: Path) -> None:
    """It is found when it is used, by a task or at the end, and made again; what was done is not told twice."""
    run(tmp_path, first := Sorting(4))
    with opened(tmp_path) as (store, _):
        recorded = store.recorded(first.told[corrupt])
    assert recorded is not None
    place = store.place(recorded[1].outputs["sorted"])
    place.chmod(0o644)
    place.write_bytes(b"x" * place.stat().st_size)
    for of in not_done:
        (tmp_path / "results" / f"{first.told[of]}.json").unlink()
    (tmp_path / "sorted.txt").unlink()
    outcome = run(tmp_path, plan := Sorting(4))
    assert (tmp_path / "sorted.txt").read_bytes() == expected(4)
    assert (outcome.counts.repeated, outcome.failures) == (1, ())
    assert plan.told == first.told


def test_a_record_that_is_damaged(tmp_path: Path) -> None:
    """Its task is run again."""
    run(tmp_path, plan := Sorting(2))
    record = tmp_path / "results" / f"{plan.told['0 0']}.json"
    for damage in (b"", b"[]", record.read_bytes()[:50], b'{"task": {}, "result": {}}'):
        record.write_bytes(damage)
        assert run(tmp_path, Sorting(2)).counts.reused == 2
        assert len(record.read_bytes()) > 100


def test_outputs_that_the_plan_refuses(tmp_path: Path) -> None:
    """They are made again, and if they are refused each time the task has failed."""

    class Strict(Listed):
        refused = 0

        def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
            if self.refused < limit:
                self.refused += 1
                raise Refused("not what it should be")
            return super().finished(store, task, result)

    limit = 2
    assert not run(tmp_path / "twice", Strict(shell("echo >out/it"))).failures
    limit = 3
    ((_, result),) = run(tmp_path / "always", Strict(shell("echo >out/it"))).failures
    assert (result.status, result.cause) == ("refused", "not what it should be, at the last of 3 attempts")


def test_a_command_that_gives_other_bytes_each_time(tmp_path: Path) -> None:
    """If its output is lost the plan hears of the new one, and who has the old one as input is told so."""

    class Twice(Listed):
        def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
            self.results.pop(task.title, None)
            return super().finished(store, task, result)

    task = shell("date +%N >out/it")
    run(tmp_path, plan := Listed(task))
    before = plan.results["it"].outputs["it"]
    with opened(tmp_path) as (store, _):
        store.place(before).chmod(0o644)
        store.place(before).write_bytes(b"x" * before.size)
    plan = Twice(task)
    assert not run(tmp_path, plan).failures
    assert plan.order == ["it", "it"]
    assert plan.results["it"].outputs["it"] != before
    use = shell("cp in/0 out/it", "use", inputs={"0": before})
    ((failed, result),) = run(tmp_path, Listed(use)).failures
    assert (failed.title, result.status) == ("use", "input")


def test_the_folder(tmp_path: Path) -> None:
    """It has one run, and one driver at a time."""
    run_ = {"plan": "games", "nodes": 5}
    with Store.open(tmp_path, run_), pytest.raises(RunError, match=f"in use by another run .process {os.getpid()}"):
        Store.open(tmp_path, run_, resume=True).__enter__()
    for title, resume, other, words in [
        ("not asked to go on", False, run_, "--resume goes on"),
        ("other parameters", True, {**run_, "nodes": 6}, "another run: nodes was 5, is now 6"),
        ("another plan", True, {"plan": "endings"}, 'nodes was 5, is now null; plan was "games", is now "endings"'),
    ]:
        with pytest.raises(RunError) as error:
            Store.open(tmp_path, other, resume=resume).__enter__()
        assert words in str(error.value), title
    (tmp_path / "run.json").unlink()
    with pytest.raises(RunError, match="neither empty nor the folder of a run"):
        Store.open(tmp_path, run_).__enter__()
    with pytest.raises(RunError, match="File exists"):
        Store.open(tmp_path / "lock", run_).__enter__()


@pytest.mark.parametrize(
    ("title", "task", "words"),
    [
        ("no command", {"command": ()}, "without a command"),
        ("an input that it has not", {"command": ("cat", "{in:a}")}, "no such input"),
        ("an output that it has not", {"command": ("cat", "{out:a}")}, "no such output"),
        ("a way out of the folder", {"command": ("true",), "outputs": ("../x",)}, "is no name"),
        ("a hidden name", {"command": ("true",), "outputs": (".x",)}, "is no name"),
        ("standard output nowhere", {"command": ("true",), "stdout": "x"}, "which is no output"),
    ],
)
def test_tasks_that_are_none(title: str, task: dict[str, Any], words: str) -> None:
    """Each says what is wrong."""
    with pytest.raises(ValueError, match=words):
        Task(**task)


def test_keys() -> None:
    """What decides the outputs is in the key, and nothing else."""
    program = Program.find("sh")
    task = Task(("{in:sh}", "-c", "true"), {"sh": program}, ("a", "b"))
    for title, other, same in [
        ("where it runs", replace(task, memory=1, threads=2, priority=3, weight=4, title="it"), True),
        ("the order of outputs", replace(task, outputs=("b", "a")), True),
        ("where the program is", replace(task, inputs={"sh": replace(program, path="/x")}), True),
        ("another program", replace(task, inputs={"sh": replace(program, digest="0")}), False),
        ("an argument", replace(task, command=("{in:sh}", "-c", "false")), False),
        ("another output", replace(task, outputs=("a",)), False),
        ("a status", replace(task, accepted=(0, 1)), False),
    ]:
        assert (other.key == task.key) is same, title
    assert Task.from_json(task.to_json()) == task
    with pytest.raises(FileNotFoundError, match="no-such-program: no such program on PATH"):
        Program.find("no-such-program")


@pytest.mark.parametrize(("title", "limit"), [("when content is put", 300), ("when a task is noted", 400)])
def test_a_full_disk(title: str, limit: int, tmp_path: Path) -> None:
    """The run stops with a sentence, and goes on when there is room; a limit of files stands for the disk."""
    # Shards have 350 bytes, and records of merged ones 600 and more.
    limits = (limit, resource.RLIM_INFINITY)
    command = [sys.executable, str(TOY), str(tmp_path), "1", "3", "0"]
    ended = subprocess.run(
        command, capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    )
    assert ended.returncode != 0
    assert "NoRoom" in ended.stderr
    assert "make room and go on with --resume" in ended.stderr
    assert not left(tmp_path)
    subprocess.run(command, check=True)
    assert (tmp_path / "sorted.txt").read_bytes() == expected(3)


@pytest.mark.skipif(os.geteuid() != 0, reason="file systems are mounted by root")
def test_commands_fill_the_disk(tmp_path: Path) -> None:
    """One that fails when there is no space left has not failed, and is run when there is."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip(mounted.stderr.decode())
    try:
        tasks = [shell(f"head -c 600000 /dev/zero | tr '\\0' {name} >out/it || exit 2", name) for name in "abcdef"]
        with pytest.raises(NoRoom, match="no space left; make room"):
            run(folder, Listed(*tasks))
        subprocess.run(["mount", "-o", "remount,size=9m", folder], check=True)
        assert not run(folder, plan := Listed(*tasks)).failures
        assert len(plan.results) == 6
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_driver_killed(seed: int, tmp_path: Path) -> None:
    """No command outlives it, and who goes on ends with the same bytes."""
    command = [sys.executable, str(TOY), str(tmp_path), "2", "9", "0.1"]
    chance = random.Random(seed)
    for _ in range(4):
        done = len(list((tmp_path / "results").glob("*"))) if (tmp_path / "results").exists() else 0
        driver = subprocess.Popen(command)
        # At a number of records, and not at a time: a slow machine is killed as far on as a fast one.
        target = done + chance.randrange(1, 4)
        while len(list((tmp_path / "results").glob("*"))) < target and driver.poll() is None:
            time.sleep(0.01)
        driver.send_signal(signal.SIGKILL)
        driver.wait()
        assert not left(tmp_path)
    subprocess.run(command, check=True)
    assert (tmp_path / "sorted.txt").read_bytes() == expected(9)


@pytest.mark.parametrize("seed", SEEDS)
def test_workers_killed(seed: int, tmp_path: Path) -> None:
    """What they were at is done by others, and their commands do not live on."""
    chance = random.Random(seed)
    plan = Sorting(12, 0.02)
    killed = 0
    with opened(tmp_path, 2) as (store, backend):

        def perhaps_kill(_: object) -> None:
            nonlocal killed
            if chance.random() < 0.3:
                killed += backend.kill_one()

        outcome = Driver(plan, store, backend, attempts=50, report=perhaps_kill).run()
    # One that was dead already may have been killed again.
    assert 3 <= outcome.counts.repeated <= killed
    assert (outcome.counts.done, len(set(plan.told))) == (23, 23)
    assert (tmp_path / "sorted.txt").read_bytes() == expected(12)
    assert not left(tmp_path)
