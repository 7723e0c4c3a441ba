"""`curlew check URL` says what an address is, what robots.txt says of it, which feeds it
names and what one would get, and stores nothing. Usage: check_test.py CURLEW"""
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import Curlew
from small_web import SmallWeb, feed


def check(condition, *told):
    if not condition:
        raise SystemExit(" ".join(str(each) for each in told))


def on_terminal(command):
    """What a user sees of it."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while block := os.read(ours, 65536):
            seen += block
    except OSError:  # EIO: the other side is closed.
        pass
    os.close(ours)
    check(process.wait() == 1, command, "ended with", process.returncode)
    return seen.decode()


def main(program):
    web = SmallWeb()
    web["/robots.txt"] = (200, {"Content-Type": "text/plain"},
                          "User-agent: *\nCrawl-delay: 1\nDisallow: /private")
    links = "".join(f"<link rel='alternate' type='application/rss+xml' href='/{name}'>"
                    for name in ("posts", "comments"))
    front = web.add_page("/", f"<html><head>{links}</head><body>Hi</body></html>")
    web.add_feed("/posts", items=30, title="Posts")
    stories = "".join(f"<li><a href='/story/{i}'>What happened on day number {i}</a></li>"
                      for i in range(12))
    page = web.add_page("/list", f"<html><body><main><ul>{stories}</ul></main></body></html>")
    secret = web.add_feed("/private")
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder, fetch={"max_crawl_delay": "1s"})

        def said(*words, code=0):
            got, out, err = curlew.ask("check", *words)
            check(got == code, words, "ended with", got, out, err)
            return out + err

        text = said(front)
        for words in ("a page that names 2 feeds", web.base + "/posts", web.base + "/comments",
                      "allows it, and wants 1 s between requests", "HTTP 200, text/html",
                      "a feed", "Posts", "30", "The 0. thing that happened", "and 10 more"):
            check(words in text, words, "is not in", text)
        text = said(page, "--kind", "page")
        check("What happened on day number 0" in text and "/story/11" in text, text)
        text = said(secret, code=1)
        check("forbids it" in text and "robots.txt forbids it" in text, text)
        check("/private" not in web.requests, web.requests)
        text = said(web.base + "/nothing", code=1)
        check("HTTP 404: there is nothing at this address" in text, text)
        text = said("http://10.0.0.1/", code=1)
        check("fetch.allow_addresses" in text, text)
        said("notaurl", code=2)

        # On a terminal the failure is said once.
        seen = on_terminal(curlew.command("check", web.base + "/nothing"))
        check(seen.count("there is nothing at this address") == 1, seen)

        got, out, _ = curlew.ask("check", front, "--json")
        looks = [json.loads(line) for line in out.splitlines()]
        check(got == 0 and len(looks) == 2, out)
        check(looks[0]["feeds"] == [web.base + "/posts", web.base + "/comments"], looks[0])
        check(looks[1]["kind"] == "feed" and len(looks[1]["items"]) == 30, looks[1])
        check(looks[1]["robots"] == "allows it" and looks[1]["problem"] is None, looks[1])
        check(looks[1]["body_bytes"] > 1000, looks[1])
        got, out, _ = curlew.ask("check", page, "--kind", "feed", "--json")
        check(got == 1 and "--kind page" in json.loads(out)["problem"]["cure"], out)
        check(not curlew.data.exists(), "a look has made a data directory")
        # Feeds that end too early, or come to a halt.
        whole = feed(web.base, items=3)
        web["/cut"] = (200, {"Content-Type": "text/xml"}, whole[:whole.rfind("<link>") + 9])
        text = said(web.base + "/cut", code=1)
        check("the feed ends too early; 2 items were read" in text, text)
        # A source is looked at by its number, as it is watched.
        curlew.ask("add", web.base + "/posts", "--title", "Ours")
        check("30" in said("1") and "/posts" in said("#1"), "check 1")
        check("no such source" in said("2", code=1), "check 2")
        # What a page says moves no cursor.
        web.add_page("/esc", "<html><head><title>\x1b[31mred</title></head><body></body></html>")
        raw = subprocess.run(curlew.command("check", web.base + "/esc", "--kind", "page"),
                             capture_output=True).stdout
        check(b"\x1b" not in raw, raw)
    print("all that check says is right")


if __name__ == "__main__":
    main(sys.argv[1])
