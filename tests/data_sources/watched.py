"""What the tests of this folder share: a site whose documents are changed by hand, and the
versions that Curlew keeps of them."""
import http.server
import threading

from harness import wait_until


class Site(http.server.BaseHTTPRequestHandler):
    """Serves `server.documents`: {path: (type, body)}, or {path: function of the Accept
    header}, which gives that."""

    def do_GET(self):
        self.server.asked.append((self.path, self.headers.get("Accept", "")))
        found = self.server.documents.get(self.path)
        if callable(found):
            found = found(self.headers.get("Accept", ""))
        if found is None:
            return self.send_error(404)
        kind, body = found
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def start_site(address="127.0.0.1"):
    server = http.server.ThreadingHTTPServer((address, 0), Site)
    server.base = f"http://{address}:{server.server_port}"
    server.documents = {}
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def versions(curlew, url):
    """The summaries of its versions, the oldest first."""
    return [summary for (summary,) in curlew.rows(
        "SELECT v.summary FROM versions v JOIN documents d ON d.id = v.document_id"
        " JOIN sources s ON s.id = d.source_id"
        f" WHERE s.url = '{url}' ORDER BY v.seen")]


def titles(curlew, url):
    """Of the changes that were told, the oldest first."""
    return [title for (title,) in curlew.rows(
        "SELECT a.title FROM articles a JOIN sources s ON s.id = a.source_id"
        f" WHERE s.url = '{url}' ORDER BY a.id")]


def visit(curlew, url):
    """Makes one, and waits for what it says: {"outcome", "error", …} of the crawl log."""
    curlew.run("visit", url)
    return wait_until(lambda: curlew.objects("log", url, "-n", "1"), 120)[0]


def expect(found, wanted, what):
    if found != wanted:
        raise SystemExit(f"FAILED: {what}: {found!r}, not {wanted!r}")
