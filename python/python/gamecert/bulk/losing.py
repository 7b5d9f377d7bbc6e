"""The plan ``losing``: proves one position of losing chess by many searches.

Hints are lines of play that are presumably good for the winner. The tree of their positions is divided into subtrees,
and each subtree is one search, with its lines as hints. A search has a limit of evaluations. It returns certificates of
what it has proved. A position that is still open is searched again, alone and for longer. If that does not help, it
becomes the root of a proof-number tree, whose leaves are short searches.

Searches are grouped in rounds. The searches of a round may use all certificates of earlier rounds. With few searches in
a round, less work is done twice. With many, more workers are busy. When no position below the trunk of the tree is
open, one search combines everything into a whole proof. This proof is made smaller in shards, the results of the shards
are combined, and the program ``check`` verifies the certificate.

The certificates that a search may use are fixed when its round begins. The outcome therefore does not depend on the
order in which searches end. The solver trusts none of these certificates, but verifies those that it uses. The checker
verifies the final certificate once more.
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

#: Moves from the root of the proof.
Line = tuple[str, ...]

#: A search may use proofs of other lines that share at least this number of initial moves with its own line.
RELATED = 3
#: Such proofs may have one position per this number of evaluations of the search, because reading them takes time.
EVALUATIONS_PER_POSITION = 512
#: A proof of at most this many positions is made smaller in one piece, because the solver then also searches for its
#: parts again.
ONE_PIECE = 1 << 20

_NUMBER = re.compile(r"\d+\.+")


@dataclass(frozen=True)
class Effort:
    """Limits on the work of the searches."""

    hints: int = 64
    """Maximum number of hints in the first search of a position."""
    searches: int = 16
    """Maximum number of searches in a round."""
    evaluations: int = 1 << 26
    """Limit of evaluations of the first search of a position."""
    factor: int = 4
    """Factor by which the limit of evaluations grows if a position was not proved."""
    tries: int = 2
    """Number of searches of a position before its moves are searched by proof numbers."""
    leaf_evaluations: int = 1 << 25
    """Limit of evaluations of a search at a leaf of a proof-number tree."""
    leaves: int = 4
    """Maximum number of leaves of one position's tree that are searched in a round."""
    settings: int = 4
    """Number of configurations that the next search of an unproved position tries in turn."""
    memory: int = 2 << 30
    """Memory limit of a search in bytes."""
    last_evaluations: int = 1 << 32
    """Limit of evaluations of the search that combines everything."""
    last_memory: int = 8 << 30
    """Memory limit of the search that combines everything, in bytes."""
    shrink: int = 0
    """Passes that make the proof of a part smaller. They cost more than the search, and the last passes do it too."""
    last_shrink: int = 2
    """Passes that make the whole proof smaller."""
    shards: int = 8
    """Number of tasks in which a large proof is made smaller."""
    rounds: int = 100_000
    """Maximum number of rounds."""


@dataclass(frozen=True)
class Proved:
    """Certificate for the position after a line."""

    certificate: Stored
    positions: int


@dataclass
class _Open:
    """A position that is not yet proved."""

    winners_turn: bool
    tries: int = 0
    #: Whether the position is so high in the tree that only the search that combines everything may prove it.
    trunk: bool = False
    #: Proof-number tree that is searched instead. When it is proved, the position is searched again.
    below: Tree | None = None


@dataclass
class _Job:
    """A search of the current round."""

    line: Line
    hints: tuple[Line, ...]
    task: Task
    #: Root of the proof-number tree in which this position is a leaf, if any.
    leaf_of: Line | None = None
    #: Answer of the solver after the search has ended. Its certificates are in the store.
    answer: Mapping[str, Any] | None = None
    #: Whether the program failed, which says nothing about the position.
    failed: bool = False


def words(text: str) -> Line:
    """Returns the moves of a line without move numbers.

    >>> words("1. e3 Nh6 2.Qh5 d5")
    ('e3', 'Nh6', 'Qh5', 'd5')
    """
    return tuple(word for word in (_NUMBER.sub("", one) for one in text.split()) if word)


@dataclass
class Losing:
    """Plan for a proof that a side wins from the position after the moves ``root`` from the beginning of the game."""

    solve: Program
    root: str
    winner: str
    lines: Sequence[str] = ()
    rules: str = "joint"
    effort: Effort = field(default_factory=Effort)
    given: Sequence[bytes] = ()
    """Certificates that every search may use."""
    check: Program | None = None
    """Program that verifies the final certificate, or ``None``. (The solver verifies its own certificates anyway.)"""
    name: str = "losing"

    def __post_init__(self) -> None:
        """Initialises the tree of lines."""
        if self.winner not in ("white", "black"):
            raise ValueError(f"{self.winner!r}: expected white or black")
        #: Children of each line in the tree: longer lines by one move.
        self._tree: dict[Line, list[Line]] = {(): []}
        self._open: dict[Line, _Open] = {}
        self._proved: dict[Line, Proved] = {}
        self._lost: set[Line] = set()
        self._jobs: dict[str, _Job] = {}
        self._round = 0
        self._rounds: list[dict[str, Any]] = []
        self._given: tuple[Stored, ...] = ()
        self._whole: Proved | None = None
        #: Proofs found by the shards of the whole proof; ``None`` before the shards begin.
        self._smaller: list[Proved] | None = None
        self._merged = False
        self._checking: Task | None = None
        self._checked = False
        self._gave_up = ""

    # The tree.

    def _winners_turn(self, line: Line) -> bool:
        return ((len(words(self.root)) + len(line)) % 2 == 0) == (self.winner == "white")

    def _plant(self) -> None:
        """Opens the positions of the hints with the other side to move. Positions above many hints form the trunk."""
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
        """Adds a line to the tree. With ``one``, also opens its position."""
        if one is not None:
            self._open[line] = one
        for length in range(1, len(line) + 1):
            if line[:length] not in self._tree:
                self._tree[line[:length]] = []
                self._tree[line[: length - 1]].append(line[:length])

    def _below(self, line: Line) -> Iterator[Line]:
        """Iterates over a line of the tree and all its continuations, each line before its own continuations."""
        waiting = [line] if line in self._tree else []
        while waiting:
            one = waiting.pop()
            yield one
            waiting.extend(reversed(self._tree[one]))

    def _close(self, line: Line, proved: Proved) -> None:
        """Marks a position as proved, and removes everything below it."""
        self._add(line)
        for below in self._below(line):
            self._open.pop(below, None)
            self._proved.pop(below, None)
        self._proved[line] = proved
        for one in self._open.values():
            if one.below is not None:
                one.below.settle(line, proved=True)
        # If the winner is to move, one proved move is enough.
        before = line[:-1]
        if line and before in self._open and self._open[before].winners_turn:
            for other in self._below(before):
                if other != before:
                    self._open.pop(other, None)

    def _give_up(self, line: Line) -> None:
        """Marks a position as not won. If the other side can move to it, the position before it is not won either."""
        self._lost.add(line)
        for below in self._below(line):
            self._open.pop(below, None)
        if line == ():
            self._gave_up = "there is no such win"
        elif not self._winners_turn(line[:-1]):
            self._give_up(line[:-1])

    def _over(self, line: Line) -> Line | None:
        """Returns the nearest open position above a line."""
        return next((one for one in _beginnings(line[:-1]) if one in self._open), None) if line else None

    # Rounds.

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Everything that determines the final bytes."""
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
        """Returns the searches of the first round."""
        self._given = tuple(store.put(content) for content in self.given)
        self._plant()
        return self._next_round(store)

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Returns the searches of the next round, when all searches of this round have ended."""
        if self._checking is not None and task.key == self._checking.key:
            self._checked = True
            return ()
        job = self._jobs.get(task.key)
        if job is None:
            # The task was reported again, because its outputs were lost, but its round is over.
            return ()
        job.answer = _answer(store, result)
        return self._when_complete(store)

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Continues without a failed search. The driver reports the reason."""
        if self._checking is not None and task.key == self._checking.key:
            return ()
        self._jobs[task.key].failed = True
        return self._when_complete(store)

    def _when_complete(self, store: Store) -> Iterable[Task]:
        if any(job.answer is None and not job.failed for job in self._jobs.values()):
            return ()
        jobs, self._jobs = list(self._jobs.values()), {}
        if self._whole:
            # Failed shards are not needed.
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
        """Takes the results of a search into the tree."""
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
                # The position is also on another line, or was proved as part of another line.
                if line not in still and line in self._open and not self._open[line].winners_turn:
                    del self._open[line]
            tried = [line for line, hint in still.items() if hint["waits_for"] == 0 and hint["evaluations"] > 0]
            if not tried and len(self._open) == before:
                # The search ended before any hint was searched.
                tried = [line for line, hint in still.items() if hint["waits_for"] == 0]
            for line in [line for line in tried if line in self._open] or [job.line]:
                self._open[line].tries += 1
                self._open[line].trunk = False
            one = self._open[job.line]
            if not still and one.below is None and one.tries >= self.effort.tries:
                one.below = Tree(job.line, one.winners_turn)
                one.below.expand(job.line, _numbers(left["moves"]))

    def _take_leaf(self, line: Line, root: Line, answer: Mapping[str, Any]) -> None:
        """Takes the results of a leaf's search. Other searches of the round may have made the leaf irrelevant."""
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
        # The longest lines come first, because proofs deep in the tree help the searches above.
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
        """Returns the next tasks for the whole proof: the shards, the combination of their results, or the check."""
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
        """Returns a task that makes the whole proof smaller, in a shard or by combining several proofs."""
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
        """Returns the command for the position after a line."""
        command = ["{in:solve}", "losing-chess", " ".join((*words(self.root), *line)), "--for", self.winner]
        command += ["--rules", self.rules, "--threads", "1", "--json", "--no-times"]
        return [*command, "--emit-dir", "out/certificates"]

    def _limit(self, evaluations: int, tries: int) -> int:
        # The limit grows each time, because the same search would give the same result.
        return evaluations * int(max(self.effort.factor, 2) ** tries)

    def _tops(self) -> dict[Line, int]:
        """Returns the positions to search now, with limits of evaluations. A search includes the open positions below.

        Several ends of lines are searched together if none of them has been searched before. After a first failure, an
        end is searched with the positions above it that depend on no other end. After that it is searched alone.
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
        """Iterates over certificates for a search: all below its position, and related ones worth reading."""
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
        """Writes the certificate or, without a proof, the lines that are still open."""
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
    """Returns the moves of a position with the proof and disproof numbers that a search has reported."""
    return [(words(one["move"]), one["proof_number"], one["disproof_number"]) for one in moves]


def _common(one: Line, other: Line) -> int:
    """Returns the number of initial moves that two lines share."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((length for length, (move, same) in pairs if move != same), min(len(one), len(other)))


def _beginnings(line: Line) -> Iterator[Line]:
    """Iterates over a line and its prefixes, the longest first."""
    return (line[:length] for length in range(len(line), -1, -1))


def _answer(store: Store, result: Result) -> Mapping[str, Any]:
    """Reads the answer of a search, with each proof as a :class:`Proved`. Raises :class:`Refused`."""
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
