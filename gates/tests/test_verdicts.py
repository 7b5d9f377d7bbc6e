"""Changes of a repository, and the verdicts of the action, which runs as on GitHub's runner."""

import hashlib
import html
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable

import pytest

import report
from conftest import EMPTY, FORGED, ROOT, SHIPPED, Repository
from runner import Command, Job, Runner, commands

# Level, file, line and verdict of an annotation.
Annotation = tuple[str, str, int | None, str]
Change = Callable[[Repository], object]


def annotations(job: Job) -> list[Annotation]:
    """Return the annotations of a job. Fail if the job has printed other commands."""

    def annotation(command: Command) -> Annotation:
        assert set(command.properties) <= {"file", "line", "title"}, command
        line = command.properties.get("line")
        title = command.properties["title"].removeprefix("gamecert: ")
        return command.name, command.properties.get("file", ""), None if line is None else int(line), title

    return [annotation(command) for command in commands(job.output)]


@pytest.fixture
def action(tmp_path: pathlib.Path, check: str) -> Callable[..., Job]:
    """Return a function that runs the action in a repository with some inputs and the program of the tests."""
    folder = tmp_path / "runner"
    folder.mkdir()
    runner = Runner(folder, ROOT)

    def run(repository: Repository, **inputs: str) -> Job:
        return runner.run(repository.top, **{"program": check, **inputs})

    return run


def forge(name: str | bytes) -> Change:
    """Return a change that adds a forged certificate."""

    def change(repository: Repository) -> None:
        repository.put(name, FORGED)
        repository.git("add", "--all")

    return change


def add(name: str) -> Change:
    """Return a change that adds a good certificate with a claim that no other certificate proves."""

    def change(repository: Repository) -> None:
        repository.put(name, "certs/losing/d4.cbor")
        repository.git("add", "--all")

    return change


def delete(*names: str) -> Change:
    """Return a change that deletes tracked files."""
    return lambda repository: repository.git("rm", "--quiet", *names)


def write(name: str, text: str | bytes) -> Change:
    """Return a change that writes a tracked file."""

    def change(repository: Repository) -> None:
        (repository.top / name).write_bytes(text.encode() if isinstance(text, str) else text)
        repository.git("--literal-pathspecs", "add", "--", name)

    return change


def cut(repository: Repository) -> None:
    """Truncate a certificate."""
    content = (repository.top / "proof.cbor").read_bytes()
    write("proof.cbor", content[:-1])(repository)


def link(target: str) -> Change:
    """Return a change that adds a link with the name of a certificate."""

    def change(repository: Repository) -> None:
        (repository.top / "link.cbor").symlink_to(target)
        repository.git("add", "link.cbor")

    return change


def links(*pairs: tuple[str, str], forged: str | None = None) -> Change:
    """Return a change that adds links (pairs of name and target), and files that git does not track."""

    def change(repository: Repository) -> None:
        for name, target in pairs:
            (repository.top / name).symlink_to(target)
            repository.git("add", name)
        if forged:
            forge(forged)(repository)
        repository.put("lies/about.cbor")
        repository.put("../elsewhere.cbor")

    return change


def out(name: str) -> Change:
    """Return a change that moves a tracked file out of the repository and leaves a link to it."""

    def change(repository: Repository) -> None:
        path = repository.top / name
        path.rename(repository.top.parent / "elsewhere")
        path.symlink_to(repository.top.parent / "elsewhere")
        repository.git("add", name)

    return change


def staged(name: str, source: str, hidden: tuple[str, ...], lies_about: str = SHIPPED["proof.cbor"]) -> Change:
    """Return a change that stages a file, hides it from git with options, and replaces it by another file."""

    def change(repository: Repository) -> None:
        repository.put(name, source)
        repository.git("add", name)
        if hidden:
            repository.git("update-index", *hidden, name)
        repository.put(name, lies_about)

    return change


def replaced(repository: Repository) -> None:
    """Add a forged file whose object git replaces by a good one."""
    forge("forged.cbor")(repository)
    forged, good = (repository.git("rev-parse", f":{name}").strip() for name in ("forged.cbor", "proof.cbor"))
    repository.git("replace", forged, good)


def unstaged_manifest(repository: Repository) -> None:
    """Delete a file, and delete its entry from the manifest without staging the manifest."""
    delete("proof.cbor")(repository)
    path = repository.top / "claims.jsonl"
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[1:]), "utf-8")


def submodule(repository: Repository) -> None:
    """Add a submodule."""
    commit = repository.git("rev-parse", "HEAD").strip()
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{commit},sub.cbor")


def empty(repository: Repository) -> None:
    """Add a batch without entries."""
    repository.put("empty.cbor", EMPTY)
    repository.git("add", "empty.cbor")


def entry(number: int, **fields: object) -> Change:
    """Return a change of an entry of the manifest. A field with the value None is removed."""

    def change(repository: Repository) -> None:
        path = repository.top / "claims.jsonl"
        lines = path.read_text("utf-8").splitlines()
        changed = {**json.loads(lines[number - 1]), **fields}
        lines[number - 1] = json.dumps({name: value for name, value in changed.items() if value is not None})
        write("claims.jsonl", "\n".join(lines))(repository)

    return change


def parts(number: int) -> Change:
    """Return a change after which the manifest asks for the first entries of the batch instead of the batch."""

    def change(repository: Repository) -> None:
        (batch,) = repository.lines("batch.cbor")
        entries = [{**part, "game": batch["game"]} for part in batch["claim"]["entries"]]
        repository.expect(*(name for name in SHIPPED if name != "batch.cbor"))
        text = (repository.top / "claims.jsonl").read_text("utf-8")
        write("claims.jsonl", text + "".join(json.dumps(entry) + "\n" for entry in entries[:number]))(repository)

    return change


def nothing(_: Repository) -> None:
    """Change nothing."""


# Line of each certificate in the manifest.
LINE = {name: number for number, name in enumerate(SHIPPED, 1)}


def unproved(*names: str) -> list[Annotation]:
    """Return the annotations of entries that are not proved."""
    return [("error", "claims.jsonl", LINE[name], "not proved") for name in names]


def rejected(*names: str) -> list[Annotation]:
    """Return the annotations of rejected files."""
    return [("error", name, None, "rejected") for name in names]


UNDECIDED = ("error", "games/krk.cbor", None, "undecided")
UNEXPECTED = "not expected"
LINK = ("error", "a.cbor", None, "unreadable")
EMPTY_CLAIM = ("empty.cbor", None, "nothing claimed")

CASES: list[tuple[str, Change, dict[str, str], int, list[Annotation]]] = [
    ("all is well", nothing, {}, 0, []),
    ("nothing is expected", nothing, {"manifest": ""}, 0, []),
    ("a forged file", forge("forged.cbor"), {}, 1, rejected("forged.cbor")),
    ("a forged file in a folder", forge("games/a/forged.cbor"), {}, 1, rejected("games/a/forged.cbor")),
    ("a good file replaced", forge("proof.cbor"), {}, 1, rejected("proof.cbor") + unproved("proof.cbor")),
    ("a good file cut", cut, {}, 1, rejected("proof.cbor") + unproved("proof.cbor")),
    ("a file deleted", delete("proof.cbor"), {}, 1, unproved("proof.cbor")),
    ("nothing expected of a deleted file", delete("proof.cbor"), {"manifest": ""}, 0, []),
    ("a cited file deleted", delete("games/kk.cbor"), {}, 1, [UNDECIDED, *unproved("games/kk.cbor", "games/krk.cbor")]),
    ("nothing expected, a cited file deleted", delete("games/kk.cbor"), {"manifest": ""}, 3, [UNDECIDED]),
    (
        "a cited file that is there and not tracked",
        lambda repository: repository.git("rm", "--quiet", "--cached", "games/kk.cbor"),
        {"manifest": ""},
        3,
        [UNDECIDED],
    ),
    # Committed or staged content counts, whatever the working tree contains.
    ("a tracked file that is not there", lambda repository: (repository.top / "proof.cbor").unlink(), {}, 0, []),
    ("a good file that is forged and not staged", lambda repository: repository.put("proof.cbor", FORGED), {}, 0, []),
    ("a forged file, staged and mended", staged("forged.cbor", FORGED, hidden=()), {}, 1, rejected("forged.cbor")),
    (
        "a forged file that git shall not look at",
        staged("forged.cbor", FORGED, hidden=("--assume-unchanged",)),
        {},
        1,
        rejected("forged.cbor"),
    ),
    (
        "a forged file outside of a sparse checkout",
        staged("forged.cbor", FORGED, hidden=("--skip-worktree",)),
        {},
        1,
        rejected("forged.cbor"),
    ),
    (
        "a good file that is forged where git shall not look",
        staged("proof.cbor", SHIPPED["proof.cbor"], hidden=("--assume-unchanged",), lies_about=FORGED),
        {},
        0,
        [],
    ),
    ("an object that another one replaces", replaced, {}, 1, rejected("forged.cbor")),
    ("a manifest that is changed and not staged", unstaged_manifest, {}, 1, unproved("proof.cbor")),
    ("all files deleted", delete("*.cbor"), {}, 2, [("error", "", None, "unreadable"), *unproved(*SHIPPED)]),
    ("a file moved", lambda repository: repository.git("mv", "proof.cbor", "moved.cbor"), {}, 0, []),
    ("a good file that nobody expects", add("new.cbor"), {}, 0, [("warning", "new.cbor", None, UNEXPECTED)]),
    ("the same, strictly", add("new.cbor"), {"strict": "true"}, 1, [("error", "new.cbor", None, UNEXPECTED)]),
    ("the same where nothing is expected", add("new.cbor"), {"strict": "true", "manifest": ""}, 0, []),
    ("strict, and all is expected", nothing, {"strict": "true"}, 0, []),
    ("strict, and all entries of a batch", parts(5), {"strict": "true"}, 0, []),
    ("strict, and some entries", parts(4), {"strict": "true"}, 1, [("error", "batch.cbor", None, UNEXPECTED)]),
    ("strict, and neither", nothing, {"strict": "yes"}, 2, [("error", "", None, "input")]),
    (
        "strict, and a lemma that no entry asks for",
        lambda repository: repository.expect("games/krk.cbor"),
        {"strict": "true", "paths": "games"},
        0,
        [],
    ),
    (
        "strict, and a file that only cites what is expected",
        lambda repository: repository.expect("games/kk.cbor"),
        {"strict": "true", "paths": "games"},
        1,
        [("error", "games/krk.cbor", None, UNEXPECTED)],
    ),
    ("an entry that means nothing", entry(2, claim=None), {}, 2, [("error", "claims.jsonl", 2, "unreadable")]),
    ("a manifest that is no JSON", write("claims.jsonl", "{"), {}, 2, [("error", "claims.jsonl", None, "unreadable")]),
    ("no manifest", delete("-f", "claims.jsonl"), {}, 2, [("error", "claims.jsonl", None, "unreadable")]),
    (
        "an entry with another digest",
        entry(1, sha256="0" * 64),
        {},
        1,
        [*unproved("proof.cbor"), ("warning", "proof.cbor", None, UNEXPECTED)],
    ),
    ("an entry without a digest", entry(1, sha256=None), {"strict": "true"}, 0, []),
    ("a link to a folder", link("games"), {}, 2, [("error", "link.cbor", None, "unreadable")]),
    ("a link that leads nowhere", link("nowhere"), {}, 2, [("error", "link.cbor", None, "unreadable")]),
    ("a link to a certificate", link("proof.cbor"), {}, 0, []),
    ("a link to a link", links(("one.cbor", "games/two"), ("games/two", "../proof.cbor")), {}, 0, []),
    ("a link through a folder that is one", links(("a", "games"), ("b.cbor", "a/kk.cbor")), {}, 0, []),
    ("a link up and down", links(("games/a.cbor", "./../games//../proof.cbor")), {}, 0, []),
    ("a link to a forged file", links(("a.cbor", "forged.bin"), forged="forged.bin"), {}, 1, rejected("a.cbor")),
    ("a link that ends in itself", links(("a.cbor", "b"), ("b", "a.cbor")), {}, 2, [LINK]),
    ("a link to a file that git does not track", links(("a.cbor", "lies/about.cbor")), {}, 2, [LINK]),
    ("a link out of the repository", links(("a.cbor", "../elsewhere.cbor")), {}, 2, [LINK]),
    ("a link that leaves and comes back", links(("a.cbor", "../repository/proof.cbor")), {}, 2, [LINK]),
    ("a link with a whole path", links(("a.cbor", str(ROOT / SHIPPED["proof.cbor"]))), {}, 2, [LINK]),
    ("a proof that is replaced by a link out", out("proof.cbor"), {}, 2, [
        ("error", "proof.cbor", None, "unreadable"),
        *unproved("proof.cbor"),
    ]),
    ("a cited file replaced by a link out", out("games/kk.cbor"), {"paths": "games/krk.cbor", "manifest": ""}, 3, [
        UNDECIDED,
    ]),
    ("a manifest that is a link out", out("claims.jsonl"), {}, 2, [("error", "claims.jsonl", None, "unreadable")]),
    ("a submodule named like a certificate", submodule, {}, 2, [("error", "sub.cbor", None, "unreadable")]),
    ("a forged file in capitals", forge("FORGED.CBOR"), {}, 1, rejected("FORGED.CBOR")),
    ("a file that claims nothing", empty, {"manifest": ""}, 0, [("warning", *EMPTY_CLAIM)]),
    ("the same, strictly", empty, {"manifest": "", "strict": "true"}, 1, [("error", *EMPTY_CLAIM)]),
    ("the same, with a manifest", empty, {"strict": "true"}, 1, [("error", *EMPTY_CLAIM)]),
    ("files of one folder", forge("forged.cbor"), {"manifest": "", "paths": "games"}, 0, []),
    ("two paths", forge("forged.cbor"), {"manifest": "", "paths": "games\nforged.cbor\n"}, 1, rejected("forged.cbor")),
    ("a path twice", forge("forged.cbor"), {"manifest": "", "paths": "forged.cbor\n."}, 1, rejected("forged.cbor")),
    ("a path with nothing", nothing, {"paths": "gamse\n."}, 2, [("error", "gamse", None, "unreadable")]),
    ("a pattern is a name", nothing, {"paths": "*.cbor\n."}, 2, [("error", "*.cbor", None, "unreadable")]),
    ("a path elsewhere", nothing, {"paths": "/"}, 2, [("error", "", None, "not verified")]),
    ("what a file cites is not in its folder", nothing, {"manifest": "", "paths": "games/krk.cbor"}, 0, []),
    ("from within a folder", cut, {"manifest": "", "directory": "games", "paths": "krk.cbor"}, 0, []),
    (
        "from within a folder, all",
        forge("games/forged.cbor"),
        {"directory": "games", "manifest": "../claims.jsonl"},
        1,
        rejected("games/forged.cbor"),
    ),
    ("too little memory", nothing, {"manifest": "", "paths": "games", "memory": "100"}, 3, [
        ("error", "games/kk.cbor", None, "undecided"),
        UNDECIDED,
    ]),
    ("too little work", nothing, {"manifest": "", "paths": "games/kk.cbor", "work": "1"}, 3, [
        ("error", "games/kk.cbor", None, "undecided"),
    ]),
    ("two threads", nothing, {"threads": "2"}, 0, []),
    ("no number of threads", nothing, {"threads": "two"}, 2, [("error", "", None, "not verified")]),
    ("no folder of cited files", nothing, {"include": "nowhere"}, 2, [("error", "", None, "not verified")]),
    ("no such program", nothing, {"program": "no-such-program"}, 2, [("error", "", None, "not verified")]),
    ("another program", nothing, {"program": "true"}, 2, [("error", "", None, "not verified")]),
    ("a program that prints something else", nothing, {"program": "echo"}, 2, [("error", "", None, "not verified")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "inputs", "status", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_changes(
    repository: Repository,
    action: Callable[..., Job],
    change: Change,
    inputs: dict[str, str],
    status: int,
    expected: list[Annotation],
) -> None:
    """Each change leads to the expected status, and the right file is annotated."""
    change(repository)
    job = action(repository, **{"manifest": "claims.jsonl", **inputs})
    assert annotations(job) == expected, job.output
    assert job.status == status
    assert job.outputs["status"] == str(status)


def test_lines_of_an_array(repository: Repository, action: Callable[..., Job]) -> None:
    """If a manifest is one array, an entry is annotated at its first line."""
    entries = [json.loads(line) for line in (repository.top / "claims.jsonl").read_text("utf-8").splitlines()]
    text = json.dumps(entries, indent=1)
    write("claims.jsonl", text)(repository)
    delete("other.cbor")(repository)
    line = [at for at, line in enumerate(text.splitlines(), 1) if line == " {"][LINE["other.cbor"] - 1]
    job = action(repository, manifest="claims.jsonl")
    assert annotations(job) == [("error", "claims.jsonl", line, "not proved")]
    assert job.status == 1
    (only,) = commands(job.output)
    assert only.message.endswith("from other.cbor, which is not there")


# Each text is also used as a file name.
HOSTILE = [
    "a b.cbor",
    "-rf.cbor",
    "--json.cbor",
    "-.cbor",
    ".cbor",
    "100%25.cbor",
    "a,line=7.cbor",
    "quo\"ted'.cbor",
    "back\\slash.cbor",
    "::error file=claims.jsonl::forged.cbor",
    " ::warning::forged.cbor",
    "a\n::error file=claims.jsonl::forged.cbor",
    "a\r::error file=claims.jsonl::forged.cbor",
    "##[error]forged.cbor",
    "a##[add-mask]verified.cbor",
    "::stop-commands::a.cbor",
    "<b>&amp;</td></tr><h1>.cbor",
    "|`[a](b)`|.cbor",
    "\u202egnp.cbor",
    "\u2028::error::a.cbor",
    "$(touch touched).cbor",
    "${{ github.token }}.cbor",
    "*.cbor",
    ":(exclude)a.cbor",
    "\u00e9.cbor",
    "s VERIFIED x.cbor",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_names(repository: Repository, action: Callable[..., Job], name: str) -> None:
    """A forged file with any name is annotated by its name, and a good file with this name adds no command."""
    forge(name)(repository)
    job = action(repository, manifest="claims.jsonl", paths=".")
    assert annotations(job) == rejected(name if name.isprintable() else report.visible(name)), job.output
    assert job.status == 1
    write(name, (repository.top / "proof.cbor").read_bytes())(repository)
    good = action(repository, manifest="claims.jsonl", strict="true")
    assert (annotations(good), good.status) == ([], 0), good.output
    for text in (job.summary, good.summary):
        assert_one_table(text, len(SHIPPED) + 1)
    assert not list(repository.top.glob("**/touched"))


def test_name_that_is_no_text(repository: Repository, action: Callable[..., Job]) -> None:
    """A file name that is not Unicode is escaped."""
    forge(b"a\xff.cbor")(repository)
    job = action(repository)
    assert annotations(job) == rejected("a\\xFF.cbor")
    assert 's REJECTED "a\\xFF.cbor"\n' in job.output
    # Different names lead to different annotations.
    forge(b"a\xfe\\xFF.cbor")(repository)
    assert annotations(action(repository)) == rejected("a\\xFE\\\\xFF.cbor", "a\\xFF.cbor")


def test_as_inputs(repository: Repository, action: Callable[..., Job]) -> None:
    """Inputs are never executed as commands of the shell, of git or of the runner, and never read as options."""
    # The input `paths` contains one path a line, so texts with line breaks are left out.
    for text in [text for text in HOSTILE if "\n" not in text][::3]:
        job = action(repository, paths=text)
        name = text if text.isprintable() else report.visible(text)
        assert annotations(job) == [("error", name, None, "unreadable")], text
        job = action(repository, manifest=text)
        assert [(one[0], one[1], one[3]) for one in annotations(job)] == [("error", name, "unreadable")], text
        for name in ("include", "program", "threads", "memory", "work"):
            job = action(repository, **{name: text})
            assert annotations(job) == [("error", "", None, "not verified")], (name, text)
            assert job.status == 2
    assert not list(repository.top.glob("**/touched"))


def test_texts_of_a_certificate(repository: Repository, action: Callable[..., Job]) -> None:
    """A text that a certificate chooses becomes neither a command in the log nor an element of the summary."""
    # The certificate has an unknown kind, so it is undecided and the kind's name is shown.
    for text in ("##[error]x", "::error::a", "<h1>|</h1>", "a%0Ab%0D::c"):
        content = b"\xd9\xd9\xf7\x87" + item("gamecert") + b"\x01\x82" + item(text) + b"\x01\x80\x80\x80\x80"
        write("text.cbor", content)(repository)
        job = action(repository)
        assert annotations(job) == [("error", "text.cbor", None, "undecided")], job.output
        (only,) = commands(job.output)
        assert text in only.message
        assert_one_table(job.summary, len(SHIPPED) + 1)


def item(text: str) -> bytes:
    """Encode a short text as CBOR."""
    return bytes([0x60 + len(text)]) + text.encode()


def assert_one_table(summary: str, rows: int) -> None:
    """Assert that a summary is a heading and a table, in which everything from files is text."""
    assert "\n\n" not in summary.strip("\n")
    tags = re.findall(r"<[^>]*>", re.sub(r"</?td>|<br>", "", summary))
    assert tags == ["<h3>", "</h3>", "<p>", "</p>", "<table>", *["<tr>", "</tr>"] * rows, "</table>"]


def test_summary(repository: Repository, action: Callable[..., Job]) -> None:
    """The summary shows the problems first, then the proved claims."""
    forge("forged.cbor")(repository)
    job = action(repository)
    page = job.summary
    assert_one_table(page, len(SHIPPED) + 1)
    assert "<p>5 certificates verified, 1 problem</p>" in page
    assert page.index("<td>rejected</td><td>forged.cbor</td><td>losing/") < page.index("<td>verified</td>")
    for line in repository.lines(*SHIPPED):
        assert f"<td>{line['file']}</td><td>{html.escape(line['statements'][0])}" in page


def test_pointers(repository: Repository, action: Callable[..., Job]) -> None:
    """A pointer of Git LFS stands for the file with its digest. If it is missing, the error says how to fetch it."""
    content = (repository.top / "proof.cbor").read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(content)}\n"
    write("proof.cbor", pointer)(repository)

    def refused() -> None:
        job = action(repository, manifest="claims.jsonl")
        assert annotations(job) == rejected("proof.cbor") + unproved("proof.cbor"), job.output
        assert "git lfs pull" in commands(job.output)[0].message

    refused()
    # The filter of Git LFS leaves the file in the working tree. Another file in its place is refused.
    (repository.top / "proof.cbor").write_bytes(content)
    assert action(repository, manifest="claims.jsonl").status == 0
    repository.put("proof.cbor", FORGED)
    refused()
    (repository.top / "proof.cbor").write_bytes(bytes(len(content)))
    refused()
    stored = repository.top / ".git/lfs/objects" / digest[:2] / digest[2:4] / digest
    stored.parent.mkdir(parents=True)
    stored.write_bytes(content)
    assert action(repository, manifest="claims.jsonl").status == 0


def test_include(repository: Repository, action: Callable[..., Job], tmp_path: pathlib.Path) -> None:
    """Cited files may be outside the repository."""
    (tmp_path / "elsewhere").mkdir()
    shutil.move(repository.top / "games/kk.cbor", tmp_path / "elsewhere")
    repository.git("rm", "--quiet", "games/kk.cbor")
    assert action(repository).status == 3
    assert action(repository, include="games\n../elsewhere").status == 0


def test_conflict(repository: Repository, action: Callable[..., Job]) -> None:
    """A file in conflict, which git lists three times, is not verified."""
    for branch, source in (("one", "certs/losing/d4.cbor"), ("two", "certs/losing/e4.cbor")):
        repository.git("checkout", "--quiet", "-b", branch, "main")
        repository.put("proof.cbor", source)
        repository.git("commit", "--quiet", "--all", "--message=b")
    with pytest.raises(subprocess.CalledProcessError):
        repository.git("merge", "one")
    job = action(repository)
    assert annotations(job) == [("error", "proof.cbor", None, "unreadable")], job.output
    assert job.status == 2


def test_no_repository(repository: Repository, action: Callable[..., Job], tmp_path: pathlib.Path) -> None:
    """Outside a repository, nothing is verified, and the action fails."""
    (tmp_path / "elsewhere").mkdir()
    shutil.rmtree(repository.top / ".git")
    job = action(repository)
    assert annotations(job) == [("error", "", None, "not verified")]
    assert job.status == 2


PROGRAMS = [
    ("ends in the middle", '{real} "$@" | head -n 2; exit 0', "ended with status 0 and 3 verdicts too few"),
    ("says more than its status", '{real} "$@"; exit 1', "ended with status 1 and 0 verdicts too few"),
    ("is killed", '{real} "$@"; kill -9 $$', "ended with status -9 and 0 verdicts too few"),
    ("prints no JSON", "echo s VERIFIED", "does not print what check --json prints"),
    ("prints an unknown verdict", 'echo \'{{"verdict": "fine"}}\'', "does not print what check --json prints"),
    ("prints too little", 'echo \'{{"verdict": "verified"}}\'', "does not print what check --json prints"),
    ("prints no object", "echo 1", "does not print what check --json prints"),
    ("complains", '{real} "$@"; echo wrong >&2', "wrong"),
    ("names another file", '{real} "$@" | sed s/0000000./x/', "an error of this script"),
]


@pytest.mark.parametrize(("script", "sentence"), [case[1:] for case in PROGRAMS], ids=[case[0] for case in PROGRAMS])
def test_programs(
    repository: Repository, action: Callable[..., Job], check: str, script: str, sentence: str, tmp_path: pathlib.Path
) -> None:
    """A program that is not `check`, or that was interrupted, verifies nothing."""
    program = tmp_path / "program"
    program.write_text("#!/bin/bash\n" + script.format(real=shlex.quote(check)) + "\n")
    program.chmod(0o755)
    job = action(repository, program=str(program))
    assert [command.message for command in commands(job.output) if sentence in command.message], job.output
    assert job.status == 2


def nobody_reads() -> int:
    """Return the writing end of a pipe whose reading end is closed."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


OUTPUTS: list[tuple[str, Callable[[], int], str, str]] = [
    ("nobody reads", nobody_reads, "", ""),
    (
        "a full disk",
        lambda: os.open("/dev/full", os.O_WRONLY),
        "",
        "check_repository.py: standard output: No space left on device\n",
    ),
    ("a closed output", lambda: os.open(os.devnull, os.O_WRONLY), ">&-", ""),
]


@pytest.mark.parametrize(
    ("output", "closed", "said"), [case[1:] for case in OUTPUTS], ids=[case[0] for case in OUTPUTS]
)
def test_outputs(repository: Repository, check: str, output: Callable[[], int], closed: str, said: str) -> None:
    """If the report cannot be printed, the status is 2, and no traceback is printed."""
    for option in ("--check=" + check, "--help"):
        script = shlex.join([sys.executable, str(ROOT / "gates/check_repository.py"), option])
        with open(output(), "wb") as stdout:
            command = ["bash", "-c", f"{script} {closed}"]
            run = subprocess.run(
                command, cwd=repository.top, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
            )
        assert run.returncode == 2, run
        assert run.stderr == said if option != "--help" else "Traceback" not in run.stderr, run


def test_manifest_with_a_mark(repository: Repository, action: Callable[..., Job]) -> None:
    """A byte-order mark at the beginning of a manifest is ignored."""
    write("claims.jsonl", "\ufeff" + (repository.top / "claims.jsonl").read_text("utf-8"))(repository)
    delete("other.cbor")(repository)
    job = action(repository, manifest="claims.jsonl", strict="true")
    assert annotations(job) == unproved("other.cbor"), job.output
