"""A NATS server for end-to-end tests: on a free port of the loopback address, with its files in
a folder that goes away, ended by its process id."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77


def program():
    """Where it is; without it the test is skipped, but fails in CI."""
    found = shutil.which("nats-server") or shutil.which("/usr/sbin/nats-server")
    if found:
        return found
    print("nats-server is not installed (Debian: nats-server)")
    sys.exit(1 if os.environ.get("CI") else SKIPPED)


class NatsServer:
    def __init__(self):
        self.program = program()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="curlew-nats-"))
        self.port = -1  # Any free one; after a restart the same.
        self.start()

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    def start(self):
        """Listens when it returns."""
        (self.folder / "conf").write_text(f'jetstream {{ store_dir: "{self.folder}/store" }}\n')
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline:
            self.process = subprocess.Popen(
                [self.program, "-c", self.folder / "conf", "-a", "127.0.0.1",
                 "-p", str(self.port), "-l", self.folder / "log",
                 "--ports_file_dir", self.folder],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            ports = self.folder / f"nats-server_{self.process.pid}.ports"
            while self.process.poll() is None and time.monotonic() < deadline:
                try:
                    self.port = int(json.loads(ports.read_text())["nats"][0].rsplit(":", 1)[1])
                    return
                except (OSError, ValueError, KeyError):
                    time.sleep(0.05)
            time.sleep(0.5)
        raise SystemExit("nats-server does not start")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def lose_everything(self):
        """As after a lost disk; while it is stopped."""
        shutil.rmtree(self.folder / "store", ignore_errors=True)

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()
        shutil.rmtree(self.folder)
