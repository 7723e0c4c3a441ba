#!/usr/bin/env python3
"""Documents in which few bytes stand for many, read by the real program.

    amplification_test.py CURLEW [full]

Each is a publisher of its own, asked once. Whatever it makes of them, the process must
live, stay below 300 MB and spend less than 2 s of processor time on each; another source
must go on. With `full`, they are as large as those that once made gigabytes; without, as
those that made more than the 300 MB.
"""
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import hostile_web as web
from harness import Curlew, stop, wait_until

MOST_MEMORY_KIB = 300 * 1000
MOST_SECONDS = 2
WAIT_SECONDS = 60
LONG_PATH = "p" * 8000 + "/"
JSON_HEAD = '{"version":"https://jsonfeed.org/version/1.1",'


def rss(channel, attributes=""):
    return f"<rss {attributes}><channel><title>t</title>{channel}</channel></rss>"


def items(count, inside=""):
    """Each with a title of its own, so that all are articles."""
    return "".join(f"<item><title>{n}</title>{inside}</item>" for n in range(count))


def json_items(count):
    return ",".join('{"id":%d}' % n for n in range(count))


def feeds(times):
    """What came, by name: `times` is how often the short part stands in it."""
    long = "x" * (20 * times)
    base = f"xml:base='http://a.example/{LONG_PATH}'"
    links = "<a href='b'>c</a>" * times
    return {
        "xml:lang": rss(items(times), f"xml:lang='{long}'"),
        "language": rss(f"<language>{long}</language>" + items(times)),
        "json author": JSON_HEAD + '"author":{"name":"%s"},"items":[%s]}' % (long, json_items(times)),
        "json language": JSON_HEAD + '"language":"%s","items":[%s]}' % (long, json_items(times)),
        "json tags": JSON_HEAD + '"items":[{"id":1,"tags":["a"%s]}]}' % (',"a"' * times * 10),
        "too long a base": rss(items(times, "<link>a</link>"),
                               f"xml:base='http://a.example/{'x' * 200 * times}/'"),
        "long base": rss("".join(f"<item><link>{n}</link></item>" for n in range(times)),
                         base),
        "links in a text": rss(f"<item><title>t</title><description><![CDATA[{links}]]>"
                               "</description></item>", base),
        "enclosures": rss(items(times // 10, "".join(
            f"<enclosure url='{n}'/>" for n in range(50))), base),
        "categories": rss(items(times // 10, "".join(
            f"<category>{n}</category>" for n in range(50)))),
        "entities": f"<!DOCTYPE rss [<!ENTITY e '{'x' * times}'>]>"
                    + rss(items(1, f"<description>{'&e;' * times}</description>")),
    }


def pages(times):
    links = "".join(f"<p><a href='{n}.html'>A headline of some words {n}</a></p>"
                    for n in range(times))
    words = "<p>Some words of an article that somebody wrote for others to read.</p>" * 20
    return {
        "page with too long a base": f"<base href='/{'x' * 100 * times}/'>{words}{links}",
        "page with a long base": f"<base href='/{LONG_PATH}'>{words}{links}",
    }


class Test:
    def __init__(self, program, folder, times):
        self.problems = []
        self.bodies = feeds(times)
        self.pages = pages(times)
        self.control = web.Site("control", "127.0.3.1", None)
        self.sites = [web.Site(name, f"127.0.1.{n}", self.answer, "bad")
                      for n, name in enumerate([*self.bodies, *self.pages], 1)]
        self.web = web.HostileWeb([*self.sites, self.control])
        self.curlew = Curlew(program, folder)
        self.curlew.run("add", self.control.url)
        self.process = self.curlew.serve_and_wait()
        self.spent = self.cpu_seconds()

    def answer(self, site, request):
        """The document, once: again and again it would be measured several times."""
        if request.headers.get("If-None-Match"):
            request.send_response(304)
            return request.end_headers()
        if request.path == "/article/1":
            return request.answer(self.pages[site.name], "text/html; charset=utf-8")
        if request.path != "/feed":
            return request.send_error(404)
        site.published = 1
        return request.answer(self.bodies.get(site.name) or site.rss(), ETag='"1"')

    def expect(self, holds, text):
        if not holds:
            self.problems.append(text)

    def proc(self, name):
        return pathlib.Path(f"/proc/{self.process.pid}/{name}").read_text()

    def cpu_seconds(self):
        user, system = self.proc("stat").rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def peak_kib(self):
        return int(self.proc("status").split("VmHWM:")[1].split()[0])

    def is_read(self, site):
        """Has its feed, or the page of its article, been read?"""
        if site.name in self.pages:
            return self.curlew.rows("SELECT 1 FROM pages JOIN articles ON id = article_id "
                                    f"WHERE articles.url = '{site.article(1)}'")
        return self.curlew.rows("SELECT 1 FROM articles JOIN sources ON sources.id = "
                                f"source_id WHERE sources.url = '{site.url}' LIMIT 1")

    def visit(self, site):
        self.curlew.run("add", site.url)
        read = wait_until(lambda: self.process.poll() is not None or self.is_read(site),
                          WAIT_SECONDS)
        if self.process.poll() is not None:
            raise SystemExit(f"{site.name}: ended with {self.process.returncode}: "
                             f"{self.curlew.log.read_text()[-500:]}")
        self.expect(read, f"{site.name}: not read: "
                          f"{self.curlew.objects('log', site.url, '-n', '3')}")
        before, self.spent = self.spent, self.cpu_seconds()
        seconds = self.spent - before
        size = len(self.bodies.get(site.name) or self.pages[site.name])
        print(f"{site.name}: {size:,} bytes, {seconds:.2f} s, at most "
              f"{self.peak_kib() // 1000} MB", flush=True)
        if "asan" not in self.proc("maps"):  # A sanitizer takes a multiple.
            self.expect(seconds < MOST_SECONDS, f"{site.name}: {seconds:.1f} s")
            self.expect(self.peak_kib() < MOST_MEMORY_KIB,
                        f"{site.name}: {self.peak_kib() // 1000} MB")

    def run(self):
        for site in self.sites:
            self.visit(site)
        self.control.published += 1
        self.expect(wait_until(lambda: self.control.article(self.control.published)
                               in self.curlew.article_urls(), WAIT_SECONDS),
                    "another source does not go on")
        self.expect(not (trouble := stop(self.process)), trouble)
        self.expect(not (errors := self.curlew.log.read_text()), errors)
        self.web.close()


def expect_list_bounded(program, folder, times):
    """Names of folders, one within the other, and feeds in them."""
    curlew = Curlew(program, folder, pathlib.Path(folder) / "imported")
    path = pathlib.Path(folder) / "list.opml"
    folders = f"<outline text='{'x' * times}'>" * 50
    feeds_in = "".join(f"<outline xmlUrl='http://127.0.0.1/{n}'/>" for n in range(times))
    path.write_text(f"<opml><body>{folders}{feeds_in}{'</outline>' * 50}</body></opml>")
    before = os.times()
    code, _, complaint = curlew.ask("import", str(path))
    after = os.times()
    seconds = after.children_user + after.children_system - (
        before.children_user + before.children_system)
    print(f"OPML: {path.stat().st_size:,} bytes, {seconds:.2f} s, exit code {code}")
    problems = [] if seconds < MOST_SECONDS else [f"OPML: {seconds:.1f} s"]
    if code != 0 and "folders" not in complaint:
        problems.append(f"OPML: {code}: {complaint}")
    return problems


def main():
    times = 10_000 if "full" in sys.argv[2:] else 4_000
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        problems = expect_list_bounded(sys.argv[1], folder, times)
        test = Test(sys.argv[1], folder, times)
        try:
            test.run()
        finally:
            test.process.kill()  # Only if the test itself failed it runs still.
    print(f"{time.monotonic() - began:.0f} s")
    if problems + test.problems:
        sys.exit("\n".join(problems + test.problems))


if __name__ == "__main__":
    main()
