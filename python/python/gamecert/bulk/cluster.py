"""The back end on a cluster of Ray.

A worker needs Ray and Python of the same versions, but no part of gamecert. The code for the worker is sent by value,
the supervisor as text, and inputs and programs as bytes. The outputs of a command come back as bytes. Only shared files
must exist on the worker, at the path that the task names.

Only the driver repeats attempts, so that they are counted in one place. Ray's own retries are switched off.
"""

from __future__ import annotations

import importlib
import logging
import os
import socket
import time
from pathlib import Path
from typing import Any

from . import remote
from .backend import Reply, job_of
from .store import Corrupt, RunError, Store
from .task import Program, Stored, Task

__all__ = ["RayBackend"]

#: Number of tasks submitted to Ray per processor, including running tasks. With more tasks, the order of priorities
#: would be lost. With fewer, workers would wait for the driver.
AHEAD = 3


class RayBackend:
    """Runs commands as tasks of Ray, on the cluster at ``address`` or on a new cluster of this machine."""

    def __init__(self, store: Store, address: str | None = None, workers: int | None = None) -> None:
        """Connects to a cluster, or starts one with ``workers`` processors that listens only on this machine."""
        if address is None or address.startswith(("127.", "localhost:")):
            # Otherwise Ray would replace the address by the machine's external one. Ray reads the variable when it is
            # imported.
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        try:
            # Ray is optional, and has no types for the functions used here.
            self._ray: Any = importlib.import_module("ray")
        except ImportError as error:
            raise RunError(f"the package ray is needed: pip install 'gamecert[bulk]' ({error})") from error
        self._store = store
        self.moved: int = 0
        self._own = not self._ray.is_initialized()
        quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
        if self._own and address is None:
            self._ray.init(num_cpus=workers, include_dashboard=False, _node_ip_address="127.0.0.1", **quiet)
        elif self._own:
            reachable(str(address))
            try:
                self._ray.init(address=address, **quiet)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise RunError(f"no cluster of Ray at {address}: {error}") from error
        self._nodes: list[dict[str, Any]] = []
        self._asked = 0.0
        self._ray.cloudpickle.register_pickle_by_value(remote)
        self._attempt = self._ray.remote(max_retries=0)(remote.attempt)
        self._supervisor = self._ray.put(Path(__file__).with_name("supervisor.py").read_text())
        self._programs: dict[str, Any] = {}
        self._running: dict[Any, tuple[int, Task]] = {}
        #: Attempts that ended before they were sent.
        self._ended: list[tuple[int, Reply]] = []

    @property
    def workers(self) -> int:
        """Current number of processors in the cluster."""
        self._most("CPU")
        return max(1, sum(int(node.get("CPU", 0)) for node in self._nodes))

    def reason(self, task: Task, memory: int) -> str | None:
        """Implements :meth:`.Backend.reason`."""
        if not memory:
            return None
        most = self._most("memory")
        return f"needs {memory} bytes of memory; no node has more than {most}" if memory > most else None

    def _most(self, resource: str) -> int:
        """Returns the largest amount of a resource on one node. The list of nodes is refreshed every 5 seconds."""
        if time.monotonic() > self._asked + 5 or not self._nodes:
            self._nodes = [node["Resources"] for node in self._ray.nodes() if node["Alive"]]
            self._asked = time.monotonic()
        return max((int(node.get(resource, 0)) for node in self._nodes), default=0)

    def fits(self, task: Task, memory: int) -> bool:
        """Implements :meth:`.Backend.fits`. Ray itself finds a node with enough room."""
        return len(self._running) < AHEAD * self.workers

    def start(self, number: int, task: Task, memory: int) -> None:
        """Implements :meth:`.Backend.start`."""
        content: dict[str, bytes] = {}
        for name, one in task.inputs.items():
            if isinstance(one, Stored):
                try:
                    content[name] = self._store.read(one)
                except Corrupt as corrupt:
                    self._ended.append((number, Reply("input", input=name, cause=f"input {name}: {corrupt}")))
                    return
        programs = {name: one for name, one in task.inputs.items() if isinstance(one, Program)}
        threads = max(1, min(task.threads, self._most("CPU")))
        job = job_of(task, memory, threads, None, Path())
        sent = {name: (one.path, one.size, one.digest, [self._program(one)]) for name, one in programs.items()}
        attempt = self._attempt.options(num_cpus=threads, memory=memory or None)
        self._running[attempt.remote(self._supervisor, job, content, sent)] = number, task
        self.moved += sum(map(len, content.values()))

    def _program(self, program: Program) -> Any:
        """Returns a program as an object of Ray. Each program is put into Ray's object store once."""
        if program.digest not in self._programs:
            self._programs[program.digest] = self._ray.put(Path(program.path).read_bytes())
        return self._programs[program.digest]

    def wait(self, seconds: float | None) -> list[tuple[int, Reply]]:
        """Implements :meth:`.Backend.wait`."""
        ended, self._ended = self._ended, []
        if ended or not self._running:
            return ended
        running = list(self._running)
        # Wait for one attempt, then collect all others that have ended too.
        ready, _ = self._ray.wait(running, num_returns=1, timeout=seconds, fetch_local=False)
        if ready:
            ready, _ = self._ray.wait(running, num_returns=len(running), timeout=0, fetch_local=False)
        for one in ready:
            number, _ = self._running.pop(one)
            ended.append((number, self._reply(one)))
        return ended

    def _reply(self, ready: Any) -> Reply:
        """Returns the reply of an ended attempt, and stores its outputs if they arrived intact."""
        try:
            answer, content = self._ray.get(ready)
        except self._ray.exceptions.RayError as error:
            return Reply("lost", cause=f"its worker was lost: {type(error).__name__}: {str(error).splitlines()[0]}")
        reply = Reply.from_json(answer)
        if reply.status == "disk":
            # The disk of the worker is full. Another worker may have room.
            return Reply("lost", cause=reply.cause)
        for name, stored in reply.outputs.items():
            self.moved += len(content[name])
            if self._store.put(content[name]) != stored:
                return Reply("lost", cause=f"output {name} came back with other bytes")
        return reply

    def close(self) -> None:
        """Implements :meth:`.Backend.close`."""
        for one in self._running:
            self._ray.cancel(one, force=True)
        self._running.clear()
        if self._own:
            self._ray.shutdown()


def reachable(address: str) -> None:
    """Raises :class:`RunError` if nobody listens at ``HOST:PORT``, because Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.removeprefix("ray://"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise RunError(f"no cluster of Ray at {address}: {error}") from error
