#!/usr/bin/env python3
"""Print the key under which `action.yml` stores the program `check` that it has built.

The key depends on everything that determines the program: the sources of the checker, the versions of its dependencies
and of the compiler, the machine and its C library. (The function `hashFiles` of GitHub's expressions cannot be used,
because it does not see the files of an action.)
"""

import hashlib
import pathlib
import platform

ROOT = pathlib.Path(__file__).resolve().parent.parent

digest = hashlib.sha256()
sources = [ROOT / "Cargo.lock", ROOT / "Cargo.toml", ROOT / "rust-toolchain.toml", *(ROOT / "checker").rglob("*")]
for path in sorted(path for path in sources if path.is_file()):
    content = path.read_bytes()
    digest.update(f"{path.relative_to(ROOT).as_posix()}\n{len(content)}\n".encode())
    digest.update(content)
machine = "-".join([platform.system(), platform.machine(), *platform.libc_ver()]).rstrip("-")
print(f"gamecert-check-{machine}-{digest.hexdigest()}")
