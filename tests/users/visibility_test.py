#!/usr/bin/env python3
"""Whatever a user asks, he hears nothing of a source that is private to another.

    visibility_test.py CURLEW sqlite|postgres DOCS_CLI_MD

A feed that anna alone subscribes to and a feed that is everybody's tell the same story. Every
command that reads is asked as anna, who hears of both, and as bob, who hears of one; so are
the addresses that each of them alone knows. bob was subscribed when the story was clipped for
him: he has it from the other one now. A command that is neither in the table nor among those
that are the operator's fails the test.
"""
import email.utils
import http.server
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until

STORY = ("The rain that fell on the island since midnight took the road to the harbour, said "
         "the mayor of the town, who hopes that it will be open again before the festival of "
         "the patron saint. Passengers of the morning ferry waited on the quay for a bus that "
         "had to come over the mountain, and some of them walked home with their goats.")

# Of these, what they tell contains "hidden" when anna asks, and not when bob does. {article} and
# {source} are the numbers of what is hidden.
READS = [
    "status", "status --json", "status {source}", "status {source} --json",
    "log", "log --json",
    "list", "list --json", "list --folder Mine", "list --due",
    "articles", "articles --json", "articles --source {source}", "articles --since 1h",
    "articles --folder Mine", "read {article}", "read {article} --json",
    "search rain", "search rain --ranked --json", "search source:{source}",
    "watch preview rain", "watch preview rain --json", "watch preview folder:Mine",
    "watch list", "watch list --json", "watch export",
    "clips", "clips --json", "clips --timing", "clips --timing --json",
    "deliveries", "deliveries --json",
    "export", "export --opml", "export --schedule", "export --atom {source}",
    "show {page}", "show {page} --text", "show {page}@now --json", "diff {page}",
    "topic list", "topic list --json", "topic show {topic}", "topic show {topic} --json",
    "topic export", "articles --topic {topic}", "search topic:{topic_name} --json",
]
# By its number.
NUMBERED = ["export --trace"]
# Do not name it: she is answered, and he is refused.
REFUSED = ["log {source}", "log {source} --json", "mark {article} --read",
           "history {page}", "history {page} --json", "history {page} --not-a-change {changed}",
           "topic log {topic}", "topic log {topic} --json", "topic preview {topic}",
           "preview {page}"]
# What is the operator's, who owns the data directory, or tells nothing of sources.
OPERATORS = {
    "serve", "controller", "terminal", "demo", "init", "add", "import", "remove", "pause",
    "resume", "visit", "check",
    "estimate", "user", "user add", "user edit", "user list", "user passwd", "user remove",
    "user page", "user revoke", "watch", "watch add", "watch edit", "watch remove",
    "watch pause", "watch resume", "watch import", "watch feed", "backup", "restore",
    "migrate", "help", "completion", "man", "archive", "archive list", "archive get",
    "archive verify", "archive export", "topic", "topic add", "topic edit", "topic remove",
    "topic pause", "topic resume", "topic import",
    "token", "token add", "token list", "token remove", "session", "session list",
    "operation", "courtesy", "keep", "problems", "delay", "watch send",
    "session end", "invitation", "invitation add", "invitation list", "invitation remove",
}


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.strip("/")
        if name == "secret/page":
            return self.answer_page()
        now = email.utils.formatdate(usegmt=True)
        items = "".join(f"<item><guid>{each}</guid><title>Rain, {each}</title>"
                        f"<pubDate>{self.server.dates.setdefault(each, now)}</pubDate>"
                        f"<description>{STORY}</description></item>"
                        for each in self.server.feeds.get(name, []))
        self.send_response(200 if name in self.server.feeds else 404)
        self.send_header("Content-Type", "application/rss+xml")
        self.end_headers()
        self.wfile.write(f'<rss version="2.0"><channel><title>The {name} news</title>{items}'
                         "</channel></rss>".encode())

    def answer_page(self):
        """Told as an article, it has no word that lists are looking for."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<title>Fees</title><main><h1>Fees</h1><p>{STORY} hidden.</p><p>A boat "
                         f"pays {self.server.fee} euros a night, water and light included, "
                         "whatever flag it sails under.</p></main>".encode())

    def log_message(self, *_):
        pass


def expect(condition, what):
    if not condition:
        raise SystemExit(what)


def get(url):
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        expect(error.code == 404, f"{url}: {error}")
        return ""


def check_table(cli_page):
    """Every command of the page is in one of the tables."""
    commands = set(re.findall(r"^## `curlew ((?:[a-z]+ ?)+)", cli_page.read_text(), re.M))
    commands = {each.strip() for each in commands if not each.startswith("lab")}
    rows = {" ".join(re.match(r"watch \w+|topic \w+|\w+", each).group().split()) for each in READS + NUMBERED + REFUSED}
    expect(commands == rows | OPERATORS, f"no row: {commands - rows - OPERATORS}; "
           f"no command: {(rows | OPERATORS) - commands}")


def told(curlew, line, user, facts):
    """What the command tells him, without the words that he asked with."""
    words = line.format(**facts).split()
    code, out, err = curlew.ask(*words, "--user", user)
    expect(code in (0, 1), f"{line}: {code} {err}")
    return out if code == 0 else ""


def change_page(curlew, web):
    """A page of hers gets a second version. Its number, and when that was seen."""
    source, = [each["id"] for each in curlew.objects("list") if "secret" in each["url"]]
    for versions, fee in ((1, "ten"), (2, "twelve")):
        web.fee = fee
        curlew.run("visit", str(source), "--no-wait")
        expect(wait_until(lambda: len(curlew.objects("history", str(source))) == versions, 30),
               f"not {versions} versions: {curlew.objects('history', str(source))}")
    return source, curlew.objects("history", str(source))[0]["time"]


def check_commands(curlew, facts):
    for line in READS:
        # What is due was visited just now, perhaps.
        expect(wait_until(lambda: "hidden" in told(curlew, line, "anna", facts).lower(), 60),
               f"{line}: anna does not see it: {told(curlew, line, 'anna', facts)}")
        his = told(curlew, line, "bob", facts)
        expect("hidden" not in his.lower(), f"{line}: bob sees it: {his}")
    for line in NUMBERED:
        hers, his = (re.findall(r"^\d+", told(curlew, line, user, facts), re.M)
                     for user in ("anna", "bob"))
        expect(str(facts["source"]) in hers, f"{line}: anna does not see it: {hers}")
        expect(his and str(facts["source"]) not in his, f"{line}: bob: {his}")
    for line in REFUSED:
        words = line.format(**facts).split()
        expect(curlew.ask(*words, "--user", "anna")[0] == 0, f"{line}: refused")
        code, _, err = curlew.ask(*words, "--user", "bob")
        expect(code == 1 and "no such" in err, f"{line}: {code} {err}")


def check_addresses(curlew, origin, facts):
    for user in ["anna", "bob"]:
        page = re.search(r"/mine/\S+", curlew.ask("user", "page", user)[1]).group()
        feeds = curlew.ask("watch", "feed", f"{user}'s", "--user", user)[1]
        paths = [page, f"{page}/articles/{facts['article']}",
                 *re.findall(r"/mine/lists/\S+", feeds)]
        expect(len(paths) == 5, paths)
        for path in paths:
            text = get(origin + path)
            expect(("hidden" in text) == (user == "anna"), f"{user}: {path}: {text}")
            is_article = "/articles/" in path
            expect(is_article or "common" in text, f"{user}: {path}: {text}")


def check_story(curlew):
    """The lead of bob's clip is not there for him any more: the copy speaks for it."""
    hers, = curlew.objects("clips", "--user", "anna")
    his, = curlew.objects("clips", "--user", "bob")
    expect(hers["source_title"] == "The hidden news" and
           [each["source_title"] for each in hers["also_in"]] == ["The common news"], hers)
    expect(his["source_title"] == "The common news" and his["also_in"] == [], his)


def run(curlew, web):
    site = f"http://127.0.0.1:{web.server_port}"
    for user in ["anna", "bob"]:
        curlew.run("user", "add", user, "--no-password", "--mail", f"{user}@example.org")
        curlew.run("add", f"{site}/hidden", "--subscriber", user, "--no-wait",
                   *(["--folder", "Mine"] if user == "anna" else []))
    curlew.run("add", f"{site}/common", "--no-wait")
    curlew.run("add", f"{site}/secret/page", "--subscriber", "anna", "--no-wait", "--kind", "page",
               "--watch", "changes")
    examples = [curlew.config.parent / f"example{half}.txt" for half in (1, 2)]
    examples[0].write_text(STORY[:200])
    examples[1].write_text(STORY[200:])
    # Hers, and what is everybody's belongs to it as well.
    curlew.run("topic", "add", "hiddenrain", "--examples", *map(str, examples), "--method",
               "tf-centroid", "--user", "anna")
    curlew.run("watch", "add", "anna's", "rain OR hidden", "--user", "anna")
    curlew.run("watch", "add", "bob's", "rain", "--user", "bob")
    # One that tells by its notices what is watched.
    curlew.run("watch", "add", "hidden too", "rain", "--user", "anna", "--by", "mail")
    # Dates of feeds have whole seconds; what is older than its source is in no trace.
    time.sleep(1)
    process = curlew.serve()
    try:
        origin = process.stdout.readline().split()[3].rstrip("/")
        expect(wait_until(lambda: curlew.objects("clips", "--user", "bob"), 60), "no clip")
        web.feeds["common"] = ["common"]
        curlew.run("visit", "--all", "--no-wait")
        expect(wait_until(lambda: any(each["also_in"] for each in
                                      curlew.objects("clips", "--user", "bob")), 60),
               f"the copy is not told: {curlew.objects('clips')}")
        hidden, = [each for each in curlew.objects("articles") if "hidden" in each["title"]]
        curlew.run("remove", str(hidden["source"]), "--subscriber", "bob")
        page, changed = change_page(curlew, web)
        topic, = curlew.objects("topic", "list")
        facts = {"article": hidden["id"], "source": hidden["source"], "page": page,
                 "changed": changed, "topic": topic["id"], "topic_name": "hiddenrain"}
        check_commands(curlew, facts)
        check_addresses(curlew, origin, facts)
        curlew.run("watch", "remove", "hidden too", "--user", "anna")
        check_story(curlew)
        expect((wrong := stop(process)) is None, wrong)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def main():
    program, database, cli_page = sys.argv[1:]
    check_table(pathlib.Path(cli_page))
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    web.feeds = {"hidden": ["hidden"], "common": []}
    web.dates = {}
    web.fee = "ten"
    threading.Thread(target=web.serve_forever, daemon=True).start()
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = tempfile.mkdtemp(prefix="curlew-visibility-")
    try:
        run(Curlew(program, folder, server=server), web)
        print("ok")
    finally:
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
