#!/usr/bin/env python3
"""A full disk, and database files that are locked, damaged or out of reach.

    bad_disk_test.py CURLEW [TEST…]

Every trouble must be told in one clear line, nothing stored may be lost, and what was
published meanwhile must be stored, once, when the trouble is over.
"""
import collections
import contextlib
import hashlib
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import hostile_web as web
from harness import Curlew, stop, wait_until

WAIT_SECONDS = 40
LOCK_SECONDS = 13  # Longer than a writer waits.

problems = []


def expect(holds, text):
    if not holds:
        problems.append(text)


class WordySite(web.Site):
    """Its articles need room: noise cannot be packed."""

    def text(self, number):
        return random.Random(number).randbytes(20_000).hex()


class Stage:
    """Curlew at work on publishers that behave."""

    def __init__(self, program, folder, data=None):
        self.sites = [WordySite(f"site {n}", f"127.0.1.{n}", None) for n in range(1, 4)]
        self.web = web.HostileWeb(self.sites)
        self.curlew = Curlew(program, folder, data, articles={"fetch_pages": False},
                             log={"level": "info"})
        self.curlew.run("add", *(site.url for site in self.sites))
        self.process = self.curlew.serve_and_wait()
        self.expect_all("at first")

    def publish(self):
        for site in self.sites:
            site.published += 1

    def missing(self):
        published = {url for site in self.sites for url in site.articles()}
        return published - set(self.curlew.article_urls())

    def expect_all(self, when):
        wait_until(lambda: not self.missing(), WAIT_SECONDS)
        expect(not (missing := self.missing()), f"{when}: lost {sorted(missing)}")
        counts = collections.Counter(self.curlew.article_urls())
        for url, number in counts.items():
            expect(number == 1, f"{when}: stored {number} times: {url}")
        integrity = self.curlew.rows("PRAGMA integrity_check")
        expect(integrity == [("ok",)], f"{when}: damaged: {integrity[:5]}")

    def lines_with(self, words):
        return [line for line in self.curlew.log.read_text().splitlines() if words in line]

    def expect_said_once(self, words):
        wait_until(lambda: self.lines_with(words), WAIT_SECONDS)
        lines = self.lines_with(words)
        expect(len(lines) == 1 and " error " in lines[0], f"said of \"{words}\": {lines}")
        expect(self.process.poll() is None, "it ended by itself")

    def restart(self):
        self.process = self.curlew.serve_and_wait()

    def stop(self):
        expect(not (trouble := stop(self.process)), trouble)

    def close(self):
        self.process.kill()  # Only if a test itself failed it runs still.
        self.web.close()


def expect_refusal(curlew, words, *command):
    code, _, complaint = curlew.ask(*command)
    lines = complaint.splitlines()
    expect(code == 1 and len(lines) == 1 and all(word in lines[0] for word in words),
           f"{command[0]} ends with {code}: {complaint}")


def fill(path):
    with contextlib.suppress(OSError), open(path, "wb", buffering=0) as ballast:
        while ballast.write(bytes(4096)):
            pass


def full_disk(program, folder):
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", disk], check=True)
    stage = Stage(program, folder, disk / "data")
    ballast = disk / "ballast"
    try:
        before = set(stage.curlew.article_urls())
        # A terminal's own file, full at that moment, is told of in a line of its own.
        trouble = "central.db: no space left"
        fill(ballast)
        stage.publish()
        stage.expect_said_once(trouble)
        stage.publish()
        time.sleep(6)  # It tries again after 5 s.
        stage.expect_said_once(trouble)
        expect(not before - set(stage.curlew.article_urls()), "lost what was stored")
        expect(stage.curlew.ask("status")[0] == 0, "no status on a full disk")
        expect_refusal(stage.curlew, ["central.db", "no space left"],
                       "add", *(f"http://other.example/{i}/" + "x" * 1900 for i in range(5)))
        ballast.unlink()
        stage.expect_all("when there is room again")
        expect(wait_until(lambda: stage.lines_with("the store works again"), WAIT_SECONDS),
               "not told that it works again")

        fill(ballast)
        stage.publish()
        wait_until(lambda: len(stage.lines_with(trouble)) > 1, WAIT_SECONDS)
        stage.stop()
        ballast.unlink()
        stage.restart()
        stage.expect_all("after an end on a full disk")
        stage.stop()
        expect(len(stage.lines_with("")) < 30, f"chatter: {stage.lines_with('')[:40]}")
    finally:
        stage.close()


@contextlib.contextmanager
def locked(database):
    """As another program does that writes and does not finish."""
    other = sqlite3.connect(database, isolation_level=None, timeout=10)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def locked_database(program, folder):
    stage = Stage(program, folder)
    database = stage.curlew.data / "central.db"
    try:
        with locked(database):
            began = time.monotonic()
            stage.publish()
            expect_refusal(stage.curlew, ["central.db", "another program is writing"],
                           "add", "http://other.example/")
            expect(time.monotonic() - began > 5, "add did not wait")
            expect(stage.curlew.ask("list")[0] == 0, "no list of a locked database")
            time.sleep(max(0, began + LOCK_SECONDS - time.monotonic()))
            stage.expect_said_once("another program is writing")
        stage.expect_all("after the lock")
        expect(stage.curlew.ask("add", "http://other.example/")[0] == 0, "add after the lock")
        expect(stage.curlew.ask("remove", "http://other.example/")[0] == 0, "remove")

        with locked(database):
            stage.publish()
            time.sleep(3)
            stage.stop()
        stage.restart()
        stage.expect_all("after an end under a lock")
        stage.stop()
    finally:
        stage.close()


def fingerprint(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def damaged_database(program, folder):
    noise = random.Random(1)
    damages = {
        "text": lambda content: b"Dear diary, nothing happened today.\n" * 9,
        "noise": lambda content: content[:4096] + noise.randbytes(len(content) - 4096),
        "first page": lambda content: noise.randbytes(4096) + content[4096:],
        "truncated": lambda content: content[:len(content) // 2 + 100],
        "head only": lambda content: content[:100],
        "emptied": lambda content: b"",
    }
    for name, damage in damages.items():
        curlew = Curlew(program, folder, folder / name)
        curlew.run("add", "http://a.example/")
        file = curlew.data / "central.db"
        file.write_bytes(damage(file.read_bytes()))
        before = fingerprint(file)
        for command in ("serve", "status", "list"):
            expect_refusal(curlew, [str(file), "restore a backup"], command)
        expect_refusal(curlew, [str(file), "restore a backup"], "add", "http://b.example/")
        expect(fingerprint(file) == before, f"{name}: the damaged file was changed")


def damaged_cache(program, folder):
    """What a terminal remembers can be learnt again: no reason to stop."""
    stage = Stage(program, folder)
    try:
        stage.stop()
        cache = stage.curlew.data / "terminal-1.db"
        cache.write_bytes(b"no database")
        stage.restart()
        stage.publish()
        stage.expect_all("after the cache was damaged")
        expect(stage.lines_with("set aside"), "not told of a damaged cache")
        stage.stop()
    finally:
        stage.close()


def second_serve(program, folder):
    stage = Stage(program, folder)
    try:
        expect_refusal(stage.curlew, ["running on it already", str(stage.process.pid)],
                       "serve")
        stage.publish()
        stage.expect_all("beside a second one")
        stage.stop()
    finally:
        stage.close()


def out_of_reach(program, folder):
    (folder / "file").write_text("")
    for data in (folder / "file" / "data", folder / "file", pathlib.Path("/proc/curlew")):
        curlew = Curlew(program, folder, data)
        for command in (["serve"], ["status"], ["add", "http://a.example/"]):
            expect_refusal(curlew, [str(data)], *command)


def no_permission(program, folder):
    """Who may not look must not be told that there is nothing."""
    data = folder / "data"
    Curlew(program, folder, data).run("add", "http://a.example/")
    folder.chmod(0o755)
    data.chmod(0o700)
    # Root may look anywhere: as nobody, where that can be had.
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    for command in ("list", "status"):
        done = subprocess.run([*nobody, program, "--data", str(data), command],
                              capture_output=True, text=True, timeout=60, cwd="/")
        if "setpriv" in done.stderr:
            print("no_permission: skipped, setpriv may not change the user")
            return
        expect(done.returncode == 1 and "Permission denied" in done.stderr
               and "no data here yet" not in done.stderr, f"{command}: {done.stderr}")


def read_only(program, folder):
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "none", disk], check=True)
    curlew = Curlew(program, folder, disk / "data")
    curlew.run("add", "http://a.example/")
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    for command in (["serve"], ["status"], ["list"], ["add", "http://b.example/"]):
        expect_refusal(curlew, [str(disk), "Read-only"], *command)


TESTS = [full_disk, locked_database, damaged_database, damaged_cache, second_serve,
         out_of_reach, no_permission, read_only]


def in_own_mount_namespace():
    """Again, where a file system can be mounted that nobody else sees."""
    if os.environ.get("CURLEW_TEST_MAY_MOUNT"):
        return True
    may = ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        permitted = subprocess.run(may, capture_output=True).returncode == 0
    except FileNotFoundError:
        permitted = False
    if permitted:
        os.environ["CURLEW_TEST_MAY_MOUNT"] = "yes"
        os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])
    return False


def main():
    may_mount = in_own_mount_namespace()
    for test in TESTS:
        if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
            continue
        if test in (full_disk, read_only) and not may_mount:
            print(f"{test.__name__}: skipped, mounting a file system is not permitted")
            continue
        began, known = time.monotonic(), len(problems)
        with tempfile.TemporaryDirectory() as folder:
            test(sys.argv[1], pathlib.Path(folder))
            subprocess.run(["umount", "-q", f"{folder}/disk"], stderr=subprocess.DEVNULL)
        print(f"{test.__name__}: {len(problems) - known} problems, "
              f"{time.monotonic() - began:.1f} s", flush=True)
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
