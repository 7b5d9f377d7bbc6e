"""The folder of a run: content by digest, and a record of each task that has ended.

- ``run.json``: which plan this is, with its parameters;
- ``lock``: held while a driver works here;
- ``objects/AB/ABCD…``: content, named by its SHA-256;
- ``results/KEY.json``: what became of a task, with the task itself, so that it can be run again;
- ``inputs.json``, ``cost.json``: notes of the command line about large files and about what the last driver took;
- ``scratch``: folders of commands that are running;
- what the plan puts together at the end.

Everything is written aside and renamed. Content is compared with its name whenever it is read: what is found to be
corrupt is a :class:`Corrupt`, and the driver has it made again.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import itertools
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .supervisor import NO_ROOM, hashed
from .task import Result, Stored, Task

__all__ = ["Corrupt", "NoRoom", "RunError", "Store"]


class RunError(Exception):
    """A run that cannot begin or go on, in words for whoever started it."""


class NoRoom(RunError):
    """There is no space left where the run is."""


class Corrupt(Exception):
    """Content that is gone, or is not what its name says."""

    def __init__(self, stored: Stored, cause: str) -> None:
        """Which, and what is wrong with it."""
        super().__init__(f"{stored.digest}: {cause}")
        self.stored = stored


class Store:
    """The folder of a run, held by one driver at a time."""

    def __init__(self, folder: Path, lock: int) -> None:
        """Made by :meth:`open`."""
        self.folder = folder
        self._lock = lock
        self._aside = itertools.count()

    @classmethod
    @contextlib.contextmanager
    def open(cls, folder: Path, run: Mapping[str, Any], *, resume: bool = False) -> Iterator[Store]:
        """Takes a folder for a run, described by ``run`` (JSON), or goes on with the one that is there.

        Raises :class:`RunError` if another driver has it, if there is a run and ``resume`` is not asked for, or if
        it is another run.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise RunError(f"{folder}: {error.strerror}") from error
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise RunError(f"{folder}/lock: {error.strerror}") from error
                holder = os.pread(lock, 20, 0).decode(errors="replace").strip()
                raise RunError(f"{folder}: in use by another run (process {holder})") from error
            os.truncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
            store = cls(folder, lock)
            store._begin(json.loads(json.dumps(run)), resume)
            yield store
        finally:
            # The lock ends with the descriptor, also if this process is killed.
            os.close(lock)

    def _begin(self, run: dict[str, Any], resume: bool) -> None:
        described = self.folder / "run.json"
        if described.exists():
            try:
                before = json.loads(described.read_bytes())
            except ValueError as error:
                raise RunError(f"{described}: {error}") from error
            if not resume:
                raise RunError(f"{self.folder}: there is a run in it; --resume goes on with it")
            if different := differences(before, run):
                raise RunError(f"{self.folder}: another run: " + "; ".join(different))
        elif set(os.listdir(self.folder)) - {"lock"}:
            raise RunError(f"{self.folder}: neither empty nor the folder of a run")
        for name in ("objects", "results"):
            (self.folder / name).mkdir(exist_ok=True)
        # What drivers that were killed have left.
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(exist_ok=True)
        self.write("run.json", json.dumps(run, indent=1, sort_keys=True).encode() + b"\n")

    @property
    def scratch(self) -> Path:
        """Where commands run."""
        return self.folder / "scratch"

    @property
    def objects(self) -> Path:
        """Where content is."""
        return self.folder / "objects"

    def place(self, stored: Stored) -> Path:
        """Where this content is, if it is there. It is not looked at."""
        return self.objects / stored.digest[:2] / stored.digest

    def write(self, name: str, content: bytes) -> None:
        """Writes a file of the run, which is not content by digest, whole or not at all."""
        aside = self.scratch / f"aside-{next(self._aside)}"
        with no_room(self.folder):
            aside.write_bytes(content)
            aside.replace(self.folder / name)

    def put(self, content: bytes) -> Stored:
        """Keeps content."""
        stored = Stored(hashlib.sha256(content).hexdigest(), len(content))
        # What is there may be corrupt, so it is replaced and not trusted.
        with no_room(self.folder):
            self.place(stored).parent.mkdir(exist_ok=True)
        self.write(os.path.relpath(self.place(stored), self.folder), content)
        return stored

    def present(self, stored: Stored) -> bool:
        """Whether there is content of this name and size. It is read when it is used."""
        try:
            return self.place(stored).stat().st_size == stored.size
        except OSError:
            return False

    def path(self, stored: Stored) -> Path:
        """The file of this content. Raises :class:`Corrupt`."""
        place = self.place(stored)
        if not self.present(stored):
            raise Corrupt(stored, "gone or of another size")
        if hashed(str(place)) != stored.digest:
            raise Corrupt(stored, "its bytes have changed")
        return place

    def read(self, stored: Stored) -> bytes:
        """The bytes of this content. Raises :class:`Corrupt`."""
        try:
            content = self.place(stored).read_bytes()
        except OSError as error:
            raise Corrupt(stored, str(error)) from error
        if hashlib.sha256(content).hexdigest() != stored.digest:
            raise Corrupt(stored, "its bytes have changed")
        return content

    def drop(self, stored: Stored) -> None:
        """Forgets content that is corrupt."""
        self.place(stored).unlink(missing_ok=True)

    def record(self, task: Task, result: Result) -> None:
        """Notes what became of a task."""
        record = {"task": task.to_json(), "result": result.to_json()}
        self.write(f"results/{result.key}.json", json.dumps(record).encode() + b"\n")

    def recorded(self, key: str) -> tuple[Task, Result] | None:
        """What is noted of a task; ``None`` also for what cannot be read, which is run again."""
        try:
            record = json.loads((self.folder / "results" / f"{key}.json").read_bytes())
            return Task.from_json(record["task"]), Result.from_json(record["result"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def records(self) -> Iterator[tuple[Task, Result]]:
        """All that is noted, in no order that means anything."""
        for entry in os.scandir(self.folder / "results"):
            recorded = self.recorded(entry.name.removesuffix(".json"))
            if recorded is not None:
                yield recorded


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """In which parameters two runs differ, in words.

    >>> differences({"plan": "games", "nodes": 5}, {"plan": "games", "nodes": 6})
    ['nodes was 5, is now 6']
    >>> differences({"files": {"a": 1, "b": 2}}, {"files": {"a": 1, "b": 3}})
    ['files: b was 2, is now 3']
    """
    found = []
    for name in sorted({*before, *now}):
        was, is_now = before.get(name), now.get(name)
        if isinstance(was, dict) and isinstance(is_now, dict):
            found += [f"{name}: {of}" for of in differences(was, is_now)]
        elif was != is_now:
            found.append(f"{name} was {json.dumps(was)}, is now {json.dumps(is_now)}")
    return found


@contextlib.contextmanager
def no_room(folder: Path) -> Iterator[None]:
    """Says in words that a disk is full."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise NoRoom(f"{folder}: {error.strerror}; make room and go on with --resume") from error
