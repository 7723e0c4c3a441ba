#!/usr/bin/env python3
"""/readyz says whether the work can be done, and why not: a database that another program has
locked or moved away, a full or a read-only disk, a NATS server that died, terminals that are away.

    readiness_test.py CURLEW SOURCE [TEST…]
"""
import contextlib
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from nats_server import NatsServer

problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


def port_of(process):
    return int(process.stdout.readline().split("http://127.0.0.1:")[1].split("/")[0])


def ask(port, path="/readyz"):
    """Its status and what it says."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def becomes(port, status, line):
    """Waits for an answer that has a line that begins so."""
    def is_so():
        got, body = ask(port)
        return got == status and any(each.startswith(line) for each in body.splitlines())
    return wait_until(is_so, 30) or print(ask(port))


def locked(program, folder):
    curlew = Curlew(program, folder)
    process = curlew.serve()
    try:
        port = port_of(process)
        expect(becomes(port, 200, "ready"), "not ready at first")
        other = sqlite3.connect(curlew.data / "central.db", isolation_level=None, timeout=10)
        other.execute("BEGIN EXCLUSIVE")
        expect(becomes(port, 503, "store: ") and "ok" not in
               ask(port)[1].split("store: ")[1].split("\n")[0], "ready under a lock")
        expect("planner: ok" in ask(port)[1], "the planner works")
        other.execute("ROLLBACK")
        other.close()
        expect(becomes(port, 200, "ready"), "not ready after the lock")
        expect("another program" not in curlew.log.read_text(),
               "a look whether it can write is no error")
    finally:
        expect(not (trouble := stop(process)), trouble)


def moved(program, folder):
    """SQLite goes on to write to a file that was moved away: what it wrote would be lost."""
    curlew = Curlew(program, folder)
    process = curlew.serve()
    database, away = curlew.data / "central.db", folder / "away.db"
    try:
        port = port_of(process)
        expect(becomes(port, 200, "ready"), "not ready at first")
        database.rename(away)
        expect(becomes(port, 503, f"store: {database}: this database was deleted, moved"),
               "ready without its database")
        for path in ("/", "/api/v1/session", "/websub/1"):
            ask(port, path)
        expect(not database.exists(), "a request made an empty database")
        away.rename(database)
        expect(becomes(port, 200, "ready"), "not ready when the database is back")
    finally:
        expect(not (trouble := stop(process)), trouble)


def read_only_disk(program, folder):
    curlew = Curlew(program, folder)
    process = curlew.serve()
    try:
        port = port_of(process)
        expect(becomes(port, 200, "disk: ok"), "not ready at first")
        subprocess.run(["mount", "--bind", "-o", "ro", curlew.data, curlew.data], check=True)
        expect(becomes(port, 503, f"disk: {curlew.data} cannot be written to: Read-only"),
               "ready on a read-only disk")
        subprocess.run(["umount", curlew.data], check=True)
        expect(becomes(port, 200, "ready"), "not ready when it can be written to again")
    finally:
        expect(not (trouble := stop(process)), trouble)
        subprocess.run(["umount", "-q", curlew.data], stderr=subprocess.DEVNULL)


def full_disk(program, folder):
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "none", disk], check=True)
    curlew = Curlew(program, folder, disk / "data")
    process = curlew.serve()
    try:
        port = port_of(process)
        expect(becomes(port, 200, "disk: ok"), "not ready at first")
        with contextlib.suppress(OSError), open(disk / "ballast", "wb", buffering=0) as ballast:
            while ballast.write(bytes(65536)):
                pass
        expect(becomes(port, 503, "disk: "), "ready on a full disk")
        expect("are free" in ask(port)[1], ask(port)[1])
        (disk / "ballast").unlink()
        expect(becomes(port, 200, "ready"), "not ready when there is room again")
    finally:
        expect(not (trouble := stop(process)), trouble)
        subprocess.run(["umount", "-q", disk], stderr=subprocess.DEVNULL)


def cluster(program, folder):
    nats = NatsServer()
    import socket
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        figures = one.getsockname()[1]
    broker = {"url": nats.url, "silence": "4s"}
    parts, processes = {}, {}
    for name in ("controller", "north"):
        (folder / name).mkdir()
        own = {"metrics": {"port": figures}} if name == "north" else {}
        parts[name] = Curlew(program, folder / name, broker=broker, **own)
    parts["controller"].run("add", "http://127.0.0.1:1/feed", "--no-wait")

    def start(name, *words):
        with parts[name].log.open("a") as log:
            processes[name] = subprocess.Popen(parts[name].command(*words), text=True,
                                               stdout=subprocess.PIPE, stderr=log)
        return processes[name]

    try:
        port = port_of(start("controller", "controller"))
        expect(becomes(port, 503, "terminals: none"), "ready without a terminal")
        start("north", "terminal", "--name", "north").stdout.readline()
        expect(becomes(port, 200, "broker: ok"), "not ready with all parts")
        expect(becomes(figures, 200, "broker: ok"), "the terminal is not ready")
        text = urllib.request.urlopen(f"http://127.0.0.1:{figures}/metrics").read().decode()
        expect("curlew_archive_bytes" in text and "process_open_fds" in text
               and "curlew_visits_total" not in text, "a terminal shows its own figures")
        nats.kill()
        expect(becomes(port, 503, "broker: "), "ready without a broker")
        expect("broker: ok" not in ask(port)[1], ask(port)[1])
        expect(becomes(figures, 503, "broker: "), "the terminal is ready without a broker")
        expect(ask(figures, "/healthz") == (200, "ok\n"), "the terminal is alive")
        nats.start()
        expect(becomes(port, 200, "broker: ok"), "not ready when the broker is back")
    finally:
        for process in processes.values():
            expect(not (trouble := stop(process)), trouble)
        nats.close()


def in_own_mount_namespace():
    """Again, where a file system can be mounted that nobody else sees."""
    if os.environ.get("CURLEW_TEST_MAY_MOUNT"):
        return True
    try:
        permitted = subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"],
                                   capture_output=True).returncode == 0
    except FileNotFoundError:
        permitted = False
    if permitted:
        os.environ["CURLEW_TEST_MAY_MOUNT"] = "yes"
        os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])
    return False


def main():
    may_mount = in_own_mount_namespace()
    for test in (locked, moved, read_only_disk, full_disk, cluster):
        if sys.argv[3:] and test.__name__ not in sys.argv[3:]:
            continue
        if test in (read_only_disk, full_disk) and not may_mount:
            print(f"{test.__name__}: skipped, mounting a file system is not permitted")
            continue
        known = len(problems)
        with tempfile.TemporaryDirectory() as folder:
            test(sys.argv[1], pathlib.Path(folder))
        print(f"{test.__name__}: {len(problems) - known} problems", flush=True)
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
