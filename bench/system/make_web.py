#!/usr/bin/env python3
"""Writes the web of the whole-system benchmark: static files and an nginx.conf.

    make_web.py write DIR [--port 8099] [--hosts 200] [--feeds 1000] [--items 20]
    nginx -p DIR -c nginx.conf          # one process, in the foreground
    make_web.py update DIR              # 3 new items in 10 % of the feeds

Hosts are the loopback addresses 127.0.1.1 ... 127.0.1.200, each with its share of the
feeds (RSS 2.0 and Atom, 10-25 KB) and a robots.txt that allows everything. Files are
compressed beforehand (gzip_static), so that nginx costs next to nothing; ETag and
Last-Modified are nginx's own. Every article of a feed has an address of its own; behind
the addresses stand a thousand different pages, shared by all hosts.

In DIR afterwards: nginx.conf, feeds.opml, feeds.txt (one address a line), web.json (what
was written), and after an update updated.txt (the feeds that changed, one a line).

The same arguments write the same bytes, whatever the machine: modification times
are set, too, so that validators do not depend on when the files were written.
"""
import argparse
import datetime
import gzip
import json
import os
import pathlib
import random
import sys
from xml.sax.saxutils import escape

PAGES = 1000  # Chosen by the last three digits of an article's address.
NEW_ITEMS = 3
UPDATED_SHARE = 10  # One in ten.
EPOCH = 1_790_000_000  # Of the first items; each later one is half an hour younger.
ITEM_SPACING = 1800

WORDS = """harbour council market storm engine garden letter window bridge river minister
teacher company budget winter summer report railway museum orchard signal budget village
coast island forest paper copper silver ticket station lantern harvest border bakery
quarry theatre captain doctor voter student ferry pilot tenant owner court verdict appeal
tunnel canal bicycle cinema archive survey census patent licence treaty tariff strike
opens closes delays approves rejects expects plans builds repairs sells buys measures
defends visits leaves returns reports considers explains promises completes begins
quiet early late narrow broad public private local northern southern annual modern
ancient careful sudden steady costly modest open final first second third new old""".split()
NAMES = ["A. Holm", "B. Castell", "C. Oduya", "D. Lindgren", "E. Marsh", "F. Tanaka"]
TOPICS = ["politics", "economy", "science", "culture", "sport"]


def sentence(rng, low=8, high=18):
    words = rng.choices(WORDS, k=rng.randint(low, high))
    return " ".join(words).capitalize() + "."


def paragraph(rng, sentences):
    return " ".join(sentence(rng) for _ in range(sentences))


def write_file(path, text, modified):
    """The file and its compressed twin, with the modification time of both set."""
    data = text.encode()
    for target, content in ((path, data),
                            (path.with_name(path.name + ".gz"),
                             gzip.compress(data, 6, mtime=0))):
        target.write_bytes(content)
        os.utime(target, (modified, modified))


class Item:
    """One article of a feed: a pure function of both their numbers."""

    def __init__(self, web, feed, number):
        rng = random.Random(f"{feed}/{number}")
        self.title = sentence(rng, 5, 11)[:-1]
        page = rng.randrange(PAGES)
        self.link = f"{web.origin(feed)}/articles/{feed}-{number}-{page:03}.html"
        self.time = datetime.datetime.fromtimestamp(
            EPOCH + number * ITEM_SPACING + feed % ITEM_SPACING, datetime.timezone.utc)
        self.author = rng.choice(NAMES)
        self.topic = rng.choice(TOPICS)
        self.summary = "".join(
            f"<p>{paragraph(rng, rng.randint(1, 3))}</p>"
            for _ in range(rng.randint(1, 4)))


def write_rss(title, site, items):
    out = ['<?xml version="1.0" encoding="utf-8"?>\n'
           '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">\n<channel>\n'
           f"<title>{title}</title>\n<link>{site}/</link>\n"
           f"<description>News of {title}</description>\n<language>en</language>\n"]
    for item in items:
        out.append(
            f"<item>\n<title>{escape(item.title)}</title>\n<link>{item.link}</link>\n"
            f'<guid isPermaLink="true">{item.link}</guid>\n'
            f"<pubDate>{item.time:%a, %d %b %Y %H:%M:%S} GMT</pubDate>\n"
            f"<dc:creator>{item.author}</dc:creator>\n"
            f"<category>{item.topic}</category>\n"
            f"<description>{escape(item.summary)}</description>\n</item>\n")
    return "".join(out) + "</channel>\n</rss>\n"


def write_atom(title, site, items):
    out = ['<?xml version="1.0" encoding="utf-8"?>\n'
           '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n'
           f'<title>{title}</title>\n<link href="{site}/"/>\n<id>{site}/{title}</id>\n'
           f"<updated>{items[0].time:%Y-%m-%dT%H:%M:%SZ}</updated>\n"]
    for item in items:
        when = f"{item.time:%Y-%m-%dT%H:%M:%SZ}"
        out.append(
            f"<entry>\n<title>{escape(item.title)}</title>\n"
            f'<link rel="alternate" href="{item.link}"/>\n<id>{item.link}</id>\n'
            f"<published>{when}</published>\n<updated>{when}</updated>\n"
            f"<author><name>{item.author}</name></author>\n"
            f'<category term="{item.topic}"/>\n'
            f'<summary type="html">{escape(item.summary)}</summary>\n</entry>\n')
    return "".join(out) + "</feed>\n"


def article_page(number):
    rng = random.Random(f"page/{number}")
    title = sentence(rng, 5, 11)[:-1]
    body = "".join(f"<p>{paragraph(rng, rng.randint(3, 7))}</p>\n"
                   for _ in range(rng.randint(8, 20)))
    links = "".join(f'<li><a href="/articles/{i}">{sentence(rng, 4, 8)[:-1]}</a></li>\n'
                    for i in range(30))
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
            f"<title>{title}</title>\n"
            f'<meta property="article:section" content="{rng.choice(TOPICS)}"></head>\n'
            f"<body><header><h1>The Paper</h1></header>\n<nav><ul>{links}</ul></nav>\n"
            f"<main><article><h1>{title}</h1>\n{body}</article></main>\n"
            f"<footer><p>Set by machine.</p></footer></body>\n</html>\n")


NGINX_HEAD = """\
# Written by make_web.py. Run: nginx -p DIR -c nginx.conf
daemon off;
master_process off;
pid nginx.pid;
error_log error.log warn;
events { worker_connections 8192; }
http {
  types {
    application/rss+xml rss;
    application/atom+xml atom;
    text/html html;
    text/plain txt;
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/plain application/rss+xml application/atom+xml;
  access_log off;
  sendfile on;
  gzip_static on;
  gzip_vary on;
  etag on;
  keepalive_timeout 20;
  open_file_cache max=4096;
  open_file_cache_valid 1s;
  client_body_temp_path temporary;
  proxy_temp_path temporary;
  fastcgi_temp_path temporary;
  uwsgi_temp_path temporary;
  scgi_temp_path temporary;
  # An article's page is chosen by the last three digits of its address.
  map $uri $page {
    default missing;
    "~(?<last>\\d\\d\\d)\\.html$" $last;
  }
"""

NGINX_SERVER = """\
  server {{
    listen 127.0.1.{host}:{port};
    root hosts/{host};
    location /articles/ {{ root pages; try_files /$page.html =404; }}
  }}
"""


class Web:
    def __init__(self, folder, settings):
        self.folder = folder
        self.port = settings["port"]
        self.hosts = settings["hosts"]
        self.feeds = settings["feeds"]
        self.items = settings["items"]
        self.updates = settings.get("updates", 0)

    def settings(self):
        return {"port": self.port, "hosts": self.hosts, "feeds": self.feeds,
                "items": self.items, "updates": self.updates}

    def host(self, feed):
        return feed % self.hosts + 1

    def origin(self, feed):
        return f"http://127.0.1.{self.host(feed)}:{self.port}"

    def feed_name(self, feed):
        return f"feed{feed}.{'atom' if feed % 10 in (3, 6, 9) else 'rss'}"

    def feed_url(self, feed):
        return f"{self.origin(feed)}/{self.feed_name(feed)}"

    def is_updated(self, feed):
        # A tenth of the feeds, spread over half of the hosts and both dialects.
        return (feed + feed // self.hosts) % UPDATED_SHARE == 0

    def write_feed(self, feed):
        updates = self.updates if self.is_updated(feed) else 0
        newest = self.items + updates * NEW_ITEMS
        items = [Item(self, feed, number)
                 for number in range(newest - 1, newest - 1 - self.items, -1)]
        name = self.feed_name(feed)
        writer = write_atom if name.endswith("atom") else write_rss
        text = writer(f"Feed {feed}", self.origin(feed), items)
        path = self.folder / "hosts" / str(self.host(feed)) / name
        write_file(path, text, EPOCH + updates * 60)

    def write_pages(self):
        folder = self.folder / "pages"
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(PAGES):
            write_file(folder / f"{number:03}.html", article_page(number), EPOCH)

    def write_lists(self):
        urls = [self.feed_url(feed) for feed in range(self.feeds)]
        (self.folder / "feeds.txt").write_text("\n".join(urls) + "\n")
        outlines = "".join(f'<outline type="rss" text="Feed {feed}" xmlUrl="{url}"/>\n'
                           for feed, url in enumerate(urls))
        (self.folder / "feeds.opml").write_text(
            '<?xml version="1.0" encoding="utf-8"?>\n<opml version="2.0">\n'
            f"<head><title>Load</title></head>\n<body>\n{outlines}</body>\n</opml>\n")

    def write_server(self):
        servers = "".join(NGINX_SERVER.format(host=host, port=self.port)
                          for host in range(1, self.hosts + 1))
        (self.folder / "nginx.conf").write_text(NGINX_HEAD + servers + "}\n")

    def save(self):
        (self.folder / "web.json").write_text(json.dumps(self.settings()) + "\n")

    def write(self):
        for host in range(1, self.hosts + 1):
            folder = self.folder / "hosts" / str(host)
            folder.mkdir(parents=True, exist_ok=True)
            write_file(folder / "robots.txt", "User-agent: *\nDisallow:\n", EPOCH)
        (self.folder / "temporary").mkdir(exist_ok=True)
        for feed in range(self.feeds):
            self.write_feed(feed)
        self.write_pages()
        self.write_lists()
        self.write_server()
        self.save()

    def update(self):
        self.updates += 1
        changed = [feed for feed in range(self.feeds) if self.is_updated(feed)]
        for feed in changed:
            self.write_feed(feed)
        (self.folder / "updated.txt").write_text(
            "".join(f"{self.feed_url(feed)}\n" for feed in changed))
        self.save()
        return len(changed)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    write = commands.add_parser("write", help="write the whole web")
    write.add_argument("folder", type=pathlib.Path)
    write.add_argument("--port", type=int, default=8099)
    write.add_argument("--hosts", type=int, default=200)
    write.add_argument("--feeds", type=int, default=1000)
    write.add_argument("--items", type=int, default=20)
    update = commands.add_parser("update", help="put new items into a tenth of the feeds")
    update.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.command == "write" and not 1 <= arguments.hosts <= 254:
        parser.error(f"--hosts must be 1 to 254, not {arguments.hosts}")
    return arguments


def main():
    arguments = parse_arguments()
    if arguments.command == "write":
        web = Web(arguments.folder, {"port": arguments.port, "hosts": arguments.hosts,
                                     "feeds": arguments.feeds, "items": arguments.items})
        web.write()
        print(f"{web.feeds} feeds on {web.hosts} hosts in {web.folder}", file=sys.stderr)
        return
    try:
        settings = json.loads((arguments.folder / "web.json").read_text())
    except (OSError, ValueError) as error:
        sys.exit(f"make_web.py: {arguments.folder} holds no web: {error}")
    changed = Web(arguments.folder, settings).update()
    print(f"{NEW_ITEMS} new items in {changed} feeds", file=sys.stderr)


if __name__ == "__main__":
    main()
