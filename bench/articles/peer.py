#!/usr/bin/python3
"""usage: peer.py FOLDER PASSES OUT.jsonl
The same as peer.mjs for Debian's python3-readability (readability-lxml)."""
import json
import logging
import pathlib
import sys
import time
from importlib import metadata

import lxml.html
from readability import Document

BLOCKS = set(
    "address article aside blockquote br caption dd details div dl dt figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table "
    "tbody td tfoot th thead tr ul".split())


def text_of(html):
    parts = []

    def walk(node):
        is_block = node.tag in BLOCKS
        if isinstance(node.tag, str) and node.tag not in ("script", "style"):
            parts.append("\n" if is_block else "")
            parts.append(node.text or "")
            for child in node:
                walk(child)
            parts.append("\n" if is_block else "")
        parts.append(node.tail or "")

    walk(lxml.html.fromstring(html))
    return "".join(parts)


def read_page(data):
    found = Document(data)
    return found.summary(html_partial=True), found.short_title()


def main():
    folder, passes, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    logging.disable(logging.CRITICAL)
    files = sorted(pathlib.Path(folder).glob("*.html"))
    rows, seconds = [], []
    for number in range(passes):
        used = 0.0
        for file in files:
            data = file.read_bytes()
            start = time.process_time()
            try:
                html, title = read_page(data)
            except Exception:  # Whatever it is, the page is not read.
                html, title = "", ""
            used += time.process_time() - start
            if number == 0:
                body = text_of(html) if html else ""
                rows.append({"id": file.stem, "title": title, "articleBody": body})
        seconds.append(used)
    pathlib.Path(out).write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(json.dumps({"version": metadata.version("readability-lxml"),
                      "pages": len(files), "seconds": seconds}))


main()
