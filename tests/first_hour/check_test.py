"""`curlew check URL` says what an address is, what robots.txt says of it, which feeds it
names and what one would get, and stores nothing. Usage: check_test.py CURLEW"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import Curlew
from small_web import SmallWeb


def check(condition, *told):
    if not condition:
        raise SystemExit(" ".join(str(each) for each in told))


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
        # What a page says moves no cursor.
        web.add_page("/esc", "<html><head><title>\x1b[31mred</title></head><body></body></html>")
        raw = subprocess.run(curlew.command("check", web.base + "/esc", "--kind", "page"),
                             capture_output=True).stdout
        check(b"\x1b" not in raw, raw)
    print("all that check says is right")


if __name__ == "__main__":
    main(sys.argv[1])
