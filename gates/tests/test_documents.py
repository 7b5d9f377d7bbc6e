"""The page of the book about gates: its examples are complete, and the things that it names exist."""

import os
import pathlib
import re
import subprocess
import sys
from typing import Any

import pytest
import yaml

from conftest import FORGED, ROOT, Repository
from runner import Runner
from test_hook import Hooked, environment, release

__all__ = ["environment", "release"]

PAGE = (ROOT / "docs/src/gates.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """Return the code blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def workflow() -> tuple[str, dict[str, Any]]:
    """Return the workflow of the page, as text and as the inputs of the action."""
    text = blocks("yaml")[0]
    (job,) = yaml.safe_load(text)["jobs"].values()
    (step,) = [step for step in job["steps"] if step["uses"].startswith("gamecert/gamecert@")]
    # The runner converts all values to texts.
    return text, {
        name: str(value).lower() if isinstance(value, bool) else value for name, value in step["with"].items()
    }


def actionlint(text: str, folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
    """Run actionlint on a workflow."""
    path = folder / "workflow.yml"
    path.write_text(text, "utf-8")
    package = pathlib.Path(os.environ["ACTIONLINT"]) / "node.mjs"
    command = ["node", str(pathlib.Path(__file__).parent / "actionlint.mjs"), str(package), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_workflow_is_sound(tmp_path: pathlib.Path) -> None:
    """A linter finds no error in the workflow, and finds an error that the test inserts."""
    text, _ = workflow()
    run = actionlint(text, tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    run = actionlint(text.replace("runs-on", "runson"), tmp_path)
    assert run.returncode == 1
    assert "runson" in run.stdout


def test_workflow_runs(repository: Repository, tmp_path: pathlib.Path, check: str) -> None:
    """The action with the inputs of the workflow accepts a good repository and rejects a bad one."""
    _, inputs = workflow()
    (tmp_path / "runner").mkdir()
    runner = Runner(tmp_path / "runner", ROOT)
    job = runner.run(repository.top, program=check, **inputs)
    assert job.status == 0, job.output
    repository.git("rm", "--quiet", "proof.cbor")
    assert runner.run(repository.top, program=check, **inputs).status == 1


def test_hook_runs(
    repository: Repository, release: pathlib.Path, environment: dict[str, str], check: str, tmp_path: pathlib.Path
) -> None:
    """The settings of pre-commit are well formed, and a forged file is refused with the output on the page."""
    settings = tmp_path / "settings.yaml"
    settings.write_text(blocks("yaml")[1], "utf-8")
    command = ["pre-commit", "validate-config", str(settings)]
    assert subprocess.run(command, env=environment, check=False).returncode == 0
    (source,) = yaml.safe_load(blocks("yaml")[1])["repos"]
    (hook,) = source["hooks"]
    assert hook["id"] == "gamecert"
    hooked = Hooked(repository, release, environment, f"--check={check}", *hook["args"])
    repository.put("forged.cbor", FORGED)
    repository.git("add", "forged.cbor")
    made, said = hooked.commit()
    assert not made
    printed = said.splitlines()
    for line in blocks("text")[0].splitlines():
        beginning, dots, _ = line.partition("…")
        assert beginning in printed or (dots and any(one.startswith(beginning) for one in printed)), said


def test_inputs_and_options() -> None:
    """The page has a row for each input of the action, and names only options that exist."""
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE.partition("| input |")[2], flags=re.MULTILINE)
    assert re.findall(r"`([^`]*)`", " ".join(rows)) == list(action["inputs"])
    script = ROOT / "gates/check_repository.py"
    run = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True, check=True)
    for option in re.findall(r"--[a-z]+", PAGE.partition("## With pre-commit")[2].partition("## Elsewhere")[0]):
        assert option in run.stdout


@pytest.mark.parametrize("name", ["action.yml", ".pre-commit-hooks.yaml"])
def test_page_is_named(name: str) -> None:
    """The file refers readers to the page."""
    assert "docs/src/gates.md" in (ROOT / name).read_text("utf-8")
