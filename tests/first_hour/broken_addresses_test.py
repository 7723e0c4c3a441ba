"""A subscription list with broken addresses of every kind, imported as a new user would:
after one round `curlew list --failing` names each of them, with the reason in words and
what to type against it, and none of the good ones.
Usage: broken_addresses_test.py CURLEW [GOOD FEEDS]"""
import pathlib
import sys
import tempfile
from xml.sax.saxutils import quoteattr

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import Curlew, stop, wait_until
from small_web import SmallWeb, feed, free_port, hangs_up, says_nothing, wants_login

SHELL = ("<html><head><title>App</title></head><body><div id='root'></div>"
         + "<script src='/a.js'></script>" * 3 + "<script>" + "x=1;" * 2000 + "</script></body></html>")
MENU = ("<html><body><ul>" + "".join(f"<li><a href='/m/{word}'>{word}</a></li>" for word in
        "Home News Sport Money Jobs Cars Photos Video Login Search".split()) + "</ul></body></html>")
ARTICLE = ("<html><body><article><h1>One story</h1>" + "<p>" + "Many words of a story. " * 30
           + "</p>" * 3 + "</article></body></html>")


def broken_feeds(web, denied, troubled, busy):
    """address -> what its reason or its cure must say."""
    web["/loop"] = (302, {"Location": web.base + "/loop2"}, "")
    web["/loop2"] = (302, {"Location": web.base + "/loop"}, "")
    web["/badtarget"] = (302, {"Location": "gopher://x/"}, "")
    web["/silent"] = says_nothing
    web["/hangup"] = hangs_up
    web["/login"] = wants_login("ann", "secret", (200, {}, feed(web.base)))
    web["/large"] = (200, {"Content-Type": "text/xml"}, "<rss>" + "x" * 300_000)
    web["/empty"] = (200, {"Content-Type": "text/xml"}, "")
    web["/text"] = (200, {"Content-Type": "text/plain"}, "hello there")
    web["/json"] = (200, {"Content-Type": "application/json"}, '{"a": [1, 2, 3]}')
    web["/bytes"] = (200, {"Content-Type": "image/png"}, bytes(range(256)) * 20)
    web["/wall"] = (403, {"Server": "cloudflare", "cf-mitigated": "challenge"}, "Just a moment...")
    # Its whole host is left alone then, so it has one of its own.
    busy["/feed"] = (503, {"Retry-After": "3600"}, "")
    denied["/robots.txt"] = (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /")
    troubled["/robots.txt"] = (500, {}, "")
    named = ("<html><head><link rel='alternate' type='application/rss+xml' "
             f"href='/feed/0'></head><body>Front</body></html>")
    return {
        "http://no-such-host.invalid/feed": "DNS does not know this host",
        f"http://127.0.0.1:{free_port()}/feed": "no connection",
        web.base.replace("http:", "https:") + "/feed/1": "no secure connection",
        "http://127.200.0.1/feed": "fetch.allow_addresses",
        "http://10.1.2.3/feed": "fetch.allow_addresses",
        web.base + "/nothing": "HTTP 404: there is nothing at this address",
        web.add_status("/gone", 410): "HTTP 410",
        web.base + "/login": "--user NAME:PASSWORD",
        web.add_status("/forbidden", 403): "HTTP 403",
        web.add_status("/teapot", 418): "HTTP 418",
        web.add_status("/error", 500): "HTTP 500: its server is in trouble",
        web.add_status("/gateway", 502): "HTTP 502",
        busy.base + "/feed": "HTTP 503: its server asks us to come less often",
        web.base + "/silent": "no answer in time",
        web.base + "/hangup": "hung up without an answer",
        web.add_page("/html", ARTICLE): "--kind page",
        web.add_page("/named", named): "--kind auto",
        web.base + "/loop": "redirect loop",
        web.base + "/badtarget": "it leads nowhere",
        web.base + "/large": "fetch.max_body",
        web.base + "/empty": "an empty answer",
        web.base + "/text": "not a feed",
        web.base + "/json": "not a feed | to keep its versions: curlew add",
        web.base + "/bytes": "not a feed",
        web.base + "/wall": "proof of a human",
        denied.base + "/feed": "robots.txt forbids it",
        troubled.base + "/feed": "robots.txt cannot be read",
    }


def broken_pages(web):
    return {
        web.add_page("/story", ARTICLE): "no links to follow",
        web.add_page("/menu", MENU): "--rules FILE",
        web.add_page("/shell", SHELL): "--render",
    }


def opml(addresses):
    lines = "".join(f"<outline type='rss' text='{i}' xmlUrl={quoteattr(address)}/>"
                    for i, address in enumerate(addresses))
    return f"<opml version='2.0'><body>{lines}</body></opml>"


def check(condition, *told):
    if not condition:
        raise SystemExit(" ".join(str(each) for each in told))


def main(program, well=20):
    web, denied, troubled = SmallWeb(), SmallWeb(), SmallWeb()
    busy = SmallWeb("127.0.0.2")
    with tempfile.TemporaryDirectory() as folder:
        good = [web.add_feed(f"/feed/{i}", title=f"Good {i}") for i in range(well)]
        feeds = broken_feeds(web, denied, troubled, busy)
        pages = broken_pages(web)
        broken = feeds | pages
        check(len(broken) == 30, len(broken), "broken addresses")
        curlew = Curlew(program, folder, fetch={
            "allow_addresses": ["127.0.0.0/9"], "total_timeout": "3s", "max_body": "64KiB",
            "per_host": 8, "host_delay": "0s"}, articles={"fetch_pages": False})
        path = pathlib.Path(folder) / "list.opml"
        path.write_text(opml(list(feeds) + good))
        curlew.run("import", str(path))
        curlew.run("add", "--kind", "page", *pages)
        process = curlew.serve_and_wait()
        try:
            visited = lambda: curlew.rows("SELECT count(*) FROM schedule WHERE last_visit"
                                          " IS NOT NULL")[0][0] == len(broken) + well
            check(wait_until(visited, 120 + well), "not all sources were visited:", curlew.rows(
                "SELECT url FROM sources JOIN schedule ON id = source_id WHERE last_visit IS NULL"))
            found = {each["url"]: each["problem"] for each in curlew.objects("list", "--failing")}
            check(set(found) == set(broken), "differ:", set(found) ^ set(broken))
            for url, said in broken.items():
                told = found[url]["reason"] + " | " + found[url]["cure"]
                check(said in told, url, "does not say", said, "but", told)
                check(found[url]["cure"], url, "has no cure")
            code, text, _ = curlew.ask("list", "--failing")
            for url, problem in found.items():
                check(problem["reason"] in text and problem["cure"] in text, url, "in", text)
            code, text, _ = curlew.ask("status")
            check("30 problems at the last visit" in text, text)
            counts = curlew.objects("status")[0]["counts"]
            check(counts["problems"] == 30, counts)
            code, text, _ = curlew.ask("list")
            check(text.count(" problem ") >= 25, text)
            causes = curlew.objects("problems")
            check(sum(each["count"] for each in causes) == 30 and len(causes) > 5, causes)
            code, text, _ = curlew.ask("problems")
            check(code == 0 and all(each["title"] in text for each in causes), text)
            operation, = curlew.objects("operation")
            check(sum(each["count"] for each in operation["outcomes"]) >= 30, operation)
            check(operation["counts"]["problems"] == 30, operation["counts"])
            hosts = curlew.objects("courtesy")
            check(hosts and all(each["requests"] for each in hosts), hosts)
            host = hosts[0]["host"]
            check([each["host"] for each in curlew.objects("courtesy", host)][0] == host, host)
            delay, = curlew.objects("delay")
            check(delay["days"] == 7 and delay["budget"]["offers"] is not None, delay)
            for command in "operation", "courtesy", "delay":
                code, text, err = curlew.ask(command)
                check(code == 0 and text.count("\n") >= 3, command, text, err)
        finally:
            wrong = stop(process)
        check(wrong is None, wrong)
        print(f"{len(broken)} of {len(broken)} broken addresses named with reason and cure")


if __name__ == "__main__":
    main(sys.argv[1], *(int(count) for count in sys.argv[2:]))
