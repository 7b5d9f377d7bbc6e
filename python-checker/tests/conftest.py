"""What the tests share. They run in the repository's top folder, as the examples of docstrings do."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


class Program:
    """The program `check`, which the package shall agree with."""

    def __init__(self, path: pathlib.Path) -> None:
        """Take the program at that path."""
        self.path = path

    def lines(self, *arguments: object) -> list[str]:
        """Run it and return its lines. Texts of a file may hold what `splitlines` takes for the end of one."""
        return self.run(*arguments).stdout.split("\n")[:-1]

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run it and return what it prints."""
        command = [str(argument) for argument in (self.path, *arguments)]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture(scope="session")
def program() -> Program:
    """Return the program: `GAMECERT_CHECK`, or where cargo puts it."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = pathlib.Path(os.environ.get("GAMECERT_CHECK", target / "debug" / "check"))
    assert path.exists(), f"{path} is not there: cargo build -p gamecert-checker --bin check"
    return Program(path)
