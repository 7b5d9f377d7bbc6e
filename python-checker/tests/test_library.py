"""Libraries: verdicts that do not depend on earlier requests, threads, forks, interruption."""

import os
import pathlib
import random
import shutil
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from gamecert_checker import CheckError, Library, Undecided, Verified, check

FILES = [
    "certs/kqk.cbor",
    "certs/kk.cbor",
    "certs/krk.cbor",
    "certs/kbk.cbor",
    "certs/tug-12-chips.cbor",
    "certs/losing/e3-d6.cbor",
]


def outcome(library: Library, path: str | pathlib.Path) -> str | Verified:
    """Return the verdict on one file, an error as text."""
    try:
        return library.check(path)
    except CheckError as error:
        return str(error)


@pytest.mark.parametrize(
    ("memory", "work"), [(None, None), (3_000_000, None), (10_000_000, None), (None, 40_000), (None, 1_000_000)]
)
def test_order_does_not_matter(memory: int | None, work: int | None) -> None:
    """Earlier requests do not change a verdict, even under limits of memory and work that some files exceed."""
    files = [*FILES, *sorted(map(str, pathlib.Path("tests/corpus/reject/format").glob("*.cbor")))[:3]]
    alone = {path: outcome(Library(memory=memory, work=work), path) for path in files}
    library, order = Library(memory=memory, work=work), files * 3
    random.Random(7).shuffle(order)
    assert {path: outcome(library, path) for path in order} == alone
    for path in order:
        assert outcome(library, path) == alone[path], path
    verdicts = Library(memory=memory, work=work).check_all(order)
    assert [str(one) if isinstance(one, CheckError) else one for one in verdicts] == [alone[path] for path in order]


def test_limits_split_the_files() -> None:
    """Some files exceed the limits of the test above, and others do not."""
    for library in (Library(memory=3_000_000), Library(work=1_000_000)):
        assert {type(verdict) for verdict in library.check_all(FILES)} == {Verified, Undecided}


def test_files_that_change(tmp_path: pathlib.Path) -> None:
    """If a cited file appears, disappears or changes, the next request notices it."""
    shutil.copy("certs/kqk.cbor", tmp_path / "kqk.cbor")
    kings, data = tmp_path / "kk.cbor", pathlib.Path("certs/kk.cbor").read_bytes()
    library, included = Library(), Library(include=tmp_path)
    queen = pathlib.Path("certs/kqk.cbor").read_bytes()
    for number, (content, found) in enumerate(
        [(None, False), (data, True), (b"other", False), (data, True), (None, False), (data, True)]
    ):
        kings.unlink(missing_ok=True)
        if content is not None:
            kings.write_bytes(content)
            os.utime(kings, (number, number))
        assert isinstance(outcome(library, tmp_path / "kqk.cbor"), Verified) == found, number
        if found:
            assert included.check(queen).parameters["material"] == "KQK", number
        else:
            with pytest.raises(Undecided):
                included.check(queen)


def test_one_path_and_empty_lists() -> None:
    """A single path may stand for a list. An empty list has no verdicts."""
    assert Library().check_all("certs/kk.cbor") == [check("certs/kk.cbor")]
    assert Library().check_all(iter(["certs/kk.cbor"])) == [check("certs/kk.cbor")]
    assert Library().check_all([]) == []
    assert Library.files([]) == []


def test_cited_files_among_those_named(tmp_path: pathlib.Path) -> None:
    """Files named in a request are found as cited files in this request, but not in the next one."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    queen, kings = tmp_path / "a" / "queen.cbor", tmp_path / "b" / "kings"
    shutil.copy("certs/kqk.cbor", queen)
    shutil.copy("certs/kk.cbor", kings)
    library = Library()
    assert [type(verdict) for verdict in library.check_all([queen, kings])] == [Verified, Verified]
    assert [type(verdict) for verdict in library.check_all([queen])] == [Undecided]


def test_chains_of_citations(tmp_path: pathlib.Path) -> None:
    """A verified certificate does not replace its missing file, however deeply the file is cited."""
    names = [f"bidding-chess-2x3-{pieces}.cbor" for pieces in ("knnnk", "knnk", "knk", "kk")]
    for name in names:
        shutil.copy(f"tests/corpus/accept/richman/{name}", tmp_path / name)
    paths = [tmp_path / name for name in names]
    library = Library()
    for missing in (None, names[3], None, names[2], names[1], None):
        for name in names:
            (tmp_path / name).unlink(missing_ok=True)
            if name != missing:
                shutil.copy(f"tests/corpus/accept/richman/{name}", tmp_path / name)
        there = [path for path in paths if path.name != missing]
        alone = [outcome(Library(), path) for path in there]
        assert all(isinstance(one, Verified) for one in alone) == (missing is None)
        assert [outcome(library, path) for path in there] == alone, missing
        verdicts = library.check_all(there)
        assert [str(one) if isinstance(one, CheckError) else one for one in verdicts] == alone, missing


def test_threads() -> None:
    """Several threads get correct verdicts at once, with separate libraries and with a shared one."""
    expected = [check(path) for path in FILES]
    shared = Library()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(check, FILES * 2)) == expected * 2
        assert list(pool.map(shared.check, FILES * 2)) == expected * 2


def test_other_threads_run(tmp_path: pathlib.Path) -> None:
    """Another Python thread can write to the pipe for which a verification waits."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(pathlib.Path("certs/kk.cbor").read_bytes()))
    writer.start()
    assert check(pipe) == check("certs/kk.cbor")
    writer.join()


def test_interruption(tmp_path: pathlib.Path) -> None:
    """Ctrl-C ends the wait for a pipe that nobody writes to, and the library stays usable."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    library = Library()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for verify in (check, library.check, library.check_all):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(KeyboardInterrupt):
                verify(pipe)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert library.check("certs/kk.cbor") == check("certs/kk.cbor")
    # The three verifying threads still wait for the pipe. Closing it lets them end with an empty file.
    with open(pipe, "wb"):
        pass


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forks() -> None:
    """A library that was used before a fork works in both processes."""
    library = Library()
    expected = library.check("certs/kk.cbor")
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if library.check("certs/kk.cbor") == expected and library.check("certs/kqk.cbor") else 1
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert library.check("certs/kk.cbor") == expected
