"""A web on loopback for the tests here: paths with answers, and ways to misbehave."""
import base64
import http.server
import socket
import threading
import time

ITEM = "<item><guid>{0}</guid><title>The {0}. thing that happened</title><link>{1}/item/{0}</link></item>"


def feed(base, items=3, title="News"):
    body = "".join(ITEM.format(i, base) for i in range(items))
    return (f"<?xml version='1.0'?><rss version='2.0'><channel><title>{title}</title>"
            f"<link>{base}/</link>{body}</channel></rss>")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.web.requests.append(self.path)
        answer = self.server.web.answers.get(self.path, (404, {}, "nothing here"))
        if callable(answer):
            answer = answer(self)
            if answer is None:
                return
        status, headers, body = answer
        data = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


class SmallWeb:
    """One origin. `answers`: path -> (status, headers, body), or a function of the
    handler that returns such, or None when it has done all itself."""

    def __init__(self, host="127.0.0.1"):
        self.answers = {}
        self.requests = []
        self.server = Server((host, 0), Handler)
        self.server.web = self
        self.base = f"http://{host}:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __setitem__(self, path, answer):
        self.answers[path] = answer

    def add_feed(self, path, **how):
        self[path] = (200, {"Content-Type": "application/rss+xml"}, feed(self.base, **how))
        return self.base + path

    def add_page(self, path, html):
        self[path] = (200, {"Content-Type": "text/html"}, html)
        return self.base + path

    def add_status(self, path, status, headers=None):
        self[path] = (status, headers or {}, "no")
        return self.base + path

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def says_nothing(handler):
    time.sleep(20)


def hangs_up(handler):
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def wants_login(name, password, answer):
    wanted = "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()

    def respond(handler):
        if handler.headers.get("Authorization") == wanted:
            return answer
        return 401, {"WWW-Authenticate": "Basic realm=x"}, "who are you?"
    return respond


HELD = []  # Sockets that nobody listens to, bound until the test ends.


def free_port():
    """One that refuses connections, and that nobody else is given meanwhile."""
    HELD.append(socket.socket())
    HELD[-1].bind(("127.0.0.1", 0))
    return HELD[-1].getsockname()[1]
