"""Write the notices of the crates that are linked into a wheel, or into a program, to standard output.

    python3 notices.py > NOTICES
    python3 notices.py ../python > ../python/NOTICES      for another package
    python3 notices.py ../solver x86_64-unknown-linux-gnu   for a program of the workspace, on one platform
    python3 notices.py ../web/explorer wasm32-unknown-unknown built   for a package that is built alone

The crates are those of `Cargo.lock`, for all platforms unless one is named, without crates that are only used to build
or to test. Their licence files are read from the folders in which cargo has unpacked them.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
# Text of https://opensource.org/license/mit, for crates that name this licence but contain no licence file.
MIT = """Copyright (c) HOLDERS

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""  # noqa: E501
# Crates under one of these licences without a licence file are linked only into the solver, whose LICENSE has the text.
GPL = ("GPL-3.0", "GPL-3.0+", "GPL-3.0-or-later")
NAMES = ("license", "licence", "copying", "copyright", "notice", "unlicense")


def linked(metadata: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the packages that are linked, sorted by name, without those of this repository."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    seen, waiting = set(), [metadata["resolve"]["root"]]
    while waiting:
        identity = waiting.pop()
        macros = any("proc-macro" in target["kind"] for target in packages[identity]["targets"])
        if identity in seen or macros:
            continue
        seen.add(identity)
        for dependency in nodes[identity]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    found = [packages[identity] for identity in seen if packages[identity]["source"]]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def built(name: str, platform: str) -> set[tuple[str, str]]:
    """Return names and versions of the crates that a package uses when it is built alone.

    A build of the whole workspace may use more crates, because other members enable more features.
    """
    command = [
        os.environ.get("CARGO", "cargo"),
        "tree",
        "--locked",
        f"--package={name}",
        "--edges=normal,no-proc-macro",
    ]
    command += [f"--target={platform}", "--prefix=none", "--format={p}"]
    run = subprocess.run(command, cwd=HERE.parent, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    words = [line.split() for line in run.stdout.splitlines() if line.strip()]
    return {(name, version.removeprefix("v")) for name, version, *_ in words}


def texts(package: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the names and texts of a package's licence files."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.lower().startswith(NAMES))
    if not files and "MIT" in package["license"]:
        holders = ", ".join(re.sub(r" *<.*>", "", author) for author in package["authors"])
        return [("no file; the licence that its manifest names", MIT.replace("HOLDERS", holders or "its authors"))]
    if not files and package["license"] in GPL:
        text = (HERE.parent / "solver/LICENSE").read_text(encoding="utf-8").strip("\n")
        return [("no file; the licence that its manifest names", text)]
    if not files:
        sys.exit(f"{package['name']} {package['version']} has no licence file")
    return [(path.name, "\n".join(path.read_text(encoding="utf-8").split("\r\n")).strip("\n")) for path in files]


def notices(folder: pathlib.Path = HERE, platform: str | None = None, *, alone: bool = False) -> str:
    """Return the notices of the package in a folder, for all platforms or one, built in a workspace or alone.

    A licence text that several crates share is printed once.
    """
    manifest = folder / "pyproject.toml"
    if not manifest.exists():
        manifest = folder / "Cargo.toml"
    project = re.search(r'^name = "(.*)"$', manifest.read_text(encoding="utf-8"), re.MULTILINE)
    if project is None:
        sys.exit(f"{folder}: {manifest.name} names no package")
    command = [os.environ.get("CARGO", "cargo"), "metadata", "--format-version=1", "--locked"]
    if platform is not None:
        command.append(f"--filter-platform={platform}")
    run = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    packages = linked(json.loads(run.stdout))
    if alone and platform is not None:
        known = built(project[1], platform)
        packages = [package for package in packages if (package["name"], package["version"]) in known]
    users: dict[str, list[str]] = {}
    some = ", on some platforms not all," if platform is None else ""
    lines = [f"{project[1]} holds these crates in compiled form{some} under these licences.", ""]
    for package in packages:
        named = f"{package['name']} {package['version']}"
        lines.append(
            f"{named}: {package['license']}, {package['repository'] or 'https://crates.io/crates/' + package['name']}"
        )
        for name, text in texts(package):
            users.setdefault(text, []).append(f"{named} ({name})")
    lines += [
        "",
        "It holds parts of the standard library of Rust too: MIT OR Apache-2.0, https://github.com/rust-lang/rust.",
    ]
    for text, names in users.items():
        lines += ["", "=" * 80, *names, "=" * 80, "", text]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    sys.stdout.write(notices(folder, sys.argv[2] if len(sys.argv) > 2 else None, alone=sys.argv[3:] == ["built"]))
