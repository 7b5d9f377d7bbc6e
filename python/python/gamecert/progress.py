"""Progress reports of long computations."""

from __future__ import annotations

import sys
from collections.abc import Callable

#: Callback for progress, called as ``progress(part, what, step, steps, note, done)``. It is called about 20 times a
#: second, once for each part of the work that has advanced. ``what`` names the stage of the part, ``step`` is the
#: number of completed steps, ``steps`` their total (``None`` if unknown), ``note`` a remark, and ``done`` tells whether
#: the part is finished. If the callback raises an exception, the computation stops.
Progress = Callable[[str, str, int, "int | None", str, bool], None]


class Bars:
    """Progress bars of tqdm, one for each part."""

    def __init__(self) -> None:
        """Raises ``ImportError`` if tqdm is not installed."""
        from tqdm.auto import tqdm

        self._tqdm = tqdm
        self._bars: dict[str, tqdm] = {}  # type: ignore[type-arg]

    def __call__(self, part: str, what: str, step: int, steps: int | None, note: str, done: bool) -> None:
        """Updates the bar of a part, and closes it when the part is done."""
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
    """Returns the callback for an argument ``progress``.

    ``None`` selects bars if standard error is a terminal and tqdm is installed, and otherwise no callback. ``True``
    selects bars, and raises ``ImportError`` without tqdm. ``False`` selects no callback.
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
