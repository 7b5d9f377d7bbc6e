"""What the plan ``games`` costs beside one process: ``games_work.py FILE COPIES [ROUNDS]``, as rows of a table.

The file of games is there ``COPIES`` times, as links. One process after the other examines them with one thread, then
certificates and summaries are merged with one thread and the table is written: first as the system places it, then
all on one processor. Two workers do the same by the plan. What comes out must be the same bytes. This goes round
in turns, and the medians count. Needs ``solve`` on the path, or where ``GAMECERT_SOLVE`` says.
"""

import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gamecert.bulk import Program
from gamecert.bulk.games import COLUMNS, Parquet

WORKERS = 2

#: What both write.
FINAL = ("games.csv", "games.parquet", "certificates.cbor")


@dataclass
class Cost:
    """Of a number of commands, in seconds."""

    wall: float
    processor: float


def measured(work: Callable[[], None]) -> Cost:
    """What the commands that ``work`` runs cost."""
    begun, before = time.monotonic(), os.times()
    work()
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Cost(time.monotonic() - begun, used)


def run(arguments: Sequence[str], output: Path | None = None, processor: int | None = None) -> None:
    """Runs a command."""
    pinned = ["taskset", "--cpu-list", str(processor)] if processor is not None else []
    with open(output or os.devnull, "wb") as file:
        subprocess.run([*pinned, *arguments], stdout=file, stderr=subprocess.DEVNULL, check=True)


def one_process(solve: str, files: Sequence[Path], folder: Path, processor: int | None = None) -> list[Cost]:
    """One command after the other: what the examination costs, and what is made of it."""
    names = [folder / file.name for file in files]

    def examine() -> None:
        for file, name in zip(files, names, strict=True):
            asked = ["--pgn", str(file), "--threads", "1", "--json", "--summary", f"{name}.json"]
            records = name.with_suffix(".jsonl")
            run([solve, "unwinnable", *asked, "--emit-cert", f"{name}.cbor"], records, processor)

    def merge() -> None:
        certificates = ["certs", *(f"{name}.cbor" for name in names), "--emit-cert", str(folder / "certificates.cbor")]
        run([solve, "merge", *certificates, "--threads", "1"], None, processor)
        summary = folder / "summary.json"
        run([solve, "merge", "summaries", *(f"{name}.json" for name in names), "--json"], summary, processor)
        run([sys.executable, __file__, "table", str(folder), *(file.name for file in files)], None, processor)

    return [measured(examine), measured(merge)]


def table(folder: Path, names: Sequence[str]) -> None:
    """Writes the table from records."""
    parquet = Parquet.find()
    assert parquet is not None
    with (folder / "games.csv").open("w", newline="") as text, (folder / "games.parquet").open("wb") as file:
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(("file", *COLUMNS))
        with parquet.writing(file):
            for name in names:
                with (folder / name).with_suffix(".jsonl").open("rb") as lines:
                    for line in lines:
                        record = json.loads(line)
                        row = [name, *(record.get(column) for column in COLUMNS)]
                        rows.writerow(row)
                        parquet.add(row)


def two_workers(solve: str, files: Sequence[Path], folder: Path) -> Cost:
    """The plan."""
    asked = ["games", *map(str, files), "--to", str(folder), "--workers", str(WORKERS), "--solve", solve]
    return measured(lambda: run([sys.executable, "-m", "gamecert.bulk", *asked]))


def main() -> None:
    """A row for one process, one on one processor, and two workers."""
    if sys.argv[1] == "table":
        return table(Path(sys.argv[2]), sys.argv[3:])
    solve = Program.find(os.environ.get("GAMECERT_SOLVE", "solve")).path
    given, copies, rounds = Path(sys.argv[1]), int(sys.argv[2]), int((*sys.argv[3:], "3")[0])
    costs: dict[str, list[list[Cost]]] = {"one process": [], "on one processor": [], "two workers": []}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(dir=given.parent) as made:
            folder = Path(made)
            files = [folder / f"{number:03}{''.join(given.suffixes)}" for number in range(copies)]
            for file in files:
                file.hardlink_to(given)
            for name in ("alone", "pinned"):
                (folder / name).mkdir()
            costs["one process"].append(one_process(solve, files, folder / "alone"))
            costs["two workers"].append([two_workers(solve, files, folder / "run")])
            costs["on one processor"].append(one_process(solve, files, folder / "pinned", 0))
            for name in FINAL:
                wanted = (folder / "alone" / name).read_bytes()
                assert wanted == (folder / "run" / name).read_bytes() == (folder / "pinned" / name).read_bytes(), name

    def median(name: str, kind: str, first: int | None = None) -> float:
        return float(statistics.median(sum(getattr(one, kind) for one in each[:first]) for each in costs[name]))

    workers = median("two workers", "wall")
    print(
        f"| {copies} times {given.name} | s | examination alone, s | processor time, s | each worker, of it | of it |"
    )
    print("|---|---|---|---|---|---|")
    for name in ("one process", "on one processor"):
        wall, examined = median(name, "wall"), median(name, "wall", 1)
        row = f"{wall:.2f} | {examined:.2f} | {median(name, 'processor'):.2f}"
        print(f"| {name} | {row} | {wall / workers / WORKERS:.2f} | {examined / workers / WORKERS:.2f} |")
    print(f"| two workers | {workers:.2f} | | {median('two workers', 'processor'):.2f} | | |")


if __name__ == "__main__":
    main()
