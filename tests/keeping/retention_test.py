#!/usr/bin/env python3
"""Articles and pages go when they are too old or too many, and do not come back.

    retention_test.py CURLEW

The publisher's feed shows everything still. Not even a Curlew that has lost its
terminal's cache may take for new what was forgotten.
"""
import pathlib
import random
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, config_text, stop, wait_until
from publisher import Publisher

WAIT_SECONDS = 60
problems = []


def expect(holds, text):
    if not holds:
        problems.append(text)


def numbers(curlew):
    """The articles that are there, by the numbers in their addresses."""
    return sorted(int(url.rsplit("/", 1)[1]) for url in curlew.article_urls())


def count(curlew, sql):
    return curlew.rows(sql)[0][0]


def serve_until(curlew, condition, text):
    process = curlew.serve_and_wait()
    expect(wait_until(condition, WAIT_SECONDS), text() if callable(text) else text)
    expect(not (trouble := stop(process)), trouble)


def visits(curlew):
    return count(curlew, "SELECT count(*) FROM visits WHERE kind = 'source'")


def set_articles(curlew, **settings):
    curlew.config.write_text(config_text(articles=settings))


def fill(curlew, number):
    """Articles with pages, as if they had been found long ago."""
    database = sqlite3.connect(curlew.data / "central.db")
    (first,) = database.execute("SELECT value FROM counters WHERE name = 'article id'").fetchone()
    ids = range(first + 1, first + 1 + number)
    database.executemany(
        "INSERT INTO articles (id, source_id, key, found, language, category, title, url, "
        "author, entry_id, summary, content) VALUES (?, 1, ?, 1600000000000, '', '', 'old', "
        "'http://old.example/' || ?, '', '', '', '')", ((i, i, i) for i in ids))
    database.executemany(
        "INSERT INTO pages (article_id, fetched, error, language, category, content_type, url, "
        "html) VALUES (?, 1600000000000, '', '', '', '', '', zeroblob(30000))",
        ((i,) for i in ids))
    database.execute("UPDATE counters SET value = value + ? WHERE name IN "
                     "('article id', 'articles')", (number,))
    database.commit()
    database.close()


def killed(curlew, rng):
    """Whenever it dies, each article is there with all that is its own, or forgotten."""
    fill(curlew, 3000)
    set_articles(curlew, keep_for="30d", fetch_pages=False)
    seen = []
    for _ in range(8):
        process = curlew.serve_and_wait()
        time.sleep(rng.uniform(0, 0.4))
        process.kill()
        process.wait()
        left, counted, pages, forgotten = curlew.rows(
            "SELECT (SELECT count(*) FROM articles), (SELECT value FROM counters WHERE "
            "name = 'articles'), (SELECT count(*) FROM pages WHERE url = ''), "
            "(SELECT count(*) FROM forgotten_articles f JOIN articles a USING (source_id, key))"
        )[0]
        expect(left == counted and forgotten == 0 and pages <= left,
               f"after a kill: {left} articles, {counted} counted, {pages} pages, "
               f"{forgotten} both there and forgotten")
        seen.append(left)
    print(f"articles after each kill: {seen}")
    old = "SELECT count(*) FROM articles WHERE title = 'old'"
    serve_until(curlew, lambda: count(curlew, old) == 0, lambda: f"{count(curlew, old)} are left")


def main():
    publisher = Publisher(published=12)
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(sys.argv[1], folder)
        curlew.run("add", publisher.url)
        kept = lambda: count(curlew, "SELECT count(*) FROM versions WHERE of_article = 1")
        serve_until(curlew, lambda: kept() == 12, "12 pages were not fetched")

        # By default all is kept.
        before = visits(curlew)
        serve_until(curlew, lambda: visits(curlew) > before, "no visit")
        expect(len(numbers(curlew)) == 12 and kept() == 12, "not all is kept by default")

        set_articles(curlew, keep_newest=8, keep_pages_newest=5)
        serve_until(curlew, lambda: len(numbers(curlew)) == 8 and kept() == 5,
                    lambda: f"{numbers(curlew)}, {kept()} pages, not 8 and 5")
        expect(numbers(curlew) == list(range(5, 13)), f"not the newest: {numbers(curlew)}")
        read = count(curlew, "SELECT count(*) FROM page_contents")
        expect(read == 8, f"what {read} pages say, not 8")
        status = curlew.objects("status")[0]["counts"]["articles"]
        expect(status == 8, f"status counts {status} articles")

        # The feed shows all twelve; without its cache the terminal reports them all.
        for cache in curlew.data.glob("terminal-1.db*"):
            cache.unlink()
        before = visits(curlew)
        publisher.published = 13
        asked = publisher.pages_asked
        serve_until(curlew, lambda: 13 in numbers(curlew) and visits(curlew) > before + 1,
                    "the 13th was not found")
        came_back = set(numbers(curlew)) & {1, 2, 3, 4}
        expect(not came_back, f"came back: {came_back}")
        new = count(curlew, "SELECT sum(new_articles) FROM (SELECT new_articles FROM visits "
                            f"WHERE kind = 'source' ORDER BY id LIMIT -1 OFFSET {before})")
        expect(new == 1, f"{new} articles counted as new, not 1")
        expect(publisher.pages_asked - asked <= 1, "pages of forgotten articles fetched")

        # By age: pages first, then articles.
        set_articles(curlew, keep_pages_for="1s")
        time.sleep(1.1)
        serve_until(curlew, lambda: kept() == 0, lambda: f"{kept()} pages are left")
        expect(numbers(curlew), "articles went with their pages")
        set_articles(curlew, keep_for="1s")
        time.sleep(1.1)
        wanted = lambda: count(curlew, "SELECT count(*) FROM wanted_pages")
        serve_until(curlew, lambda: not numbers(curlew) and wanted() == 0,
                    lambda: f"{numbers(curlew)} are left, {wanted()} pages are wanted")
        left = count(curlew, "SELECT (SELECT count(*) FROM pages) + (SELECT count(*) FROM "
                             "page_contents) + (SELECT count(*) FROM wanted_pages)")
        expect(left == 0, f"{left} rows of pages are left")
        killed(curlew, random.Random(1))
        expect(curlew.rows("PRAGMA integrity_check") == [("ok",)], "damaged")
    publisher.close()
    if problems:
        sys.exit("\n".join(problems))
    print("all good")


if __name__ == "__main__":
    main()
