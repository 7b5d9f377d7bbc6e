"""Uses of the package, only for the type checker: `mypy --strict`."""

from pathlib import Path
from typing import assert_type

from gamecert_checker import CheckError, Library, Rejected, Undecided, Verified, check, expect


def one(path: Path) -> str:
    """Verify a file."""
    try:
        proved = check(path, include="certs", memory=10**9)
    except Rejected as error:
        return error.code
    except Undecided as error:
        return f"{error.place['byte']} {error.sentence}"
    assert_type(proved.kind_version, int)
    return proved.parameters["material"]


def many(folder: Path) -> int:
    """Verify the files of a folder."""
    library = Library([folder, "certs"], work=10**9)
    assert_type(library.files(folder), list[Path])
    verdicts = library.check_all([folder])
    assert_type(verdicts, list[Verified | CheckError])
    unmet = expect("manifest.json", verdicts)
    return len(unmet) + sum(entry.size for entry in verdicts if isinstance(entry, Verified))


def wrong() -> None:
    """Pass arguments that the types forbid."""
    check(7)  # type: ignore[arg-type]
    check("a", work="1")  # type: ignore[arg-type]
    expect({}, "a")  # type: ignore[arg-type]
    check("a").kind = "b"  # type: ignore[misc]
