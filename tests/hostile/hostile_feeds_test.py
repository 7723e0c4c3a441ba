#!/usr/bin/env python3
"""Every way in which a publisher misbehaves, all at once, on the real program.

    hostile_feeds_test.py CURLEW

Each way is met twice: by a source that never was good, and by one that was good before and
has an article. Both become good in the end. Every failure must be told in words that name
the matter, nothing found may be lost, no other source may notice, and memory stays bounded.
"""
import collections
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import hostile_web as web
from harness import Curlew, stop, wait_until

MOST_MEMORY_KIB = 300 * 1024
WAIT_SECONDS = 150
# The way, how a visit of it ends, and words that its error or, where it went well, its
# note must have. A feed that can be read in part is a success: what could be read is kept.
CASES = [
    (web.truncated, "fetched", "ends too early"),
    (web.broken_off, "unreachable", "transfer closed"),
    (web.gzip_bomb, "too-large", "unpacks to more than 200 times"),
    (web.broken_gzip, "unreachable", "not gzip as it says"),
    (web.cut_gzip, "fetched", "ends too early"),
    (web.nested, "unreadable", "nested deeper than 100"),
    (web.nested_json, "unreadable", "JSON"),
    (web.huge, "too-large", "larger than 33554432 bytes"),
    (web.huge_unannounced, "too-large", "larger than 33554432 bytes"),
    (web.wrong_charset, "fetched", ""),
    (web.nonsense_charset, "fetched", ""),
    (web.html, "unreadable", "HTML instead of a feed"),
    (web.html_naming_a_feed, "unreadable", "names the feed http://"),
    (web.empty, "unreadable", "empty"),
    (web.blank, "unreadable", "empty"),
    (web.other_json, "unreadable", "JSON, but no feed"),
    (web.noise, "unreadable", "no feed"),
    (web.laughs, "fetched", ""),
    (web.outside_entity, "fetched", ""),
    (web.dripping, "timed-out", "brought only"),
    (web.slow, "timed-out", "timed out after 6"),
    (web.silent, "timed-out", "timed out after 6"),
    (web.endless_headers, "too-large", "the headers are larger than"),
    (web.endless_line, "too-large", "header line without an end"),
    (web.endless_redirects, "bad-redirect", "more than 8 redirects"),
    (web.no_http, "unreachable", "HTTP/0.9"),
]
GREEK = [web.wrong_charset, web.nonsense_charset]
HANGING = [web.dripping, web.slow, web.silent]


class Test:
    def __init__(self, program, folder):
        self.problems = []
        self.was_good = [web.Site(way.__name__, f"127.0.1.{n}", way)
                         for n, (way, _, _) in enumerate(CASES, 1)]
        self.never_good = [web.Site(f"{way.__name__}, never good", f"127.0.2.{n}", way, "bad")
                           for n, (way, _, _) in enumerate(CASES, 1)]
        self.control = web.Site("control", "127.0.3.1", None)
        self.sites = [*self.was_good, *self.never_good, self.control]
        self.web = web.HostileWeb(self.sites)
        self.curlew = Curlew(program, folder, articles={"fetch_pages": False},
                             fetch={"max_body": "32MiB", "total_timeout": "6s",
                                    "stall_timeout": "2s"})
        self.curlew.run("add", *(site.url for site in self.sites))
        self.process = self.curlew.serve_and_wait()

    def expect(self, holds, text):
        if not holds:
            self.problems.append(text)

    def missing(self, sites):
        have = set(self.curlew.article_urls())
        return [url for site in sites for url in site.articles() if url not in have]

    def expect_articles(self, sites, when):
        wait_until(lambda: not self.missing(sites), WAIT_SECONDS)
        self.expect(not (lost := self.missing(sites)), f"{when}: not found: {lost}")

    def untold(self, sites):
        """Those in whose log no visit ended as its case says."""
        wrong = []
        for site, (_, outcome, words) in zip(sites, CASES):
            # By its number: one of them will have found a better address.
            number = self.sites.index(site) + 1
            visits = self.curlew.objects("log", str(number), "-n", "1000")
            if site.way is web.html_naming_a_feed and site in self.never_good:
                outcome = "names-feed"  # Nobody has called it a feed.
            well = outcome in ("fetched", "names-feed")
            if not any(visit["outcome"] == outcome
                       and words in visit["note" if well else "error"]
                       and not (well and visit["error"]) for visit in visits):
                last = visits[0] if visits else {"outcome": "no visit", "error": ""}
                wrong.append(f"{site.name} is not {outcome} \"{words}\" but "
                             f"{last['outcome']} \"{last['error']}\"")
        return wrong

    def expect_told(self, sites):
        wait_until(lambda: not self.untold(sites), WAIT_SECONDS)
        self.problems += self.untold(sites)

    def unlisted(self, sites):
        """Those that fail and are not shown with what is wrong with them."""
        wrong = []
        listed = {source["id"]: source for source in self.curlew.objects("list")}
        for site, (_, outcome, words) in zip(sites, CASES):
            source = listed[self.sites.index(site) + 1]
            if outcome == "fetched" or source["url"] != site.url:
                continue  # It is well, or has found a better address.
            if not (source["last_outcome"] == outcome and words in source["last_error"]
                    and source["failures"] > 0):
                wrong.append(f"{site.name} is listed as {source}")
        return wrong

    def expect_listed(self, sites):
        wait_until(lambda: not self.unlisted(sites), WAIT_SECONDS)
        self.problems += self.unlisted(sites)
        counts = self.curlew.objects("status")[0]["counts"]
        self.expect(counts["sources"] == len(self.sites), f"status: {counts}")

    def expect_partial_articles(self):
        """Of those that can be read in part, what was whole."""
        for way in (web.truncated, web.cut_gzip):
            site = next(site for site in self.never_good if site.way is way)
            self.expect(self.missing([site]) == [site.article(1)],
                        f"{site.name}: {self.missing([site])} missing")

    def title(self, site):
        return dict(self.curlew.rows("SELECT url, title FROM articles")).get(site.article(2))

    def expect_titles_as_sent(self):
        """Before they are good: then the titles are edited."""
        for site in self.never_good:
            if site.way in GREEK:
                self.expect(self.title(site) == web.GREEK_TITLE.format(2),
                            f"{site.name}: {self.title(site)}")
            if site.way is web.outside_entity:
                self.expect("&file;|&net;" in self.title(site),
                            f"{site.name}: {self.title(site)}")

    def expect_control_goes_on(self):
        hanging = [site for site in self.was_good if site.way in HANGING]
        self.expect(wait_until(lambda: any(site.open_requests for site in hanging),
                               WAIT_SECONDS), "no request hangs")
        self.control.published += 1
        self.expect_articles([self.control], "while others hang")

    def expect_bounded_memory(self):
        process = pathlib.Path(f"/proc/{self.process.pid}")
        fields = dict(line.split(":", 1)
                      for line in (process / "status").read_text().splitlines())
        peak = int(fields["VmHWM"].split()[0])
        print(f"at most {peak // 1024} MiB of memory", flush=True)
        # A sanitizer takes a multiple.
        self.expect(peak < MOST_MEMORY_KIB or "asan" in (process / "maps").read_text(),
                    f"{peak // 1024} MiB of memory")

    def expect_what_was_published(self):
        counts = collections.Counter(self.curlew.article_urls())
        published = {url for site in self.sites for url in site.articles()}
        self.expect(not (extra := counts.keys() - published), f"made up: {extra}")
        self.problems += [f"stored {n} times: {url}" for url, n in counts.items() if n > 1]
        for site in self.never_good:
            self.expect(self.title(site) == "Article 2", f"{site.name}: {self.title(site)}")
        self.expect(not any("/secret" in site.asked for site in self.sites),
                    "an entity was fetched")

    def run(self):
        self.expect_told(self.never_good)
        self.expect_listed(self.never_good)
        self.expect_partial_articles()
        self.expect_titles_as_sent()
        self.expect_articles([*self.was_good, self.control], "at first")
        for site in self.never_good:
            site.mood = "good"
        for site in self.was_good:
            site.mood, site.published = "bad", 4
        self.expect_control_goes_on()
        self.expect_told(self.was_good)
        for site in self.was_good:
            site.mood, site.published = "good", 5
        self.expect_articles(self.sites, "in the end")
        self.expect_what_was_published()

        for site in self.was_good:
            if site.way in HANGING:
                site.mood = "bad"
        self.expect_control_goes_on()
        self.expect_bounded_memory()
        self.expect(not (trouble := stop(self.process)), trouble)
        self.expect(not (errors := self.curlew.log.read_text()), errors)
        self.web.close()


def main():
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        test = Test(sys.argv[1], folder)
        try:
            test.run()
        finally:
            test.process.kill()  # Only if the test itself failed it runs still.
    print(f"{len(CASES)} ways to misbehave in {time.monotonic() - began:.0f} s")
    if test.problems:
        sys.exit("\n".join(test.problems))


if __name__ == "__main__":
    main()
