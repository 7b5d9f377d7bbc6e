"""Runs commands for a back end, one after the other, each in a separate folder, and leaves no process running.

This file is a program, not a library. A worker starts it, writes jobs to its standard input, one JSON object a line,
and reads one answer a line. The program needs only Python, because on a cluster it is sent to machines that have
nothing else. It knows nothing of plans, keys and records. :mod:`gamecert.bulk.driver` interprets the answers.

A command is a child in its own process group. When standard input ends, which shows that the worker has died, this
program kills the whole group. If this program dies, the system kills the command, but not the processes that the
command has started. The worker kills those, because it learns the process group before the command begins.
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

#: Option of Linux's ``prctl`` for the signal that a process gets when its parent dies.
PR_SET_PDEATHSIG = 1

#: Interval in milliseconds between two checks of a command's memory.
LOOK = 50

#: If a command fails while fewer bytes than this are free, the failure is attributed to the full disk.
SPACE = 1 << 20

#: Errors of the system if there is no room to write.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

#: Number of bytes kept from the end of standard error.
TAIL = 2000


def main() -> None:
    """Runs jobs until standard input ends."""
    # The output of commands goes to files, so only answers are written to this descriptor.
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
        # The folder is removed only now, because the back end waits for the answer.
        if job["objects"] is not None:
            shutil.rmtree(job["scratch"], ignore_errors=True)
        if answer is None:
            return


class Lines:
    """Lines of a descriptor. They are read without Python's buffer, whose content ``poll`` would not see."""

    def __init__(self, descriptor: int) -> None:
        """Starts with an empty buffer."""
        self._descriptor = descriptor
        self._rest = b""

    def next(self) -> bytes | None:
        """Returns the next line, or ``None`` at the end."""
        while b"\n" not in self._rest:
            more = os.read(self._descriptor, 1 << 16)
            if not more:
                return None
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def waiting(self) -> bool:
        """Tells whether a complete line is already in the buffer."""
        return b"\n" in self._rest


def run(job: dict[str, Any], libc: ctypes.CDLL, answers: Any) -> dict[str, Any] | None:
    """Runs one job and returns the answer, or ``None`` if standard input has ended meanwhile."""
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
    """Links the inputs into the folder ``in``. If an input is missing or wrong, returns the answer that says so."""
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
    """Starts the command in its folder and returns its process id."""
    scratch, parent = job["scratch"], os.getpid()
    # The program is looked up once, because the search on ``PATH`` would dominate the time of short commands.
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
            # The worker has to know the process group before the command begins, because the command could kill this
            # process's parent. Then the worker kills the group.
            os.write(answers, json.dumps({"started": os.getpid()}).encode() + b"\n")
            for number, descriptor in enumerate((stdin, stdout, stderr)):
                os.dup2(descriptor, number)
            # If the system runs out of memory, it should kill the command rather than the supervisor.
            os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC), b"500")
            # Python ignores these signals, but programs may rely on their default action.
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(scratch)
            os.execv(program, job["argv"])
        except BaseException as error:
            os.write(2, f"{job['argv'][0]}: {error}\n".encode())
        finally:
            os._exit(127)
    # The parent sets the group too, so that the group exists from now on. The command may already have begun or ended.
    with contextlib.suppress(PermissionError, ProcessLookupError):
        os.setpgid(pid, pid)
    for descriptor in (stdin, stdout, stderr):
        os.close(descriptor)
    return pid


@functools.cache
def which(program: str) -> str:
    """Returns the path of a program. If it is not on ``PATH``, returns its name, and running it will fail."""
    return program if os.sep in program else shutil.which(program) or program


def wait(pid: int, memory: int) -> tuple[int, Any, bool] | None:
    """Waits for the command. Returns its status, its resource usage, and whether it exceeded ``memory`` bytes.

    If standard input ends first, kills the command and returns ``None``.
    """
    ended = os.pidfd_open(pid)
    poll = select.poll()
    # The worker sends no job before it has the answer to this one, so input can only mean the end of input.
    poll.register(0, select.POLLIN)
    poll.register(ended, select.POLLIN)
    too_large = False
    try:
        while True:
            events = dict(poll.poll(LOOK if memory else None))
            if ended in events:
                _, status, usage = os.wait4(pid, 0)
                # Kill processes that the command started and did not wait for.
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
    """Kills all remaining processes of a group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def resident(pid: int) -> int:
    """Returns the resident memory, in bytes, of a process and its descendants."""
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
    """Returns the status of a command that has ended, and its outputs."""
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
    """Replaces a folder by a tar archive, which contains only the names and contents of its files."""
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
    """Moves a file into the folder of objects, under its digest."""
    place = os.path.join(objects, digest[:2], digest)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    os.chmod(path, 0o444)
    os.replace(path, place)


def free(folder: str) -> int:
    """Returns the number of free bytes on the disk of a folder."""
    of = os.statvfs(folder)
    return of.f_bavail * of.f_frsize


def hashed(path: str) -> str:
    """Returns the SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def tail(path: str) -> str:
    """Returns the end of a text file."""
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - TAIL))
        return file.read().decode(errors="replace")


if __name__ == "__main__":
    main()
