"""The example of README.md, and the notices."""

import importlib.util
import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1]


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
