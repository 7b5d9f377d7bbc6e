"""The functions that format printed texts, one by one."""

import pathlib
from typing import Any

import pytest

import report
from runner import Command, commands

TEXTS = [
    "plain",
    "",
    "100%",
    "%0A%0D%3A%2C%25",
    "a,b:c=d",
    "a::b::c",
    "##[error]",
    "]",
    "  spaces  ",
]


@pytest.mark.parametrize("text", TEXTS)
def test_commands_come_back(text: str) -> None:
    """The runner reads the original properties and message back from a command."""
    # The runner ignores empty properties, and spaces at the end of the last property.
    properties = {"file": f"x{text}", "title": f"x{text}x"}
    printed = report.workflow_command("error", text, line=None, **properties)
    assert commands(printed) == [Command("error", properties, text)]


QUOTED = [
    (b"certs/a-b_c.cbor", "certs/a-b_c.cbor"),
    (b"a@b:c,d+e~f", "a@b:c,d+e~f"),
    (b"", '""'),
    (b"a b", '"a b"'),
    (b'a"b', '"a\\"b"'),
    (b"a\\nb", '"a\\\\nb"'),
    (b"a\nb", '"a\\u{a}b"'),
    (b"a\x1b[2Jb", '"a\\u{1b}[2Jb"'),
    (b"a\xffb", '"a\\xFFb"'),
    ("é".encode(), '"é"'),
    ("\u202e".encode(), '"\\u{202e}"'),
    ("\u2028".encode(), '"\\u{2028}"'),
]


@pytest.mark.parametrize(("name", "expected"), QUOTED)
def test_names(name: bytes, expected: str) -> None:
    """A name that is not plain is quoted, on one line."""
    assert report.quoted(name) == expected


PLACES: list[tuple[dict[str, Any], str]] = [
    ({"byte": 88}, "byte 88"),
    ({"value": 3}, "value 3"),
    ({"citation": 0}, "citation 0"),
    ({"class": 7, "position": "Ka1 Kc3"}, "class 7 (Ka1 Kc3)"),
    ({"line": "e2e3 b7b5"}, "line e2e3 b7b5"),
    ({"line": ""}, "line"),
    ({"byte": 300, "entry": 17}, "entry 17, byte 300"),
    ({"entry": 17, "line": "e2e4 e7e5"}, "entry 17, line e2e4 e7e5"),
    ({"budget": 5}, "budget 5"),
    ({"budget": 5, "heap": 8}, "budget 5, heap 8"),
    ({"budget": 5, "coins": 2, "heap": 8}, "budget 5, heap 8, 2"),
]


@pytest.mark.parametrize(("place", "expected"), PLACES)
def test_places(place: dict[str, Any], expected: str) -> None:
    """Places are formatted as in section 6 of `spec/FORMAT.md`."""
    assert report.place(place) == expected


@pytest.mark.parametrize(("one", "other", "both"), [(0, 0, 0), (0, 3, 3), (3, 1, 1), (1, 2, 2), (3, 2, 2), (1, 0, 1)])
def test_statuses(one: int, other: int, both: int) -> None:
    """If several statuses apply, 2 comes before 1, and 1 before 3."""
    assert report.graver(one, other) == report.graver(other, one) == both


def test_summary_has_an_end(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    """GitHub drops a summary of more than 1 MiB, so a long summary omits the last rows and counts them."""
    summary = tmp_path / "summary"
    told = report.Report(annotate=False, summary=str(summary))
    for number in range(200):
        told.proved(b"a%d" % number, {"sha256": "0", "statements": ["x" * 1000] * 20})
    told.close()
    page = summary.read_text("utf-8")
    assert 800_000 < len(page) < 1_000_000
    rows = page.count("<tr><td>verified</td>")
    assert page.count("and 10 more<") == rows
    assert f"<tr><td colspan=3>and {200 - rows} more, in the log</td></tr>\n</table>" in page
    assert capsys.readouterr().out.count("s VERIFIED ") == 200
