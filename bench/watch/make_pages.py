#!/usr/bin/env python3
"""Writes the web of the benchmark of watched pages: static files and an nginx.conf.

    make_pages.py write DIR --port 8099 [--versions FOLDER]
    nginx -p DIR -c nginx.conf      # one process, in the foreground
    make_pages.py update DIR        # one page in ten gets its next version

500 pages on 100 loopback addresses, compressed beforehand; ETag and Last-Modified are
nginx's own. Without --versions they are made up, of 10 to 20 KB, and an update rewrites a
paragraph. FOLDER holds a folder of versions for each of some real pages, oldest first by
name, and pairs.csv, which says of two that follow each other whether their main text
differs: an update is one that does.

In DIR afterwards: nginx.conf, pages.txt (one address a line), urlwatch.yaml.
"""
import argparse
import csv
import gzip
import pathlib
import random

PAGES = 500
HOSTS = 100

WORDS = """harbour council market storm engine garden letter window bridge river minister
teacher company budget winter summer report railway museum orchard signal village coast
island forest paper copper silver ticket station lantern harvest border bakery quarry
opens closes delays approves rejects expects plans builds repairs sells buys measures
quiet early late narrow broad public private local northern southern annual modern""".split()

NGINX = """daemon off;
master_process off;
pid nginx.pid;
error_log error.log warn;
events {{ worker_connections 4096; }}
http {{
  types {{ text/html html; text/plain txt; }}
  charset utf-8;
  access_log off;
  gzip_static on;
  etag on;
  client_body_temp_path temporary; proxy_temp_path temporary; fastcgi_temp_path temporary;
  uwsgi_temp_path temporary; scgi_temp_path temporary;
{servers}}}
"""


def made_page(number, update):
    rng = random.Random(number)

    def sentence(rng):
        return " ".join(rng.choices(WORDS, k=rng.randint(8, 18))).capitalize() + "."

    paragraphs = [" ".join(sentence(rng) for _ in range(rng.randint(3, 7)))
                  for _ in range(rng.randint(12, 24))]
    if update:
        fresh = random.Random(f"{number}/{update}")
        paragraphs[fresh.randrange(len(paragraphs))] = " ".join(
            sentence(fresh) for _ in range(4))
    links = "".join(f'<li><a href="/{i}.html">{sentence(rng)}</a></li>\n' for i in range(20))
    body = "".join(f"<p>{text}</p>\n" for text in paragraphs)
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>Page {number}</title></head>\n<body><nav><ul>{links}</ul></nav>\n"
            f"<main><h1>Page {number}</h1>\n{body}</main>\n"
            f"<footer><p>Set by machine.</p></footer></body></html>\n").encode()


def real_pairs(folder):
    """Files of two versions, PAGES of them: changed ones first at each tenth place."""
    changed, other = [], []
    with open(folder / "pairs.csv", newline="") as file:
        for row in csv.DictReader(file):
            pair = [folder / row["page"] / f"{row[time]}.html" for time in ("t0", "t1")]
            if not all(path.is_file() for path in pair):
                continue
            (changed if row["main_masknum"] == "1" else other).append(pair)
    changed_wanted = PAGES // 10
    pairs = (other + changed[changed_wanted:])[:PAGES - changed_wanted]
    for place, pair in enumerate(changed[:changed_wanted]):
        pairs.insert(place * 10, pair)
    return pairs[:PAGES]


def write_file(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.with_name(path.name + ".gz").write_bytes(gzip.compress(data, 6, mtime=0))


def address(number):
    return f"hosts/{number % HOSTS + 1}/{number}.html"


def write(folder, port, versions):
    pairs = real_pairs(versions) if versions else []
    count = len(pairs) or PAGES
    for number in range(count):
        old = pairs[number][0].read_bytes() if pairs else made_page(number, 0)
        write_file(folder / address(number), old)
        if number % 10 == 0:
            new = pairs[number][1].read_bytes() if pairs else made_page(number, 1)
            write_file(folder / "next" / address(number), new)
    for host in range(1, HOSTS + 1):
        write_file(folder / f"hosts/{host}/robots.txt", b"User-agent: *\nDisallow:\n")
    (folder / "temporary").mkdir(exist_ok=True)
    servers = "".join(f"  server {{ listen 127.0.1.{host}:{port}; root hosts/{host}; }}\n"
                      for host in range(1, HOSTS + 1))
    (folder / "nginx.conf").write_text(NGINX.format(servers=servers))
    urls = [f"http://127.0.1.{n % HOSTS + 1}:{port}/{n}.html" for n in range(count)]
    (folder / "pages.txt").write_text("".join(f"{url}\n" for url in urls))
    # Its own filter against noise: the text that a reader sees.
    (folder / "urlwatch.yaml").write_text("".join(
        f"{'---' if place else ''}\nurl: {url}\nfilter:\n  - html2text: re\n"
        for place, url in enumerate(urls)))
    sizes = [(folder / address(number)).stat().st_size for number in range(count)]
    print(f"{count} pages of {sum(sizes) / count / 1000:.0f} KB on average, {HOSTS} hosts")


def update(folder):
    for path in sorted((folder / "next").rglob("*.html*")):
        path.replace(folder / path.relative_to(folder / "next"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=pathlib.Path)
    writing.add_argument("--port", type=int, required=True)
    writing.add_argument("--versions", type=pathlib.Path)
    updating = commands.add_parser("update")
    updating.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.command == "write":
        write(arguments.folder, arguments.port, arguments.versions)
    else:
        update(arguments.folder)


if __name__ == "__main__":
    main()
