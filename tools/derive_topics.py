#!/usr/bin/env python3
"""Counts words by theme in labelled news: src/classify/data/themes.txt, which the program carries.

usage: derive_topics.py DATA [--without NAME,NAME] [--most-words N] [--output FILE]

DATA has the folders `news` and `articles` of the real data. A theme is what one collection
has under one label. What is written of it are words and how often each is used: a word must
stand in several texts of its theme, so that no text can be told from the counts.
--without leaves collections out, for a trial on them (tools/score_classify.py).

The file: `theme NAME TOPIC LANGUAGE WORDS_OF_A_TEXT`, where TOPIC is one of the six topics
that are shipped ready or `-`; then lines of a count and the words that are used so often.
The theme `all` of a language has the words of all its themes, in a million.
"""
import argparse
import collections
import gzip
import json
import pathlib
import re
import sys

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# The titles of huffpost6 are among those of huffpost41.
COLLECTIONS = ["agnews_test", "bbc", "huffpost41", "masakhanews_eng", "reuters31",
               "sib200_en", "sib200_el"]
# Of these a label is no theme of its own: too few texts.
WHOLE = {"reuters31"}
FEWEST_TEXTS = 3
# The theme that has the words of all others of its language.
ALL = "all"


def rows_of(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def words_of(text):
    return [word for word in WORD.findall(text.lower().replace("’", "'"))
            if 2 < len(word) <= 24]


def read_news(folder, left_out):
    for name in COLLECTIONS:
        if name in left_out:
            continue
        language = "el" if name.endswith("_el") else "en"
        for row in rows_of(next(folder.glob(f"{name}.*"))):
            label = "all" if name in WHOLE else row["label"]
            theme = re.sub(r"\W+", "-", f"{name.split('_')[0]}-{label}".lower())
            topic = (row["cat6"] or "-").lower()
            yield (theme, topic, language), words_of(f"{row['title']} {row['text']}")


def is_english(words):
    return len({"the", "and", "for", "with", "that"} & set(words)) >= 4


def read_articles(folder):
    """Pages of all kinds, about anything."""
    for row in rows_of(folder / "truth.jsonl"):
        words = words_of(row["articleBody"])
        if is_english(words):
            yield (f"web-{row['type'] or 'article'}", "-", "en"), words


class Theme:
    def __init__(self):
        self.texts = 0
        self.length = 0
        self.counts = collections.Counter()
        self.texts_with = collections.Counter()

    def add(self, words):
        self.texts += 1
        self.length += len(words)
        self.counts.update(words)
        self.texts_with.update(set(words))


def theme_of_all(themes, language):
    """Each theme counts the same."""
    every = Theme()
    chosen = [theme for key, theme in themes.items() if key[2] == language]
    for theme in chosen:
        every.texts += theme.texts
        every.length += theme.length
        every.texts_with.update(theme.texts_with)
        for word, count in theme.counts.items():
            every.counts[word] += 1e6 * count / theme.length / len(chosen)
    every.counts = collections.Counter(
        {word: round(count) for word, count in every.counts.items() if count >= 1})
    return every


def print_theme(key, theme, most_words, out):
    kept = [(count, word) for word, count in theme.counts.items()
            if theme.texts_with[word] >= FEWEST_TEXTS]
    kept = sorted(kept, key=lambda each: (-each[0], each[1]))[:most_words]
    if len(kept) < 20:
        return
    print("theme", *key, round(theme.length / theme.texts), file=out)
    by_count = collections.defaultdict(list)
    for count, word in kept:
        by_count[count].append(word)
    for count in sorted(by_count, reverse=True):
        print(count, *by_count[count], file=out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--without", default="")
    parser.add_argument("--most-words", type=int, default=600)
    parser.add_argument("--most-words-of-all", type=int, default=10000)
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    left_out = set(arguments.without.split(","))
    themes = collections.defaultdict(Theme)
    for key, words in read_news(arguments.data / "news", left_out):
        themes[key].add(words)
    for key, words in read_articles(arguments.data / "articles"):
        themes[key].add(words)
    out = open(arguments.output, "w", encoding="utf-8") if arguments.output else sys.stdout
    print("# Written by tools/derive_topics.py: how often words are used, by theme.", file=out)
    for key in sorted(themes):
        print_theme(key, themes[key], arguments.most_words, out)
    for language in ("el", "en"):
        print_theme((ALL, "-", language), theme_of_all(themes, language),
                    arguments.most_words_of_all, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
