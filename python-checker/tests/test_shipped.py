"""Shipped certificates that take under a second: the package returns the data that the program `check` prints."""

import json
import pathlib
from typing import Any

from conftest import ROOT, Program
from gamecert_checker import Library, Verified, check

# These certificates take one to six seconds each.
SLOW = {"subtraction-1-budgets-1-300.cbor", "e3-Nc6.cbor", "positions.cbor"}
FILES = [path for path in sorted((ROOT / "certs").rglob("*.cbor")) if path.name not in SLOW]

# Least integer that `--json` prints as a text.
EXACT = 2**53


def as_json(value: Any) -> Any:  # noqa: ANN401
    """Return a value with large integers as texts."""
    if isinstance(value, dict):
        return {name: as_json(item) for name, item in value.items()}
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return str(value) if isinstance(value, int) and abs(value) >= EXACT else value


def objects(program: Program, *arguments: object) -> list[dict[str, Any]]:
    """Return the objects that the program prints, without `file`."""
    lines = program.lines("--json", *arguments)
    printed = [json.loads(line) for line in lines]
    for object_ in printed:
        object_.pop("file", None)
    return printed


def test_the_rule_for_large_integers() -> None:
    """The helper `as_json` converts exactly the integers from 2^53 on."""
    assert as_json({"a": [EXACT - 1, EXACT, -EXACT]}) == {"a": [EXACT - 1, str(EXACT), str(-EXACT)]}


def test_the_same_data_as_the_program(program: Program) -> None:
    """`check` and `Library` return the data that the program prints."""
    assert len(FILES) > 35
    expected = objects(program, *FILES)
    assert all(object_["verdict"] == "verified" for object_ in expected)
    assert [as_json(check(path).to_dict()) for path in FILES] == expected
    verdicts = Library().check_all(FILES)
    assert [as_json(verdict.to_dict()) for verdict in verdicts if isinstance(verdict, Verified)] == expected


def test_properties_are_parts_of_the_object() -> None:
    """Each property equals the corresponding part of the object, for each file."""
    for path in FILES:
        proved = check(path)
        object_, kind, game = proved.to_dict(), proved.to_dict()["kind"], proved.to_dict()["game"]
        for name in ("sha256", "size", "claim", "evidence", "statements", "names", "citations"):
            assert getattr(proved, name) == object_[name], f"{path}: {name}"
        assert (proved.kind, proved.kind_version) == (kind["name"], kind["version"])
        assert (proved.rules, proved.rules_version) == (game["rules"], game["version"])
        assert proved.parameters == game["parameters"]
        assert proved.size == pathlib.Path(path).stat().st_size


def test_entries_of_batches() -> None:
    """The entries equal those in the claim of the batch, and only batches have entries."""
    assert check("certs/kk.cbor").entries() == []
    batch = check("certs/unwinnable/named.cbor")
    entries = batch.entries()
    assert [{"kind": entry["kind"], "claim": entry["claim"]} for entry in entries] == batch.claim["entries"]
    assert [entry["evidence"] for entry in entries] == batch.evidence["entries"]
    assert batch.statements[0].startswith(f"{len(entries)} answers to whether a side can still mate")
    assert batch.statements[0].endswith(": yes 6 times, no 13 times")
    assert [line for entry in entries for line in entry["statements"]] == batch.statements[1:]
