"""Replays the tasks of a run with their recorded times, to estimate its duration on other numbers of workers.

The dependencies between tasks follow from their inputs and their stages. Tasks start by priority, each with as many
workers as it has threads. The driver is modelled as one server that takes ``overhead`` seconds for each task. The bytes
moved are those of inputs and outputs, as if the workers had no common disk. When no task is left, the driver combines
the outputs. The model ignores memory, and workers that slow each other down.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .store import RunError, Store
from .task import Result, Stored, Task

__all__ = ["Noted", "Replayed", "Step", "replay", "step_of", "steps_of"]


@dataclass(frozen=True)
class Step:
    """A task with its measured times."""

    seconds: float
    """Duration on one worker."""
    priority: float = 0
    after: tuple[int, ...] = ()
    """Indices of the tasks that produce its inputs, and of the gate of its stage."""
    moved: int = 0
    """Number of bytes of its inputs and outputs."""
    threads: int = 1
    """Number of workers that it can use."""
    alone: float = 0
    """Seconds of its duration that are sequential, so that they always use one worker."""
    gate: bool = False
    """Whether the step is not a task but a barrier, reached when all steps in ``after`` have ended."""


@dataclass(frozen=True)
class Replayed:
    """Estimated run on a number of workers."""

    workers: int
    makespan: float
    """Duration in seconds."""
    idle: float
    """Fraction of the workers' time in which they are idle."""
    driver: float
    """Fraction of the time in which the driver is busy."""
    moved: int
    """Number of bytes moved."""


@dataclass(frozen=True)
class Noted:
    """Costs of a run that its driver has recorded."""

    workers: int = 1
    seconds: float = 0
    """Seconds from the first task to the conclusion; 0 if another driver had begun the run."""
    overhead: float = 0.003
    """Seconds of the driver's time for each task."""
    concluding: float = 0
    """Seconds after the last task."""

    @classmethod
    def of(cls, folder: Path) -> Noted:
        """Reads the costs of the run in a folder. Returns default values if none are recorded."""
        try:
            noted = json.loads((folder / "cost.json").read_bytes())
            whole = noted["seconds"] if not noted["reused"] else 0.0
            return cls(noted["workers"], whole, noted["own"] / max(1, noted["done"]), noted["concluding"])
        except (OSError, ValueError, KeyError, TypeError):
            return cls()


def replay(steps: Sequence[Step], workers: int, overhead: float = 0, concluding: float = 0) -> Replayed:
    """Replays the steps on ``workers`` workers.

    >>> replay([Step(2), Step(2), Step(1, after=(0, 1))], workers=2)  # doctest: +ELLIPSIS
    Replayed(workers=2, makespan=3.0, idle=0.16..., driver=0.0, moved=0)
    """
    waits = [len(step.after) for step in steps]
    then: list[list[int]] = [[] for _ in steps]
    for number, step in enumerate(steps):
        for before in step.after:
            then[before].append(number)
    ready = [(-step.priority, number) for number, step in enumerate(steps) if not step.after]
    heapq.heapify(ready)

    def end(number: int) -> None:
        """Releases the steps that wait for a step that has ended."""
        ended = [number]
        while ended:
            for other in then[ended.pop()]:
                waits[other] -= 1
                if not waits[other]:
                    if steps[other].gate:
                        ended.append(other)
                    else:
                        heapq.heappush(ready, (-steps[other].priority, other))

    running: list[tuple[float, int]] = []
    now = server = 0.0
    free, makespan = workers, 0.0
    while ready or running:
        while ready and free >= min(workers, steps[ready[0][1]].threads):
            _, number = heapq.heappop(ready)
            step, threads = steps[number], min(workers, steps[number].threads)
            # The driver starts one task after the other.
            server = max(server, now) + overhead
            heapq.heappush(running, (server + step.alone + (step.seconds - step.alone) / threads, number))
            free -= threads
        now, number = heapq.heappop(running)
        makespan = max(makespan, now)
        free += min(workers, steps[number].threads)
        end(number)
    makespan += concluding
    work = sum(step.seconds for step in steps)
    idle = 1 - work / (workers * makespan) if makespan else 0.0
    load = sum(not step.gate for step in steps) * overhead / makespan if makespan else 0.0
    return Replayed(workers, makespan, idle, load, sum(step.moved for step in steps))


def step_of(task: Task, result: Result, workers: int, after: tuple[int, ...] = ()) -> Step:
    """Returns the step for a task of a run on ``workers`` workers.

    The task ran with at most ``workers`` threads. If it took more processor time than its duration, it used idle
    processors, which a fully loaded machine does not have. Its work is then its processor time.
    """
    threads, whole = min(task.threads, workers), result.occupied or result.seconds
    work = max(whole, result.processor)
    if threads == 1:
        return Step(work, task.priority, after, threads=task.threads, alone=work - min(work, result.processor))
    # The model is whole = alone + (work - alone) / threads, solved for alone.
    alone = max(0.0, (threads * whole - work) / (threads - 1))
    return Step(work, task.priority, after, threads=task.threads, alone=min(alone, whole))


def steps_of(records: Iterable[tuple[Task, Result]], times: int = 1, workers: int = 1) -> list[Step]:
    """Returns the finished tasks of a run, repeated ``times`` times, with a gate between two stages."""
    done = sorted((one for one in records if one[1].status == "done"), key=lambda one: (one[0].stage, one[1].key))
    makers: dict[Stored, int] = {}
    steps: list[Step] = []
    before: range | None = None
    for _, stage in itertools.groupby(done, key=lambda one: one[0].stage):
        gate: tuple[int, ...] = ()
        if before is not None:
            gate = (len(steps),)
            steps.append(Step(0, after=tuple(before), gate=True))
        begun = len(steps)
        for task, result in (tasks := list(stage)):
            for output in result.outputs.values():
                makers.setdefault(output, len(steps))
            steps.append(step_of(task, result, workers, gate))
        for number, (task, result) in enumerate(tasks, begun):
            stored = [one for one in task.inputs.values() if isinstance(one, Stored)]
            after = {makers[one] for one in stored if one in makers} - {number}
            moved = sum(one.size for one in (*stored, *result.outputs.values()))
            steps[number] = replace(steps[number], after=(*gate, *sorted(after)), moved=moved)
        before = range(begun, len(steps))
    return [
        replace(step, after=tuple(len(steps) * copy + of for of in step.after))
        for copy in range(times)
        for step in steps
    ]


def run(asked: argparse.Namespace) -> int:
    """Runs ``python -m gamecert.bulk simulate``, which prints a line for each number of workers."""
    folder: Path = asked.folder
    if not (folder / "results").is_dir():
        raise RunError(f"{folder}: not the folder of a run")
    noted = Noted.of(folder)
    steps = steps_of(Store(folder, -1).records(), asked.times, noted.workers)
    if not steps:
        raise RunError(f"{folder}: no task is done")
    overhead = noted.overhead if asked.overhead is None else asked.overhead
    replayed = [replay(steps, workers, overhead, noted.concluding * asked.times) for workers in asked.workers]
    if asked.json:
        for of in replayed:
            print(json.dumps(vars(of)))
        return 0
    tasks = [step for step in steps if not step.gate]
    print(f"{len(tasks):,} tasks, {sum(step.seconds for step in tasks) / 3600:,.2f} hours of work")
    print(f"{'workers':>8} {'hours':>10} {'idle':>7} {'driver':>7} {'moved, MB/s':>12}")
    for of in replayed:
        rate = of.moved / of.makespan / 1e6 if of.makespan else 0.0
        print(f"{of.workers:8,} {of.makespan / 3600:10,.3f} {of.idle:7.1%} {of.driver:7.1%} {rate:12,.2f}")
    return 0
