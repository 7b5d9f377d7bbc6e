"""Plots for matplotlib, if it is installed, and small HTML tables for notebooks.

`solve` draws its own figures without Python. These functions serve people who combine several plots in one figure.
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

#: Colours of Left (White) and of Right (Black), the same as in the pictures that `solve` draws.
FIRST, SECOND = "#00528f", "#db6a00"


def _scale() -> Colormap:
    """Returns a colour map from Right's colour through white to Left's."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("gamecert", [SECOND, "white", FIRST])


def axes(ax: Axes | None) -> Axes:
    """Returns ``ax``, or new axes if ``ax`` is ``None``."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(layout="constrained")[1]


def spikes(ax: Axes | None, values: Sequence[float], counts: Sequence[int] | npt.NDArray[np.int64], label: str) -> Axes:
    """Plots how often each value occurs, as a vertical line at the exact value."""
    ax = axes(ax)
    ax.vlines(values, 0, counts, color=FIRST, linewidth=1)
    ax.set(xlabel=label, ylabel="classes of positions", xlim=(0, 1), ylim=(0, None))
    return ax


def board(ax: Axes | None, values: npt.NDArray[np.float64], marks: dict[tuple[int, int], str]) -> Axes:
    """Plots ``values``, shape (ranks, files), on the squares of a board, with texts ``marks`` on some squares."""
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
    """Plots points over whole numbers, joined by a thin line."""
    ax = axes(ax)
    ax.plot(x, y, marker=".", linewidth=0.8, color=FIRST, label=label)
    ax.set(xlabel=names[0], ylabel=names[1])
    return ax


def heat(ax: Axes | None, values: npt.NDArray[np.int32], names: tuple[str, str], label: str) -> Axes:
    """Plots whole numbers, shape (rows, columns): positive ones in Left's colour, negative ones in Right's."""
    ax = axes(ax)
    largest = max(abs(int(values.min(initial=0))), abs(int(values.max(initial=0))), 1)
    image = ax.imshow(values, origin="lower", cmap=_scale(), vmin=-largest, vmax=largest, aspect="auto")
    ax.figure.colorbar(image, ax=ax, label=label)
    ax.set(xlabel=names[0], ylabel=names[1])
    return ax


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Any]], left_out: int = 0) -> str:
    """Returns a small HTML table, in which all text is escaped."""
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    more = f'<tr><td colspan="{len(head)}">… {left_out} more</td></tr>' if left_out else ""
    head_row = f"<thead><tr>{cells}</tr></thead>"
    return f"<table><caption>{escape(caption)}</caption>{head_row}<tbody>{body}{more}</tbody></table>"
