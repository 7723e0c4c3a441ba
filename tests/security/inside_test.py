#!/usr/bin/env python3
"""Nothing that a user, a publisher or a subscriber names reaches the inside of the network (SSRF).

    inside_test.py CURLEW

The guard of the running program lets 127.0.0.1 through and no other address of loopback: 127.0.0.2
is the inside, and counts whoever connects. It is named by a user (an address to look at or to
watch, a list of addresses, an example of a topic, a webhook, a proxy), by a publisher (redirects,
feeds that pages name, pages, pictures, icons and files of articles, entities, contexts, its hub) and
by a subscriber of our own hub. Lists that are bombs are refused, nobody is led elsewhere, and who has
slow servers looked at stalls himself alone.
"""
import http.client
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

TESTS = pathlib.Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "websub"), str(TESTS / "api")]
from client import Client
from harness import PATIENCE, Curlew, stop, wait_until
from little_web import Server, request

PASSWORD = "a long secret"
PUBLIC = "http://curlew.example.org"


def expect(condition, what):
    if not condition:
        raise SystemExit(f"inside_test: {what}")


class Inside:
    """Who connects at all."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.2", 0))
        self.port = self.socket.getsockname()[1]
        self.said = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            connection.settimeout(2)
            try:
                self.said.append(connection.recv(200).split(b"\r\n")[0])
                connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n"
                                   b"<title>the inside</title><p>a secret of the inside</p>")
            except OSError:
                self.said.append(b"(nothing)")
            connection.close()

    def url(self, path="/"):
        return f"http://127.0.0.2:{self.port}{path}"


class Publisher:
    """At 127.0.0.1: each path leads inside in a way of its own."""

    def __init__(self, inside):
        self.inside = inside
        self.asked, self.more = [], ""
        self.is_over = threading.Event()
        self.server = Server(self.answer)

    def url(self, path):
        return self.server.url(path)

    def answer(self, _method, path, _headers, _body):
        self.asked.append(path)
        inside = self.inside.url
        page = [("Content-Type", "text/html; charset=utf-8")]
        feed = [("Content-Type", "application/rss+xml")]
        if path == "/robots.txt":
            return 404, [], b""
        if path == "/slow":
            self.is_over.wait(120)
            return 404, [], b""
        for status in (301, 302, 303, 307, 308):
            if path == f"/redirect{status}":
                return status, [("Location", inside("/secret"))], b""
        if path == "/schemes":
            return 302, [("Location", "file:///etc/hostname")], b""
        if path == "/names":
            return 200, page, (f'<title>A page</title><link rel=alternate href="{inside("/feed")}" '
                               'type="application/rss+xml"><p>text</p>').encode()
        if path == "/entity":
            return 200, feed, (f'<!DOCTYPE rss [<!ENTITY in SYSTEM "{inside("/entity")}">'
                               f'<!ENTITY % dtd SYSTEM "{inside("/dtd")}"> %dtd;]><rss version="2.0">'
                               "<channel><title>&in;</title><item><guid>e</guid><title>Entity &in;"
                               "</title></item></channel></rss>").encode()
        if path == "/context":
            return 200, [("Content-Type", "application/ld+json")], json.dumps(
                {"@context": inside("/context"), "@id": "https://example.org/", "name": "x"}).encode()
        if path == "/feed":
            return 200, feed, self.feed().encode()
        if path.startswith("/story"):
            return 200, page, (f'<title>Story</title><link rel=icon href="{inside("/icon")}">'
                               f'<link rel=canonical href="{inside("/canonical")}">'
                               f'<link rel=next href="{inside("/next")}">'
                               f'<meta property="og:image" content="{inside("/og")}"><p>'
                               + "The harbour was closed by rain and the ferry waited. " * 20
                               + f'</p><img src="{inside("/picture")}">').encode()
        return 404, [], b""

    def feed(self):
        inside = self.inside.url
        return (f'<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News'
                f'</title><link>{inside("/site")}</link><image><url>{inside("/logo")}</url></image>'
                f'<atom:link rel="hub" href="{inside("/hub")}"/><atom:link rel="self" '
                f'href="{self.url("/feed")}"/>'
                f'<item><guid>1</guid><title>Rain here</title><link>{self.url("/story1")}</link>'
                f'<description>&lt;img src="{inside("/img")}"&gt;</description>'
                f'<enclosure url="{inside("/file.mp3")}" type="audio/mpeg" length="1"/></item>'
                f'<item><guid>2</guid><title>Rain inside</title><link>{inside("/page")}</link></item>'
                f"{self.more}</channel></rss>")


class Test:
    def __init__(self, program, folder):
        self.inside = Inside()
        self.publisher = Publisher(self.inside)
        self.curlew = Curlew(program, folder, web={"port": 0, "public_url": PUBLIC},
                             fetch={"allow_addresses": ["127.0.0.1/32"],
                                    "total_timeout": "120s"})
        for name, role in (("anna", "admin"), ("bob", "user"), ("carol", "user")):
            subprocess.run(self.curlew.command("user", "add", name, "--role", role,
                                               "--password-file", "-"),
                           input=PASSWORD + "\n", text=True, check=True, capture_output=True)
        self.process = self.curlew.serve()
        line = self.process.stdout.readline()
        expect("is running" in line, f"{line}{self.curlew.log.read_text()}")
        self.port = int(re.search(r":(\d+)/", line).group(1))
        self.bob = Client(self.port)
        expect(self.bob.log_in("bob", PASSWORD).status == 200, "bob is not let in")

    def nobody_came(self, after):
        expect(not self.inside.said, f"after {after}: {self.inside.said}")

    def spellings(self):
        """The inside as people, and those who try, write it."""
        port, number = self.inside.port, (127 << 24) + 2
        return [f"http://{host}:{port}/" for host in (
            "127.0.0.2", "127.2", "0x7f.2", "0x7f000002", str(number), "0177.0.0.2", "127.0.0.2.",
            "[::ffff:127.0.0.2]", "[::ffff:7f00:2]", "[::127.0.0.2]", "me:secret@127.0.0.2",
            "①②⑦.⓪.⓪.②", "127。0。0。2")]

    def look_at_addresses(self):
        found = self.bob.ask("POST", "/sources/check", {"url": self.publisher.url("/feed")})
        expect(found.status == 200 and b"Rain here" in found.body, f"{found.status} {found.body}")
        for url in self.spellings() + [self.publisher.url(path) for path in (
                "/redirect301", "/redirect302", "/redirect303", "/redirect307", "/redirect308",
                "/schemes", "/names", "/entity", "/context")]:
            answer = self.bob.ask("POST", "/sources/check", {"url": url})
            expect(answer.status in (200, 422), f"{url}: {answer.status} {answer.body}")
            expect(b"secret of the inside" not in answer.body, f"{url}: {answer.body}")
            self.nobody_came(f"looking at {url}")
        for url in ("file:///etc/passwd", "gopher://127.0.0.2/", "ftp://127.0.0.2/", "dict://x/",
                    "javascript:alert(1)", "data:text/html,x", "//127.0.0.2/", "http:///x"):
            answer = self.bob.ask("POST", "/sources/check", {"url": url})
            expect(answer.status in (200, 422) and b"root:" not in answer.body,
                   f"{url}: {answer.status} {answer.body}")
            self.nobody_came(f"looking at {url}")

    def watch_them(self):
        paths = ["/feed", "/redirect302", "/names", "/entity", "/context"]
        urls = self.spellings()[:4] + [self.publisher.url(path) for path in paths]
        for url in urls:
            answer = self.bob.ask("POST", "/sources", {"addresses": [url]})
            expect(answer.status in (201, 422), f"{url}: {answer.status} {answer.body}")
        outlines = "".join(f'<outline type="rss" text="x" xmlUrl="{url}"/>'
                           for url in self.spellings()[4:8])
        listed = f'<opml version="2.0"><body>{outlines}</body></opml>'.encode()
        answer = self.bob.ask("POST", "/opml", listed, kind="text/x-opml")
        expect(answer.status == 200, f"OPML: {answer.status} {answer.body}")
        # By a proxy, which would be inside as well.
        self.bob.ask("POST", "/sources", {"addresses": [self.publisher.url("/proxied")],
                                          "proxy": self.inside.url("")})
        expect(wait_until(lambda: len([1 for path in self.publisher.asked if path == "/feed"]) > 1
                          and "/story1" in self.publisher.asked
                          and "/context" in self.publisher.asked, 30),
               f"not visited: {self.publisher.asked} {self.curlew.log.read_text()}")
        # What is refused is told as such, to him.
        self.wait_for("a problem", lambda: b"127.0.0.2" in self.bob.ask("GET", "/problems").body)
        self.nobody_came("watching")

    def read_articles(self):
        items = self.bob.ask("GET", "/articles").json["items"]
        expect(any("Rain" in each["title"] for each in items), f"{items}")
        for each in items:
            expect(self.bob.ask("GET", f"/articles/{each['id']}").status == 200, f"{each}")
        self.nobody_came("reading")

    def teach_topics(self):
        for url in self.spellings()[:3] + [self.publisher.url("/redirect302")]:
            answer = self.bob.ask("POST", "/topics", {"name": "In", "examples": [{"url": url}]})
            expect(answer.status == 422, f"{url}: {answer.status} {answer.body}")
            self.nobody_came(f"the example {url}")

    def send_webhooks(self):
        made = self.bob.ask("POST", "/lists", {"name": "Rain", "queries": ["rain"],
                                               "by": "webhook", "to": self.inside.url("/hook")})
        if made.status == 201:
            number = made.json["id"]
            self.publisher.more = "<item><guid>3</guid><title>More rain</title></item>"
            self.wait_for("the refusal", lambda: any(
                "127.0.0.2" in each["error"] for each in
                self.bob.ask("GET", f"/deliveries?list={number}").json["items"]))
        else:
            expect(made.status == 422, f"webhook: {made.status} {made.body}")
        self.nobody_came("a webhook")

    def subscribe_it(self):
        made = self.bob.ask("POST", "/lists", {"name": "Fog", "queries": ["fog"], "by": "feed"})
        expect(made.status == 201, f"{made.body}")
        path = urllib.parse.urlsplit(made.json["feed"]).path
        form = urllib.parse.urlencode({"hub.mode": "subscribe", "hub.topic": PUBLIC + path,
                                       "hub.callback": self.inside.url("/callback")}).encode()
        status, body = request(f"http://127.0.0.1:{self.port}/websub", form,
                               {"Host": "curlew.example.org"})
        expect(status == 202, f"websub: {status} {body}")
        # It is asked at once, or never.
        self.wait_for("the end of it", lambda: not self.curlew.rows(
            "SELECT 1 FROM feed_subscription_requests"))
        self.nobody_came("a callback")

    def wait_for(self, what, condition):
        expect(wait_until(condition, 30), f"{what} did not come: {self.curlew.log.read_text()}")

    def send_bombs(self):
        names = [f"lol{i}" for i in range(10)]
        entities = '<!ENTITY lol0 "lol">' + "".join(
            f'<!ENTITY {name} "{f"&{below};" * 10}">' for below, name in zip(names, names[1:]))
        laughs = (f"<!DOCTYPE opml [{entities}]><opml><body><outline text='&lol9;' "
                  "xmlUrl='https://example.org/lol'/></body></opml>")
        deep = "<opml><body>" + "<outline text='x'>" * 200_000
        for name, body in (("laughs", laughs.encode()), ("depth", deep.encode()),
                           ("nothing", b"\0" * 1_000_000), ("size", b"<opml>" * 3_000_000)):
            began = time.monotonic()
            try:
                answer = self.bob.ask("POST", "/opml", body, kind="text/x-opml")
                expect(answer.status < 500, f"{name}: {answer.status} {answer.body[:300]}")
            except (BrokenPipeError, ConnectionResetError):
                pass  # Too large, and said so before it was sent.
            expect(time.monotonic() - began < 20, f"{name} took {time.monotonic() - began:.1f} s")
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        peak = int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1))
        print(f"{peak // 1024} MiB at most")
        expect(peak < 600 * 1024, f"{peak} KiB")
        nested = b"[" * 1_000_000
        expect(self.bob.ask("POST", "/sources", nested).status == 400, "deep JSON")

    def lead_nobody_away(self):
        """Whatever redirects, redirects to ourselves."""
        for path in ("//evil.example/", "/\\evil.example/", "/timegate//evil.example/",
                     "/timegate/http://evil.example/", "/memento/2026/http://evil.example/",
                     "/login?next=//evil.example/", "/mine//evil.example", "/%2F%2Fevil.example/",
                     "/sources/http://evil.example/feed.atom", "/http://evil.example/"):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            connection.request("GET", path, headers={"Host": f"127.0.0.1:{self.port}",
                                                     "Cookie": self.bob.cookie})
            answer = connection.getresponse()
            place = answer.headers.get("Location") or ""
            expect(not place or place.startswith(f"http://127.0.0.1:{self.port}/"),
                   f"{path} leads to {place}")
            expect("refresh" not in {name.lower() for name in answer.headers}, f"{path}: Refresh")
            connection.close()

    def stall_nobody(self):
        """Servers that never answer: he has two looked at, two wait, and others notice nothing."""
        carol = Client(self.port)
        expect(carol.log_in("carol", PASSWORD).status == 200, "carol is not let in")
        statuses = []

        def look():
            try:
                statuses.append(self.bob.ask("POST", "/sources/check",
                                             {"url": self.publisher.url("/slow")}).status)
            except (OSError, http.client.HTTPException):
                pass  # It ended before.
        for count in (2, 6):
            for _ in range(count):
                threading.Thread(target=look, daemon=True).start()
            self.wait_for("his looks", lambda: self.publisher.asked.count("/slow") == 2)
        self.wait_for("the refusals", lambda: len(statuses) == 4)
        expect(statuses == [429] * 4, f"{statuses}")
        began = time.monotonic()
        for client in (carol, self.bob) * 5:
            expect(client.ask("GET", "/sources").status == 200, "not answered")
        expect(carol.ask("POST", "/sources/check", {"url": self.publisher.url("/feed")}).status ==
               200, "her look is not made")
        took = time.monotonic() - began
        print(f"others were answered in {took:.1f} s")
        expect(took < 10 * PATIENCE, f"others waited {took:.1f} s")
        # And the program ends while they wait: close() asks it to.

    def run(self):
        for step in (self.look_at_addresses, self.watch_them, self.read_articles, self.teach_topics,
                     self.send_webhooks, self.subscribe_it, self.send_bombs, self.lead_nobody_away,
                     self.stall_nobody):
            began = time.monotonic()
            step()
            print(f"{step.__name__}: {time.monotonic() - began:.1f} s", flush=True)
        time.sleep(2)
        self.nobody_came("all of it")

    def close(self):
        trouble = stop(self.process, 5)
        self.publisher.is_over.set()
        self.inside.socket.close()
        self.publisher.server.close()
        expect(not trouble, f"{trouble}\n{self.curlew.log.read_text()}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        test = Test(sys.argv[1], folder)
        try:
            test.run()
        finally:
            test.close()
        print("nobody came to the inside")


if __name__ == "__main__":
    main()
