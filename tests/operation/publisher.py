"""A publisher on loopback with a feed, its articles' pages, and a receiver of webhooks."""
import email.utils
import http.server
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        site = self.server.site
        site.requests.append(self.path)
        body, kind = site.answer(self.path)
        body = body.encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in site.headers(self.path):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        site = self.server.site
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        site.posted.append((self.path, dict(self.headers), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


class Site:
    def __init__(self):
        self.titles, self.requests, self.posted = ["The first ship"], [], []
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.site = self
        self.server.handle_error = lambda *_: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_port

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def headers(self, _path):
        return []

    def answer(self, path):
        if path == "/feed":
            when = email.utils.formatdate()
            items = "".join(f"<item><title>{title}</title><guid>{i}</guid>"
                            f"<link>{self.url(f'/{i}')}</link><pubDate>{when}</pubDate>"
                            f"<description>{title} came in.</description></item>"
                            for i, title in enumerate(self.titles))
            return (f"<rss version='2.0'><channel><title>Harbour</title>{items}</channel></rss>",
                    "application/rss+xml")
        if path.strip("/").isdigit():
            return (f"<html><title>Ship</title><body><main><p>Ship {path} came in with the tide."
                    "</p></main></body></html>", "text/html")
        return "", "text/plain"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
