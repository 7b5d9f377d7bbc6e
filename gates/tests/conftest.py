"""Shared fixtures: the program, certificates, scratch repositories."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "gates"))

# Small certificates, by their names in the scratch repositories.
SHIPPED = {
    "proof.cbor": "certs/losing/e3-d5.cbor",
    "other.cbor": "certs/losing/e3-d6.cbor",
    "games/kk.cbor": "certs/kk-4x4-chips-all.cbor",
    "games/krk.cbor": "certs/krk-4x4-chips-all.cbor",  # cites kk
    "batch.cbor": "tests/corpus/accept/batch/five.cbor",
}
EMPTY = "tests/corpus/accept/batch/empty.cbor"
FORGED = "tests/corpus/reject/losing/clock-101.cbor"


@pytest.fixture(scope="session")
def check() -> str:
    """Return the program that `GAMECERT_CHECK` names, or the one that cargo has built."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = pathlib.Path(os.environ.get("GAMECERT_CHECK", target / "debug" / "check"))
    assert path.exists(), f"{path} is not there: cargo build -p gamecert-checker --bin check"
    return str(path.absolute())


class Repository:
    """A scratch repository of certificates."""

    def __init__(self, top: pathlib.Path, check: str) -> None:
        """Create a repository with all certificates and a manifest of them, one entry a line."""
        self.top = top
        self.check = check
        top.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        for name, source in SHIPPED.items():
            self.put(name, source)
        self.git("add", ".")
        self.expect(*SHIPPED)
        self.git("commit", "--quiet", "--message=a")

    def git(self, *arguments: str | bytes) -> str:
        """Run git with fixed settings."""
        settings = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"]
        run = subprocess.run(["git", *settings, *arguments], cwd=self.top, capture_output=True, check=True)
        return run.stdout.decode()

    def put(self, name: str | bytes, source: str = SHIPPED["proof.cbor"]) -> None:
        """Copy a certificate of the project into the repository."""
        path = os.path.join(os.fsencode(self.top), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(ROOT / source, path)

    def lines(self, *names: str) -> list[dict[str, Any]]:
        """Return the lines of `check --json` about some files."""
        run = subprocess.run([self.check, "--json", *names], cwd=self.top, capture_output=True, check=False)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def expect(self, *names: str) -> None:
        """Write and stage a manifest of some files."""
        text = "".join(json.dumps(line) + "\n" for line in self.lines(*names))
        (self.top / "claims.jsonl").write_text(text, "utf-8")
        self.git("add", "claims.jsonl")


@pytest.fixture
def repository(tmp_path: pathlib.Path, check: str) -> Repository:
    """Return a scratch repository without problems."""
    return Repository(tmp_path / "repository", check)
