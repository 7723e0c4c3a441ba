"""A front page as news sites have them, followed by the real program: a lead story with
text and a link, cards with pictures, times and buttons, a list of small headlines. Each
story is found under its headline, nothing else is, and what the front page says of it
is its summary. Usage: front_page_test.py CURLEW"""
import http.server
import pathlib
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import Curlew, stop, wait_until

LEAD = ("Engineers found cracks in two of the piers, some of them \"wide < deep\", and led "
        "all traffic over the old road. The county expects the repairs to take until the "
        "end of the summer, and the ferry runs every quarter of an hour until then.")
CARD = """<div class="card"><a href="/card/{0}"><img src="x.png" alt="A man on a bridge"></a>
  <a class="kind" href="/topics/{0}">Politics</a>
  <a href="/card/{0}"><h3>Card number {0} of today</h3><p>The teaser of card {0} says a
  little more.</p></a>
  <span class="by"><a href="/people/{0}">Ada L. Byron</a></span>
  <a class="when" href="/card/{0}?seen=1">37 minutes ago</a></div>"""
SMALL = '<li><a href="/small/{0}">Small headline number {0} of the day</a></li>'
STORIES = ({"/lead": "The bridge is closed & guarded"}
           | {f"/card/{i}": f"Card number {i} of today" for i in range(1, 5)}
           | {f"/small/{i}": f"Small headline number {i} of the day" for i in range(1, 6)})


def front_page():
    lead = LEAD.replace("<", "&lt;")
    cards = "".join(CARD.format(i) for i in range(1, 5))
    small = "".join(SMALL.format(i) for i in range(1, 6))
    return f"""<!doctype html><html lang="en"><title>The News</title><body>
<nav><a href="/">Home</a> <a href="/sport">Sport</a> <a href="/login">Sign In</a></nav>
<main><div class="lead"><h1><a href="/lead">The bridge is closed &amp; guarded</a></h1>
<p>{lead}</p></div>
<section>{cards}<a class="button" href="/page/2">Load More</a></section>
<ul>{small}</ul></main>
<footer><a href="/privacy">Privacy Policy</a> <a href="/terms">Terms</a></footer>"""


class Site(http.server.BaseHTTPRequestHandler):
    """Only the front page is there: no story has a page that could be read."""

    def do_GET(self):
        if self.path != "/":
            return self.send_error(404)
        body = front_page().encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def expect(condition, what):
    if not condition:
        sys.exit(f"front_page_test: {what}")


def main(program):
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{site.server_port}"
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder)
        curlew.run("add", "--kind", "page", base + "/")
        process = curlew.serve_and_wait()
        try:
            wait_until(lambda: len(curlew.article_urls()) >= len(STORIES), 60)
        finally:
            ended = stop(process)
        expect(ended is None, ended)
        found = {url.removeprefix(base): (title, summary) for url, title, summary in
                 curlew.rows("SELECT url, title, summary FROM articles")}
        expect({url: title for url, (title, _) in found.items()} == STORIES,
               f"found {found}")
        # Summaries are HTML.
        expected = LEAD.replace('"', "&quot;").replace("<", "&lt;")
        expect(found["/lead"][1] == expected, f"the lead says {found['/lead'][1]!r}")
        expect(found["/card/2"][1] == "The teaser of card 2 says a little more.",
               f"a card says {found['/card/2'][1]!r}")
        expect(found["/small/3"][1] == "", f"a headline says {found['/small/3'][1]!r}")
    print(f"{len(found)} stories, each under its headline")


if __name__ == "__main__":
    main(sys.argv[1])
