#!/usr/bin/env python3
"""Checks that the files which the documentation names exist.

Looks at links to files, and at names of sources and folders in backticks: a whole path
(`src/parse/feed.h`) or its end (`feed.h`, `html/tree/`). Files move; the pages that name
them must follow.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE_BLOCK = re.compile(r"^```.*?^```", re.M | re.S)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
NAME = re.compile(r"`((?:\.\./)*(?:[\w-]+\.(?:h|cc)|[\w-]+/(?:[\w./-]*(?:\.(?:h|cc|py|sh|sql|proto|svg)|/))?))`")
NOT_OURS = {".git", "build", "curlew-data"}
PATTERN = "NN"  # Stands for any number.
DATED = "bench/results/"  # What was so on a day may name what was there then.


def repository_files():
    return [path for file in ROOT.rglob("*")
            if (parts := file.relative_to(ROOT).parts)[0] not in NOT_OURS
            and "node_modules" not in parts and file.is_file()
            and (path := "/".join(parts))]


def endings(paths):
    """Every end of a path that begins at a folder or file: a/b/c.h -> b/c.h, b/, ..."""
    known = set()
    for path in paths:
        parts = path.split("/")
        for begin in range(len(parts)):
            known.add("/".join(parts[begin:]))
            for end in range(begin + 1, len(parts)):
                known.add("/".join(parts[begin:end]) + "/")
    return known


def problems():
    paths = repository_files()
    known = endings(paths)
    for page in sorted(paths):
        if not page.endswith(".md") or page.startswith(DATED):
            continue
        text = CODE_BLOCK.sub("", (ROOT / page).read_text())
        for link in LINK.findall(text):
            if not (ROOT / page).parent.joinpath(link).exists():
                yield f"{page}: links to {link}, which is not there"
        for name in NAME.findall(text):
            if PATTERN not in name and re.sub(r"^(\.\./)+", "", name) not in known:
                yield f"{page}: names {name}, which is not there"


def main():
    found = list(problems())
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
