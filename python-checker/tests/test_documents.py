"""Examples of docstrings and of README.md, and the notices."""

import doctest
import importlib.util
import inspect

import pytest

import gamecert_checker
from conftest import ROOT

HERE = ROOT / "python-checker"


def documented() -> list[tuple[str, str]]:
    """Return the names of all public objects with their documentation."""
    found = [("gamecert_checker", inspect.getdoc(gamecert_checker) or "")]
    for name in gamecert_checker.__all__:
        public = getattr(gamecert_checker, name)
        found.append((name, public.__doc__ or ""))
        if isinstance(public, type):
            own = [member for member in vars(public) if not member.startswith("_") and member not in vars(Exception)]
            found += [(f"{name}.{member}", getattr(public, member).__doc__ or "") for member in own]
    return found


@pytest.mark.parametrize(("name", "text"), documented(), ids=[name for name, _ in documented()])
def test_docstrings(name: str, text: str) -> None:
    """All public objects are documented. Functions and classes have examples, and the examples pass."""
    assert text.strip(), name
    example = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), {}, name, None, 0)
    property_ = name.startswith("Verified.") and name not in ("Verified.entries", "Verified.to_dict")
    assert example.examples or property_ or name == "gamecert_checker", f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST)
    said: list[str] = []
    assert runner.run(example, out=said.append).failed == 0, "".join(said)


def test_readme() -> None:
    """The examples of README.md pass when they run in order."""
    results = doctest.testfile(str(HERE / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_notices() -> None:
    """NOTICES equals the output of notices.py."""
    spec = importlib.util.spec_from_file_location("notices", HERE / "notices.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = (HERE / "NOTICES").read_text(encoding="utf-8")
    assert written == module.notices(), "python3 notices.py > NOTICES"
