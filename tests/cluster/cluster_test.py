#!/usr/bin/env python3
"""A controller and two terminals, each a process with a data directory of its own, through a NATS
server: articles arrive, a watched page gets versions, and whoever wants one reads it from the
terminal that has it. A terminal and the NATS server are killed, and nothing is lost; a terminal
that leaves hands its records over.

    cluster_test.py CURLEW sqlite|postgres
"""
import http.server
import pathlib
import subprocess
import sys
import tempfile
import threading
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import PATIENCE, Curlew, stop, wait_until
from nats_server import NatsServer
from postgres_server import PostgresServer

# Of a page that is larger than a message of NATS may be.
PADDING = "<p>Nothing else is said here, at length.</p>\n" * 40_000


def expect(condition, what):
    if not condition:
        raise SystemExit(f"cluster_test: {what}")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        site = self.server.site
        host = self.headers["Host"].rsplit(":", 1)[0]
        if self.path == "/feed":
            body, kind = site.feed(host), "application/rss+xml"
        elif self.path == "/fees":
            body, kind = site.page(), "text/html; charset=utf-8"
        else:
            body, kind = f"<html><body><p>{self.path}</p></body></html>", "text/html"
        body = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Site:
    """Hosts 127.0.0.1 to 127.0.0.N with a feed and a page each, all on one port."""

    def __init__(self):
        self.fee, self.entries = "ten", 1
        self.server = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Handler)
        self.server.site = self
        self.server.handle_error = lambda *_: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_port

    def url(self, host, path):
        return f"http://127.0.0.{host}:{self.port}/{path}"

    def feed(self, host):
        items = "".join(f"<item><title>Entry {i} of {host}</title>"
                        f"<link>http://{host}:{self.port}/{i}</link></item>"
                        for i in range(self.entries))
        return f"<rss version='2.0'><channel><title>{host}</title>{items}</channel></rss>"

    def page(self):
        return ("<html><title>Harbour</title><body><main><h1>Fees</h1><p>A boat of up to six "
                f"metres pays {self.fee} euros a night, water and light included.</p></main>"
                f"{PADDING}</body></html>")


HOSTS = range(2, 8)


class Cluster:
    def __init__(self, program, folder, nats, server, terminals=("north", "south"), **settings):
        folder = pathlib.Path(folder)
        self.nats = nats
        self.processes = {}
        broker = {"url": nats.url, "silence": "4s"}
        # Visits are asked for, so that each is made when the test is ready for it.
        schedule = {"tick": "1s", "min_gap": "500ms", "budget": "tick",
                    "budget_per_hour": 180000}
        self.parts = {}
        for name in ["controller", *terminals]:
            (folder / name).mkdir()
            self.parts[name] = Curlew(
                program, folder / name, server=server if name == "controller" else None,
                broker=broker, schedule=schedule, articles={"fetch_pages": False}, **settings)
        self.controller = self.parts["controller"]

    def start(self, name):
        part = self.parts[name]
        words = ["controller"] if name == "controller" else ["terminal", "--name", name]
        with part.log.open("a") as log:
            process = subprocess.Popen(part.command(*words), stdout=subprocess.PIPE,
                                       stderr=log, text=True)
        self.processes[name] = process
        said = process.stdout.readline()
        expect("is running" in said, f"{name} did not start: {said} {part.log.read_text()}")
        return said

    def kill(self, name):
        self.processes[name].kill()
        self.processes[name].wait()

    def stop(self, name):
        wrong = stop(self.processes[name])
        expect(wrong is None, f"{name}: {wrong}")

    def end(self):
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
                process.wait()

    def logs(self):
        return {name: part.log.read_text() for name, part in self.parts.items()
                if part.log.exists()}


def versions(cluster):
    return cluster.controller.objects("history", str(cluster.page))


def shown(cluster, moment=None):
    words = ["show", str(cluster.page) + (f"@{moment}" if moment else "")]
    return cluster.controller.ask(*words)


def expect_version(cluster, site, count, seconds=60):
    """The page as it is now becomes the version of that number."""
    found = wait_until(lambda: len(versions(cluster)) >= count, seconds)
    expect(found, f"{len(versions(cluster))} versions, not {count}: {cluster.logs()}")
    newest = max(versions(cluster), key=lambda row: row["time"])
    code, out, err = shown(cluster)
    expect(code == 0 and out == site.page(), f"version {count}: {code} {err} {len(out)}")
    return newest


def expect_articles(cluster, site, after, seconds=60):
    """All entries of all feeds, each once."""
    wanted = {site.url(host, str(i)) for host in HOSTS for i in range(site.entries)}

    def urls():
        # Each change of the watched page is an article of its own, at the page's address.
        return [url for url in cluster.controller.article_urls() if not url.endswith("/fees")]

    found = wait_until(lambda: wanted <= set(urls()), seconds)
    expect(found, f"after {after}: missing {wanted - set(urls())}: {cluster.logs()}")
    expect(len(urls()) == len(set(urls())), f"after {after}: twice: {sorted(urls())}")


def check_memento(cluster, web, site):
    """The web pages of the controller read what lies at a terminal."""
    newest = max(versions(cluster), key=lambda row: row["time"])
    moment = "".join(c for c in newest["time"][:19] if c.isdigit())
    address = f"{web}/memento/{moment}/{site.url(1, 'fees')}"
    with urllib.request.urlopen(address, timeout=30 * PATIENCE) as answer:
        said = answer.read().decode()
    expect(f"pays {site.fee} euros" in said, f"{address}: {said[:2000]}")


def check_refusals(cluster, program):
    """What cannot work says so, in one line."""
    north = cluster.parts["north"]
    twin = Curlew(program, tempfile.mkdtemp(dir=north.data.parent),
                  broker={"url": cluster.nats.url})
    code, _, err = twin.ask("terminal", "--name", "north")
    expect(code == 1 and "a terminal named north runs already" in err, err)
    code, _, err = twin.ask("terminal", "--name", "no/name")
    expect(code == 2 and "--name" in err, err)
    code, _, err = north.ask("terminal", "--name", "north", "--drain")
    expect(code == 1, f"drained while it runs: {err}")
    lonely = Curlew(program, tempfile.mkdtemp(dir=north.data.parent))
    for words in (["controller"], ["terminal"]):
        code, _, err = lonely.ask(*words)
        expect(code == 2 and "[broker] url" in err, f"{words}: {code} {err}")
    for words in (["archive", "list"], ["archive", "verify"]):
        code, _, err = cluster.controller.ask(*words)
        expect(code == 1 and "at the terminals" in err, f"{words}: {code} {err}")


def run(cluster, program, site):
    web = cluster.start("controller").split("http", 1)[1].split("/ shows")[0]
    web = "http" + web
    cluster.start("north")
    cluster.start("south")
    for host in HOSTS:
        cluster.controller.run("add", site.url(host, "feed"), "--no-wait")
    cluster.controller.run("add", site.url(1, "fees"), "--kind", "page", "--watch", "changes",
                           "--no-wait")
    cluster.page = len(HOSTS) + 1
    expect_articles(cluster, site, "the start")
    first = expect_version(cluster, site, 1)
    used = wait_until(lambda: len(cluster.controller.rows(
        "SELECT DISTINCT terminal FROM visits")) == 2, 60)
    expect(used, "one terminal made all visits")
    check_memento(cluster, web, site)
    check_refusals(cluster, program)
    code, out, err = cluster.controller.ask("diff", str(cluster.page))
    expect(code == 1 and "one version" in (out + err).lower() or code in (0, 1), err)

    # The NATS server dies and comes back, without all that it had.
    nats = cluster.nats
    nats.kill()
    site.entries, site.fee = 3, "eleven"
    nats.lose_everything()
    nats.start()
    # What the server had of a visit under way is gone: its order is sent again when the
    # lease ends, after ten minutes.
    lease = 660 / PATIENCE
    expect_articles(cluster, site, "the NATS server's death", max(60, lease))
    expect_version(cluster, site, 2, max(60, lease))

    # A terminal dies: its hosts move. What it kept is there when it is back.
    keeper = versions(cluster)[0]["terminal"]
    other = "north" if keeper == "south" else "south"
    cluster.kill(keeper)
    code, _, err = shown(cluster, first["time"])
    if first["terminal"] == keeper:
        expect(code == 1 and f"terminal {keeper}" in err and "does not answer" in err, err)
    site.entries, site.fee = 5, "twelve"
    expect_articles(cluster, site, "a terminal's death")
    newest = expect_version(cluster, site, 3)
    expect(newest["terminal"] == other, newest)

    # It hands its records over, and is not needed any more.
    leaving = cluster.parts[keeper]
    code, out, err = leaving.ask("terminal", "--name", keeper, "--drain")
    expect(code == 0 and f"the records of {keeper} are at {other} now" in out,
           f"{code} {out} {err} {cluster.logs()}")
    expect(not (leaving.data / "archive").exists(), "its archive is still there")
    code, out, err = leaving.ask("terminal", "--name", keeper, "--drain")
    expect(code == 0 and "no records" in out, f"{code} {out} {err}")
    code, _, err = leaving.ask("terminal", "--name", keeper)
    expect(code == 1 and f"{other} has taken over" in err, err)
    code, out, err = shown(cluster, first["time"])
    expect(code == 0 and "pays ten euros" in out, f"{code} {err}")
    code, out, err = cluster.controller.ask("diff", str(cluster.page))
    expect(code == 0 and "twelve" in out, f"{code} {err}")

    # The other one answers for both after a restart, too; the controller goes on where it was.
    cluster.stop(other)
    cluster.stop("controller")
    cluster.start(other)
    cluster.start("controller")
    code, out, err = shown(cluster, first["time"])
    expect(code == 0 and "pays ten euros" in out, f"{code} {err}")
    site.entries = 6
    expect_articles(cluster, site, "a restart")
    code, out, err = cluster.parts[other].ask("archive", "list", "--json")
    expect(code == 0 and keeper in out and other in out, f"{code} {out} {err}")
    cluster.stop("controller")
    cluster.stop(other)


def main():
    program, database = sys.argv[1:]
    nats = NatsServer()
    server = PostgresServer() if database == "postgres" else None
    try:
        with tempfile.TemporaryDirectory(prefix="curlew-cluster-") as folder:
            cluster = Cluster(program, folder, nats, server)
            try:
                run(cluster, program, Site())
            finally:
                cluster.end()
    finally:
        nats.close()
        if server:
            server.close()
    print("a cluster lives, loses parts, and forgets nothing")


if __name__ == "__main__":
    main()
