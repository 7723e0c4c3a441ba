#!/usr/bin/env python3
"""Kills Curlew with SIGKILL at random moments and counts what is left.

    kill_test.py CURLEW KILLS [SEED] [--postgres]

The little web runs as a process of its own and keeps publishing. Curlew follows it and is
killed again and again; with --postgres its server is, too, and Curlew goes on by itself when
that is back. Afterwards the database must be sound, every article that the web says it
published must be there, and none twice; and SIGTERM must end it within 5 s.
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
from postgres_server import PostgresServer

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


def kill_many_times(curlew, kills, rng, server=None):
    """Returns how often the server was killed."""
    process = None
    server_kills = 0
    for number in range(kills):
        victim = rng.choice(("curlew", "server", "both")) if server else "curlew"
        if not process:
            # Without its server it would not even start.
            process = curlew.serve() if victim == "curlew" else curlew.serve_and_wait()
        time.sleep(rng.uniform(0.02, 1.5))
        if process.poll() is not None:
            sys.exit(f"kill {number}: curlew ended by itself with {process.returncode}: "
                     f"{curlew.log.read_text()[-2000:]}")
        if victim != "curlew":
            server.kill()
            server_kills += 1
        if victim != "server":
            process.kill()
            process.wait()
            process = None
        if victim != "curlew":
            time.sleep(rng.uniform(0, 1))
            server.start()
        if number % 10 == 9:
            print(f"{number + 1} kills, {len(curlew.article_urls())} articles", flush=True)
    if process:
        process.kill()
        process.wait()
    return server_kills


def what_is_damaged(curlew):
    if not curlew.server and (integrity := curlew.rows("PRAGMA integrity_check")) != [("ok",)]:
        return [f"the database is damaged: {integrity[:5]}"]
    [counts] = curlew.rows("SELECT value, (SELECT count(*) FROM articles) FROM counters"
                           " WHERE name = 'articles'")
    if counts[0] != counts[1]:
        return [f"{counts[0]} articles are counted, {counts[1]} are there"]
    return []


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
    words = [word for word in sys.argv[1:] if word != "--postgres"]
    program, kills = words[0], int(words[1])
    rng = random.Random(int(words[2]) if len(words) > 2 else 1)
    server = PostgresServer() if "--postgres" in sys.argv else None
    web = LittleWeb(program)
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        # What a source without dates publishes is not learned in a minute: without a
        # longest gap it would be visited rarely, however much waits there.
        curlew = Curlew(program, folder, server=server, schedule={"longest_gap": "1m"})
        feeds = web.complete_feeds()
        curlew.run("add", *feeds)
        since = time.time()
        server_kills = kill_many_times(curlew, kills, rng, server)
        problems += what_is_damaged(curlew)
        last = curlew.serve_and_wait()
        wanted, missing = missing_after_catching_up(curlew, web, set(feeds.values()), since)
        problems += [f"lost: {url}" for url in sorted(missing)]
        if trouble := stop(last, seconds=5):  # As docs/service.md promises.
            problems.append(trouble)
        told = curlew.log.read_text().count("the store works again")
        if server and told > server_kills:
            problems.append(f"{server_kills} kills of the server, and {told} times it is told"
                            " that the store works again")
        # Each page that was stored lies in the archive, whole.
        code, verified, trouble = curlew.ask("archive", "verify")
        if code != 0:
            problems.append(f"archive verify: {verified}{trouble}")
        [(pages, kept)] = curlew.rows(
            "SELECT count(*), sum(CASE WHEN EXISTS (SELECT 1 FROM documents d"
            " JOIN versions v ON v.document_id = d.id"
            " WHERE d.source_id = a.source_id AND d.article_id = a.id) THEN 1 ELSE 0 END)"
            " FROM pages p JOIN articles a ON a.id = p.article_id"
            " WHERE p.fetched IS NOT NULL")
        if pages == 0 or pages != kept:
            problems.append(f"{pages} pages are stored, {kept} are kept in the archive")
        counts = collections.Counter(curlew.article_urls())
        problems += [f"stored {n} times: {url}" for url, n in counts.items() if n > 1]
    web.close()
    if server:
        server.close()
    print(f"{kills} kills, {len(wanted)} articles published, {len(missing)} lost, "
          f"{sum(n > 1 for n in counts.values())} stored twice")
    if problems:
        sys.exit("\n".join(problems[:20]))


if __name__ == "__main__":
    main()
