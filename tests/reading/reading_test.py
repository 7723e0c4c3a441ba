"""What the running program shows of its articles: the feed's own text where no page was
fetched, made safe, on the page, as JSON, as Atom and in the terminal; and how late it was.
Usage: reading_test.py CURLEW [TEST…]"""
import atexit
import datetime
import email.utils
import http.server
import json
import pathlib
import re
import sys
import tempfile
import threading
import time
import urllib.request
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until

ATOM = "{http://www.w3.org/2005/Atom}"
# What must never come out, whoever asks.
POISON = ["<script", "javascript:", "onclick", "onerror", "<img", "<iframe", "<style",
          "data:text", "\x1b"]
CONTENT = """<h2>A heading</h2><p onclick="x()">First <b>bold</b> words &amp; more.</p>
<script>alert(1)</script><style>p{color:red}</style>
<p>Second, with a <a href="https://good.example/">good link</a>, a
<a href="javascript:alert(1)">bad link</a> and <img src="https://p.example/p.png"
alt="a heron" onerror="alert(1)"></p><iframe src="https://f.example/"></iframe>"""

problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


class Site(http.server.ThreadingHTTPServer):
    """A feed whose items are made when it is asked; its pages are asked for by nobody."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.items = []
        self.asked = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path="/feed"):
        return f"http://127.0.0.1:{self.server_port}{path}"

    def publish(self, number, ago, link=None):
        when = time.time() - ago
        self.items.append(f"""<item><title>Item {number}</title>
          <link>{link or self.url(f'/item/{number}')}</link><guid>{number}</guid>
          <pubDate>{email.utils.formatdate(when)}</pubDate>
          <description>Summary of {number}</description>
          <content:encoded><![CDATA[{CONTENT}]]></content:encoded>
          <enclosure url="http://files.example/{number}.mp3" type="audio/mpeg"
            length="5000000"/></item>""")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        found = self.path.startswith("/feed")
        body = ("<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/'>"
                f"<channel><title>Site</title>{''.join(self.server.items)}</channel></rss>")
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "application/rss+xml")
        self.end_headers()
        self.wfile.write(body.encode() if found else b"")

    def log_message(self, *_):
        pass


def start(program, folder, **changes):
    curlew = Curlew(program, folder, articles={"fetch_pages": False}, **changes)
    site = Site()
    return curlew, site


def serve(curlew):
    process = curlew.serve()
    atexit.register(process.kill)
    line = process.stdout.readline()
    if "http://" not in line:
        raise SystemExit(f"serve says {line!r}: {curlew.log.read_text()}")
    return process, "http://" + line.split("http://")[1].split("/")[0]


def get(address):
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read().decode()


def expect_safe(text, where):
    for poison in POISON:
        expect(poison not in text.lower(), f"{poison!r} in {where}: {text[:3000]}")


def feed_text(program, folder):
    curlew, site = start(program, folder)
    site.publish(1, ago=0)
    site.publish(2, ago=0, link="javascript:alert(2)")
    curlew.run("add", site.url(), "--folder", "News/Greece")
    process, endpoint = serve(curlew)
    wait_until(lambda: len(curlew.article_urls()) == 2, 60)

    page = get(f"{endpoint}/article/1")
    expect("First <b>bold</b> words" in page, f"the page lacks the feed's text: {page}")
    expect("http://files.example/1.mp3" in page, "the page lacks the enclosure")
    expect('href="https://p.example/p.png"' in page, "the picture is no link")
    expect_safe(page, "the page")

    shown = json.loads(get(f"{endpoint}/article/1/article.json"))
    expect(shown["text_from"] == "feed" and "First bold words & more." in shown["text"],
           f"JSON: {shown}")
    expect(shown["enclosures"] == [{"url": "http://files.example/1.mp3",
                                    "type": "audio/mpeg", "length": 5000000}], f"{shown}")
    expect_safe(json.dumps(shown), "JSON")
    [one, two] = sorted(json.loads(get(f"{endpoint}/articles.json"))["articles"],
                        key=lambda article: article["id"])
    expect(one["excerpt"] == "Summary of 1", f"the list has the excerpt {one['excerpt']!r}")

    atom = get(f"{endpoint}/sources/1/feed.atom")
    expect_safe(atom, "Atom")
    entries = xml.etree.ElementTree.fromstring(atom).findall(f"{ATOM}entry")
    expect(len(entries) == 2, f"{len(entries)} entries")
    for entry in entries:
        content = entry.find(f"{ATOM}content")
        expect(content is not None and content.get("type") == "html"
               and "First <b>bold</b> words &amp; more." in content.text, f"Atom: {atom}")
    expect_safe(entries[0].find(f"{ATOM}content").text, "Atom's content")

    code, out, _ = curlew.ask("read", "1")
    expect(code == 0 and "First bold words & more." in out, f"read: {out}")
    expect("http://files.example/1.mp3" in out, f"read lacks the enclosure: {out}")
    expect_safe(out, "read")
    expect(curlew.ask("read", "99")[0] == 1, "read of an article that is not there")
    for words in (["--source", site.url()], ["--source", "1"], ["--folder", "News"],
                  ["--since", "1h"], []):
        code, out, _ = curlew.ask("articles", *words)
        expect(code == 0 and "Item 1" in out and "Item 2" in out, f"{words}: {out}")
    tomorrow = datetime.date.today() + datetime.timedelta(days=2)
    for words in (["--folder", "Other"], ["--since", str(tomorrow)]):
        expect(curlew.ask("articles", *words)[1] == "no articles\n", f"{words}")
    expect(curlew.ask("articles", "--since", "soon")[0] == 2, "--since soon is understood")
    expect([one["title"] for one in curlew.objects("articles", "-n", "1")] == ["Item 2"],
           "articles -n 1 --json")
    expect("/item/1" not in site.asked, "a page was fetched that nobody wanted")
    expect(stop(process) is None, "it did not end well")


def lateness(program, folder):
    """Items older than the subscription are nobody's delay; others are, by day and source."""
    curlew, site = start(program, folder)
    other = Site()
    site.publish(1, ago=7200)
    curlew.run("add", site.url(), other.url())
    process, endpoint = serve(curlew)
    wait_until(lambda: len(curlew.article_urls()) == 1, 60)
    time.sleep(4)  # So that what is published 3 s ago was published after the subscription.
    for number in range(2, 12):
        site.publish(number, ago=3)
    wait_until(lambda: len(curlew.article_urls()) == 11, 60)

    [everything] = curlew.objects("status")
    [day] = everything["lateness"] or [{}]
    expect(day.get("articles") == 10, f"lateness of all: {everything['lateness']}")
    expect(2 <= day.get("median_s", 0) <= day.get("p90_s", 0) <= day.get("p99_s", 0) < 60,
           f"{day}")
    [source] = curlew.objects("status", site.url())
    expect(source["lateness"] == everything["lateness"], f"{source['lateness']}")
    [silent] = curlew.objects("status", other.url())
    expect(silent["lateness"] == [], f"{silent['lateness']}")
    for text in (curlew.ask("status")[1], curlew.ask("status", site.url())[1]):
        expect("Found after publication" in text and day.get("day", "-") in text, text)
    for page in (get(endpoint), get(f"{endpoint}/source/1")):
        expect("Found after publication" in page and day.get("day", "-") in page, page)
    expect("Found after publication" not in get(f"{endpoint}/source/2"), "of no article")
    listed = json.loads(get(f"{endpoint}/status.json"))
    expect(listed["lateness"] == everything["lateness"], f"{listed['lateness']}")
    expect(stop(process) is None, "it did not end well")


TESTS = [feed_text, lateness]


def main(program, *names):
    for test in TESTS:
        if names and test.__name__ not in names:
            continue
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            test(program, pathlib.Path(folder))
        print(f"{test.__name__}: {time.monotonic() - began:.1f} s", flush=True)
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(*sys.argv[1:])
