"""What a plan is to the driver: which tasks there are, and what is made of their outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from .store import Store
from .task import Result, Task

__all__ = ["Conclusion", "Plan", "Refused"]


class Refused(Exception):
    """Raised by :meth:`Plan.finished` for outputs that are not what they should be. The task is run again."""


@dataclass(frozen=True)
class Conclusion:
    """What a plan says at its end."""

    text: str
    """For whoever started the run."""
    damaged: tuple[str, ...] = ()
    """Damage in the input, with its place. If there is any, the run does not end with status 0."""
    complete: bool = True
    """Whether what was wanted is there. If not, the run does not end with status 0."""


class Plan(Protocol):
    """A job as tasks.

    Tasks end in any order, and each is told once in the life of a driver; a second time only if its outputs were
    lost and are others now, because the command does not give the same each time. A driver that goes on with a run
    tells those of its predecessor again. So that the final bytes are always the same, a plan keeps what it is told by
    task, and not in the order in which it is told.
    """

    @property
    def name(self) -> str:
        """As on the command line."""
        ...

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What decides the final bytes, as JSON. A run is gone on with only if they are the same."""
        ...

    def begin(self, store: Store) -> Iterable[Task]:
        """The first tasks."""
        ...

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Tasks that follow from one that is done. May raise :class:`Refused`."""
        ...

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Tasks that follow from one that has failed."""
        ...

    def conclude(self, store: Store, failures: Iterable[tuple[Task, Result]]) -> Conclusion:
        """Puts together what there is, when no task is left. May be called again if content was corrupt."""
        ...
