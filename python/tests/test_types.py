"""The stub has what that of the checker's package has, whose classes are these."""

from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


def test_the_stub_has_the_checkers_classes() -> None:
    """Word for word."""
    of_checker = (HERE.parent / "python-checker/python/gamecert_checker/_native.pyi").read_text()
    body = of_checker[of_checker.index("_Path: TypeAlias") :].rstrip()
    assert body in (HERE / "python/gamecert/_native.pyi").read_text()
