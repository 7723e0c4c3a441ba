"""A publisher on loopback whose feed lists everything it ever published, and its pages."""
import http.server
import random
import socketserver
import threading


class Publisher(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, published=3):
        self.published = published
        self.pages_asked = 0
        self.robots = None
        super().__init__(("127.0.0.1", 0), Request)
        self.base = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return self.base + "/feed"

    def article(self, number):
        return f"{self.base}/article/{number}"

    def articles(self):
        return {self.article(number) for number in range(1, self.published + 1)}

    def rss(self):
        items = "".join(
            f"<item><title>Article {n}</title><link>{self.article(n)}</link>"
            f"<guid>{self.article(n)}</guid><description>About {n}.</description></item>"
            for n in range(self.published, 0, -1))
        return (f"<rss version='2.0'><channel><title>News</title><link>{self.base}/</link>"
                f"{items}</channel></rss>")

    def page(self, number):
        words = random.Random(number).choices("the bridge opened today after years of work "
                                              "and many people came to see it".split(), k=300)
        text = " ".join(words)
        return (f"<html><head><title>Article {number}</title></head><body><article>"
                f"<h1>Article {number}</h1><p>{text}.</p></article></body></html>")

    def close(self):
        self.shutdown()
        self.server_close()


class Request(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        publisher = self.server
        if self.path == "/robots.txt":
            if publisher.robots is None:
                return self.send_error(404)
            return self.answer("text/plain", publisher.robots)
        if self.path.startswith("/feed"):
            return self.answer("application/rss+xml", publisher.rss())
        publisher.pages_asked += 1
        self.answer("text/html", publisher.page(int(self.path.rsplit("/", 1)[1])))

    def answer(self, content_type, text):
        body = text.encode()
        try:
            self.send_response(200)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass  # They hung up.

    def log_message(self, *_):
        pass
