"""Interface between a plan and the driver: the plan lists tasks and combines their outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from .store import Store
from .task import Result, Task

__all__ = ["Conclusion", "Plan", "Refused"]


class Refused(Exception):
    """Raised by :meth:`Plan.finished` for wrong outputs. The driver then runs the task again."""


@dataclass(frozen=True)
class Conclusion:
    """Final report of a plan."""

    text: str
    """Text for the user."""
    damaged: tuple[str, ...] = ()
    """Damage in the input, with its place. If there is any, the exit status is not 0."""
    complete: bool = True
    """Whether the plan has reached its goal. If not, the exit status is not 0."""


class Plan(Protocol):
    """A job that consists of tasks.

    Tasks end in any order. A driver reports each finished task once to the plan. It reports a task again only if its
    outputs were lost and differ after another run, because the command is not deterministic. A driver that resumes a
    run reports the tasks of the earlier driver too. A plan therefore stores reports by task and not in their order, so
    that the final bytes are always the same.
    """

    @property
    def name(self) -> str:
        """Name of the plan on the command line."""
        ...

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Everything that determines the final bytes, as JSON. A run can be resumed only with equal parameters."""
        ...

    def begin(self, store: Store) -> Iterable[Task]:
        """Returns the first tasks."""
        ...

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Returns the tasks that follow after a task is done. May raise :class:`Refused`."""
        ...

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Returns the tasks that follow after a task has failed."""
        ...

    def conclude(self, store: Store, failures: Iterable[tuple[Task, Result]]) -> Conclusion:
        """Combines the outputs when no task is left. The driver calls it again if content was corrupt."""
        ...
