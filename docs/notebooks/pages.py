"""Executes the notebooks of this folder, and writes them with their outputs as pages of the book.

    python3 docs/notebooks/pages.py            writes docs/src/notebooks
    python3 docs/notebooks/pages.py --check    fails if an execution gives other texts than the pages have

Needs the packages gamecert, nbclient, ipykernel, matplotlib and chess. Notebooks are kept without outputs; what a figure shows stands in the metadata of its cell,
as `alt`.
"""

from __future__ import annotations

import argparse
import base64
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
PAGES = HERE.parent / "src" / "notebooks"
#: Seconds for one cell.
MOST = 240


def fenced(language: str, text: str) -> str:
    """A block of code or output."""
    return f"```{language}\n{text.rstrip()}\n```\n"


class Page:
    """A page in the making, with its figures."""

    def __init__(self, name: str) -> None:
        """An empty page."""
        self.name = name
        self.parts: list[str] = []
        self.figures: dict[str, bytes] = {}

    def figure(self, ending: str, content: bytes, alt: str) -> None:
        """Adds a figure."""
        if not alt:
            raise SystemExit(f"{self.name}: a figure without alternative text, `alt` in the metadata of its cell")
        name = f"{self.name}-{len(self.figures) + 1}.{ending}"
        self.figures[name] = content
        self.parts.append(f"![{alt}]({name})\n")

    def output(self, output: Any, alt: str) -> None:
        """Adds what a cell has shown."""
        data = output.data
        if "image/svg+xml" in data:
            self.figure("svg", data["image/svg+xml"].encode(), alt)
        elif "image/png" in data:
            self.figure("png", base64.b64decode(data["image/png"]), alt)
        else:
            self.parts.append(fenced("text", data["text/plain"]))

    def text(self) -> str:
        """The page."""
        source = f"https://github.com/gamecert/gamecert/blob/main/docs/notebooks/{self.name}.ipynb"
        return "\n".join([*self.parts, f"The gate executes [the notebook][notebook] of this page.\n\n[notebook]: {source}\n"])


def executed(path: Path) -> Page:
    """The page of a notebook, which is executed."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=MOST, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}).execute()
    page = Page(path.stem)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            page.parts.append(cell.source.rstrip() + "\n")
            continue
        page.parts.append(fenced("python", cell.source))
        # What is printed comes in pieces, which depend on time, and before what is shown.
        if printed := "".join(output.text for output in cell.outputs if output.output_type == "stream"):
            page.parts.append(fenced("text", printed))
        for output in cell.outputs:
            if output.output_type != "stream":
                page.output(output, cell.metadata.get("alt", ""))
    return page


def main() -> int:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    wrong = []
    notebooks = sorted(HERE.glob("*.ipynb"))
    if not check:
        PAGES.mkdir(exist_ok=True)
        for old in PAGES.iterdir():
            old.unlink()
    for path in notebooks:
        page = executed(path)
        file = PAGES / f"{path.stem}.md"
        if check:
            known = file.read_text() if file.is_file() else ""
            missing = [name for name in page.figures if not (PAGES / name).is_file()]
            if known != page.text() or missing:
                wrong.append(path.stem)
                differing = [f"- {a}\n+ {b}" for a, b in zip(known.splitlines(), page.text().splitlines()) if a != b]
                print(f"{path.stem}: the page has other texts, or lacks figures ({', '.join(missing)})")
                print("\n".join(differing[:5]))
        else:
            file.write_text(page.text())
            for name, content in page.figures.items():
                (PAGES / name).write_bytes(content)
        print(f"{path.stem}: {len(page.parts)} parts, {len(page.figures)} figures")
    return 1 if wrong or not notebooks else 0


if __name__ == "__main__":
    sys.exit(main())
