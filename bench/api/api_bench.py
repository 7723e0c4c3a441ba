#!/usr/bin/env python3
"""The figures of run.sh.

    api_bench.py CURLEW FOLDER    FOLDER/data is what `curlew serve` runs on

Requests for each second of the server's processor time, by all of its threads: what else the
machine does is not counted. The server and wrk have a core each.
"""
import datetime
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from harness import Curlew, stop

LEAST, MOST_MS = 10_000, 50
FAR = 4_102_444_800_000  # 2100: nothing is visited meanwhile.
PAGES = [("clips", "clips"), ("articles", "articles"), ("sources", "sources?limit=100")]
CORES = sorted(os.sched_getaffinity(0))


def cpu_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


def wrk(url, headers, seconds, connections):
    """Requests, those that were not answered with 2xx or 3xx, p50 and p99 in ms."""
    words = ["taskset", "-c", str(CORES[-1]), "wrk", "-t1", f"-c{connections}", f"-d{seconds}s",
             "--latency", "--timeout", "30s"]
    for header in headers:
        words += ["-H", header]
    said = subprocess.run([*words, url], check=True, capture_output=True, text=True).stdout
    found = {percent: milliseconds(re.search(rf"^ +{percent}%\s+(\S+)", said, re.M).group(1))
             for percent in (50, 99)}
    requests = int(re.search(r"(\d+) requests in", said).group(1))
    wrong = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    return requests, int(wrong.group(1)) if wrong else 0, found[50], found[99]


def answer_to(url, token):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.headers["ETag"], len(answer.read())


class Bench:
    def __init__(self, process, endpoint, token):
        self.process, self.endpoint, self.token = process, endpoint, token
        self.faults = []

    def line(self, what, path, more=(), seconds=8, connections=16, least=None, most_ms=None):
        url = f"{self.endpoint}api/v1/{path}"
        headers = [f"Authorization: Bearer {self.token}", *more]
        spent = cpu_seconds(self.process)
        requests, wrong, p50, p99 = wrk(url, headers, seconds, connections)
        spent = cpu_seconds(self.process) - spent
        rate = requests / max(spent, 0.01)
        print(f"| {what} | {requests} | {spent:.2f} | **{rate:,.0f}** | {requests / seconds:,.0f} |"
              f" {p50:.2f} | {p99:.2f} |", flush=True)
        if wrong:
            self.faults.append(f"{what}: {wrong} answers were not 200 or 304")
        if least and rate < least:
            self.faults.append(f"{what}: {rate:,.0f} requests a second of processor time")
        if most_ms and p99 > most_ms:
            self.faults.append(f"{what}: the 99th percentile is {p99:.1f} ms")

    def pages(self, crowd=""):
        for what, path in PAGES:
            etag, size = answer_to(f"{self.endpoint}api/v1/{path}", self.token)
            most = MOST_MS if crowd else None
            if not crowd:
                self.line(f"{what}, {size // 1024} KB", path, least=LEAST)
            self.line(f"{what}, 304{crowd}", path, [f"If-None-Match: {etag}"],
                      connections=4 if crowd else 16, least=None if crowd else LEAST, most_ms=most)


def main(program, folder):
    folder = pathlib.Path(folder)
    database = sqlite3.connect(folder / "data/central.db")
    database.execute("UPDATE schedule SET next_due = ?, has_problem = 0", (FAR,))
    database.commit()
    database.close()
    curlew = Curlew(program, folder, data=folder / "data", web={"port": 0},
                    schedule={"min_gap": "5m", "budget_per_hour": 0})
    token = curlew.ask("token", "add", "bench", "--scope", "read", "--user", "ann")[1].strip()
    process = subprocess.Popen(["taskset", "-c", str(CORES[0]), *curlew.command("serve")],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    said = process.stdout.readline()
    endpoint = re.search(r"http://\S+?/", said).group(0)
    bench = Bench(process, endpoint, token)
    today = datetime.date.today().isoformat()
    load = pathlib.Path("/proc/loadavg").read_text().split()[0]
    print(f"# The API under load\n\n`./dev bench api`, {today}, {os.cpu_count()} cores, load {load}"
          " at the start; `curlew serve` on one core, wrk on the other.\nA second of processor time"
          " is of all threads of the server.\n")
    head = ("| page | requests | processor s | a processor second | a second by the clock | p50 ms |"
            " p99 ms |\n|---|---:|---:|---:|---:|---:|---:|")
    print("16 connections ask for the same page as fast as they can:\n\n" + head)
    bench.pages()
    crowd = subprocess.Popen(
        [sys.executable, str(ROOT / "bench/api/crowd.py"), str(endpoint.rsplit(":", 1)[1][:-1]), token],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if crowd.stdout.readline().strip() != "ready":
        bench.faults.append("the crowd did not come")
    print("\nBeside 2,000 idle, 200 slow and 1,000 listening clients, on 4 connections:\n\n" + head)
    bench.pages(crowd=", in the crowd")
    crowd.stdin.write("\n")
    crowd.stdin.flush()
    print(f"\nThen there were still {crowd.stdout.readline().strip()}.")
    crowd.wait()
    wrong = stop(process)
    if wrong:
        bench.faults.append(wrong)
    print("\n" + "\n".join(f"- {fault}" for fault in bench.faults) + f"\n{len(bench.faults)} faults")
    return 1 if bench.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
