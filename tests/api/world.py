"""A running Curlew with two users, a little web, clips, versions and a topic: what the tests
of the API share."""
import pathlib
import re
import sys
import subprocess
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from client import Client, query
from harness import Curlew, stop, wait_until
from little_web import STORY, Site

PASSWORD = "a long secret"


def expect(condition, what):
    if not condition:
        raise SystemExit(f"{pathlib.Path(sys.argv[0]).stem}: {what}")


def page(fee):
    return (f"<title>Fees</title><main id=fees><h1>Fees</h1><p class=story>{STORY}</p>"
            f"<p class=fee>A boat pays {fee} euros a night, water and light included, whatever "
            "flag it sails under.</p></main>")


class World:
    """anna is the administrator; bob a user. anna has a private feed and page."""

    def __init__(self, program, database):
        self.server = None
        if database == "postgres":
            from postgres_server import PostgresServer
            self.server = PostgresServer()
        self.folder = tempfile.TemporaryDirectory()
        self.site = Site()
        self.site.feeds = {"common": ["Rain, common"], "hidden": ["Rain, hidden"]}
        self.site.pages = {"fees": page(10), "story": f"<title>Story</title><p>{STORY}</p>",
                           "front": '<title>Front</title><link rel=alternate title=All '
                                    'type="application/rss+xml" href="/common">'}
        self.curlew = Curlew(program, self.folder.name, server=self.server,
                             schedule={"tick": "1s", "min_gap": "500ms"})
        for name, role in (("anna", "admin"), ("bob", "user"), ("carol", "read-only")):
            self.add_user(name, role)
        self.process = None

    def add_user(self, name, role):
        words = self.curlew.command("user", "add", name, "--role", role,
                                    "--password-file", "-")
        done = subprocess.run(words, input=PASSWORD + "\n", capture_output=True, text=True)
        expect(done.returncode == 0, f"user add: {done.stderr}")

    def start(self):
        self.process = self.curlew.serve()
        line, found = "-", None
        while line and not found:
            line = self.process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        expect(found, f"it does not say its port: {self.curlew.log.read_text()}")
        self.port = int(found.group(1))
        self.anna, self.bob, self.carol = (self.log_in(each)
                                           for each in ("anna", "bob", "carol"))

    def log_in(self, name):
        client = Client(self.port)
        answer = client.log_in(name, PASSWORD)
        expect(answer.status == 200, f"log in: {answer.status} {answer.body}")
        return client

    def fill(self):
        """Sources, a list of each, and what they find."""
        url = self.site.url
        added = self.anna.ask("POST", "/sources", {"addresses": [f"{url}/common"],
                                                   "shared": True, "kind": "feed"})
        expect(added.status == 201, f"add: {added.status} {added.body}")
        self.common = added.json["items"][0]["id"]
        added = self.anna.ask("POST", "/sources", {
            "addresses": [f"{url}/hidden"], "kind": "feed", "folder": "Mine",
            "title": "My hidden news"})
        self.hidden = added.json["items"][0]["id"]
        added = self.anna.ask("POST", "/sources", {
            "addresses": [f"{url}/fees"], "kind": "page", "links": False, "changes": True,
            "fetch_pages": False})
        expect(added.status == 201, f"add a page: {added.status} {added.body}")
        self.page = added.json["items"][0]["id"]
        self.lists = {}
        for client, name in ((self.anna, "anna"), (self.bob, "bob")):
            made = client.ask("POST", "/lists", {"name": f"Rain of {name}",
                                                 "queries": ["rain"]})
            expect(made.status == 201, f"list: {made.status} {made.body}")
            self.lists[name] = made.json["id"]
        self.wait("the articles", lambda: len(self.items(self.anna, "/articles")) >= 2)
        # Feeds say when by the second: published after its source was added, a story
        # counts among the delays.
        time.sleep(1.1)
        self.site.feeds["common"].insert(0, "More rain, common")
        self.site.feeds["hidden"].insert(0, "More rain, hidden")
        self.visit(self.common, self.hidden)
        self.wait("the new articles", lambda: len(self.items(self.anna, "/articles")) >= 4)
        self.wait("the clips", lambda: len(self.items(self.anna, "/clips")) >= 1 and
                  len(self.items(self.bob, "/clips")) >= 1)
        for fee in (20, 30):
            self.site.pages["fees"] = page(fee)
            have = len(self.items(self.anna, f"/sources/{self.page}/versions"))
            self.visit(self.page)
            self.wait("a version", lambda: len(self.items(
                self.anna, f"/sources/{self.page}/versions")) > have)

    def visit(self, *ids):
        asked = self.anna.ask("POST", "/sources/actions", {"action": "visit", "ids": list(ids)})
        expect(asked.status == 200, f"visit: {asked.status} {asked.body}")

    @staticmethod
    def items(client, path):
        answer = client.ask("GET", path)
        expect(answer.status == 200, f"GET {path}: {answer.status} {answer.body[:300]}")
        return answer.json["items"]

    @staticmethod
    def wait(what, condition):
        expect(wait_until(condition, 30), f"{what} did not come")

    def close(self):
        trouble = stop(self.process) if self.process else None
        self.site.close()
        if self.server:
            self.server.close()
        log = self.curlew.log.read_text() if self.curlew.log.exists() else ""
        self.folder.cleanup()
        expect(not trouble, f"{trouble}\n{log}")
        print(log[-2000:])
