"""Runs an attempt at a task on a worker of a cluster, for :mod:`gamecert.bulk.cluster`.

This module is sent by value. It uses only Python and, for programs, Ray. The supervisor is a separate process, because
the worker's process has threads and should not fork.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import Any


def attempt(
    supervisor: str,
    job: dict[str, Any],
    content: dict[str, bytes],
    programs: dict[str, tuple[str, int, str, list[Any]]],
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Runs a job in a temporary folder. Returns the supervisor's answer and the outputs by name."""
    scratch = tempfile.mkdtemp(prefix="gamecert-")
    try:
        job = {**job, "scratch": scratch}
        for name, written in content.items():
            place = os.path.join(scratch, "in", name)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "wb") as file:
                file.write(written)
        found = {name: program(*one) for name, one in programs.items()}
        job["inputs"] = [
            [
                name,
                found.get(name) or (path if name not in content else os.path.join(scratch, "in", name)),
                size,
                digest,
            ]
            for name, path, size, digest in job["inputs"]
        ]
        answer = supervise(supervisor, job)
        outputs = {}
        for name, _, _ in answer.get("outputs", ()):
            with open(os.path.join(scratch, "out", name), "rb") as file:
                outputs[name] = file.read()
        return answer, outputs
    except OSError as error:
        return {"status": "lost", "cause": f"on its worker: {error}"}, {}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def supervise(source: str, job: dict[str, Any]) -> dict[str, Any]:
    """Sends a job to this worker's supervisor and returns its answer.

    If the worker dies, the supervisor's input ends, so it ends too.
    """
    if not _supervisor or _supervisor[0].poll() is not None:
        _supervisor[:] = [
            subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", source],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        ]
    process = _supervisor[0]
    assert process.stdin is not None
    assert process.stdout is not None
    # If the supervisor has died, its output ends, which is handled below.
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(json.dumps(job).encode() + b"\n")
        process.stdin.flush()
    started = None
    for line in process.stdout:
        answer: dict[str, Any] = json.loads(line)
        if "started" not in answer:
            return answer
        started = answer["started"]
    process.wait()
    if started is not None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(started, signal.SIGKILL)
    return {"status": "lost", "cause": "its supervisor died"}


#: Supervisor of this worker, after the first task.
_supervisor: list[subprocess.Popen[bytes]] = []


def program(path: str, size: int, digest: str, sent: list[Any]) -> str:
    """Returns the path of a program on this machine: the original path if the file is the same, else a copy."""
    key = (path, digest)
    if key not in _found:
        if not (os.path.isfile(path) and os.path.getsize(path) == size and hashed(path) == digest):
            path = received(digest, sent)
        _found[key] = path
    return _found[key]


_found: dict[tuple[str, str], str] = {}


def received(digest: str, sent: list[Any]) -> str:
    """Stores a received program in a folder of this user, named by its digest, and returns its path."""
    import ray

    folder = os.path.join(tempfile.gettempdir(), f"gamecert-programs-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if os.stat(folder).st_uid != os.getuid():
        raise PermissionError(f"{folder} is another user's")
    path = os.path.join(folder, digest)
    if not (os.path.isfile(path) and hashed(path) == digest):
        descriptor, aside = tempfile.mkstemp(dir=folder)
        with os.fdopen(descriptor, "wb") as file:
            file.write(ray.get(sent[0]))
        os.chmod(aside, 0o500)
        os.replace(aside, path)
    return path


def hashed(path: str) -> str:
    """Returns the SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
