#!/usr/bin/env python3
"""Quiet alarms through the running program: one mail when a source starts to fail, one when
many do, one when they work again, and none beside.

    alarms_test.py CURLEW
"""
import http.server
import pathlib
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from smtp_sink import SmtpSink

SOURCES = 30
# Nothing is due within the test: sources are visited when it says so. Alarms are looked for
# every five ticks.
SCHEDULE = {"tick": "3s", "min_gap": "10m", "budget": "day", "budget_per_hour": 15}
ROUND = 15


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.strip("/")
        status = 404 if name == "robots.txt" else 500 if name in self.server.failing else 200
        body = (f"<rss version='2.0'><channel><title>Feed {name}</title><item><guid>1</guid>"
                "<title>News</title></item></channel></rss>").encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    web = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Web)
    web.failing = set()
    threading.Thread(target=web.serve_forever, daemon=True).start()
    sink = SmtpSink()
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(sys.argv[1], folder, schedule=SCHEDULE,
                        mail={"host": "127.0.0.1", "port": sink.port,
                              "from": "Curlew <curlew@example.org>"})
        curlew.run("user", "add", "ann", "--mail", "ann@example.org", "--no-password")
        # A host each, so that none waits for another.
        curlew.run("add", *[f"http://127.0.0.{2 + n}:{web.server_port}/{n}"
                            for n in range(SOURCES)],
                   "--kind", "feed", "--no-pages", "--no-wait")
        process = curlew.serve_and_wait()
        try:
            check(curlew, web, sink)
        finally:
            wrong = stop(process)
    sink.close()
    web.shutdown()
    if wrong:
        raise SystemExit(wrong)


def next_mail(curlew, sink, count):
    """Subject and text of the mail that makes it `count`."""
    if not wait_until(lambda: len(sink.accepted) >= count, 4 * ROUND):
        raise SystemExit(f"{len(sink.accepted)} mails, not {count}: {curlew.ask('list')[1]} "
                         f"{curlew.ask('deliveries')[1]} {curlew.log.read_text()}")
    mail = sink.messages()[count - 1]
    return str(mail["Subject"]), mail.get_body(("plain",)).get_content()


def fail_three_times(curlew, *which):
    for _ in range(3):
        curlew.ask("visit", *which)


def check(curlew, web, sink):
    if not wait_until(lambda: len(curlew.article_urls()) == SOURCES, 60):
        raise SystemExit(f"not all are followed: {curlew.ask('list')}")
    web.failing = {"0"}
    fail_three_times(curlew, "1")
    subject, _ = next_mail(curlew, sink, 1)
    if not subject.startswith("Feed 0 fails"):
        raise SystemExit(f"not told that it fails: {subject}")
    # A round has just ended: these come together in the next one.
    web.failing = {str(n) for n in range(SOURCES)}
    fail_three_times(curlew, "--all")
    subject, text = next_mail(curlew, sink, 2)
    if subject != f"News of {SOURCES - 1} sources" or text.count(") fails: ") != SOURCES - 1:
        raise SystemExit(f"not all in one notice: {subject}\n{text}")
    web.failing = set()
    curlew.ask("visit", "--all")
    subject, text = next_mail(curlew, sink, 3)
    if subject != f"News of {SOURCES} sources" or text.count("works again") != SOURCES:
        raise SystemExit(f"not told once that they work again: {subject}\n{text}")
    time.sleep(ROUND + 2)
    if len(sink.accepted) != 3:
        raise SystemExit(f"told again: {[str(mail['Subject']) for mail in sink.messages()]}")
    print(f"{SOURCES} sources, 3 notices", flush=True)


main()
