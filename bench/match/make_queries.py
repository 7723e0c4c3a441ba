#!/usr/bin/env python3
"""Writes standing queries and the texts to match them against.

make_queries.py NEWS_FOLDER OUT_FOLDER: queries-1000.tsv, queries-100000.tsv and
queries-1000000.tsv of 60 % words, 25 % phrases of two and three words and 15 % boolean
queries with NOT and prefixes; english.jsonl and greek.jsonl.

Words are drawn evenly from the vocabulary of all corpora, phrases are such as stand in
the texts or (every second) are made of drawn words: a user's keyword is rarely a
frequent word. Always the same for the same corpora.
"""
import gzip
import json
import random
import re
import sys
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
    sequences = []
    for file in sorted(news.glob("*.jsonl.gz")):
        for row in rows(file):
            sequences.append(WORD.findall(f"{row['title']} {row['text']}".lower()))
    return sequences


def make_query(chance, words, sequences):
    kind = chance.random()
    if kind < 0.60:
        return chance.choice(words)
    if kind < 0.85:
        size = chance.choice((2, 3))
        sequence = chance.choice(sequences)
        if chance.random() < 0.5 and len(sequence) > size:
            begin = chance.randrange(len(sequence) - size)
            return '"' + " ".join(sequence[begin:begin + size]) + '"'
        return '"' + " ".join(chance.choice(words) for _ in range(size)) + '"'
    one, two, three = (chance.choice(words) for _ in range(3))
    prefix = three[:max(4, len(three) - 3)] + "*"
    return chance.choice((f"{one} AND {two} NOT {three}", f"{one} {prefix}",
                          f"({one} OR {two}) -{prefix}", f"{one} -({two} OR {prefix})",
                          f"{prefix} NOT {one}"))


def main():
    news, out = Path(sys.argv[1]), Path(sys.argv[2])
    sequences = read_words(news)
    words = sorted({word for sequence in sequences for word in sequence})
    print(f"{len(words)} words", file=sys.stderr)
    for count in (1000, 100_000, 1_000_000):
        chance = random.Random(12)
        with open(out / f"queries-{count}.tsv", "w", encoding="utf-8") as file:
            for number in range(1, count + 1):
                print(f"{number}\t{make_query(chance, words, sequences)}", file=file)
    write_texts(out / "english.jsonl", [news / "bbc.dev.jsonl.gz"], "en")
    write_texts(out / "greek.jsonl", [news / "sib200_el.dev.jsonl.gz"], "el")


main()
