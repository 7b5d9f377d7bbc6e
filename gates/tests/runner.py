"""The part of GitHub's runner that the tests need: composite actions, and commands in the output of a step.

Unknown parts of an action are errors, so that no test ignores them silently.
"""

import os
import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from typing import Any

import yaml

# Commands that the runner executes, according to `ActionCommandManager` of actions/runner.
COMMANDS = {
    "add-mask",
    "add-matcher",
    "add-path",
    "debug",
    "echo",
    "endgroup",
    "error",
    "group",
    "notice",
    "remove-matcher",
    "save-state",
    "set-env",
    "set-output",
    "stop-commands",
    "warning",
}


# The shell has to be found, whatever `PATH` a test sets.
BASH = shutil.which("bash") or "bash"


@dataclass(frozen=True)
class Command:
    """A workflow command as the runner reads it."""

    name: str
    properties: dict[str, str]
    message: str


def commands(output: str) -> list[Command]:
    """Return the commands in the output of a step, like `ActionCommand.TryParseV2` and `TryParse` of actions/runner."""
    found = []
    for line in re.split(r"\r\n|\r|\n", output):
        modern = re.match(r"\s*::([^ ]*?)(?: (.*?))?::(.*)", line)
        if modern and modern[1].lower() in COMMANDS:
            pairs = [pair.split("=", 1) for pair in (modern[2] or "").strip().split(",") if "=" in pair]
            found.append(Command(modern[1], {key: undone(value) for key, value in pairs}, undone(modern[3])))
            continue
        old = re.search(r"##\[([^ \]]*)([^\]]*)\](.*)", line)
        if old and old[1].lower() in COMMANDS:
            found.append(Command(old[1], {"as": "##["}, old[3]))
    return found


def undone(text: str) -> str:
    """Decode the escapes of workflow commands."""
    for escaped, letter in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escaped, letter)
    return text


@dataclass
class Job:
    """Results of a job."""

    status: int = 0
    output: str = ""
    summary: str = ""
    outputs: dict[str, str] = field(default_factory=dict)
    # Steps that ran, by their ids or by the actions that they use.
    steps: list[str] = field(default_factory=list)


class Runner:
    """Runs composite actions in a folder, with a cache that lasts from one job to the next."""

    def __init__(
        self, folder: pathlib.Path, action: pathlib.Path, system: str = "Linux", path: str | None = None
    ) -> None:
        """Store the scratch folder of the runner, the folder of the action, `runner.os`, and `PATH`."""
        self.folder = folder
        self.action = action
        self.system = system
        self.path = path
        self.text = yaml.safe_load((action / "action.yml").read_text("utf-8"))
        self.cache: dict[str, pathlib.Path] = {}

    def run(self, workspace: pathlib.Path, **given: str) -> Job:
        """Run the action with these inputs."""
        inputs = {name: one.get("default", "") for name, one in self.text["inputs"].items()}
        assert set(given) <= set(inputs), given
        job = Job()
        steps: dict[Any, dict[str, str]] = {}
        context = {f"inputs.{name}": value for name, value in {**inputs, **given}.items()}
        context["runner.os"] = self.system
        assert self.text["runs"]["using"] == "composite"
        for number, step in enumerate(self.text["runs"]["steps"]):
            assert set(step) <= {"id", "if", "shell", "working-directory", "env", "run", "uses", "with"}, step
            if "if" in step and not all(holds(part, context, steps) for part in step["if"].split(" && ")):
                continue
            values = {name: filled(text, context, steps) for name, text in step.get("with", {}).items()}
            if "uses" in step:
                job.steps.append(step["uses"].split("@")[0])
                steps[step.get("id", number)] = self._cached(step["uses"], values["path"], values["key"])
                continue
            job.steps.append(step["id"])
            directory = workspace / filled(step.get("working-directory", "."), context, steps)
            environment = {name: filled(text, context, steps) for name, text in step.get("env", {}).items()}
            assert "${{" not in step["run"], "an input is put into a script as text"
            if step["shell"] == "powershell":
                steps[step["id"]] = powershell(job, step["run"])
            else:
                assert step["shell"] == "bash"
                self._script(job, step["run"], directory, environment)
                steps[step["id"]] = pairs(self.folder / "output")
            if job.status != 0:
                break
        for name, one in self.text["outputs"].items():
            job.outputs[name] = filled(one["value"], context, steps)
        return job

    def _script(self, job: Job, script: str, directory: pathlib.Path, given: dict[str, str]) -> None:
        files = {name: self.folder / name for name in ("script", "output", "summary")}
        files["script"].write_text(script, "utf-8")
        files["output"].write_text("")
        files["summary"].write_text("")
        environment = {
            **os.environ,
            **given,
            **({} if self.path is None else {"PATH": self.path}),
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_OUTPUT": str(files["output"]),
            "GITHUB_STEP_SUMMARY": str(files["summary"]),
        }
        # The runner uses this command for `shell: bash`.
        call = [BASH, "--noprofile", "--norc", "-eo", "pipefail", str(files["script"])]
        pipe, both = subprocess.PIPE, subprocess.STDOUT
        run = subprocess.run(call, cwd=directory, env=environment, stdout=pipe, stderr=both, check=False)
        job.status = run.returncode
        job.output += run.stdout.decode("utf-8", "replace")
        job.summary += files["summary"].read_text("utf-8")

    def _cached(self, action: str, path: str, key: str) -> dict[str, str]:
        name = re.fullmatch(r"actions/cache/(restore|save)@[0-9a-f]{40}", action)
        assert name, action
        assert key, action
        stored = self.folder / f"cache-{key}"
        if name[1] == "save":
            shutil.copy2(path, stored)
            self.cache[key] = stored
            return {}
        if key not in self.cache:
            return {"cache-hit": ""}
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(self.cache[key], path)
        return {"cache-hit": "true"}


def value_of(name: str, context: dict[str, str], steps: dict[Any, dict[str, str]]) -> str:
    """Return the value of a name in an expression."""
    output = re.fullmatch(r"steps\.([a-z]+)\.outputs\.([a-z-]+)", name)
    # An output of a skipped step is empty.
    return steps.get(output[1], {}).get(output[2], "") if output else context[name]


def holds(condition: str, context: dict[str, str], steps: dict[Any, dict[str, str]]) -> bool:
    """Tell whether a condition holds."""
    parts = re.fullmatch(r"(\S+) (==|!=) '([^']*)'", condition)
    assert parts, condition
    return (value_of(parts[1], context, steps) == parts[3]) == (parts[2] == "==")


def filled(text: str, context: dict[str, str], steps: dict[Any, dict[str, str]]) -> str:
    """Return a text with each expression replaced by the first of its names whose value is not empty."""

    def value(found: re.Match[str]) -> str:
        return next(filter(None, (value_of(name, context, steps) for name in found[1].split(" || "))), "")

    return re.sub(r"\$\{\{ *(\S+(?: \|\| \S+)*) *\}\}", value, str(text))


def powershell(job: Job, script: str) -> dict[str, str]:
    """Execute the lines of a PowerShell script: print, set an output, exit. Return the outputs."""
    outputs = {}
    for line in script.splitlines():
        if printed := re.fullmatch(r'Write-Output "([^"$`]*)"', line):
            job.output += printed[1] + "\n"
        elif output := re.fullmatch(
            r'"([a-z]+)=([^"$`]*)" \| Out-File -FilePath \$env:GITHUB_OUTPUT -Encoding utf8 -Append', line
        ):
            outputs[output[1]] = output[2]
        else:
            end = re.fullmatch(r"exit (\d+)", line)
            assert end, line
            job.status = int(end[1])
            break
    return outputs


def pairs(path: pathlib.Path) -> dict[str, str]:
    """Return the outputs that a step has written."""
    return dict(line.split("=", 1) for line in path.read_text("utf-8").splitlines())
