"""Writes the lines that a run of ``python -m gamecert.bulk losing`` has proved, each with its number of positions.

    python3 docs/measured/runs/lines.py RUN OUT      RUN: the folder of the run
"""

import json
import pathlib
import re
import sys

NUMBER = re.compile(r"^\d+\.+")


def words(text: str) -> tuple[str, ...]:
    """Returns the moves of a line without their numbers."""
    return tuple(word for word in (NUMBER.sub("", one) for one in text.split()) if word)


def proved(run: pathlib.Path, root: int) -> tuple[dict[tuple[str, ...], int], int]:
    """Returns the proved lines with their positions, without the first ``root`` moves, and the evaluations of all searches."""
    found, evaluations = {}, 0
    for record in (run / "results").iterdir():
        task = json.loads(record.read_text())
        command = task["task"]["command"]
        output = task["result"].get("outputs", {}).get("answer.json")
        if command[1:2] != ["losing-chess"] or "--assemble" in command or output is None:
            continue
        content = next((run / "objects").glob(f"**/{output['digest']}*"))
        answer = json.loads(content.read_text())["answers"][0]
        line = words(command[2])[root:]
        evaluations += answer["evaluations"]
        if "proof" in answer:
            found[line] = answer["proof"]["positions"]
        for part in (part for side in answer.get("open", []) for part in side.get("parts", [])):
            found[line + words(part["line"])] = part["proof"]["positions"]
    return {line: size for line, size in found.items() if not any(line[:end] in found for end in range(len(line)))}, evaluations


def main() -> None:
    """Writes the file."""
    lines, evaluations = proved(pathlib.Path(sys.argv[1]), 2)
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        print(f"# {len(lines)} lines proved, {sum(lines.values())} positions (shared ones counted in each), {evaluations} evaluations", file=out)
        for line, size in sorted(lines.items()):
            print(" ".join(line), "#", size, file=out)


main()
