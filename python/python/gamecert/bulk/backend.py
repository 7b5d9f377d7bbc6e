"""What the driver asks of a back end, and how a job is told to a supervisor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from .store import Store
from .task import Program, Stored, Task

__all__ = ["Backend", "Reply", "job_of"]


@dataclass(frozen=True)
class Reply:
    """How an attempt at a task ended.

    Beside what a result can say there are ``killed`` (by a signal from elsewhere), ``lost`` (the worker died, or
    what it sent was not what it had written) and ``disk`` (no space left where the run is).
    """

    status: Literal["done", "failed", "memory", "input", "killed", "lost", "disk"]
    outputs: Mapping[str, Stored] = field(default_factory=dict)
    input: str = ""
    """Which input is not what it should be."""
    code: int | None = None
    cause: str = ""
    seconds: float = 0
    occupied: float = 0
    processor: float = 0
    peak: int = 0
    tail: str = ""

    @classmethod
    def from_json(cls, answer: Mapping[str, Any]) -> Reply:
        """The answer of a supervisor."""
        outputs = {name: Stored(digest, size) for name, size, digest in answer.get("outputs", ())}
        return cls(**{**answer, "outputs": outputs})


class Backend(Protocol):
    """Runs attempts at tasks, somewhere."""

    def reason(self, task: Task, memory: int) -> str | None:
        """Why no worker could ever run it with so much memory; ``None`` if one could."""
        ...

    def fits(self, task: Task, memory: int) -> bool:
        """Whether it may be started now."""
        ...

    def start(self, number: int, task: Task, memory: int) -> None:
        """Starts an attempt, which the caller has given a number. The outputs go to the store."""
        ...

    def wait(self, seconds: float | None) -> list[tuple[int, Reply]]:
        """Attempts that have ended, by their numbers; waits at most so long for the first."""
        ...

    @property
    def workers(self) -> int:
        """How many commands of one thread run at the same time."""
        ...

    @property
    def moved(self) -> int:
        """Bytes that were sent so far."""
        ...

    def close(self) -> None:
        """Ends all that is running, and waits until it is gone."""
        ...


def job_of(task: Task, memory: int, threads: int, store: Store | None, scratch: Path) -> dict[str, Any]:
    """The job for a supervisor on this machine; without a store, inputs are in the folder already."""
    inputs = []
    for name, one in task.inputs.items():
        if isinstance(one, Stored):
            path = scratch / "in" / name if store is None else store.place(one)
            inputs.append([name, str(path), one.size, one.digest])
        else:
            path = scratch / "in" / name if store is None and isinstance(one, Program) else Path(one.path)
            # Large, and compared once by the driver.
            inputs.append([name, str(path), one.size, None])
    return {
        "argv": task.argv(threads),
        "inputs": inputs,
        "outputs": task.outputs,
        "stdout": task.stdout,
        "folders": list(task.folders),
        "accepted": task.accepted,
        "memory": memory,
        "scratch": str(scratch),
        "objects": None if store is None else str(store.objects),
    }
