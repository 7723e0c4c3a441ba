#!/usr/bin/env python3
"""Why a version costs SQLite more when there are many: the pages that adding one writes and reads.
The rows and the order of timemap_bench, with the pages, cache and log of src/store/sqlite/open.cc
but fewer syncs; the bytes that it counts do not depend on how busy the machine is.

    append_pages.py FILE VERSIONS [--without-index] [--cache KB] [--log PAGES]
"""
import argparse
import pathlib
import random
import re
import resource
import sqlite3

BATCH, OTHERS = 100, 10_000
SCHEMA = pathlib.Path(__file__).parents[2] / "src/store/migrations/0021_documents.sql"


def counters():
    """Bytes by system calls, and seconds of the processor."""
    lines = pathlib.Path("/proc/self/io").read_text().splitlines()
    io = {name: int(value) for name, value in (line.split(": ") for line in lines)}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return io["wchar"], io["rchar"], usage.ru_utime, usage.ru_stime


def row(number, order):
    document = 1 if number % 100 == 0 else order.randrange(2, OTHERS + 2)
    return (document, 1_700_000_000_000 + number * 1000, f"sha256:{number:064x}", "text/html", 50_000,
            "terminal-1", "curlew-20261117161833123-00000.warc.gz", number * 9000, 9000, 0, 0,
            "1 paragraph rewritten under ‘Fees’", 0, 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("versions", type=int)
    parser.add_argument("--without-index", action="store_true")
    parser.add_argument("--cache", type=int, default=32_000, help="KB")
    parser.add_argument("--log", type=int, default=4_000, help="pages between checkpoints")
    options = parser.parse_args()
    table = re.search(r"CREATE TABLE versions .*?\n\);", SCHEMA.read_text(), re.S).group()
    if options.without_index:
        table = re.sub(r",\n *PRIMARY KEY.*\n", "\n", table)
    database = sqlite3.connect(options.file, isolation_level=None)
    database.executescript(
        "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        f"PRAGMA wal_autocheckpoint = {options.log}; PRAGMA cache_size = -{options.cache};" + table)
    print("| versions there | KB written each | KB read | user µs | system µs |\n|---|---:|---:|---:|---:|")
    part = options.versions // 10
    order = random.Random(1)
    for begin in range(0, options.versions, part):
        before = counters()
        for first in range(begin, begin + part, BATCH):
            database.execute("BEGIN IMMEDIATE")
            database.executemany(f"INSERT INTO versions VALUES ({', '.join('?' * 14)})"
                                 " ON CONFLICT DO NOTHING",
                                 [row(number, order) for number in range(first, first + BATCH)])
            database.execute("COMMIT")
        written, read, user, system = (now - then for now, then in zip(counters(), before))
        print(f"| {begin + part} | {written / part / 1024:.1f} | {read / part / 1024:.1f} | "
              f"{user / part * 1e6:.1f} | {system / part * 1e6:.1f} |", flush=True)


if __name__ == "__main__":
    main()
