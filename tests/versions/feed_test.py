#!/usr/bin/env python3
"""A feed that is archived on request: each document that differs is a version, its entries are
articles as ever, and a feed of which nobody asked that keeps none.

    feed_test.py CURLEW sqlite|postgres
"""
import http.server
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until


class Feed(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.server.feed.encode() if self.path.endswith(".rss") else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "application/rss+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def feed_of(*titles):
    items = "".join(f"<item><guid>{title}</guid><title>{title}</title>"
                    f"<description>The port says: {title}.</description></item>"
                    for title in titles)
    return f'<rss version="2.0"><channel><title>Port</title>{items}</channel></rss>'


def expect(condition, what):
    if not condition:
        raise SystemExit(f"feed_test: {what}")


def versions(curlew, source):
    """The oldest first; a source without any complains."""
    code, _, _ = curlew.ask("history", source)
    return curlew.objects("history", source)[::-1] if code == 0 else []


def show(curlew, source, row):
    return subprocess.run(curlew.command("show", f"{source}@{row['time']}"), check=True,
                          stdout=subprocess.PIPE, timeout=60).stdout.decode()


def visit(curlew, source):
    code, out, err = curlew.ask("visit", source)
    expect(code == 0, f"visit {source}: {out} {err}")


def check_archived(curlew, site, source, origin, url):
    expect(wait_until(lambda: len(versions(curlew, source)) == 1, 120), f"{source}: no version")
    first = feed_of("Fog")
    visit(curlew, source)
    expect(len(versions(curlew, source)) == 1, "the same bytes are a version")
    site.feed = feed_of("Fog", "Storm")
    visit(curlew, source)
    rows = versions(curlew, source)
    expect([row["summary"] for row in rows] == ["the first version", "lists 2 entries now"], rows)
    expect(show(curlew, source, rows[0]) == first, show(curlew, source, rows[0]))
    expect(show(curlew, source, rows[1]) == site.feed, show(curlew, source, rows[1]))
    code, out, err = curlew.ask("diff", source)
    expect(code == 0 and "Storm" in out, f"{out} {err}")
    with urllib.request.urlopen(f"{origin}/timemap/link/{url}", timeout=30) as answer:
        links = answer.read().decode()
    expect(links.count("memento\"") == 2, links)
    site.feed = first


def run(curlew):
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feed)
    site.feed = feed_of("Fog")
    threading.Thread(target=site.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{site.server_port}"
    flags = {"1": ["--archive"], "2": [], "3": ["--objective", "capture"]}
    for source, words in flags.items():
        curlew.run("add", f"{base}/{source}.rss", "--kind", "feed", "--interval", "1d",
                   "--no-wait", *words)
    process = curlew.serve()
    try:
        origin = process.stdout.readline().split()[3].rstrip("/")
        check_archived(curlew, site, "1", origin, f"{base}/1.rss")
        check_archived(curlew, site, "3", origin, f"{base}/3.rss")
        visit(curlew, "2")
        expect(versions(curlew, "2") == [], "nobody asked for versions of it")
        titles = {title for (title,) in curlew.rows("SELECT title FROM articles")}
        expect(titles == {"Fog", "Storm"}, titles)
        # Asked for later, it has its first version with the next visit.
        curlew.run("add", f"{base}/2.rss", "--archive", "--no-wait")
        visit(curlew, "2")
        expect(len(versions(curlew, "2")) == 1, "asked for later, it has no version")
        checked, = curlew.objects("archive", "verify")
        expect(checked["troubles"] == [], checked)
        expect((wrong := stop(process)) is None, wrong)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def main():
    program, database = sys.argv[1:3]
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="curlew-feeds-"))
    try:
        run(Curlew(program, folder, server=server, articles={"fetch_pages": False}))
        print("ok")
    finally:
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
