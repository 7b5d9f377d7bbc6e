"""Runs a plan's tasks on a back end until none is left, without any knowledge of games.

The driver records a finished task in the store before it reports the task to the plan. A driver that is killed
therefore loses at most the running attempts. If an attempt ends because a worker died, this says nothing about the
task, so the driver tries it again. If a command ends with a status that its task does not accept, another attempt would
end in the same way, so there is none.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from .backend import Backend, Reply
from .plan import Conclusion, Plan, Refused
from .store import Corrupt, NoRoom, Store
from .task import Result, Status, Stored, Task

__all__ = ["Counts", "Driver", "Outcome"]

#: Number of times, per worker, that tasks may overtake a task for which no worker has room at the moment.
OVERTAKING = 2

#: Number of times that the memory of a task is doubled if it takes more than it declared.
DOUBLINGS = 2


@dataclass
class Counts:
    """Progress and cost of a run."""

    waiting: int = 0
    running: int = 0
    done: int = 0
    """Finished tasks, including those that earlier drivers recorded."""
    reused: int = 0
    """Tasks whose results an earlier driver had recorded."""
    failed: int = 0
    repeated: int = 0
    """Attempts beyond the first."""
    seconds: float = 0
    """Duration of this driver in seconds."""
    own: float = 0
    """Processor time of this driver in seconds, without the work of plans in other threads and at the end."""
    concluding: float = 0
    """Seconds in which the plan combined the outputs."""
    processor: float = 0
    """Processor time of finished tasks in seconds."""
    weight_done: float = 0
    weight_left: float = 0
    workers: int = 0

    @property
    def expected(self) -> float | None:
        """Expected processor time in seconds of the known unfinished tasks; ``None`` before the first task is done."""
        return self.processor / self.weight_done * self.weight_left if self.weight_done else None


@dataclass(frozen=True)
class Outcome:
    """Result of a run."""

    conclusion: Conclusion
    failures: tuple[tuple[Task, Result], ...]
    counts: Counts


@dataclass
class _Attempts:
    """An unfinished task with its attempts."""

    task: Task
    key: str
    memory: int
    number: int = 1
    doublings: int = 0
    expected: Result | None = None
    """Earlier result, if the task runs again because its outputs are lost."""


@dataclass
class Driver:
    """One run of a plan.

    ``attempts`` is the maximum number of attempts at a task, not counting attempts with more memory. ``report`` is
    called after attempts have ended, and about once a second.
    """

    plan: Plan
    store: Store
    backend: Backend
    attempts: int = 5
    report: Callable[[Counts], None] = lambda _: None
    counts: Counts = field(default_factory=Counts)

    def __post_init__(self) -> None:
        """Initialises the queues."""
        self._order = itertools.count()
        self._heap: list[tuple[float, int, _Attempts]] = []
        self._running: dict[int, _Attempts] = {}
        self._numbers = itertools.count()
        #: Keys of all tasks of the plan. They are bytes to save memory, because there may be very many.
        self._known: set[bytes] = set()
        #: Attempts that wait for a lost input, by the key of the task that produces it again.
        self._parked: dict[str, list[_Attempts]] = {}
        #: Number of times that a task was run again to restore its outputs.
        self._repairs: dict[str, int] = {}
        self._failures: list[tuple[Task, Result]] = []
        self._overtaken = 0
        self.counts.workers = self.backend.workers

    def run(self) -> Outcome:
        """Runs until no task is left. Raises :class:`~gamecert.bulk.store.RunError` if the run cannot continue."""
        begun, own = time.monotonic(), time.thread_time()
        self._take(self.plan.begin(self.store))
        while True:
            while self._heap or self._running:
                self._fill()
                if self._running:
                    for number, reply in self.backend.wait(1.0):
                        self._ended(self._running.pop(number), reply)
                self.counts.waiting, self.counts.running = len(self._heap), len(self._running)
                self.counts.seconds = time.monotonic() - begun
                self.report(self.counts)
            self.counts.own, last = time.thread_time() - own, time.monotonic()
            try:
                conclusion = self.plan.conclude(self.store, sorted(self._failures, key=lambda one: one[1].key))
            except Corrupt as corrupt:
                if not self._repair(corrupt.stored, None):
                    raise
                continue
            self.counts.seconds, self.counts.concluding = time.monotonic() - begun, time.monotonic() - last
            return Outcome(conclusion, tuple(self._failures), self.counts)

    def _take(self, tasks: Iterable[Task]) -> None:
        """Takes tasks from the plan. Tasks recorded as done do not run again and are reported to the plan at once."""
        # A stack replaces recursion, because the chain of finished tasks may be long.
        taken = [iter(tasks)]
        while taken:
            task = next(taken[-1], None)
            if task is None:
                taken.pop()
                continue
            key = task.key
            if bytes.fromhex(key) in self._known:
                continue
            self._known.add(bytes.fromhex(key))
            recorded = self.store.recorded(key)
            if recorded is not None and self._still_done(recorded[1]):
                result = recorded[1]
                try:
                    more = list(self.plan.finished(self.store, task, result))
                except (Refused, Corrupt):
                    self._queue(_Attempts(task, key, task.memory))
                    continue
                self.counts.reused += 1
                self._count(task, result)
                taken.append(iter(more))
            else:
                self._queue(_Attempts(task, key, task.memory))

    def _still_done(self, result: Result) -> bool:
        return result.status == "done" and all(self.store.present(one) for one in result.outputs.values())

    def _queue(self, one: _Attempts) -> None:
        self.counts.weight_left += one.task.weight
        heapq.heappush(self._heap, (-one.task.priority, next(self._order), one))

    def _fill(self) -> None:
        """Starts waiting tasks by priority, as far as there is room."""
        passed: list[tuple[float, int, _Attempts]] = []
        while self._heap:
            entry = heapq.heappop(self._heap)
            one = entry[2]
            reason = self.backend.reason(one.task, one.memory)
            if reason is not None:
                self.counts.weight_left -= one.task.weight
                self._fail(one, Reply("memory", cause=reason))
            elif self.backend.fits(one.task, one.memory):
                number = next(self._numbers)
                self._running[number] = one
                self.backend.start(number, one.task, one.memory)
                # Small tasks may overtake a large one, but not for ever.
                self._overtaken = self._overtaken + 1 if passed else 0
            else:
                passed.append(entry)
                limit = OVERTAKING * self.backend.workers
                if self._overtaken >= limit or len(passed) > limit:
                    break
        for entry in passed:
            heapq.heappush(self._heap, entry)

    def _ended(self, one: _Attempts, reply: Reply) -> None:
        self.counts.weight_left -= one.task.weight
        if reply.status == "done":
            self._done(one, reply)
        elif reply.status == "disk":
            raise NoRoom(f"{reply.cause}; make room and go on with --resume")
        elif reply.status in ("lost", "killed"):
            self._again(one, reply, "lost")
        elif reply.status == "memory":
            if one.doublings < DOUBLINGS and self.backend.reason(one.task, 2 * one.memory) is None:
                one.doublings += 1
                one.memory *= 2
                self.counts.repeated += 1
                self._queue(one)
            else:
                self._fail(one, reply)
        elif reply.status == "input":
            stored = one.task.inputs[reply.input]
            if isinstance(stored, Stored) and self._sound(stored):
                # The input has been restored meanwhile, or was damaged only in transfer.
                self._again(one, reply, "input")
            elif not (isinstance(stored, Stored) and self._repair(stored, one)):
                self._fail(one, reply)
        else:
            self._fail(one, reply)

    def _done(self, one: _Attempts, reply: Reply) -> None:
        result = self._result(one, reply, "done")
        if one.expected is not None and one.expected.outputs == result.outputs:
            self._unpark(one.key)
            return
        # The result is recorded first, because the plan's reaction may take long.
        self.store.record(one.task, result)
        try:
            more = list(self.plan.finished(self.store, one.task, result))
        except (Refused, Corrupt) as refused:
            for stored in result.outputs.values():
                self.store.drop(stored)
            self._again(one, replace(reply, cause=str(refused)), "refused")
            return
        if one.expected is None:
            self._count(one.task, result)
        self._take(more)
        # The waiting tasks will fail, because their old input no longer exists. The plan now has the new outputs.
        self._unpark(one.key)

    def _again(self, one: _Attempts, reply: Reply, status: Status) -> None:
        """Repeats a task that failed for a reason outside the task."""
        if one.number >= self.attempts:
            cause = f"{reply.cause}, at the last of {one.number} attempts"
            self._fail(one, replace(reply, cause=cause), status)
            return
        one.number += 1
        self.counts.repeated += 1
        self._queue(one)

    def _fail(self, one: _Attempts, reply: Reply, status: Status | None = None) -> None:
        named: dict[str, Status] = {"memory": "memory", "input": "input"}
        result = self._result(one, reply, status or named.get(reply.status, "failed"))
        self.store.record(one.task, result)
        self._failures.append((one.task, result))
        self.counts.failed += 1
        # The waiting tasks will fail, because no task can restore their input.
        self._unpark(one.key)
        if one.expected is None:
            self._take(self.plan.failed(self.store, one.task, result))

    def _count(self, task: Task, result: Result) -> None:
        self.counts.done += 1
        self.counts.processor += result.processor
        self.counts.weight_done += task.weight

    def _repair(self, stored: Stored, waiting: _Attempts | None) -> bool:
        """Repeats the task that produced some content. Returns ``False`` if no task did, or after too many attempts."""
        self.store.drop(stored)
        made = (one for one in self.store.records() if one[1].status == "done" and stored in one[1].outputs.values())
        task, result = next(made, (None, None))
        if task is None or result is None:
            return False
        if result.key not in self._parked:
            self._repairs[result.key] = self._repairs.get(result.key, 0) + 1
            if self._repairs[result.key] > self.attempts:
                return False
            self._parked[result.key] = []
            again = replace(task, priority=float("inf"))
            self._queue(_Attempts(again, result.key, task.memory, expected=result))
            self.counts.repeated += 1
        if waiting is not None:
            self._parked[result.key].append(waiting)
        return True

    def _sound(self, stored: Stored) -> bool:
        try:
            self.store.path(stored)
        except Corrupt:
            return False
        return True

    def _unpark(self, key: str) -> None:
        for one in self._parked.pop(key, ()):
            self._queue(one)

    def _result(self, one: _Attempts, reply: Reply, status: Status) -> Result:
        return Result(
            one.key,
            status,
            dict(reply.outputs),
            code=reply.code,
            cause=reply.cause,
            seconds=reply.seconds,
            occupied=reply.occupied,
            processor=reply.processor,
            peak=reply.peak,
            tail=reply.tail,
            attempts=one.number + one.doublings,
        )
