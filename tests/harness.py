"""The real program against loopback: what the end-to-end tests in Python share."""
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import time
import urllib.request

# A test must pass on a machine that is four times slower, or as busy: what is waited for
# may take so many times as long as a quiet one of two cores allows. Who waits for a thing
# that happens goes on at once, so that this costs nothing. 1 where promises are measured.
PATIENCE = float(os.environ.get("CURLEW_TEST_PATIENCE", 4))

# Fast, and let in to loopback. A test changes single settings.
SETTINGS = {
    "fetch": {"contact": "mailto:test@localhost", "host_delay": "100ms",
              "group_by_domain": False, "address_delay": "0s", "per_address": 200,
              "allow_addresses": ["127.0.0.0/8", "::1"], "total_timeout": "10s"},
    # Every source each other second in the mean.
    "schedule": {"tick": "1s", "min_gap": "500ms", "budget": "tick", "budget_per_hour": 180000},
    "web": {"port": 0},
    "log": {"level": "error"},
}


def config_text(**changes):
    """SETTINGS with changes such as fetch={"max_body": "1MiB"}, as TOML."""
    text = ""
    for section in SETTINGS | changes:
        text += f"[{section}]\n"
        settings = SETTINGS.get(section, {}) | changes.get(section, {})
        # Strings, numbers, flags and lists look the same in JSON.
        text += "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    return text


class Curlew:
    """The program on a data directory of its own below `folder`; with `server`
    (postgres_server.py) its central store is there."""

    def __init__(self, program, folder, data=None, server=None, **changes):
        self.program = program
        self.server = server
        if server:
            changes["store"] = {"url": server.url}
        self.config = pathlib.Path(folder) / "curlew.toml"
        self.config.write_text(config_text(**changes))
        self.data = pathlib.Path(data or pathlib.Path(folder) / "data")
        self.log = pathlib.Path(folder) / "stderr"

    def command(self, *words):
        return [self.program, "--config", str(self.config), "--data", str(self.data), *words]

    def run(self, *words):
        subprocess.run(self.command(*words), check=True, stdout=subprocess.DEVNULL)

    def ask(self, *words):
        """Runs it and returns the exit code, what it printed, and what it complained."""
        done = subprocess.run(self.command(*words), capture_output=True, text=True,
                              timeout=60 * PATIENCE)
        return done.returncode, done.stdout, done.stderr

    def objects(self, *words):
        """What a command prints with --json, an object a line."""
        done = subprocess.run(self.command(*words, "--json"), check=True,
                              stdout=subprocess.PIPE, text=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def serve(self):
        """Starts it; what it writes to stderr is in `log`."""
        with self.log.open("a") as log:
            return subprocess.Popen(self.command("serve"), stdout=subprocess.PIPE,
                                    stderr=log, text=True)

    def serve_and_wait(self):
        process = self.serve()
        if not process.stdout.readline():  # It says when it is running.
            raise SystemExit(f"curlew serve did not start: {self.log.read_text()}")
        return process

    def rows(self, sql):
        """Of the central store. PostgreSQL gives texts, whatever the column."""
        if self.server:
            return self.server.rows(sql)
        path = self.data / "central.db"
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        try:
            return database.execute(sql).fetchall()
        finally:
            database.close()

    def article_urls(self):
        return [url for (url,) in self.rows("SELECT url FROM articles")]


def bearer_of(curlew, name="reader"):
    """What the header Authorization says for a user of that name, who is made."""
    curlew.run("user", "add", name)
    return "Bearer " + curlew.ask("token", "add", "test", "--scope", "read", "--user", name)[1].strip()


def reader(curlew, endpoint, name="reader"):
    """Asks a running Curlew's API as a user of that name, who is made:
    reader(curlew, "http://127.0.0.1:8400")("articles?limit=5") is the JSON."""
    bearer = bearer_of(curlew, name)

    def ask(path):
        request = urllib.request.Request(f"{endpoint.rstrip('/')}/api/v1/{path}",
                                         headers={"Authorization": bearer})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    return ask


def stop(process, seconds=20):
    """Ends it by SIGTERM. Returns what was wrong with that, or None. docs/service.md promises
    5 s; only the tests of that promise ask for them."""
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(timeout=seconds * PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return f"SIGTERM did not end it within {seconds * PATIENCE:g} s"
    print(f"ended {time.monotonic() - began:.1f} s after SIGTERM", flush=True)
    return f"SIGTERM ended it with {code}" if code != 0 else None


def wait_until(condition, seconds):
    """Asks again and again; the last answer. Not for what must not happen."""
    deadline = time.monotonic() + seconds * PATIENCE
    while not (answer := condition()) and time.monotonic() < deadline:
        time.sleep(0.2)
    return answer
