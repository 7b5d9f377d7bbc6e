#!/usr/bin/env python3
"""A small program that keeps to what ``solve unwinnable`` and ``solve merge`` agree on with the plan ``games``.

It finds a game with ``[Winner "white"]`` unfair and one with ``[Broken "1"]`` damaged. The file ``trouble`` beside
it, if there is one, holds a word: what is to go wrong the next time that a part is examined.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

FLAGS = ("fair", "unfair", "right_draws", "wrong_draws", "unknown")


def add(counts: Sequence[dict]) -> dict:
    """Adds counts up."""
    months: dict[str, dict[str, int]] = {}
    for one in counts:
        for month, of in one["months"].items():
            months[month] = {name: months.get(month, {}).get(name, 0) + number for name, number in of.items()}
    return {"games": sum(one["games"] for one in counts), "months": months} | {
        name: sum(one[name] for one in counts) for name in FLAGS
    }


def unwinnable(asked: argparse.Namespace) -> int:
    """Examines the games of a part."""
    trouble = Path(__file__).resolve().with_name("trouble")
    wrong = trouble.read_text() if trouble.exists() else ""
    trouble.unlink(missing_ok=True)
    if wrong == "status":
        print("stand-in: no such thing", file=sys.stderr)
        return 3
    if wrong == "touch":
        os.utime(asked.pgn, (1, 1))
    text = asked.pgn.read_text()
    begins = [found.start() for found in re.finditer(r"^\[Event", text, re.MULTILINE)]
    first, end = (int(one) if one else None for one in (asked.bytes or "..").split(".."))
    records, months, faults = [], {}, []
    for begin, after in zip(begins, [*begins[1:], None], strict=True):
        if begin < (first or 0) or (end is not None and begin >= end):
            continue
        game = text[begin:after]
        headers = dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.MULTILINE))
        month = months.setdefault(headers["UTCDate"][:7].replace(".", "-"), {"games": 0} | dict.fromkeys(FLAGS, 0))
        month["games"] += 1
        if "Broken" in headers:
            faults.append({"at": str(begin), "why": "broken"})
            print(f"stand-in: byte {begin}: broken", file=sys.stderr)
            continue
        finding = "unfair" if headers["Winner"] == "white" else "fair"
        month[finding] += 1
        if finding == "unfair" or asked.all:
            record = {"key": str(begin), "id": headers["Event"], "result": "1-0", "finding": finding}
            records.append(record | {"nodes": 1, "micros": time.monotonic_ns() // 1000})
    lines = "".join(json.dumps(record) + "\n" for record in records)
    sys.stdout.write(lines[:-5] if wrong == "cut" else lines)
    of_month = [{"games": of["games"], "months": {month: of}, **of} for month, of in months.items()]
    counts = add(of_month)
    part = {"source": {"name": asked.source}, "part": asked.bytes, "counts": counts, "faults": faults}
    asked.summary.write_text(json.dumps({"counts": counts, "parts": [part], "time": time.monotonic()}))
    asked.emit_cert.write_text("".join(sorted(record["key"] + "\n" for record in records)))
    return 2 if faults else 0


def merge(asked: argparse.Namespace) -> int:
    """Merges what parts have written."""
    if asked.what == "certs":
        lines = {line for file in asked.files for line in file.read_text().splitlines()}
        asked.emit_cert.write_text("".join(f"{line}\n" for line in sorted(lines)))
        return 0
    summaries = [json.loads(file.read_text()) for file in asked.files]
    parts = sorted((part for one in summaries for part in one["parts"]), key=json.dumps)
    print(json.dumps({"counts": add([part["counts"] for part in parts]), "parts": parts}, sort_keys=True))
    return 0


def main() -> int:
    """Either."""
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command")
    one = commands.add_parser("unwinnable")
    for name, kind in (("pgn", Path), ("summary", Path), ("emit-cert", Path), ("bytes", str), ("source", str)):
        one.add_argument(f"--{name}", type=kind)
    one.add_argument("--threads")
    one.add_argument("--nodes")
    one.add_argument("--json", action="store_true")
    one.add_argument("--all", action="store_true")
    other = commands.add_parser("merge")
    other.add_argument("what")
    other.add_argument("files", nargs="+", type=Path)
    other.add_argument("--emit-cert", type=Path)
    other.add_argument("--threads")
    other.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    return unwinnable(asked) if asked.command == "unwinnable" else merge(asked)


if __name__ == "__main__":
    sys.exit(main())
