"""A headline that changes after it was found, first in the feed, then on the page, is kept
and told. Usage: headline_test.py CURLEW"""
import email.utils
import pathlib
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "first_hour")]
from harness import Curlew, stop, wait_until
from small_web import SmallWeb

TEXT = ("The ferry leaves at noon on every working day of the week, and on Sundays it does "
        "not leave at all, as the harbour office has made known.")


def check(condition, *told):
    if not condition:
        raise SystemExit(" ".join(str(each) for each in told))


class Ferry:
    """Its feed, and its page, which is asked for with conditions the second time."""

    def __init__(self, web):
        self.web = web
        self.conditions = []
        # The first look back is an hour after publication: a few seconds from now.
        self.published = email.utils.formatdate(time.time() - 3600 + 10, usegmt=True)

    def publish(self, in_feed, on_page):
        link = self.web.base + "/ferry"
        self.web["/feed"] = (200, {"Content-Type": "application/rss+xml"}, (
            "<rss version='2.0'><channel><title>Harbour</title><item><guid>1</guid>"
            f"<title>{in_feed}</title><link>{link}</link><pubDate>{self.published}</pubDate>"
            "</item></channel></rss>"))

        def page(handler):
            self.conditions.append(handler.headers.get("If-None-Match"))
            return 200, {"Content-Type": "text/html", "ETag": f'"{on_page}"'}, (
                f"<html lang=en><head><title>{on_page}</title></head><body><article>"
                f"<h1>{on_page}</h1><p>{TEXT}</p><p>There is a second paragraph, too, and "
                "it ends with a full stop.</p></article></body></html>")
        self.web["/ferry"] = page
        return self.web.base + "/feed"


def test(program, folder):
    # The pages are looked for every minute; a new process looks at once.
    curlew = Curlew(program, folder)
    process = curlew.serve_and_wait()
    ferry = Ferry(SmallWeb())
    feed = ferry.publish("Ferry at noon", "Ferry at noon")
    curlew.run("add", feed, "--article-changes")
    check(wait_until(lambda: curlew.rows("SELECT 1 FROM page_revisits"), 120),
          "no second visit is planned:", ferry.web.requests)

    ferry.publish("Ferry at dusk", "Ferry by night")
    told = lambda: [row["title"] for row in curlew.objects("articles")]
    check(wait_until(lambda: len(told()) == 2, 120), "the feed's headline:", told())
    check("Ferry at dusk (headline was: Ferry at noon)" in told(), told())

    check(stop(process) is None, "stop")
    due, = curlew.rows("SELECT due FROM page_revisits")[0]
    wait = int(due) / 1000 - time.time()
    check(wait < 60, "its page was fetched too late: the next step is", wait, "s away")
    time.sleep(max(0, wait))
    process = curlew.serve_and_wait()
    check(wait_until(lambda: len(told()) == 3, 120), "the page's headline:", told())
    check("Ferry by night (headline was: Ferry at noon)" in told(), told())
    check(ferry.conditions == [None, '"Ferry at noon"'], ferry.conditions)

    article, = curlew.objects("read", "1")
    check([(version["from"], version["title"]) for version in article["versions"]] ==
          [("page", "Ferry at noon"), ("feed", "Ferry at noon")], article["versions"])
    check("at noon on every" in article["versions"][0]["text"], article["versions"])
    code, shown, _ = curlew.ask("read", "1")
    check(code == 0 and "Ferry at noon (its page, until" in shown, shown)
    check(len(curlew.objects("search", "night")) >= 1, "search")

    # Both pages lie in the archive, as they came.
    page = ferry.web.base + "/ferry"
    history = curlew.objects("history", page)
    check(len(history) == 2, "history:", history)
    check("Ferry by night" in history[0]["summary"], "history:", history)
    _, newest, _ = curlew.ask("show", page)
    check("<h1>Ferry by night</h1>" in newest, newest)
    _, oldest, _ = curlew.ask("show", f"{page}@{history[1]['time']}")
    check("<h1>Ferry at noon</h1>" in oldest, oldest)
    _, compared, _ = curlew.ask("diff", page)
    check("noon" in compared and "night" in compared, compared)
    check(curlew.rows("SELECT count(*) FROM pages WHERE html IS NOT NULL") == [(0,)],
          "pages in the database")
    check(stop(process) is None, "stop")


with tempfile.TemporaryDirectory() as folder:
    test(sys.argv[1], folder)
