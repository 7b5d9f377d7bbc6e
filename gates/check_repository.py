#!/usr/bin/env python3
"""Verify the certificates that a git repository tracks. `action.yml` and the hook for pre-commit run this script.

The program `check` makes all decisions. This script finds the files and passes them to `check`. `report.py` prints the
file of each problem, and `manifest.py` finds its line in a manifest. The exit status is that of `check`, according to
section 6 of `spec/FORMAT.md`: 0 verified, 1 rejected or not proved, 2 something cannot be read, 3 undecided.

Only committed or staged files are verified, and only they, and files in folders of `--include`, can be cited. The
verdict therefore does not depend on other files in the working tree, which a fresh clone would lack. It depends on all
tracked files, not only on changed ones, so that the deletion of a cited file is noticed. `index.py` copies the files to
a scratch folder under numeric names, so that file names with arbitrary bytes do no harm.

The script needs Linux or macOS, git, and Python 3.10 or later with only its standard library.
"""

import sys


def unsupported() -> "str | None":
    """Return why this script cannot run here. Python 3.6 can parse this file, but not the modules imported below."""
    if sys.platform == "win32":
        return "it runs on Linux and macOS, and in WSL; on Windows verify files by check --expect"
    if sys.version_info < (3, 10):  # noqa: UP036
        return f"it needs Python 3.10 or later, and this is {sys.version_info[0]}.{sys.version_info[1]}"
    return None


REFUSAL = unsupported()
if REFUSAL is not None:
    # An exception would end Python with status 1, which means that a certificate is wrong.
    sys.stderr.write(f"check_repository.py: {REFUSAL}\n")
    sys.exit(2)

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import traceback
from collections.abc import Iterator
from typing import Any

from index import Failure, Index, Unreadable, tracked
from manifest import Manifest
from report import Problem, Report, Unheard, graver, place, quoted, say

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Options that are passed on to `check` unchanged.
LIMITS = {
    "memory": ("SIZE", "leave a certificate undecided before it takes more memory"),
    "work": ("N", "leave a certificate undecided after more steps"),
    "search": ("SIZE", "read at most that much in search of cited certificates"),
    "threads": ("N", "threads to work on"),
}

# Exit status of each verdict of `check --json`, and the fields that this script reads.
STATUS = {"verified": 0, "rejected": 1, "not proved": 1, "unreadable": 2, "undecided": 3}
FIELDS = {
    "verified": ("file", "sha256", "kind", "game", "claim", "statements", "citations"),
    "rejected": ("file", "error"),
    "not proved": ("expected", "kind", "game"),
    "unreadable": ("file", "cause"),
    "undecided": ("file", "error"),
}


class Parser(argparse.ArgumentParser):
    """A parser that raises an error if help cannot be printed."""

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401
        (file or sys.stderr).write(message)


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser(
        allow_abbrev=False,
        description="Verify the certificates (*.cbor) that a git repository tracks, as they are committed or staged.",
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files, and folders with all below; by default the whole repository")
    add("--manifest", metavar="FILE", help="claims that shall be proved, as for check --expect")
    add(
        "--strict",
        action="store_true",
        help="fail on certificates that no entry of the manifest asks for, or that claim nothing",
    )
    add("--include", metavar="DIR", action="append", default=[], help="look for cited certificates in this folder too")
    add("--check", metavar="PROGRAM", help="verify with this program rather than build it from the sources beside")
    for limit, (value, what) in LIMITS.items():
        add(f"--{limit}", metavar=value, help=what)
    return parser.parse_args()


def copy(files: list[bytes], index: Index, folder: str) -> dict[bytes, str]:
    """Copy files into a new folder, named by their numbers. Return the files that cannot be copied, with reasons."""
    os.mkdir(folder)
    failed = {}
    for number, name in enumerate(files):
        try:
            index.copy(name, os.path.join(folder, f"{number:08}.cbor"))
        except Unreadable as cause:
            failed[name] = str(cause)
    return failed


def program(given: str | None) -> str:
    """Return the path of the named program, or build the program from the sources beside this script."""
    if given is not None:
        found = shutil.which(given)
        if found is None:
            raise Failure(f"there is no program {quoted(os.fsencode(given))}")
        return os.path.abspath(found)
    target = ROOT / "target" / "gate"
    build = ["cargo", "build", "--release", "--locked", "--quiet", "-p", "gamecert-checker", "--bin", "check"]
    try:
        # cargo runs in the checker's own folder, so that cargo settings in the user's repository do not affect the
        # build.
        run = subprocess.run([*build, "--target-dir", target], cwd=ROOT, stdout=sys.stderr, check=False)
    except OSError as cause:
        raise Failure(
            "cargo cannot be run to build the checker: install rustup, or name a program by --check"
        ) from cause
    if run.returncode != 0:
        raise Failure("cargo could not build the checker")
    return str(target / "release" / "check")


def verdicts(command: list[str], errors: str) -> Iterator[dict[str, Any] | int]:
    """Run `check` and yield its lines as they come, then its exit status. Its standard error goes to a file."""
    with open(errors, "wb") as sink:
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=sink)
        except OSError as cause:
            raise Failure(f"{quoted(os.fsencode(command[0]))} cannot be run: {cause.strerror}") from cause
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                yield understood(line)
    yield process.returncode


def understood(line: bytes) -> dict[str, Any]:
    """Parse a line of `check --json`."""
    with contextlib.suppress(ValueError, RecursionError):
        one = json.loads(line)
        fields = FIELDS.get(str(one.get("verdict"))) if isinstance(one, dict) else None
        if fields is not None and all(name in one for name in fields):
            return one  # type: ignore[no-any-return]
    raise Failure("the program that was to verify does not print what check --json prints")


def refused(name: bytes, line: dict[str, Any]) -> Problem:
    """Return the problem with a file that is not verified, from its line of `check --json`."""
    if line["verdict"] == "unreadable":
        sentence = line["cause"]
    else:
        error = line["error"]
        sentence = f"{error['code']} at {place(error['place'])}: {error['sentence']}"
    return Problem(line["verdict"].upper(), sentence, name, status=STATUS[line["verdict"]])


def claims_nothing(line: dict[str, Any]) -> bool:
    """Tell whether a verified file proves nothing, from its line of `check --json`."""
    return bool(line["kind"]["name"] == "batch" and line["claim"].get("entries") == [])


def selected(options: argparse.Namespace, every: list[bytes], report: Report) -> list[bytes]:
    """Return the tracked files to verify. Report a problem for each path without tracked certificates."""
    if not options.paths:
        if not every:
            report.problem(Problem("UNREADABLE", "git tracks no file *.cbor in this repository"))
        return every
    files: dict[bytes, None] = {}
    for path in options.paths:
        names = tracked(b".", path)
        files.update(dict.fromkeys(names))
        if not names:
            report.problem(Problem("UNREADABLE", "git tracks no file *.cbor there", os.fsencode(path)))
    return list(files)


def verify(options: argparse.Namespace, report: Report, scratch: str, index: Index) -> None:
    """Verify the requested files, and report each verdict as it comes."""
    every = index.certificates()
    files = selected(options, every, report)
    folder, cited, errors = (os.path.join(scratch, name) for name in ("files", "cited", "errors"))
    failed = copy(files, index, folder)
    for name, cause in failed.items():
        report.problem(Problem("UNREADABLE", cause, name))
    known = set(files)
    # If a cited file cannot be copied, the certificate that cites it will be undecided.
    copy([name for name in every if name not in known], index, cited)

    command = [program(options.check), "--json", f"--include={cited}"]
    command += [f"--include={os.path.abspath(include)}" for include in options.include]
    limits = {limit: getattr(options, limit) for limit in LIMITS}
    command += [f"--{limit}={value}" for limit, value in limits.items() if value is not None]
    manifest = None
    if options.manifest is not None:
        try:
            manifest = Manifest(options.manifest, index, os.path.join(scratch, "manifest"))
        except Unreadable as cause:
            name = index.name_of(options.manifest) or os.fsencode(options.manifest)
            report.problem(Problem("UNREADABLE", f"the manifest cannot be read: {cause}", name))
            return
        command.append(f"--expect={manifest.path}")

    left, expected, status = len(files) - len(failed), 0, None
    for line in verdicts([*command, folder], errors):
        if isinstance(line, int):
            status = line
            break
        expected = graver(expected, STATUS[line["verdict"]])
        if line["verdict"] == "not proved":
            assert manifest is not None
            report.problem(manifest.unproved(line, set(every)))
        elif left > 0:
            left -= 1
            name = files[int(pathlib.PurePath(line["file"]).stem)]
            if line["verdict"] == "verified":
                report.proved(name, line)
                if claims_nothing(line):
                    sentence = "it claims nothing: a batch without entries"
                    report.problem(Problem("NOTHING CLAIMED", sentence, name, status=1 if options.strict else 0))
            else:
                report.problem(refused(name, line))
        # Otherwise the line says that the folder contains no files, which has already been reported.

    said = pathlib.Path(errors).read_text("utf-8", "replace").strip().removeprefix("check: ")
    if manifest is not None and said.startswith("the manifest "):
        report.problem(manifest.wrong(said))
    elif said:
        raise Failure(said.splitlines()[0])
    elif left > 0 or status != expected:
        # The program is not `check`, or it was killed. Missing verdicts do not count as verified.
        raise Failure(f"{quoted(os.fsencode(command[0]))} ended with status {status} and {left} verdicts too few")
    elif manifest is not None:
        something = [(name, line) for name, line in report.verified if not claims_nothing(line)]
        for name in manifest.unexpected(something):
            sentence = "no entry of the manifest asks for what it proves: nobody would miss it"
            report.problem(Problem("NOT EXPECTED", sentence, name, status=1 if options.strict else 0))


def main() -> int:
    """Verify, report, and return the exit status."""
    options = arguments()
    report = Report(os.environ.get("GITHUB_ACTIONS") == "true", os.environ.get("GITHUB_STEP_SUMMARY"))
    try:
        with tempfile.TemporaryDirectory() as scratch, Index() as index:
            verify(options, report, scratch, index)
    except Failure as failure:
        report.problem(Problem("NOT VERIFIED", str(failure)))
    except Unheard:
        raise
    except Exception:
        # An exception would end Python with status 1, which means that a certificate is wrong.
        say(*(f"c {line}" for line in traceback.format_exc().splitlines()))
        report.problem(Problem("NOT VERIFIED", "an error of this script, told above"))
    report.close()
    return report.status


def heard() -> int:
    """Return the exit status, which is 2 if the report cannot be written."""
    if sys.stdout is None:
        return 2
    try:
        try:
            status = main()
        except SystemExit as end:
            # The parser exits after printing help or an error of the command line.
            status = int(end.code or 0)
        sys.stdout.flush()
    except (Unheard, OSError) as cause:
        with contextlib.suppress(OSError):
            if not isinstance(cause.__cause__ or cause, BrokenPipeError):
                print(f"check_repository.py: {cause}", file=sys.stderr)
        # Otherwise Python would try to flush the output again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return status


if __name__ == "__main__":
    sys.exit(heard())
