"""Counts lines of Rust code, without tests, comments and blank lines. All scripts of the gate share this definition.

    git ls-files '*.rs' | python3 .ci/rust_code.py LIMIT

As a program, it names each file with more lines of code than LIMIT, and fails if there is one.
"""

import pathlib
import re
import sys

TESTS = ["#[cfg(test)]", "#![cfg(test)]"]


def is_test_file(path):
    """Tells by its path whether a file contains only unit tests."""
    path = pathlib.PurePath(path)
    return bool({"tests", "testing"} & set(path.parts)) or path.name in ("tests.rs", "testing.rs")


def without_items(text, markers):
    """Returns the lines of a file without the items that have one of these attributes, such as `#[cfg(test)]`."""
    lines, kept, at = text.split("\n"), [], 0
    while at < len(lines):
        marker = next((marker for marker in markers if lines[at].strip().startswith(marker)), None)
        if marker is None:
            kept.append(lines[at])
            at += 1
            continue
        if marker.startswith("#!"):
            # An inner attribute applies to the whole file.
            return []
        at += 1
        while at < len(lines) and lines[at].strip().startswith(("#[", "//")):
            at += 1
        depth, opened = 0, False
        while at < len(lines):
            bare = re.sub(r"'[{}]'|\"(\\.|[^\"\\])*\"", "", lines[at])
            depth += bare.count("{") - bare.count("}")
            opened |= "{" in bare
            ended = depth <= 0 if opened else bare.rstrip().endswith((";", ","))
            at += 1
            if ended:
                break
    return kept


def code_lines(text, markers=TESTS):
    """Returns the lines of code of a file, without the items that have one of these attributes."""
    return [line for line in without_items(text, markers) if line.strip() and not line.strip().startswith("//")]


def main():
    limit, failed = int(sys.argv[1]), False
    for path in sys.stdin.read().split():
        if not is_test_file(path):
            lines = len(code_lines(pathlib.Path(path).read_text()))
            if lines > limit:
                print(f"{path} has {lines} lines of code, more than {limit}: it is probably two modules")
                failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
