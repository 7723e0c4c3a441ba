#!/usr/bin/env python3
"""A small web on SQLite and on PostgreSQL: the same rows.

    both_databases_test.py CURLEW

A server with feeds and article pages that never change. Many programs at once add them to an
empty database; Curlew visits all of it twice, once on each database: what both have stored
must be the same. Then the file is moved to another
database by `curlew migrate`, which is killed on the way and run again: the same rows a third
time, and the file untouched. A password is never shown.
"""
import hashlib
import http.server
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from postgres_server import PostgresServer

FEEDS = 12
ITEMS = 15
# What does not depend on when it was visited.
QUESTIONS = {
    "sources": "SELECT url, kind, state, title, site_url, language FROM sources ORDER BY url",
    "articles": "SELECT s.url, a.key, a.title, a.url, a.author, a.entry_id, a.published,"
                " a.language, a.category, a.categories, a.enclosures, a.summary, a.content,"
                " a.likeness FROM articles a JOIN sources s ON s.id = a.source_id"
                " ORDER BY s.url, a.key",
    "pages": "SELECT a.url, p.url, p.content_type, p.language, p.error, v.digest"
             " FROM pages p JOIN articles a ON a.id = p.article_id LEFT JOIN documents d"
             " ON d.source_id = a.source_id AND d.article_id = a.id"
             " LEFT JOIN versions v ON v.document_id = d.id ORDER BY a.url",
    "contents": "SELECT a.url, c.type, c.title, c.author, c.excerpt, c.canonical_url, c.kind,"
                " length(c.text), length(c.parts) FROM page_contents c"
                " JOIN articles a ON a.id = c.article_id ORDER BY a.url",
    "counters": "SELECT name, value FROM counters WHERE name IN ('source id', 'articles')"
                " ORDER BY name",
}
# Bytes that are not text, a NUL, quotes, long and many-lettered words.
ODD = ["caf\u00e9 & cr\u00e8me", "\u0395\u03bb\u03bb\u03ac\u03b4\u03b1 \u2019quoted\\\\'",
       "a\ufffdb", "\U0001f426 " * 40, "x" * 3000]


def feed(number, base):
    items = "".join(
        f"<item><guid>f{number}-{i}</guid><title>{ODD[i % len(ODD)].replace('&', '&amp;')} {i}"
        f"</title><link>{base}/page/{number}/{i}</link>"
        f"<pubDate>Tue, 0{1 + i % 9} Sep 2026 10:00:0{i % 10} GMT</pubDate>"
        f"<description>What item {i} says &#0; of {number}.</description></item>"
        for i in range(ITEMS))
    return (f'<?xml version="1.0"?><rss version="2.0"><channel><title>Feed {number}</title>'
            f"<link>{base}/</link>{items}</channel></rss>").encode()


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        parts = self.path.strip("/").split("/")
        base = f"http://{self.headers['Host']}"
        if parts[0] == "feed":
            self.answer("application/rss+xml", feed(int(parts[1]), base))
        elif parts[0] == "page":
            text = "".join(f"<p>Sentence {n} of page {self.path}, long enough to be read as "
                           "a paragraph of an article that somebody wrote.</p>"
                           for n in range(12))
            # Latin-1 that claims to be UTF-8.
            self.answer("text/html; charset=utf-8",
                        f"<html><head><title>Page {parts[2]}</title></head><body><article>"
                        f"<h1>Page {parts[2]}</h1>{text}</article></body></html>"
                        .encode() + b"caf\xe9")
        else:
            self.send_error(404)

    def answer(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def facts(curlew):
    """Everything as text, as psql gives it."""
    return {name: [tuple("" if value is None else str(value) for value in row)
                   for row in curlew.rows(sql)] for name, sql in QUESTIONS.items()}


def add_together(curlew, urls):
    """As many programs as addresses, which all find nothing there and make the tables."""
    programs = [subprocess.Popen(curlew.command("add", url), stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True) for url in urls]
    for program in programs:
        _, trouble = program.communicate(timeout=60)
        if program.returncode != 0:
            sys.exit(f"curlew add beside others: {program.returncode} {trouble}")


def crawl(curlew, urls):
    add_together(curlew, urls)
    process = curlew.serve_and_wait()
    wanted = len(urls) * ITEMS

    def is_done():
        [(pages,)] = curlew.rows("SELECT count(*) FROM pages")
        return int(pages) == wanted
    if not wait_until(is_done, 120):
        sys.exit(f"not all pages came: {curlew.log.read_text()[-2000:]}")
    if trouble := stop(process):
        sys.exit(trouble)
    return facts(curlew)


def expect_same(what, left, right):
    for name in QUESTIONS:
        if left[name] == right[name]:
            continue
        different = [pair for pair in zip(left[name], right[name]) if pair[0] != pair[1]]
        sys.exit(f"{what}: {name}: {len(left[name])} and {len(right[name])} rows, "
                 f"the first that differ: {different[:1]}")


def hashes(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in pathlib.Path(folder).glob("central.db")}


def move(on_file, server, folder):
    """Kills the migration a few times at growing moments, then lets it end."""
    password = pathlib.Path(folder) / "password"
    password.write_text("hunter2\n")
    words = on_file.command("migrate", "--to", server.url, "--password-file", str(password))
    kills = 0
    for milliseconds in (60, 90, 120, 150):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)
        kills += process.poll() is None
        process.kill()
        process.wait()
        if process.returncode == 0:
            break
    else:
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0 or "hunter2" in done.stdout + done.stderr:
            sys.exit(f"curlew migrate: {done.returncode} {done.stdout} {done.stderr}")
    print(f"moved after {kills} kills", flush=True)
    again = subprocess.run(words, capture_output=True, text=True)
    if again.returncode == 0 or "already" not in again.stderr:
        sys.exit(f"a second migration was not refused: {again.stderr}")


def main():
    program = sys.argv[1]
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    urls = [f"http://127.0.0.1:{web.server_address[1]}/feed/{n}" for n in range(FEEDS)]
    servers = [PostgresServer(), PostgresServer()]
    with tempfile.TemporaryDirectory() as folder:
        on_file, on_server, moved = (pathlib.Path(folder) / name for name in "abc")
        for place in (on_file, on_server, moved):
            place.mkdir()
        # One visit of each source: nothing changes here.
        calm = {"schedule": {"tick": "1s", "min_gap": "1h", "budget_per_hour": 0}}
        embedded = Curlew(program, on_file, **calm)
        here = crawl(embedded, urls)
        there = crawl(Curlew(program, on_server, server=servers[0], **calm), urls)
        expect_same("SQLite and PostgreSQL", here, there)

        before = hashes(embedded.data)
        move(embedded, servers[1], folder)
        if hashes(embedded.data) != before:
            sys.exit("the migration changed the file")
        after = Curlew(program, moved, server=servers[1], **calm)
        expect_same("before and after the migration", here, facts(after))
        code, out, err = after.ask("status")
        if code != 0 or str(FEEDS) not in out:
            sys.exit(f"status on the server: {code} {out} {err}")
        code, _, err = after.ask("backup", f"{folder}/backup.tar")
        if code != 2 or "pg_dump" not in err:
            sys.exit(f"backup on a server: {code} {err}")
    for server in servers:
        server.close()
    print(f"the same {sum(map(len, here.values()))} rows three times")


if __name__ == "__main__":
    main()
