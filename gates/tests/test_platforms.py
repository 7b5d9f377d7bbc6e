"""On platforms that they do not support, the action and the script fail at once, with status 2."""

import ast
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from conftest import FORGED, ROOT, Repository
from runner import Command, Runner, commands

NEEDS = "This action needs "
# Title, programs on the path, system, whether the input names a program `check`, and beginning of the only error.
ACTIONS = [
    ("on Windows", ("python3", "git", "cargo"), "Windows", True, "This action runs on Linux and macOS"),
    ("nothing but the shell", (), "Linux", True, f"{NEEDS}Python 3.10 or later"),
    ("no Python", ("git", "cargo"), "macOS", True, f"{NEEDS}Python 3.10 or later"),
    ("an old Python", ("old python3", "git", "cargo"), "Linux", True, f"{NEEDS}Python 3.10 or later"),
    ("no git", ("python3", "cargo"), "Linux", True, f"{NEEDS}git"),
    ("no cargo to build the program", ("python3", "git"), "Linux", False, f"{NEEDS}cargo"),
    ("no cargo, and none is needed", ("python3", "git"), "Linux", True, None),
]


@pytest.mark.parametrize(
    ("there", "system", "named", "sentence"), [case[1:] for case in ACTIONS], ids=[case[0] for case in ACTIONS]
)
def test_action(
    repository: Repository,
    tmp_path: pathlib.Path,
    check: str,
    there: tuple[str, ...],
    system: str,
    named: bool,
    sentence: str | None,
) -> None:
    """The action asks for what it needs before it builds or verifies anything."""
    programs, scratch = tmp_path / "programs", tmp_path / "runner"
    programs.mkdir()
    scratch.mkdir()
    for name in there:
        if name == "old python3":
            # An old Python returns status 1 in the test of its version.
            (programs / "python3").write_text("#!/bin/sh\nexit 1\n")
            (programs / "python3").chmod(0o755)
        else:
            found = sys.executable if name == "python3" else shutil.which(name)
            assert found, name
            (programs / name).write_text(f'#!/bin/sh\nexec "{found}" "$@"\n')
            (programs / name).chmod(0o755)
    repository.put("proof.cbor", FORGED)
    repository.git("add", "proof.cbor")
    job = Runner(scratch, ROOT, system, str(programs)).run(repository.top, program=check if named else "")
    errors = [command for command in commands(job.output) if command.name == "error"]
    assert len(errors) == 1, job.output
    if sentence is None:
        # The action has found the forged file.
        assert (job.status, job.outputs, job.steps) == (1, {"status": "1"}, ["needs", "verify"]), job.output
    else:
        assert (job.status, job.outputs) == (2, {"status": "2"}), job.output
        assert job.steps == ["windows" if system == "Windows" else "needs"]
        assert isinstance(errors[0], Command)
        assert errors[0].message.startswith(sentence), errors


# Statement that simulates another Python or another system, and beginning of the error.
SCRIPTS = [
    ("sys.platform = 'win32'", "it runs on Linux and macOS"),
    ("sys.version_info = (3, 9, 18)", "it needs Python 3.10 or later, and this is 3.9"),
    ("sys.version_info = (3, 6, 15)", "it needs Python 3.10 or later, and this is 3.6"),
]


@pytest.mark.parametrize(("change", "sentence"), SCRIPTS)
def test_script(repository: Repository, change: str, sentence: str) -> None:
    """The script of the hook ends before it imports modules that older versions cannot parse."""
    script = ROOT / "gates" / "check_repository.py"
    program = f"import runpy, sys; {change}; runpy.run_path({str(script)!r}, run_name='__main__')"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=repository.top, env=os.environ, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"check_repository.py: {sentence}"), run.stderr
    assert run.stderr.count("\n") == 1


def test_old_versions_can_read_the_script() -> None:
    """Python 3.6 can parse the script. Newer syntax would be an error with status 1 before the first line runs."""
    script = ROOT / "gates" / "check_repository.py"
    ast.parse(script.read_text("utf-8"), feature_version=(3, 6))


def test_no_symbolic_links() -> None:
    """A checkout without symbolic links, as on Windows, contains everything that is built and run."""
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, check=True, text=True)
    assert [line for line in listed.stdout.splitlines() if line.startswith("120000 ")] == []
