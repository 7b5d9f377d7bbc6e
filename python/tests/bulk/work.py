"""How much more many searches do than one: ``work.py FOLDER REPLY...``, as rows of a table.

The hints are the lines that ``solve walk`` writes from the certificates in ``FOLDER`` of White's wins after 1. e3.
Evaluations do not depend on the machine. Needs ``solve`` and ``check`` on the path, or where ``GAMECERT_SOLVE`` and
``GAMECERT_CHECK`` say.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from gamecert.bulk import Driver, LocalBackend, Program, Store
from gamecert.bulk.losing import Effort, Losing

EFFORT = Effort(last_shrink=0)


def processor() -> float:
    """Seconds of processor time of commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def one_search(solve: Program, root: str, hints: Path) -> tuple[int, float]:
    """Evaluations and processor time of a single search with all hints."""
    asked = [root, "--for", "white", "--hints", str(hints), "--threads", "1", "--shrink", "0", "--json"]
    before = processor()
    found = subprocess.run([solve.path, "losing-chess", *asked], stdout=subprocess.PIPE, check=True)
    answer: dict[str, Any] = json.loads(found.stdout)["answers"][0]
    return answer["evaluations"], processor() - before


def many(solve: Program, root: str, hints: Path, folder: Path) -> tuple[int, int, float]:
    """Searches on two workers, their evaluations and their processor time."""
    plan = Losing(solve, root, "white", hints.read_text().splitlines(), effort=EFFORT)
    with Store.open(folder, {}) as store:
        backend = LocalBackend(store, 2)
        try:
            outcome = Driver(plan, store, backend).run()
        finally:
            backend.close()
        assert outcome.conclusion.complete, outcome.conclusion.text
        evaluations = 0
        for _, result in store.records():
            evaluations += json.loads(store.read(result.outputs["answer.json"]))["answers"][0]["evaluations"]
        return outcome.counts.done, evaluations, outcome.counts.processor


def main() -> None:
    """A row for each reply."""
    solve = Program.find(os.environ.get("GAMECERT_SOLVE", "solve"))
    for reply in sys.argv[2:]:
        root, certificate = f"1. e3 {reply}", Path(sys.argv[1]) / f"e3-{reply}.cbor"
        with tempfile.TemporaryDirectory() as folder:
            hints = Path(folder) / "hints"
            walk = [solve.path, "walk", str(certificate), "--lines", str(hints)]
            subprocess.run(walk, stdout=subprocess.DEVNULL, check=True)
            alone, seconds = one_search(solve, root, hints)
            searches, evaluations, all_seconds = many(solve, root, hints, Path(folder) / "run")
        ratios = f"{evaluations / alone:.2f} | {all_seconds / seconds:.1f}"
        print(f"| {root} | {alone:,} | {searches} | {evaluations:,} | {ratios} |", flush=True)


if __name__ == "__main__":
    main()
