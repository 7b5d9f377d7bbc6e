"""How long computations tell their progress."""

from __future__ import annotations

import sys
from collections.abc import Callable

#: Called as ``progress(part, what, step, steps, note, done)`` about 20 times a second for each part of the work
#: that has got on: what it is doing, steps done and
#: in all (``None`` if that is not known), a note, and whether the part is finished. If it raises, the computation
#: is stopped.
Progress = Callable[[str, str, int, "int | None", str, bool], None]


class Bars:
    """Progress as bars of tqdm, one for each part."""

    def __init__(self) -> None:
        """Needs the package tqdm."""
        from tqdm.auto import tqdm

        self._tqdm = tqdm
        self._bars: dict[str, tqdm] = {}  # type: ignore[type-arg]

    def __call__(self, part: str, what: str, step: int, steps: int | None, note: str, done: bool) -> None:
        """Brings the bar of a part up to date."""
        bar = self._bars.get(part)
        if bar is None:
            bar = self._bars[part] = self._tqdm(leave=False)
        bar.set_description_str(f"{part} {what}".strip(), refresh=False)
        bar.set_postfix_str(note, refresh=False)
        bar.total, bar.n = steps, step
        if done:
            bar.close()
            del self._bars[part]
        else:
            bar.refresh()


def chosen(progress: Progress | bool | None) -> Progress | None:
    """What to call.

    ``None`` stands for bars if standard error is a terminal and tqdm is installed, ``True`` for bars, ``False`` for
    nothing.
    """
    if callable(progress):
        return progress
    if progress is False or (progress is None and not sys.stderr.isatty()):
        return None
    try:
        return Bars()
    except ImportError:
        if progress:
            raise
        return None
