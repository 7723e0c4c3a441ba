"""What `--json` prints is what docs/cli.md says that it prints, key by key; with it what
is told of sources in training (advaRSS's M, T and ToE), and that nobody is visited, not
by his user's wish either, before his server's Retry-After is over.
Usage: told_in_json_test.py CURLEW"""
import json
import pathlib
import re
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import Curlew
from small_web import SmallWeb, feed

REFERENCE = pathlib.Path(__file__).parent.parent.parent / "docs" / "cli.md"
# Under these, keys are names of other things: headers, a policy's own variables.
FREE = ("headers", "variables", "deviation")


def check(condition, *told):
    if not condition:
        raise SystemExit(" ".join(str(each) for each in told))


def documented():
    """What the reference names, by command. Rows refer to each other by words: a source,
    a visit, an article."""
    table = REFERENCE.read_text().split("## What `--json` and `lab` print")[1]
    rows = {}
    for line in table.splitlines():
        parts = line.split(" | ", 1)
        if len(parts) == 2:
            for name in re.findall(r"`([a-z A-Z]+)`", parts[0]):
                rows[name] = set(re.findall(r'"([A-Za-z_0-9]+)"', parts[1]))
    rows["articles"] |= rows["status"]
    rows["read"] |= rows["status"]
    rows["status"] |= rows["list"]
    rows["status SOURCE"] |= rows["status"] | rows["log"]
    return rows


def keys_of(value):
    if isinstance(value, list):
        return set().union(*map(keys_of, value)) if value else set()
    if not isinstance(value, dict):
        return set()
    below = [keys_of(each) for key, each in value.items() if key not in FREE]
    return set(value).union(*below)


def every_key_is_documented(curlew, web, folder):
    rows = documented()

    def compare(command, *words):
        objects = curlew.objects(*words)
        check(objects, "nothing is printed by", words)
        missing = keys_of(objects) - rows[command]
        check(not missing, command, "prints keys that docs/cli.md lacks:", missing)

    opml = pathlib.Path(folder) / "list.opml"
    opml.write_text("<opml version='2.0'><body>"
                    f"<outline type='rss' xmlUrl='{web.base}/listed'/>"
                    "</body></opml>")
    compare("import", "import", str(opml))
    compare("add", "add", web.base + "/other", "--user", "a:b", "--header", "X-A: b")
    compare("visit", "visit", "1")
    compare("check", "check", web.base + "/feed")
    compare("list", "list")
    compare("log", "log")
    compare("status", "status")
    compare("status SOURCE", "status", "1")
    compare("articles", "articles")
    compare("read", "read", str(curlew.objects("articles")[0]["id"]))
    compare("user add", "user", "add", "eleni", "--no-password")
    compare("user list", "user", "list")
    compare("watch add", "watch", "add", "L", "fog", "--user", "eleni", "--by", "mail", "--to",
            "eleni@example.org", "--digest", "weekly")
    compare("watch list", "watch", "list")
    page = pathlib.Path(folder) / "page.html"
    page.write_text("<html><title>T</title><body><p>Text</p></body></html>")
    compare("lab article", "lab", "article", str(page))
    trace = pathlib.Path(folder) / "trace.csv"
    trace.write_text("source_id,unix_time\n" + "".join(
        f"{i % 3 + 1},{1_700_000_000 + i * 5000}\n" for i in range(300)))
    for more in ((), ("--objective", "capture")):
        compare("lab simulate", "lab", "simulate", "--trace", str(trace), "--policy",
                "round-robin", *more)


def training_is_told(program, policy):
    web = SmallWeb()
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder, articles={"fetch_pages": False},
                        schedule={"policy": policy, "training_days": 7, "tick": "10m",
                                  "min_gap": "1s"})
        process = curlew.serve_and_wait()
        try:
            curlew.run("add", web.add_feed("/feed"))
            plan = curlew.objects("status", "1")[0]["plan"]
            check(plan["policy"] == policy, plan)
            check({"M", "T", "ToE"} <= set(plan["variables"]), policy, plan)
            check(plan["variables"]["T"] == 1, "news came, and T is not 1:", plan)
            # In the log it has three decimals.
            check(curlew.objects("log", "1")[0]["M"] == round(plan["variables"]["M"], 3),
                  "the log has another M:", curlew.objects("log", "1"))
            _, text, _ = curlew.ask("status", "1")
            check(re.search(r"^ToE +\d", text, re.M), text)
        finally:
            process.terminate()
            process.wait()
            web.close()


def retry_after_holds_for_users(curlew, _):
    web = SmallWeb("127.0.0.3")  # The wish holds for all of a host.
    web["/busy"] = (429, {"Retry-After": "3600"}, "later")
    curlew.run("add", web.base + "/busy")
    number = str(max(each["id"] for each in curlew.objects("list")))
    check(web.requests.count("/busy") == 1, web.requests)
    said = curlew.objects("visit", number)[0]
    check(said["result"] == "waiting", said)
    curlew.run("add", number, "--interval", "15m")
    time.sleep(3)
    check(web.requests.count("/busy") == 1, web.requests)
    # Another server has asked for nothing.
    other = SmallWeb("127.0.0.2")
    code, out, err = curlew.ask("add", number, "--url", other.add_feed("/feed"))
    check(code == 0 and "3 new articles" in out, code, out, err)
    other.close()
    web.close()


def what_has_ended_begins_anew(curlew, web):
    """The cure that is printed for a source that is gone is one."""
    web["/gone"] = (410, {}, "gone")
    curlew.run("add", web.base + "/gone")
    number = str(max(each["id"] for each in curlew.objects("list")))
    check(curlew.objects("status", number)[0]["state"] == "gone", "it is not gone")
    _, out, _ = curlew.ask("list", "--failing")
    check("gone" in out and "next try" not in out and "tried again now" not in out, out)
    told = next(each for each in curlew.objects("list") if str(each["id"]) == number)
    check(told["next_due"] is None and told["due_reason"] == "" and told["overdue_s"] == 0, told)
    _, out, _ = curlew.ask("status", number)
    check(f"none: it is gone; curlew resume {number} has it tried again" in out, out)
    web.add_feed("/here")
    code, out, err = curlew.ask("add", number, "--url", web.base + "/here")
    check(code == 0 and "3 new articles" in out, code, out, err)
    check(curlew.objects("status", number)[0]["state"] == "active", "it is still gone")


def secrets_stay_where_they_were_given(curlew, web):
    other = SmallWeb("127.0.0.2")
    seen = []

    def feed_of_other(handler):
        seen.append(handler.headers.get("Authorization"))
        return 200, {"Content-Type": "application/rss+xml"}, feed(other.base)
    other["/feed"] = feed_of_other
    home = web.add_page("/home", "<html><head><link rel='alternate' type='application/"
                        f"rss+xml' href='{other.base}/feed'></head></html>")
    curlew.run("add", home)
    number = str(max(each["id"] for each in curlew.objects("list")))
    url = home.replace("http://", "http://bob:s3cret@")
    for words in ((url,), (home, "--user", "bob:s3cret"), (home, "--header", "X-Key: k")):
        code, out, err = curlew.ask("add", *words)
        check(code == 2 and "another server" in err, words, code, out, err)
        check("s3cret" not in out + err, out, err)
    curlew.run("visit", number)
    check(set(seen) == {None}, seen)
    # Given by its number, they are for where it is; at another address they are dropped.
    curlew.run("add", number, "--user", "bob:s3cret")
    check(seen[-1] is not None, seen)
    asked = []

    def moved(handler):
        asked.append(handler.headers.get("Authorization"))
        return 200, {"Content-Type": "application/rss+xml"}, feed(web.base)
    web["/moved"] = moved
    code, _, err = curlew.ask("add", number, "--url", web.base + "/moved")
    check(code == 0 and "dropped" in err, code, err)
    check(asked == [None], asked)
    curlew.run("add", number, "--user", "ann:s3cret")
    check(asked[-1] is not None, asked)
    curlew.run("add", number, "--user", "none")
    check(asked[-1] is None and len(asked) == 3, asked)
    # What check says of such a page is what watching does.
    code, out, err = curlew.ask("check", home, "--user", "bob:s3cret")
    check(code == 1 and "credentials were given for" in out, code, out, err)
    other.close()


def pages_do_not_hide_what_a_visit_brought(curlew, web):
    for i in range(9):
        web.add_page(f"/item/{i}", "<html><body><p>Text</p></body></html>")
    web.add_feed("/feed", items=9)
    code, out, err = curlew.ask("visit", "1")
    check("6 new articles" in out, code, out, err)


def main(program):
    for policy in ("toe", "posting-rate"):
        training_is_told(program, policy)
    web = SmallWeb()
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder, schedule={"tick": "10m", "min_gap": "10m"})
        process = curlew.serve_and_wait()
        try:
            curlew.run("add", web.add_feed("/feed"))
            web.add_feed("/other")
            for step in (pages_do_not_hide_what_a_visit_brought,
                         retry_after_holds_for_users, what_has_ended_begins_anew,
                         secrets_stay_where_they_were_given):
                step(curlew, web)
            every_key_is_documented(curlew, web, folder)
        finally:
            process.terminate()
            process.wait()
    print("what is told is right")


if __name__ == "__main__":
    main(sys.argv[1])
