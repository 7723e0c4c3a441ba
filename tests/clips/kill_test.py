#!/usr/bin/env python3
"""No clip is lost and none is mailed twice, however often the process is killed.

    kill_test.py CURLEW KILLS [SEED]

A feed that grows all the time, a list that wants every item, a mail server that at times takes
a message and breaks off before it says so. `curlew serve` is killed (SIGKILL) at random
moments. In the end every item was mailed; a message came twice only where the server had
broken off or the process died before it could note the acceptance, and then under the same
Message-ID.
"""
import collections
import http.server
import pathlib
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from smtp_sink import SmtpSink


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/feed":
            return self.answer(404, b"")
        items = "".join(f"<item><guid>{n}</guid><title>Item {n} of the storm</title></item>"
                        for n in range(self.server.newest, max(0, self.server.newest - 400), -1))
        self.answer(200, f"<rss version='2.0'><channel><title>Storm</title>{items}"
                         "</channel></rss>".encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    program, kills = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
    print(f"seed {seed}", flush=True)
    chance = random.Random(seed)
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    web.newest = 1
    threading.Thread(target=web.serve_forever, daemon=True).start()
    sink = SmtpSink()
    cuts = []

    def cut():
        if chance.random() < .03:
            cuts.append(len(sink.accepted))
            return True
        return False
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder,
                        mail={"host": "127.0.0.1", "port": sink.port,
                              "from": "Curlew <curlew@example.org>"})
        curlew.run("user", "add", "ann", "--mail", "ann@example.org", "--no-password")
        curlew.run("watch", "add", "Storm", "storm", "--user", "ann", "--by", "mail")
        curlew.run("add", f"http://127.0.0.1:{web.server_port}/feed", "--kind", "feed",
                   "--no-pages", "--no-wait")
        sink.cut = cut
        for _ in range(kills):
            process = curlew.serve_and_wait()
            end = time.monotonic() + chance.uniform(.2, 2.5)
            while time.monotonic() < end:
                web.newest += chance.randrange(3)
                time.sleep(.05)
            process.kill()
            process.wait()
        sink.cut = lambda: False
        process = curlew.serve_and_wait()
        try:
            check(curlew, web, sink, kills, cuts)
        finally:
            if wrong := stop(process):
                raise SystemExit(wrong)
    sink.close()


def check(curlew, web, sink, kills, cuts):
    wanted = {f"Item {n} of the storm" for n in range(1, web.newest + 1)}

    def subjects():
        return {str(mail["Subject"]).removeprefix("Storm: ") for mail in sink.messages()}
    def left():
        return int(curlew.rows("SELECT count(*) FROM deliveries WHERE state <> 'sent'")[0][0])
    # What was cut off is sent again, when its channel is tried again.
    if not wait_until(lambda: wanted <= subjects() and left() == 0, 400):
        raise SystemExit(f"never mailed: {sorted(wanted - subjects())[:20]} "
                         f"{curlew.ask('deliveries', '--state', 'waiting')[1][:2000]}")
    ids = collections.defaultdict(list)
    for mail in sink.messages():
        ids[str(mail["Subject"])].append(mail["Message-ID"])
    if several := {subject: each for subject, each in ids.items() if len(set(each)) > 1}:
        raise SystemExit(f"one clip under two Message-IDs: {several}")
    again = sum(len(each) - 1 for each in ids.values())
    clips = int(curlew.rows("SELECT count(*) FROM clips")[0][0])
    print(f"{kills} kills, {len(wanted)} clips, 0 lost; {again} mailed again after {len(cuts)} "
          "cut acknowledgements and the kills", flush=True)
    # Beyond the cuts: what was under way at a kill, at most eight connections each time.
    if clips != len(wanted) or left() != 0 or again > len(cuts) + 8 * kills:
        raise SystemExit(f"{clips} clips, {left()} not sent, {again} again")


main()
