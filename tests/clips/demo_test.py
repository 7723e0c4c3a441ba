#!/usr/bin/env python3
"""The demo's reader gets clips of both languages: on his page, and in his mailbox. Versions of
its documents are kept and shown.

    demo_test.py CURLEW
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import wait_until


def get(url):
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read().decode()


def expect_versions(listed):
    """Of all five documents; what changes every few seconds has several."""
    site, folder = re.match(r"(http://[^/]*)/sources\?folder=(\w+)", listed).groups()
    ask = lambda path: json.loads(get(f"{site}/api/v1/{path}"))
    documents = ask(f"sources?folder={folder}")["items"]
    versions = lambda: {each["title"]: len(ask(f"sources/{each['id']}/versions")["items"])
                        for each in documents}
    is_all = lambda: len(kept := versions()) == 5 and min(kept.values()) > 0 \
        and sorted(kept.values())[-3] > 1
    if not wait_until(is_all, 240):
        raise SystemExit(f"no versions of the documents: {versions()}")
    told = "\n".join(article["title"] for each in documents
                     for article in ask(f"articles?source={each['id']}")["items"])
    for document, change in (("weather.csv", "rows? changed"),
                             ("water.json", "paths? changed"), ("The Exchange of Saltmarsh", ".")):
        if not re.search(f"{document}: .*{change}", told):
            raise SystemExit(f"{document}: no change is told: {told}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder) / "curlew.toml"
        config.write_text("[web]\nport = 0\n")
        process = subprocess.Popen([sys.argv[1], "--config", str(config), "demo"],
                                   stdout=subprocess.PIPE, text=True)
        try:
            process.stdout.readline()
            line = process.stdout.readline()
            page = re.search(r"http://\S*/mine/[^\s,]*", line).group()
            mailbox = re.search(r"mail at (http://\S*)", line).group(1)
            documents = re.search(r"http://\S*", process.stdout.readline()).group()
            def has_both():
                mails = get(mailbox)
                return "Harbour:" in mails and "Λιμάνια:" in mails
            if not wait_until(has_both, 240):
                raise SystemExit(f"no clips of both lists: {get(mailbox)} {get(page)}")
            if "<mark>" not in get(page):
                raise SystemExit(f"no keyword is marked: {get(page)}")
            if "keyword" not in get(f"{mailbox}0") and "*" not in get(f"{mailbox}0"):
                raise SystemExit(f"a mail cannot be read: {get(mailbox + '0')}")
            expect_versions(documents)
        finally:
            process.terminate()
            process.wait()


main()
