#!/usr/bin/env python3
"""Sites that are empty without JavaScript, on the real program with the real Chromium.

    render_test.py CURLEW [--without-browser]

A feed whose articles are shells, and a page whose list of links a script makes, both with
--render: the texts that scripts bring are stored. The same feed without --render: its
visits say what would help. Without a browser the rendered ones fail in clear words, and
everybody else goes on.
"""
import http.server
import os
import pathlib
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from browser import chromium
from harness import Curlew, stop, wait_until

WAIT_SECONDS = 90
ARTICLES = 3
AGENT = f"curlew-render-test/{os.getpid()}"

SENTENCE = ("Only a script says that article {0} is about the bridge over the river, which the "
            "town will build next year, and about the people who live on both of its sides. ")
SHELL = """<!doctype html><html lang=en><title>A shell</title>
<link rel=icon href=/own-icon.png><body>
<noscript>You need to enable JavaScript to run this app.</noscript>
<div id=root></div><script src=/bundle.js></script>"""
BUNDLE = """
fetch('/data' + location.pathname).then(answer => answer.text()).then(html => {
  document.getElementById('root').innerHTML = html;
});
"""


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        kind, body = self.page(self.path)
        self.server.tried.append(self.path)
        if body is None:
            return self.send_error(404)
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def page(self, path):
        if path == "/feed":
            return "application/rss+xml", self.feed()
        if path == "/bundle.js":
            return "text/javascript", BUNDLE
        if path == "/news" or path.startswith("/article/"):
            return "text/html", SHELL
        if path.startswith("/data/article/"):
            number = path.rsplit("/", 1)[1]
            text = "".join(f"<p>{SENTENCE.format(number)}</p>" for _ in range(4))
            return "text/html", f"<article><h1>Article {number}</h1>{text}</article>"
        if path == "/data/news":
            items = "".join(
                f"<li><h3><a href=/article/{n}>The bridge over the river, part {n}</a></h3>"
                f"<p>What the town says of part {n} this week.</p></li>"
                for n in range(1, ARTICLES + 9))
            return "text/html", f"<main><ul>{items}</ul></main>"
        return "", None

    def feed(self):
        items = "".join(
            f"<item><title>Article {n}</title><link>{self.server.base}/article/{n}</link></item>"
            for n in range(1, ARTICLES + 1))
        return f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>"

    def log_message(self, *_):
        pass


def start_site(address):
    server = http.server.ThreadingHTTPServer((address, 0), Site)
    server.base = f"http://{address}:{server.server_port}"
    server.asked = []
    server.tried = []  # With what is not there.
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def browsers():
    """The browser processes of this test that are there."""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            words = (process / "cmdline").read_text(errors="replace")
        except OSError:
            continue
        if process.name.isdigit() and f"--user-agent={AGENT}" in words:
            found.append(int(process.name))
    return found


class Test:
    def __init__(self, program, folder, browser):
        self.problems = []
        self.rendered, self.hub, self.plain = (
            start_site(f"127.0.5.{n}") for n in (1, 2, 3))
        self.curlew = Curlew(program, folder, fetch={
            "browser": browser, "user_agent": AGENT, "total_timeout": "60s"})
        self.curlew.run("add", self.rendered.base + "/feed", "--render")
        self.curlew.run("add", self.hub.base + "/news", "--kind", "page", "--render")
        self.curlew.run("add", self.plain.base + "/feed")

    def expect(self, holds, text):
        if not holds:
            self.problems.append(text)

    def texts(self, site):
        return [text for (text,) in self.curlew.rows(
            "SELECT excerpt FROM page_contents c JOIN articles a ON a.id = c.article_id"
            f" WHERE a.url LIKE '{site.base}/%'") if "Only a script says" in text]

    def remarks(self, site, path):
        return {(visit["outcome"], visit["error"] or visit["note"])
                for visit in self.curlew.objects("log", site.base + path, "-n", "1000")}

    def with_browser(self):
        wait_until(lambda: len(self.texts(self.rendered)) == ARTICLES and
                   len(self.texts(self.hub)) >= ARTICLES, WAIT_SECONDS)
        self.expect(len(self.texts(self.rendered)) == ARTICLES,
                    f"rendered articles: {self.texts(self.rendered)}")
        self.expect(len(self.texts(self.hub)) >= ARTICLES,
                    f"articles of the page: {self.remarks(self.hub, '/news')}")
        self.expect(browsers(), "no browser was started")
        # docs/politeness.md: nobody asked for a picture of the site.
        for site in (self.rendered, self.hub):
            icons = [path for path in site.tried if "icon" in path]
            self.expect(not icons, f"asked for {icons}")

    def without_browser(self):
        wait_until(lambda: ("unreachable", MISSING) in self.remarks(self.hub, "/news") and
                   ("unreachable", MISSING) in self.remarks(self.rendered, "/feed"),
                   WAIT_SECONDS)
        self.expect(("unreachable", MISSING) in self.remarks(self.hub, "/news"),
                    f"the page: {self.remarks(self.hub, '/news')}")
        self.expect(("unreachable", MISSING) in self.remarks(self.rendered, "/feed"),
                    f"the feed: {self.remarks(self.rendered, '/feed')}")
        self.expect(("fetched", "") in self.remarks(self.rendered, "/feed"),
                    "the feed itself was not read")

    def others_go_on(self):
        hinted = wait_until(lambda: any("shows no text without JavaScript" in error
                                        for _, error in self.remarks(self.plain, "/feed")), 30)
        self.expect(hinted, f"no hint: {self.remarks(self.plain, '/feed')}")
        self.expect("/bundle.js" not in self.plain.asked, "the plain source was rendered")


MISSING = "/nonexistent/chromium not found: apt install chromium, or set fetch.browser"


def main(program, without):
    browser = "/nonexistent/chromium" if without else chromium()
    with tempfile.TemporaryDirectory() as folder:
        test = Test(program, folder, browser)
        process = test.curlew.serve_and_wait()
        try:
            test.without_browser() if without else test.with_browser()
            test.others_go_on()
        finally:
            test.problems += filter(None, [stop(process)])
        # Killed by now; the kernel takes some time to take them down.
        wait_until(lambda: not browsers(), 5)
        test.expect(not browsers(), f"browsers were left behind: {browsers()}")
        for problem in test.problems:
            print("FAILED:", problem)
    return 1 if test.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--without-browser" in sys.argv))
