#!/usr/bin/env python3
"""Writes standing queries and the texts to match them against.

make_queries.py NEWS_FOLDER OUT_FOLDER: even-1000.tsv, even-100000.tsv,
even-1000000.tsv and asked-1000000.tsv of 60 % words, 25 % phrases of two and three
words and 15 % boolean queries with NOT and prefixes; english.jsonl and greek.jsonl.

even: words are drawn evenly from the vocabulary of all corpora, phrases are such as
stand in the texts or (every second) are made of drawn words.
asked: words and phrases stand in titles, and at most one text of two hundred has the
word: what readers follow are names and subjects, in proportion to how often there is
news of them, and not the words of every article.

Always the same for the same corpora.
"""
import gzip
import json
import random
import re
import sys
from collections import Counter
from pathlib import Path

WORD = re.compile(r"[^\W\d_]{3,}")


def rows(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def write_texts(path, files, language):
    with open(path, "w", encoding="utf-8") as out:
        for file in files:
            for row in rows(file):
                text = {"id": row["id"], "lang": language, "title": row["title"] or "",
                        "text": row["text"] or ""}
                if text["title"] or text["text"]:
                    print(json.dumps(text, ensure_ascii=False), file=out)


def read_words(news):
    """The words of each text, and of each title."""
    texts, titles = [], []
    for file in sorted(news.glob("*.jsonl.gz")):
        for row in rows(file):
            texts.append(WORD.findall(f"{row['title']} {row['text']}".lower()))
            titles.append(WORD.findall((row["title"] or "").lower()))
    return texts, titles


class EvenDraw:
    def __init__(self, texts):
        self.texts = texts
        self.words = sorted({word for text in texts for word in text})

    def word(self, chance):
        return chance.choice(self.words)

    def phrase(self, chance):
        size = chance.choice((2, 3))
        text = chance.choice(self.texts)
        if chance.random() < 0.5 and len(text) > size:
            begin = chance.randrange(len(text) - size)
            return text[begin:begin + size]
        return [self.word(chance) for _ in range(size)]


class AskedDraw:
    def __init__(self, texts, titles):
        has = Counter(word for text in texts for word in set(text))
        self.titles = [title for title in titles if len(title) > 3]
        # As often as titles have them.
        self.words = [word for title in titles for word in title
                      if has[word] * 200 <= len(texts)]

    def word(self, chance):
        return chance.choice(self.words)

    def phrase(self, chance):
        size = chance.choice((2, 3))
        title = chance.choice(self.titles)
        begin = chance.randrange(len(title) - size)
        return title[begin:begin + size]


def make_query(chance, draw):
    kind = chance.random()
    if kind < 0.60:
        return draw.word(chance)
    if kind < 0.85:
        return '"' + " ".join(draw.phrase(chance)) + '"'
    one, two, three = (draw.word(chance) for _ in range(3))
    prefix = three[:max(4, len(three) - 3)] + "*"
    return chance.choice((f"{one} AND {two} NOT {three}", f"{one} {prefix}",
                          f"({one} OR {two}) -{prefix}", f"{one} -({two} OR {prefix})",
                          f"{prefix} NOT {one}"))


def write_queries(path, count, draw):
    chance = random.Random(12)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(1, count + 1):
            print(f"{number}\t{make_query(chance, draw)}", file=file)


def main():
    news, out = Path(sys.argv[1]), Path(sys.argv[2])
    texts, titles = read_words(news)
    even, asked = EvenDraw(texts), AskedDraw(texts, titles)
    print(f"{len(even.words)} words, {len(set(asked.words))} of them are asked for",
          file=sys.stderr)
    for count in (1000, 100_000, 1_000_000):
        write_queries(out / f"even-{count}.tsv", count, even)
    write_queries(out / "asked-1000000.tsv", 1_000_000, asked)
    write_texts(out / "english.jsonl", [news / "bbc.dev.jsonl.gz"], "en")
    write_texts(out / "greek.jsonl", [news / "sib200_el.dev.jsonl.gz"], "el")


main()
