"""The back end on this machine. Each worker is a supervisor process with a pipe in each direction."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import uuid
from dataclasses import dataclass
from typing import IO

from . import supervisor
from .backend import Reply, job_of
from .store import Store
from .supervisor import kill
from .task import Task

__all__ = ["LocalBackend"]


@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    lines: supervisor.Lines
    number: int | None = None
    """Number of its current attempt."""
    threads: int = 0
    memory: int = 0
    command: int | None = None
    """Process id of the command, if a command has started."""

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin


class LocalBackend:
    """Runs commands on this machine, with at most ``workers`` threads and ``memory`` bytes at the same time."""

    def __init__(self, store: Store, workers: int, memory: int | None = None) -> None:
        """Starts the supervisors. Without ``memory``, the total memory of the tasks is not limited."""
        self._store = store
        self.workers = workers
        self.moved = 0
        self._memory = memory
        self._selector = selectors.DefaultSelector()
        self._idle: list[_Worker] = []
        self._free_threads, self._free_memory = workers, memory or 0
        for _ in range(workers):
            self._employ()

    def _employ(self) -> None:
        """Starts one more supervisor."""
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", supervisor.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C in a terminal must reach only the driver, which then stops the supervisors in order.
            start_new_session=True,
        )
        assert process.stdout is not None
        worker = _Worker(process, supervisor.Lines(process.stdout.fileno()))
        self._selector.register(process.stdout, selectors.EVENT_READ, worker)
        self._idle.append(worker)

    def reason(self, task: Task, memory: int) -> str | None:
        """Implements :meth:`.Backend.reason`."""
        if self._memory is not None and memory > self._memory:
            return f"needs {memory} bytes of memory; the run has {self._memory}"
        return None

    def fits(self, task: Task, memory: int) -> bool:
        """Implements :meth:`.Backend.fits`."""
        enough = self._memory is None or memory <= self._free_memory
        return bool(self._idle) and enough and min(task.threads, self.workers) <= self._free_threads

    def start(self, number: int, task: Task, memory: int) -> None:
        """Implements :meth:`.Backend.start`."""
        worker = self._idle.pop()
        worker.number, worker.threads, worker.memory = number, min(task.threads, self.workers), memory
        self._free_threads -= worker.threads
        self._free_memory -= memory
        job = job_of(task, memory, worker.threads, self._store, self._store.scratch / uuid.uuid4().hex)
        # If the supervisor has died, its output pipe ends, and `wait` handles it.
        with contextlib.suppress(BrokenPipeError):
            worker.stdin.write(json.dumps(job).encode() + b"\n")
            worker.stdin.flush()

    def wait(self, seconds: float | None) -> list[tuple[int, Reply]]:
        """Implements :meth:`.Backend.wait`."""
        ended = []
        for key, _ in self._selector.select(seconds):
            worker: _Worker = key.data
            line = worker.lines.next()
            if line is None:
                ended += self._bury(worker)
                continue
            answer = json.loads(line)
            if "started" in answer:
                worker.command = answer["started"]
                if not worker.lines.waiting():
                    continue
                answer = json.loads(worker.lines.next() or b"")
            ended.append((self._release(worker), Reply.from_json(answer)))
            self._idle.append(worker)
        return ended

    def _release(self, worker: _Worker) -> int:
        assert worker.number is not None
        number, worker.number, worker.command = worker.number, None, None
        self._free_threads += worker.threads
        self._free_memory += worker.memory
        return number

    def _bury(self, worker: _Worker) -> list[tuple[int, Reply]]:
        """Replaces a supervisor that has died, and kills its command."""
        self._end(worker)
        ended = []
        if worker.number is not None:
            status = worker.process.returncode
            ended = [(self._release(worker), Reply("lost", cause=f"its supervisor died (status {status})"))]
        else:
            self._idle.remove(worker)
        self._employ()
        return ended

    def _end(self, worker: _Worker) -> None:
        assert worker.process.stdout is not None
        self._selector.unregister(worker.process.stdout)
        with contextlib.suppress(BrokenPipeError):
            worker.stdin.close()
        # When its input ends, a live supervisor kills its command and exits.
        worker.process.stdout.read()
        worker.process.stdout.close()
        worker.process.wait()
        if worker.process.returncode != 0 and worker.command is not None:
            kill(worker.command)

    def close(self) -> None:
        """Implements :meth:`.Backend.close`."""
        for key in list(self._selector.get_map().values()):
            self._end(key.data)
        self._selector.close()
        self._idle.clear()

    def kill_one(self) -> bool:
        """Kills a busy supervisor, for tests. Returns ``False`` if no supervisor is busy."""
        for key in self._selector.get_map().values():
            if key.data.number is not None:
                os.kill(key.data.process.pid, signal.SIGKILL)
                return True
        return False
