"""The plan ``losing``: one proof of losing chess by many searches.

Lines of play that somebody thinks good for the winner cut the work into pieces: the tree of their positions falls
into subtrees, each of which is a search with the lines in it as hints. A search has a limit in evaluations. What it
proves comes back as certificates; what is still open is searched for again, alone and for longer, and where that
does not help it becomes the root of a proof-number tree whose leaves are short searches. Searches go in rounds, and
those of a round may use all certificates of the rounds before it: few searches in a round do less work twice, many
keep more workers busy. When nothing is open below the trunk of the tree, one search puts the whole together. That
proof is made smaller in shards, what they find is put together once more, and the program ``check`` reads the
certificate.

Rounds make the outcome independent of the order in which searches end: which certificates a search may use is
decided when its round begins. The solver trusts none of them, it verifies what it uses; and what it writes at the end
is verified by the checker once more.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import tarfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from .plan import Conclusion, Refused
from .proof_numbers import Tree
from .store import Store
from .task import Program, Result, Stored, Task

__all__ = ["Effort", "Losing", "Proved"]

#: Moves from the position that the proof is about.
Line = tuple[str, ...]

#: A search may use proofs of other parts of the tree: of lines that have so many moves in common with its own.
RELATED = 3
#: Such proofs may have one position for so many evaluations of the search: reading them takes time too.
EVALUATIONS_PER_POSITION = 512
#: A proof of no more positions is made smaller in one piece: the solver searches for its parts once more then.
ONE_PIECE = 1 << 20

_NUMBER = re.compile(r"\d+\.+")


@dataclass(frozen=True)
class Effort:
    """How much work goes into a search."""

    hints: int = 64
    """At most so many hints in the first search of a position."""
    searches: int = 16
    """At most so many searches in a round."""
    evaluations: int = 1 << 26
    """The limit of the first search of a position."""
    factor: int = 4
    """A position that was not proved gets so many times as many evaluations the next time."""
    tries: int = 2
    """After so many searches its moves are searched, by proof numbers."""
    leaf_evaluations: int = 1 << 25
    """The limit of such a search."""
    leaves: int = 4
    """So many leaves of one position's tree at most are searched in a round."""
    settings: int = 4
    """A position that was not proved is searched the next time with so many choices of settings in turn."""
    memory: int = 2 << 30
    """Bytes that a search may take."""
    last_evaluations: int = 1 << 32
    """The limit of the search that puts everything together."""
    last_memory: int = 8 << 30
    """Bytes that it may take."""
    shrink: int = 0
    """Walks that make the proof of a part smaller. They cost more than the search, and the last ones do it too."""
    last_shrink: int = 2
    """Walks that make the whole proof smaller."""
    shards: int = 8
    """A large proof is made smaller in so many tasks."""
    rounds: int = 100_000
    """The run is given up after so many rounds."""


@dataclass(frozen=True)
class Proved:
    """A certificate of a line."""

    certificate: Stored
    positions: int


@dataclass
class _Open:
    """A position that is not proved."""

    winners_turn: bool
    tries: int = 0
    #: Whether it lies so high in the tree that it is left to the search that puts everything together.
    trunk: bool = False
    #: What is searched in its place. It is searched again when this is proved.
    below: Tree | None = None


@dataclass
class _Job:
    """A search of the present round."""

    line: Line
    hints: tuple[Line, ...]
    task: Task
    #: The position in whose tree this one is a leaf.
    leaf_of: Line | None = None
    #: What the solver says, with the certificates in the store, when it has ended.
    answer: Mapping[str, Any] | None = None
    #: Whether its program failed, which is no answer about the position.
    failed: bool = False


def words(text: str) -> Line:
    """The moves of a line without their numbers.

    >>> words("1. e3 Nh6 2.Qh5 d5")
    ('e3', 'Nh6', 'Qh5', 'd5')
    """
    return tuple(word for word in (_NUMBER.sub("", one) for one in text.split()) if word)


@dataclass
class Losing:
    """A proof that a side wins from a position, which the given moves lead to from the beginning of the game."""

    solve: Program
    root: str
    winner: str
    lines: Sequence[str] = ()
    rules: str = "joint"
    effort: Effort = field(default_factory=Effort)
    given: Sequence[bytes] = ()
    """Certificates that every search may use."""
    check: Program | None = None
    """Reads the certificate at the end, if it is given. (The solver verifies its certificates as it writes them.)"""
    name: str = "losing"

    def __post_init__(self) -> None:
        """The tree of the lines."""
        if self.winner not in ("white", "black"):
            raise ValueError(f"{self.winner!r}: expected white or black")
        #: The moves that follow each beginning of a line.
        self._tree: dict[Line, list[Line]] = {(): []}
        self._open: dict[Line, _Open] = {}
        self._proved: dict[Line, Proved] = {}
        self._lost: set[Line] = set()
        self._jobs: dict[str, _Job] = {}
        self._round = 0
        self._rounds: list[dict[str, Any]] = []
        self._given: tuple[Stored, ...] = ()
        self._whole: Proved | None = None
        #: What shards of the whole proof have found; ``None`` before they begin.
        self._smaller: list[Proved] | None = None
        self._merged = False
        self._checking: Task | None = None
        self._checked = False
        self._gave_up = ""

    # The tree.

    def _winners_turn(self, line: Line) -> bool:
        return ((len(words(self.root)) + len(line)) % 2 == 0) == (self.winner == "white")

    def _plant(self) -> None:
        """Opens the positions of the lines at which the other side is to move. The trunk are those with many below."""
        self._add((), _Open(self._winners_turn(())))
        for text in self.lines:
            line = words(text.split("#", maxsplit=1)[0])
            for length in range(1, len(line) + 1):
                if line[:length] not in self._open and not self._winners_turn(line[:length]):
                    self._add(line[:length], _Open(False))
        sizes = dict.fromkeys(self._open, 0)
        for line in self._open:
            for above in _beginnings(line):
                if above in sizes:
                    sizes[above] += 1
        for line, one in self._open.items():
            one.trunk = sizes[line] > self.effort.hints

    def _add(self, line: Line, one: _Open | None = None) -> None:
        """Puts a line into the tree, and opens its position."""
        if one is not None:
            self._open[line] = one
        for length in range(1, len(line) + 1):
            if line[:length] not in self._tree:
                self._tree[line[:length]] = []
                self._tree[line[: length - 1]].append(line[:length])

    def _below(self, line: Line) -> Iterator[Line]:
        """The lines of the tree that go on from this one, itself included, each before those that go on from it."""
        waiting = [line] if line in self._tree else []
        while waiting:
            one = waiting.pop()
            yield one
            waiting.extend(reversed(self._tree[one]))

    def _close(self, line: Line, proved: Proved) -> None:
        """A position is proved: what is below it need not be."""
        self._add(line)
        for below in self._below(line):
            self._open.pop(below, None)
            self._proved.pop(below, None)
        self._proved[line] = proved
        for one in self._open.values():
            if one.below is not None:
                one.below.settle(line, proved=True)
        # Where the winner is to move one proved move is enough.
        before = line[:-1]
        if line and before in self._open and self._open[before].winners_turn:
            for other in self._below(before):
                if other != before:
                    self._open.pop(other, None)

    def _give_up(self, line: Line) -> None:
        """A position is not won. Where the other side can reach it, what is before it is not either."""
        self._lost.add(line)
        for below in self._below(line):
            self._open.pop(below, None)
        if line == ():
            self._gave_up = "there is no such win"
        elif not self._winners_turn(line[:-1]):
            self._give_up(line[:-1])

    def _over(self, line: Line) -> Line | None:
        """The open position next above."""
        return next((one for one in _beginnings(line[:-1]) if one in self._open), None) if line else None

    # Rounds.

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What decides the final bytes."""
        return {
            "root": self.root,
            "winner": self.winner,
            "rules": self.rules,
            "lines": hashlib.sha256("\n".join(self.lines).encode()).hexdigest(),
            **{f"effort {name}": value for name, value in vars(self.effort).items()},
            "given": sorted(hashlib.sha256(content).hexdigest() for content in self.given),
            "solve": self.solve.digest,
            "check": self.check and self.check.digest,
        }

    def begin(self, store: Store) -> Iterable[Task]:
        """The searches of the first round."""
        self._given = tuple(store.put(content) for content in self.given)
        self._plant()
        return self._next_round(store)

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Those of the next round, when all of this one have ended."""
        if self._checking is not None and task.key == self._checking.key:
            self._checked = True
            return ()
        job = self._jobs.get(task.key)
        if job is None:
            # Told once more, because its outputs were lost: its round is over.
            return ()
        job.answer = _answer(store, result)
        return self._when_complete(store)

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """A search that failed has proved nothing; the driver reports why."""
        if self._checking is not None and task.key == self._checking.key:
            return ()
        self._jobs[task.key].failed = True
        return self._when_complete(store)

    def _when_complete(self, store: Store) -> Iterable[Task]:
        if any(job.answer is None and not job.failed for job in self._jobs.values()):
            return ()
        jobs, self._jobs = list(self._jobs.values()), {}
        if self._whole:
            # Those that have failed are not needed.
            self._take_smaller(job.answer["proof"] for job in jobs if job.answer and "proof" in job.answer)
            return self._finish(store)
        for job in jobs:
            if job.answer is None:
                self._gave_up = f"the search after {' '.join(job.line) or self.root} failed"
            else:
                self._take(job, job.answer)
        if self._whole:
            return self._finish(store)
        if self._gave_up:
            return ()
        if self._round >= self.effort.rounds:
            self._gave_up = f"{self._round} rounds are over"
            return ()
        return self._next_round(store)

    def _take(self, job: _Job, answer: Mapping[str, Any]) -> None:
        """What a search has found."""
        if job.leaf_of is not None:
            self._take_leaf(job.line, job.leaf_of, answer)
            return
        if answer["verdict"] == self.winner:
            proved = answer["proof"]
            if job.line == ():
                self._whole = proved
            self._close(job.line, proved)
            return
        if answer["verdict"] != "unknown":
            self._give_up(job.line)
        if job.line not in self._open:
            return
        before = len(self._open)
        for left in answer.get("open", ()):
            for part in left.get("parts", ()):
                line = job.line + words(part["line"])
                self._close(line, part["proof"])
            still = {job.line + words(hint["line"]): hint for hint in left.get("hints", {}).get("open", ())}
            for line in job.hints:
                # The same position as on another line, or proved as part of another.
                if line not in still and line in self._open and not self._open[line].winners_turn:
                    del self._open[line]
            tried = [line for line, hint in still.items() if hint["waits_for"] == 0 and hint["evaluations"] > 0]
            if not tried and len(self._open) == before:
                # It ended before any of them was searched.
                tried = [line for line, hint in still.items() if hint["waits_for"] == 0]
            for line in [line for line in tried if line in self._open] or [job.line]:
                self._open[line].tries += 1
                self._open[line].trunk = False
            one = self._open[job.line]
            if not still and one.below is None and one.tries >= self.effort.tries:
                one.below = Tree(job.line, one.winners_turn)
                one.below.expand(job.line, _numbers(left["moves"]))

    def _take_leaf(self, line: Line, root: Line, answer: Mapping[str, Any]) -> None:
        """What the search of a leaf has found. Others of its round may have made it needless."""
        tree = self._open[root].below if root in self._open else None
        if answer["verdict"] == self.winner:
            self._close(line, answer["proof"])
            return
        if tree is None:
            return
        if answer["verdict"] != "unknown":
            tree.settle(line, proved=False)
            if tree.disproved:
                self._give_up(root)
            return
        for left in answer["open"]:
            tree.expand(line, _numbers(left["moves"]))
            for part in left.get("parts", ()):
                self._close(line + words(part["line"]), part["proof"])

    def _next_round(self, store: Store) -> Iterable[Task]:
        self._round += 1
        tops = self._tops() or {(): self._limit(self.effort.last_evaluations, self._open[()].tries)}
        # From behind: what is proved deep in the tree helps above.
        for line, evaluations in sorted(tops.items(), key=lambda one: -len(one[0]))[: self.effort.searches]:
            tree = self._open[line].below
            if tree is not None and not tree.settled:
                for leaf in tree.leaves(self.effort.leaves):
                    task = self._task(store, leaf, (), self.effort.leaf_evaluations, alone=True)
                    self._jobs.setdefault(task.key, _Job(leaf, (), task, leaf_of=line))
                continue
            if tree is not None:
                hints = tuple(tree.proved())
            else:
                hints = tuple(one for one in self._below(line) if one != line and one in self._open)
            task = self._task(store, line, hints, evaluations, alone=evaluations > self.effort.evaluations)
            self._jobs.setdefault(task.key, _Job(line, hints, task))
        self._rounds.append({"searches": len(self._jobs), "open": len(self._open), "proved": len(self._proved)})
        return [job.task for job in self._jobs.values()]

    # The whole proof.

    def _finish(self, store: Store) -> Iterable[Task]:
        """What there is still to do with the proof: shards, putting together what they have found, the check."""
        assert self._whole is not None
        tasks: list[Task] = []
        if self._smaller is None:
            self._smaller = []
            shards = self.effort.shards if self._whole.positions > ONE_PIECE else 1
            if self.effort.last_shrink:
                tasks = [self._walk(store, [self._whole], (number, shards)) for number in range(1, shards + 1)]
        elif len(self._smaller) > 1 and not self._merged:
            self._merged = True
            tasks = [self._walk(store, self._smaller, None)]
        if tasks:
            self._round += 1
            self._jobs = {task.key: _Job((), (), replace(task, stage=self._round)) for task in tasks}
            return [job.task for job in self._jobs.values()]
        if self.check is None:
            return ()
        self._checking = Task(
            ("{in:check}", "--quiet", "{in:whole.cbor}"),
            {"check": self.check, "whole.cbor": self._whole.certificate},
            memory=self.effort.last_memory,
            stage=self._round + 1,
            title=f"check {self.root}",
        )
        return [self._checking]

    def _take_smaller(self, found: Iterable[Proved]) -> None:
        assert self._whole is not None
        assert self._smaller is not None
        proofs = list(found)
        if not self._merged:
            self._smaller = sorted(proofs, key=lambda one: (one.positions, one.certificate.digest))
        self._whole = min([self._whole, *proofs], key=lambda one: one.positions)

    def _walk(self, store: Store, proofs: Sequence[Proved], shard: tuple[int, int] | None) -> Task:
        """A walk through the whole that makes it smaller: in a shard, or by what several proofs of it have."""
        number, of = shard or (1, 1)
        command = [*self._asked(()), "--assemble", "--use", "in/known", "--memory", str(self.effort.last_memory)]
        command += ["--shrink", str(self.effort.last_shrink if shard else 0), "--shard", f"{number}/{of}"]
        known = [*self._given, *(one.certificate for one in proofs)]
        return Task(
            tuple(command),
            {"solve": self.solve, **{f"known/{place:05}.cbor": one for place, one in enumerate(known)}},
            ("answer.json", "certificates"),
            memory=self.effort.last_memory,
            weight=float(self._whole.positions * self.effort.evaluations if self._whole else 0),
            accepted=(0, 1),
            stdout="answer.json",
            folders=("certificates",),
            title=f"{self.root}, shard {number} of {of}" if shard else f"{self.root}, put together",
        )

    def _asked(self, line: Line) -> list[str]:
        """The command for the position behind a line."""
        command = ["{in:solve}", "losing-chess", " ".join((*words(self.root), *line)), "--for", self.winner]
        command += ["--rules", self.rules, "--threads", "1", "--json", "--no-times"]
        return [*command, "--emit-dir", "out/certificates"]

    def _limit(self, evaluations: int, tries: int) -> int:
        # More each time: the same search once more would find nothing else.
        return evaluations * int(max(self.effort.factor, 2) ** tries)

    def _tops(self) -> dict[Line, int]:
        """The positions to be searched now, each with what is open below it, and for how many evaluations.

        Several ends of lines are searched together while none of them has been searched before. One that was not
        proved is searched with the positions above it that wait for nothing else, and after that alone.
        """
        over = {line: self._over(line) for line in self._open}
        ends = dict.fromkeys(self._open, 0)
        tries = dict.fromkeys(self._open, 0)
        for line in sorted(self._open, key=len, reverse=True):
            if ends[line] == 0:
                ends[line], tries[line] = 1, self._open[line].tries
            above = over[line]
            if above is not None:
                ends[above] += ends[line]
                tries[above] = max(tries[above], tries[line])
        ends_here = set(self._open) - set(over.values())

        def together(line: Line) -> bool:
            one = self._open[line]
            if line in ends_here:
                return not one.trunk or line == ()
            return (
                line != ()
                and not one.trunk
                and one.below is None
                and (tries[line] == 0 or (tries[line] == 1 and ends[line] == 1))
            )

        tops: dict[Line, int] = {}
        for line, above in over.items():
            if together(line) and (above is None or not together(above)):
                tops[line] = self._limit(self.effort.evaluations, tries[line])
        return tops

    def _task(self, store: Store, line: Line, hints: Sequence[Line], evaluations: int, *, alone: bool) -> Task:
        last = line == () and bool(hints)
        known = list(self._useful(line, None if last else evaluations // EVALUATIONS_PER_POSITION))
        known = [*self._given, *known]
        inputs: dict[str, Any] = {"solve": self.solve}
        command = [*self._asked(line), "--parts", "--evaluations", str(evaluations)]
        command += ["--memory", str(self.effort.last_memory if last else self.effort.memory)]
        command += ["--shrink", str(self.effort.shrink)]
        if hints:
            text = "".join(" ".join(hint[len(line) :]) + "\n" for hint in hints)
            inputs["hints"] = store.put(text.encode())
            command += ["--hints", "{in:hints}"]
        elif alone:
            command += ["--settings", str(self.effort.settings)]
        if known:
            command += ["--use", "in/known"]
            inputs |= {f"known/{number:05}.cbor": one for number, one in enumerate(known)}
        return Task(
            tuple(command),
            inputs,
            ("answer.json", "certificates"),
            memory=self.effort.last_memory if last else self.effort.memory,
            priority=float(evaluations),
            weight=float(evaluations),
            stage=self._round,
            accepted=(0, 1),
            stdout="answer.json",
            folders=("certificates",),
            title=f"{self.root} {' '.join(line)}",
        )

    def _useful(self, line: Line, most: int | None) -> Iterator[Stored]:
        """The certificates that a search may use: all below its position, and relations that are worth reading."""
        yield from (self._proved[one].certificate for one in self._below(line) if one in self._proved)
        if most is None:
            return
        related = [
            one for one in self._proved if one[: len(line)] != line and _common(line, one) >= min(RELATED, len(line))
        ]
        for one in sorted(related, key=lambda one: (-_common(line, one), -self._proved[one].positions, one)):
            most -= self._proved[one].positions
            if most >= 0:
                yield self._proved[one].certificate

    def conclude(self, store: Store, failures: Iterable[tuple[Task, Result]]) -> Conclusion:
        """The certificate, or what is still open."""
        rounds = f"{self._round} rounds, {sum(one['searches'] for one in self._rounds)} searches"
        if self._whole:
            store.write(f"{'-'.join(words(self.root)) or 'start'}.cbor", store.read(self._whole.certificate))
            proved = f"{self._whole.positions} positions, {rounds}, sha256 {self._whole.certificate.digest}"
            checked = self.check is None or self._checked
            return Conclusion(
                f"{self.root}: {self.winner} wins, {proved}" + ("" if checked else ", not checked"), complete=checked
            )
        lines = "".join(" ".join(line) + "\n" for line in sorted(self._open) if line)
        store.write("open.lines", lines.encode())
        why = self._gave_up or "searches failed"
        said = f"{self.root}: not proved ({why}), {rounds}, {len(self._open)} positions are open"
        return Conclusion(said, complete=False)


def _numbers(moves: Iterable[Mapping[str, Any]]) -> list[tuple[Line, int | None, int | None]]:
    """The moves of a position with their proof and disproof numbers, as a search says them."""
    return [(words(one["move"]), one["proof_number"], one["disproof_number"]) for one in moves]


def _common(one: Line, other: Line) -> int:
    """How many moves two lines begin with together."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((length for length, (move, same) in pairs if move != same), min(len(one), len(other)))


def _beginnings(line: Line) -> Iterator[Line]:
    """A line and its beginnings, the longest first."""
    return (line[:length] for length in range(len(line), -1, -1))


def _answer(store: Store, result: Result) -> Mapping[str, Any]:
    """The answer of a search, in which each proof is a :class:`Proved`. Raises :class:`Refused`."""
    try:
        answer: dict[str, Any]
        (answer,) = json.loads(store.read(result.outputs["answer.json"]))["answers"]
        with tarfile.open(fileobj=io.BytesIO(store.read(result.outputs["certificates"]))) as archive:
            files = {member.name: content.read() for member in archive if (content := archive.extractfile(member))}

        def proved(proof: Mapping[str, Any]) -> Proved:
            content = files[PurePath(proof["file"]).name]
            if hashlib.sha256(content).hexdigest() != proof["sha256"]:
                raise ValueError(f"{proof['file']} has not the SHA-256 that is stated")
            return Proved(store.put(content), proof["positions"])

        if "proof" in answer:
            answer["proof"] = proved(answer["proof"])
        for left in answer.get("open", ()):
            for part in left.get("parts", ()):
                part["proof"] = proved(part["proof"])
    except (ValueError, KeyError, TypeError, tarfile.TarError) as error:
        raise Refused(f"not an answer of solve losing-chess: {error}") from error
    return answer
