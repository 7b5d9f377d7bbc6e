"""Arguments of callers: paths, bytes, limits, and wrong arguments."""

import errno
import os
import pathlib
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from gamecert_checker import Library, Undecided, check, expect

KINGS = "certs/kk.cbor"


class Named:
    """An object that is a path only through `__fspath__`."""

    def __init__(self, path: object) -> None:
        """Store the value that `__fspath__` returns."""
        self.path = path

    def __fspath__(self) -> Any:  # noqa: ANN401
        """Return the path."""
        return self.path


def test_forms_of_one_certificate() -> None:
    """A path, bytes, and any object with `__fspath__` give the same result."""
    expected = check(KINGS)
    with open(KINGS, "rb") as file:
        data = file.read()
    for certificate in (pathlib.Path(KINGS), Named(KINGS), data, os.path.abspath(KINGS)):
        assert check(certificate) == expected
        assert Library().check(certificate) == expected


WRONG: list[tuple[str, Callable[[], object], type[Exception], str]] = [
    ("a number", lambda: check(7), TypeError, "certificate: expected a path"),  # type: ignore[arg-type]
    ("nothing", lambda: check(None), TypeError, "certificate: expected a path"),  # type: ignore[arg-type]
    ("no argument", lambda: check(), TypeError, "missing 1 required positional"),  # type: ignore[call-arg]
    ("bytes that can change", lambda: check(bytearray(b"")), TypeError, "found bytearray"),  # type: ignore[arg-type]
    ("a path of bytes", lambda: check(Named(b"certs")), TypeError, ""),
    ("a zero in a path", lambda: check("a\0b"), ValueError, "NUL byte"),
    ("include by place", lambda: check(KINGS, ["certs"]), TypeError, "positional"),  # type: ignore[call-arg]
    ("include: a number", lambda: check(KINGS, include=3), TypeError, "include: expected a path"),  # type: ignore[arg-type]
    ("include: bytes", lambda: check(KINGS, include=b"certs"), TypeError, "include: expected a path"),  # type: ignore[arg-type]
    ("include: numbers", lambda: check(KINGS, include=[3]), TypeError, "include: expected paths"),  # type: ignore[list-item]
    ("memory: a text", lambda: check(KINGS, memory="1G"), TypeError, "memory: expected an int"),  # type: ignore[arg-type]
    ("memory: a fraction", lambda: check(KINGS, memory=1e9), TypeError, "memory: expected an int"),  # type: ignore[arg-type]
    ("memory: a truth", lambda: check(KINGS, memory=True), TypeError, "memory: expected an int"),
    (
        "memory: below zero",
        lambda: check(KINGS, memory=-1),
        ValueError,
        "memory: expected a number from 0 on, found -1",
    ),
    ("work: below zero", lambda: Library(work=-(10**30)), ValueError, "work: expected a number from 0 on"),
    ("paths: a number", lambda: Library().check_all(5), TypeError, "paths: expected a path"),  # type: ignore[arg-type]
    ("paths: bytes", lambda: Library().check_all([b"a"]), TypeError, "paths: expected paths"),  # type: ignore[list-item]
    ("manifest: a dict", lambda: expect({}, KINGS), TypeError, "manifest: expected a path"),  # type: ignore[arg-type]
    ("certificates: a number", lambda: expect([check(KINGS).to_dict()], [1]), TypeError, "certificates: expected"),  # type: ignore[list-item]
]


@pytest.mark.parametrize(("call", "error", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_wrong_arguments(call: Callable[[], object], error: type[Exception], words: str) -> None:
    """Each error message says what is wrong."""
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


UNREADABLE: list[tuple[str, Callable[[pathlib.Path], object], type[OSError], int | None]] = [
    ("no file", lambda folder: check(folder / "none.cbor"), FileNotFoundError, errno.ENOENT),
    ("a folder", lambda folder: check(folder), IsADirectoryError, errno.EISDIR),
    ("a folder, in a library", lambda folder: Library().check(folder), IsADirectoryError, errno.EISDIR),
    ("below a file", lambda folder: check(folder / "kk.cbor" / "x"), NotADirectoryError, errno.ENOTDIR),
    ("unknown include", lambda folder: check(KINGS, include=folder / "none"), FileNotFoundError, errno.ENOENT),
    ("one of many", lambda folder: Library().check_all([KINGS, folder / "none"]), FileNotFoundError, errno.ENOENT),
    ("an empty folder", lambda folder: Library().check_all(folder / "empty"), FileNotFoundError, None),
    ("a link to nowhere", lambda folder: Library().check_all(folder / "links"), FileNotFoundError, errno.ENOENT),
    ("no manifest", lambda folder: expect(folder / "none", KINGS), FileNotFoundError, errno.ENOENT),
]


@pytest.mark.parametrize(
    ("call", "error", "number"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE]
)
def test_files_that_cannot_be_read(
    call: Callable[[pathlib.Path], object], error: type[OSError], number: int | None, tmp_path: pathlib.Path
) -> None:
    """The error has the error number of the system and the path."""
    shutil.copy(KINGS, tmp_path / "kk.cbor")
    (tmp_path / "empty").mkdir()
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "a.cbor").symlink_to("nowhere")
    with pytest.raises(error) as raised:
        call(tmp_path)
    assert raised.value.errno == number
    assert str(tmp_path) in (str(raised.value) if number is None else raised.value.filename)


def test_include_that_is_no_file(tmp_path: pathlib.Path) -> None:
    """A pipe in `include` is rejected, because reading it could block."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="neither a file nor a folder"):
        check(KINGS, include=[tmp_path / "pipe"])


def test_limits() -> None:
    """A limit of more than 64 bits is no limit, and a limit of 0 is exceeded at once."""
    assert check(KINGS, memory=2**64, work=2**70) == check(KINGS)
    for library, code in ((Library(memory=0), "resources/memory"), (Library(work=0), "resources/allowance")):
        with pytest.raises(Undecided) as raised:
            library.check(KINGS)
        assert raised.value.code == code


def test_where_cited_files_are_found(tmp_path: pathlib.Path) -> None:
    """Cited files are found in the file's folder and in `include`, not below. Files in `include` may have any name."""
    queen = tmp_path / "queen"
    for folder in ("queen", "alone", "beside", "outer/inner", "named"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy("certs/kqk.cbor", queen / "kqk.cbor")
    shutil.copy(KINGS, tmp_path / "beside" / "other.cbor")
    shutil.copy("certs/kqk.cbor", tmp_path / "beside" / "kqk.cbor")
    shutil.copy(KINGS, tmp_path / "outer" / "inner" / "kk.cbor")
    shutil.copy(KINGS, tmp_path / "named" / "kings.txt")
    data = (queen / "kqk.cbor").read_bytes()
    table: list[tuple[str, Any, list[str], bool]] = [
        ("nowhere", queen / "kqk.cbor", [], False),
        ("in the file's folder", tmp_path / "beside" / "kqk.cbor", [], True),
        ("in a folder of include", queen / "kqk.cbor", ["alone", "beside"], True),
        ("below a folder of include", queen / "kqk.cbor", ["outer"], False),
        ("of another name in a folder of include", queen / "kqk.cbor", ["named"], False),
        ("a file of include", queen / "kqk.cbor", ["named/kings.txt"], True),
        ("bytes have no folder", data, [], False),
        ("bytes with include", data, ["beside"], True),
    ]
    for title, certificate, include, found in table:
        folders = [tmp_path / name for name in include]
        for library in (None, Library(folders)):
            said: object = None
            try:
                verdict = library.check(certificate) if library else check(certificate, include=folders)
            except Undecided as error:
                said = (error.code, error.place)
            else:
                said = verdict.parameters["material"]
            assert said == ("KQK" if found else ("citation/missing", {"citation": 0})), title
