"""How much memory a computation may take."""

from __future__ import annotations

import re
from pathlib import Path


def available() -> int | None:
    """Bytes that can be had without swapping, on Linux. Elsewhere there is no estimate, so no limit by itself."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB$", Path("/proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None


def allow(what: str, estimate: int, memory: int | None) -> None:
    """Raise ``MemoryError`` if ``estimate`` is more than ``memory``; if that is ``None``, more than is available."""
    limit, whose = (available(), "this machine has available") if memory is None else (memory, "memory= allows")
    if limit is not None and estimate > limit:
        raise MemoryError(f"{what} needs about {estimate / 1e9:.1f} GB of memory; {whose} {limit / 1e9:.1f} GB")
