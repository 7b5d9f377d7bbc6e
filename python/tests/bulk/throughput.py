"""How many tasks a second the driver takes, and how much memory: ``throughput.py TASKS``, as rows of a table.

Tasks are empty: ``true`` on two workers of this machine, and, for the driver by itself, tasks that a back end says to
be done at once.
"""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gamecert.bulk import Backend, Conclusion, Driver, LocalBackend, Reply, Result, Store, Stored, Task


class Empty:
    """A plan of tasks that do nothing, each with an input of its own name."""

    name = "empty"
    parameters: Mapping[str, Any] = {}

    def __init__(self, tasks: int, inputs: bool) -> None:
        """So many."""
        self._tasks, self._inputs = tasks, inputs

    def begin(self, store: Store) -> Iterable[Task]:
        """All of them."""
        for number in range(self._tasks):
            inputs = {"input": Stored(f"{number:064x}", 5)} if self._inputs else {}
            yield Task(("true", str(number)), inputs, title=f"task {number}")

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Nothing follows."""
        return []

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Nothing follows."""
        return []

    def conclude(self, store: Store, failures: Iterable[tuple[Task, Result]]) -> Conclusion:
        """Nothing is put together."""
        return Conclusion("")


class AtOnce:
    """A back end that has done what it is given."""

    workers = 2
    moved = 0

    def __init__(self) -> None:
        """Nothing is given yet."""
        self._given: list[int] = []

    def reason(self, task: Task, memory: int) -> str | None:
        """Everything can be run."""
        return None

    def fits(self, task: Task, memory: int) -> bool:
        """Two at a time."""
        return len(self._given) < self.workers

    def start(self, number: int, task: Task, memory: int) -> None:
        """It is done."""
        self._given.append(number)

    def wait(self, seconds: float | None) -> list[tuple[int, Reply]]:
        """All that was given."""
        ended, self._given = self._given, []
        return [(number, Reply("done", seconds=0.001, processor=0.001)) for number in ended]

    def close(self) -> None:
        """Nothing is running."""


def main() -> None:
    """A row for each back end."""
    tasks = int(sys.argv[1])
    for title, count, local in (("`true` on two workers", tasks // 20, True), ("the driver by itself", tasks, False)):
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "run", {}) as store:
            backend: Backend = LocalBackend(store, 2) if local else AtOnce()
            begun, before = time.monotonic(), os.times()
            failures = Driver(Empty(count, not local), store, backend).run().failures
            seconds, after = time.monotonic() - begun, os.times()
            backend.close()
        if failures:
            sys.exit(f"{len(failures)} tasks failed: {failures[0][1].cause}")
        own = 1000 * (after.user + after.system - before.user - before.system) / count
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        load = os.getloadavg()[0]
        print(f"| {title} | {count:,} | {count / seconds:,.0f} | {own:.2f} | {peak:.0f} | {load:.1f} |")


if __name__ == "__main__":
    main()
