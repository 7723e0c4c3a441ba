#!/usr/bin/env python3
"""No clip is lost and none is mailed twice, however often the process is killed.

    kill_test.py CURLEW KILLS sqlite|postgres|cluster [SEED]

A feed that grows all the time, lists that together want every item, a mail server that at
times takes a message and breaks off before it says so. `curlew serve` is killed (SIGKILL) at
random moments; in a cluster, two of them on one PostgreSQL, the one that leads is, and the
other takes over, or the leader only loses its lock and goes on for a while. In the end every item was mailed, and a message came twice only where the
server had broken off, or where the process died before it could note the acceptance, and then
under the same Message-ID.
"""
import collections
import concurrent.futures
import email.parser
import email.policy
import http.server
import pathlib
import random
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from smtp_sink import SmtpSink

# A list for each: one that was cut off rests for half a minute, and the others go on.
WORDS = ("alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november "
         "oscar papa quebec romeo sierra tango").split()
CUT_SHARE = .01
# What a process may have under way: connections to its mail server.
UNDER_WAY = 8
# src/store/postgres/connection.cc
LEADERS_LOCK = 1131572344


def title_of(number):
    return f"Item {number} of {WORDS[number % len(WORDS)]}"


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/feed":
            return self.answer(404, b"")
        newest = self.server.newest
        items = "".join(f"<item><guid>{n}</guid><title>{title_of(n)}</title></item>"
                        for n in range(newest, max(0, newest - 400), -1))
        self.answer(200, f"<rss version='2.0'><channel><title>Storm</title>{items}"
                         "</channel></rss>".encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Mailbox:
    """What the sink has accepted, in its order: (title, Message-ID)."""

    def __init__(self, sink):
        self.sink = sink
        self.mails = []

    def read(self):
        parser = email.parser.BytesHeaderParser(policy=email.policy.default)
        for _, data in self.sink.accepted[len(self.mails):]:
            head = parser.parsebytes(data)
            self.mails.append((str(head["Subject"]).split(": ", 1)[1], head["Message-ID"]))
        return self.mails


class Storm:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
        self.web.newest = 1
        self.web.handle_error = lambda *_: None  # Whoever asked is dead.
        threading.Thread(target=self.web.serve_forever, daemon=True).start()
        self.sink = SmtpSink()
        self.sink.cut = self.cut
        self.cuts = []  # Which messages the sink took without a word.
        self.both = []  # Messages, from and to, while there was a replaced leader.
        self.ends = []  # Which message may be the last of a process: from, to.

    def cut(self):
        is_cut = self.chance.random() < CUT_SHARE
        if is_cut:
            self.cuts.append(len(self.sink.accepted) - 1)
        return is_cut

    def blow(self):
        end = time.monotonic() + self.chance.uniform(.2, 2.5)
        while time.monotonic() < end:
            self.web.newest += self.chance.randrange(4)
            time.sleep(.05)

    def kill(self, process):
        process.kill()
        process.wait()
        self.note_end(len(self.sink.accepted))

    def note_end(self, since):
        self.ends.append((since - UNDER_WAY, len(self.sink.accepted) + UNDER_WAY))

    def kill_many_times(self, curlew, kills):
        """Returns the process that goes on."""
        for _ in range(kills):
            process = curlew.serve_and_wait()
            self.blow()
            self.kill(process)
        return curlew.serve_and_wait()

    def kill_leaders(self, curlews, kills):
        leader, other = curlews
        process = leader.serve_and_wait()
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for _ in range(kills):
                successor = pool.submit(take_over, other)
                self.blow()
                if successor.done():
                    raise SystemExit("two lead at once")
                if self.chance.random() < .5:
                    self.kill(process)
                    process = successor.result()
                else:
                    process = self.depose(process, successor, leader)
                leader, other = other, leader
        return process

    def depose(self, process, successor, leader):
        """Its connection with the lock breaks, and that of its publisher does not."""
        since = len(self.sink.accepted)
        while not successor.done():
            # It may be faster than its successor to connect again.
            leader.server.rows("SELECT pg_terminate_backend(pid) FROM pg_locks JOIN"
                               " pg_stat_activity USING (pid) WHERE granted AND usename ="
                               f" '{leader.server.user}' AND classid = {LEADERS_LOCK}")
            wait_until(successor.done, .5)
        self.note_end(since)
        # Both are there, and one sends. Messages take long, so that the other would see them
        # waiting.
        self.sink.pause = .2
        time.sleep(1)
        since = len(self.sink.accepted)
        for _ in range(3):
            self.blow()
        self.both.append((since, len(self.sink.accepted)))
        self.sink.pause = 0
        process.kill()
        process.wait()
        return successor.result()

    def not_excused(self, places):
        """Those whose acknowledgement was not cut, beyond what each end excuses."""
        left = sorted(set(places) - set(self.cuts))
        for first, last in self.ends:
            excused = [place for place in left if first <= place < last][:UNDER_WAY]
            left = [place for place in left if place not in excused]
        return left

    def close(self):
        self.sink.close()
        self.web.shutdown()


class Account:
    """The server by a name of its own, which tells who holds a lock."""

    def __init__(self, server, user):
        self.user = user
        self.url = server.url.replace("curlew@", f"{user}@")
        self.rows = server.rows
        self.rows(f"CREATE ROLE {user} SUPERUSER LOGIN")


def take_over(curlew):
    """As a service manager does: starts it until nobody else leads."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        process = curlew.serve()
        if process.stdout.readline():
            return process
        process.wait()
    raise SystemExit(f"nobody takes over: {curlew.log.read_text()[-2000:]}")


def make_curlews(program, folder, engine, server, storm):
    curlews = []
    for name in ("one", "two") if engine == "cluster" else ("one",):
        place = pathlib.Path(folder) / name
        place.mkdir()
        curlews.append(Curlew(program, place, server=server and Account(server, name),
                              mail={"host": "127.0.0.1", "port": storm.sink.port,
                                    "from": "Curlew <curlew@example.org>"}))
    first = curlews[0]
    first.run("user", "add", "ann", "--mail", "ann@example.org", "--no-password")
    for word in WORDS:
        first.run("watch", "add", word, f"={word}", "--user", "ann", "--by", "mail")
    first.run("add", f"http://127.0.0.1:{storm.web.server_port}/feed", "--kind", "feed",
              "--no-pages", "--no-wait")
    for other in curlews[1:]:
        other.data.mkdir(mode=0o700)
        shutil.copy(first.data / "curlew.key", other.data)
    return curlews


def main():
    program, kills, engine = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1 << 30)
    print(f"{engine}, seed {seed}", flush=True)
    server = None
    if engine != "sqlite":
        from postgres_server import PostgresServer
        server = PostgresServer()
    storm = Storm(seed)
    try:
        with tempfile.TemporaryDirectory() as folder:
            curlews = make_curlews(program, folder, engine, server, storm)
            process = (storm.kill_leaders(curlews, kills) if engine == "cluster"
                       else storm.kill_many_times(curlews[0], kills))
            storm.sink.cut = lambda: False
            try:
                check(curlews[0], storm, kills)
            finally:
                if wrong := stop(process):
                    raise SystemExit(wrong)
    finally:
        storm.close()
        if server:
            server.close()


def check(curlew, storm, kills):
    wanted = {title_of(n) for n in range(1, storm.web.newest + 1)}
    in_storm = len(storm.sink.accepted)
    mailbox = Mailbox(storm.sink)

    def missing():
        return wanted - {title for title, _ in mailbox.read()}

    def left():
        return int(curlew.rows("SELECT count(*) FROM deliveries WHERE state <> 'sent'")[0][0])
    # What was cut off is sent again, when its channel is tried again.
    if not wait_until(lambda: not missing() and left() == 0, 400):
        raise SystemExit(f"never mailed: {sorted(missing())[:20]} "
                         f"{curlew.ask('deliveries', '--state', 'waiting')[1][:2000]}")
    copies = collections.defaultdict(list)
    for place, (title, id) in enumerate(mailbox.read()):
        copies[title].append((place, id))
    again = sum(len(each) - 1 for each in copies.values())
    clips = int(curlew.rows("SELECT count(*) FROM clips")[0][0])
    print(f"{kills} kills, {clips} clips, {in_storm} mails between the kills, 0 lost; {again} "
          f"mailed again, {len(storm.cuts)} acknowledgements were cut", flush=True)
    if several := {title for title, each in copies.items() if len({id for _, id in each}) > 1}:
        raise SystemExit(f"one clip under two Message-IDs: {several}")
    for first, last in storm.both:
        for title, each in copies.items():
            places = [place for place, _ in each
                      if first <= place < last and place not in storm.cuts]
            if len(places) > 1:
                raise SystemExit(f"{title} was mailed by two leaders: {places}")
    sent_again = [place for each in copies.values() for place, _ in each[:-1]]
    if wrong := storm.not_excused(sent_again):
        raise SystemExit(f"mailed again, though taken in peace: messages {wrong} of {sent_again}; "
                         f"ends {storm.ends}, cuts {storm.cuts}")
    if clips != len(wanted) or set(copies) != wanted or left() != 0:
        raise SystemExit(f"{clips} clips of {len(wanted)}, {left()} not sent")
    # A few kills on a busy machine may come before much is sent.
    if kills >= 20 and in_storm < clips / 5:
        raise SystemExit(f"no storm: {in_storm} of {clips} mails left between the kills")


main()
