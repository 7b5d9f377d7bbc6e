"""Interface between the driver and a back end, and the description of a job for a supervisor."""

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
    """Result of an attempt at a task.

    In addition to the statuses of a result, there are ``killed`` (by a signal from elsewhere), ``lost`` (the worker
    died, or the bytes that arrived differ from those that it wrote) and ``disk`` (the disk of the run is full).
    """

    status: Literal["done", "failed", "memory", "input", "killed", "lost", "disk"]
    outputs: Mapping[str, Stored] = field(default_factory=dict)
    input: str = ""
    """Name of the input that is missing or wrong."""
    code: int | None = None
    cause: str = ""
    seconds: float = 0
    occupied: float = 0
    processor: float = 0
    peak: int = 0
    tail: str = ""

    @classmethod
    def from_json(cls, answer: Mapping[str, Any]) -> Reply:
        """Reads the answer of a supervisor."""
        outputs = {name: Stored(digest, size) for name, size, digest in answer.get("outputs", ())}
        return cls(**{**answer, "outputs": outputs})


class Backend(Protocol):
    """Runs attempts at tasks."""

    def reason(self, task: Task, memory: int) -> str | None:
        """Returns why no worker can ever run the task with this much memory, or ``None`` if a worker can."""
        ...

    def fits(self, task: Task, memory: int) -> bool:
        """Tells whether the task may start now."""
        ...

    def start(self, number: int, task: Task, memory: int) -> None:
        """Starts an attempt with a number chosen by the caller. The back end puts the outputs into the store."""
        ...

    def wait(self, seconds: float | None) -> list[tuple[int, Reply]]:
        """Waits up to ``seconds`` for an attempt to end. Returns the ended attempts with their numbers."""
        ...

    @property
    def workers(self) -> int:
        """Number of single-threaded commands that run at the same time."""
        ...

    @property
    def moved(self) -> int:
        """Number of bytes sent so far."""
        ...

    def close(self) -> None:
        """Stops all running attempts, and waits until they have ended."""
        ...


def job_of(task: Task, memory: int, threads: int, store: Store | None, scratch: Path) -> dict[str, Any]:
    """Returns the description of a job for a supervisor. Without a store, the inputs are already in its folder."""
    inputs = []
    for name, one in task.inputs.items():
        if isinstance(one, Stored):
            path = scratch / "in" / name if store is None else store.place(one)
            inputs.append([name, str(path), one.size, one.digest])
        else:
            path = scratch / "in" / name if store is None and isinstance(one, Program) else Path(one.path)
            # Such files are large, so workers do not compute their digests.
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
