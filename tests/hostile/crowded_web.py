"""Many hosts on loopback: feeds that note who asks for them when, and a server that takes
connections and never says a word. Names are made up by made_up_names.c."""
import http.server
import socket
import socketserver
import threading
import time

FEED = ('<?xml version="1.0"?><rss version="2.0"><channel><title>{host}</title>'
        "{items}</channel></rss>")


def name(word, address, domain=None):
    """A host with that address: one of `domain`, or with a domain of its own."""
    return f"{word}-{address.replace('.', '-')}.{domain + '.' if domain else ''}test"


class Request(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        web = self.server.web
        host = self.headers.get("Host", "").split(":")[0]
        with web.lock:
            web.asked.append((time.monotonic(), host, self.path, dict(self.headers)))
        status, headers, body = web.answer(host, self.path, self.headers)
        body = body.encode()
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 512


class CrowdedWeb:
    """Answers on every loopback address at one port. `links` are the entries of a host's
    feed; a host without any has one entry."""

    def __init__(self):
        self.lock = threading.Lock()
        self.asked = []  # (when, host, path, headers)
        self.links = {}
        self.pages = {}  # By (host, path): status, headers, body.
        self.server = Server(("0.0.0.0", 0), Request)
        self.server.web = self
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def feed(self, host):
        return f"http://{host}:{self.port}/feed"

    def answer(self, host, path, headers):
        given = self.pages.get((host, path))
        if callable(given):
            return given(headers)
        if given:
            return given
        if path == "/robots.txt":
            return 404, {}, ""
        if path != "/feed":
            return 200, {"Content-Type": "text/html"}, "<title>A page</title><p>Text."
        links = self.links.get(host, [f"http://{host}:{self.port}/1"])
        items = "".join(f"<item><title>{link}</title><link>{link}</link>"
                        f"<guid>{link}</guid></item>" for link in links)
        return (200, {"Content-Type": "application/rss+xml"},
                FEED.format(host=host, items=items))

    def times(self, hosts, path="/feed", since=0.0):
        wanted = set(hosts)
        with self.lock:
            return [when for when, host, asked, _ in self.asked
                    if host in wanted and asked == path and when >= since]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class SilentServer:
    """Takes every connection to any loopback address, and keeps it."""

    def __init__(self):
        self.socket = socket.create_server(("0.0.0.0", 0), backlog=1024)
        self.port = self.socket.getsockname()[1]
        self.open = []
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                self.open.append(self.socket.accept()[0])
            except OSError:
                return

    def close(self):
        self.socket.close()
        for connection in self.open:
            connection.close()
