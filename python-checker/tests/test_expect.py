"""The function `expect`: it gives the same answers and the same errors as `check --expect`."""

import copy
import json
import pathlib
from typing import Any

import pytest

from conftest import Program
from gamecert_checker import Library, check, expect

KINGS, QUEEN, BATCH, BAD = (
    "certs/kk.cbor",
    "certs/kqk.cbor",
    "certs/unwinnable/named.cbor",
    "tests/corpus/reject/format/end-empty.cbor",
)
Object = dict[str, Any]


def changed(entry: Object, *path: str, to: Any = None) -> Object:  # noqa: ANN401
    """Return an entry with another value at a path, or without the value if `to` is None."""
    result = copy.deepcopy(entry)
    inner = result
    for name in path[:-1]:
        inner = inner[name]
    if to is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return result


def objects(path: str) -> Object:
    """Return the object of a verified file."""
    return check(path).to_dict()


def bare(entry: Object) -> Object:
    """Return the fields of an entry that `expect` compares."""
    return {name: entry[name] for name in ("kind", "game", "claim")}


def entries(batch: Object) -> list[Object]:
    """Return the entries of a batch as entries of a manifest."""
    return [
        {"kind": entry["kind"], "game": batch["game"], "claim": entry["claim"]} for entry in batch["claim"]["entries"]
    ]


def answers() -> list[tuple[str, list[Object], list[str], list[int]]]:
    """Return rows: title, manifest, files, and the numbers of the entries that are not met, from 0."""
    kings, queen, batch = objects(KINGS), objects(QUEEN), objects(BATCH)
    other = "0" * 64
    return [
        ("the same file", [kings], [KINGS], []),
        ("both", [kings, queen], [QUEEN, KINGS], []),
        ("the claim alone", [bare(kings)], [KINGS], []),
        ("the same twice", [kings, bare(kings)], [KINGS], []),
        ("more is proved", [kings], [KINGS, QUEEN, BATCH], []),
        ("names of the game do not count", [changed(kings, "game", "names", to=[])], [KINGS], []),
        ("what does not count may be anything", [kings | {"file": [None, True, 0.5, {}], "size": -1}], [KINGS], []),
        ("a cited claim", [kings, queen], [QUEEN], [0]),
        ("another file's claim", [kings, queen], [KINGS], [1]),
        ("another digest", [changed(kings, "sha256", to=other)], [KINGS], [0]),
        ("another number", [changed(kings, "claim", "classes", to=3)], [KINGS], [0]),
        ("a large number", [changed(kings, "claim", "classes", to=2**60)], [KINGS], [0]),
        ("a rejected file", [kings], [BAD], [0]),
        ("the second and third of three", [queen, kings, bare(kings)], [QUEEN], [1, 2]),
        ("each entry of a batch", entries(batch), [BATCH], []),
        ("an entry in that file", [entries(batch)[0] | {"sha256": batch["sha256"]}], [BATCH], []),
        ("an entry in another file", [entries(batch)[0] | {"sha256": other}], [BATCH], [0]),
    ]


def test_what_is_not_proved(program: Program, tmp_path: pathlib.Path) -> None:
    """Lists, files of lines, files of one array, paths, results and the program all give the same answers."""
    lines, array = tmp_path / "lines", tmp_path / "array"
    for title, manifest, files, unmet in answers():
        lines.write_text("\n\n".join(json.dumps(entry) for entry in manifest), encoding="utf-8")
        array.write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        expected = [manifest[number] for number in unmet]
        for form in (manifest, lines, str(array)):
            assert expect(form, files) == expected, title
        assert all(one is other for one, other in zip(expect(manifest, files), expected, strict=True)), title
        assert expect(manifest, Library().check_all(files)) == expected, title
        printed = program.lines("--json", "--errors", "--expect", lines, *files)
        told = [line["expected"] - 1 for line in map(json.loads, printed) if line["verdict"] == "not proved"]
        assert told == unmet, title


def test_one_certificate_alone() -> None:
    """A single path or result may stand for a list. An empty list proves nothing."""
    kings = objects(KINGS)
    assert expect([kings], KINGS) == expect([kings], check(KINGS)) == expect([kings], pathlib.Path(KINGS)) == []
    assert expect([kings], []) == [kings]
    assert expect([objects(QUEEN)], QUEEN, include=["certs"], memory=10) == [objects(QUEEN)]


def manifests() -> list[tuple[str, str, str]]:
    """Return rows: title, text, and the error message after the name of the manifest."""
    kings = objects(KINGS)
    text = json.dumps(kings)
    chips = {"player": "green", "tie_break": "advantage", "chips": {"first": 0, "last": 4}, "classes": 2}

    def one(*path: str, to: Any = None) -> str:  # noqa: ANN401
        return json.dumps(changed(kings, *path, to=to))

    return [
        ("nothing", "", "it has no entries"),
        ("an empty array", "[]", "it has no entries"),
        ("no JSON", "claims", "no JSON: expected value at line 1 column 1"),
        ("cut off", text[:50], "no JSON: EOF while parsing"),
        ("no number of JSON", text[:-1] + ', "file": NaN}', "no JSON: "),
        ("behind the array", f"[{text}] {text}", "entry 1: the entry: expected an object"),
        ("a number", "1", "entry 1: the entry: expected an object"),
        ("the second of two", f"{text} {{}}", "entry 2: the entry: kind is missing"),
        ("a claim twice", '{"claim": {},' + text[1:], "an object has a name twice"),
        ("no game", one("game"), "entry 1: the entry: game is missing"),
        ("an unknown field", one("clam", to={}), 'entry 1: the entry: unknown field "clam"'),
        ("a strange field", one("a\n\u202e", to=1), 'entry 1: the entry: unknown field "a\\n\\u{202e}"'),
        ("a version as a text", one("kind", "version", to="1"), "entry 1: version: expected an integer"),
        ("a version as a fraction", one("kind", "version", to=1.0), "entry 1: version: expected an integer"),
        (
            "an unknown kind",
            one("kind", "name", to="poorman"),
            'entry 1: this checker does not know the kind "poorman" of that version',
        ),
        (
            "unknown rules",
            one("game", "rules", to="go"),
            'entry 1: this checker does not know the rules "go" of that version',
        ),
        ("a parameter too few", one("game", "parameters", "board"), "entry 1: parameters: board is missing"),
        ("a parameter as a number", one("game", "parameters", "board", to=2), "entry 1: board: expected a text"),
        ("a field of the claim missing", one("claim", "classes"), "entry 1: claim: classes is missing"),
        ("a number of the claim as a text", one("claim", "classes", to="2"), "entry 1: classes: expected an integer"),
        ("half a digest", one("sha256", to="4dff"), "entry 1: sha256: expected a text of the form ^[0-9a-f]{64}$"),
        ("a board that none is", one("game", "parameters", "board", to="02x2"), "entry 1: board: expected a text of"),
        ("a verdict", one("verdict", to="rejected"), 'entry 1: verdict: expected "verified"'),
        (
            "a player who is none",
            json.dumps(kings | {"kind": {"name": "chips", "version": 1}, "claim": chips}),
            'entry 1: player: expected one of ["left","right"]',
        ),
        ("too deep", "[" * 1000, "no JSON: recursion limit exceeded"),
    ]


def test_manifests_that_mean_nothing(program: Program, tmp_path: pathlib.Path) -> None:
    """An invalid manifest gives the same error message as in the program."""
    path = tmp_path / "manifest"
    for title, text, cause in manifests():
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match="the manifest") as raised:
            expect(path, KINGS)
        assert str(raised.value).startswith(f"the manifest {path}: {cause}"), title
        run = program.run("--expect", path, KINGS)
        assert (run.returncode, run.stderr) == (2, f"check: {raised.value}\n"), title
    for content in (b'"\xe9"', json.dumps(objects(KINGS)).encode("utf-16")):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"expected UTF-8|no text in UTF-8"):
            expect(path, KINGS)
    path.write_text("\ufeff" + json.dumps(objects(KINGS)), encoding="utf-8")
    assert expect(path, KINGS) == []


def test_lists_that_mean_nothing() -> None:
    """Lists are rejected for values that JSON cannot express, and for the same errors as files."""
    kings = objects(KINGS)
    circle: list[Any] = []
    circle.append(circle)
    table: list[tuple[str, Any, type[Exception], str]] = [
        ("nothing", [], ValueError, "the manifest: it has no entries"),
        ("the second", [kings, {}], ValueError, "the manifest: entry 2: the entry: kind is missing"),
        ("infinity", [kings | {"size": float("inf")}], ValueError, "the manifest: no JSON: "),
        ("a circle", circle, ValueError, "the manifest: no JSON: "),
        ("a set", [kings | {"file": {1}}], TypeError, ""),
        (
            "a number of any size",
            [changed(kings, "claim", "classes", to=10**30)],
            ValueError,
            "entry 1: classes: expected an integer",
        ),
        ("half of a letter", [kings | {"file": "\ud800"}], ValueError, "the manifest: no JSON: "),
    ]
    for title, manifest, error, words in table:
        with pytest.raises(error) as raised:
            expect(manifest, KINGS)
        assert words in str(raised.value), title


def test_manifests_come_first() -> None:
    """The manifest is checked before any certificate is read."""
    with pytest.raises(ValueError, match="kind is missing"):
        expect([{}], "no such file")
