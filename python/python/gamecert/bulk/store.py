"""The folder of a run: content by digest, and a record of each task that has ended.

- ``run.json``: the plan, with its parameters;
- ``lock``: held while a driver works here;
- ``objects/AB/ABCD…``: content, named by its SHA-256;
- ``results/KEY.json``: the result of a task, with the task itself, so that it can be run again;
- ``inputs.json``, ``cost.json``: records of the command line about large files and about the costs of the last driver;
- ``scratch``: folders of running commands;
- the files that the plan writes at the end.

Every file is written under a temporary name and then renamed. Content is compared with its digest whenever it is read.
If it is corrupt, :class:`Corrupt` is raised, and the driver runs the task again that wrote it.
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
    """A run cannot begin or continue. The message is for the user."""


class NoRoom(RunError):
    """The disk of the run is full."""


class Corrupt(Exception):
    """Content is missing or does not match its digest."""

    def __init__(self, stored: Stored, cause: str) -> None:
        """Stores the content's digest and the cause."""
        super().__init__(f"{stored.digest}: {cause}")
        self.stored = stored


class Store:
    """The folder of a run, held by one driver at a time."""

    def __init__(self, folder: Path, lock: int) -> None:
        """Use :meth:`open` instead."""
        self.folder = folder
        self._lock = lock
        self._aside = itertools.count()

    @classmethod
    @contextlib.contextmanager
    def open(cls, folder: Path, run: Mapping[str, Any], *, resume: bool = False) -> Iterator[Store]:
        """Opens the folder of a new run that ``run`` (JSON) describes, or of the run to resume.

        Raises :class:`RunError` if another driver uses the folder, if it contains a run and ``resume`` is false, or if
        it contains a different run.
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
            # Closing the descriptor releases the lock, even if this process is killed.
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
        # Killed drivers may have left files here.
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(exist_ok=True)
        self.write("run.json", json.dumps(run, indent=1, sort_keys=True).encode() + b"\n")

    @property
    def scratch(self) -> Path:
        """Folder in which commands run."""
        return self.folder / "scratch"

    @property
    def objects(self) -> Path:
        """Folder of all content."""
        return self.folder / "objects"

    def place(self, stored: Stored) -> Path:
        """Returns the path of this content, whether or not it exists."""
        return self.objects / stored.digest[:2] / stored.digest

    def write(self, name: str, content: bytes) -> None:
        """Writes a file in the folder of the run atomically."""
        aside = self.scratch / f"aside-{next(self._aside)}"
        with no_room(self.folder):
            aside.write_bytes(content)
            aside.replace(self.folder / name)

    def put(self, content: bytes) -> Stored:
        """Stores content."""
        stored = Stored(hashlib.sha256(content).hexdigest(), len(content))
        # An existing file may be corrupt, so it is replaced.
        with no_room(self.folder):
            self.place(stored).parent.mkdir(exist_ok=True)
        self.write(os.path.relpath(self.place(stored), self.folder), content)
        return stored

    def present(self, stored: Stored) -> bool:
        """Tells whether content with this digest and size exists. Its bytes are checked only when they are used."""
        try:
            return self.place(stored).stat().st_size == stored.size
        except OSError:
            return False

    def path(self, stored: Stored) -> Path:
        """Returns the file of this content after checking its digest. Raises :class:`Corrupt`."""
        place = self.place(stored)
        if not self.present(stored):
            raise Corrupt(stored, "gone or of another size")
        if hashed(str(place)) != stored.digest:
            raise Corrupt(stored, "its bytes have changed")
        return place

    def read(self, stored: Stored) -> bytes:
        """Returns the bytes of this content after checking their digest. Raises :class:`Corrupt`."""
        try:
            content = self.place(stored).read_bytes()
        except OSError as error:
            raise Corrupt(stored, str(error)) from error
        if hashlib.sha256(content).hexdigest() != stored.digest:
            raise Corrupt(stored, "its bytes have changed")
        return content

    def drop(self, stored: Stored) -> None:
        """Removes corrupt content."""
        self.place(stored).unlink(missing_ok=True)

    def record(self, task: Task, result: Result) -> None:
        """Records the result of a task."""
        record = {"task": task.to_json(), "result": result.to_json()}
        self.write(f"results/{result.key}.json", json.dumps(record).encode() + b"\n")

    def recorded(self, key: str) -> tuple[Task, Result] | None:
        """Returns the record of a task, or ``None`` if it is missing or cannot be read, so that the task runs again."""
        try:
            record = json.loads((self.folder / "results" / f"{key}.json").read_bytes())
            return Task.from_json(record["task"]), Result.from_json(record["result"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def records(self) -> Iterator[tuple[Task, Result]]:
        """Iterates over all records, in arbitrary order."""
        for entry in os.scandir(self.folder / "results"):
            recorded = self.recorded(entry.name.removesuffix(".json"))
            if recorded is not None:
                yield recorded


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Describes the parameters in which two runs differ.

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
    """Turns the errors of a full disk into :class:`NoRoom`."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise NoRoom(f"{folder}: {error.strerror}; make room and go on with --resume") from error
