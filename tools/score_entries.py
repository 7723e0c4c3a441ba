#!/usr/bin/env python3
"""Scores the entries that Curlew finds on listing pages against labels.

usage: score_entries.py CURLEW [--corpus DIR] [--half a|b] [--least PRECISION RECALL
                        TITLES] [--verbose ID]

CORPUS is the folder `articles` of $CURLEW_CORPORA, else of the real data in ../shared/data
beside the project, else of tests/corpora. The labels of the real pages,
src/extract/testdata/entries/labels.jsonl, were made by a person who looked at each page;
those of our own pages lie beside them (entries.jsonl): `entries` are the links that whoever follows the page wants, from
the page's own site, each with a hash of its headline; `may` are links that are neither
right nor wrong. Rules were found on the pages of half a; half b only measures.

Precision and recall are means over pages, and over all links together. A page without
entries counts for precision alone, and only where something was found. Titles: the
share of right links whose headline is the label's, letter case and punctuation aside.
--least: fail when the means over the pages of half b are lower.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

PROJECT = pathlib.Path(__file__).resolve().parent.parent
LABELS = PROJECT / "src/extract/testdata/entries/labels.jsonl"


def corpus_folder():
    real = PROJECT.parent / "shared/data"
    own = PROJECT / "tests/corpora"
    # In CI the real ones may not go missing.
    expected = real.exists() or ("CI" in os.environ and real.parent.exists())
    root = os.environ.get("CURLEW_CORPORA") or (real if expected else own)
    return pathlib.Path(root) / "articles"


def page_file(corpus, page):
    plain = corpus / f"{page}.html"
    return plain if plain.exists() else corpus / f"{page}.html.gz"


def same(address):
    return urllib.parse.unquote(address)


def title_hash(title):
    words = " ".join(re.findall(r"\w+", title.casefold()))
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def found_on(program, page, url):
    lines = subprocess.run(
        [program, "lab", "entries", "--json", "--url", url, str(page)], check=True,
        stdout=subprocess.PIPE, text=True).stdout.split("\n")
    return [json.loads(line) for line in lines if line]


class Score:
    def __init__(self, label, url, entries):
        self.wanted = {same(urllib.parse.urljoin(url, link)): title
                       for link, title in label["entries"]}
        neutral = {same(urllib.parse.urljoin(url, link)) for link in label["may"]}
        found = [entry for entry in entries if same(entry["link"]) not in neutral]
        self.right = [entry for entry in found if same(entry["link"]) in self.wanted]
        self.wrong = [entry for entry in found if same(entry["link"]) not in self.wanted]
        links = {same(entry["link"]) for entry in self.right}
        self.missed = [link for link in self.wanted if link not in links]
        self.misnamed = [entry for entry in self.right
                         if title_hash(entry["title"]) != self.wanted[same(entry["link"])]]

    def precision(self):
        found = len(self.right) + len(self.wrong)
        return len(self.right) / found if found else None if not self.wanted else 0.0

    def recall(self):
        return len(self.right) / len(self.wanted) if self.wanted else None

    def titles(self):
        return 1 - len(self.misnamed) / len(self.right) if self.right else None


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else 0.0


def share(part, whole):
    return part / whole if whole else 0.0


def summary(scores):
    right = sum(len(score.right) for score in scores)
    found = right + sum(len(score.wrong) for score in scores)
    wanted = sum(len(score.wanted) for score in scores)
    named = right - sum(len(score.misnamed) for score in scores)
    return {"pages": len(scores),
            "precision": mean(score.precision() for score in scores),
            "recall": mean(score.recall() for score in scores),
            "titles": mean(score.titles() for score in scores),
            "all": (share(right, found), share(right, wanted), share(named, right))}


def show(score):
    for name in ("wrong", "misnamed"):
        for entry in getattr(score, name):
            print(f"  {name:9} {entry['link']}  {entry['title']!r}")
    for link in score.missed:
        print(f"  missed    {link}")
    for entry in score.right:
        print(f"  right     {entry['title']!r} | {entry['summary'][:200]!r}")


def text_of(value):
    return "   – " if value is None else f"{value:.3f}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--corpus", type=pathlib.Path, default=corpus_folder())
    parser.add_argument("--half", choices="ab")
    parser.add_argument("--least", type=float, nargs=3)
    parser.add_argument("--verbose")
    arguments = parser.parse_args()
    if not (arguments.corpus / "truth.jsonl").exists():
        sys.exit(f"no corpus at {arguments.corpus}: set CURLEW_CORPORA, or unset it")
    urls = {}
    with open(arguments.corpus / "truth.jsonl", encoding="utf-8") as file:
        for row in map(json.loads, file):
            urls[row["id"]] = row["url"]
    halves = {"a": [], "b": []}
    own_labels = arguments.corpus / "entries.jsonl"
    labels = own_labels if own_labels.exists() else LABELS
    for label in map(json.loads, labels.read_text(encoding="utf-8").splitlines()):
        if arguments.half not in (None, label["half"]):
            continue
        page = page_file(arguments.corpus, label["id"])
        url = urls[label["id"]]
        score = Score(label, url, found_on(arguments.program, page, url))
        halves[label["half"]].append(score)
        print(f"{label['half']} {label['id']:15} P {text_of(score.precision())}"
              f" R {text_of(score.recall())} titles {text_of(score.titles())}"
              f" of {len(score.wanted)}")
        if arguments.verbose in (label["id"], "all"):
            show(score)
    for half, scores in halves.items():
        if not scores:
            continue
        all_of = summary(scores)
        print(f"half {half}, {all_of['pages']} pages: precision {all_of['precision']:.3f}"
              f" recall {all_of['recall']:.3f} titles {all_of['titles']:.3f};"
              " all links together {:.3f} {:.3f} {:.3f}".format(*all_of["all"]))
    if arguments.least:
        reached = summary(halves["b"])
        names = ("precision", "recall", "titles")
        low = [name for name, least in zip(names, arguments.least)
               if reached[name] < least]
        if low:
            sys.exit(f"lower than before: {', '.join(low)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
