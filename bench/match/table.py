#!/usr/bin/env python3
"""Makes a table of what `lab match` said on stderr: table.py FOLDER."""
import re
import sys
from datetime import datetime, timezone
from pathlib import Path

BUILT = re.compile(r"(\d+) queries built in ([\d.]+) s, ([\d.]+) MB; (\d+) refused")
SPEED = re.compile(r"([\d.]+) MB of text, (\d+) matches: ([\d.]+) MB/s from text, "
                   r"([\d.]+) MB/s from its terms")
TEXTS = re.compile(r"jsonl: (\d+) rows")


def best_of(folder, queries, language):
    """The best round of each figure, and what is the same in all of them."""
    rows = []
    for log in sorted(folder.glob(f"{queries}-{language}.log.*")):
        text = log.read_text()
        built, speed = BUILT.search(text), SPEED.search(text)
        rows.append((float(built[2]), float(built[3]), float(speed[3]), float(speed[4]),
                     int(speed[2]) / int(TEXTS.search(text)[1]), float(speed[1])))
    return (min(row[0] for row in rows), rows[0][1], max(row[2] for row in rows),
            max(row[3] for row in rows), rows[0][4], rows[0][5], len(rows))


def main():
    folder = Path(sys.argv[1])
    rounds = best_of(folder, "even-1000", "english")[-1]
    load = Path("/proc/loadavg").read_text().split()[0]
    print(f"# Standing queries, {datetime.now(timezone.utc):%Y-%m-%dT%H:%MZ}\n")
    print(f"Command: `./dev bench match` (bench/match/run.sh). Processor time of one core, "
          f"best of {rounds} rounds;\nthe machine had other work (load {load} on two "
          f"cores).\n")
    print("| queries | drawn | built in | memory | texts | matches a text | MB/s from text "
          "| MB/s from its terms |")
    print("|---:|---|---:|---:|---|---:|---:|---:|")
    for queries in ("even-1000", "even-100000", "even-1000000", "asked-1000000"):
        draw, count = queries.split("-")
        for language in ("english", "greek"):
            seconds, memory, whole, terms, matches, size, _ = best_of(folder, queries,
                                                                      language)
            print(f"| {int(count):,} | {draw} | {seconds:.2f} s | {memory:.1f} MB "
                  f"| {language}, {size:.1f} MB | {matches:.1f} | {whole:.1f} "
                  f"| {terms:.1f} |")


main()
