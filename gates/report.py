"""What is printed: lines as `check` prints them, annotations for GitHub's runners, the summary of a job.

Certificates, their names and manifests choose texts that are printed here. None of them can be taken for another line,
for a command to the runner, or for a part of the summary.
"""

import html
import os
import pathlib
import re
from dataclasses import dataclass
from typing import Any

# GitHub takes at most 1 MiB of summary for a step, and drops what has more.
SUMMARY_BYTES = 900_000
# Of a batch with many entries, at most as many statements are shown.
STATEMENTS = 10


class Unheard(Exception):
    """What is printed cannot be written. The message says why."""


@dataclass(frozen=True)
class Problem:
    """Why a gate does not let pass, or what its users should know."""

    # In capitals, as in the lines of `check`.
    verdict: str
    sentence: str
    # The file where it is to be seen, from the top of the repository, and the line in it.
    file: bytes | None = None
    line: int | None = None
    # The exit status that it asks for, 0 for a warning.
    status: int = 2


class Report:
    """Prints verdicts as they come, and in the end how many there were."""

    def __init__(self, annotate: bool, summary: str | None) -> None:
        """Begin a report, with annotations or without, and with the file of a job's summary if there is one."""
        self.verified: list[tuple[bytes, dict[str, Any]]] = []
        self.problems: list[Problem] = []
        self._annotate = annotate
        self._summary = summary

    @property
    def status(self) -> int:
        """Return the exit status: that of the gravest problem."""
        status = 0
        for problem in self.problems:
            status = graver(status, problem.status)
        return status

    def proved(self, name: bytes, verdict: dict[str, Any]) -> None:
        """Report a file that is verified, with its line of `check --json`."""
        self.verified.append((name, verdict))
        say(f"s VERIFIED {quoted(name)} sha256={verdict['sha256']}")

    def problem(self, problem: Problem) -> None:
        """Report a problem."""
        self.problems.append(problem)
        say(f"s {problem.verdict}{where(problem)}")
        level = "error" if problem.status else "warning"
        say(f"c {'undecided' if problem.verdict == 'UNDECIDED' else level} {problem.sentence}")
        if self._annotate:
            file = None if problem.file is None else shown(problem.file)
            title = f"gamecert: {problem.verdict.lower()}"
            put(workflow_command(level, problem.sentence, file=file, line=problem.line, title=title))

    def close(self) -> None:
        """Print how many verdicts there were, and write the summary of the job."""
        wrong = sum(problem.status != 0 for problem in self.problems)
        warnings = len(self.problems) - wrong
        count = f"{counted(len(self.verified), 'certificate')} verified, {counted(wrong, 'problem')}"
        if warnings:
            count += f", {counted(warnings, 'warning')}"
        say(f"c {count}")
        if self._summary:
            with pathlib.Path(self._summary).open("a", encoding="utf-8") as file:
                file.write(self._page(count))

    def _page(self, count: str) -> str:
        """Return the summary: what is wrong, then what is proved."""
        rows = [
            [problem.verdict.lower(), where(problem).removeprefix(" "), problem.sentence] for problem in self.problems
        ]
        for name, verdict in self.verified:
            statements = verdict["statements"]
            left = len(statements) - STATEMENTS
            more = [f"and {left} more"] if left > 0 else []
            rows.append(["verified", quoted(name), "\n".join(statements[:STATEMENTS] + more)])
        # HTML and no blank line: nothing in it is read as Markdown.
        page = f"\n<h3>Certificates</h3>\n<p>{html.escape(count)}</p>\n<table>\n"
        for number, row in enumerate(rows):
            cells = "".join(f"<td>{'<br>'.join(markup(line) for line in cell.split(chr(10)))}</td>" for cell in row)
            if len((page + cells).encode()) > SUMMARY_BYTES:
                page += f"<tr><td colspan=3>and {len(rows) - number} more, in the log</td></tr>\n"
                break
            page += f"<tr>{cells}</tr>\n"
        return page + "</table>\n\n"


def graver(one: int, other: int) -> int:
    """Return the exit status where two are asked for: 2 before 1 before 3."""
    return next((status for status in (2, 1, 3) if status in (one, other)), 0)


def counted(number: int, what: str) -> str:
    """Return a number of things in words."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def where(problem: Problem) -> str:
    """Return the file and line of a problem, behind a space, if it has any."""
    if problem.file is None:
        return ""
    return f" {quoted(problem.file)}" + ("" if problem.line is None else f", line {problem.line}")


def place(found: dict[str, Any]) -> str:
    """Return the place of a refusal in words, as `check` prints it."""
    words = []
    for name in ("entry", "budget", "heap", "byte", "value", "citation", "class"):
        if name in found:
            words.append(f"{name} {found[name]}")
    if "position" in found:
        words[-1] += f" ({found['position']})"
    if "coins" in found:
        words.append(str(found["coins"]))
    if "line" in found:
        words.append(f"line {found['line']}".rstrip())
    return ", ".join(words)


def quoted(name: bytes) -> str:
    """Return a path as it stands in a line: in quotation marks unless it is plain."""
    text = os.fsdecode(name)
    if re.fullmatch(r"[A-Za-z0-9._/+@:,~-]+", text):
        return text
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{visible(text)}"'


def shown(name: bytes) -> str:
    """Return a path as it stands in an annotation: as it is if all of it can be printed, else with escapes."""
    text = os.fsdecode(name)
    return text if text.isprintable() else visible(text.replace("\\", "\\\\"))


def visible(text: str) -> str:
    """Escape what is no printable character: ends of lines, marks of direction, bytes that are no Unicode."""

    def escaped(letter: str) -> str:
        if "\udc80" <= letter <= "\udcff":
            return f"\\x{ord(letter) - 0xDC00:02X}"
        return letter if letter.isprintable() else f"\\u{{{ord(letter):x}}}"

    return "".join(map(escaped, text))


def put(line: str) -> None:
    """Print a line."""
    try:
        print(line, flush=True)
    except OSError as cause:
        raise Unheard(f"standard output: {cause.strerror}") from cause


def say(*lines: str) -> None:
    """Print lines in which GitHub's runner sees no command: it looks for `##[` anywhere, for `::` at the beginning.

    No line begins with a text that somebody else chooses.
    """
    for line in lines:
        put(visible(line).replace("##[", "##\\u{5b}"))


def workflow_command(name: str, message: str, **properties: object) -> str:
    """Return a command to GitHub's runner, with the escapes that it undoes."""

    def data(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def value(text: str) -> str:
        return data(text).replace(":", "%3A").replace(",", "%2C")

    given = ",".join(f"{key}={value(str(text))}" for key, text in properties.items() if text is not None)
    return f"::{name} {given}::{data(visible(message))}"


def markup(text: str) -> str:
    """Return a line as HTML."""
    return html.escape(visible(text))
