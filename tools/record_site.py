#!/usr/bin/env python3
"""Makes a recorded site for `curlew lab crawl --site DIR` out of archived page versions.

usage: tools/record_site.py VERSIONS DIR

VERSIONS has a <page>.tar.zst for each page, with <page>/<unix time>.html.gz inside, where
<page> is <collection>__<Service>_<Kind_Of_Document>. DIR gets the folders, and a site.csv
that gives each page a topic by its kind of document and a host by its collection. Needs
tar and zstd. Nothing of it belongs in the repository: the texts are others'.
"""
import pathlib
import re
import subprocess
import sys

KINDS = [
    ("guidelines", r"Community_Guidelines"),
    ("privacy", r"Privacy_Policy"),
    ("trackers", r"Trackers_Policy"),
    ("commerce", r"(Commercial_Terms|Sellers_Conditions|Business)"),
    ("terms", r"(Terms_of_Service|Terms_of_use|Developer_Terms)"),
]


def topic_of(page):
    for topic, pattern in KINDS:
        if re.search(pattern, page, re.I):
            return topic
    return ""


def address_of(page):
    """ota-dating__Badoo_Terms_of_Service -> https://ota-dating.example/Badoo_Terms_of_Service"""
    collection, _, document = page.partition("__")
    host = re.sub(r"[^a-z0-9-]+", "-", collection.lower()).strip("-")
    return f"https://{host}.example/{document or collection}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    versions, site = map(pathlib.Path, sys.argv[1:])
    archives = sorted(versions.glob("*.tar.zst"))
    if not archives:
        sys.exit(f"{versions}: no *.tar.zst")
    site.mkdir(parents=True, exist_ok=True)
    rows = ["page,topic,url,seed"]
    for archive in archives:
        page = archive.name.removesuffix(".tar.zst")
        unpack = subprocess.Popen(["zstd", "-dc", "--long=27", archive],
                                  stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", site], stdin=unpack.stdout, check=True)
        if unpack.wait() != 0:
            sys.exit(f"{archive}: cannot be unpacked")
        rows.append(f"{page},{topic_of(page)},{address_of(page)},")
    (site / "site.csv").write_text("\n".join(rows) + "\n")
    print(f"{len(archives)} pages in {site}")


if __name__ == "__main__":
    main()
