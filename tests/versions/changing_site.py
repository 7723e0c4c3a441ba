"""A page that changes when it is told to, on loopback."""
import http.server
import threading
import time

OFFICE = "open on weekdays from nine to five"


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.split("?")[0] != "/fees":
            return self.answer(404, b"")
        site = self.server.site
        site.asked += 1
        if site.is_restless:
            site.fee = f"word{site.asked}"
        self.answer(200, site.page())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        if self.server.site.is_cut:
            body = body[:len(body) // 2]
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class ChangingSite:
    """`fee` and `office` are what it says, `noise` what nobody reads; with `is_down` there is
    an error page in its place, with `is_restless` the fee is another one at every request, with
    `is_cut` the connection ends before the page does, which has no length then."""

    def __init__(self):
        self.fee, self.office, self.noise, self.is_down, self.asked = "ten", OFFICE, 1, False, 0
        self.is_restless = self.is_cut = False
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
        self.server.site = self
        self.server.handle_error = lambda *_: None  # Whoever asked is dead.
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/fees"

    def page(self):
        if self.is_down:
            # As most of them, with a number of the request.
            return ("<html><title>503 Service Unavailable</title><body><h1>Service Unavailable"
                    f"</h1><p>Please try again later.</p><!-- {self.asked} --></body></html>"
                    ).encode()
        clock = time.strftime("%H:%M:%S")
        return (f"<html><title>Harbour</title><body><!-- {self.noise} {clock} -->"
                f"<form><input type=hidden value='{self.noise:08x}'></form>"
                f"<main><h1>Harbour</h1><h2>Fees</h2><p>A boat of up to six metres pays {self.fee} "
                "euros a night, water and light included, whatever flag it sails under.</p>"
                "<p>Larger boats ask the harbour master before they enter, by radio or at the "
                "office beside the old customs house.</p><h2>Office</h2>"
                "<p>The basin has depths of two to five metres. Its entrance lies open to the west, "
                "so that it is left in good time when a storm is announced; the town lends "
                "ropes and fenders to whoever has none.</p>"
                f"<p>The office is {self.office}, and closed on the day of the patron saint.</p>"
                f"</main><footer>Page {self.noise} of the day</footer></body></html>").encode()
