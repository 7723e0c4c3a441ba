#!/usr/bin/env python3
"""A feed reader that others wrote shows what a list found.

    newsboat_test.py CURLEW

newsboat subscribes to the personal feed of a list, as Atom and as RSS, at the addresses that
`curlew watch feed` prints. What it has then are the clips, Greek and markup in titles as the
publisher wrote them; a clip that comes later is there after the next reload, and none twice.
Where newsboat is not installed the test is skipped.
"""
import html
import http.server
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until

GREEK = "Απεργία των ναυτικών «μέχρι» την Παρασκευή"
MARKUP = "Strike <b>here</b> & there"
LATER = "A strike that came later"


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        items = "".join(
            f"<item><guid>{i}</guid><title>{html.escape(html.escape(title))}</title>"
            f"<description>It was told by {i} ships.</description></item>"
            for i, title in enumerate(self.server.titles))
        self.send_response(200 if self.path == "/feed" else 404)
        self.send_header("Content-Type", "application/rss+xml; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<rss version='2.0'><channel><title>Harbour</title>{items}"
                         "</channel></rss>".encode())

    def log_message(self, *_):
        pass


def expect(condition, what):
    if not condition:
        raise SystemExit(what)


class Newsboat:
    """One that reads one feed: in two forms of it entries have the same ids, and newsboat
    keeps one of each."""

    def __init__(self, program, folder, address):
        self.address = address
        self.folder = pathlib.Path(folder) / address.rsplit(".")[-1]
        self.folder.mkdir()
        (self.folder / "config").write_text("")
        (self.folder / "urls").write_text(f"{address}\n")
        self.command = [program, "-q", "-C", self.folder / "config", "-u",
                        self.folder / "urls", "-c", self.folder / "cache.db", "-x"]
        # Loopback is asked directly, whatever the machine has.
        self.environment = {"HOME": str(self.folder), "PATH": os.environ["PATH"],
                            "LANG": "C.UTF-8", "no_proxy": "*"}

    def run(self, word):
        done = subprocess.run([*self.command, word], env=self.environment, timeout=60,
                              capture_output=True, text=True)
        expect(done.returncode == 0, f"newsboat {word}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def check(self, titles):
        unread = self.run("print-unread")
        expect(unread.split()[0] == str(len(titles)), f"{self.address}: {unread}")
        database = sqlite3.connect(f"file:{self.folder / 'cache.db'}?mode=ro", uri=True)
        try:
            rows = database.execute("SELECT feedurl, title FROM rss_item").fetchall()
        finally:
            database.close()
        # What a title has in it is shown and not obeyed.
        expect(sorted(rows) == sorted((self.address, title) for title in titles), rows)


def check(curlew, program, folder, web):
    expect(wait_until(lambda: len(curlew.objects("clips")) == 2, 60), curlew.objects("clips"))
    printed = curlew.ask("watch", "feed", "Απεργίες", "--user", "eleni")[1].split()
    addresses = [each for each in printed if each.endswith((".atom", ".rss"))]
    expect(len(addresses) == 2 and all(each.startswith("http://") for each in addresses), printed)
    readers = [Newsboat(program, folder, address) for address in addresses]
    for reader in readers:
        reader.run("reload")
        reader.check([GREEK, MARKUP])
    web.titles.append(LATER)
    curlew.run("visit", "--all", "--no-wait")
    expect(wait_until(lambda: len(curlew.objects("clips")) == 3, 60), curlew.objects("clips"))
    for reader in readers:
        reader.run("reload")
        reader.run("reload")
        reader.check([GREEK, MARKUP, LATER])
    # At an address that has ended there is nothing more to read, and what it has stays.
    curlew.run("watch", "feed", "Απεργίες", "--user", "eleni", "--revoke")
    for reader in readers:
        reader.run("reload")
        reader.check([GREEK, MARKUP, LATER])


def main():
    program = shutil.which("newsboat")
    if not program:
        print("newsboat is not installed: skipped")
        sys.exit(77)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    web.titles = [GREEK, MARKUP]
    threading.Thread(target=web.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(sys.argv[1], folder, web={"port": port})
        curlew.run("user", "add", "eleni", "--no-password")
        curlew.run("watch", "add", "Απεργίες", "απεργία OR strike", "--user", "eleni")
        curlew.run("add", f"http://127.0.0.1:{web.server_port}/feed", "--no-wait")
        process = curlew.serve_and_wait()
        try:
            check(curlew, program, folder, web)
            expect((wrong := stop(process)) is None, wrong)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    print("ok")


if __name__ == "__main__":
    main()
