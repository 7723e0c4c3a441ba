#!/usr/bin/env python3
"""Users, their subscriptions and their lists, through the program.

    users_test.py CURLEW sqlite|postgres

Two users of one installation that runs: a feed that is private to one of them is fetched, and
is not there for the other, whatever he asks. Subscriptions are counted. Passwords are read from
a file, from standard input and from a terminal, which does not show them. Lists are made,
refused, changed, and round-trip through a file.
"""
import http.server
import json
import os
import pathlib
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.strip("/")
        body = (f'<rss version="2.0"><channel><title>Feed of {name}</title><item>'
                f"<guid>{name}</guid><title>News of {name}</title></item></channel></rss>")
        self.send_response(404 if name == "robots.txt" else 200)
        self.send_header("Content-Type", "application/rss+xml")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def expect(condition, what):
    if not condition:
        raise SystemExit(what)


class Test:
    def __init__(self, program, folder, server, web):
        self.folder = pathlib.Path(folder)
        self.curlew = Curlew(program, folder, server=server)
        self.at = f"http://127.0.0.1:{web.server_port}"
        self.process = None

    def ok(self, *words, stdin=None):
        done = subprocess.run(self.curlew.command(*words), input=stdin, text=True,
                              capture_output=True, timeout=120)
        expect(done.returncode == 0, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    def refused(self, *words, code=2, why=""):
        got, out, err = self.curlew.ask(*words)
        expect(got == code and why in err, f"{words}: {got} {out}{err}, not {code} {why}")
        expect(len(err) < 1000 and err.count("\n") == 1, f"{words}: {err}")

    def users(self):
        secret = self.folder / "password"
        secret.write_text("open sesame\nand more\n")
        self.refused("user", "list", code=1, why="no data here yet")
        self.ok("user", "add", "anna", "--mail", "anna@example.org", "--time-zone",
                "Europe/Athens", "--password-file", str(secret))
        self.ok("user", "add", "bob", "--no-password")
        self.refused("user", "add", "bob", "--no-password", code=1, why="already")
        self.refused("user", "add", "a\nb\u202e", "--no-password", why="a user's name")
        self.refused("user", "add", "c", "--mail", "a@b.example\nBcc: x@y.example",
                     "--no-password", why="--mail")
        self.refused("user", "add", "c", "--time-zone", "Mars/Base", "--no-password",
                     why="--time-zone")
        self.refused("user", "remove", "anna", why="only administrator")
        self.ok("user", "passwd", "bob", stdin="another secret\n")
        self.refused("user", "passwd", "carol", code=1, why="no such user")
        users = {user["name"]: user for user in self.curlew.objects("user", "list")}
        expect(users["anna"]["role"] == "admin" and users["bob"]["role"] == "user", users)
        stored = [row[0] for row in self.curlew.rows("SELECT password FROM users")]
        expect(all(each.startswith("$argon2id$") for each in stored), stored)
        self.type_password()

    def type_password(self):
        """At a terminal, twice, unseen."""
        pid, terminal = pty.fork()
        if pid == 0:
            words = self.curlew.command("user", "passwd", "bob")
            os.execv(words[0], words)
        shown = b""
        for prompt in [b"password: ", b"again: "]:
            while not shown.endswith(prompt):
                shown += os.read(terminal, 100)
            os.write(terminal, b"typed by hand\n")
        try:
            while more := os.read(terminal, 100):
                shown += more
        except OSError:
            pass  # Its end.
        _, status = os.waitpid(pid, 0)
        os.close(terminal)
        expect(os.waitstatus_to_exitcode(status) == 0, shown)
        expect(b"typed" not in shown and b"changed the password" in shown, shown)

    def sees(self, user):
        return {article["title"] for article in self.curlew.objects("articles", "--user", user)}

    def visibility(self):
        self.ok("add", f"{self.at}/diary", "--subscriber", "anna", "--folder", "Mine",
                "--title", "Dear diary", "--no-wait")
        self.ok("add", f"{self.at}/common", "--no-wait")
        self.process = process = self.curlew.serve_and_wait()
        both = {"News of diary", "News of common"}
        expect(wait_until(lambda: self.sees("anna") == both, 60), self.sees("anna"))
        expect(self.sees("bob") == {"News of common"}, self.sees("bob"))
        diary, = [article for article in self.curlew.objects("articles")
                  if article["title"] == "News of diary"]
        number, source = str(diary["id"]), str(diary["source"])
        for words in [["read", number], ["status", source], ["status", f"{self.at}/diary"],
                      ["articles", "--source", source], ["articles", "--source", "diary"],
                      ["articles", "--folder", "Mine"], ["list", "--folder", "Mine"]]:
            self.refused(*words, "--user", "bob", code=1, why="no such")
            self.ok(*words, "--user", "anna")
        self.refused("mark", number, "--user", "bob", "--read", code=1, why="no such article")
        titles = {user: [each["title"] for each in self.curlew.objects("list", "--user", user)]
                  for user in ["anna", "bob"]}
        expect("Dear diary" in titles["anna"] and len(titles["bob"]) == 1, titles)

        self.ok("mark", number, "--user", "anna", "--mute")
        expect(self.sees("anna") == {"News of common"}, "a muted article is shown")
        self.refused("read", number, "--user", "anna", code=1, why="no such article")
        found = {each["title"] for each in self.curlew.objects("search", "news", "--user", "anna")}
        expect(found == {"News of common"}, f"a muted article is found: {found}")
        self.ok("mark", number, "--user", "anna", "--no-mute", "--star", "--tag", "later")
        expect(self.sees("anna") == both, "not shown again")
        self.marks(number)

        def subscribers():
            return {each["url"].rsplit("/")[-1]: each["subscribers"]
                    for each in self.curlew.objects("list")}
        expect(subscribers() == {"diary": 1, "common": 0}, subscribers())
        self.ok("add", source, "--subscriber", "bob")
        expect(subscribers()["diary"] == 2, subscribers())
        expect(self.sees("bob") == both, self.sees("bob"))
        self.refused("add", source, "--subscribers", "5", why="--subscribers")
        self.ok("remove", source, "--subscriber", "bob")
        expect(self.sees("bob") == {"News of common"}, self.sees("bob"))
        self.ok("add", source, "--shared", "--no-wait")
        expect(self.sees("bob") == both, self.sees("bob"))
        if wrong := stop(process):
            raise SystemExit(wrong)

    def marks(self, number):
        """What she made of articles is seen, and they are chosen by it."""
        def chosen(*words):
            return [each["id"] for each in self.curlew.objects("articles", "--user", "anna", *words)]
        diary = [int(number)]
        expect(chosen("--starred") == diary and chosen("--tag", "later") == diary, chosen())
        expect(chosen("--tag", "late") == [] and len(chosen("--unread")) == 2, chosen())
        self.ok("mark", number, "--user", "anna", "--read")
        expect(diary[0] not in chosen("--unread"), "a read article is unread")
        article, = self.curlew.objects("read", number, "--user", "anna")
        state = [article[name] for name in ["read", "starred", "tags"]]
        expect(state == [True, True, ["later"]], article)
        for words in [["articles"], ["read", number]]:
            text = self.ok(*words, "--user", "anna")
            expect("read, starred, #later" in text, text)
            expect("starred" not in self.ok(*words), "shown to nobody in particular")
        self.refused("articles", "--starred", why="--user")
        self.refused("mark", "abc", "--user", "anna", "--read", why="abc is not the number")
        self.ok("mark", number, "--user", "anna", "--no-read")

    def was_active(self, user):
        """Whether he is noted as active since it was forgotten."""
        active, = self.curlew.rows(f"SELECT last_active FROM users WHERE name = '{user}'")[0]
        return bool(active) and int(active) > 0

    def activity_of(self, name):
        return next(each["activity_percent"] for each in self.curlew.objects("list")
                    if each["url"].endswith(name))

    def write(self, sql):
        """Behind its back."""
        if self.curlew.server:
            self.curlew.server.rows(sql + " RETURNING 1")
            return
        database = sqlite3.connect(self.curlew.data / "central.db", timeout=10)
        with database:
            database.execute(sql)
        database.close()

    def activity(self):
        """Whoever looks is active, and his sources weigh more; who stays away is less."""
        self.ok("watch", "add", "News", "news", "--user", "anna")
        process = self.process = self.curlew.serve()
        origin = process.stdout.readline().split()[3].rstrip("/")
        page = self.ok("user", "page", "anna").split()[0]
        feed = self.ok("watch", "feed", "News", "--user", "anna").split()[0]
        page, feed = (origin + each[each.index("/mine/"):] for each in (page, feed))
        looks = {"clips": lambda: self.ok("clips", "--user", "anna"),
                 "search": lambda: self.ok("search", "news", "--user", "anna"),
                 "mark": lambda: self.ok("mark", "1", "--user", "anna", "--read"),
                 "page": lambda: urllib.request.urlopen(page, timeout=30).read(),
                 "feed": lambda: urllib.request.urlopen(feed, timeout=30).read()}
        away = "UPDATE users SET added = 0, last_active = 0 WHERE name = 'anna'"
        for name, look in looks.items():
            self.write(away)
            self.write("UPDATE sources SET activity_percent = 10 WHERE url LIKE '%diary'")
            look()
            # A page does not wait for it.
            expect(wait_until(lambda: self.was_active("anna"), 10), f"{name}: not noted")
            expect(wait_until(lambda: self.activity_of("diary") == 100, 10),
                   f"{name}: {self.activity_of('diary')} %")
        expect(not self.was_active("bob"), "whoever does not look is active")
        if wrong := stop(process):
            raise SystemExit(wrong)
        # The housekeeping of a start counts who is away.
        self.write(away)
        process = self.process = self.curlew.serve_and_wait()
        expect(wait_until(lambda: self.activity_of("diary") == 10, 30),
               f"away: {self.activity_of('diary')} %")
        if wrong := stop(process):
            raise SystemExit(wrong)
        self.ok("watch", "remove", "News", "--user", "anna")

    def roles(self):
        """One who may only read changes neither lists nor marks."""
        self.ok("watch", "add", "His", "news", "--user", "bob")
        self.ok("user", "edit", "bob", "--role", "read-only")
        file = self.folder / "his.json"
        self.ok("watch", "export", "--user", "bob", "-o", str(file))
        for words in [["watch", "add", "More", "x"], ["watch", "edit", "His", "x"],
                      ["watch", "pause", "His"], ["watch", "resume", "His"],
                      ["watch", "remove", "His"], ["watch", "import", str(file)],
                      ["mark", "1", "--read"]]:
            self.refused(*words, "--user", "bob", why="bob may only read")
        for words in [["clips"], ["search", "news"], ["watch", "list"], ["watch", "feed", "His"]]:
            self.ok(*words, "--user", "bob")
        self.ok("user", "edit", "bob", "--role", "user")
        self.ok("watch", "remove", "His", "--user", "bob")

    def bad_queries(self):
        """However long or deep, a query is refused at once, with its place."""
        # Longer ones the system does not hand over.
        long = "word " * 26_000
        deep = "(" * 60_000 + "x" + ")" * 60_000
        anna = ["--user", "anna"]
        bounded = ["prlimit", "--as=3000000000", "--cpu=10"]
        file = self.folder / "bad.json"

        def refused(*words):
            done = subprocess.run([*bounded, *self.curlew.command(*words)], timeout=60,
                                  capture_output=True, text=True)
            expect(done.returncode == 2 and re.search(r"query(:\d+)?: ", done.stderr) and
                   len(done.stderr) < 1000,
                   f"{words[:2]}: {done.returncode} {done.stderr[:1000]}")

        for query in [long, deep, "NOT " * 30_000 + "a"]:
            refused("watch", "add", "Bad", query, *anna)
            refused("watch", "preview", query)
            refused("search", query, *anna)
        # A file may be as large as it likes.
        for query in ["word " * 2_000_000, "(" * 5_000_000 + "x" + ")" * 5_000_000]:
            file.write_text(json.dumps({"curlew_watchlists": 1, "lists": [
                {"name": "Bad", "queries": [query]}]}))
            refused("watch", "import", str(file), *anna)
        expect(self.curlew.objects("watch", "list") == [], "a bad list is saved")

    def lists(self):
        add = ["watch", "add"]
        anna = ["--user", "anna"]
        code, out, err = self.curlew.ask(
            *add, "Floods", "flood* OR πλημμύρα", *anna, "--by", "mail", "--digest",
            "weekly", "--on", "friday", "--at", "7")
        expect(code == 0 and "no mail server is configured" in err, f"{code} {out}{err}")
        self.ok(*add, "Hook", "=exact", "two words", *anna, "--by", "webhook", "--to",
                "https://hook.example/T0/x", "--form", "ntfy", "--digest", "20")
        self.refused(*add, "Bad", "flood AND (", *anna, why="query:")
        self.refused(*add, "Bad", "(" * 30_000, *anna, why="query:")
        self.refused(*add, "a\u202eb", "x", *anna, why="a list's name")
        self.refused(*add, "Bad", "x", *anna, "--by", "mail", "--to", "a@b.c\nd@e.f",
                     why="--to")
        self.refused(*add, "Bad", "x", "--user", "bob", "--by", "mail", why="no mail address")
        self.refused(*add, "Floods", "x", *anna, code=1, why="already")
        self.refused(*add, "Bad", "x", "--user", "carol", code=1, why="no such user")
        lists = {each["name"]: each for each in self.curlew.objects("watch", "list", *anna)}
        expect(lists["Floods"]["digest"] == {"kind": "weekly", "hour": 7, "weekday": 5} and
               lists["Hook"]["queries"] == ["=exact", "two words"], lists)
        self.ok("watch", "pause", "Floods", *anna)
        self.ok("watch", "edit", "Floods", "rain", *anna, "--digest", "off", "--name", "Rain")

        file = self.folder / "lists.json"
        file.touch(0o644)
        self.ok("watch", "export", *anna, "-o", str(file))
        expect(file.stat().st_mode & 0o777 == 0o600, "all can read the secrets of webhooks")
        self.refused("watch", "import", str(file), "--user", "bob",
                     why="list 2: --by mail: bob has no mail address")
        self.ok("user", "edit", "bob", "--mail", "bob@example.org")
        self.ok("watch", "import", str(file), "--user", "bob")
        again = self.ok("watch", "export", "--user", "bob")
        expect(again == file.read_text(), f"{again} is not {file.read_text()}")
        rain = json.loads(again)["lists"][1]
        expect(rain["name"] == "Rain" and rain["queries"] == ["rain"] and rain["paused"] and
               rain["digest"] == "off", rain)
        file.write_text("[" * 100_000)
        self.refused("watch", "import", str(file), *anna, code=1, why="lists.json")

        feeds = self.ok("watch", "feed", "Rain", *anna)
        expect(len(feeds.split()) == 3 and feeds != self.ok("watch", "feed", "Rain", *anna,
                                                            "--new"), feeds)
        self.ok("watch", "feed", "Rain", *anna, "--revoke")
        self.refused("watch", "feed", "Rain", *anna, code=1, why="revoked")
        expect("/mine/" in self.ok("user", "page", "anna"), "no page")
        for words in [["clips"], ["clips", "--timing"], ["deliveries"]]:
            self.ok(*words, *anna)
            self.ok(*words, *anna, "--json")
            self.refused(*words, "--user", "carol", code=1, why="no such user")
        self.ok("watch", "remove", "Rain", "Hook", "--user", "bob")
        self.ok("user", "remove", "bob")
        self.ok("user", "remove", "anna")
        for table in ["users", "subscriptions", "article_states", "watchlists", "watch_queries"]:
            left = int(self.curlew.rows(f"SELECT count(*) FROM {table}")[0][0])
            expect(left == 0, f"{table}: {left} rows are left")


def main():
    program, database = sys.argv[1:3]
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = tempfile.mkdtemp(prefix="curlew-users-")
    test = Test(program, folder, server, web)
    try:
        test.users()
        test.visibility()
        test.activity()
        test.roles()
        test.bad_queries()
        test.lists()
        print("ok")
    finally:
        if test.process and test.process.poll() is None:
            test.process.kill()
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
