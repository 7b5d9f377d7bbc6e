"""The conformance corpus: every file gets the verdict, the code and the place that its table says."""

import csv
import json
from collections.abc import Iterator

from conftest import ROOT, Program
from gamecert_checker import CheckError, Library, Rejected, check

CORPUS = ROOT / "tests" / "corpus"
FOLDERS = sorted({path.parent for path in CORPUS.rglob("*.cbor")})
UNITS = {"K": 1000, "M": 1000**2, "G": 1000**3}


def rows() -> Iterator[dict[str, str]]:
    """Return the lines of the table."""
    with open(CORPUS / "corpus.tsv", encoding="utf-8", newline="") as table:
        yield from csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)


def limits(options: str) -> dict[str, int]:
    """Return the limits that the options of a line set."""
    words = [] if options == "-" else options.split(" ")
    amount = {
        option: int(text.rstrip("KMG")) * UNITS.get(text[-1], 1)
        for option, text in zip(words[::2], words[1::2], strict=True)
    }
    return {option.removeprefix("--"): number for option, number in amount.items()}


def verdict(error: CheckError | None) -> str:
    """Return a verdict in the form of the table: verdict, code and place."""
    if error is None:
        return "verified - at -"
    place = str(error).removeprefix(f"{error.code} at ").removesuffix(f": {error.sentence}")
    return f"{'rejected' if isinstance(error, Rejected) else 'undecided'} {error.code} at {place}"


def test_every_file() -> None:
    """One library for each set of limits gives the verdicts of the table."""
    libraries: dict[str, Library] = {}
    differences, count = [], 0
    for count, row in enumerate(rows(), start=1):  # noqa: B007
        library = libraries.setdefault(row["options"], Library(FOLDERS, **limits(row["options"])))
        found = None
        try:
            library.check(CORPUS / row["path"])
        except CheckError as error:
            found = error
        expected = f"{row['verdict']} {row['code']} at {row['place']}"
        if verdict(found) != expected:
            differences.append(f"{row['path']}: expected {expected}, found {verdict(found)}")
    assert differences == []
    assert count > 1000


def test_all_at_once() -> None:
    """`check_all` on the whole corpus gives the verdicts of the table."""
    expected = {row["path"]: row for row in rows() if row["options"] == "-"}
    library = Library(FOLDERS)
    files = library.files(CORPUS)
    assert len(files) > 1000
    for path, found in zip(files, library.check_all(CORPUS), strict=True):
        row = expected.get(str(path.relative_to(CORPUS)))
        if row is not None:
            error = found if isinstance(found, CheckError) else None
            assert verdict(error) == f"{row['verdict']} {row['code']} at {row['place']}", path


def test_the_sentences_of_the_program(program: Program) -> None:
    """Code, place and sentence of each refusal equal those that the program prints for the same files."""
    include = [argument for folder in FOLDERS for argument in ("--include", folder)]
    printed = [json.loads(line) for line in program.lines("--json", *include, CORPUS)]
    verdicts = Library(FOLDERS).check_all(CORPUS)
    assert len(printed) == len(verdicts)
    for line, found in zip(printed, verdicts, strict=True):
        if isinstance(found, CheckError):
            expected = (line["verdict"], line["error"])
            object_ = {"code": found.code, "place": found.place, "sentence": found.sentence}
            assert ("rejected" if isinstance(found, Rejected) else "undecided", object_) == expected
        else:
            assert (line["verdict"], line["sha256"], line["claim"]) == ("verified", found.sha256, found.claim)


def test_bytes_alone() -> None:
    """Bytes are verified like files, and their cited files are found only in `include`."""
    for row in list(rows())[::25]:
        path = CORPUS / row["path"]
        found = None
        try:
            check(path.read_bytes(), include=FOLDERS, **limits(row["options"]))
        except CheckError as error:
            found = error
        assert verdict(found) == f"{row['verdict']} {row['code']} at {row['place']}", path
