"""Jobs that outgrow one machine, as tasks that are plain commands.

A plan names tasks, a driver runs them on a back end, and what they write is kept by content in the folder of the
run: a run that is interrupted goes on where it was, and its final bytes do not depend on how often that happened or
on how many workers there were.

- :class:`Task`, :class:`Result`: a command, and what became of it;
- :class:`Store`: the folder of a run;
- :class:`Plan`, :class:`Conclusion`: what a plan has to say;
- :class:`Driver`: runs it;
- :class:`LocalBackend`: processes of this machine; :class:`~gamecert.bulk.cluster.RayBackend`: a cluster.

``python -m gamecert.bulk`` is the command line. It needs Linux; Ray and Parquet come with ``gamecert[bulk]``.
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
