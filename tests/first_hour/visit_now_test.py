"""What a user asks for happens at once while `serve` runs, though the schedule would let
him wait for hours: added sources are tried, `visit` visits, a changed password, interval
or address acts. And what else the first hour needs: aliases, `log --follow`, a health
check that fails while nothing can be stored, a stop that says so.
Usage: visit_now_test.py CURLEW"""
import json
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import Curlew, wait_until
from small_web import SmallWeb, feed, wants_login

# As it comes, but for the delay between requests: nothing is due before ten minutes.
SLOW = {"tick": "10m", "min_gap": "10m", "budget": "day", "budget_per_hour": 15}


def check(condition, *told):
    if not condition:
        raise SystemExit(" ".join(str(each) for each in told))


class Test:
    def __init__(self, program, folder):
        self.web = SmallWeb()
        self.curlew = Curlew(program, folder, schedule=SLOW, log={"level": "debug"},
                             articles={"fetch_pages": False})
        self.process = None
        self.endpoint = ""

    def start(self):
        self.process = self.curlew.serve()
        self.endpoint = self.process.stdout.readline().split()[3]

    def asks(self, *words, code=0):
        got, out, err = self.curlew.ask(*words)
        check(got == code, words, "ended with", got, out, err)
        return out + err

    def requests_for(self, path):
        return self.web.requests.count(path)

    def added_sources_are_tried(self):
        address = self.web.add_feed("/feed", items=4)
        said = self.asks("add", address)
        check("added #1" in said and "4 new articles" in said, said)
        self.web["/private"] = wants_login("ann", "secret", (200, {}, feed(self.web.base)))
        said = self.asks("add", self.web.base + "/private")
        check("HTTP 401" in said and "curlew add 2 --user" in said, said)
        said = self.curlew.objects("add", self.web.base + "/none")
        check(said[0]["visited"] and "404" in said[0]["problem"]["reason"], said)

    def changes_act_at_once(self):
        said = self.asks("add", "2", "--user", "ann:secret")
        check("changed #2" in said and "3 new articles" in said, said)
        before = self.requests_for("/feed")
        said = self.asks("add", "1", "--interval", "15m")
        check("changed #1" in said, said)
        check(self.requests_for("/feed") == before + 1, "the interval was not acted on")
        self.web.add_feed("/moved")
        said = self.asks("add", "3", "--url", self.web.base + "/moved")
        check("3 new articles" in said, said)
        # A title is no reason to ask anybody.
        before = len(self.web.requests)
        self.asks("add", "1", "--title", "Ours", "--folder", "News/Near")
        time.sleep(2)
        check(len(self.web.requests) == before, self.web.requests[before:])

    def visits_are_made_on_demand(self):
        before = self.requests_for("/feed")
        self.web.add_feed("/feed", items=6)
        check("2 new articles" in self.asks("visit", "1"), "visit 1")
        check(self.requests_for("/feed") == before + 1, "visited", self.web.requests)
        said = self.asks("visit", "--folder", "News")
        check("asked #1" in said and "0 new articles" in said, said)
        check(self.requests_for("/feed") == before + 2, "--folder")
        self.asks("pause", "2")
        said = self.asks("visit", "2")
        check("not visited #2" in said and "it is paused; curlew resume 2" in said, said)
        check(self.curlew.objects("visit", "2")[0]["result"] == "paused", "visit 2 --json")
        self.asks("resume", "2")
        self.web.add_status("/feed", 500)
        check("HTTP 500" in self.asks("visit", "1"), "the failure of a visit")
        self.web.add_feed("/feed", items=6)
        others = self.requests_for("/private")
        said = self.asks("visit", "--failing")
        check("asked #1" in said and "new article" in said, said)
        check(not self.curlew.objects("list", "--failing"),
              self.curlew.objects("list", "--failing"))
        check(self.requests_for("/private") == others, "--failing visits what is well")
        self.asks("visit", "--all")
        check(self.requests_for("/private") > others, "--all")
        self.asks("visit", code=2)

    def a_home_page_is_an_alias(self):
        links = "".join(f"<link rel='alternate' type='application/rss+xml' href='/site/{name}'>"
                        for name in ("posts", "comments"))
        page = self.web.add_page("/site/", f"<html><head>{links}</head><body>Hi</body></html>")
        self.web.add_feed("/site/posts", title="Posts")
        self.web.add_feed("/site/comments", title="Comments")
        said = self.asks("add", page)
        check('feed "Posts"' in said, said)
        number = said.split("#")[1].split()[0]
        check(f"#{number}" in self.asks("status", page), "status of the alias")
        check(f"known #{number}" in self.asks("add", page, code=1), "added twice")
        # Another page that names the same feed is the same source, not its comments.
        other = self.web.add_page("/site/about", f"<html><head>{links}</head></html>")
        said = self.asks("add", other)
        check(f"known already, as #{number}" in said, said)
        check(f"#{number}" in self.asks("status", other), "status of the other alias")
        titles = [each["title"] for each in self.curlew.objects("list")]
        check("Comments" not in titles and titles.count("Posts") == 1, titles)

    def sources_are_found_by_name(self):
        for word in ("Posts", "post", "Ours"):
            self.asks("status", word)
        said = self.asks("status", "127.0.0.1", code=2)
        check("sources fit: #1" in said, said)
        self.asks("status", "nothing like it", code=1)
        said = self.asks("status", "w" * 120_000, code=1)
        check("no such source" in said and len(said) < 1_200, said[:2_000])
        self.asks("add", "99", "--interval", "1h", code=1)
        self.asks("add", "notaurl", code=2)

    def the_log_is_followed(self):
        said = self.asks("log")
        check("Posts" in said and "status" in said and "bytes" in said, "the log of all")
        with subprocess.Popen(self.curlew.command("log", "--follow", "-n", "1"),
                              stdout=subprocess.PIPE, text=True) as plain:
            line = plain.stdout.readline()
            plain.terminate()
        check(" HTTP 200 " in line and " bytes " in line, line)
        follower = subprocess.Popen(self.curlew.command("log", "--follow", "--json", "-n", "1"),
                                    stdout=subprocess.PIPE, text=True)
        try:
            json.loads(follower.stdout.readline())
            self.asks("visit", "1")
            line = json.loads(follower.stdout.readline())
            check(line["source"] == 1 and line["outcome"] == "not-modified"
                  or line["outcome"] == "fetched", line)
        finally:
            follower.terminate()
            follower.wait()

    def health(self):
        try:
            with urllib.request.urlopen(self.endpoint + "healthz", timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def health_needs_a_store(self):
        check(self.health()[0] == 200, self.health())
        database = sqlite3.connect(self.curlew.data / "central.db", isolation_level=None)
        more = feed(self.web.base, items=7)

        def slow(_):
            time.sleep(5)
            return 200, {"Content-Type": "application/rss+xml"}, more
        before = self.requests_for("/feed")
        self.web["/feed"] = slow
        self.asks("visit", "1", "--no-wait")
        check(wait_until(lambda: self.requests_for("/feed") > before, 15), "not visited")
        database.execute("BEGIN IMMEDIATE")  # Before its report can be stored.
        check(wait_until(lambda: self.health()[0] == 503, 30), "healthy without a store")
        check("not stored" in self.health()[1], self.health())
        database.execute("ROLLBACK")
        database.close()
        check(wait_until(lambda: self.health()[0] == 200, 30), self.health())

    def it_says_what_it_does(self):
        self.process.send_signal(signal.SIGTERM)
        check(self.process.wait(timeout=15) == 0, "exit code", self.process.returncode)
        log = self.curlew.log.read_text()
        lines = log.splitlines()
        check("stopping" in lines[-2] and lines[-1].endswith("stopped"), lines[-3:])
        check(all(line[23] in "+-" and line[26] == ":" for line in lines), lines[0])
        for words in ("fetch: asks for", "reports stored", "new or changed", " of source 1: "):
            check(words in log, "nothing of", words, "in the debug log")

    def without_serve_it_says_so(self):
        code, out, err = self.curlew.ask("add", self.web.base + "/later")
        check(code == 0 and "serve is not running" in err, out, err)
        code, out, err = self.curlew.ask("visit", "1")
        check("serve is not running" in err, err)
        before = self.requests_for("/feed")
        self.start()
        check(wait_until(lambda: self.requests_for("/feed") > before, 20),
              "what was asked for is not done at the next start")
        self.process.terminate()
        self.process.wait(timeout=15)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        test = Test(program, folder)
        try:
            test.start()
            for step in (test.added_sources_are_tried, test.changes_act_at_once,
                         test.visits_are_made_on_demand, test.a_home_page_is_an_alias,
                         test.sources_are_found_by_name, test.the_log_is_followed,
                         test.health_needs_a_store, test.it_says_what_it_does,
                         test.without_serve_it_says_so):
                began = time.monotonic()
                step()
                print(f"{step.__name__}: {time.monotonic() - began:.1f} s", flush=True)
        finally:
            if test.process and test.process.poll() is None:
                test.process.kill()
                test.process.wait()


if __name__ == "__main__":
    main(sys.argv[1])
