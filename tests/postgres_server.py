"""A PostgreSQL server for end-to-end tests: a cluster of its own in a folder that goes away,
on a socket in it, ended by its process id."""
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77


def programs():
    """Where initdb and postgres are; without them the test is skipped, but fails in CI."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if found:
        return pathlib.Path(found[-1]).parent
    print("PostgreSQL is not installed (Debian: postgresql)")
    sys.exit(1 if os.environ.get("CI") else SKIPPED)


class PostgresServer:
    def __init__(self):
        self.programs = programs()
        self.folder = tempfile.mkdtemp(prefix="curlew-pg-")
        self.as_user = {}
        if os.geteuid() == 0:  # PostgreSQL does not run as root.
            names = [user.pw_name for user in pwd.getpwall()]
            name = "postgres" if "postgres" in names else "nobody"
            user = pwd.getpwnam(name)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        subprocess.run([self.programs / "initdb", "-D", f"{self.folder}/data", "-U", "curlew",
                        "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8",
                        "--wal-segsize=1"],
                       check=True, stdout=subprocess.DEVNULL, cwd="/", **self.as_user)
        self.start()

    @property
    def url(self):
        return f"postgres://curlew@/postgres?host={self.folder}"

    def start(self):
        """Also after a kill -9: its old processes must have seen that first."""
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline:
            # A kill does no harm without fsync, and the machine goes on.
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", f"{self.folder}/data", "-k", self.folder,
                 "-c", "listen_addresses=", "-c", "fsync=off", "-c", "log_min_messages=panic"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **self.as_user)
            while self.process.poll() is None and time.monotonic() < deadline:
                if self.asked("SELECT 1") == [("1",)]:
                    return
                time.sleep(0.05)
            time.sleep(0.2)
        raise SystemExit("PostgreSQL does not start")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def asked(self, sql):
        """Rows of texts; None when it does not answer."""
        done = subprocess.run([self.programs / "psql", self.url, "-XAtq", "-F", "\x1f",
                               "-c", sql], capture_output=True, text=True)
        if done.returncode != 0:
            return None
        return [tuple(line.split("\x1f")) for line in done.stdout.splitlines()]

    def rows(self, sql):
        """Of a query that must succeed."""
        rows = self.asked(sql)
        if rows is None:
            raise SystemExit(f"PostgreSQL does not answer: {sql}")
        return rows

    def close(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)
        shutil.rmtree(self.folder)
