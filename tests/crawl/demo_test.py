#!/usr/bin/env python3
"""The demo looks for pages about two hobbies on sites that link to each other: the harvest
ratio goes up with the phases, what it keeps is about them, and pages that drift to another
hobby are moved or dropped. The API and `curlew topic show` say so.

    demo_test.py CURLEW
"""
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import wait_until

TOPICS = ("sailing", "gardening")


def get(url):
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read().decode()


def harvest(phases):
    return sum(p["relevant"] for p in phases) / max(1, sum(p["downloaded"] for p in phases))


class Demo:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.config = folder / "curlew.toml"
        self.config.write_text(f'[web]\nport = 0\n[data]\ndir = "{folder / "data"}"\n')
        self.process = subprocess.Popen([program, "--config", str(self.config), "demo"],
                                        stdout=subprocess.PIPE, text=True)
        lines = [self.process.stdout.readline() for _ in range(4)]
        self.web = re.search(r"http://localhost:\d+", lines[0]).group()
        self.site = re.search(r"see (http://[^/]*)", lines[0]).group(1)

    def topic(self, name):
        shown = subprocess.run([self.program, "--config", str(self.config), "topic", "show",
                                name, "--json"], capture_output=True, text=True)
        return json.loads(shown.stdout) if shown.returncode == 0 else {"phases": []}

    def phases(self, name):
        """Those that are over."""
        return [p for p in self.topic(name)["phases"] if p["ended"] and p["downloaded"]]

    def total(self, what):
        return sum(p[what] for name in TOPICS for p in self.phases(name))

    def rows(self, query):
        with sqlite3.connect(f"file:{self.folder / 'data' / 'central.db'}?mode=ro",
                             uri=True) as database:
            return database.execute(query).fetchall()

    def ring(self):
        return {p["url"]: p for p in json.loads(get(self.web + "/_web/ring.json"))["pages"]}


def expect_rising_harvest(demo):
    """A minute or two after the beginning: of all topics, since one may find easily what
    another has to search for."""
    def has_risen():
        ended = [demo.phases(name) for name in TOPICS]
        first = [p for phases in ended for p in phases[:4]]
        last = [p for phases in ended for p in phases[-3:]]
        return all(len(phases) >= 8 for phases in ended) and \
            harvest(last) >= harvest(first) + .2
    if not wait_until(has_risen, 300):
        raise SystemExit("the harvest ratio did not go up: " + repr(
            {name: [round(harvest([p]), 2) for p in demo.phases(name)] for name in TOPICS}))


def expect_drift(demo):
    if not wait_until(lambda: demo.total("moved") and demo.total("dropped"), 420):
        raise SystemExit(f"{demo.total('moved')} pages moved, {demo.total('dropped')} dropped")
    ring = demo.ring()
    dropped = [url for (url,) in
               demo.rows("SELECT url FROM crawl_pages WHERE standing = 'dropped'")]
    # A site's front page lists what is new there, and is kept while most of it is.
    still = [url for url in dropped if url in ring and not ring[url]["drifts"]]
    if not dropped or still:
        raise SystemExit(f"dropped, though they did not drift: {still} of {len(dropped)}")


def expect_right_articles(demo):
    ring = demo.ring()
    for name in TOPICS:
        urls = [url for (url,) in demo.rows(
            "SELECT a.url FROM articles a JOIN sources s ON s.id = a.source_id"
            f" WHERE s.title = '{name}'")]
        right = [url for url in urls if url in ring and
                 name in (ring[url]["first_hobby"], ring[url]["hobby"])]
        # A page that drifted and came back may be between the two lists.
        if len(urls) < 20 or len(right) < .9 * len(urls):
            raise SystemExit(f"{name}: {len(right)} of {len(urls)} articles are about it")


def expect_shown(demo):
    listed = json.loads(get(demo.site + "/api/v1/topics"))["items"]
    if sorted(each["name"] for each in listed) != sorted(TOPICS):
        raise SystemExit(f"the API lists {listed}")
    if not all(phases := [each["phases"] for each in listed]):
        raise SystemExit(f"a topic has no phases: {listed}")
    if not any(phase["moved"] or phase["dropped"] for each in phases for phase in each):
        raise SystemExit(f"no phase of {listed} shows that a page drifted")
    shown = subprocess.run([demo.program, "--config", str(demo.config), "topic", "show",
                            TOPICS[0]], capture_output=True, text=True).stdout
    if not re.search(r"phase +began +pages +relevant +harvest .*moved +dropped +dynamic +static",
                     shown):
        raise SystemExit(f"topic show has no phases: {shown}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        demo = Demo(sys.argv[1], pathlib.Path(folder))
        try:
            expect_rising_harvest(demo)
            expect_drift(demo)
            expect_right_articles(demo)
            expect_shown(demo)
            violations = json.loads(get(demo.web + "/_web/violations.json"))["violations"]
            if violations:
                raise SystemExit(f"impolite: {violations[:3]}")
            for name in TOPICS:
                print(name, [round(harvest([p]), 2) for p in demo.phases(name)],
                      *(f"{sum(p[what] for p in demo.phases(name))} {what}"
                        for what in ("moved", "dropped")))
        finally:
            demo.process.terminate()
            demo.process.wait()


main()
