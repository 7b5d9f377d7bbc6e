"""Results and errors as Python objects: equality, pickling, texts, tables."""

import copy
import html.parser
import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

import gamecert_checker
from gamecert_checker import CheckError, Library, Rejected, Undecided, Verified, check

FILES = [
    "certs/kk.cbor",
    "certs/kqk.cbor",
    "certs/unwinnable/named.cbor",
    "certs/losing/e3-d6.cbor",
    "certs/tug-12-chips.cbor",
]

# A certificate of a stored game, and the title of the game in the file.
STORED, TITLE = "tests/corpus/accept/chips/drawn-end-left-advantage-0-9.cbor", "A draw"


def test_equality() -> None:
    """Two results are equal if and only if all their data are equal."""
    first, second = [check(path) for path in FILES], [check(path) for path in FILES]
    assert first == second
    assert len({*first, *second}) == len(FILES)
    assert [hash(one) for one in first] == [hash(one) for one in second]
    assert first[0] != first[1]
    assert first[0] != first[0].to_dict()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(protocol: int) -> None:
    """Unpickled results and errors equal the pickled ones in all their data."""
    for path in FILES:
        proved = check(path)
        back = pickle.loads(pickle.dumps(proved, protocol))
        assert (back, type(back), back.to_dict(), back.entries()) == (
            proved,
            Verified,
            proved.to_dict(),
            proved.entries(),
        )
    errors: list[tuple[type[CheckError], dict[str, int | str]]] = [
        (Rejected, {"entry": 17, "line": "e2e4"}),
        (Undecided, {"byte": 3}),
        (CheckError, {"byte": 0}),
    ]
    for kind, place in errors:
        error = kind("group/clause", place, "a sentence")
        back = pickle.loads(pickle.dumps(error, protocol))
        assert (type(back), back.code, back.place, back.sentence, str(back)) == (
            kind,
            "group/clause",
            place,
            "a sentence",
            str(error),
        )
    assert copy.deepcopy(check(FILES[0])) == check(FILES[0])


def test_damaged_pickles() -> None:
    """A missing value, or a value of a wrong type, is detected."""
    make, (object_, entries) = check(FILES[0]).__reduce__()
    assert make(object_, entries) == check(FILES[0])
    for old, new in (
        ("{", "["),
        ('"sha256":"c', '"sha256":"'),
        ('"size":', '"siz":'),
        ('"claim":{', '"claim":[],"x":{'),
    ):
        with pytest.raises(ValueError, match="damaged"):
            make(object_.replace(old, new, 1), entries)
    with pytest.raises(ValueError, match="damaged"):
        make(object_, "{}")
    with pytest.raises(TypeError):
        make(object_, 7)


def test_where_pickles_look() -> None:
    """Each class is exported under its name by the module that it names."""
    for name in gamecert_checker.__all__:
        public = getattr(gamecert_checker, name)
        if isinstance(public, type):
            assert (public.__module__, public.__qualname__) == ("gamecert_checker", name)


def test_frozen() -> None:
    """Results are immutable, and callers may change the returned dicts and lists."""
    proved = check(FILES[0])
    with pytest.raises(AttributeError):
        proved.kind = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        proved.other = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Verified()
    proved.claim["classes"] = 0
    proved.statements.clear()
    assert proved == check(FILES[0])
    assert proved.statements


def test_errors() -> None:
    """Errors print their places in words."""
    table: list[tuple[dict[str, int | str], str]] = [
        ({"byte": 7}, "byte 7"),
        ({"value": 0}, "value 0"),
        ({"class": 3, "position": "Ka1"}, "class 3 (Ka1)"),
        ({"citation": 1}, "citation 1"),
        ({"budget": 9}, "budget 9"),
        ({"budget": 9, "heap": 0}, "budget 9, heap 0"),
        ({"budget": 9, "heap": 4, "coins": 0}, "budget 9, heap 4, 0"),
        ({"line": ""}, "line"),
        ({"line": "e2e3 b7b5"}, "line e2e3 b7b5"),
        ({"entry": 0, "byte": 300}, "entry 0, byte 300"),
        ({"entry": 17, "line": "e2e4"}, "entry 17, line e2e4"),
    ]
    for place, words in table:
        assert str(Rejected("a/b", place, "why")) == f"a/b at {words}: why"
    with pytest.raises(TypeError):
        Rejected("a/b")  # type: ignore[call-arg]


class Cells(html.parser.HTMLParser):
    """Collects the names of elements and the text between them."""

    def __init__(self) -> None:
        """Start without elements and texts."""
        super().__init__()
        self.elements: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[Any]) -> None:
        """Collect the name of an element, which must have no attributes."""
        assert attrs == []
        self.elements.add(tag)

    def handle_data(self, data: str) -> None:
        """Collect a text."""
        self.texts.append(data)


def test_tables_for_notebooks() -> None:
    """Texts of a certificate cannot add elements to the table."""
    strange = "<script>&\"'\u202e\n"
    proved = check(STORED)
    make, (object_, entries) = proved.__reduce__()
    assert object_.count(TITLE) >= 1
    hostile = make(object_.replace(TITLE, json.dumps(strange)[1:-1]), entries)
    cells = Cells()
    cells.feed(hostile._repr_html_())
    assert cells.elements == {"table", "caption", "tr", "th", "td"}
    text = "".join(cells.texts)
    assert "<script>&\\\"'\\u{202e}\\n" in text
    assert all(statement in text for statement in proved.statements)
    assert proved.sha256 in text
    assert repr(proved) == f"<Verified {proved.kind} version 1 for {words(proved)}, sha256={proved.sha256[:8]}…>"


def test_long_tables() -> None:
    """The table of a batch with thousands of entries shows the first statements and counts the others."""
    batch = check("certs/unwinnable/timeouts.cbor")
    table = batch._repr_html_()
    assert table.count("<tr><th>proved</th>") == 101
    assert f"and {len(batch.statements) - 100} statements more" in table


def test_libraries_do_not_pickle() -> None:
    """Libraries do not pickle, because they have a thread."""
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(Library())


def words(proved: Verified) -> str:
    """Return rule set, version and parameters in words."""
    return ", ".join(
        [f"{proved.rules} version {proved.rules_version}", *(f"{a} {b}" for a, b in proved.parameters.items())]
    )


SECOND_INTERPRETER = """
import gamecert_checker, sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
lines = [
    "import sys",
    f"sys.path[:] = {sys.path!r}",
    "try:",
    "    import gamecert_checker",
    "    print('imported')",
    "except ImportError as error:",
    "    print('refused:', error)",
]
interpreters.run_string(interpreters.create(), chr(10).join(lines))
"""


def test_a_second_interpreter_is_refused() -> None:
    """The native module serves the main interpreter of a process; another one gets an ImportError, not a crash."""
    command = [sys.executable, "-c", SECOND_INTERPRETER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("refused: "), done.stdout
    assert "subinterpreter" in done.stdout
