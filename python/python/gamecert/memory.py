"""Limits on the memory of a computation."""

from __future__ import annotations

import re
from pathlib import Path


def available() -> int | None:
    """Returns the bytes available without swapping on Linux, and ``None`` on systems that do not report this number."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB$", Path("/proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None


def allow(what: str, estimate: int, memory: int | None) -> None:
    """Raises ``MemoryError`` if ``estimate`` exceeds ``memory``, or the available memory if ``memory`` is ``None``."""
    limit, whose = (available(), "this machine has available") if memory is None else (memory, "memory= allows")
    if limit is not None and estimate > limit:
        raise MemoryError(f"{what} needs about {estimate / 1e9:.1f} GB of memory; {whose} {limit / 1e9:.1f} GB")
