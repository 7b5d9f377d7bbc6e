#!/usr/bin/env python3
"""Writes the page of the book about the Python package, `docs/src/python-reference.md`, from its docstrings.

    python docs/python_reference.py            writes the page
    python docs/python_reference.py --check    fails if the page is another

Needs the package `gamecert` in the Python that runs it.
"""

import dataclasses
import inspect
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import gamecert

PAGE = Path(__file__).resolve().parent / "src" / "python-reference.md"
WIDTH = 120

HEAD = """\
# Python reference

Every public name of the package [`gamecert`](python.md), with the text of its docstring: `help()` shows the same.
`docs/python_reference.py` writes this page, and the gate compares the two.
"""

DEPRECATED = {
    *("advise", "bidding_game", "bounds", "chips", "ending", "scoring"),
    *("open_bounds", "open_ending", "open_proof", "open_safe"),
}
#: Names in the order of the page.
SECTIONS = {
    "Solve and open": ["Game", "open", "Solution", "MoneySolution"],
    "Money": ["BiddingGame", "Ending", "Move", "MoneyBids", "Bounds", "BoundedMove", "Interval"],
    "Chips": [
        *("Chips", "Thresholds", "Holding", "Law", "ChipsMove", "Advice", "Bid", "AfterBid", "Strategy"),
    ],
    "Scoring games": ["Scoring", "Outcomes", "ScoringBid"],
    "Losing chess": [
        *("prove", "ProofSearch", "Proof", "Walk", "link", "LinkSearch", "safe", "SafeSearch", "SafeProof", "SafePlace"),
        *("analyse", "GameAnalysis", "GameReport", "JudgedMove", "KnownResult"),
    ],
    "Who can still mate": ["unwinnable", "unwinnable_all", "Answer", "ruling", "Ruling", "Verdicts"],
    "Verify": ["check", "Verified", "Library", "expect", "CheckError", "Rejected", "Undecided"],
}


def signature(name: str, one: Any) -> str:
    """Return the signature without annotations, or the name alone if there is none."""
    try:
        found = inspect.signature(one)
    except (TypeError, ValueError):
        return f"{name}(...)"
    empty = inspect.Parameter.empty
    parameters = [parameter.replace(annotation=empty) for parameter in found.parameters.values() if parameter.name != "self"]
    text = f"{name}{found.replace(parameters=parameters, return_annotation=inspect.Signature.empty)}"
    return textwrap.fill(text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def marked_down(text: str) -> str:
    """Return a docstring as Markdown: examples in fences, names in single back quotes."""
    out, example = [], False
    for line in inspect.cleandoc(text).splitlines():
        starts = line.startswith(">>>")
        if starts and not example:
            out.append("```python")
        elif example and not line:
            out.append("```")
        example = starts or (example and bool(line))
        if example:
            out.append(line)
            continue
        line = re.sub(r":\w+:`([^`]+)`", r"`\1`", line)
        out.append(re.sub(r"``([^`]+)``", r"`\1`", line))
    if example:
        out.append("```")
    return "\n".join(line.rstrip() for line in out)


def attributes(one: type) -> list[str]:
    """Return a list item for each field and property, with the text below it in the source."""
    items = []
    documented = dict(re.findall(r'^    (\w+): [^\n]+\n    """(.*?)"""', inspect.getsource(one), re.MULTILINE | re.DOTALL))
    if dataclasses.is_dataclass(one):
        items += [(field.name, documented.get(field.name, "")) for field in dataclasses.fields(one)]
    items += [(name, member.__doc__ or "") for name, member in vars(one).items() if isinstance(member, property) and not name.startswith("_")]
    return [textwrap.fill(f"- `{name}`: {' '.join(marked_down(text).split())}", WIDTH, subsequent_indent="  ") for name, text in items]


def described(name: str) -> list[str]:
    """Return the section of one name."""
    one = getattr(gamecert, name)
    out = [f"### `{name}`", ""]
    if not isinstance(one, type):
        return [*out, "```python", signature(name, one), "```", "", marked_down(one.__doc__ or ""), ""]
    out += [marked_down(one.__doc__ or ""), ""]
    source = one.__module__.startswith("gamecert.") and one.__module__ != "gamecert._native"
    fields = attributes(one) if source else []
    out += [*fields, ""] if fields else []
    for method, member in vars(one).items():
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        if method.startswith("_") or not callable(function) or isinstance(function, type):
            continue
        if getattr(function, "__isabstractmethod__", False) or not function.__doc__:
            continue
        shown = signature(f"{name}.{method}", getattr(one, method))
        out += [f"#### `{name}.{method}`", "", "```python", shown, "```", "", marked_down(function.__doc__), ""]
    return out


def page() -> str:
    """Return the whole page."""
    named = {name for names in SECTIONS.values() for name in names} | DEPRECATED | {"__version__"}
    missing = named.symmetric_difference(gamecert.__all__)
    if missing:
        raise SystemExit(f"docs/python_reference.py and gamecert.__all__ differ in {sorted(missing)}")
    out = [HEAD]
    for section, names in SECTIONS.items():
        out += [f"## {section}", ""]
        for name in names:
            out += described(name)
    text = "\n".join(out).rstrip() + "\n"
    return re.sub(r"\n{3,}", "\n\n", text)


def main() -> int:
    """Write the page, or compare it."""
    text = page()
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text(encoding="utf-8") != text:
            print(f"{PAGE.name} is not what docs/python_reference.py writes", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
