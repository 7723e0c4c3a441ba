#!/usr/bin/env python3
"""2,000 idle and 200 slow clients of the running program do not keep others waiting.

    crowd_test.py CURLEW [full]

Idle: connections that asked once, connections that say nothing, and clients of the events. Slow:
clients that read a long answer in drops, and clients that write their request in drops. All
others are answered meanwhile, and what happens is told to each client of the events. `full` takes
longer and holds the 99th percentile to 50 ms, which needs a quiet machine.
"""
import email.utils
import http.client
import http.server
import multiprocessing
import os
import pathlib
import resource
import selectors
import socket
import statistics
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import PATIENCE, Curlew, bearer_of, stop, wait_until

CROWD = {"kept": 1000, "silent": 500, "listening": 500, "reading": 100, "writing": 100}
ROUTES = ["/healthz", "/style.css", "/", "/sources/1/feed.atom", "/api/v1/articles",
          "/api/v1/sources"]
ARTICLES = 500
LAST = "The last item"
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


class Site(http.server.ThreadingHTTPServer):
    """A feed with long answers in it for slow readers."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.titles = [f"Item {number}" for number in range(ARTICLES)]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.server_port}{path}"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        when = email.utils.formatdate()
        items = "".join(
            f"<item><title>{title}</title><link>{self.server.url(f'/{number}')}</link>"
            f"<guid>{number}</guid><pubDate>{when}</pubDate>"
            f"<description>{'A sentence of the article. ' * 20}</description></item>"
            for number, title in enumerate(self.server.titles))
        self.send_response(200 if self.path == "/feed" else 404)
        self.end_headers()
        self.wfile.write(f"<rss version='2.0'><channel><title>Site</title>{items}</channel></rss>"
                         .encode())

    def log_message(self, *_):
        pass


class Client:
    """One of the crowd. `got` is what it read of its present connection."""

    def __init__(self, port, kind, head):
        self.port, self.kind, self.head = port, kind, head
        self.opened = self.told = 0
        self.open()

    def open(self):
        self.socket = socket.socket()
        if self.kind == "reading":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.socket.connect(("127.0.0.1", self.port))
        self.opened += 1
        self.got = b""
        target = {"kept": "/healthz", "listening": "/api/v1/events",
                  "reading": "/api/v1/articles?limit=200"}.get(self.kind)
        if target:
            self.socket.send(f"GET {target} HTTP/1.1\r\n{self.head}\r\n".encode())
        if self.kind == "writing":
            self.socket.send(f"GET /api/v1/sources HTTP/1.1\r\n{self.head}X-Drip: ".encode())
        if self.kind == "listening":  # One after the other, as browsers come.
            self.socket.settimeout(60)
            self.got = self.socket.recv(12)
        self.socket.setblocking(False)

    def read(self, most=65536):
        """False when the server closed the connection."""
        try:
            part = self.socket.recv(most)
        except BlockingIOError:
            return True
        except ConnectionResetError:
            return False
        self.got = (self.got + part)[-4096:] if self.kind == "listening" else self.got + part
        if self.kind == "listening" and LAST.encode() in self.got:
            self.told = 1
        return bool(part)

    def drip(self):
        """What a slow one does four times a second."""
        if self.kind == "reading":
            return self.read(512)
        try:
            self.socket.send(b"x")
            return True
        except OSError:
            return False


def run_crowd(port, crowd, head, pipe):
    """In a process of its own: holds the crowd, and says how it is when it is asked."""
    selector = selectors.DefaultSelector()
    clients = []
    for kind, count in crowd.items():
        for _ in range(count):
            client = Client(port, kind, head)
            clients.append(client)
            if kind != "reading":
                selector.register(client.socket, selectors.EVENT_READ, client)
    pipe.send("ready")
    next_drip = time.monotonic()
    while True:
        for key, _ in selector.select(0.05):
            client = key.data
            if client.read():
                continue
            # Idle connections are ended after a while; the crowd stays as large as it is.
            selector.unregister(client.socket)
            client.socket.close()
            try:
                client.open()
            except OSError:  # Curlew was stopped.
                return
            selector.register(client.socket, selectors.EVENT_READ, client)
        if time.monotonic() >= next_drip:
            next_drip += 0.25
            for client in clients:
                if client.kind in ("reading", "writing"):
                    client.drip()
        if pipe.poll():
            pipe.recv()
            pipe.send({kind: [(client.opened, client.got[:12], client.told) for client in clients
                              if client.kind == kind] for kind in crowd})


def probe(port, bearer, rounds):
    """Asks for each route again and again, each time as a new client; seconds by route."""
    waits = {route: [] for route in ROUTES}
    for number in range(rounds):
        for route in ROUTES:
            began = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", route, headers={"Host": "localhost", "Authorization": bearer})
            answer = connection.getresponse()
            answer.read()
            connection.close()
            waits[route].append(time.monotonic() - began)
            expect(answer.status == 200, f"{route} was answered with {answer.status}")
    return waits


def report(what, waits):
    """Prints and returns the 99th percentile of all, in ms."""
    everything = sorted(wait for some in waits.values() for wait in some)
    p99 = statistics.quantiles(everything, n=100)[98] * 1000
    print(f"{what}: {len(everything)} answers, median {statistics.median(everything) * 1000:.1f} ms, "
          f"99th percentile {p99:.1f} ms, longest {everything[-1] * 1000:.1f} ms", flush=True)
    for route, some in waits.items():
        print(f"  {route:20} median {statistics.median(some) * 1000:6.1f} ms,"
              f" 99th percentile {statistics.quantiles(some, n=100)[98] * 1000:6.1f} ms")
    return p99


def cpu_seconds(process):
    """User and system time of all its threads."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(program, size="short"):
    # Curlew gives its web clients a quarter of the files that may be open.
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    room = files // 4 - 100
    if files != resource.RLIM_INFINITY and room < sum(CROWD.values()):
        print(f"only {files} files may be open: the crowd is smaller", flush=True)
        for kind in CROWD:
            CROWD[kind] = CROWD[kind] * room // 2200
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder, articles={"fetch_pages": False})
        site = Site()
        curlew.run("add", site.url("/feed"))
        process = curlew.serve()
        try:
            port = int(process.stdout.readline().split("http://")[1].split("/")[0].rsplit(":", 1)[1])
            check(curlew, site, process, port, rounds=500 if size == "full" else 25,
                  limit=50 if size == "full" else 2000 * PATIENCE)
        finally:
            process.kill()
    if problems:
        sys.exit("\n".join(problems[:20]))


def check(curlew, site, process, port, rounds, limit):
    wait_until(lambda: len(curlew.article_urls()) == ARTICLES, 60)
    bearer = bearer_of(curlew)
    head = f"Host: localhost\r\nAuthorization: {bearer}\r\n"
    report("alone", probe(port, bearer, rounds // 5))
    pipe, other = multiprocessing.Pipe()
    crowd = multiprocessing.Process(target=run_crowd, args=(port, CROWD, head, other), daemon=True)
    crowd.start()
    expect(pipe.poll(60) and pipe.recv() == "ready", "the crowd did not come")
    time.sleep(3)  # What all of them asked for at once is being made.
    spent, began = cpu_seconds(process), time.monotonic()
    p99 = report("in the crowd", probe(port, bearer, rounds))
    print(f"Curlew used {cpu_seconds(process) - spent:.2f} s of processor time in"
          f" {time.monotonic() - began:.2f} s", flush=True)
    expect(p99 < limit, f"the 99th percentile is {p99:.0f} ms")
    site.titles.append(LAST)

    def state():
        pipe.send("state")
        return pipe.recv()

    listening = CROWD["listening"]
    wait_until(lambda: sum(told for _, _, told in state()["listening"]) == listening, 30)
    # Each of them asks for the longest page there is, all at once.
    wait_until(lambda: all(got for _, got, _ in state()["reading"]), 60)
    now = state()
    told = sum(told for _, _, told in now["listening"])
    expect(told == listening, f"{told} of {listening} clients of the events were told")
    expect(all(opened == 1 for opened, _, _ in now["listening"]), "a listener was dropped")
    answered = sum(got == b"HTTP/1.1 200" for _, got, _ in now["kept"])
    expect(answered == CROWD["kept"], f"{answered} who asked once were answered")
    reading = sum(got in (b"HTTP/1.1 200", b"HTTP/1.1 503") for _, got, _ in now["reading"])
    expect(reading == CROWD["reading"], f"{reading} slow readers have an answer")
    print(f"{told} clients of the events were told; {reading} slow readers read", flush=True)
    resident = [line for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
                if line.startswith("VmHWM")][0]
    print(resident)
    expect(int(resident.split()[1]) < 400_000, f"memory: {resident}")
    wrong = stop(process)
    expect(wrong is None, wrong)
    crowd.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
