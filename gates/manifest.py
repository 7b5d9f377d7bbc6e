"""Claims that have to be proved, in the file that `check --expect` reads.

`check` interprets the manifest, and rejects a file that is not a manifest. This module reads it again to find two
things that `check` does not report: the line of an entry, and the certificates that no entry asks for.
"""

import contextlib
import json
import os
import pathlib
import re
from typing import Any

from index import Index
from report import Problem, quoted

BETWEEN = re.compile(r"[\s,]*")


class Manifest:
    """The entries of a manifest, with their lines."""

    def __init__(self, path: str, index: Index, scratch: str) -> None:
        """Read a manifest as far as possible. If git tracks it, read its staged version, copied to `scratch`."""
        name = index.name_of(path)
        self.name = os.fsencode(path) if name is None else name
        self.path = os.path.abspath(path)
        if name is not None and name in index:
            index.copy(name, scratch)
            self.path = scratch
        self.entries: list[Any] = []
        self.lines: list[int] = []
        # `check` reports errors in the manifest. The entries before an error are kept.
        with contextlib.suppress(OSError, ValueError, RecursionError):
            if os.path.isfile(self.path):
                self._read(pathlib.Path(self.path).read_text("utf-8-sig"))

    def _read(self, text: str) -> None:
        decoder = json.JSONDecoder()

        def after(at: int) -> int:
            between = BETWEEN.match(text, at)
            return between.end() if between else at

        at = after(0)
        if text.startswith("[", at):
            at = after(at + 1)
        while at < len(text) and text[at] != "]":
            entry, end = decoder.raw_decode(text, at)
            self.lines.append(text.count("\n", 0, at) + 1)
            self.entries.append(entry)
            at = after(end)

    def _line(self, number: int) -> int | None:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else None

    def unproved(self, line: dict[str, Any], files: set[bytes]) -> Problem:
        """Return the problem with an entry that no file proves, from its line of `check --json` and all files."""
        number, game = line["expected"], line["game"]
        parameters = "".join(f", {name} {value}" for name, value in game["parameters"].items())
        sentence = f"entry {number}: {line['kind']['name']} for {game['rules']} version {game['version']}{parameters}"
        entry = self.entries[number - 1] if number <= len(self.entries) else None
        file = entry.get("file") if isinstance(entry, dict) else None
        if isinstance(file, str):
            name = file.encode("utf-8", "replace").removeprefix(b"./")
            sentence += f", from {quoted(name)}, which {'is there' if name in files else 'is not there'}"
        return Problem("NOT PROVED", sentence, self.name, self._line(number), 1)

    def wrong(self, sentence: str) -> Problem:
        """Return the problem with an invalid manifest, from the sentence that `check` printed."""
        number = re.search(r": entry (\d{1,9}): ", sentence)
        sentence = sentence.replace(quoted(os.fsencode(self.path)), quoted(self.name), 1)
        return Problem("UNREADABLE", sentence, self.name, self._line(int(number[1])) if number else None)

    def unexpected(self, verified: list[tuple[bytes, dict[str, Any]]]) -> list[bytes]:
        """Return the verified files whose deletion the manifest would not reveal.

        Such a file proves no claim that an entry asks for, and no needed file cites it. A batch is needed if an entry
        asks for the batch or if entries ask for all its parts. The files come with their lines of `check --json`.
        """
        wanted: dict[str, set[str | None]] = {}
        for entry in self.entries:
            if isinstance(entry, dict):
                claimed = claim_of(entry.get("kind"), entry.get("game"), entry.get("claim"))
                wanted.setdefault(claimed, set()).add(entry.get("sha256"))

        def asked(one: dict[str, Any]) -> bool:
            def part(kind: object, claim: object) -> bool:
                return not wanted.get(claim_of(kind, one["game"], claim), set()).isdisjoint((None, one["sha256"]))

            entries = one["claim"].get("entries", []) if one["kind"]["name"] == "batch" else []
            alone = part(one["kind"], one["claim"])
            return alone or (len(entries) > 0 and all(part(entry["kind"], entry["claim"]) for entry in entries))

        cites = {one["sha256"]: [cited["sha256"] for cited in one["citations"]] for _, one in verified}
        missed: set[str] = set()
        waiting = [one["sha256"] for _, one in verified if asked(one)]
        while waiting:
            digest = waiting.pop()
            if digest not in missed:
                missed.add(digest)
                waiting += cites.get(digest, [])
        return [name for name, one in verified if one["sha256"] not in missed]


def claim_of(kind: object, game: object, claim: object) -> str:
    """Return a text that two claims share if and only if they are equal. Names in a game do not count."""
    about = [game.get(part) for part in ("rules", "version", "parameters")] if isinstance(game, dict) else None
    return json.dumps([kind, about, claim], sort_keys=True)
