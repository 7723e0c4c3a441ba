#!/usr/bin/env python3
"""newsboat lists, opens, marks and stars articles and clips.

    newsboat_test.py CURLEW feedhq|miniflux

newsboat itself, of the distribution, on a terminal of its own: its list of feeds comes from
Curlew, an article that is opened there is read in Curlew, and one that was read elsewhere
is read there after the next reload. Where newsboat is not installed the test is skipped.
"""
import fcntl
import os
import pathlib
import pty
import select
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from installation import FOG, SECRET, SHIP, Installation, expect, wait_until

ENTER, QUIT, EDIT_FLAGS, MARK_ALL = "\r", "q", "\x05", "A"


class Newsboat:
    def __init__(self, program, folder, backend, here, user):
        self.folder = pathlib.Path(folder) / "newsboat"
        self.folder.mkdir()
        (self.folder / "config").write_text(
            f'urls-source "{backend}"\n{backend}-url "http://127.0.0.1:{here.port}"\n'
            f'{backend}-login "{user}"\n{backend}-password "{here.passwords[user]}"\n'
            + ('feedhq-flag-star "s"\nfeedhq-show-special-feeds no\n' if backend == "feedhq" else "")
            + 'show-read-feeds yes\nshow-read-articles yes\nmarkfeedread-jumps-to-next-unread no\n'
              'confirm-exit no\n')
        (self.folder / "urls").write_text("")
        self.command = [program, "-C", self.folder / "config", "-u", self.folder / "urls",
                        "-c", self.folder / "cache.db"]
        self.environment = {"HOME": str(self.folder), "PATH": os.environ["PATH"],
                            "LANG": "C.UTF-8", "TERM": "xterm", "no_proxy": "*"}

    def reload(self):
        done = subprocess.run([*self.command, "-q", "-x", "reload"], env=self.environment,
                              timeout=120, capture_output=True, text=True)
        expect(done.returncode == 0, f"newsboat reload: {done.stdout}{done.stderr}")

    def items(self):
        """(title, is it unread) of each."""
        database = sqlite3.connect(f"file:{self.folder / 'cache.db'}?mode=ro", uri=True)
        try:
            return sorted(database.execute("SELECT title, unread FROM rss_item").fetchall())
        finally:
            database.close()

    def __enter__(self):
        main, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen([str(each) for each in self.command], stdin=terminal,
                                        stdout=terminal, stderr=terminal, env=self.environment,
                                        start_new_session=True)
        os.close(terminal)
        self.terminal = main
        self.shown = ""
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        os.close(self.terminal)

    def read(self, seconds):
        """What it shows until it has shown nothing for so long."""
        while select.select([self.terminal], [], [], seconds)[0]:
            try:
                part = os.read(self.terminal, 65536)
            except OSError:
                return
            if not part:
                return
            self.shown += part.decode(errors="replace")

    def wait_for(self, text):
        for _ in range(240):
            self.read(0.25)
            if text in self.shown:
                return
        raise SystemExit(f"newsboat does not show {text!r}: {self.shown[-3000:]!r}")

    def press(self, keys):
        self.read(0.5)
        self.shown = ""
        os.write(self.terminal, keys.encode())
        self.read(1)


def check(here, newsboat, backend):
    newsboat.reload()
    # A clip and its article are one item each.
    expect(newsboat.items() == sorted([(SHIP, 1), (SHIP, 1), (FOG, 1), (SECRET, 1)]),
           newsboat.items())
    with newsboat:
        newsboat.wait_for("Ships")
        for title in ("Feed harbour", "Feed diary"):
            expect(title in newsboat.shown, newsboat.shown)
        # The lists are the last feeds: the clip is opened, and read by that.
        newsboat.press("3" + ENTER)
        newsboat.press(ENTER)
        newsboat.wait_for("crew")
        newsboat.press(ENTER)
        newsboat.wait_for("came")
        expect("evil" not in newsboat.shown, newsboat.shown)
        # newsboat says so when the article is left.
        newsboat.press(QUIT)
        expect(wait_until(lambda: (SHIP, 1, 0) in here.states("anna"), 30), here.states("anna"))
        if backend == "feedhq":
            newsboat.press(EDIT_FLAGS)
            newsboat.press("s" + ENTER)
            expect(wait_until(lambda: (SHIP, 1, 1) in here.states("anna"), 30),
                   here.states("anna"))
        newsboat.press(QUIT)
        # The first feed is marked as a whole.
        newsboat.press("1" + ENTER)
        newsboat.press(MARK_ALL)
        expect(wait_until(lambda: len(here.states("anna")) >= 2, 30), here.states("anna"))
        newsboat.press(QUIT)
        newsboat.press(QUIT)
    # What was read elsewhere is read here, and the article of the clip with it.
    pair = here.passwords["anna"]
    for item in here.ask("GET", "/v1/entries?status=unread", X_Auth_Token=pair).json()["entries"]:
        here.ask("PUT", "/v1/entries", f'{{"entry_ids":[{item["id"]}],"status":"read"}}',
                 X_Auth_Token=pair)
    newsboat.reload()
    expect(newsboat.items() == sorted([(SHIP, 0), (SHIP, 0), (FOG, 0), (SECRET, 0)]),
           newsboat.items())
    expect(here.states("bob") == [], here.states("bob"))


def main():
    program = shutil.which("newsboat")
    if not program:
        print("newsboat is not installed: skipped")
        sys.exit(77)
    backend = sys.argv[2]
    with tempfile.TemporaryDirectory() as folder, Installation(sys.argv[1], folder) as here:
        check(here, Newsboat(program, folder, backend, here, "anna"), backend)
    print("ok")


if __name__ == "__main__":
    main()
