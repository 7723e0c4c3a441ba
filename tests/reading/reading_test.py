"""What the running program shows, and to whom: the feed's own text where no page was
fetched, made safe, on the page, as JSON, as Atom and in the terminal; how late it was; all
sources by folder; while readers are slow, requests unclear and answers full of escapes.
Usage: reading_test.py CURLEW [TEST…]"""
import atexit
import datetime
import email.utils
import fcntl
import http.server
import json
import os
import pathlib
import pty
import re
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.request
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import PATIENCE, Curlew, bearer_of, reader, stop, wait_until

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
        self.status, self.headers = 200, []
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
        self.send_response(self.server.status if found else 404)
        self.send_header("Content-Type", "application/rss+xml")
        for name, value in self.server.headers if found else []:
            self.send_header(name, value)
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

    ask = reader(curlew, endpoint)
    [one] = [article for article in ask("articles")["items"] if article["title"] == "Item 1"]
    number = str(one["id"])
    page = ask(f"articles/{number}")["html"]
    expect("First <b>bold</b> words" in page, f"the page lacks the feed's text: {page}")
    expect('href="https://p.example/p.png"' in page, "the picture is no link")
    expect_safe(page, "the page")

    [shown] = curlew.objects("read", number)
    expect(shown["text_from"] == "feed" and "First bold words & more." in shown["text"],
           f"JSON: {shown}")
    expect(shown["enclosures"] == [{"url": "http://files.example/1.mp3",
                                    "type": "audio/mpeg", "length": 5000000}], f"{shown}")
    expect_safe(json.dumps(shown), "JSON")
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

    code, out, _ = curlew.ask("read", number)
    expect(code == 0 and "First bold words & more." in out, f"read: {out}")
    expect("http://files.example/1.mp3" in out, f"read lacks the enclosure: {out}")
    expect_safe(out, "read")
    expect(curlew.ask("read", "99")[0] == 1, "read of an article that is not there")
    for words in (["--source", site.url()], ["--source", "1"], ["--folder", "News"],
                  ["--since", "1h"], []):
        code, out, _ = curlew.ask("articles", *words)
        expect(code == 0 and "Item 1" in out and "Item 2" in out, f"{words}: {out}")
    tomorrow = datetime.date.today() + datetime.timedelta(days=2)
    expect(curlew.ask("articles", "--since", str(tomorrow))[1] == "no articles\n", "--since")
    expect(curlew.ask("articles", "--folder", "Other")[0] == 1, "a folder that is not there")
    expect(curlew.ask("articles", "--since", "soon")[0] == 2, "--since soon is understood")
    expect(len(curlew.objects("articles", "-n", "1")) == 1, "articles -n 1 --json")
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
    days = everything["lateness"]  # Two of them around midnight.
    expect(sum(day["articles"] for day in days) == 10, f"lateness of all: {days}")
    for day in days:
        expect(2 <= day["median_s"] <= day["p95_s"] <= day["p99_s"] < 60, f"{day}")
    shown = lambda text: ("Found after publication" in text
                          and all(day["day"] in text for day in days))
    [source] = curlew.objects("status", site.url())
    expect(source["lateness"] == everything["lateness"], f"{source['lateness']}")
    [silent] = curlew.objects("status", other.url())
    expect(silent["lateness"] == [], f"{silent['lateness']}")
    for text in (curlew.ask("status")[1], curlew.ask("status", site.url())[1]):
        expect(shown(text), text)
    ask = reader(curlew, endpoint)
    expect(ask("sources/1")["lateness"] == everything["lateness"], "of the API's source")
    expect(ask("sources/2")["lateness"] == [], "of no article")
    expect(ask("delay")["by_day"] == everything["lateness"], "of all")
    expect(stop(process) is None, "it did not end well")


def slow_readers(program, folder):
    """300 clients ask for much and read little: others are told at once that all is well."""
    readers = 300
    curlew, site = start(program, folder)
    for number in range(300):
        site.publish(number, ago=0)
    curlew.run("add", site.url())
    process, endpoint = serve(curlew)
    wait_until(lambda: len(curlew.article_urls()) == 300, 60)
    port = int(endpoint.rsplit(":", 1)[1])
    head = f"Host: localhost\r\nAuthorization: {bearer_of(curlew)}\r\n\r\n"
    clients = []
    for _ in range(readers):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", port))
        client.send(f"GET /api/v1/articles?limit=200 HTTP/1.1\r\n{head}".encode())
        clients.append(client)
    # Asked for while the pages of the others are still to be made, and after.
    waits = []
    for _ in range(20):
        began = time.monotonic()
        expect(get(f"{endpoint}/healthz") == "ok\n", "/healthz does not say ok")
        waits.append(time.monotonic() - began)
    answers = []
    for client in clients:
        client.settimeout(30)
        answers.append(client.recv(12))
    whole, busy = answers.count(b"HTTP/1.1 200"), answers.count(b"HTTP/1.1 503")
    print(f"/healthz took {max(waits):.2f} s at most; of {readers} slow readers {whole} got "
          f"their page, {busy} were told to come later", flush=True)
    # Today: the making of all 300 pages. Each wait is for one request only.
    expect(max(waits) < 2 * PATIENCE, f"/healthz took {max(waits):.2f} s")
    expect(whole > 0 and whole + busy == readers, f"{whole} pages, {busy} busy")
    for client in clients:
        client.close()
    expect("Item" in get(f"{endpoint}/sources/1/feed.atom"), "afterwards a page is made as before")
    rss = int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(
        f"/proc/{process.pid}/status").read_text())[1])
    expect(rss < 400_000, f"{rss} kB of memory")
    expect(stop(process) is None, "it did not end well")


def unclear_lengths(program, folder):
    """Two lengths of one body, in a request to us and in an answer to us."""
    curlew, site = start(program, folder)
    site.publish(1, ago=0)
    site.headers = [("Content-Length", "50000"), ("Content-Length", "60000")]
    curlew.run("add", site.url())
    process, endpoint = serve(curlew)
    said = wait_until(lambda: any("two lengths" in visit["error"] for visit in
                                  curlew.objects("log", site.url(), "-n", "50")), 60)
    expect(said, f"{curlew.ask('log', site.url())[1]}")
    with socket.create_connection(("127.0.0.1", int(endpoint.rsplit(":", 1)[1]))) as client:
        client.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n"
                       b"Content-Length: 50\r\n\r\nGET /healthz HTTP/1.1\r\n")
        client.settimeout(30)
        answer = client.recv(1000)
        expect(answer.startswith(b"HTTP/1.1 400"), f"two Content-Lengths: {answer}")
    expect(stop(process) is None, "it did not end well")


def escapes_in_a_location(program, folder):
    """Where a site says it has moved is written to the log; the terminal stays as it was."""
    curlew, site = start(program, folder, log={"level": "info"})
    site.status = 301
    site.headers = [("Location", "http://[\x1b]0;owned\x07\x1b[31m]/\x9b31m")]
    curlew.run("add", site.url())
    process, _ = serve(curlew)
    wait_until(lambda: "failing" in curlew.log.read_text(errors="replace"), 60)
    log = curlew.log.read_bytes()
    expect(b"owned" in log, f"the log does not say where to: {log}")
    expect(b"\x1b" not in log and b"\x07" not in log and b"\x9b" not in log, f"{log}")
    expect_safe(curlew.ask("log", site.url())[1], "curlew log")
    expect(stop(process) is None, "it did not end well")


def all_sources(program, folder):
    """By folder, a hundred at a time, each on one page."""
    curlew, site = start(program, folder)
    outlines = "".join(
        f"<outline text='{name}'>" + "".join(
            f"<outline text='{name} {n:03}' xmlUrl='http://{name[0]}.example/{n}'/>"
            for n in range(count)) + "</outline>"
        for name, count in (("News", 150), ("Blogs &amp; more", 60)))
    (folder / "list.opml").write_text(f"<opml><body>{outlines}</body></opml>")
    curlew.run("import", str(folder / "list.opml"))
    curlew.run("add", site.url(), "--title", "Loose")
    curlew.run("pause", *(str(n) for n in range(1, 211)))
    process, endpoint = serve(curlew)
    ask = reader(curlew, endpoint)
    pages, more = [], ""
    while more is not None:
        pages.append(ask(f"sources?limit=100{more}"))
        more = pages[-1]["next"] and f"&cursor={pages[-1]['next']}"
    listed = [len(page["items"]) for page in pages]
    expect(listed == [100, 100, 11], f"{listed}")
    every = [each for page in pages for each in page["items"]]
    expect(len({each["id"] for each in every}) == 211, "one is listed twice")
    expect({each["folder"] for each in every} == {"", "News", "Blogs & more"}, "folders")
    filed = ask("sources?folder=Blogs%20%26%20more")["items"]
    expect(len(filed) == 60, "one folder by itself")
    expect({each["state"] for each in filed} == {"paused"}, "the state is not shown")
    expect(stop(process) is None, "it did not end well")


def on_a_terminal(program, folder):
    """lab article: prose where a person looks, JSON where a program reads."""
    words = " ".join(["The bridge over the river is open again, says the town."] * 20)
    (folder / "page.html").write_text(
        f"<html lang=en><title>The bridge</title><article><h1>The bridge</h1>"
        f"<p>{words}</p><p>{words}</p></article>")
    command = [program, "lab", "article", str(folder / "page.html")]
    piped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    expect(json.loads(piped)["title"] == "The bridge", f"piped: {piped}")
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    process = subprocess.Popen(command, stdout=slave, stderr=slave)
    os.close(slave)
    shown = b""
    while part := read_terminal(master):
        shown += part
    process.wait()
    lines = [re.sub(r"\x1b\[\d+m", "", line)
             for line in shown.decode().replace("\r", "").splitlines()]
    expect(lines[0] == "The bridge" and any(line.startswith("type ") for line in lines),
           f"{lines[:5]}")
    expect(len(lines) > 20 and max(map(len, lines)) <= 60, f"{lines}")
    expect("{" not in shown.decode(), "JSON on a terminal")


def read_terminal(master):
    try:
        return os.read(master, 65536)
    except OSError:  # How Linux says that the other side is closed.
        return b""


TESTS = [feed_text, lateness, all_sources, slow_readers, unclear_lengths,
         escapes_in_a_location, on_a_terminal]


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
