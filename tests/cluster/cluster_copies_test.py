#!/usr/bin/env python3
"""Three terminals with `archive.copies = 2`, as processes of their own: each version lies at two of
them when its visit is done. A terminal is killed and its directory deleted, again and again: every
version of every page is still there with its bytes; one that begins anew gets its archive back; one
that is drained leaves two copies; and the last one says that it keeps versions once.

    cluster_copies_test.py CURLEW sqlite|postgres
"""
import pathlib
import random
import shutil
import sys
import tempfile
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import cluster_test
from cluster_test import Cluster, Site
from harness import PATIENCE, wait_until
from nats_server import NatsServer
from postgres_server import PostgresServer

# Of a page whose record is larger than a message of NATS may be.
WORDS = random.Random(7)
cluster_test.PADDING = "".join(f"<p>{WORDS.getrandbits(512):x}</p>\n" for _ in range(12_000))

TERMINALS = ("north", "south", "west")
PAGES = range(1, 5)


def expect(condition, what):
    if not condition:
        raise SystemExit(f"cluster_copies_test: {what}")


class Versions:
    """All versions of all pages, as they were when they were made."""

    def __init__(self, cluster, site):
        self.cluster, self.site = cluster, site
        self.known = {}

    def listed(self, page):
        return self.cluster.controller.objects("history", str(page))

    def change(self, fee):
        """Every page says something else, and each becomes a version."""
        self.site.fee = fee
        wanted = {page: sum(key[0] == page for key in self.known) + 1 for page in PAGES}

        def have_changed():
            missing = [page for page in PAGES if len(self.listed(page)) < wanted[page]]
            # The planner may have found that others change oftener.
            if missing:
                self.cluster.controller.run("visit", *map(str, missing), "--no-wait")
            return not missing

        found = wait_until(have_changed, 90)
        expect(found, f"{fee}: not every page has a new version: {self.cluster.logs()}")
        for page in PAGES:
            for row in self.listed(page):
                self.known.setdefault((page, row["time"]), (self.site.page(), row["terminal"]))

    def expect_all(self, when):
        """Everything is there through the controller, byte for byte."""
        for (page, moment), (body, terminal) in self.known.items():
            code, out, err = self.cluster.controller.ask("show", f"{page}@{moment}")
            expect(code == 0 and out == body,
                   f"{when}: {page}@{moment} of {terminal}: {code} {err} {len(out)} bytes: "
                   f"{self.cluster.logs()}")

    def keepers(self):
        return {terminal for _, terminal in self.known.values()}


def copies(cluster):
    status = cluster.controller.objects("status")[0]
    return {row["archive"]: row for row in status["archive_copies"]}


def expect_whole(cluster, archives, when):
    """Of each of these archives all is held by another terminal that runs."""
    def are_whole():
        told = copies(cluster)
        return all(told.get(name, {}).get("holder") in cluster.running()
                   and told[name]["kept_once"] == 0 for name in archives)
    expect(wait_until(are_whole, 90), f"{when}: {copies(cluster)} {cluster.logs()}")


class CopyingCluster(Cluster):
    def running(self):
        return {name for name, process in self.processes.items() if process.poll() is None}

    def destroy(self, name):
        """kill -9, and all that it had is gone."""
        self.kill(name)
        shutil.rmtree(self.parts[name].data)


def check_other_ways(cluster, web, site, versions):
    """Memento, diff and the records themselves."""
    page, moment = max(versions.known, key=lambda key: (key[0] == 1, key[1]))
    digits = "".join(c for c in moment[:19] if c.isdigit())
    address = f"{web}/memento/{digits}/{site.url(1, 'fees')}"
    with urllib.request.urlopen(address, timeout=30 * PATIENCE) as answer:
        said = answer.read().decode()
    expect(f"pays {site.fee} euros" in said, f"{address}: {said[:500]}")
    code, out, err = cluster.controller.ask("diff", str(page))
    expect(code == 0 and site.fee in out, f"diff: {code} {err}")
    target = cluster.controller.data / "one.warc.gz"
    code, _, err = cluster.controller.ask("archive", "get", f"{site.url(1, 'fees')}@{moment}",
                                          "-o", str(target))
    expect(code == 0 and target.stat().st_size > 1000, f"archive get: {code} {err}")
    target.unlink()


def run(cluster, site):
    web = "http" + cluster.start("controller").split("http", 1)[1].split("/ shows")[0]
    for name in TERMINALS:
        cluster.start(name)
    for page in PAGES:
        cluster.controller.run("add", site.url(page, "fees"), "--kind", "page",
                               "--watch", "changes", "--no-wait")
    versions = Versions(cluster, site)
    expect_whole(cluster, TERMINALS, "the start")
    versions.change("ten")
    versions.change("eleven")
    expect_whole(cluster, TERMINALS, "two versions of each page")
    versions.expect_all("before anything")

    # One of them is lost with its directory, and is not started again.
    lost = next(terminal for (page, _), (_, terminal) in versions.known.items() if page == 1)
    cluster.destroy(lost)
    versions.expect_all(f"{lost} is lost")
    check_other_ways(cluster, web, site, versions)
    versions.change("twelve")
    versions.expect_all(f"{lost} is lost, and others went on")

    # It begins with an empty directory and has its archive again; then it is lost once more.
    cluster.start(lost)
    expect_whole(cluster, TERMINALS, f"{lost} is back")
    code, out, err = cluster.parts[lost].ask("archive", "list", "--json")
    expect(code == 0 and lost in out, f"its archive did not come back: {code} {out} {err}")
    code, out, err = cluster.parts[lost].ask("archive", "verify")
    expect(code == 0, f"what came back is not sound: {code} {out} {err}")
    versions.change("thirteen")
    expect_whole(cluster, TERMINALS, f"{lost} went on")
    cluster.destroy(lost)
    versions.expect_all(f"{lost} is lost again")

    # From an empty directory it can be drained, too: another one keeps its records, and a third
    # one the copy.
    leaving = cluster.parts[lost]
    left = [name for name in TERMINALS if name != lost]
    code, out, err = leaving.ask("terminal", "--name", lost, "--drain", "--to", left[0])
    expect(code == 0 and f"the records of {lost} are at {left[0]} now" in out,
           f"drain: {code} {out} {err} {cluster.logs()}")
    expect_whole(cluster, [lost, *left], f"{lost} was drained")
    expect(copies(cluster)[lost]["holder"] == left[1], f"{copies(cluster)}")
    versions.expect_all(f"{lost} was drained")

    # The one that took them over is lost. The last one holds everything, and says that what it
    # keeps now lies there alone.
    code, _, err = cluster.parts[left[1]].ask("archive", "verify")
    expect(code == 0, err)
    cluster.destroy(left[0])
    versions.expect_all(f"{left[0]} is lost, too")
    versions.change("fourteen")
    versions.expect_all("one is left")
    expect(wait_until(lambda: copies(cluster)[left[1]]["kept_once"] > 0, 60),
           f"nobody says that versions are kept once: {copies(cluster)}")
    code, out, _ = cluster.controller.ask("status")
    expect(code == 0 and "kept once" in out, out)
    shown = cluster.controller.objects("operation")[0]["archive_copies"]
    expect(any(row["archive"] == left[1] and row["kept_once"] > 0 for row in shown), shown)
    cluster.stop(left[1])
    code, _, err = cluster.parts[left[1]].ask("terminal", "--name", left[1], "--drain")
    expect(code == 1 and "holds a copy of the archive of" in err, f"{code} {err}")

    # Two again.
    cluster.start(left[1])
    cluster.start(left[0])
    expect_whole(cluster, left, "two again")
    versions.expect_all("two again")
    # What was taken over and lost with its taker is kept by nobody: that is said, and mended by
    # draining it once more.
    expect(wait_until(lambda: copies(cluster).get(lost, {}).get("kept_once", 0) > 0, 90),
           f"nobody says that a copy is all that is left: {copies(cluster)}")
    code, out, err = leaving.ask("terminal", "--name", lost, "--drain", "--to", left[0])
    expect(code == 0, f"drain again: {code} {out} {err} {cluster.logs()}")
    expect_whole(cluster, [lost, *left], "the last one was taken over again")
    versions.expect_all("the end")
    for name in ["controller", *left]:
        cluster.stop(name)


def main():
    program, database = sys.argv[1:]
    nats = NatsServer()
    server = PostgresServer() if database == "postgres" else None
    try:
        with tempfile.TemporaryDirectory(prefix="curlew-copies-") as folder:
            cluster = CopyingCluster(program, folder, nats, server, TERMINALS,
                                     archive={"copies": 2, "segment": "2MiB"})
            try:
                run(cluster, Site())
            finally:
                cluster.end()
    finally:
        nats.close()
        if server:
            server.close()
    print("directories are deleted, and no version is lost")


if __name__ == "__main__":
    main()
