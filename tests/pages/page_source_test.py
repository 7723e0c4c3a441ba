"""A site without a feed, followed by the real program: its new links are found, their
pages are stored with what they say, the feed made of them is read back, and a kill
loses nothing. Usage: page_source_test.py CURLEW"""
import atexit
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import Curlew, stop, wait_until

ATOM = "{http://www.w3.org/2005/Atom}"
SITE = "lighthouse"


class LittleWeb:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "demo", "--web-only"],
                                        stdout=subprocess.PIPE, text=True)
        self.base = self.process.stdout.readline().split("http://")[1].split("/_web/")[0]
        self.front = f"http://{SITE}.{self.base}/"

    def published(self, since=0):
        address = f"http://{self.base}/_web/published.json?since_ms={int(since * 1000)}"
        with urllib.request.urlopen(address) as answer:
            items = json.loads(answer.read())["published"]
        return {item["url"]: item["title"] for item in items if item["site"] == SITE}

    def violations(self):
        with urllib.request.urlopen(f"http://{self.base}/_web/violations.json") as answer:
            return json.loads(answer.read())["violations"]

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=10)


def expect(condition, what):
    if not condition:
        sys.exit(f"page_source_test: {what}")


def serve(curlew):
    """Starts it; the process, and where its web endpoint is."""
    process = curlew.serve()
    atexit.register(process.kill)  # Also when the test fails.
    line = process.stdout.readline()
    expect("http://" in line, f"serve says {line!r}: {curlew.log.read_text()}")
    return process, "http://" + line.split("http://")[1].split("/")[0]


def read_pages(curlew):
    """Articles by address, with title and text size, whose page was read."""
    rows = curlew.rows(
        "SELECT a.url, c.title, c.type, length(c.text), length(c.parts) FROM articles a"
        " JOIN page_contents c ON c.article_id = a.id")
    return {url: (title, kind, text, parts) for url, title, kind, text, parts in rows}


def find_everything(curlew, web, since):
    """Until something was published since then, and all of it was found and read."""
    expect(wait_until(lambda: web.published(since), 60), "the site publishes nothing")
    wanted = web.published(since)
    found = wait_until(lambda: not wanted.keys() - read_pages(curlew).keys(), 90)
    expect(found, f"not found or not read: {wanted.keys() - read_pages(curlew).keys()}")
    return wanted


def check_articles(curlew, web):
    urls = curlew.article_urls()
    expect(len(urls) == len(set(urls)), "an article is stored twice")
    published = web.published()
    read = read_pages(curlew)
    for url, title in published.items():
        if url not in read:
            continue
        expect(read[url][0] == title, f"{url} has the title {read[url][0]!r}, not {title!r}")
        expect(read[url][1] == "article", f"{url} is taken for a {read[url][1]}")
    strangers = set(urls) - published.keys()
    expect(not strangers, f"no articles of the site: {strangers}")


def check_feed(curlew, web, endpoint, folder):
    address = f"{endpoint}/sources/1/feed.atom"
    # Articles wait for their pages.
    expect(wait_until(lambda: len(read_pages(curlew)) >= 10, 60), "pages are not read")
    with urllib.request.urlopen(address) as answer:
        atom, etag = answer.read(), answer.headers["ETag"]
    entries = xml.etree.ElementTree.fromstring(atom).findall(f"{ATOM}entry")
    expect(len(entries) >= 10, f"{len(entries)} entries in the feed")
    published = web.published()
    for entry in entries:
        link, title = entry.find(f"{ATOM}link").get("href"), entry.findtext(f"{ATOM}title")
        expect(published[link] == title, f"{link}: {title!r}, not {published[link]!r}")
        expect(entry.findtext(f"{ATOM}summary"), f"{link} has no summary")
    (folder / "feed.atom").write_bytes(atom)
    [feed] = [json.loads(line) for line in subprocess.run(
        [curlew.program, "lab", "feed", str(folder / "feed.atom")], check=True,
        stdout=subprocess.PIPE, text=True).stdout.splitlines()]
    expect([entry["link"] for entry in feed["entries"]]
           == [entry.find(f"{ATOM}link").get("href") for entry in entries],
           "our own parser reads another feed")
    return address, etag


def check_not_modified(address, etag):
    request = urllib.request.Request(address, headers={"If-None-Match": etag})
    try:
        urllib.request.urlopen(request)
        return False
    except urllib.error.HTTPError as error:
        return error.code == 304


def main(program):
    began = time.time()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        web = LittleWeb(program)
        atexit.register(web.close)
        curlew = Curlew(program, folder)
        curlew.run("add", web.front)  # Found out to be a page by itself.
        process, endpoint = serve(curlew)
        wanted = find_everything(curlew, web, began + 3)
        expect(curlew.rows("SELECT kind, title FROM sources")
               == [("page", "The Lighthouse")], curlew.rows("SELECT kind FROM sources"))
        check_articles(curlew, web)
        check_feed(curlew, web, endpoint, folder)

        process.kill()
        process.wait()
        killed = time.time()
        before = set(curlew.article_urls())
        time.sleep(5)
        process, endpoint = serve(curlew)
        wanted |= find_everything(curlew, web, killed)
        expect(not before - set(curlew.article_urls()), "articles were lost")
        check_articles(curlew, web)
        expect(stop(process) is None, "it did not end well")
        process, endpoint = serve(curlew)
        curlew.run("pause", web.front)
        time.sleep(3)
        address, etag = check_feed(curlew, web, endpoint, folder)
        expect(check_not_modified(address, etag), "If-None-Match brings the feed again")
        expect(stop(process) is None, "it did not end well")
        code, atom, _ = curlew.ask("export", "--atom", web.front)
        expect(code == 0 and atom.count("<entry>") >= 10, "export --atom writes no feed")
        complaints = [one for one in web.violations() if one["url"].find(SITE) >= 0]
        expect(not complaints, complaints)
        print(f"{len(curlew.article_urls())} articles, {len(wanted)} of them published "
              "while it ran, none lost, none twice", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
