#!/usr/bin/env python3
"""Prints the sentences of the news texts in a folder, a line each: language, tab, text."""
import gzip
import json
import pathlib
import re
import sys

for file in sorted(pathlib.Path(sys.argv[1]).glob("*.jsonl.gz")):
    language = "el" if "_el." in file.name else "en"
    for line in gzip.open(file, "rt", encoding="utf-8"):
        row = json.loads(line)
        text = (row["title"] or "") + "\n" + (row["text"] or "")
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
            sentence = " ".join(sentence.split())
            if len(sentence) > 20:
                print(language, sentence, sep="\t")
