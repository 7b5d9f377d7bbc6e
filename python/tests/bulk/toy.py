"""A plan for tests: words in shards are sorted, and merged in pairs until one list is left.

As a program it runs the plan, so that tests can kill it: ``toy.py FOLDER WORKERS SHARDS SECONDS [ADDRESS]``, on a
cluster if there is an address.
"""

import os
import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gamecert.bulk import Conclusion, Driver, LocalBackend, Result, Store, Stored, Task
from gamecert.bulk.cluster import RayBackend

#: How many seeds the tests that kill have: more by hand than in the gate.
SEEDS = range(21, 21 + int(os.environ.get("GAMECERT_BULK_RUNS", "1")))


class Sorting:
    """A tree of tasks. Each waits for ``seconds`` first, so that there is time to kill it."""

    name = "sorting"

    def __init__(self, shards: int, seconds: float = 0) -> None:
        """The words are the same for every run."""
        self.shards, self.seconds = shards, seconds
        self.lists: dict[tuple[int, int], Stored] = {}
        #: Keys of what it was told, by place in the tree.
        self.told: dict[str, str] = {}

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The number of shards decides all."""
        return {"shards": self.shards}

    def begin(self, store: Store) -> Iterable[Task]:
        """One task for each shard."""
        for shard in range(self.shards):
            words = random.Random(shard)
            content = "".join(f"{words.randrange(10**6):06}\n" for _ in range(50)).encode()
            yield self.task((0, shard), {"0": store.put(content)})

    def task(self, place: tuple[int, int], inputs: Mapping[str, Stored]) -> Task:
        """Sorts one list or merges two, at a place of the tree."""
        files = [f"{{in:{name}}}" for name in inputs]
        script = f'sleep {self.seconds}; exec sort -m "$@"' if place[0] else f'sleep {self.seconds}; exec sort "$@"'
        command = ("sh", "-c", script, "sh", "-o", "{out:sorted}", *files)
        return Task(command, inputs, ("sorted",), priority=place[0], title=f"{place[0]} {place[1]}")

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Merges what has a neighbour; at the end of a row it may have none, and goes up by itself."""
        assert task.title not in self.told, "told twice"
        self.told[task.title] = result.key
        row, number = (int(part) for part in task.title.split())
        return self.made((row, number), result.outputs["sorted"])

    def made(self, place: tuple[int, int], made: Stored) -> Iterable[Task]:
        """The same for a list of this place."""
        row, number = place
        self.lists[place] = made
        width = -(-self.shards // 2**row)
        if width == 1:
            return []
        other = self.lists.get((row, number ^ 1))
        if number ^ 1 >= width:
            return self.made((row + 1, number // 2), made)
        if other is None:
            return []
        pair = {"0": made, "1": other} if number % 2 == 0 else {"0": other, "1": made}
        return [self.task((row + 1, number // 2), pair)]

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Nothing follows."""
        return []

    def conclude(self, store: Store, failures: Iterable[tuple[Task, Result]]) -> Conclusion:
        """Writes the list that is left."""
        if not list(failures):
            top = max(self.lists)
            store.write("sorted.txt", store.read(self.lists[top]))
        return Conclusion(f"{self.shards} shards")


def expected(shards: int) -> bytes:
    """What the plan writes at its end."""
    words = []
    for shard in range(shards):
        of = random.Random(shard)
        words += [f"{of.randrange(10**6):06}\n" for _ in range(50)]
    return "".join(sorted(words)).encode()


def main() -> None:
    """Runs the plan, and goes on with it if it has begun."""
    folder, workers, shards, seconds, *address = sys.argv[1:]
    plan = Sorting(int(shards), float(seconds))
    run = {"plan": plan.name, **plan.parameters}
    with Store.open(Path(folder), run, resume=Path(folder, "run.json").exists()) as store:
        backend = RayBackend(store, address[0]) if address else LocalBackend(store, int(workers))
        try:
            Driver(plan, store, backend).run()
        finally:
            backend.close()


if __name__ == "__main__":
    main()
