#!/usr/bin/env python3
"""Pages of articles are asked for through their source's proxy, wherever they are, and get
its login and headers on its own origin only.

    proxied_pages_test.py CURLEW
"""
import base64
import http.server
import pathlib
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until

WAIT_SECONDS = 120
FEED = "http://own.example/feed"
PAGES = ["http://own.example/1", "http://other.example/2", "http://own.example:8080/3"]
LOGIN = "Basic " + base64.b64encode(b"ann:s3cret").decode()
asked = {}  # By address: the headers of its first request.


class Proxy(http.server.BaseHTTPRequestHandler):
    """All of the Web: nothing of it can be reached in another way."""

    def do_GET(self):
        asked.setdefault(self.path, dict(self.headers))
        if self.path.endswith("/robots.txt"):
            return self.send_error(404)
        items = "".join(f"<item><guid>{url}</guid><link>{url}</link><title>An article</title>"
                        "</item>" for url in PAGES)
        feed = f"<rss version='2.0'><channel><title>Own</title>{items}</channel></rss>"
        is_feed = self.path == FEED
        body = (feed if is_feed else "<html><body><p>Its text.</p></body></html>").encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml" if is_feed else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def problems_of(program, folder):
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    curlew = Curlew(program, folder)
    curlew.run("add", FEED, "--user", "ann:s3cret", "--header", "X-Key: k3y", "--proxy",
               f"http://127.0.0.1:{proxy.server_port}")
    process = curlew.serve_and_wait()
    try:
        stored = lambda: {url for (url,) in curlew.rows("SELECT url FROM pages")}
        wait_until(lambda: stored() == set(PAGES), WAIT_SECONDS)
        yield from (f"{url} did not come through the proxy" for url in
                    [FEED, *PAGES] if url not in asked)
        yield from (f"{url} is not stored" for url in set(PAGES) - stored())
        for url, headers in asked.items():
            is_own = url in (FEED, PAGES[0])
            if is_own and (headers.get("Authorization"), headers.get("X-Key")) != (LOGIN, "k3y"):
                yield f"{url} was asked for without the source's login: {headers}"
            if not url.startswith("http://own.example/") and {"Authorization", "X-Key"} & {*headers}:
                yield f"{url} was told the source's secrets: {headers}"
        if trouble := stop(process):
            yield trouble
    finally:
        process.kill()
        process.wait()
        proxy.shutdown()


with tempfile.TemporaryDirectory() as folder:
    if problems := list(problems_of(sys.argv[1], folder)):
        sys.exit("\n".join(problems))
