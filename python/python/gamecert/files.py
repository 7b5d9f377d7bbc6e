"""Files written as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> Path:
    """Writes a file, or leaves what is there as it is. A file with the same bytes is left alone."""
    if not path.is_file() or path.read_bytes() != content:
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_bytes(content)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    return path
