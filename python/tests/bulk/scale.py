"""How runs would go on many machines: ``scale.py --games RUN --losing RUN [--checked RUN...]``, as a page.

It reads folders of runs: one of the plan ``games`` and one of the plan ``losing``, whose tasks larger jobs are made of,
and small ones that were run on different numbers of workers of a machine with nothing else to do, against which
replays are checked. What is assumed of the larger jobs stands in this file and on the page.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import json
import os
import random
import statistics
import subprocess
import tempfile
import textwrap
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamecert.bulk import Program, Result, Shared, Store, Stored, Task
from gamecert.bulk import games as bulk
from gamecert.bulk.losing import Effort
from gamecert.bulk.simulate import Noted, Replayed, Step, replay, step_of, steps_of

WORKERS = (16, 256, 4096)

#: Tasks are drawn from those that were measured.
SEED = 21

#: Seconds of the driver for a task whose inputs and outputs it sends itself: what Ray's own work adds was 1.5 ms here.
OVERHEAD = 0.003

#: A month of lichess.org, compressed, and all months: games, bytes.
MONTHS = {"a month": (100e6, 30e9), "all months": (8e9, 2.4e12)}

#: Bytes of a part.
SHARD = 64e6

#: 1. e3 Nh6 with somebody's lines of play (docs/measured/losing.md): evaluations, positions; seconds to put the
#: certificate together, bytes of memory; seconds of check, bytes of memory.
NH6 = {
    "evaluations": 86.7e9,
    "positions": 19_975_204,
    "together": 115.0,
    "together memory": 2.7e9,
    "check": 5.7,
    "check memory": 1.021e9,
}

#: Positions of the proofs in M. Watkins' paper.
PROOFS = {"1. e3 g5": 45_546_357, "1. e3 e6": 43_471_711, "1. e3 b5": 82_084_261}

#: How much more work the searches of small runs were with all in one round instead of 16 (docs/src/bulk.md).
WIDE = 1.24

#: What the paper says of 1. e3 b5 without lines of play: searches, positions of each.
FROM_NOTHING = (50e6, 1e7)


@dataclass(frozen=True)
class Run:
    """A folder."""

    folder: Path
    described: Mapping[str, Any]
    records: Sequence[tuple[Task, Result]]
    noted: Noted

    @classmethod
    def read(cls, folder: Path) -> Run:
        """What is done of it."""
        store = Store(folder, -1)
        records = sorted((one for one in store.records() if one[1].status == "done"), key=lambda one: one[1].key)
        return cls(folder, json.loads((folder / "run.json").read_bytes()), records, Noted.of(folder))

    @property
    def title(self) -> str:
        """For people."""
        if self.described["plan"] == "games":
            return f"games, {len(self.described['files'])} files"
        return str(self.described["root"])

    def steps(self) -> list[Step]:
        """To be replayed."""
        return steps_of(self.records, workers=self.noted.workers)

    def parts(self) -> list[tuple[Task, Result]]:
        """Of files of games."""
        return [one for one in self.records if "certificates.cbor" in one[1].outputs]

    def replayed(self, workers: int) -> Replayed:
        """On other numbers of workers."""
        return replay(self.steps(), workers, self.noted.overhead, self.noted.concluding)


def size(bytes_: float) -> str:
    """For people."""
    for unit, of in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if bytes_ >= of:
            return f"{bytes_ / of:.3g} {unit}"
    return f"{bytes_ / 1e3:.3g} kB"


def duration(seconds: float) -> str:
    """For people."""
    for unit, of in (("days", 86400 * 2), ("h", 7200), ("min", 120)):
        if seconds >= of:
            return f"{seconds / {'days': 86400, 'h': 3600, 'min': 60}[unit]:.3g} {unit}"
    return f"{seconds:.3g} s"


def sent(task: Task, result: Result) -> int:
    """Bytes that are sent for a task where there is no disk in common."""
    stored = [one for one in task.inputs.values() if isinstance(one, Stored)]
    return sum(one.size for one in (*stored, *result.outputs.values()))


def prose(text: str) -> str:
    """A paragraph."""
    return textwrap.fill(" ".join(text.split()), 118, break_long_words=False, break_on_hyphens=False) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """As Markdown."""
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


# Replays against runs.


def checks(runs: Sequence[Run]) -> Iterator[str]:
    """Each run against the replays of its own tasks and of those of the same job on other workers."""
    yield "### Replays against runs\n"
    yield prose(
        """Runs on a machine of two cores. Each is replayed with the times of its own tasks, and with those of the same
        job on another number of workers. What a replay does not know is how long a worker waits for its next task, and
        that two workers slow each other down. It has each task on one core: a part of games reads and verifies in
        threads of its own, for which one worker alone finds the other core idle."""
    )
    rows = []
    for title, same in itertools.groupby(
        sorted(runs, key=lambda run: (run.title, run.noted.workers)), lambda r: r.title
    ):
        for run, other in itertools.permutations(list(same), 2):
            own, others = (one.replayed(run.noted.workers).makespan for one in (run, other))
            took = run.noted.seconds
            replays = (f"{one:.2f} ({one / took:.2f})" for one in (own, others))
            rows.append((title, str(len(run.records)), str(run.noted.workers), f"{took:.2f}", *replays))
    head = ("job", "tasks", "workers", "took, s", "replayed from its own tasks", "from the other run's")
    yield from table(head, rows)


# Games.


@dataclass(frozen=True)
class Games:
    """What was measured of games."""

    games: int
    parts: Sequence[tuple[float, int]]
    """Seconds of processor time and bytes of outputs of each part, as if all had the mean number of games."""
    certificates: int
    """Bytes."""
    merging: float
    """Seconds of work for a byte of certificates."""
    alone: float
    """The part of them that one thread does."""
    rows: int
    row: float
    """Seconds of the driver to write one."""

    @classmethod
    def of(cls, run: Run) -> Games:
        """From a run."""
        parts: list[tuple[float, int]] = []
        certificates, merged, work, alone = 0, 0, 0.0, 0.0
        of_parts = [
            one for one in run.records if "unwinnable" in one[0].command and "--list-frames" not in one[0].command
        ]
        mean = statistics.mean(task.weight for task, _ in of_parts)
        for task, result in of_parts:
            certificates += result.outputs["certificates.cbor"].size
            scaled = mean / task.weight
            parts.append((result.processor * scaled, int(scaled * sent(task, result))))
        for task, result in run.records:
            if task.command[1:3] == ("merge", "certs"):
                step = step_of(task, result, run.noted.workers)
                merged += sent(task, result) - result.outputs["merged"].size
                work, alone = work + step.seconds, alone + step.alone
        counts = json.loads((run.folder / "summary.json").read_bytes())["counts"]
        rows = counts["unfair"] + counts["wrong_draws"]
        return cls(counts["games"], parts, certificates, work / merged, alone / work, rows, writing(run) / rows)

    @property
    def seconds(self) -> float:
        """Of a game."""
        return sum(seconds for seconds, _ in self.parts) / self.games

    def steps(self, games: float, parts: int) -> list[Step]:
        """So many games in so many parts, of about the same size each."""
        draw = random.Random(SEED)
        factor = games / parts / (self.games / len(self.parts))
        steps = []
        for _ in range(parts):
            seconds, moved = draw.choice(self.parts)
            steps.append(Step(seconds * factor, moved=int(moved * factor)))
        certificates = self.certificates * games / self.games
        merges = parts
        waits = range(parts)
        while merges > 1:
            gate = len(steps)
            steps.append(Step(0, after=tuple(waits), gate=True))
            merges = -(-merges // bulk.TOGETHER)
            work = self.merging * certificates / merges
            waits = range(len(steps), len(steps) + merges)
            moved = int(2 * certificates / merges)
            steps += [Step(work, 2, (gate,), moved, bulk.MERGING, self.alone * work) for _ in waits]
        return steps


def writing(run: Run) -> float:
    """Seconds of processor time to write its table."""
    parts = run.parts()
    files = {one.path: one for task, _ in parts for one in task.inputs.values() if isinstance(one, Shared)}
    program = next(one for task, _ in parts for one in task.inputs.values() if isinstance(one, Program))
    plan = bulk.Games(list(files.values()), program, int(SHARD), bulk.Options())
    name = Path(next(iter(files))).name
    plan._parts = {(name, number): result.outputs for number, (_, result) in enumerate(parts)}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "scratch").mkdir()
        (folder / "objects").symlink_to((run.folder / "objects").resolve())
        begun = time.process_time()
        plan._write_table(Store(folder, -1))
        return time.process_time() - begun


def games(run: Run) -> Iterator[str]:
    """The section."""
    of = Games.of(run)
    flags = of.certificates / of.games
    yield "### Months of games\n"
    yield prose(
        f"""Drawn from {len(of.parts)} parts of {of.games:,} random games (`random_games` with the seeds 1 to 24), of
        2.4 kB each with their clocks: {of.seconds * 1e6:.1f} µs of processor time a game, {flags:.1f} bytes
        of certificates a game, {of.merging * 1e9:.0f} ns to merge each of them,
        {1e6 * of.row:.0f} µs for a row of the table, of which there is one for
        {of.games / of.rows:.0f} games. Assumed: a month has 100 million games in 30 GB, all months have 8
        billion in 2.4 TB; parts of 64 MB, or as many that there are two for each worker; games of people
        take no longer."""
    )
    rows = []
    for title, (number, compressed) in MONTHS.items():
        for workers in WORKERS:
            parts = max(round(compressed / SHARD), 2 * workers)
            steps = of.steps(number, parts)
            whole, examined = replay(steps, workers, OVERHEAD), replay(steps[:parts], workers, OVERHEAD)
            # The table is written while certificates are merged.
            written = examined.makespan + of.row * of.rows / of.games * number
            hours = sum(step.seconds for step in steps) / 3600
            rows.append(
                (
                    title,
                    f"{workers:,}",
                    f"{parts:,}",
                    f"{hours:.1f}",
                    duration(examined.makespan),
                    duration(whole.makespan),
                    duration(written),
                    f"{whole.idle:.0%}",
                    f"{examined.driver:.0%}",
                    f"{size(compressed / examined.makespan)}/s",
                    f"{size(examined.moved / examined.makespan)}/s",
                )
            )
    head = (
        "games",
        "workers",
        "parts",
        "core hours",
        "examined",
        "merged",
        "table",
        "idle",
        "driver at work",
        "read",
        "sent",
    )
    yield from table(head, rows)
    certificates = ", ".join(f"of {title} {size(flags * number)}" for title, (number, _) in MONTHS.items())
    yield prose(
        f"""Certificates: {certificates}. *Idle* is the part of the workers' time without work until all are merged;
        *driver at work*, *read* and *sent* are while games are examined. *Merged* and *table* say when that is done."""
    )


# Losing chess.


def losing(run: Run) -> Iterator[str]:
    """The section."""
    store = Store(run.folder, -1)
    searches: list[tuple[float, int]] = []
    evaluations = 0
    rounds = set()
    for task, result in run.records:
        if "--evaluations" not in task.command:
            continue
        answers = json.loads(store.read(result.outputs["answer.json"]))["answers"]
        evaluations += sum(one["evaluations"] for one in answers)
        searches.append((result.processor, sent(task, result)))
        rounds.add(task.stage)
    seconds = sorted(one for one, _ in searches)
    work = sum(seconds)
    rate = evaluations / work
    tenth = statistics.quantiles(seconds, n=10)
    largest = sum(seconds[-max(1, len(seconds) // 20) :]) / work
    yield "### Proofs of losing chess\n"
    yield prose(
        f"""Drawn from {len(searches):,} searches in {len(rounds)} rounds of a run of {run.title} from lines of play
        ({work / 3600:.2f} hours of processor time, {evaluations / 1e9:.1f} billion evaluations,
        {rate / 1e6:.1f} million a second). Half of them take less than {statistics.median(seconds):.1f} s,
        nine of ten less than {tenth[-1]:.0f} s, the longest {seconds[-1]:.0f} s; a twentieth of them has
        {largest:.0%} of the work."""
    )
    yield prose(
        f"""Assumed: as many evaluations a position as that of 1. e3 Nh6 with the lines that M. Watkins published
        ({NH6["evaluations"] / NH6["positions"]:,.0f}; there are such lines for these three); rounds of 16
        searches, or of two for each worker, with {WIDE - 1:.0%} more work then; at the end one process that
        puts the certificate together and one that checks it, in proportion to the positions."""
    )
    mean = evaluations / len(searches)
    rows = []
    for title, positions in PROOFS.items():
        scale = positions / NH6["positions"]
        end = scale * (NH6["together"] + NH6["check"])
        for workers in WORKERS:
            wide = workers > 16
            number = round(scale * NH6["evaluations"] / mean * (WIDE if wide else 1))
            played = replay(rounds_of(searches, number, 2 * workers if wide else 16), workers, OVERHEAD, end)
            rows.append(
                (
                    title,
                    f"{workers:,}",
                    f"{number:,}",
                    f"{number * work / len(searches) / 3600:.0f}",
                    duration(played.makespan),
                    f"{played.idle:.0%}",
                    f"{size(played.moved / played.makespan)}/s",
                    size(scale * NH6["together memory"]),
                )
            )
    head = ("proof", "workers", "searches", "core hours", "all", "idle", "sent", "memory at the end")
    yield from table(head, rows)
    many, each = FROM_NOTHING
    hours = many * each / rate / 3600
    yield prose(
        f"""For **1. e3 c5 and b6** there are no such lines. The paper says of b5 that it took about 50 million searches
        of ten million positions each: {hours:,.0f} core hours at the rate above,
        {duration(3600 * hours / 4096)} of 4,096 workers that never wait. These two were left to the last,
        so they may take one to ten times as much, up to {10 * hours:,.0f} core hours."""
    )


def breaks(of: Games) -> Iterator[str]:
    """The last section."""
    yield "### What breaks first, and what we would do\n"
    month, every = (of.certificates * number / of.games for number, _ in MONTHS.values())
    number, each = FROM_NOTHING
    leaves = number * each / Effort().leaf_evaluations
    rows = [
        (
            "months, thousands of workers",
            f"the driver, which takes {1e3 * OVERHEAD:.0f} ms for a task and so hands out {1 / OVERHEAD:.0f} a second",
            "larger parts; a run for each month, each with a driver and some tens of workers",
        ),
        (
            "months, hundreds of workers",
            "the disk in common: gigabytes a second are read",
            "months on the disks of the nodes that examine them, a run for each node",
        ),
        (
            "all months at once",
            f"one batch of {size(every)}: the last merge is one task of {bulk.MERGING} threads, and `check` takes "
            f"about ten times the size of a batch in memory, for a month {size(10 * month)}",
            "a batch for each month, or for less: a folder of batches proves the same",
        ),
        (
            "all months at once",
            f"the table, which one process writes, {1e6 * of.row:.0f} µs a row",
            "a table for each month: Parquet is read by folders",
        ),
        (
            "losing chess, more workers than searches in a round",
            "rounds: each waits for its longest search",
            "shorter limits first; rounds that overlap, each with the certificates of the last but one",
        ),
        (
            f"proofs of more than {24e9 / NH6['together memory'] * NH6['positions'] / 1e6:.0f} million positions",
            f"24 GB of memory, of which the task that puts the certificate together takes "
            f"{NH6['together memory'] / NH6['positions']:.0f} bytes a position",
            "one machine with more memory for this one task (`--last-memory`); the others need none",
        ),
        (
            "1. e3 c5, b6",
            f"the number of tasks: {leaves / 1e6:.0f} million leaves of {Effort().leaf_evaluations / 1e6:.0f} million "
            f"evaluations are {size(1500 * leaves)} of the driver's memory, at 1.5 kB for each, and as many files",
            "`--leaf-evaluations` of half a billion, and a run for each of White's second moves",
        ),
    ]
    yield from table(("job", "what breaks", "what we would do"), rows)


def rounds_of(searches: Sequence[tuple[float, int]], number: int, together: int) -> list[Step]:
    """So many searches in rounds, each of which waits for the one before."""
    draw = random.Random(SEED)
    steps: list[Step] = []
    gate: tuple[int, ...] = ()
    for first in range(0, number, together):
        begun = len(steps)
        drawn = sorted((draw.choice(searches) for _ in range(min(together, number - first))), reverse=True)
        # The driver has those with the highest limit first, which are not always the longest.
        draw.shuffle(drawn)
        steps += [Step(seconds, after=gate, moved=moved) for seconds, moved in drawn]
        gate = (len(steps),)
        steps.append(Step(0, after=tuple(range(begun, len(steps))), gate=True))
    return steps


def main() -> None:
    """The page."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--games", type=Path, required=True, metavar="RUN")
    asked.add_argument("--losing", type=Path, required=True, metavar="RUN")
    asked.add_argument("--checked", type=Path, nargs="*", default=[], metavar="RUN")
    given = asked.parse_args()
    asked_git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked_git, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    written = f"{datetime.date.today()}, commit {commit}, {os.cpu_count()} processors"
    print(f"# Scale on paper\n\nWritten by `python/tests/bulk/scale.py`, {written}.\n")
    runs = {folder: Run.read(folder) for folder in (given.games, given.losing, *given.checked)}
    parts = (
        checks([runs[folder] for folder in given.checked]),
        games(runs[given.games]),
        losing(runs[given.losing]),
        breaks(Games.of(runs[given.games])),
    )
    print("\n".join(itertools.chain.from_iterable(parts)).rstrip())


if __name__ == "__main__":
    main()
