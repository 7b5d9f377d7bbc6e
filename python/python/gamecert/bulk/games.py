"""The plan ``games``: examines files of games in parts, and writes one table, one summary and one batch.

A part is a range of bytes of a plain file, or a range of frames of a file compressed by zstd. A file compressed by gzip
is one part. The program ``solve`` examines the games that begin in its part, so it does not matter where a file is cut.
All questions about chess are left to ``solve``.
"""

from __future__ import annotations

import contextlib
import csv
import importlib
import io
import itertools
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .plan import Conclusion, Refused
from .store import RunError, Store
from .task import Program, Result, Shared, Stored, Task

__all__ = ["COLUMNS", "Games"]

#: Columns of the table, after the column of the file.
COLUMNS = (
    "key",
    "id",
    "result",
    "finding",
    "fen",
    "side",
    "verdict",
    "can_mate",
    "evidence",
    "line",
    "nodes",
    "policy",
    "ruling",
)

#: Maximum number of certificates or summaries that one task merges.
TOGETHER = 256

#: Rows in a group of the Parquet file. Groups are independent of the parts, so the bytes are too.
GROUP = 100_000

#: Number of threads that verify merged certificates, if a worker has that many. No other tasks are left at that time.
MERGING = 8

#: Accepted exit statuses: 0 if everything was examined, 2 if some input is damaged and the rest was examined.
ACCEPTED = (0, 2)


@dataclass(frozen=True)
class Options:
    """Options for each game."""

    nodes: int | None = None
    """Node limit for a question; ``None`` for the default of ``solve``."""
    policy: str | None = None
    everything: bool = False
    """Whether the table lists every game that a flag ended, not only the misjudged ones."""
    certificates: bool = True

    def arguments(self) -> list[str]:
        """Returns the options for ``solve unwinnable``."""
        found = [] if self.nodes is None else ["--nodes", str(self.nodes)]
        found += [] if self.policy is None else ["--policy", self.policy]
        return found + (["--all"] if self.everything else [])


class Games:
    """A plan for files of games."""

    name = "games"

    def __init__(
        self, files: Sequence[Shared], solve: Program, shard: int, options: Options, memory: int = 0, threads: int = 1
    ) -> None:
        """Plans parts of about ``shard`` bytes of ``files``, whose names have to be distinct."""
        self._files = {Path(file.path).name: file for file in files}
        if len(self._files) < len(files):
            raise RunError("two files of games have the same name, by which records tell them apart")
        self._largest = max((file.size for file in files), default=0)
        self._solve, self._shard, self._options = solve, shard, options
        self._memory, self._threads = memory, threads
        #: Outputs of each part, by file and first byte or frame.
        self._parts: dict[tuple[str, int], Mapping[str, Stored]] = {}
        self._left: set[str] = set()
        #: Contents to merge, by their kind. For a merge in progress, its outputs so far.
        self._merging: dict[str, dict[int, Stored | None]] = {}
        self._merged: dict[str, Stored] = {}
        #: Names of the files of the table, which is written while certificates are merged.
        self._table: Future[list[str]] | None = None
        self._outdated = False
        #: Kind and place of each known task, by its key.
        self._places: dict[str, tuple[Any, ...]] = {}

    @property
    def shared(self) -> Iterable[Shared]:
        """The files. The command line records their digests if it has computed them."""
        return self._files.values()

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Files, size of the parts, program and options."""
        return {
            "files": {name: file.digest for name, file in self._files.items()},
            "shard": self._shard,
            "solve": self._solve.digest,
            **vars(self._options),
        }

    def begin(self, store: Store) -> Iterable[Task]:
        """Returns tasks for the parts of plain files, and tasks that list the frames of compressed files."""
        tasks: list[Task] = []
        for name, file in self._files.items():
            with open(file.path, "rb") as opened:
                magic = opened.read(4)
            if magic[:2] == b"\x1f\x8b":
                tasks.append(self._part(name, 0, None, file.size))
            elif magic == b"\x28\xb5\x2f\xfd" or (magic[1:] == b"\x2a\x4d\x18" and magic[:1] >= b"\x50"):
                command = ("{in:solve}", "unwinnable", "--pgn", f"{{in:{name}}}", "--list-frames", "--json")
                listed = Task(
                    command,
                    {"solve": self._solve, name: file},
                    ("frames",),
                    stdout="frames",
                    accepted=ACCEPTED,
                    title=f"{name}: frames",
                )
                tasks.append(self._known(listed, "frames", name))
            else:
                # The parts have nearly equal sizes, so that all workers finish at about the same time.
                parts = max(1, -(-file.size // self._shard))
                cuts = [file.size * number // parts for number in range(parts + 1)]
                for begin, end in itertools.pairwise(cuts):
                    tasks.append(self._part(name, begin, f"--bytes={begin}..{end}", end - begin))
        return tasks

    def _known(self, task: Task, *place: Any) -> Task:
        key = task.key
        self._places[key] = place
        self._left.add(key)
        return task

    def _part(self, name: str, first: int, part: str | None, size: int) -> Task:
        outputs = ["records.jsonl", "summary.json"]
        command = ["{in:solve}", "unwinnable", "--pgn", f"{{in:{name}}}", "--json", "--threads", str(self._threads)]
        command += [part] if part else []
        command += ["--summary", "{out:summary.json}", "--source", name, *self._options.arguments()]
        if self._options.certificates:
            outputs.append("certificates.cbor")
            command += ["--emit-cert", "{out:certificates.cbor}"]
        task = Task(
            tuple(command),
            {"solve": self._solve, name: self._files[name]},
            tuple(outputs),
            memory=self._memory,
            threads=self._threads,
            # The largest parts come first, for the same reason.
            priority=size / max(1, self._largest),
            weight=max(size, 1),
            accepted=ACCEPTED,
            stdout="records.jsonl",
            title=f"{name}: {part[2:].replace('=', ' ') if part else 'all of it'}",
        )
        return self._known(task, "part", name, first)

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Returns tasks for parts of listed frames, and tasks for merges when all parts are done."""
        kind, *place = self._places[result.key]
        more: list[Task] = []
        if kind == "frames":
            more = list(self._parts_of(place[0], store.read(result.outputs["frames"])))
            if not more:
                raise Refused(f"no frames are listed: {result.tail.strip()}")
        elif kind == "part":
            check(store, result)
            self._parts[place[0], place[1]] = result.outputs
            # A part that was reported again, because its outputs were lost, makes the table outdated.
            self._outdated = self._table is not None
        else:
            what, number = place
            self._merging[what][number] = result.outputs["merged"]
        self._left.discard(result.key)
        return [*more, *self._next(store)]

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Continues without the failed task, and merges the others."""
        kind, *place = self._places[result.key]
        if kind == "merge":
            self._merging[place[0]].clear()
        self._left.discard(result.key)
        return self._next(store)

    def _parts_of(self, name: str, listed: bytes) -> Iterator[Task]:
        first, size = 0, 0
        frames = [json.loads(line) for line in listed.splitlines()]
        for frame in frames:
            size += frame["bytes"]
            if size >= self._shard or frame is frames[-1]:
                end = frame["frame"] + 1
                yield self._part(name, first, f"--frames={first}..{end}", size)
                first, size = end, 0

    def _next(self, store: Store) -> Iterable[Task]:
        """Returns the next round of merges, if all its inputs exist."""
        if self._left:
            return []
        if not self._merging:
            self._table = begun(lambda: self._write_table(store))
            kinds = {"summaries": "summary.json"} | (
                {"certs": "certificates.cbor"} if self._options.certificates else {}
            )
            for what, output in kinds.items():
                self._merging[what] = dict(enumerate(one[output] for _, one in sorted(self._parts.items())))
            # A single part is merged too, because merging removes times and duplicate claims.
            return [task for what in kinds for task in self._merge(what)]
        tasks: list[Task] = []
        for what, of in self._merging.items():
            if len(of) == 1:
                self._merged[what] = next(one for one in of.values() if one is not None)
            elif of:
                tasks += self._merge(what)
        return tasks

    def _merge(self, what: str) -> list[Task]:
        of = [one for one in self._merging[what].values() if one is not None]
        groups = [of[at : at + TOGETHER] for at in range(0, len(of), TOGETHER)]
        self._merging[what] = dict.fromkeys(range(len(groups)))
        tasks = []
        for number, group in enumerate(groups):
            # Two parts may have equal certificates, so the inputs are named by number.
            inputs: dict[str, Any] = {f"{at:03}": one for at, one in enumerate(group)}
            command = ["{in:solve}", "merge", what, *(f"{{in:{name}}}" for name in inputs)]
            command += ["--json"] if what == "summaries" else ["--emit-cert", "{out:merged}", "--threads", "{threads}"]
            task = Task(
                tuple(command),
                {"solve": self._solve, **inputs},
                ("merged",),
                accepted=ACCEPTED if what == "summaries" else (0,),
                stdout="merged" if what == "summaries" else None,
                threads=1 if what == "summaries" else MERGING,
                priority=2,
                title=f"merge of {len(group)} {what}",
            )
            tasks.append(self._known(task, "merge", what, number))
        return tasks

    def conclude(self, store: Store, failures: Iterable[tuple[Task, Result]]) -> Conclusion:
        """Writes the table, the summary and the batch."""
        table, self._table = self._table, None
        if table is not None and self._outdated:
            table.exception()
            table, self._outdated = None, False
        # If content is corrupt, the driver restores it and calls this method again, which then writes the table again.
        written = table.result() if table is not None else self._write_table(store)
        for what, name in (("certs", "certificates.cbor"), ("summaries", "summary.json")):
            if what in self._merged:
                written.append(name)
                store.write(name, store.read(self._merged[what]))
        damaged = [f"{name}: was changed during the run" for name, file in self._files.items() if file.changed()]
        counts: dict[str, Any] = {}
        if "summaries" in self._merged:
            summary = json.loads(store.read(self._merged["summaries"]))
            counts = summary["counts"]
            for part in summary["parts"]:
                for fault in part.get("faults", ()):
                    frame, colon, byte = fault["at"].rpartition(":")
                    place = f"frame {frame}, byte {byte}" if colon else f"byte {byte}"
                    damaged.append(f"{part['source']['name']}, {place}: {fault['why']}")
        return Conclusion(text_of(counts, written), tuple(damaged))

    def _write_table(self, store: Store) -> list[str]:
        """Writes the table as CSV and, if pyarrow is installed, as Parquet. Returns the names of the files."""
        written = ["games.csv"]
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(whole(store, "games.csv"))
            table = csv.writer(stack.enter_context(io.TextIOWrapper(file, "utf-8", newline="")), lineterminator="\n")
            table.writerow(("file", *COLUMNS))
            parquet = Parquet.find()
            if parquet is not None:
                written.append("games.parquet")
                stack.enter_context(parquet.writing(stack.enter_context(whole(store, "games.parquet"))))
            for row in self._rows(store):
                table.writerow([str(field).lower() if isinstance(field, bool) else field for field in row])
                if parquet is not None:
                    parquet.add(row)
        return written

    def _rows(self, store: Store) -> Iterator[list[Any]]:
        """Iterates over the rows of the table, in the order of the files and of the games in them."""
        order = {name: number for number, name in enumerate(self._files)}
        for (name, _), outputs in sorted(self._parts.items(), key=lambda one: (order[one[0][0]], one[0][1])):
            with store.path(outputs["records.jsonl"]).open("rb") as lines:
                for line in lines:
                    record = json.loads(line)
                    yield [name, *(record.get(column) for column in COLUMNS)]


def check(store: Store, result: Result) -> None:
    """Raises :class:`Refused` for outputs that the program cannot have written, such as truncated records."""
    try:
        json.loads(store.read(result.outputs["summary.json"]))
        with store.path(result.outputs["records.jsonl"]).open("rb") as records:
            for line in records:
                if not (line.startswith(b"{") and line.endswith(b"}\n")):
                    raise ValueError("a record is not whole")
    except ValueError as error:
        raise Refused(f"its outputs cannot be read: {error}") from error


def text_of(counts: Mapping[str, Any], written: Iterable[str]) -> str:
    """Formats the conclusion."""
    lines = []
    if counts:
        flags = sum(counts[name] for name in ("fair", "unfair", "right_draws", "wrong_draws", "unknown"))
        lines.append(
            f"{counts['games']:,} games, {flags:,} ended by a flag: {counts['unfair']:,} unfair losses, "
            f"{counts['wrong_draws']:,} wrong draws, {counts['unknown']:,} unknown"
        )
        for month, of in sorted(counts["months"].items()):
            wrong = f"{of['unfair']:,} unfair losses, {of['wrong_draws']:,} wrong draws"
            lines.append(f"  {month}: {wrong}, of {of['games']:,} games")
    return "\n".join([*lines, "written: " + ", ".join(written)])


def begun(work: Callable[[], list[str]]) -> Future[list[str]]:
    """Starts work in a thread. An interrupted driver does not wait for this thread."""
    future: Future[list[str]] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


class whole:
    """A file of the run that is written as a stream and replaced atomically."""

    def __init__(self, store: Store, name: str) -> None:
        """Prepares the file of this name."""
        self._aside, self._place = store.scratch / f"{name}.{os.getpid()}", store.folder / name

    def __enter__(self) -> io.BufferedWriter:
        """Opens a temporary file."""
        self._file = self._aside.open("wb")
        return self._file

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Renames the temporary file, or removes it after an exception."""
        self._file.close()
        if kind is None:
            self._aside.replace(self._place)
        else:
            self._aside.unlink(missing_ok=True)


class Parquet:
    """The table as a Parquet file."""

    def __init__(self, arrow: Any, files: Any) -> None:
        """Builds the schema with these modules of pyarrow."""
        self._arrow, self._files = arrow, files
        types = {"nodes": arrow.int64(), "can_mate": arrow.bool_()}
        self._schema = arrow.schema([(name, types.get(name, arrow.string())) for name in ("file", *COLUMNS)])
        self._group: list[list[Any]] = []

    @classmethod
    def find(cls) -> Parquet | None:
        """Returns a writer, or ``None`` if pyarrow is not installed."""
        try:
            return cls(importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet"))
        except ImportError:
            return None

    @contextlib.contextmanager
    def writing(self, file: io.BufferedWriter) -> Iterator[None]:
        """Writes the rows to this file that are added inside the context."""
        with self._files.ParquetWriter(file, self._schema, compression="zstd") as self._writer:
            yield
            self._flush()

    def add(self, row: list[Any]) -> None:
        """Adds a row."""
        self._group.append(row)
        if len(self._group) == GROUP:
            self._flush()

    def _flush(self) -> None:
        columns = list(zip(*self._group, strict=True)) if self._group else [()] * len(self._schema)
        arrays = [self._arrow.array(column, one.type) for column, one in zip(columns, self._schema, strict=True)]
        self._writer.write_table(self._arrow.table(arrays, schema=self._schema), row_group_size=GROUP)
        self._group.clear()
