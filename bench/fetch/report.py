#!/usr/bin/env python3
"""Turns the lines of compare_fetching into a table of medians, and judges the gates:
Curlew's client and fetcher at least 0.8 times the bare loop, at least 20 times Scrapy."""
import collections
import datetime
import statistics
import sys

BARE = ("bare-epoll", "bare-poll")
OURS = ("client", "fetcher")
WAYS = (*BARE, *OURS, "scrapy")


def read(lines):
    rates, memory, failures = collections.defaultdict(list), [], 0
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        if fields[0] == "memory":
            memory.append(fields[1:])
            continue
        way, mode, concurrency, path, good, bad, cpu, _wall = fields
        failures += int(bad)
        rates[(path, mode, int(concurrency)), way].append(int(good) / float(cpu))
    return rates, memory, failures


def median(rates, setting, way):
    return statistics.median(rates[setting, way]) if (setting, way) in rates else None


def share(rates, setting, way, bare):
    """The median over the rounds of `way` against `bare` in the same round: what else the
    machine does changes from round to round and touches both."""
    pairs = zip(rates[setting, way], rates[setting, bare])
    return statistics.median(ours / theirs for ours, theirs in pairs)


def row(rates, setting):
    """One line of the table, and the gates that it fails."""
    path, mode, concurrency = setting
    where = f"{path} {mode} {concurrency}"
    value = {way: median(rates, setting, way) for way in WAYS}
    bare = max(BARE, key=value.get)
    cells, failed = [path, mode, str(concurrency)], []
    cells += [f"{value[way]:,.0f}" for way in BARE]
    for way in OURS:
        part = share(rates, setting, way, bare) if value[way] else None
        cells += [f"{value[way]:,.0f}", f"{part:.2f}"] if part else ["", ""]
        if part and part < 0.8:
            failed.append(f"{where}: {way} {part:.2f} of the bare loop")
    slowest = min(value[way] for way in OURS if value[way])
    times = slowest / value["scrapy"] if value["scrapy"] else None
    cells += [f"{value['scrapy']:,.0f}", f"{times:.0f}×"] if times else ["", ""]
    if times and times < 20:
        failed.append(f"{where}: {times:.0f} times Scrapy")
    return "| " + " | ".join(cells) + " |", failed


def main():
    rates, memory, failures = read(sys.stdin)
    now = datetime.datetime.now(datetime.timezone.utc)
    print(f"# Fetching\n\n{now:%Y-%m-%d %H:%M} UTC, `{sys.argv[1]}`\n")
    print("Requests per CPU second (user and system, of the fetching process), medians.\n"
          "`fresh` makes a connection for each request, `kept` reuses them; a share is the\n"
          "median over the rounds, against the better bare loop of the same round. The fetcher\n"
          "is the client with the queue of each host, its politeness switched off.\n")
    print("| body | connections | at once | bare, epoll | bare, poll | client | share "
          "| fetcher | share | Scrapy | times |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    failed = []
    for setting in sorted({setting for setting, _ in rates},
                          key=lambda s: (s[0] != "/small", s[1], s[2])):
        line, problems = row(rates, setting)
        print(line)
        failed += problems
    print("\n| transfers | how many | KiB each |\n|---|---:|---:|")
    for what, count, kib in memory:
        print(f"| {what} | {count} | {kib} |")
    print(f"\nFailed requests: {failures}. Gates (0.8 of bare, 20 times Scrapy): "
          + ("; ".join(failed) + " MISSED" if failed else "all met") + ".")
    return 1 if failed or failures else 0


sys.exit(main())
