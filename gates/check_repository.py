#!/usr/bin/env python3
"""Verify the certificates that a git repository tracks: what `action.yml` and the hook for pre-commit run.

All judgement is the program `check`'s. This script finds the files and hands them over; `report.py` prints at which
file a problem is, `manifest.py` knows at which line of a manifest. The exit status is that of `check`, by section 6 of
`spec/FORMAT.md`: 0 verified, 1 rejected or not proved, 2 something cannot be read, 3 undecided.

Only what git tracks is verified, and only that (and what is in folders of `--include`) may be cited. So the verdict
does not depend on files that happen to lie about and would be missing from a fresh clone; and it depends on every
tracked file, whichever were changed, so that one that was deleted is missed. The files are handed over as links in a
scratch folder, under names made of digits: a name with any bytes in it does no harm on the way.

Needs git and Python 3.10 or later, and nothing beyond its standard library.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from typing import Any

from manifest import Manifest
from report import Problem, Report, graver, place, quoted

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Options that are handed on to `check` as they are.
LIMITS = {
    "memory": ("SIZE", "leave a certificate undecided before it takes more memory"),
    "work": ("N", "leave a certificate undecided after more steps"),
    "search": ("SIZE", "read at most that much in search of cited certificates"),
    "threads": ("N", "threads to work on"),
}

# The verdicts of `check --json`: the exit status that each asks for, and the fields that are read here.
STATUS = {"verified": 0, "rejected": 1, "not proved": 1, "unreadable": 2, "undecided": 3}
FIELDS = {
    "verified": ("file", "sha256", "kind", "game", "claim", "statements", "citations"),
    "rejected": ("file", "error"),
    "not proved": ("expected", "kind", "game"),
    "unreadable": ("file", "cause"),
    "undecided": ("file", "error"),
}

# What a file in Git LFS consists of where its bytes have not been fetched.
LFS_POINTER = b"version https://git-lfs.github.com/spec/"


class Failure(Exception):
    """Nothing can be verified."""


def arguments() -> argparse.Namespace:
    """Return the command line."""
    parser = argparse.ArgumentParser(
        allow_abbrev=False, description="Verify the certificates (*.cbor) that a git repository tracks."
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files, and folders with all below; by default the whole repository")
    add("--manifest", metavar="FILE", help="claims that shall be proved, as for check --expect")
    add("--strict", action="store_true", help="fail on certificates that no entry of the manifest asks for")
    add("--include", metavar="DIR", action="append", default=[], help="look for cited certificates in this folder too")
    add("--check", metavar="PROGRAM", help="verify with this program rather than build it from the sources beside")
    for limit, (value, what) in LIMITS.items():
        add(f"--{limit}", metavar=value, help=what)
    return parser.parse_args()


def git(*command: str | bytes) -> bytes:
    """Return what git prints."""
    try:
        run = subprocess.run(["git", *command], capture_output=True, check=False)
    except OSError as cause:
        raise Failure(f"git cannot be run: {cause.strerror}") from cause
    if run.returncode != 0:
        raise Failure(f"git cannot tell which files are tracked: {run.stderr.decode('utf-8', 'replace').strip()}")
    return run.stdout


def tracked(folder: bytes, *paths: str) -> list[bytes]:
    """Return the tracked files `*.cbor` among the paths and below them, all below the folder where there are none.

    Paths are seen from the folder, the files that are returned from the top of the repository.
    """
    listed = git("-C", folder, "--literal-pathspecs", "ls-files", "-z", "--cached", "--full-name", "--", *paths)
    # A file with a conflict is listed three times.
    return [name for name in dict.fromkeys(listed.split(b"\0")) if name.endswith(b".cbor")]


def link(files: list[bytes], top: bytes, folder: str) -> list[bytes]:
    """Lay links to files into a new folder, named by their numbers. Return those that `check` would pass over."""
    os.mkdir(folder)
    passed = []
    for number, name in enumerate(files):
        path = os.path.join(top, name)
        if os.path.exists(path) and not os.path.isfile(path):
            passed.append(name)
        else:
            # Where no file is, the link leads nowhere, and `check` says that it cannot be read.
            os.symlink(path, os.fsencode(os.path.join(folder, f"{number:08}.cbor")))
    return passed


def program(given: str | None) -> str:
    """Return the program that is given, or build it from the sources beside this script."""
    if given is not None:
        found = shutil.which(given)
        if found is None:
            raise Failure(f"there is no program {quoted(os.fsencode(given))}")
        return os.path.abspath(found)
    target = ROOT / "target" / "gate"
    build = ["cargo", "build", "--release", "--locked", "--quiet", "-p", "gamecert-checker", "--bin", "check"]
    try:
        # From its own folder: settings of cargo in a repository have no say in how its verifier is built.
        run = subprocess.run([*build, "--target-dir", target], cwd=ROOT, stdout=sys.stderr, check=False)
    except OSError as cause:
        raise Failure(
            "cargo cannot be run to build the checker: install rustup, or name a program by --check"
        ) from cause
    if run.returncode != 0:
        raise Failure("cargo could not build the checker")
    return str(target / "release" / "check")


def verdicts(command: list[str], errors: str) -> Iterator[dict[str, Any] | int]:
    """Run `check` and yield its lines as they come, then its exit status. What it complains of goes to a file."""
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
    """Return a line of `check --json`."""
    with contextlib.suppress(ValueError, RecursionError):
        one = json.loads(line)
        fields = FIELDS.get(str(one.get("verdict"))) if isinstance(one, dict) else None
        if fields is not None and all(name in one for name in fields):
            return one  # type: ignore[no-any-return]
    raise Failure("the program that was to verify does not print what check --json prints")


def refused(name: bytes, line: dict[str, Any], top: bytes) -> Problem:
    """Return the problem with a file that is not verified, by its line of `check --json`."""
    if line["verdict"] == "unreadable":
        sentence = line["cause"]
    else:
        error = line["error"]
        sentence = f"{error['code']} at {place(error['place'])}: {error['sentence']}"
        with contextlib.suppress(OSError), open(os.path.join(top, name), "rb") as file:
            if file.read(len(LFS_POINTER)) == LFS_POINTER:
                sentence = "a pointer of Git LFS stands in its place: fetch the file itself (git lfs pull)"
    return Problem(line["verdict"].upper(), sentence, name, status=STATUS[line["verdict"]])


def selected(options: argparse.Namespace, every: list[bytes], report: Report) -> list[bytes]:
    """Return the files that are to be verified, of all that are tracked. A path without any is a problem."""
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


def verify(options: argparse.Namespace, report: Report, scratch: str) -> None:
    """Verify what is asked for, and report each verdict as it comes."""
    top = git("rev-parse", "--show-toplevel").removesuffix(b"\n")
    every = tracked(top)
    files = selected(options, every, report)
    folder, cited, errors = (os.path.join(scratch, name) for name in ("files", "cited", "errors"))
    passed = link(files, top, folder)
    for name in passed:
        report.problem(Problem("UNREADABLE", "it is no regular file", name))
    known = set(files)
    link([name for name in every if name not in known], top, cited)

    command = [program(options.check), "--json", f"--include={cited}"]
    command += [f"--include={os.path.abspath(include)}" for include in options.include]
    command += [f"--{limit}={value}" for limit in LIMITS if (value := getattr(options, limit)) is not None]
    manifest = None
    if options.manifest is not None:
        manifest = Manifest(options.manifest, top)
        command.append(f"--expect={os.path.abspath(options.manifest)}")

    left, expected, status = len(files) - len(passed), 0, None
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
            else:
                report.problem(refused(name, line, top))
        # Else the line is about the folder, in which there are no files: that has been said.

    said = pathlib.Path(errors).read_text("utf-8", "replace").strip().removeprefix("check: ")
    if manifest is not None and said.startswith("the manifest "):
        report.problem(manifest.wrong(said))
    elif said:
        raise Failure(said.splitlines()[0])
    elif left > 0 or status != expected:
        # Another program, or one that was ended: what it has not said is not so.
        raise Failure(f"{quoted(os.fsencode(command[0]))} ended with status {status} and {left} verdicts too few")
    elif manifest is not None:
        for name in manifest.unexpected(report.verified):
            sentence = "no entry of the manifest asks for what it proves: nobody would miss it"
            report.problem(Problem("NOT EXPECTED", sentence, name, status=1 if options.strict else 0))


def main() -> int:
    """Verify, report, and return the exit status."""
    options = arguments()
    report = Report(os.environ.get("GITHUB_ACTIONS") == "true", os.environ.get("GITHUB_STEP_SUMMARY"))
    with tempfile.TemporaryDirectory() as scratch:
        try:
            verify(options, report, scratch)
        except Failure as failure:
            report.problem(Problem("NOT VERIFIED", str(failure)))
        except Exception:
            # Python would end with status 1, which says that a certificate is wrong.
            traceback.print_exc(file=sys.stdout)
            report.problem(Problem("NOT VERIFIED", "an error of this script, told above"))
    report.close()
    return report.status


if __name__ == "__main__":
    sys.exit(main())
