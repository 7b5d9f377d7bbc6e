"""The hook, as pre-commit runs it in repositories, and the program that the hook and the action build."""

import os
import pathlib
import subprocess
import sys

import pytest
import yaml

from conftest import FORGED, ROOT, Repository
from runner import Runner, commands


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Return a repository with the current tracked files of this one, as users of both gates get them."""
    folder = tmp_path_factory.mktemp("release")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    # Certificates are left out, because the build does not need them.
    names = [name for name in listed.split(b"\0") if name and not name.startswith((b"certs/", b"tests/corpus/"))]
    pack = subprocess.run(
        ["tar", "-c", "--null", "-T", "-"], cwd=ROOT, input=b"\0".join(names), capture_output=True, check=True
    )
    subprocess.run(["tar", "-x"], cwd=folder, input=pack.stdout, check=True)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "--quiet"], ["add", "--all", "--force"], ["commit", "--quiet", "--message=a"]):
        subprocess.run([*git, *command], cwd=folder, check=True)
    return folder


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment with separate files for pre-commit, and with settings for fast builds."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")},
        "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("pre-commit")),
        "PATH": f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }


class Hooked:
    """A scratch repository with the hook installed."""

    def __init__(
        self, repository: Repository, release: pathlib.Path, environment: dict[str, str], *options: str
    ) -> None:
        """Install the hook with these options, and commit everything."""
        self.repository = repository
        self.environment = environment
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=release, capture_output=True, check=True, text=True)
        hook = {"id": "gamecert", "args": list(options)}
        settings = {"repos": [{"repo": str(release), "rev": commit.stdout.strip(), "hooks": [hook]}]}
        (repository.top / ".pre-commit-config.yaml").write_text(yaml.safe_dump(settings), "utf-8")
        repository.git("add", "--all")
        repository.git("commit", "--quiet", "--message=a")
        assert self.run("pre-commit", "install").returncode == 0

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the repository."""
        pipe, both = subprocess.PIPE, subprocess.STDOUT
        top, environment = self.repository.top, self.environment
        return subprocess.run(command, cwd=top, env=environment, stdout=pipe, stderr=both, text=True, check=False)

    def commit(self, *options: str) -> tuple[bool, str]:
        """Commit. Return whether the commit was made, and the output."""
        run = self.run("git", "commit", "--message=b", *options)
        return run.returncode == 0, run.stdout


@pytest.fixture
def hooked(repository: Repository, release: pathlib.Path, environment: dict[str, str], check: str) -> Hooked:
    """Return a scratch repository with the hook and a manifest."""
    return Hooked(repository, release, environment, f"--check={check}", "--manifest=claims.jsonl")


def test_manifest_of_hooks(environment: dict[str, str]) -> None:
    """The manifest of hooks for pre-commit is well formed."""
    command = ["pre-commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]
    assert subprocess.run(command, env=environment, check=False).returncode == 0


def test_commits(hooked: Hooked) -> None:
    """Commits with bad certificates are refused. Each step starts from the state that the previous one left."""
    repository = hooked.repository
    (repository.top / "notes.txt").write_text("a")
    repository.git("add", "notes.txt")
    made, said = hooked.commit()
    assert made, said

    repository.put("forged.cbor", FORGED)
    made, said = hooked.commit("--allow-empty")
    assert made, f"it is not tracked: {said}"
    repository.git("add", "forged.cbor")
    made, said = hooked.commit()
    assert not made
    assert "- exit code: 1\n" in said
    assert "\ns REJECTED forged.cbor\nc error losing/" in said
    repository.git("rm", "--quiet", "--cached", "forged.cbor")

    # Only a deletion is staged. A hook that receives the files of a commit would not run.
    repository.git("rm", "--quiet", "--cached", "games/kk.cbor")
    made, said = hooked.commit()
    assert not made
    assert "\ns UNDECIDED games/krk.cbor\nc undecided citation/missing at citation 0: " in said
    assert "\ns NOT PROVED claims.jsonl, line 3\n" in said
    repository.git("add", "games/kk.cbor")

    # pre-commit puts unstaged changes aside.
    repository.put("proof.cbor", FORGED)
    made, said = hooked.commit("--allow-empty")
    assert made, said
    made, said = hooked.commit("--all")
    assert not made
    assert "\ns REJECTED proof.cbor\n" in said
    # These commits contain only a part of the changes.
    made, said = hooked.commit("--allow-empty", "notes.txt")
    assert made, said
    made, said = hooked.commit("proof.cbor")
    assert not made
    assert "\ns REJECTED proof.cbor\n" in said


def test_undecided_is_no_success(
    repository: Repository, release: pathlib.Path, environment: dict[str, str], check: str
) -> None:
    """A missing cited file makes the gate fail even without a manifest."""
    hooked = Hooked(repository, release, environment, f"--check={check}")
    repository.git("rm", "--quiet", "games/kk.cbor")
    made, said = hooked.commit()
    assert not made
    assert "- exit code: 3\n" in said


def test_hook_builds(repository: Repository, release: pathlib.Path, environment: dict[str, str]) -> None:
    """Without a program the hook builds one, and ignores the repository's settings for cargo."""
    (repository.top / ".cargo").mkdir()
    (repository.top / ".cargo/config.toml").write_text('[build]\nrustc = "/bin/false"\n')
    hooked = Hooked(repository, release, environment)
    run = hooked.run("pre-commit", "run", "--all-files", "--verbose")
    assert run.returncode == 0, run.stdout
    assert "\nc 5 certificates verified, 0 problems\n" in run.stdout


def test_action_builds_once(
    repository: Repository,
    release: pathlib.Path,
    environment: dict[str, str],
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The action builds a program and caches it. The next run uses the cache, unless the sources have changed."""
    for name in ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS"):
        monkeypatch.setenv(name, environment[name])
    (tmp_path / "runner").mkdir()
    runner = Runner(tmp_path / "runner", release)
    program = release / "target/gate/release/check"
    restore, save = "actions/cache/restore", "actions/cache/save"
    built = ["needs", "key", restore, "build", save, "verify"]

    repository.put("forged.cbor", FORGED)
    repository.git("add", "forged.cbor")
    first = runner.run(repository.top)
    assert (first.steps, first.status) == (built, 1), first.output
    assert [command.properties["file"] for command in commands(first.output)] == ["forged.cbor"]
    program.unlink()
    second = runner.run(repository.top)
    assert (second.steps, second.status) == (["needs", "key", restore, "verify"], 1), second.output

    source = release / "checker/src/lib.rs"
    source.write_text(source.read_text("utf-8") + "// changed\n", "utf-8")
    third = runner.run(repository.top)
    assert (third.steps, third.status) == (built, 1), third.output
    fourth = runner.run(repository.top, cache="false")
    assert (fourth.steps, fourth.status) == (["needs", "build", "verify"], 1), fourth.output
