"""Stands in for ``solve losing-chess``, in a game of which only the tree counts.

From every position there are three moves, a, b and c, and after six moves play is over. Whether the winner wins a
position follows from who has won at the ends; how many evaluations a search from a position needs is the number of
positions below it that no certificate covers. A certificate is the position's line and those that it rests on. A walk
through a shard of a proof saves one position, and proofs that are put together have saved what each of them has.
"""

import hashlib
import itertools
import json
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LENGTH = 6
MOVES = "abc"


@cache
def won(line: str) -> bool:
    """Whether White, who makes the first move, wins."""
    if len(line) == LENGTH:
        return hashlib.sha256(line.encode()).digest()[0] % 4 != 0
    return (any if len(line) % 2 == 0 else all)(won(line + move) for move in MOVES)


def best(line: str) -> str:
    """The move to the winner's first won position."""
    return next(move for move in MOVES if won(line + move))


def needed(line: str, known: set[str]) -> int:
    """Evaluations of a search from a won position."""
    if line in known or len(line) == LENGTH:
        return 1
    # A search tries all moves of the winner before the one that wins.
    return 1 + sum(needed(line + move, known) if won(line + move) else 50 for move in MOVES)


def hinted(root: str, lines: list[str], known: set[str]) -> list[str]:
    """The hints that are not proved, also those to lost positions."""
    hints = {line[:length] for line in lines for length in range(1, len(line) + 1) if (len(root) + length) % 2 == 1}
    return sorted(hint for hint in hints if root + hint not in known)


def waits_for(hint: str, hints: list[str]) -> int:
    """How many other hints have to be proved before this one."""
    return sum(other != hint and other.startswith(hint) for other in hints)


def written(folder: Path, line: str, positions: int, more: Mapping[str, object]) -> dict[str, object]:
    """Writes a certificate and says where it is."""
    folder.mkdir(exist_ok=True)
    name = hashlib.sha256(line.encode()).hexdigest()[:16] + ".cbor"
    content = json.dumps({"line": line, **more}).encode()
    (folder / name).write_bytes(content)
    return {"positions": positions, "file": f"{folder}/{name}", "sha256": hashlib.sha256(content).hexdigest()}


def assembled(root: str, known: list[Any], options: Mapping[str, str], folder: Path) -> dict[str, object]:
    """The proof of a position that certificates prove, smaller by what is saved in a shard."""
    saved = {shard for one in known if one["line"] == root for shard in one.get("saved", [])}
    saved |= {options["--shard"]} if options["--shrink"] != "0" else set()
    return written(folder, root, needed(root, set()) - len(saved), {"saved": sorted(saved)})


def main() -> None:
    """Answers like the program."""
    arguments = sys.argv[2:]
    options = dict(itertools.pairwise(arguments[1:]))
    root = "".join(arguments[0].split())
    folder = Path(options["--emit-dir"])
    certificates = [
        json.loads(certificate.read_bytes())
        for certificate in (sorted(Path(options["--use"]).iterdir()) if "--use" in options else [])
    ]
    if "--assemble" in arguments:
        smaller = assembled(root, certificates, options, folder)
        print(json.dumps({"answers": [{"verdict": "white", "proof": smaller}]}))
        return
    known = {certificate["line"] for certificate in certificates}
    lines = (
        [line.replace(" ", "") for line in Path(options["--hints"]).read_text().split("\n")]
        if "--hints" in options
        else []
    )
    left, spent, parts = int(options["--evaluations"]), 0, []

    def certified(line: str) -> dict[str, object]:
        rests_on = sorted(one for one in known if one.startswith(line))
        return written(folder, line, needed(line, set()), {"rests on": rests_on})

    # From behind; a search that needs more than is left is given up.
    tried = {}
    for hint in sorted(hinted(root, lines, known), key=lambda one: -len(one)):
        if not won(root + hint):
            continue
        cost = needed(root + hint, known)
        tried[hint] = min(cost, max(left - spent, 0))
        spent += tried[hint]
        # Those to lost positions are not waited for.
        open_hints = [other for other in hinted(root, lines, known) if won(root + other)]
        if tried[hint] == cost and waits_for(hint, open_hints) == 0:
            known.add(root + hint)
            parts.append(hint)
    answer: dict[str, object] = {"asked": root, "fen": root}
    cost = needed(root, known)
    if won(root) and cost <= left - spent:
        answer |= {"verdict": "white", "evaluations": spent + cost, "proof": certified(root)}
    elif not won(root) and (left >= 3 or len(root) == LENGTH):
        answer |= {"verdict": "neither", "evaluations": 3}
    else:
        moves = [(move, 0 if root + move in known else 5, 5) for move in MOVES if len(root) < LENGTH]
        moves.sort(key=lambda one: (one[1] == 0, (one[1] / one[2]) * (1 if len(root) % 2 == 0 else -1)))
        largest = [part for part in parts if not any(part != other and part.startswith(other) for other in parts)]
        unproved = hinted(root, lines, known)
        hints = [
            {"line": " ".join(hint), "waits_for": waits_for(hint, unproved), "evaluations": tried.get(hint, 0)}
            for hint in unproved
            if won(root + hint)
        ]
        answer |= {
            "verdict": "unknown",
            "evaluations": left,
            "open": [
                {
                    "winner": "white",
                    "moves": [
                        {"move": move, "proof_number": proof, "disproof_number": disproof}
                        for move, proof, disproof in moves
                    ],
                    "hints": {"open": hints},
                    "parts": [{"line": " ".join(part), "proof": certified(root + part)} for part in largest],
                }
            ],
        }
    print(json.dumps({"answers": [answer]}))
    sys.exit("proof" not in answer)


if __name__ == "__main__":
    main()
