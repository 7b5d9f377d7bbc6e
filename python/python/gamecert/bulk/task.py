"""Tasks, which are plain commands with inputs and outputs, and their results.

The key of a task is a digest of everything that determines its outputs: the command, the content of its inputs, the
names of its outputs. Two tasks with the same key are the same task. Place, time and memory of the execution are not
part of the key.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from .supervisor import hashed

__all__ = ["Input", "Program", "Result", "Shared", "Status", "Stored", "Task"]

#: Part of every key. It has to change whenever the meaning of tasks changes.
FORMAT = 1

#: Result of a task. ``failed``: the task does not accept the command's exit status, or an output is missing.
#: ``memory``: the command took more memory than declared, or the task declared more than any worker has. ``lost``: the
#: workers died in all attempts. ``input``: an input is missing or corrupt, and no task produces it. ``refused``: the
#: plan refused its outputs.
Status = Literal["done", "failed", "memory", "lost", "input", "refused"]

_PLACE = re.compile(r"\{(in|out):([^{}]+)\}|\{threads\}")
_NAME = re.compile(r"[\w+=@,-][\w+=@,.-]*(/[\w+=@,-][\w+=@,.-]*)*")


@dataclass(frozen=True)
class Stored:
    """Content in the store of a run."""

    digest: str
    """SHA-256 of the content."""
    size: int
    """Size in bytes."""


@dataclass(frozen=True)
class Shared:
    """A file that all workers find at the same path, because it is too large to be sent or to be read twice.

    Workers compare only its size. The plan reports at the end whether the file has changed during the run.
    """

    path: str
    size: int
    digest: str
    """Identification of its content: the SHA-256, or size and time, see :meth:`find`."""
    modified: int = 0
    """Time of the last modification in nanoseconds."""

    @classmethod
    def find(cls, path: Path, known: str | None = None) -> Shared:
        """Describes a file by its SHA-256, if that is ``known``, or else by its size and time."""
        status = path.stat()
        return cls(str(path), status.st_size, known or dated(status.st_size, status.st_mtime_ns), status.st_mtime_ns)

    def changed(self) -> bool:
        """Tells whether the file has changed or disappeared."""
        try:
            status = os.stat(self.path)
        except OSError:
            return True
        return (status.st_size, status.st_mtime_ns) != (self.size, self.modified)


def dated(size: int, modified: int) -> str:
    """Formats size and time of a file, to the nanosecond.

    >>> dated(24, 10**18 + 5)
    '24 bytes of 2001-09-09T01:46:40.000000005Z'
    """
    seconds, rest = divmod(modified, 10**9)
    return f"{size} bytes of {time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{rest:09}Z"


@dataclass(frozen=True)
class Program:
    """A program. It is sent to workers that do not have the same file at this path."""

    path: str
    size: int
    digest: str

    @classmethod
    def find(cls, name: str) -> Program:
        """Finds a program by its path, or by its name on ``PATH``. Raises ``FileNotFoundError``."""
        found = shutil.which(name)
        if found is None:
            raise FileNotFoundError(f"{name}: no such program" + ("" if os.sep in name else " on PATH"))
        path = Path(found).resolve()
        return cls(str(path), path.stat().st_size, hashed(str(path)))


Input: TypeAlias = "Stored | Shared | Program"

_KINDS: dict[str, type[Stored] | type[Shared] | type[Program]] = {
    "stored": Stored,
    "shared": Shared,
    "program": Program,
}


@dataclass(frozen=True)
class Task:
    """A command.

    In its arguments, ``{in:NAME}`` and ``{out:NAME}`` stand for the paths of inputs and outputs, and ``{threads}`` for
    the number of threads. The command runs in a new folder, with the inputs in the folder ``in`` and the outputs in the
    folder ``out``. The first argument may be a program on the worker's ``PATH``. To include the program in the key,
    make it an input.

    >>> sort = Task(("sort", "-o", "{out:sorted}", "{in:words}"), {"words": Stored("00" * 32, 7)}, ("sorted",))
    >>> sort.argv(threads=1)
    ['sort', '-o', 'out/sorted', 'in/words']
    """

    command: tuple[str, ...]
    inputs: Mapping[str, Input] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    memory: int = 0
    """Maximum memory in bytes; a command that takes more is killed. 0 means unknown and not limited."""
    threads: int = 1
    """Number of threads. A worker with fewer threads gives the command all of them."""
    priority: float = 0
    """Priority: tasks with greater numbers come first."""
    weight: float = 1
    """Amount of work relative to other tasks of the plan, for estimates."""
    stage: int = 0
    """Stage: the plan creates the task when all tasks of lower stages have ended. Only the replay of a run uses it."""
    accepted: tuple[int, ...] = (0,)
    """Exit statuses that count as success."""
    stdout: str | None = None
    """Name of the output that receives the standard output of the command."""
    folders: tuple[str, ...] = ()
    """Outputs that are folders of files, whose names the command chooses.

    They are stored as tar archives. A folder that the command does not create counts as empty.
    """
    title: str = ""
    """Title for messages."""

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for a task that cannot run."""
        if not self.command:
            raise ValueError("a task without a command")
        for name in (*self.inputs, *self.outputs):
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name!r} is no name of an input or output")
        if self.stdout is not None and self.stdout not in self.outputs:
            raise ValueError(f"standard output is {self.stdout}, which is no output")
        for folder in self.folders:
            if folder not in self.outputs or folder == self.stdout:
                raise ValueError(f"the folder {folder} is no output")
        for argument in self.command:
            for found in _PLACE.finditer(argument):
                if found[1] and found[2] not in (self.inputs if found[1] == "in" else self.outputs):
                    raise ValueError(f"{found[0]} in {argument!r}: the task has no such {found[1]}put")

    @property
    def key(self) -> str:
        """SHA-256 of everything that determines the outputs.

        >>> one, other = Task(("true",), priority=1), Task(("true",), priority=2)
        >>> one.key == other.key != Task(("false",)).key
        True
        """
        deciding = {
            "format": FORMAT,
            "command": self.command,
            "inputs": {name: one.digest for name, one in self.inputs.items()},
            "outputs": sorted(self.outputs),
            "stdout": self.stdout,
            "folders": sorted(self.folders),
            "accepted": sorted(self.accepted),
        }
        return hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()

    def argv(self, threads: int) -> list[str]:
        """Returns the arguments of the command as it runs in the task's folder."""

        def path(found: re.Match[str]) -> str:
            return f"{found[1]}/{found[2]}" if found[1] else str(threads)

        return [_PLACE.sub(path, argument) for argument in self.command]

    def __str__(self) -> str:
        """Returns the title or, if there is none, the command."""
        return self.title or " ".join(self.command)

    def to_json(self) -> dict[str, Any]:
        """Returns the object for a record."""
        kinds = {kind: name for name, kind in _KINDS.items()}
        inputs = {name: {"kind": kinds[type(one)], **vars(one)} for name, one in self.inputs.items()}
        return {**vars(self), "inputs": inputs}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Task:
        """Reads the object of a record. Raises ``KeyError``, ``TypeError`` or ``ValueError`` if it is invalid."""
        inputs = {}
        for name, one in record["inputs"].items():
            of = dict(one)
            inputs[name] = _KINDS[of.pop("kind")](**of)
        lists = {name: tuple(record[name]) for name in ("command", "outputs", "folders", "accepted")}
        return cls(**{**record, **lists, "inputs": inputs})


@dataclass(frozen=True)
class Result:
    """Result of a task."""

    key: str
    status: Status
    outputs: Mapping[str, Stored] = field(default_factory=dict)
    code: int | None = None
    """Exit status, or the negative number of the signal that ended the command."""
    cause: str = ""
    """Reason why the task is not done."""
    seconds: float = 0
    """Duration of the command in seconds."""
    occupied: float = 0
    """Duration in seconds, including the time to compute the digests of inputs and outputs."""
    processor: float = 0
    """Processor time in seconds."""
    peak: int = 0
    """Peak memory in bytes."""
    tail: str = ""
    """End of its standard error."""
    attempts: int = 1

    def to_json(self) -> dict[str, Any]:
        """Returns the object for a record."""
        return {**vars(self), "outputs": {name: vars(one) for name, one in self.outputs.items()}}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Result:
        """Reads the object of a record. Raises ``KeyError``, ``TypeError`` or ``ValueError`` if it is invalid."""
        outputs = {name: Stored(**one) for name, one in record["outputs"].items()}
        return cls(**{**record, "outputs": outputs})
