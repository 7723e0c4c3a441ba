"""OpenSMTPD from Debian on a free port of 127.0.0.1, which keeps every message in a maildir.

Its spool and its socket have fixed places, so it runs in a mount namespace of its own with
empty file systems over both: that takes root."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

SMTPD = "/usr/sbin/smtpd"

# Runs within the namespace.
START = """
mount --make-rprivate /
mount -t tmpfs tmpfs /var/spool && mkdir -m 711 /var/spool/smtpd
mount -t tmpfs tmpfs /run
exec "$0" -d -f "$1"
"""


def why_not():
    """The reason why it cannot run here; None when it can."""
    if not os.path.exists(SMTPD):
        return "opensmtpd is not installed"
    probe = subprocess.run(["unshare", "-m", "true"], capture_output=True)
    return None if probe.returncode == 0 else "no mount namespaces without root"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class OpenSmtpd:
    """Takes mail for every address but nobody@refused.example.org."""

    def __init__(self):
        # nobody must be able to write below it.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opensmtpd-"))
        self.folder.chmod(0o755)
        self.maildir = self.folder / "maildir"
        self.maildir.mkdir()
        shutil.chown(self.maildir, "nobody")
        self.port = free_port()
        config = self.folder / "smtpd.conf"
        config.write_text(
            f"listen on 127.0.0.1 port {self.port} hostname mail.example.org\n"
            f'action "keep" maildir "{self.maildir}" user nobody virtual {{ "@" = nobody }}\n'
            'match from any for domain "refused.example.org" reject\n'
            'match from any for any action "keep"\n')
        config.chmod(0o600)
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            ["unshare", "-m", "sh", "-c", START, SMTPD, str(config)],
            stdout=self.log, stderr=self.log, start_new_session=True)
        self.wait_for_port()

    def wait_for_port(self):
        for _ in range(1000):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log_text()
                time.sleep(0.02)
        raise AssertionError(self.log_text())

    def log_text(self):
        return (self.folder / "log").read_text(errors="replace")

    def messages(self, count):
        """The bytes of the messages delivered so far; waits until there are `count`."""
        for _ in range(3000):
            files = sorted((self.maildir / "new").glob("*"))
            if len(files) >= count:
                break
            time.sleep(0.02)
        return [file.read_bytes() for file in files]

    def stop(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(20)
        self.log.close()
        shutil.rmtree(self.folder)
