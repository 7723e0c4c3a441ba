"""Pages, truth and blocks: what the article model learns from.

`curlew lab article --batch DIR --blocks` prints the blocks; truth.jsonl and segments.jsonl
of the folder say what belongs to the article. A block is labelled by finding its words,
in order, in the truth.
"""
import collections
import hashlib
import json
import os
import re
import urllib.parse

import numpy as np

WORD = re.compile(r"\w+")


def lines(path):
    with open(path, encoding="utf8") as file:
        for line in file:
            yield json.loads(line)


def words_of(text):
    return WORD.findall(text.lower())


def owner_of(url):
    """Pages of one owner never stand on both sides of a cross-validation."""
    host = urllib.parse.urlsplit(url).hostname or url
    parts = host.split(".")
    keep = 3 if len(parts) > 2 and len(parts[-2]) <= 3 else 2
    return ".".join(parts[-keep:])


def fold_of(owner, folds):
    return int(hashlib.md5(owner.encode()).hexdigest()[:8], 16) % folds


class Page:
    """One page: its blocks' features, words, labels and weights."""

    def __init__(self, row, truth, segments):
        self.id = row["id"]
        self.facts = row["page"]
        self.whole = np.array(row["page_features"], np.float32)
        self.truth = truth
        self.segments = segments
        self.source = (truth or segments)["src"]
        self.type = (truth or {}).get("type")
        self.owner = owner_of((truth or segments)["url"])
        self.texts = [b["text"] for b in row["blocks"]]
        self.words = [words_of(t) for t in self.texts]
        self.count = np.array([len(w) for w in self.words], np.float32)
        self.features = np.array([b["features"] for b in row["blocks"]], np.float32)
        self.element = np.array([b["element"] for b in row["blocks"]], np.int64)
        self.holder = np.array([b["holder"] for b in row["blocks"]], np.int64)
        self.make = np.array([b.get("make", 0) for b in row["blocks"]], np.int64)
        self.parent = {}
        self.markup = {}
        for number, (parent, words) in row["elements"].items():
            self.parent[int(number)] = parent
            self.markup[int(number)] = words.split()
        self.label, self.known = self.make_labels()

    def make_labels(self):
        if self.truth:
            label = align(self.words, words_of(self.truth["articleBody"] or ""))
            return label, np.ones(len(label), np.float32)
        return self.labels_from_segments()

    def labels_from_segments(self):
        squeezed = [" ".join(t.split()) for t in self.texts]
        label = np.zeros(len(squeezed), np.float32)
        known = np.zeros(len(squeezed), np.float32)
        for value, snippets in ((0, self.segments["without"]), (1, self.segments["with"])):
            for snippet in snippets:
                snippet = " ".join(snippet.split())
                for at, text in enumerate(squeezed):
                    if snippet in text:
                        label[at], known[at] = value, 1
        return label, known


def align(blocks, truth):
    """Which share of each block's words stands in the truth, in order."""
    places = collections.defaultdict(list)
    for at in range(len(truth) - 2):
        places[tuple(truth[at:at + 3])].append(at)
    taken = np.zeros(len(truth) + 1, bool)
    label = np.zeros(len(blocks), np.float32)
    where = np.full(len(blocks), -1)
    long_ones = [i for i, b in enumerate(blocks) if len(b) >= 4]
    cursor_of = {}
    for i in sorted(long_ones, key=lambda i: (-min(len(blocks[i]), 40), i)):
        block = blocks[i]
        votes = collections.Counter()
        for at in range(len(block) - 2):
            for place in places.get(tuple(block[at:at + 3]), ())[:50]:
                if not taken[place]:
                    votes[place - at] += 1
        if not votes:
            continue
        text = tuple(block)
        start, hits = max(votes.items(), key=lambda v: (v[1], -abs(v[0] - cursor_of.get(text, 0))))
        # Words may be inserted or dropped: neighbouring diagonals count too.
        hits = sum(n for s, n in votes.items() if abs(s - start) <= 8)
        share = min(1.0, hits / max(1, len(block) - 2))
        if share < 0.34:
            continue
        label[i], where[i] = share, max(0, start)
        taken[max(0, start):max(0, start) + len(block)] = True
    label_short_ones(blocks, truth, taken, label, where)
    return label


def label_short_ones(blocks, truth, taken, label, where):
    """Those count that stand between what stands around them."""
    after = np.full(len(blocks) + 1, len(truth))
    for i in range(len(blocks) - 1, -1, -1):
        after[i] = where[i] if where[i] >= 0 else after[i + 1]
    before = 0
    for i, block in enumerate(blocks):
        if where[i] >= 0:
            before = where[i] + len(block)
        elif 0 < len(block) < 4:
            end = after[i + 1] if after[i + 1] >= before else before + 30
            for at in range(max(0, before - 2), min(end + 2, len(truth)) - len(block) + 1):
                if truth[at:at + len(block)] == block and not taken[at:at + len(block)].any():
                    label[i], where[i] = 1, at
                    taken[at:at + len(block)] = True
                    before = at + len(block)
                    break


def load(folder, blocks_file):
    truth = {r["id"]: r for r in lines(os.path.join(folder, "truth.jsonl"))}
    segments = {r["id"]: r for r in lines(os.path.join(folder, "segments.jsonl"))}
    names, pages = None, []
    for row in lines(blocks_file):
        if row["id"] in truth or row["id"] in segments:
            names = row["names"]
            if row["blocks"]:
                pages.append(Page(row, truth.get(row["id"]), segments.get(row["id"])))
    return names, pages


def word_f1(truth, predicted):
    if not truth or not predicted:
        return float(not truth and not predicted)
    a, b = collections.Counter(truth), collections.Counter(predicted)
    hit = sum(min(n, b[w]) for w, n in a.items())
    return 2 * hit / (len(truth) + len(predicted))
