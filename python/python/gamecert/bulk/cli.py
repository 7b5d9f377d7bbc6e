"""The command line of :mod:`gamecert.bulk`: ``python -m gamecert.bulk``.

Exit status: 0 if everything is done; 1 if tasks have failed, input is damaged, the goal was not reached or the disk is
full; 2 if the command line is wrong or the folder is in use; 130 if interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..memory import available
from . import simulate
from .backend import Backend
from .cluster import RayBackend
from .driver import Counts, Driver, Outcome
from .endings import Endings
from .games import Games, Options
from .local import LocalBackend
from .losing import Effort, Losing
from .plan import Plan
from .store import Corrupt, NoRoom, RunError, Store
from .supervisor import hashed
from .task import Program, Shared

__all__ = ["main"]

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def size(text: str) -> int:
    """Reads a size.

    >>> size("64M"), size("1.5G")
    (64000000, 1500000000)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)", text)
    if found is None or float(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 600M or 2G")
    return int(float(found[1]) * _UNITS[found[2]])


def count(text: str) -> int:
    """Reads a number of at least 1."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def at_least_0(text: str) -> int:
    """Reads a number of at least 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    asked = argparse.ArgumentParser(prog="python -m gamecert.bulk", description="Jobs that outgrow one machine.")
    commands = asked.add_subparsers(dest="command", required=True, metavar="COMMAND")

    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="the folder of the run")
    common.add_argument("--resume", action="store_true", help="go on with the run that is in the folder")
    common.add_argument("--workers", type=count, metavar="N", help="threads at work at the same time [all cores]")
    common.add_argument("--memory", type=size, metavar="SIZE", help="memory of all tasks together [what is available]")
    common.add_argument(
        "--ray", metavar="ADDRESS", help="run on this cluster of Ray; 'local' starts one on this machine"
    )
    common.add_argument("--solve", default="solve", metavar="PROGRAM", help="the program solve [on PATH]")

    games = commands.add_parser("games", parents=[common], help="who was flagged wrongly in files of games")
    games.add_argument("files", nargs="+", type=Path, metavar="FILE", help="games, plain or compressed by zstd or gzip")
    games.add_argument("--shard", type=size, default=size("64M"), metavar="SIZE", help="bytes of a part [64M]")
    games.add_argument("--nodes", type=count, metavar="N", help="limit of positions looked at for a question")
    games.add_argument("--policy", metavar="RULES", help="how these rules score a fallen flag, as of solve unwinnable")
    games.add_argument("--all", action="store_true", help="list every game that a flag ended")
    games.add_argument("--no-certificates", action="store_true", help="write no batch of certificates")
    games.add_argument(
        "--digests", action="store_true", help="know the files by their SHA-256, and not by size and time"
    )
    games.add_argument("--task-memory", type=size, default=size("500M"), metavar="SIZE", help="of one part [500M]")
    games.set_defaults(plan=games_plan)

    endings = commands.add_parser("endings", parents=[common], help="all endings of bidding chess of a size")
    endings.add_argument("materials", nargs="*", metavar="ENDING", help="such as KNK or KRKB, with all that they cite")
    endings.add_argument("--pieces", type=count, metavar="N", help="all endings of N pieces, kings included")
    endings.add_argument("--board", default="8x8", metavar="WxH", help="files by ranks [8x8]")
    endings.add_argument("--check", default="check", metavar="PROGRAM", help="the program check [on PATH]")
    endings.set_defaults(plan=endings_plan)

    losing = commands.add_parser("losing", parents=[common], help="one proof of losing chess by many searches")
    losing.add_argument("moves", metavar="MOVES", help="from the first move of the game to the position: '1. e3 h6'")
    losing.add_argument("--for", dest="side", required=True, choices=["white", "black"], help="the side that wins")
    losing.add_argument("--hints", type=Path, metavar="FILE", help="lines of play from the position on")
    losing.add_argument("--rules", default="joint", metavar="RULES", help="what stalemate is [joint]")
    losing.add_argument("--use", nargs="+", type=Path, default=[], metavar="CERT", help="earlier certificates")
    losing.add_argument("--check", default="check", metavar="PROGRAM", help="the program check [on PATH]")
    usual = Effort()
    for name, what in [
        ("hints", "hints in the first search of a position, at most"),
        ("searches", "searches in a round, at most: fewer do less work twice, more keep more workers busy"),
        ("evaluations", "limit of the first search of a position"),
        ("settings", "choices of settings for a position that was not proved, in turn, 4 at most"),
        ("tries", "searches of a position before those of its moves, by proof numbers"),
        ("leaf-evaluations", "limit of such a search"),
        ("leaves", "such searches in a round below one position, at most"),
        ("shrink", "walks that make the proof of a part smaller"),
        ("last-shrink", "walks that make the whole proof smaller"),
        ("shards", "tasks in which a large proof is made smaller"),
    ]:
        value = getattr(usual, name.replace("-", "_"))
        option = "--hints-in-search" if name == "hints" else f"--{name}"
        kind = at_least_0 if "shrink" in name else count
        dest = f"effort_{name.replace('-', '_')}"
        losing.add_argument(option, dest=dest, type=kind, default=value, metavar="N", help=f"{what} [{value}]")
    for name, what in [("task", "a search"), ("last", "the search that puts everything together")]:
        value = usual.memory if name == "task" else usual.last_memory
        shown = f"{value >> 30}Gi" if value % (1 << 30) == 0 else str(value)
        losing.add_argument(
            f"--{name}-memory", type=size, default=value, metavar="SIZE", help=f"what {what} may take [{shown}]"
        )
    losing.set_defaults(plan=losing_plan)

    replay = commands.add_parser("simulate", help="how long a run would have taken on other numbers of workers")
    replay.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of a run")
    replay.add_argument("--workers", type=count, nargs="+", default=[1, 2, 16, 256, 4096], metavar="N")
    replay.add_argument("--times", type=count, default=1, metavar="N", help="as if there were so many times the tasks")
    replay.add_argument("--overhead", type=float, metavar="SECONDS", help="of the driver for a task [as in the run]")
    replay.add_argument("--json", action="store_true", help="print JSON objects, one on a line")
    replay.set_defaults(plan=None)
    return asked


def games_plan(asked: argparse.Namespace, solve: Program) -> Plan:
    """Returns the plan ``games`` for these arguments."""
    options = Options(asked.nodes, asked.policy, asked.all, not asked.no_certificates)
    files = shared(asked.files, asked.to, asked.digests)
    return Games(files, solve, asked.shard, options, memory=asked.task_memory)


def endings_plan(asked: argparse.Namespace, solve: Program) -> Plan:
    """Returns the plan ``endings`` for these arguments."""
    return Endings(asked.materials, asked.pieces, asked.board, solve, found(asked.check))


def losing_plan(asked: argparse.Namespace, solve: Program) -> Plan:
    """Returns the plan ``losing`` for these arguments."""
    try:
        lines = asked.hints.read_text().splitlines() if asked.hints else []
        given = [file.read_bytes() for file in asked.use]
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(str(error)) from error
    effort = Effort(
        hints=asked.effort_hints,
        searches=asked.effort_searches,
        evaluations=asked.effort_evaluations,
        tries=asked.effort_tries,
        leaf_evaluations=asked.effort_leaf_evaluations,
        leaves=asked.effort_leaves,
        settings=asked.effort_settings,
        memory=asked.task_memory,
        last_memory=asked.last_memory,
        shrink=asked.effort_shrink,
        last_shrink=asked.effort_last_shrink,
        shards=asked.effort_shards,
    )
    return Losing(solve, asked.moves, asked.side, lines, asked.rules, effort, given, check=found(asked.check))


def found(program: str) -> Program:
    """Finds a program, or raises :class:`RunError`."""
    try:
        return Program.find(program)
    except OSError as error:
        raise RunError(str(error)) from error


def shared(files: Sequence[Path], folder: Path, digests: bool) -> list[Shared]:
    """Describes shared files, with their SHA-256 if ``digests`` is true.

    Several files are read at a time. A file is not read if its digest is recorded in the folder of the run and its size
    and time are unchanged.
    """
    try:
        noted: dict[str, Any] = json.loads((folder / "inputs.json").read_bytes())
    except (OSError, ValueError):
        noted = {}

    def one(file: Path) -> Shared:
        try:
            path = file.resolve(strict=True)
            found = Shared.find(path)
            if not digests:
                return found
            seen = noted.get(str(path), {})
            if seen.get("size") == found.size and seen.get("mtime_ns") == found.modified and "sha256" in seen:
                return replace(found, digest=seen["sha256"])
            return replace(found, digest=hashed(str(path)))
        except OSError as error:
            raise RunError(f"{file}: {error.strerror}") from error

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(one, files))


def note_inputs(store: Store, files: Iterable[Shared]) -> None:
    """Records the digests of shared files, which take long to compute, together with size and time."""
    noted = {one.path: {"size": one.size, "mtime_ns": one.modified, "sha256": one.digest} for one in files}
    store.write("inputs.json", json.dumps(noted, indent=1, sort_keys=True).encode() + b"\n")


class Progress:
    """Progress of a run as a line on standard error. In a terminal it overwrites the previous line."""

    def __init__(self) -> None:
        """Sets the interval: 0.5 seconds in a terminal, otherwise 10."""
        self._terminal = sys.stderr.isatty()
        self._every = 0.5 if self._terminal else 10.0
        self._last = time.monotonic()

    def __call__(self, counts: Counts) -> None:
        """Prints the progress if the interval has passed."""
        if time.monotonic() < self._last + self._every:
            return
        self._last = time.monotonic()
        if self._terminal:
            print(f"\r\x1b[K{line(counts)}", end="", file=sys.stderr, flush=True)
        else:
            print(line(counts), file=sys.stderr, flush=True)

    def end(self) -> None:
        """Clears the line."""
        if self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def line(counts: Counts) -> str:
    """Describes the progress of a run, its cost so far and the expected rest.

    >>> line(Counts(waiting=6, running=2, done=4, processor=40, weight_done=4, weight_left=8, workers=2))
    '4 tasks done, 2 running, 6 waiting; 40 s of processor time, about 80 s more, 40 s to wait'
    """
    words = [f"{counts.done:,} tasks done, {counts.running} running, {counts.waiting:,} waiting"]
    if counts.failed:
        words[0] += f", {counts.failed:,} failed"
    cost = f"{duration(counts.processor)} of processor time"
    if counts.expected:
        wait = counts.expected / max(1, counts.workers)
        cost += f", about {duration(counts.expected)} more, {duration(wait)} to wait"
    return "; ".join([*words, cost])


def duration(seconds: float) -> str:
    """Formats a duration in a suitable unit.

    >>> duration(0.25), duration(100), duration(7200), duration(400_000)
    ('0.2 s', '100 s', '2.0 h', '111.1 h')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 600:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def backend_of(asked: argparse.Namespace, store: Store) -> Backend:
    """Returns the back end for these arguments."""
    if asked.ray is None:
        return LocalBackend(store, asked.workers or os.cpu_count() or 1, asked.memory or available())
    return RayBackend(store, None if asked.ray == "local" else asked.ray, asked.workers)


def run(asked: argparse.Namespace) -> int:
    """Runs a plan, reports the result, and returns the exit status."""
    plan: Plan = asked.plan(asked, found(asked.solve))
    progress = Progress()
    with Store.open(asked.to, {"plan": plan.name, **plan.parameters}, resume=asked.resume) as store:
        if getattr(asked, "digests", False):
            note_inputs(store, getattr(plan, "shared", ()))
        backend = backend_of(asked, store)
        try:
            outcome = Driver(plan, store, backend, report=progress).run()
            store.write("cost.json", json.dumps({**vars(outcome.counts), "moved": backend.moved}).encode() + b"\n")
        finally:
            progress.end()
            backend.close()
        tell(outcome)
    conclusion = outcome.conclusion
    return 0 if conclusion.complete and not outcome.failures and not conclusion.damaged else 1


def tell(outcome: Outcome) -> None:
    """Prints the conclusion to standard output, and the rest of the report to standard error."""
    print(outcome.conclusion.text)
    counts = outcome.counts
    words = f"{counts.done:,} tasks done, {counts.reused:,} of them before; {counts.repeated:,} attempts repeated"
    note(f"{words}; {duration(counts.processor)} of processor time, {duration(counts.seconds)} now")
    for damage in outcome.conclusion.damaged[:20]:
        note(f"damaged: {damage}")
    if len(outcome.conclusion.damaged) > 20:
        note(f"damaged: {len(outcome.conclusion.damaged) - 20:,} places more")
    for task, result in outcome.failures[:20]:
        note(f"failed: {task}: {result.cause}")
        if result.tail:
            note("  " + result.tail.strip().splitlines()[-1])
    if len(outcome.failures) > 20:
        note(f"failed: {len(outcome.failures) - 20:,} tasks more")


def note(text: str) -> None:
    """Prints a line to standard error. Control characters, which may come from files, are escaped."""
    shown = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
    print(f"gamecert.bulk: {shown}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    asked = parser().parse_args(arguments)
    # SIGTERM ends the program in the same way as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    command: Callable[[argparse.Namespace], int] = run if asked.plan else simulate.run
    try:
        return command(asked)
    except (NoRoom, Corrupt) as error:
        note(str(error))
        return 1
    except RunError as error:
        note(str(error))
        return 2
    except KeyboardInterrupt:
        note("interrupted; --resume goes on")
        return 130
