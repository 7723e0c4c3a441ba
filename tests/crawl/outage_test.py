#!/usr/bin/env python3
"""A site is down for some phases of a crawl: the topic loses no page by it, its seed is
asked for again, and the user sees meanwhile why nothing comes.

    outage_test.py CURLEW
"""
import http.server
import json
import pathlib
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from crawl_test import SEA, text_about, write_examples
from harness import Curlew, stop, wait_until

PAGES = 6


def page(title, text, links=""):
    return (f"<html lang=en><head><title>{title}</title></head><body><article><h1>{title}</h1>"
            f"{text}</article><div>{links}</div></body></html>")


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.server.is_down:
            return self.answer(503, "down")
        pages = PAGES + self.server.has_news
        if self.path == "/":
            links = " ".join(f"<a href='/news/a-ferry-number-{n}'>Ferry number {n}</a>"
                             for n in range(pages))
            return self.answer(200, page("All news", "<p>Welcome.</p>", links))
        number = self.path.rpartition("-")[2]
        if number.isdigit() and int(number) < pages:
            self.server.asked.append(int(number))
            return self.answer(200, page(f"Ferry number {number} and its captain",
                                         text_about(SEA, int(number))))
        return self.answer(404, "none")

    def answer(self, status, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def expect(is_so, what):
    if not is_so:
        raise SystemExit(what)


class Crawled:
    def __init__(self, curlew):
        self.curlew = curlew

    def shown(self, topic):
        return json.loads(self.curlew.ask("topic", "show", topic, "--json")[1])

    def phases(self):
        return sum(1 for each in self.shown("sea")["phases"] if each["ended"])

    def pages(self, standing):
        return sum(1 for (each,) in self.curlew.rows(
            "SELECT standing FROM crawl_pages WHERE source_id = 1") if each == standing)


def expect_troubles_shown(crawled):
    for topic in ("sea", "lost"):
        expect(wait_until(lambda: crawled.shown(topic)["seed_troubles"], 20),
               f"{topic}: nobody says that its seed brings nothing")
    why = crawled.shown("lost")["seed_troubles"][0]
    expect(why["why"] == "HTTP 404" and why["seed"].endswith("/none"), repr(why))
    expect("brings nothing" in crawled.curlew.ask("topic", "show", "lost")[1], "topic show")
    expect("1, 1 in vain" in crawled.curlew.ask("topic", "list")[1], "topic list")
    status = crawled.curlew.ask("status", "lost")[1]
    expect("topic show" in status and "next visit" not in status, status)
    log = crawled.curlew.ask("log", "lost")[1]
    expect("/none: HTTP 404" in log and "/robots.txt" in log, "log: " + log)
    expect("/none: HTTP 404" in crawled.curlew.ask("topic", "log", "lost")[1], "topic log")


def main():
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    site.is_down, site.has_news, site.asked = False, 0, []
    threading.Thread(target=site.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{site.server_port}"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_examples(folder)
        curlew = Curlew(sys.argv[1], folder, crawl={"phase_pause": "1s"})
        crawled = Crawled(curlew)
        for name, seed in (("sea", "/"), ("lost", "/none")):
            examples = folder / ("sea" if name == "sea" else "football")
            curlew.run("topic", "add", name, "--examples", str(examples), "--seeds",
                       address + seed)
        process = curlew.serve_and_wait()
        try:
            expect(wait_until(lambda: crawled.phases() and crawled.pages("kept") == PAGES, 60),
                   "the crawl does not even begin")
            site.is_down = True
            before = crawled.phases()
            expect_troubles_shown(crawled)
            expect(wait_until(lambda: crawled.phases() >= before + 6, 60), "no more phases")
            expect(crawled.pages("gone") == 0, "pages were given up while their site was down")
            site.is_down, site.has_news = False, 1
            site.asked.clear()
            expect(wait_until(lambda: set(site.asked) >= set(range(PAGES + 1)), 60),
                   f"of {PAGES + 1} pages only {sorted(set(site.asked))} were asked for again")
            expect(wait_until(lambda: crawled.pages("kept") == PAGES + 1, 20), "not all are kept")
            expect(not crawled.shown("sea")["seed_troubles"], "its seed is there again")
            expect("is there again" in curlew.ask("topic", "log", "sea")[1], "topic log: no word")
        finally:
            trouble = stop(process)
        expect(trouble is None, trouble)
    print("no page was lost by the outage")


if __name__ == "__main__":
    main()
