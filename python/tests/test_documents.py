"""The examples of docstrings, README.md and the book, and the notices."""

import doctest
import importlib
import importlib.util
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import gamecert

HERE = Path(__file__).resolve().parents[1]

#: The modules in Python that the package exports from. What it has from the checker is run by the checker's tests.
EXPORTED = {name: getattr(gamecert, name) for name in gamecert.__all__ if name != "__version__"}
MODULES = sorted({one.__module__ for one in EXPORTED.values()} - {"gamecert", "gamecert._native"})


def public() -> dict[str, Any]:
    """What needs an example, by name: functions, methods, and classes without methods.

    Besides what the package exports these are the classes of values that its modules export.
    """
    found = {f"gamecert.{name}": one for name, one in EXPORTED.items()}
    for module in map(importlib.import_module, MODULES):
        besides = sorted(set(module.__all__) - set(gamecert.__all__))
        found |= {f"{module.__name__}.{name}": getattr(module, name) for name in besides}
    needed = {}
    for name, one in found.items():
        members = vars(one) if isinstance(one, type) else {}
        # Properties cannot be called; their examples would be those of the class. Abstract methods have their examples
        # where they are implemented.
        methods = [
            member
            for member in members
            if not member.startswith("_")
            and callable(getattr(one, member))
            and not getattr(members[member], "__isabstractmethod__", False)
        ]
        needed |= {f"{name}.{member}": getattr(one, member) for member in methods} or {name: one}
    return needed


@pytest.mark.parametrize(("name", "one"), public().items(), ids=public())
def test_docstrings(name: str, one: object) -> None:
    """Each is documented, with an example that shows a value."""
    text = inspect.cleandoc(one.__doc__ or "")
    assert text, f"{name} has no docstring"
    examples = doctest.DocTestParser().get_examples(text)
    assert any(example.want for example in examples), f"{name} has no example"


def test_the_gate_runs_the_examples() -> None:
    """It names the modules."""
    gate = (HERE.parent / ".ci" / "parts" / "python").read_text()
    found = re.search(r"--doctest-modules --pyargs ([\w. ]+)", gate)
    assert found is not None
    assert sorted(found[1].split()) == MODULES


@pytest.mark.parametrize(
    "page", [HERE / "README.md", HERE.parent / "docs" / "src" / "python.md"], ids=lambda page: page.name
)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They run, one after the other."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "certs").mkdir()
    for file in ("kk.cbor", "knk.cbor", "losing/d3.cbor"):
        copy = tmp_path / "certs" / file
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes((HERE.parent / "certs" / file).read_bytes())
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    assert blocks
    known: dict[str, object] = {}
    for block in blocks:
        exec(block, known)


def test_notices() -> None:
    """NOTICES is what the script of the checker's package writes."""
    spec = importlib.util.spec_from_file_location("notices", HERE.parent / "python-checker" / "notices.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (HERE / "NOTICES").read_text(encoding="utf-8") == module.notices(HERE)
