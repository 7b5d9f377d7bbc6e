"""The example of README.md, and the notices."""

import importlib.util
import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1]


def test_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its example runs."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


def test_notices() -> None:
    """NOTICES is what the script of the checker's package writes."""
    spec = importlib.util.spec_from_file_location("notices", HERE.parent / "python-checker" / "notices.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (HERE / "NOTICES").read_text(encoding="utf-8") == module.notices(HERE)
