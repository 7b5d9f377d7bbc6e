#!/usr/bin/env python3
"""A preprocessor of mdBook. Links of the book to other files of the repository are relative, so that they work in a clone.

The built book does not hold those files: there such a link leads to the file in the repository at `git-repository-url`.
"""

import json
import posixpath
import re
import sys

LINK = re.compile(r"\]\((\.\./[^)\s]*)\)")


def chapters(items):
    """All chapters, those within others too."""
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            yield item["Chapter"]
            yield from chapters(item["Chapter"]["sub_items"])


def rewritten(content, folder, source, address):
    """The text of a chapter in `folder` of the book, whose sources are in the folder `source` of the repository."""

    def target(link):
        path, hash_sign, heading = link[1].partition("#")
        path = posixpath.normpath(posixpath.join(source, folder, path))
        inside = path == source or path.startswith(source + "/")
        return link[0] if inside else f"]({address}/{path}{hash_sign}{heading})"

    return LINK.sub(target, content)


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    address = context["config"]["output"]["html"]["git-repository-url"] + "/blob/main"
    source = posixpath.join("docs", context["config"]["book"].get("src", "src"))
    for chapter in chapters(book.get("items", book.get("sections", []))):
        folder = posixpath.dirname(chapter["path"] or "")
        chapter["content"] = rewritten(chapter["content"], folder, source, address)
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
