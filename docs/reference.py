#!/usr/bin/env python3
"""Writes the page of the book about JSON output, `docs/src/json.md`, from the schemas in `spec/json`.

    python3 docs/reference.py            writes the page
    python3 docs/reference.py --check    fails if the page is another
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCHEMAS = ROOT / "spec" / "json"
PAGE = ROOT / "docs" / "src" / "json.md"

HEAD = """\
# JSON

`solve … --json`, `solve export` and `check --json` print JSON. Each kind of output has a schema in `spec/json`. This
page lists their fields; `python3 docs/reference.py` makes it from the schemas, and the gate compares the two. `a.b` is
field `b` of the object `a`, and `a[]` an element of the array `a`. Exact numbers are strings, so no reader rounds them.
"""

#: Deepest nesting that the tables follow.
DEEPEST = 6


def target_of(reference, root):
    """What a reference within a schema leads to."""
    target = root
    for part in filter(None, reference.lstrip("#").split("/")):
        target = target[part.replace("~1", "/").replace("~0", "~")]
    return target


def described(schema, root):
    """Return a schema with type and description, taken from the schema that it refers to if it has none."""
    reference = schema.get("$ref")
    if reference is None:
        return schema
    own = {key: value for key, value in schema.items() if key != "$ref"}
    if reference.startswith("#"):
        return {**described(target_of(reference, root), root), **own}
    return {"description": f"as in `{reference.partition('#')[0]}`", **own}


def type_of(schema):
    """The type in words."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    kind = schema.get("type", "")
    return " or ".join(kind) if isinstance(kind, list) else kind


def fields(schema, root, prefix="", depth=0):
    """Rows of name, type, whether it is always there, and description. References to other schemas are named, not followed."""
    if depth > DEEPEST:
        return
    reference = schema.get("$ref", "")
    if reference.startswith("#"):
        yield from fields(target_of(reference, root), root, prefix, depth)
    if isinstance(schema.get("items"), dict):
        yield from fields(schema["items"], root, prefix + "[]", depth)
    for name, child in schema.get("properties", {}).items():
        if isinstance(child, dict):
            path = f"{prefix}.{name}" if prefix else name
            full = described(child, root)
            yield path, type_of(full), name in schema.get("required", []), full.get("description", full.get("title", ""))
            yield from fields(child, root, path, depth + 1)
    for word in ("oneOf", "anyOf", "allOf"):
        for choice in schema.get(word, []):
            yield from fields(choice, root, prefix, depth)


def section(file):
    """Heading, description and table of a schema."""
    root = json.loads(file.read_text("utf-8"))
    name = file.relative_to(ROOT).as_posix()
    title = re.sub(r"`([^`]*)`", r"\1", root["title"])
    title = re.sub(r"^What (solve.*?) says of ", r"\1: ", title)
    text = f"\n## {title}\n\n[{file.name}](../../{name})\n"
    if root.get("description"):
        text += "\n" + wrapped(cell(root["description"])) + "\n"
    rows, seen = [], set()
    for path, kind, always, description in fields(root, root):
        if path not in seen:
            seen.add(path)
            kind, description = cell(kind), cell(description)
            rows.append(f"| `{path}` | {kind} | {'yes' if always else ''} | {description} |")
    if rows:
        text += "\n| field | type | always there | meaning |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"
    return text


def cell(text):
    """A text as a cell of a table; what looks like a tag of HTML is none."""
    parts = re.sub(r"\s+", " ", text).replace("|", "\\|").split("`")
    return "`".join(part if number % 2 else part.replace("<", "&lt;") for number, part in enumerate(parts))


def wrapped(text):
    """A paragraph in lines of at most 118 columns."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > 118:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)


def page():
    """The text of the page."""
    files = sorted(SCHEMAS.glob("*.schema.json")) + sorted((SCHEMAS / "claims").glob("*.schema.json"))
    return HEAD + "".join(section(file) for file in files)


def main():
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text("utf-8") != page():
            sys.exit("docs/src/json.md is not what the schemas say: python3 docs/reference.py")
    elif sys.argv[1:]:
        sys.exit("the only option is --check")
    else:
        PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
