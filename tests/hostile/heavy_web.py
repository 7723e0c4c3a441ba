"""Publishers on loopback by the hundred, behind one event: each has an address of its own,
so that none waits for another's politeness, and all can be released at once.
"""
import http.server
import selectors
import socket
import threading
import zlib

MIB = 1 << 20


def addresses(net, count):
    return [f"127.0.{net + n // 250}.{n % 250 + 1}" for n in range(count)]


class Web:
    """Calls `answer(request)` on a thread for each connection; robots.txt is 404.

    `request` is a BaseHTTPRequestHandler with `host`, the address that was asked.
    """

    def __init__(self, hosts, answer):
        self.answer = answer
        self.asked = []  # (host, path), without robots.txt.
        self.closing = False
        self.selector = selectors.DefaultSelector()
        self.port = 0
        for host in hosts:
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, self.port))
            listener.listen(64)
            self.port = listener.getsockname()[1]
            self.selector.register(listener, selectors.EVENT_READ, host)
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def url(self, host, path):
        return f"http://{host}:{self.port}{path}"

    def accept(self):
        while not self.closing:
            for key, _ in self.selector.select(0.1):
                connection, peer = key.fileobj.accept()
                threading.Thread(target=self.serve, args=(connection, peer, key.data),
                                 daemon=True).start()

    def serve(self, connection, peer, host):
        web = self

        class Request(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.host = host
                if self.path == "/robots.txt":
                    return self.send_error(404)
                web.asked.append((host, self.path))
                web.answer(self)

            def reply(self, body, content_type, length=True, **headers):
                self.send_response(200)
                self.send_header("Content-Type", content_type)
                if length:
                    self.send_header("Content-Length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        try:
            with connection:
                Request(connection, peer, None)
        except OSError:
            pass  # They hung up.

    def close(self):
        self.closing = True
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()


def rss(title, items):
    """`items` are pairs of a link and a description."""
    entries = "".join(f"<item><title>{link}</title><link>{link}</link><guid>{link}</guid>"
                      f"<description>{text}</description></item>" for link, text in items)
    return (f"<?xml version='1.0'?><rss version='2.0'><channel><title>{title}</title>"
            f"{entries}</channel></rss>").encode()


def gzip(body):
    packer = zlib.compressobj(6, wbits=31)
    return packer.compress(body) + packer.flush()
