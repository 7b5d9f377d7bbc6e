"""The report: lines in the format of `check`, annotations for GitHub's runners, and the summary of a job.

Certificates, file names and manifests contain texts that are printed here. No such text can be mistaken for another
line, a command to the runner, or a part of the summary.
"""

import html
import os
import pathlib
import re
from dataclasses import dataclass
from typing import Any

# GitHub accepts a summary of at most 1 MiB for a step, and drops larger summaries.
SUMMARY_BYTES = 900_000
# Maximum number of statements shown for a batch.
STATEMENTS = 10


class Unheard(Exception):
    """The report cannot be written. The message says why."""


@dataclass(frozen=True)
class Problem:
    """An error that makes the gate fail, or a warning for its users."""

    # Verdict in capitals, as in the lines of `check`.
    verdict: str
    sentence: str
    # File of the problem, relative to the top of the repository, and line in the file.
    file: bytes | None = None
    line: int | None = None
    # Exit status for this problem; 0 for a warning.
    status: int = 2


class Report:
    """Prints verdicts as they come, and their number at the end."""

    def __init__(self, annotate: bool, summary: str | None) -> None:
        """Start a report, with or without annotations, and with the file for the summary of the job, if any."""
        self.verified: list[tuple[bytes, dict[str, Any]]] = []
        self.problems: list[Problem] = []
        self._annotate = annotate
        self._summary = summary

    @property
    def status(self) -> int:
        """Return the exit status of the gravest problem."""
        status = 0
        for problem in self.problems:
            status = graver(status, problem.status)
        return status

    def proved(self, name: bytes, verdict: dict[str, Any]) -> None:
        """Report a verified file, from its line of `check --json`."""
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
        """Print the number of verdicts, and write the summary of the job."""
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
        """Return the summary: first the problems, then the proved claims."""
        rows = [
            [problem.verdict.lower(), where(problem).removeprefix(" "), problem.sentence] for problem in self.problems
        ]
        for name, verdict in self.verified:
            statements = verdict["statements"]
            left = len(statements) - STATEMENTS
            more = [f"and {left} more"] if left > 0 else []
            rows.append(["verified", quoted(name), "\n".join(statements[:STATEMENTS] + more)])
        # The page is HTML without blank lines, so that GitHub reads nothing in it as Markdown.
        page = f"\n<h3>Certificates</h3>\n<p>{html.escape(count)}</p>\n<table>\n"
        for number, row in enumerate(rows):
            cells = "".join(f"<td>{'<br>'.join(markup(line) for line in cell.split(chr(10)))}</td>" for cell in row)
            if len((page + cells).encode()) > SUMMARY_BYTES:
                page += f"<tr><td colspan=3>and {len(rows) - number} more, in the log</td></tr>\n"
                break
            page += f"<tr>{cells}</tr>\n"
        return page + "</table>\n\n"


def graver(one: int, other: int) -> int:
    """Return the graver of two exit statuses: 2 comes before 1, and 1 before 3."""
    return next((status for status in (2, 1, 3) if status in (one, other)), 0)


def counted(number: int, what: str) -> str:
    """Return a number with a noun in singular or plural."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def where(problem: Problem) -> str:
    """Return a space and the file and line of a problem, or an empty text without a file."""
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
    """Format a path for a line of output. The path is quoted unless it is plain."""
    text = os.fsdecode(name)
    if re.fullmatch(r"[A-Za-z0-9._/+@:,~-]+", text):
        return text
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{visible(text)}"'


def shown(name: bytes) -> str:
    """Format a path for an annotation. The path is escaped if it contains characters that cannot be printed."""
    text = os.fsdecode(name)
    return text if text.isprintable() else visible(text.replace("\\", "\\\\"))


def visible(text: str) -> str:
    """Escape characters that are not printable: line breaks, direction marks, bytes that are not Unicode."""

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
    """Print lines in which GitHub's runner finds no command.

    The runner looks for `##[` anywhere and for `::` at the beginning of a line. No line begins with a text from
    outside.
    """
    for line in lines:
        put(visible(line).replace("##[", "##\\u{5b}"))


def workflow_command(name: str, message: str, **properties: object) -> str:
    """Return a command to GitHub's runner, with the escapes that the runner decodes."""

    def data(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def value(text: str) -> str:
        return data(text).replace(":", "%3A").replace(",", "%2C")

    given = ",".join(f"{key}={value(str(text))}" for key, text in properties.items() if text is not None)
    return f"::{name} {given}::{data(visible(message))}"


def markup(text: str) -> str:
    """Escape a line for HTML."""
    return html.escape(visible(text))
