"""The plan ``endings``: solves and checks endings of bidding chess, together with all their sub-endings.

Each ending is a task, with the memory that ``solve`` reports for it. Endings with the largest memory come first. An
ending begins when the certificates of all its sub-endings exist. These are inputs of the task, and ``solve --include``
reads the values from them, so no ending is solved twice. A separate task checks each certificate. The check therefore
depends on bytes that other tasks have written, and not on the solver's memory.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .plan import Conclusion
from .store import RunError, Store
from .task import Input, Program, Result, Stored, Task

__all__ = ["Endings", "closure", "of_size"]

#: Pieces other than the king, the most valuable first, as in the names of endings.
PIECES = "QRBNP"

_NEEDS = re.compile(r"needs about ([\d.]+) ([kMGT]?)B of memory")
_UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def normal(white: str, black: str) -> str:
    """Returns the name of an ending with these pieces besides the kings. The name may exchange the colours.

    >>> normal("N", "Q"), normal("", "PP"), normal("NR", "B")
    ('KQKN', 'KPPK', 'KRNKB')
    """
    sides = ["".join(sorted(side, key=PIECES.index)) for side in (white, black)]
    sides.sort(key=lambda side: (-len(side), [PIECES.index(piece) for piece in side]))
    return "".join(f"K{side}" for side in sides)


def closure(material: str) -> set[str]:
    """Returns an ending with all its sub-endings, which captures and promotions lead to.

    >>> sorted(closure("KRKN")), len(closure("KPK"))
    (['KK', 'KNK', 'KRK', 'KRKN'], 6)
    """
    found: set[str] = set()
    left = [material]
    while left:
        name = left.pop()
        if name in found:
            continue
        found.add(name)
        sides = name[1:].split("K")
        for own, other in (sides, sides[::-1]):
            for at, piece in enumerate(own):
                rest = own[:at] + own[at + 1 :]
                left += [normal(rest, other)]
                left += [normal(rest + to, other) for to in PIECES[:-1] if piece == "P"]
    return found


def of_size(pieces: int) -> list[str]:
    """Returns all endings with this number of pieces, kings included.

    >>> of_size(3), len(of_size(4))
    (['KBK', 'KNK', 'KPK', 'KQK', 'KRK'], 30)
    """
    if pieces < 2:
        raise RunError("an ending has two pieces at least, the kings")
    beside = pieces - 2
    sides = [list(map("".join, itertools.combinations_with_replacement(PIECES, one))) for one in range(beside + 1)]
    found = {normal(a, b) for one in range(beside + 1) for a in sides[one] for b in sides[beside - one]}
    return sorted(found)


class Endings:
    """A plan for endings on one board."""

    name = "endings"

    def __init__(
        self, materials: Sequence[str], pieces: int | None, board: str, solve: Program, check: Program
    ) -> None:
        """Plans these endings, and all endings with ``pieces`` pieces, together with their sub-endings."""
        asked = {self._read(material) for material in materials}
        if pieces is not None:
            asked |= set(of_size(pieces))
        if not asked:
            raise RunError("no ending is asked for: name some, or say --pieces")
        self._asked = sorted(asked)
        self._endings = {name: closure(name) for one in asked for name in closure(one)}
        self._board, self._solve, self._check = board, solve, check
        self._certificates: dict[str, Stored] = {}
        self._memory: dict[str, int] = {}
        self._begun: set[str] = set()
        self._checked: set[str] = set()
        #: Kind and ending of each task, by its key.
        self._places: dict[str, tuple[str, str]] = {}

    @staticmethod
    def _read(material: str) -> str:
        found = re.fullmatch(f"K([{PIECES}]*)K([{PIECES}]*)", material.upper())
        if found is None:
            raise RunError(f"{material}: no ending such as KNK or KRKB")
        return normal(found[1], found[2])

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Endings, board and programs."""
        return {
            "endings": self._asked,
            "board": self._board,
            "solve": self._solve.digest,
            "check": self._check.digest,
        }

    def _file(self, name: str) -> str:
        return name.lower() + ("" if self._board == "8x8" else f"-{self._board}") + ".cbor"

    def _known(self, task: Task, kind: str, name: str) -> Task:
        self._places[task.key] = kind, name
        return task

    def begin(self, store: Store) -> Iterator[Task]:
        """Asks for the memory of each ending's whole family, so that bad input is detected at once."""
        for name in sorted(self._endings):
            yield self._asking(name, "family", {})

    def finished(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Solves an ending after its memory is known. Checks it after it is solved, and begins endings that cite it."""
        kind, name = self._places[result.key]
        if kind in {"family", "memory"}:
            needs = _NEEDS.search(result.tail)
            if needs is None:
                raise RunError(f"{name}: {result.tail.strip() or 'solve says nothing of its memory'}")
            self._memory[name] = int(float(needs[1]) * _UNITS[needs[2]])
            return list(self._ready()) if kind == "family" else [self._solving(name)]
        if kind == "solve":
            self._certificates[name] = result.outputs[self._file(name)]
            return [self._checks(name), *self._ready()]
        self._checked.add(name)
        return []

    def _cited(self, name: str) -> dict[str, Input]:
        """Returns the certificates of an ending's sub-endings by the file names that ``solve`` and ``check`` expect."""
        return {self._file(one): self._certificates[one] for one in sorted(self._endings[name] - {name})}

    def _command(self, name: str, cited: Mapping[str, Input]) -> tuple[str, ...]:
        command = ("{in:solve}", "bidding-chess", name, "--board", self._board, "--threads", "1")
        return (*command, "--include", "in") if cited else command

    def _asking(self, name: str, kind: str, cited: Mapping[str, Input]) -> Task:
        """Returns a task that asks how much memory an ending takes, if these certificates are supplied.

        With a memory limit that is too small, ``solve`` refuses and prints the memory that it needs.
        """
        command = (*self._command(name, cited), "--memory", "1")
        inputs = {"solve": self._solve, **cited}
        # Status 2 is the refusal. Bad input has the same status but another message.
        task = Task(command, inputs, accepted=(2,), priority=float(10**18), title=f"{name}: memory")
        return self._known(task, kind, name)

    def _solving(self, name: str) -> Task:
        cited, memory = self._cited(name), self._memory[name]
        task = Task(
            # A separate task verifies the certificate.
            (*self._command(name, cited), "--no-verify", "--emit-dir", "out"),
            {"solve": self._solve, **cited},
            (self._file(name),),
            memory=memory,
            priority=memory,
            weight=memory,
            title=f"solve {name}",
        )
        return self._known(task, "solve", name)

    def _ready(self) -> Iterator[Task]:
        """Returns tasks for the endings whose sub-endings are all solved."""
        for name, closed in sorted(self._endings.items()):
            if name in self._begun or name not in self._memory or not closed - {name} <= self._certificates.keys():
                continue
            self._begun.add(name)
            cited = self._cited(name)
            # With certificates of sub-endings the memory differs, so it is asked for again.
            yield self._asking(name, "memory", cited) if cited else self._solving(name)

    def _checks(self, name: str) -> Task:
        """Returns the task that checks a solved ending."""
        file = self._file(name)
        command = ("{in:check}", "--quiet", f"{{in:{file}}}")
        # The checker finds the cited files in the same folder. Checks come before solving, so that errors show early.
        inputs = {"check": self._check, file: self._certificates[name], **self._cited(name)}
        return self._known(Task(command, inputs, priority=float(10**17), title=f"check {name}"), "check", name)

    def failed(self, store: Store, task: Task, result: Result) -> Iterable[Task]:
        """Returns no tasks: endings that cite a failed one are not solved."""
        return []

    def conclude(self, store: Store, failures: Iterable[tuple[Task, Result]]) -> Conclusion:
        """Writes the checked certificates and a table of them."""
        lines = ["ending,board,bytes,sha256\n"]
        (store.folder / "certificates").mkdir(exist_ok=True)
        for name in sorted(self._checked):
            stored = self._certificates[name]
            store.write(f"certificates/{self._file(name)}", store.read(stored))
            lines.append(f"{name},{self._board},{stored.size},{stored.digest}\n")
        store.write("endings.csv", "".join(lines).encode())
        missing = sorted(self._endings.keys() - self._checked)
        text = f"{len(self._checked)} endings on {self._board} solved and checked: certificates/, listed in endings.csv"
        return Conclusion(text + (f"\nnot done: {', '.join(missing)}" if missing else ""))
