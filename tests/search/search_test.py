"""An article is found by its feed's words as soon as it is stored, by its page's when that
is, and not when its source is gone; an index that is lost is made anew.
Usage: search_test.py CURLEW"""
import http.server
import pathlib
import sqlite3
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until

PROSE = " ".join(f"The harbour was quiet in the morning, said witness {i}." for i in range(40))
PAGE = (f"<html><head><title>Storm</title></head><body><article><h1>Storm</h1>"
        f"<p>{PROSE}</p><p>A cormorant sat on the mole. {PROSE}</p></article></body></html>")
FEED = """<rss version='2.0'><channel><title>Harbour</title><link>{base}/</link>
<item><title>Storm</title><link>{base}/storm</link><guid>1</guid>
<description>&lt;p&gt;Heavy seas&lt;/p&gt;&lt;p&gt;expected tonight&lt;/p&gt;</description></item>
</channel></rss>"""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        base = f"http://127.0.0.1:{self.server.server_port}"
        is_page = self.path == "/storm"
        found = is_page or self.path == "/feed"
        body = (PAGE if is_page else FEED.format(base=base)).encode()
        if is_page:
            self.server.may_answer.wait(60)
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html" if is_page else "application/rss+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main(program, folder):
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.may_answer = threading.Event()
    threading.Thread(target=site.serve_forever, daemon=True).start()
    curlew = Curlew(program, folder)
    curlew.run("add", f"http://127.0.0.1:{site.server_port}/feed")
    process = curlew.serve_and_wait()
    titles = lambda *query: [row["title"] for row in curlew.objects("search", *query)]

    assert wait_until(lambda: curlew.article_urls(), 60), "no article came"
    assert titles("heavy", "seas") == ["Storm"], "the feed's words"
    assert titles("cormorant") == []
    site.may_answer.set()
    assert wait_until(lambda: titles("cormorants"), 60), "the page's words are not found"
    [row] = curlew.objects("search", "cormorant mole")
    marked = [row["snippet"].encode()[begin:end].decode() for begin, end in row["marks"]]
    assert marked == ["cormorant", "mole"], row
    code, out, _ = curlew.ask("search", "title:storm", "--ranked")
    assert code == 0 and "Storm" in out and "Harbour" in out, out
    code, _, complaint = curlew.ask("search", "(storm")
    assert code == 2 and "query:" in complaint, complaint
    assert stop(process) is None

    # As after an update from a release without an index.
    with sqlite3.connect(curlew.data / "central.db") as database:
        database.execute("DELETE FROM index_tail")
        database.execute("UPDATE counters SET value = 1000 WHERE name = 'unindexed below'")
    assert titles("cormorant") == []
    process = curlew.serve_and_wait()
    assert wait_until(lambda: titles("cormorant"), 60), "the index is not made anew"

    curlew.run("remove", "1")
    assert titles("cormorant") == [], "of a source that was removed"
    assert stop(process) is None


with tempfile.TemporaryDirectory() as scratch:
    main(sys.argv[1], scratch)
print("search: all is well")
