"""Tasks: plain commands with what they read and write, and what became of them.

A task is named by what decides its outputs: the command, the content of its inputs, the names of its outputs. Two
tasks with one key are one task. Where and when it runs, and with how much memory, is not part of the key.
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

#: Part of every key: what a change of the meaning of tasks has to change.
FORMAT = 1

#: How a task ended. ``failed``: a status of the command that the task does not accept, or an output that is missing.
#: ``memory``: it took more than it declared, or declared more than a worker has. ``lost``: its workers died, more
#: often than it is tried again. ``input``: an input is gone or corrupt, and no task makes it.
#: ``refused``: the plan did not take its outputs.
Status = Literal["done", "failed", "memory", "lost", "input", "refused"]

_PLACE = re.compile(r"\{(in|out):([^{}]+)\}|\{threads\}")
_NAME = re.compile(r"[\w+=@,-][\w+=@,.-]*(/[\w+=@,-][\w+=@,.-]*)*")


@dataclass(frozen=True)
class Stored:
    """Content in the store of the run."""

    digest: str
    """Its SHA-256."""
    size: int
    """In bytes."""


@dataclass(frozen=True)
class Shared:
    """A file that every worker finds at the same path, and that is too large to be sent about, or to be read twice.

    Workers compare its size. Whoever has it read says at the end whether it has been changed meanwhile.
    """

    path: str
    size: int
    digest: str
    """What stands for its content: its SHA-256, or size and time, as :meth:`find` says."""
    modified: int = 0
    """When it was written last, in nanoseconds."""

    @classmethod
    def find(cls, path: Path, known: str | None = None) -> Shared:
        """The file, with its SHA-256 if that is ``known``, or else with size and time in its place."""
        status = path.stat()
        return cls(str(path), status.st_size, known or dated(status.st_size, status.st_mtime_ns), status.st_mtime_ns)

    def changed(self) -> bool:
        """Whether it is another file now, or none."""
        try:
            status = os.stat(self.path)
        except OSError:
            return True
        return (status.st_size, status.st_mtime_ns) != (self.size, self.modified)


def dated(size: int, modified: int) -> str:
    """Size and time of a file, to the nanosecond.

    >>> dated(24, 10**18 + 5)
    '24 bytes of 2001-09-09T01:46:40.000000005Z'
    """
    seconds, rest = divmod(modified, 10**9)
    return f"{size} bytes of {time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{rest:09}Z"


@dataclass(frozen=True)
class Program:
    """A program. A worker that has not the same file at this path is sent it."""

    path: str
    size: int
    digest: str

    @classmethod
    def find(cls, name: str) -> Program:
        """The program at a path, or of a name on ``PATH``. Raises ``FileNotFoundError``."""
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

    In its arguments ``{in:NAME}`` and ``{out:NAME}`` stand for the paths of inputs and outputs, and ``{threads}``
    for the number of threads. It runs in an empty folder, in which these are the files of the folders ``in`` and
    ``out``. The first argument may be a program on the worker's ``PATH``; to have it in the key, make it an input.

    >>> sort = Task(("sort", "-o", "{out:sorted}", "{in:words}"), {"words": Stored("00" * 32, 7)}, ("sorted",))
    >>> sort.argv(threads=1)
    ['sort', '-o', 'out/sorted', 'in/words']
    """

    command: tuple[str, ...]
    inputs: Mapping[str, Input] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    memory: int = 0
    """The most bytes of memory that it takes; one that takes more is killed. 0: unknown, not limited."""
    threads: int = 1
    """A worker that has fewer gives it what it has."""
    priority: float = 0
    """Those with more come first."""
    weight: float = 1
    """How much work it is beside others of its plan, for estimates."""
    stage: int = 0
    """The plan asks for it when all tasks of lower stages have ended. Only what replays a run needs to know."""
    accepted: tuple[int, ...] = (0,)
    """Exit statuses that are no failure."""
    stdout: str | None = None
    """The output that is what the command prints."""
    folders: tuple[str, ...] = ()
    """Outputs that are folders of files, whose names the command chooses; kept as an archive (tar). One that the
    command does not make is empty."""
    title: str = ""
    """For people."""

    def __post_init__(self) -> None:
        """Refuses what would not run."""
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
        """The SHA-256 of what decides its outputs.

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
        """The arguments as they are run, in the task's folder."""

        def path(found: re.Match[str]) -> str:
            return f"{found[1]}/{found[2]}" if found[1] else str(threads)

        return [_PLACE.sub(path, argument) for argument in self.command]

    def __str__(self) -> str:
        """Its title, or its command."""
        return self.title or " ".join(self.command)

    def to_json(self) -> dict[str, Any]:
        """As a record has it."""
        kinds = {kind: name for name, kind in _KINDS.items()}
        inputs = {name: {"kind": kinds[type(one)], **vars(one)} for name, one in self.inputs.items()}
        return {**vars(self), "inputs": inputs}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Task:
        """From a record. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for what is none."""
        inputs = {}
        for name, one in record["inputs"].items():
            of = dict(one)
            inputs[name] = _KINDS[of.pop("kind")](**of)
        lists = {name: tuple(record[name]) for name in ("command", "outputs", "folders", "accepted")}
        return cls(**{**record, **lists, "inputs": inputs})


@dataclass(frozen=True)
class Result:
    """What became of a task."""

    key: str
    status: Status
    outputs: Mapping[str, Stored] = field(default_factory=dict)
    code: int | None = None
    """The exit status; of a command that a signal ended, the signal as a negative number."""
    cause: str = ""
    """Why it is not done."""
    seconds: float = 0
    """How long the command ran."""
    occupied: float = 0
    """The same with the time for inputs and outputs, which are compared with their digests."""
    processor: float = 0
    """Seconds of processor time."""
    peak: int = 0
    """The most memory that it had, in bytes."""
    tail: str = ""
    """The end of what it wrote to standard error."""
    attempts: int = 1

    def to_json(self) -> dict[str, Any]:
        """As a record has it."""
        return {**vars(self), "outputs": {name: vars(one) for name, one in self.outputs.items()}}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Result:
        """From a record. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for what is none."""
        outputs = {name: Stored(**one) for name, one in record["outputs"].items()}
        return cls(**{**record, "outputs": outputs})
