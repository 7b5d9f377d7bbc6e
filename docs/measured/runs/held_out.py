"""Counts how many lines of a published solution of losing chess single searches prove, and what that costs.

    python3 docs/measured/runs/held_out.py LINES COUNT -- SOLVE [OPTIONS]

LINES is a file with one line of moves each, in UCI notation, possibly compressed by xz. COUNT lines of it are drawn with
the seed below, so everybody who has the file gets the same lines. Needs the package chess. The processor time includes
starting the program and reading endgame tables.
"""

import hashlib
import json
import lzma
import pathlib
import random
import resource
import subprocess
import sys

import chess.variant

SEED = 50
EVALUATIONS = 1 << 25


def san(line: str) -> str:
    """Returns the moves of a line in algebraic notation."""
    board = chess.variant.AntichessBoard()
    return " ".join(board.san_and_push(chess.Move.from_uci(move)) for move in line.split())


def main() -> None:
    """Draws the lines, searches for a win of White after each, and prints one row of the result."""
    split = sys.argv.index("--")
    file, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    content = lzma.open(file, "rt").read() if file.suffix == ".xz" else file.read_text()
    lines = [line for line in content.splitlines() if line and not line.startswith("#")]
    drawn = random.Random(SEED).sample(lines, count)
    digest = hashlib.sha256("\n".join(drawn).encode()).hexdigest()
    proved = evaluations = 0
    for line in drawn:
        limits = ["--for", "white", "--evaluations", str(EVALUATIONS), "--threads", "1", "--shrink", "0", "--search", "--json"]
        run = subprocess.run([sys.argv[split + 1], "losing-chess", san(line), *limits, *sys.argv[split + 2 :]], capture_output=True)
        answer = json.loads(run.stdout)["answers"][0]
        proved += answer["verdict"] == "white"
        evaluations += answer["evaluations"]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    print(f"{file.name}: {proved} of {count} proved, {evaluations / 1e6:,.0f} million evaluations, {seconds:,.0f} s; lines {digest[:12]}")


if __name__ == "__main__":
    main()
