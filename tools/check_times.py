#!/usr/bin/env python3
"""Names the tests that came near their time limit.

    check_times.py BUILD_FOLDER...

A limit is there to end what hangs. Whoever runs the tests on a slower or busier machine must
not meet it, so a test may take a fifth of its limit; for one that took more a line is
printed, slowest first. Reads what the last ctest of each folder left.
"""
import pathlib
import re
import sys

SHARE = 1 / 5


def seconds_taken(folder):
    log = pathlib.Path(folder) / "Testing/Temporary/LastTest.log"
    text = log.read_text(errors="replace") if log.exists() else ""
    return {name: float(seconds) for name, seconds in
            re.findall(r"^\d+/\d+ Test: (.+?)$.*?^Test time = +([\d.]+) sec", text, re.M | re.S)}


def limits(folder):
    # Not from `ctest --show-only`, which empties the log.
    found = {}
    for file in pathlib.Path(folder).rglob("CTestTestfile.cmake"):
        for name, limit in re.findall(
                r'set_tests_properties\((?:\[=\[)?"?(.+?)"?(?:\]=\])? PROPERTIES.* TIMEOUT "(\d+)"',
                file.read_text()):
            found[name] = float(limit)
    return found


def main():
    near = []
    for folder in sys.argv[1:]:
        limit = limits(folder)
        near += [(taken, limit[name], name) for name, taken in seconds_taken(folder).items()
                 if name in limit and taken > SHARE * limit[name]]
    for taken, limit, name in sorted(near, reverse=True):
        print(f"slow: {name} took {taken:.0f} s of its {limit:.0f} s; on a quiet machine"
              " raise its TIMEOUT or make it faster")


if __name__ == "__main__":
    main()
