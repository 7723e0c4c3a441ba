"""A little web on loopback: feeds, pages that change, and what is wrong with others."""
import email.utils
import http.server
import threading

STORY = ("The rain that fell on the island since midnight took the road to the harbour, said "
         "the mayor of the town, who hopes that it will be open again before the festival of "
         "the patron saint. Passengers of the morning ferry waited on the quay for a bus that "
         "had to come over the mountain, and some of them walked home with their goats.")


class Pages(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.strip("/").split("?")[0]
        site = self.server.site
        if name in site.feeds:
            return self.answer("application/rss+xml", site.feed(name))
        if name in site.pages:
            return self.answer("text/html; charset=utf-8", site.pages[name])
        if name == "harbour.gif":
            return self.answer("text/html", "GIF89a, or so one would think by its bytes")
        self.answer("text/html", "<h1>Nothing is here</h1>", 404)

    def answer(self, kind, text, status=200):
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


class Site:
    def __init__(self):
        # Items by feed, the newest first.
        self.feeds = {}
        # When they were asked for first.
        self.published = {}
        self.pages = {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        self.server.site = self
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def feed(self, name):
        now = email.utils.formatdate(usegmt=True)
        items = "".join(
            f"<item><guid>{name}-{title}</guid><title>{title}</title><link>{self.url}/story"
            f"</link><pubDate>{self.published.setdefault((name, title), now)}</pubDate>"
            f"<description>{STORY}</description><enclosure url='{self.url}/harbour.gif' "
            f"type='image/gif' length='42'/></item>" for title in self.feeds[name])
        return (f'<rss version="2.0"><channel><title>The {name} news</title>{items}'
                "</channel></rss>")

    def close(self):
        self.server.shutdown()
