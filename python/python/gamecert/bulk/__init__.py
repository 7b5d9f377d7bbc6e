"""Runs jobs that are too large for one machine, as tasks that are plain commands.

A plan lists tasks, and a driver runs them on a back end. Outputs of tasks are stored by content in the folder of the
run. An interrupted run continues where it stopped. Its final bytes depend neither on interruptions nor on the number of
workers.

- :class:`Task`, :class:`Result`: a command and its result;
- :class:`Store`: the folder of a run;
- :class:`Plan`, :class:`Conclusion`: the interface of a plan and its final report;
- :class:`Driver`: runs a plan;
- :class:`LocalBackend`: runs tasks on this machine;
- :class:`~gamecert.bulk.cluster.RayBackend`: runs tasks on a cluster.

The command line is ``python -m gamecert.bulk``. The package needs Linux. ``gamecert[bulk]`` installs Ray and Parquet.
"""

from .backend import Backend, Reply
from .driver import Counts, Driver, Outcome
from .local import LocalBackend
from .plan import Conclusion, Plan, Refused
from .store import Corrupt, NoRoom, RunError, Store
from .task import Program, Result, Shared, Stored, Task

__all__ = [
    "Backend",
    "Conclusion",
    "Corrupt",
    "Counts",
    "Driver",
    "LocalBackend",
    "NoRoom",
    "Outcome",
    "Plan",
    "Program",
    "Refused",
    "Reply",
    "Result",
    "RunError",
    "Shared",
    "Store",
    "Stored",
    "Task",
]
