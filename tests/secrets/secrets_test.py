#!/usr/bin/env python3
"""Secrets of sources do their work and are found nowhere.

    secrets_test.py CURLEW sqlite|postgres

A server, which is a proxy too, demands a login, a bearer token, a secret header, a login that
stood in an address, one of an imported list, and a proxy's password. A user has a password, a
page and a feed at secret addresses, and a webhook. Curlew gets them, makes
visits that need them, and others that fail with them. Then every file of its data directory
and of the database server, everything that it printed, logged, exported and served is searched
for them, plain and in base64. The same after an upgrade from rows in plain text whose process
is killed on the way. A lost key, one that others can read, a backup and a migration are tried
as well.
"""
import base64
import collections
import http.server
import json
import os
import pathlib
import re
import secrets
import shutil
import sqlite3
import sys
import tarfile
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, bearer_of, reader, stop, wait_until

SECRETS = {name: f"hush{secrets.token_hex(12)}" for name in
           ["login", "bearer", "header", "address", "list", "proxy", "denied", "dead",
            "password", "hook", "key"]}
LOGINS = {name: f"ann:{SECRETS[name]}" for name in ["login", "address", "list", "denied"]}
PROXY = f"bob:{SECRETS['proxy']}"
GOOD = ["login", "bearer", "header", "address", "list", "proxy", "open"]


def basic(credentials):
    return "Basic " + base64.b64encode(credentials.encode()).decode()


def needles():
    found = set()
    for text in [*SECRETS.values(), *LOGINS.values(), PROXY]:
        found.add(text.encode())
        for shift in range(3):  # It may stand anywhere in what was encoded.
            whole = base64.b64encode(b"\0" * shift + text.encode())
            found.add(whole[4:-4])
    return found


NEEDLES = needles()
# What each path wants of a request.
WANTED = {"login": ("Authorization", basic(LOGINS["login"])),
          "bearer": ("Authorization", f"Bearer {SECRETS['bearer']}"),
          "header": ("X-Api-Key", SECRETS["header"]),
          "address": ("Authorization", basic(LOGINS["address"])),
          "list": ("Authorization", basic(LOGINS["list"])),
          "proxy": ("Proxy-Authorization", basic(PROXY))}


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = re.sub("^http://[^/]*", "", self.path)
        name = path.strip("/").split("/")[0]
        if name == "robots.txt":
            return self.answer(404, b"")
        self.server.asked[name] += 1
        header, value = WANTED.get(name, ("", None))
        is_let_in = value is None or self.headers.get(header) == value
        if name == "denied" or not is_let_in:
            return self.answer(407 if name == "proxy" else 401, b"no")
        self.server.let_in[name] += 1
        if path.endswith("/page"):
            return self.answer(200, b"<html><title>Page</title><p>The page of it.</html>",
                               "text/html")
        base = f"http://127.0.0.1:{self.server.server_port}/{name}"
        self.answer(200, f'<rss version="2.0"><channel><title>{name}</title><item>'
                         f"<guid>{name}</guid><title>News of {name}</title>"
                         f"<link>{base}/page</link></item></channel></rss>".encode(),
                    "application/rss+xml")

    def answer(self, status, body, kind="text/plain"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Case:
    """One installation, and all that it has said."""

    def __init__(self, program, folder, server, web):
        self.web = web
        self.base = f"127.0.0.1:{web.server_port}"
        self.curlew = Curlew(program, folder, server=server, log={"level": "debug"})
        self.said = []

    def ask(self, *words, code=0):
        got, out, err = self.curlew.ask(*words)
        self.said.append(f"{out}{err}".encode())
        if code is not None and got != code:
            raise SystemExit(f"{words[0]} ended with {got}: {out}{err}")
        return out + err

    def add_all(self, folder):
        at = f"http://{self.base}"
        self.ask("add", f"{at}/open/feed")
        self.ask("add", f"{at}/login/feed", "--user", LOGINS["login"])
        self.ask("add", f"{at}/bearer/feed", "--bearer", SECRETS["bearer"])
        self.ask("add", f"{at}/header/feed", "--header", f"X-Api-Key: {SECRETS['header']}")
        self.ask("add", f"http://{LOGINS['address']}@{self.base}/address/feed")
        self.ask("add", f"{at}/proxy/feed", "--proxy", f"http://{PROXY}@{self.base}")
        self.ask("add", f"{at}/denied/feed", "--user", LOGINS["denied"])
        # Nobody listens there.
        self.ask("add", f"{at}/dead/feed", "--proxy",
                 f"http://bob:{SECRETS['dead']}@127.0.0.1:1")
        opml = pathlib.Path(folder) / "list.opml"
        opml.write_text('<opml version="2.0"><body><outline type="rss" text="list" xmlUrl='
                        f'"http://{LOGINS["list"]}@{self.base}/list/feed"/></body></opml>')
        self.ask("import", str(opml))
        opml.unlink()
        self.add_user(folder)

    def add_user(self, folder):
        """One with a password, a page, lists with feeds, and a webhook."""
        file = pathlib.Path(folder) / "secret"
        file.write_text(SECRETS["password"])
        self.ask("user", "add", "eleni", "--password-file", str(file))
        self.ask("watch", "add", "Floods", "flood*", "--user", "eleni")
        file.write_text(SECRETS["key"])
        self.ask("watch", "add", "Hook", "news", "--user", "eleni", "--by", "webhook", "--to",
                 f"https://hook.example/services/{SECRETS['hook']}", "--secret-file", str(file))
        file.unlink()
        # What is said here is said on purpose.
        for words in [["user", "page", "eleni"],
                      ["watch", "feed", "Floods", "--user", "eleni"]]:
            code, out, err = self.curlew.ask(*words)
            if code != 0:
                raise SystemExit(f"{words}: {out}{err}")
            token = out.split()[0].rsplit("/", 1)[-1].removesuffix(".atom")
            NEEDLES.add(token.encode())
        code, out, _ = self.curlew.ask("watch", "export", "--user", "eleni")
        if SECRETS["hook"] not in out or SECRETS["key"] not in out:
            raise SystemExit(f"an export does not round-trip: {out}")

    def pages(self):
        """How many articles have their page."""
        return int(self.curlew.rows("SELECT count(*) FROM page_contents")[0][0])

    def serve(self):
        self.process = self.curlew.serve()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"serve did not start: {self.curlew.log.read_text()}")
        self.endpoint = line.split()[3]
        self.said.append(line.encode())

    def stop(self):
        if wrong := stop(self.process):
            raise SystemExit(wrong)

    def let_in(self, names, seconds=60):
        """Visits are made with what they need, from now on."""
        before = dict(self.web.let_in)
        self.ask("visit", "--all", "--no-wait")
        if not wait_until(lambda: all(self.web.let_in[n] > before.get(n, 0) for n in names),
                          seconds):
            missing = [n for n in names if self.web.let_in[n] <= before.get(n, 0)]
            raise SystemExit(f"not let in any more: {missing}\n{self.ask('list')}\n"
                             f"{self.curlew.log.read_text()[-12000:]}")

    def look_everywhere(self):
        for words in [["status"], ["list"], ["log"], ["articles"]]:
            self.ask(*words)
            self.ask(*words, "--json")
        self.ask("list", "--failing")
        self.ask("export")
        for words in [["user", "list"], ["watch", "list"], ["clips"], ["deliveries"]]:
            self.ask(*words)
            self.ask(*words, "--json")
        self.ask("watch", "edit", "Hook", "--user", "eleni", "--to", "ftp://x", code=2)
        for number in range(1, 10):
            self.ask("explain", str(number), code=None)
            self.ask("check", str(number), code=None)
            self.ask("check", str(number), "--json", code=None)
        with urllib.request.urlopen(self.endpoint.rstrip("/") + "/sources/1/feed.atom") as answer:
            self.said.append(answer.read())
        ask = reader(self.curlew, self.endpoint, "looker")
        for path in ["sources", "problems", "articles", "articles/1", "health", "delay",
                     *(f"sources/{n}" for n in range(1, 10))]:
            self.said.append(json.dumps(ask(path)).encode())
        listen = urllib.request.Request(self.endpoint.rstrip("/") + "/api/v1/events",
                                        headers={"Authorization": bearer_of(self.curlew, "listener")})
        with urllib.request.urlopen(listen, timeout=20) as events:
            self.said.append(events.read1(65536))


def files_below(*folders):
    for folder in folders:
        for path in pathlib.Path(folder).rglob("*"):
            if path.is_file():
                try:
                    yield str(path), path.read_bytes()
                except OSError:
                    pass  # Gone meanwhile.


def search(where, texts):
    for name, text in texts:
        for needle in NEEDLES:
            at = text.find(needle)
            if at >= 0:
                raise SystemExit(f"{where}: a secret is in {name}: "
                                 f"{text[max(0, at - 60):at + 60]!r}")


def search_case(where, case, *folders):
    search(where, files_below(case.curlew.data, *folders))
    search(where, [("the log", case.curlew.log.read_bytes())])
    search(where, ((f"output {i}", text) for i, text in enumerate(case.said)))
    print(f"{where}: nothing found", flush=True)


def execute(case, server, sql):
    if server:
        for each in sql:
            server.rows(each)
        return
    database = sqlite3.connect(case.curlew.data / "central.db", timeout=10)
    for each in sql:
        database.execute(each)
    database.commit()
    database.close()


def upgrade(case, server):
    """Rows as an older release left them; killed while they are sealed."""
    execute(case, server, [
        f"UPDATE sources SET basic_credentials = '{LOGINS['login']}'"
        " WHERE url LIKE '%/login/feed'",
        f"UPDATE sources SET bearer_token = '{SECRETS['bearer']}'"
        " WHERE url LIKE '%/bearer/feed'",
        f"UPDATE sources SET headers = 'X-Api-Key: {SECRETS['header']}\n'"
        " WHERE url LIKE '%/header/feed'",
        f"UPDATE sources SET proxy = 'http://{PROXY}@{case.base}'"
        " WHERE url LIKE '%/proxy/feed'",
        "UPDATE counters SET value = 2 WHERE name = 'plain secrets'"])
    plain = b"".join(text for _, text in files_below(case.curlew.data))
    if not server and SECRETS["bearer"].encode() not in plain:
        raise SystemExit("the upgrade has nothing to do")
    for milliseconds in [5, 20, 40, 60, 80]:
        process = case.curlew.serve()
        time.sleep(milliseconds / 1000)
        process.kill()
        process.wait()
    case.serve()
    case.let_in(GOOD)
    left = case.curlew.rows("SELECT value FROM counters WHERE name = 'plain secrets'")
    if int(left[0][0]) != 0:
        raise SystemExit(f"plain secrets: {left}")


def lose_key(case):
    key = case.curlew.data / "curlew.key"
    if os.stat(key).st_mode & 0o777 != 0o600:
        raise SystemExit("others can read the key")
    key.rename(key.with_suffix(".away"))
    case.serve()
    before = dict(case.web.asked)
    case.ask("visit", "--all", "--no-wait")
    def failed():
        return [source for source in case.curlew.objects("list")
                if "the key cannot be read" in json.dumps(source)]
    secret = [name for name in GOOD if name != "open"]
    if not wait_until(lambda: len(failed()) >= len(secret), 60):
        raise SystemExit(f"a lost key is not told: {case.ask('list')}")
    if not wait_until(lambda: case.web.asked["open"] > before["open"], 30):
        raise SystemExit("without a key nothing goes on")
    asked = [name for name in secret if case.web.asked[name] > before[name]]
    if asked:
        raise SystemExit(f"asked without their secrets: {asked}")
    for words in [["add", "1", "--user", "a:b"], ["user", "add", "bob", "--no-password"],
                  ["user", "page", "eleni", "--new"]]:
        refused = case.ask(*words, code=None)
        if "the key is missing" not in refused or key.exists():
            raise SystemExit(f"a new key hides the loss: {refused}")
    key.write_text("curlew-key-1:" + base64.urlsafe_b64encode(bytes(32)).decode().rstrip("="))
    key.chmod(0o600)
    refused = case.ask("add", "1", "--user", "a:b", code=None)
    if "is not the one that sealed" not in refused:
        raise SystemExit(f"another installation's key is taken: {refused}")
    case.stop()
    case.serve()
    if "is not the one that sealed" not in case.curlew.log.read_text():
        raise SystemExit("serve does not tell that the key is another's")
    key.with_suffix(".away").rename(key)
    case.let_in(GOOD)  # Nobody has to start it again.
    case.stop()
    key.chmod(0o640)
    process = case.curlew.serve()
    if process.wait(timeout=30) == 0 or f"chmod 600 {key}" not in case.curlew.log.read_text():
        raise SystemExit("a key that others can read is used")
    key.chmod(0o600)


def back_up(case, program, folder):
    archive = pathlib.Path(folder) / "backup.tar"
    case.ask("backup", str(archive))
    with tarfile.open(archive) as tar:
        members = [(m.name, tar.extractfile(m).read()) for m in tar.getmembers()]
    search("backup", members)
    if archive.stat().st_mode & 0o777 != 0o600:
        raise SystemExit("others can read the backup")
    place = pathlib.Path(folder) / "restored"
    place.mkdir()
    restored = Case(program, place, None, case.web)
    restored.ask("restore", str(archive))
    restored.serve()
    restored.let_in(GOOD)
    restored.stop()
    # The key may lie elsewhere; then no backup has it.
    key = place / "elsewhere.key"
    (restored.curlew.data / "curlew.key").rename(key)
    config = restored.curlew.config
    config.write_text(config.read_text() + f'[data]\nkey = "{key}"\n')
    restored.serve()
    restored.let_in(GOOD)
    restored.stop()
    restored.ask("backup", str(place / "without.tar"))
    with tarfile.open(place / "without.tar") as tar:
        if "curlew.key" in tar.getnames() or (restored.curlew.data / "curlew.key").exists():
            raise SystemExit("the key does not stay where it is")
    search_case("restored", restored)


def lose_key_of_users(program, folder, web):
    """Where only users have secrets, the loss is told as well, and can be ended."""
    place = pathlib.Path(folder) / "users"
    place.mkdir()
    case = Case(program, place, None, web)
    case.add_user(place)
    key = case.curlew.data / "curlew.key"
    key.unlink()
    refused = case.ask("user", "add", "bob", "--no-password", code=1)
    if "the key is missing" not in refused or "curlew user revoke" not in refused or key.exists():
        raise SystemExit(f"a new key hides the loss: {refused}")
    case.ask("user", "revoke")
    case.ask("user", "page", "eleni", code=1)
    case.ask("user", "page", "eleni", "--new")
    case.said.pop()  # Said on purpose.
    case.curlew.log.touch()  # It was not served.
    search_case("users alone", case)


def migrate(case, program, folder, server):
    """From a file to the server, with the same key."""
    place = pathlib.Path(folder) / "moved"
    place.mkdir()
    moved = Case(program, place, None, case.web)
    moved.ask("add", f"http://{case.base}/login/feed", "--user", LOGINS["login"])
    server.rows("CREATE DATABASE moved")
    url = server.url.replace("/postgres?", "/moved?")
    moved.ask("migrate", "--to", url)
    config = moved.curlew.config
    config.write_text(config.read_text() + f'[store]\nurl = "{url}"\n')
    moved.serve()
    moved.let_in(["login"])
    moved.stop()
    search_case("migrated", moved)


def main():
    program, database = sys.argv[1:3]
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    web.asked, web.let_in = collections.Counter(), collections.Counter()
    threading.Thread(target=web.serve_forever, daemon=True).start()
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = tempfile.mkdtemp(prefix="curlew-secrets-")
    case = Case(program, folder, server, web)
    # What the server writes, its log of changes included.
    theirs = [server.folder] if server else []
    try:
        case.add_all(folder)
        case.serve()
        case.let_in(GOOD)
        if not wait_until(lambda: case.pages() >= len(GOOD), 60):
            raise SystemExit(f"only {case.pages()} pages: {case.ask('log')}")
        case.look_everywhere()
        search_case("while it runs", case, *theirs)
        case.stop()
        search_case("after its end", case, *theirs)
        lose_key(case)
        search_case("after a lost key", case, *theirs)
        if server:
            migrate(case, program, folder, server)
        else:
            lose_key_of_users(program, folder, web)
            back_up(case, program, folder)
        upgrade(case, server)
        case.stop()
        if server:
            server.rows("CHECKPOINT")
            search_case("after an upgrade", case, f"{server.folder}/data/base")
        else:
            search_case("after an upgrade", case)
        print("ok")
    finally:
        if getattr(case, "process", None) and case.process.poll() is None:
            case.process.kill()
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
