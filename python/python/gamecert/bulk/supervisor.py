"""Runs commands for a back end, one after the other, each in a folder of its own, and leaves no process behind.

This is a program, not a library: a worker starts it and writes one job a line to its standard input, as JSON, and
reads one answer a line. It needs nothing but Python, because on a cluster it is sent to machines that have no more.
It knows nothing of plans, keys and records; what an answer means is for :mod:`gamecert.bulk.driver` to say.

The command is a child in a process group of its own. It is killed with all its group when standard input ends, which
is how the death of the worker shows, and it dies by itself when this process does. What it has started does not: the
worker, which has been told the group before the command began, kills that.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import functools
import hashlib
import json
import os
import select
import shutil
import signal
import tarfile
import time
from typing import Any

#: ``prctl`` of Linux: the signal that a process gets when its parent dies.
PR_SET_PDEATHSIG = 1

#: How often the memory of a command is looked at, in milliseconds.
LOOK = 50

#: A command that fails while fewer bytes than these are free has failed for want of them.
SPACE = 1 << 20

#: What the system says when there is no room to write.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

#: How much of the end of standard error is kept.
TAIL = 2000


def main() -> None:
    """Takes jobs until standard input ends."""
    # Output of commands goes to files, so this descriptor is for answers alone.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    libc = ctypes.CDLL(None, use_errno=True)
    lines = Lines(0)
    while (line := lines.next()) is not None:
        job = json.loads(line)
        try:
            answer = run(job, libc, answers)
        except OSError as error:
            status = "disk" if error.errno in NO_ROOM else "lost"
            answer = {"status": status, "cause": f"{job['scratch']}: {error}"}
        if answer is not None:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
        # Behind the answer, which somebody waits for.
        if job["objects"] is not None:
            shutil.rmtree(job["scratch"], ignore_errors=True)
        if answer is None:
            return


class Lines:
    """Lines of a descriptor, read without a buffer that ``poll`` would not see."""

    def __init__(self, descriptor: int) -> None:
        """Nothing is read yet."""
        self._descriptor = descriptor
        self._rest = b""

    def next(self) -> bytes | None:
        """The next line, ``None`` at the end."""
        while b"\n" not in self._rest:
            more = os.read(self._descriptor, 1 << 16)
            if not more:
                return None
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def waiting(self) -> bool:
        """Whether there is a line that has been read from the descriptor already."""
        return b"\n" in self._rest


def run(job: dict[str, Any], libc: ctypes.CDLL, answers: Any) -> dict[str, Any] | None:
    """Runs one job and says how it went; ``None`` if standard input has ended meanwhile."""
    scratch, taken = job["scratch"], time.monotonic()
    os.makedirs(os.path.join(scratch, "in"), exist_ok=True)
    os.mkdir(os.path.join(scratch, "out"))
    wrong = place_inputs(job)
    if wrong is not None:
        return wrong
    begun = time.monotonic()
    pid = spawn(job, libc, answers.fileno())
    waited = wait(pid, job["memory"])
    if waited is None:
        return None
    status, usage, too_large = waited
    answer: dict[str, Any] = {
        "code": os.waitstatus_to_exitcode(status),
        "seconds": round(time.monotonic() - begun, 6),
        "processor": round(usage.ru_utime + usage.ru_stime, 6),
        "peak": usage.ru_maxrss * 1024,
        "tail": tail(os.path.join(scratch, "stderr")),
    }
    answer |= verdict(job, answer["code"], too_large)
    return answer | {"occupied": round(time.monotonic() - taken, 6)}


def place_inputs(job: dict[str, Any]) -> dict[str, Any] | None:
    """Puts links to the inputs into the folder ``in``; an answer if one is not what it should be."""
    for name, path, size, digest in job["inputs"]:
        cause = None
        try:
            if os.path.getsize(path) != size:
                cause = f"{path} has {os.path.getsize(path)} bytes, expected {size}"
            elif digest is not None and hashed(path) != digest:
                cause = f"{path} is corrupt: its SHA-256 is not {digest}"
        except OSError as error:
            cause = str(error)
        if cause is not None:
            return {"status": "input", "input": name, "cause": f"input {name}: {cause}"}
        place = os.path.join(job["scratch"], "in", name)
        if os.path.abspath(path) != os.path.abspath(place):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.symlink(os.path.abspath(path), place)
    return None


def spawn(job: dict[str, Any], libc: ctypes.CDLL, answers: int) -> int:
    """Starts the command in its folder."""
    scratch, parent = job["scratch"], os.getpid()
    # Looked for once: most of the time of a short command would be for looking on ``PATH``.
    program = which(job["argv"][0])
    new = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    stdin = os.open(os.devnull, os.O_RDONLY)
    stdout = os.open(os.path.join(scratch, "out", job["stdout"]) if job["stdout"] else os.devnull, new, 0o644)
    stderr = os.open(os.path.join(scratch, "stderr"), new, 0o644)
    pid = os.fork()
    if pid == 0:
        try:
            os.setpgid(0, 0)
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)
            # Before the command begins, which may kill this process's parent: the worker knows what to kill then.
            os.write(answers, json.dumps({"started": os.getpid()}).encode() + b"\n")
            for number, descriptor in enumerate((stdin, stdout, stderr)):
                os.dup2(descriptor, number)
            # Should the system run out of memory, it takes the command before what looks after it.
            os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC), b"500")
            # What Python ignores, a program may rely on.
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(scratch)
            os.execv(program, job["argv"])
        except BaseException as error:
            os.write(2, f"{job['argv'][0]}: {error}\n".encode())
        finally:
            os._exit(127)
    # Here as well, so that there is a group to kill from now on. The command may have begun, or ended, already.
    with contextlib.suppress(PermissionError, ProcessLookupError):
        os.setpgid(pid, pid)
    for descriptor in (stdin, stdout, stderr):
        os.close(descriptor)
    return pid


@functools.cache
def which(program: str) -> str:
    """A program of ``PATH``; what it is if there is none, which the attempt to run it will say."""
    return program if os.sep in program else shutil.which(program) or program


def wait(pid: int, memory: int) -> tuple[int, Any, bool] | None:
    """Waits for the command: its status, what it used, and whether it was killed for more than ``memory`` bytes.

    ``None`` if standard input ended first: the command has been killed then.
    """
    ended = os.pidfd_open(pid)
    poll = select.poll()
    # No job comes before this one is answered: what is there to read is the end.
    poll.register(0, select.POLLIN)
    poll.register(ended, select.POLLIN)
    too_large = False
    try:
        while True:
            events = dict(poll.poll(LOOK if memory else None))
            if ended in events:
                _, status, usage = os.wait4(pid, 0)
                # What it started and did not wait for.
                kill(pid)
                return status, usage, too_large
            if 0 in events:
                kill(pid)
                os.wait4(pid, 0)
                return None
            if memory and resident(pid) > memory:
                too_large = True
                kill(pid)
    finally:
        os.close(ended)


def kill(group: int) -> None:
    """Kills what is left of a process group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def resident(pid: int) -> int:
    """Bytes in memory of a process and those that it has started."""
    total = 0
    try:
        with open(f"/proc/{pid}/statm") as statm:
            total = int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        with open(f"/proc/{pid}/task/{pid}/children") as children:
            started = children.read().split()
    except (OSError, IndexError):
        return total
    return total + sum(resident(int(child)) for child in started)


def verdict(job: dict[str, Any], code: int, too_large: bool) -> dict[str, Any]:
    """What became of a command that has ended, and its outputs."""
    if too_large:
        return {"status": "memory", "cause": f"took more than {job['memory']} bytes of memory"}
    if code not in job["accepted"]:
        if free(job["scratch"]) < SPACE:
            return {"status": "disk", "cause": f"{job['scratch']}: no space left"}
        if code < 0:
            return {"status": "killed", "cause": f"killed by signal {-code}"}
        return {"status": "failed", "cause": f"exit status {code}"}
    outputs = []
    for name in job["outputs"]:
        path = os.path.join(job["scratch"], "out", name)
        if name in job["folders"]:
            pack(path)
        if not os.path.isfile(path) or os.path.islink(path):
            return {"status": "failed", "cause": f"exit status {code}, but there is no output {name}"}
        outputs.append([name, os.path.getsize(path), hashed(path)])
    if job["objects"] is not None:
        for name, _, digest in outputs:
            keep(os.path.join(job["scratch"], "out", name), job["objects"], digest)
    return {"status": "done", "outputs": outputs}


def pack(folder: str) -> None:
    """Puts an archive of a folder's files in its place. Only their names and contents are in it."""
    archive = folder + ".tar"
    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as tar:
        for path, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                content = os.path.join(path, name)
                member = tarfile.TarInfo(os.path.relpath(content, folder))
                member.size = os.path.getsize(content)
                with open(content, "rb") as file:
                    tar.addfile(member, file)
    if os.path.isdir(folder):
        shutil.rmtree(folder)
    os.replace(archive, folder)


def keep(path: str, objects: str, digest: str) -> None:
    """Moves a file to its place among those named by their digests."""
    place = os.path.join(objects, digest[:2], digest)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    os.chmod(path, 0o444)
    os.replace(path, place)


def free(folder: str) -> int:
    """Bytes that can be written where a folder is."""
    of = os.statvfs(folder)
    return of.f_bavail * of.f_frsize


def hashed(path: str) -> str:
    """The SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def tail(path: str) -> str:
    """The end of a text."""
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - TAIL))
        return file.read().decode(errors="replace")


if __name__ == "__main__":
    main()
