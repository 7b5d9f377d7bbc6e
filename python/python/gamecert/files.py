"""Atomic writing of files."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> Path:
    """Writes a file atomically and returns its path.

    A file that already contains these bytes is not touched. If the write fails, an existing file keeps its bytes.
    """
    if not path.is_file() or path.read_bytes() != content:
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_bytes(content)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    return path
