"""How long a clip takes from the commit of its article to the mail server's acceptance.

    clips_bench.py CURLEW sqlite|postgres CLIPS_PER_SECOND SECONDS

Twenty feeds on loopback, which together publish so many items a second; each is wanted by one
of twenty lists that send mail for each clip. `curlew serve` follows them and mails to a sink
that notes when it accepted what. Prints a row of a table.
"""
import email.parser
import http.server
import math
import os
import pathlib
import random
import re
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from harness import Curlew, stop
from smtp_sink import SmtpSink

WORDS = ("alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november "
         "oscar papa quebec romeo sierra tango").split()
FEEDS = 20
WARM_UP = 10  # Seconds.
SHOWN = 150  # Items of a feed.


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        feed = self.server.feeds.get(self.path)
        if feed is None:
            return self.answer(404, b"")
        self.answer(200, f"<rss version='2.0'><channel><title>Feed {self.path}</title>"
                         f"{''.join(reversed(feed[-SHOWN:]))}</channel></rss>".encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def item(number, chance):
    """As long as the teaser of an article, and like no other."""
    text = " ".join("".join(chance.choices("aeioulmnrst", k=chance.randrange(3, 10)))
                    for _ in range(40))
    return (f"<item><guid>{number}</guid><title>Item {number} of {WORDS[number % len(WORDS)]}"
            f"</title><description>{text}.</description></item>")


class Site:
    """Publishes at a constant rate, and has every feed visited each second: how soon a
    schedule would come is not what is measured."""

    def __init__(self, curlew, feeds, rate):
        self.curlew, self.feeds, self.rate = curlew, feeds, rate
        self.chance = random.Random(1)
        self.number = 0

    def run(self, seconds):
        first, began, asked = self.number, time.monotonic(), 0
        while (passed := time.monotonic() - began) < seconds:
            while self.number - first < passed * self.rate:
                self.number += 1
                self.feeds[f"/{self.number % FEEDS}"].append(item(self.number, self.chance))
            if passed >= asked:
                asked += 1
                threading.Thread(target=self.curlew.ask,
                                 args=("visit", "--all", "--no-wait")).start()
            time.sleep(.01)


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


def measure(curlew, web, sink, rate, seconds):
    times = []
    sink.cut = lambda: times.append(time.time() * 1000)  # None: not cut.
    curlew.run("user", "add", "ann", "--mail", "ann@example.org", "--no-password")
    for word in WORDS:
        curlew.run("watch", "add", word, f"={word}", "--user", "ann", "--by", "mail")
    # An address each: hosts are asked in turns, and not more often than ten times a second.
    curlew.run("add", *[f"http://127.0.0.{2 + n}:{web.server_port}/{n}" for n in range(FEEDS)],
               "--kind", "feed", "--no-pages", "--no-wait")
    process = curlew.serve_and_wait()
    site = Site(curlew, web.feeds, rate)
    site.run(WARM_UP)
    before, cpu = len(times), cpu_seconds(process.pid)
    site.run(seconds)
    count, cpu = len(times) - before, cpu_seconds(process.pid) - cpu
    time.sleep(5)
    if wrong := stop(process):
        raise SystemExit(wrong)
    created = dict(curlew.rows("SELECT id, created FROM deliveries"))
    parser = email.parser.BytesHeaderParser()
    waits = []
    for when, (_, data) in list(zip(times, sink.accepted))[before:before + count]:
        id = re.search(r"delivery-(\d+)", parser.parsebytes(data)["Message-ID"]).group(1)
        waits.append(when - int(created.get(id) or created[int(id)]))
    waiting = int(curlew.rows("SELECT count(*) FROM deliveries WHERE state <> 'sent'")[0][0])
    if waiting:
        print(f"{waiting} notices were not sent", file=sys.stderr)
    return waits, count / seconds, cpu / seconds


def main():
    program, engine, rate, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    server = None
    if engine == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    web = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Web)
    web.feeds = {f"/{n}": [] for n in range(FEEDS)}
    threading.Thread(target=web.serve_forever, daemon=True).start()
    sink = SmtpSink()
    try:
        with tempfile.TemporaryDirectory() as folder:
            curlew = Curlew(program, folder, server=server,
                            mail={"host": "127.0.0.1", "port": sink.port,
                                  "from": "Curlew <curlew@example.org>"})
            waits, reached, cpu = measure(curlew, web, sink, rate, seconds)
            timing = curlew.ask("clips", "--timing")[1]
    finally:
        sink.close()
        web.shutdown()
        if server:
            server.close()
    cells = [f"{percentile(waits, share):.0f}" for share in (.5, .95, .99, 1)]
    print(f"| {engine} | {rate} | {reached:.0f} | {len(waits)} | {' | '.join(cells)} | {cpu:.2f} |",
          flush=True)
    print(timing, file=sys.stderr)


main()
