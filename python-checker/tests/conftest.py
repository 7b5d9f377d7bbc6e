"""Shared fixtures. All tests, and the examples of docstrings, run in the top folder of the repository."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


class Program:
    """The program `check`, with which the package has to agree."""

    def __init__(self, path: pathlib.Path) -> None:
        """Store the path of the program."""
        self.path = path

    def lines(self, *arguments: object) -> list[str]:
        """Run the program and return the lines that it prints.

        Texts of a file may contain characters that `splitlines` treats as line breaks, so this method splits at
        newlines.
        """
        return self.run(*arguments).stdout.split("\n")[:-1]

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run the program and return its status and output."""
        command = [str(argument) for argument in (self.path, *arguments)]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture(scope="session")
def program() -> Program:
    """Return the program that `GAMECERT_CHECK` names, or the one that cargo has built."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = pathlib.Path(os.environ.get("GAMECERT_CHECK", target / "debug" / "check"))
    assert path.exists(), f"{path} is not there: cargo build -p gamecert-checker --bin check"
    return Program(path)
