#!/usr/bin/env python3
"""Checks that comments in headers stand by themselves, above what they describe.

A comment behind a declaration invites half sentences that run on behind the next one.
With --fix they are moved; read what comes out, and let clang-format see it."""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = 88
CODE = re.compile(
    r"""(?:[^"'/]|'(?:\\.|[^\\'])'|(?<=\w)'|"(?:\\.|[^"\\])*"|/(?!/))*""")


def split(line):
    """The code and the comment of a line, "" where there is none."""
    end = CODE.match(line).end()
    return line[:end], line[end:]


def is_trailing(line):
    """Does a comment stand behind the code of this line? Ends of blocks are named so."""
    code, comment = split(line)
    if not code.strip() or not comment.startswith("//"):
        return False
    is_block_end = code.strip() in ("}", "};")
    is_for_tools = "NOLINT" in comment or code.lstrip().startswith("#")
    return not is_block_end and not is_for_tools


def begins_statement(before):
    """Is the code of the line before at its end, so that the next one begins anew?"""
    code = split(before)[0].strip()
    return (
        not code
        or code[-1] in ";{}:,"
        or code.startswith("#")
        or code.startswith("template")
    )


def wrapped(indent, text):
    lines = [f"{indent}//"]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > COLUMNS:
            lines.append(f"{indent}//")
        lines[-1] += f" {word}"
    return lines


def fixed(lines):
    out = []
    lines = list(lines)
    while lines:
        line = lines.pop(0)
        if not is_trailing(line):
            out.append(line)
            continue
        code, comment = split(line)
        text = comment[2:].strip()
        # A comment goes on in the same column of the lines below.
        while lines and re.match(rf" {{{len(code)}}}//", lines[0]):
            text += " " + lines.pop(0).strip()[2:].strip()
        begin = len(out)
        while begin > 0 and not begins_statement(out[begin - 1]):
            begin -= 1
        first = out[begin] if begin < len(out) else code
        indent = first[: len(first) - len(first.lstrip())]
        if text:
            out[begin:begin] = wrapped(indent, text)
        out.append(code.rstrip())
    return out


def headers():
    for path in sorted((ROOT / "src").rglob("*.h")):
        if not path.name.endswith(("_test.h", "_fixture.h")):
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fix", action="store_true")
    arguments = parser.parse_args()
    found = 0
    for path in headers():
        lines = path.read_text().split("\n")
        for number, line in enumerate(lines, 1):
            if is_trailing(line):
                found += 1
                print(f"{path.relative_to(ROOT)}:{number}: the comment stands behind code")
        if arguments.fix:
            path.write_text("\n".join(fixed(lines)))
    return 1 if found and not arguments.fix else 0


if __name__ == "__main__":
    sys.exit(main())
