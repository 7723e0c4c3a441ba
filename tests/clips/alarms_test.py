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


class Mails:
    def __init__(self, curlew, sink):
        self.curlew, self.sink, self.seen = curlew, sink, 0

    def unseen(self):
        return [(str(mail["Subject"]), mail.get_body(("plain",)).get_content())
                for mail in self.sink.messages()[self.seen:]]

    def expect(self, words, sources, what_happens):
        """`words` once for each of so many sources, in one notice; where a slow machine took
        longer than a round for what happens, in one more for each round."""
        began = time.monotonic()
        what_happens()
        rounds = 1 + (time.monotonic() - began) // ROUND
        told = lambda: sum(text.count(words) for _, text in self.unseen())
        if not wait_until(lambda: told() >= sources, 4 * ROUND):
            raise SystemExit(f"{told()} of {sources} are told as '{words}': {self.unseen()} "
                             f"{self.curlew.ask('list')[1]} {self.curlew.log.read_text()}")
        mails = self.unseen()
        if told() != sources or len(mails) > rounds:
            raise SystemExit(f"'{words}' of {sources} sources in {rounds} rounds: {mails}")
        if len(mails) == 1 and sources > 1 and mails[0][0] != f"News of {sources} sources":
            raise SystemExit(f"the subject is {mails[0][0]}")
        self.seen += len(mails)
        return mails


def fail_three_times(curlew, *which):
    for _ in range(3):
        curlew.ask("visit", *which)


def check(curlew, web, sink):
    if not wait_until(lambda: len(curlew.article_urls()) == SOURCES, 60):
        raise SystemExit(f"not all are followed: {curlew.ask('list')}")
    mails = Mails(curlew, sink)
    web.failing = {"0"}
    [(subject, _)] = mails.expect(" fails", 1, lambda: fail_three_times(curlew, "1"))
    if not subject.startswith("Feed 0 fails"):
        raise SystemExit(f"not told that it fails: {subject}")
    # A round has just ended: these come together in the next one.
    web.failing = {str(n) for n in range(SOURCES)}
    mails.expect(") fails: ", SOURCES - 1, lambda: fail_three_times(curlew, "--all"))
    web.failing = set()
    mails.expect("works again", SOURCES, lambda: curlew.ask("visit", "--all"))
    time.sleep(ROUND + 2)
    if mails.unseen():
        raise SystemExit(f"told again: {mails.unseen()}")
    print(f"{SOURCES} sources, {mails.seen} notices", flush=True)


main()
