"""Files that git has committed or staged: their names in the index, their content, and the targets of links.

Nothing is read from the working tree, with one exception: a file that a pointer of Git LFS names may be read there, if
it has the digest in the pointer.
"""

import hashlib
import os
import re
import subprocess
from collections.abc import Iterator
from types import TracebackType
from typing import IO

from report import quoted

# Modes of entries: files, executable or not, and links. Any other entry is a submodule.
FILES = {b"100644", b"100755"}
LINK = b"120000"

# Maximum length of a path, and therefore of a link's target.
LONGEST_LINK = 4096
# Maximum number of links that are followed one after another.
MOST_LINKS = 40
# Maximum size of a pointer of Git LFS.
LONGEST_POINTER = 1024
POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,18})\n"
)
CHUNK = 1 << 20


class Failure(Exception):
    """No certificate can be verified."""


class Unreadable(Exception):
    """A file has no content to verify. The message says why."""


def git(*command: str | bytes) -> bytes:
    """Run git and return its output."""
    try:
        run = subprocess.run(["git", "--no-replace-objects", *command], capture_output=True, check=False)
    except OSError as cause:
        raise Failure(f"git cannot be run: {cause.strerror}") from cause
    if run.returncode != 0:
        raise Failure(f"git cannot tell which files are tracked: {run.stderr.decode('utf-8', 'replace').strip()}")
    return run.stdout


def is_certificate(name: bytes) -> bool:
    """Tell whether a file name has the ending of a certificate."""
    return name.lower().endswith(b".cbor")


def tracked(folder: bytes, path: str) -> list[bytes]:
    """Return the index names of certificates that git tracks at a path, relative to a folder, and below."""
    listed = git("-C", folder, "--literal-pathspecs", "ls-files", "-z", "--cached", "--full-name", "--", path)
    # A file with a conflict is listed three times.
    return [name for name in dict.fromkeys(listed.split(b"\0")) if is_certificate(name)]


class Index:
    """The index of the repository that contains the working directory."""

    def __init__(self) -> None:
        """Read the names of all files."""
        self.top = git("rev-parse", "--show-toplevel").removesuffix(b"\n")
        self._entries: dict[bytes, tuple[bytes, bytes]] = {}
        self._conflicts: set[bytes] = set()
        for line in git("-C", self.top, "ls-files", "-z", "--stage", "--full-name").split(b"\0"):
            if line:
                about, _, name = line.partition(b"\t")
                mode, identity, stage = about.split(b" ")
                self._entries[name] = (mode, identity)
                if stage != b"0":
                    self._conflicts.add(name)
        self._batch: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Index":
        """Return the index itself."""
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """End the git process that reads objects."""
        if self._batch is not None:
            with self._batch:
                pass

    def __contains__(self, name: bytes) -> bool:
        """Tell whether git tracks a file with this name."""
        return name in self._entries

    def certificates(self) -> list[bytes]:
        """Return all files whose names have the ending of a certificate."""
        return [name for name in self._entries if is_certificate(name)]

    def name_of(self, path: str) -> bytes | None:
        """Return the name of a path in the index, even if it is untracked, or None if it is outside the repository."""
        folder, name = os.path.split(os.path.abspath(os.fsencode(path)))
        # The last part may be a link. The name is that of the link itself, not of its target.
        name = os.path.relpath(os.path.join(os.path.realpath(folder), name), os.path.realpath(self.top))
        return None if name == b".." or name.startswith(b"../") else name

    def copy(self, name: bytes, path: str) -> None:
        """Write the content of a file to a new path."""
        wanted = self._resolved(name)
        size, chunks = self._object(wanted)
        first = b""
        with open(path, "xb") as copy:
            for chunk in chunks:
                first = first or chunk
                copy.write(chunk)
        pointer = POINTER.fullmatch(first) if size <= LONGEST_POINTER else None
        if pointer:
            self._fetched(wanted, pointer[1].decode(), int(pointer[2]), path)

    def _resolved(self, name: bytes) -> bytes:
        """Return the file to which a name leads through links. The links and the file have to be in the index."""
        ahead, behind, links, target = name.split(b"/"), list[bytes](), 0, b""
        while ahead:
            part = ahead.pop(0)
            if part == b"..":
                if not behind:
                    raise Unreadable(f"it is a link to {quoted(target)}, which leads out of the repository")
                behind.pop()
            elif part not in (b"", b"."):
                behind.append(part)
            entry = self._entries.get(b"/".join(behind))
            if entry is not None and entry[0] == LINK:
                links += 1
                target = self._target(b"/".join(behind))
                if links > MOST_LINKS:
                    raise Unreadable(f"it is a link to {quoted(target)}, and so on without end")
                if target.startswith(b"/"):
                    raise Unreadable(f"it is a link to {quoted(target)}, which leads out of the repository")
                behind.pop()
                ahead = target.split(b"/") + ahead
        found = b"/".join(behind)
        mode, _ = self._entries.get(found, (b"", b""))
        if found in self._conflicts:
            raise Unreadable("it is in conflict: git has several versions of it")
        if mode in FILES:
            return found
        if links:
            raise Unreadable(f"it is a link to {quoted(target)}, and git tracks no file there")
        raise Unreadable("it is no regular file")

    def _target(self, name: bytes) -> bytes:
        size, chunks = self._object(name)
        if size > LONGEST_LINK:
            for _ in chunks:
                pass
            raise Unreadable("it is a link to a path that is too long")
        return b"".join(chunks)

    def _object(self, name: bytes) -> tuple[int, Iterator[bytes]]:
        """Return the size and the content of a file. The caller has to read the content to its end."""
        if self._batch is None:
            command = [b"git", b"--no-replace-objects", b"-C", self.top, b"cat-file", b"--batch"]
            pipe = subprocess.PIPE
            self._batch = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        asked, answer = self._batch.stdin, self._batch.stdout
        assert asked is not None
        assert answer is not None
        _, identity = self._entries[name]
        try:
            asked.write(identity + b"\n")
            asked.flush()
        except BrokenPipeError as cause:
            raise Failure("git ended while it was asked for files") from cause
        head = answer.readline().split()
        if len(head) != 3 or head[0] != identity:
            raise Unreadable("git does not have its content")
        return int(head[2]), chunked(answer, int(head[2]))

    def _fetched(self, name: bytes, digest: str, size: int, path: str) -> None:
        """Replace a pointer of Git LFS by the file that it names. If the file is missing, keep the pointer."""
        store = git("rev-parse", "--path-format=absolute", "--git-common-dir").removesuffix(b"\n")
        stored = os.path.join(store, b"lfs/objects", digest[:2].encode(), digest[2:4].encode(), digest.encode())
        for candidate in (stored, os.path.join(self.top, name)):
            if os.path.isfile(candidate) and os.path.getsize(candidate) == size:
                hashed, new = hashlib.sha256(), f"{path}.new"
                with open(candidate, "rb") as file, open(new, "wb") as copy:
                    for chunk in iter(lambda: file.read(CHUNK), b""):
                        hashed.update(chunk)
                        copy.write(chunk)
                if hashed.hexdigest() == digest:
                    os.replace(new, path)
                    return
                os.unlink(new)


def chunked(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Yield the content of an object from git's output, and read the line break after it."""
    while size > 0:
        chunk = file.read(min(size, CHUNK))
        if not chunk:
            raise Failure("git ended while it was asked for files")
        size -= len(chunk)
        yield chunk
    file.read(1)
