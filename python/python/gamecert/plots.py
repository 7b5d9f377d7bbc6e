"""Figures as axes of matplotlib, where that is installed, and small drawings for notebooks.

`solve` draws figures of its own without Python; these are for people who put several into one figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

#: Left's or White's colour and Right's or Black's: those of the pictures that `solve` draws.
FIRST, SECOND = "#00528f", "#db6a00"


def _scale() -> Colormap:
    """From Right's colour by white to Left's."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("gamecert", [SECOND, "white", FIRST])


def axes(ax: Axes | None) -> Axes:
    """The axes given, or new ones."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(layout="constrained")[1]


def spikes(ax: Axes | None, values: Sequence[float], counts: Sequence[int] | npt.NDArray[np.int64], label: str) -> Axes:
    """How often each value occurs: a line at the exact value."""
    ax = axes(ax)
    ax.vlines(values, 0, counts, color=FIRST, linewidth=1)
    ax.set(xlabel=label, ylabel="classes of positions", xlim=(0, 1), ylim=(0, None))
    return ax


def board(ax: Axes | None, values: npt.NDArray[np.float64], marks: dict[tuple[int, int], str]) -> Axes:
    """Values on the squares of a board, shape (ranks, files), with what else stands there."""
    ax = axes(ax)
    ranks, files = values.shape
    image = ax.imshow(
        values, origin="lower", cmap=_scale(), vmin=0, vmax=1, extent=(0.5, files + 0.5, 0.5, ranks + 0.5)
    )
    ax.figure.colorbar(image, ax=ax, label="alpha")
    for (file, rank), text in marks.items():
        ax.text(file + 1, rank + 1, text, ha="center", va="center", fontsize=14)
    ax.set_xticks(range(1, files + 1), [chr(ord("a") + file) for file in range(files)])
    ax.set_yticks(range(1, ranks + 1))
    return ax


def curve(ax: Axes | None, x: Sequence[int], y: Sequence[float], names: tuple[str, str], label: str) -> Axes:
    """Points over whole numbers, joined by a thin line."""
    ax = axes(ax)
    ax.plot(x, y, marker=".", linewidth=0.8, color=FIRST, label=label)
    ax.set(xlabel=names[0], ylabel=names[1])
    return ax


def heat(ax: Axes | None, values: npt.NDArray[np.int32], names: tuple[str, str], label: str) -> Axes:
    """A table of whole numbers, shape (rows, columns): those above 0 in Left's colour, those below in Right's."""
    ax = axes(ax)
    largest = max(abs(int(values.min(initial=0))), abs(int(values.max(initial=0))), 1)
    image = ax.imshow(values, origin="lower", cmap=_scale(), vmin=-largest, vmax=largest, aspect="auto")
    ax.figure.colorbar(image, ax=ax, label=label)
    ax.set(xlabel=names[0], ylabel=names[1])
    return ax


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Any]], left_out: int = 0) -> str:
    """A small table in HTML; what stands in it is escaped."""
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    more = f'<tr><td colspan="{len(head)}">… {left_out} more</td></tr>' if left_out else ""
    head_row = f"<thead><tr>{cells}</tr></thead>"
    return f"<table><caption>{escape(caption)}</caption>{head_row}<tbody>{body}{more}</tbody></table>"
