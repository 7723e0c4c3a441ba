"""Publishers on loopback, each with a way to misbehave and an address of its own.

A Site answers with a good feed while its mood is "good", otherwise as its way says. A way
is a function of the site and of the request to answer.
"""
import http.server
import socketserver
import threading
import time
import zlib

HANG_SECONDS = 30
MIB = 1 << 20
GREEK_TITLE = "Νέα από την Αθήνα {}, όπως κάθε μέρα"


class Site:
    def __init__(self, name, address, way, mood="good"):
        self.name, self.address, self.way, self.mood = name, address, way, mood
        self.published = 3
        self.open_requests = 0
        self.asked = []  # Paths.

    @property
    def url(self):
        return f"http://{self.address}/feed"

    def article(self, number):
        return f"http://{self.address}/article/{number}"

    def articles(self):
        return [self.article(number) for number in range(1, self.published + 1)]

    def text(self, number):
        return f"What there is to say of {number}."

    def rss(self, prolog="", title="Article {}", encoding="utf-8"):
        items = "".join(
            f"<item><title>{title.format(number)}</title>"
            f"<link>{self.article(number)}</link><guid>{self.article(number)}</guid>"
            f"<description>{self.text(number)}</description></item>"
            for number in range(self.published, 0, -1))
        return (f'<?xml version="1.0" encoding="{encoding}"?>{prolog}<rss version="2.0">'
                f"<channel><title>{self.name}</title>{items}</channel></rss>")


class Request(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        site = self.server.site
        site.asked.append(self.path)
        if self.path == "/robots.txt":
            return self.send_error(404)
        site.open_requests += 1
        try:
            if self.path == "/good" or site.mood == "good":
                self.answer(site.rss())
            else:
                site.way(site, self)
        except OSError:
            pass  # They hung up, as they should.
        finally:
            site.open_requests -= 1

    def answer(self, body, content_type="application/rss+xml", **headers):
        body = body.encode() if isinstance(body, str) else body
        self.begin(content_type, length=len(body), **headers)
        self.wfile.write(body)

    def begin(self, content_type="application/rss+xml", length=None, **headers):
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, site, port):
        self.site = site
        super().__init__((site.address, port), Request)
        site.address += f":{self.server_address[1]}"


class HostileWeb:
    def __init__(self, sites):
        self.servers = [Server(site, 0) for site in sites]
        for server in self.servers:
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()


# The ways.


def truncated(site, request):
    """All of what was announced, but that ends in the middle of the last entry's link."""
    text = site.rss()
    request.answer(text[:text.rindex("/article/")], ETag='"1"')


def broken_off(site, request):
    body = site.rss().encode()
    request.begin(length=len(body))
    request.wfile.write(body[:len(body) // 2])


def gzip_bomb(_, request):
    """Blanks behind the head of a feed: 1.1 GB in 1 MB."""
    packer = zlib.compressobj(9, wbits=31)
    head = packer.compress(b"<?xml version='1.0'?><rss><channel>")
    head += packer.flush(zlib.Z_FULL_FLUSH)
    # Behind a full flush each piece stands by itself, and can be repeated.
    blanks = packer.compress(b" " * MIB) + packer.flush(zlib.Z_FULL_FLUSH)
    request.answer(head + blanks * 1100, Content_Encoding="gzip")


def broken_gzip(site, request):
    packed = zlib.compress(site.rss().encode(), wbits=31)
    request.answer(packed[:10] + b"\xff" * 40, Content_Encoding="gzip")


def cut_gzip(site, request):
    packer = zlib.compressobj(wbits=31)
    text = site.rss()
    packed = packer.compress(text[:text.rindex("/article/")].encode())
    request.answer(packed + packer.flush(zlib.Z_SYNC_FLUSH), Content_Encoding="gzip")


def nested(_, request):
    request.answer("<rss><channel>" + "<a>" * 100_000 + "</a>" * 100_000
                   + "</channel></rss>")


def nested_json(_, request):
    request.answer('{"version":' + "[" * 100_000 + "]" * 100_000 + "}",
                   "application/feed+json")


def huge(_, request, length=100 * MIB):
    request.begin(length=length)
    entry = b"<item><title>again and again</title></item>"
    for _ in range(100):
        request.wfile.write(entry * (MIB // len(entry)))


def huge_unannounced(site, request):
    huge(site, request, length=None)


def wrong_charset(site, request):
    text = site.rss(title=GREEK_TITLE)
    request.answer(text.encode("windows-1253"), "application/rss+xml; charset=utf-8")


def nonsense_charset(site, request):
    text = site.rss(title=GREEK_TITLE, encoding="x-klingon")
    request.answer(text, "application/rss+xml; charset=x-klingon")


def html(_, request):
    request.answer("<!doctype html><html><head><title>Parked</title></head>"
                   "<body><p>This domain is for sale.</body></html>", "text/html")


def html_naming_a_feed(_, request):
    request.answer("<!doctype html><html><head><title>Home</title><link rel=alternate "
                   "type=application/rss+xml href=/good></head><body></body></html>",
                   "text/html")


def empty(_, request):
    request.answer("")


def blank(_, request):
    request.answer(" \r\n\t\n" * 100)


def other_json(_, request):
    request.answer('{"error": "rate limit", "items": 3}', "application/json")


def noise(_, request):
    request.answer(bytes(range(256)) * 40)


def laughs(site, request):
    """Entities that expand to 3 GB, used in a title."""
    names = [f"lol{level}" for level in range(10)]
    entities = '<!ENTITY lol0 "lol">' + "".join(
        f'<!ENTITY {name} "{f"&{below};" * 10}">' for below, name in zip(names, names[1:]))
    request.answer(site.rss(prolog=f"<!DOCTYPE rss [{entities}]>", title="&lol9; {}"))


def outside_entity(site, request):
    entities = ('<!ENTITY file SYSTEM "file:///etc/hostname">'
                f'<!ENTITY net SYSTEM "http://{site.address}/secret">'
                f'<!ENTITY % dtd SYSTEM "http://{site.address}/secret"> %dtd;')
    request.answer(site.rss(prolog=f"<!DOCTYPE rss [{entities}]>",
                            title="[&file;|&net;] {}"))


def dripping(site, request):
    """A byte a second."""
    body = site.rss().encode()
    request.begin(length=len(body))
    for second in range(HANG_SECONDS):
        request.wfile.write(body[second:second + 1])
        time.sleep(1)


def slow(_, request):
    """Too much for a stall, and without an end."""
    request.begin()
    for _ in range(HANG_SECONDS * 10):
        request.wfile.write(b" " * 500)
        time.sleep(0.1)


def silent(*_):
    time.sleep(HANG_SECONDS)


def endless_headers(_, request):
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        request.wfile.write(b"X-More: and more\r\n" * 100)


def endless_line(_, request):
    request.wfile.write(b"HTTP/1.1 200 OK\r\nX-More: ")
    while True:
        request.wfile.write(b"and more" * 1000)


def endless_redirects(site, request):
    step = len(site.asked)
    request.send_response(302)
    request.send_header("Location", f"/feed?step={step}")
    request.end_headers()


def no_http(_, request):
    request.wfile.write(b"220 mail.example ESMTP\r\n")
