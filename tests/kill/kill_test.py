#!/usr/bin/env python3
"""Kills Curlew with SIGKILL at random moments and counts what is left.

    kill_test.py CURLEW KILLS [SEED]

The little web runs as a process of its own and keeps publishing. Curlew follows it and is
killed again and again. Afterwards the database must be sound, every article that the web
says it published must be there, and none twice; and SIGTERM must end it within 5 s.
"""
import collections
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop

CATCH_UP_SECONDS = 120


class LittleWeb:
    def __init__(self, curlew):
        self.process = subprocess.Popen([curlew, "demo", "--web-only"],
                                        stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.base = line.split("http://")[1].split("/_web/")[0]

    def get(self, path):
        with urllib.request.urlopen(f"http://{self.base}/_web/{path}") as answer:
            return answer.read()

    def complete_feeds(self):
        """The feeds that promise everything to a client that comes often enough."""
        return {site["url"]: site["feed_url"] for site in json.loads(self.get("sites.json"))["sources"]
                if site["promise"] == "complete"}

    def published_since(self, unix_seconds):
        since = int(unix_seconds * 1000)
        return json.loads(self.get(f"published.json?since_ms={since}"))["published"]

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=10)


def kill_many_times(curlew, kills, rng):
    for number in range(kills):
        process = curlew.serve()
        time.sleep(rng.uniform(0.02, 1.5))
        if process.poll() is not None:
            sys.exit(f"kill {number}: curlew ended by itself with {process.returncode}")
        process.send_signal(signal.SIGKILL)
        process.wait()
        if number % 10 == 9:
            print(f"{number + 1} kills, {len(curlew.article_urls())} articles", flush=True)


def missing_after_catching_up(curlew, web, feeds, since):
    """Stops the count now, and waits until Curlew has all that was published before."""
    wanted = {item["url"] for item in web.published_since(since)
              if item["feed_url"] in feeds}
    deadline = time.monotonic() + CATCH_UP_SECONDS
    while time.monotonic() < deadline:
        missing = wanted - set(curlew.article_urls())
        if not missing:
            break
        time.sleep(1)
    return wanted, missing


def main():
    program, kills = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    web = LittleWeb(program)
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder)
        feeds = web.complete_feeds()
        curlew.run("add", *feeds)
        since = time.time()
        kill_many_times(curlew, kills, rng)

        integrity = curlew.rows("PRAGMA integrity_check")
        if integrity != [("ok",)]:
            problems.append(f"the database is damaged: {integrity[:5]}")
        last = curlew.serve_and_wait()
        wanted, missing = missing_after_catching_up(curlew, web, set(feeds.values()), since)
        problems += [f"lost: {url}" for url in sorted(missing)]
        if trouble := stop(last, seconds=5):  # As docs/service.md promises.
            problems.append(trouble)
        counts = collections.Counter(curlew.article_urls())
        problems += [f"stored {n} times: {url}" for url, n in counts.items() if n > 1]
    web.close()
    print(f"{kills} kills, {len(wanted)} articles published, {len(missing)} lost, "
          f"{sum(n > 1 for n in counts.values())} stored twice")
    if problems:
        sys.exit("\n".join(problems[:20]))


if __name__ == "__main__":
    main()
