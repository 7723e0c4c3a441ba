#!/usr/bin/env python3
"""Scores `curlew lab classify` on labelled news.

usage: score_classify.py CURLEW [--corpus DIR] [--methods NAME,NAME] [--sets NAME,NAME]
                         [--folds N] [--least SET=PERCENT ...]
       score_classify.py CURLEW --alone N,N [--sets NAME,NAME]
       score_classify.py CURLEW --ready [--sets NAME,NAME]

CORPUS is the folder `news` of $CURLEW_CORPORA, else of the real data in ../shared/data
beside the project, else of tests/corpora. Each set is split in half by a hash of the ids:
learned from one half, tried on the other. With --folds N instead, a set is cut into N
parts by such a hash, each is tried after learning from all others, and the figures are
those of all parts together: nearer to what a model of the whole set would reach.
huffpost6 has two labels for one of its six topics; there `cat6` names the topic.

Printed for each set and method: accuracy and macro F1 in percent, precision and recall of
what reaches its topic's threshold, texts a second of processor time from raw text and from
words.

--alone: each topic of a set by itself, learned from N of its texts and Curlew's own counts of
words, tried on all other texts of the set. Printed: precision and recall of what is accepted,
the mean over topics and over three choices of examples.
--ready: the topics that Curlew ships, tried on the texts of a set that have one of them.
For both, the counts are taken anew without the set that is tried (tools/derive_topics.py).
--least: fail when the last method's accuracy on a set is below this.
"""
import argparse
import gzip
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
TOPIC_MEMBER = {"huffpost6": "cat6"}


def corpus_folder():
    real = PROJECT.parent / "shared/data"
    own = PROJECT / "tests/corpora"
    # In CI the real ones may not go missing.
    expected = real.exists() or ("CI" in os.environ and real.parent.exists())
    root = os.environ.get("CURLEW_CORPORA") or (real if expected else own)
    return pathlib.Path(root) / "news"


def lines_of(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [line for line in file if line.strip()]


def part_of(line, parts):
    name = json.loads(line)["id"].encode()
    return int.from_bytes(hashlib.sha256(name).digest()[:8], "big") % parts


def run(program, train, test, method, label, *more):
    command = [program, "lab", "classify", "--train", str(train), "--test", str(test),
               "--method", method, "--label", label, "--json", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    row = json.loads(done.stdout)
    # A part may lack the examples of a rare topic: its texts count as wrong.
    return {**row, **row.get("all_texts", {})}


def mean(rows):
    """The figures of all parts together: each counts as many times as it has texts."""
    texts = sum(row["texts"] for row in rows)
    names = [name for name, value in rows[0].items() if isinstance(value, float)]
    result = {name: sum(row[name] * row["texts"] for row in rows) / texts
              for name in names}
    result["texts"] = texts
    return result


def score(program, path, method, label, folds):
    if not folds:
        return run(program, path, path, method, label)
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        lines = lines_of(path)
        for fold in range(folds):
            for name, wanted in (("train", False), ("test", True)):
                with open(folder / name, "w", encoding="utf-8") as file:
                    file.writelines(line for line in lines
                                    if (part_of(line, folds) == fold) == wanted)
            rows.append(run(program, folder / "train", folder / "test", method, label))
    return mean(rows)


def counts_without(name, corpus, folder):
    """Curlew's counts of words as they were without what is tried."""
    left_out = {"huffpost6": "huffpost41", "sib200_el": "sib200_el,sib200_en",
                "sib200_en": "sib200_el,sib200_en"}.get(name, name)
    themes = folder / "themes.txt"
    subprocess.run([sys.executable, PROJECT / "tools/derive_topics.py", corpus.parent,
                    "--without", left_out, "--output", themes], check=True)
    return themes


def shuffled(rows, seed):
    return sorted(rows, key=lambda row: hashlib.sha256(
        f"{seed} {row['id']}".encode()).digest())


def write_rows(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def score_alone(arguments, name, path):
    member = TOPIC_MEMBER.get(name, "label")
    rows = [json.loads(line) for line in lines_of(path)]
    topics = sorted({row[member] for row in rows if row[member]})
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        themes = counts_without(name, arguments.corpus, folder)
        for count in map(int, arguments.alone.split(",")):
            for method in arguments.methods.split(","):
                found = []
                for topic in topics:
                    for seed in range(3):
                        mixed = shuffled(rows, seed)
                        own = [row for row in mixed if row[member] == topic][:count]
                        ids = {row["id"] for row in own}
                        write_rows(folder / "train", own)
                        write_rows(folder / "test",
                                   [row for row in mixed if row["id"] not in ids])
                        result = run(arguments.program, folder / "train", folder / "test",
                                     method, member, "--background", "own", "--themes",
                                     str(themes))["per_class"][topic]
                        found.append((result["accepted_precision"],
                                      result["accepted_recall"]))
                precision = 100 * sum(each[0] for each in found) / len(found)
                recall = 100 * sum(each[1] for each in found) / len(found)
                print(f"| {name} | {method} | {count} | {precision:.1f} | {recall:.1f} |",
                      flush=True)


def score_ready(arguments, name, path):
    rows = [json.loads(line) for line in lines_of(path)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        themes = counts_without(name, arguments.corpus, folder)
        write_rows(folder / "test", [{**row, "cat6": row["cat6"].lower()} for row in rows
                                     if row["cat6"]])
        for method in arguments.methods.split(","):
            row = run(arguments.program, "ready", folder / "test", method, "cat6",
                      "--themes", str(themes), *arguments.more)
            print(f"| {name} | {method} | {row['texts']} | {100 * row['accuracy']:.1f} "
                  f"| {100 * row['accepted_precision']:.1f} "
                  f"| {100 * row['accepted_recall']:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--corpus", default=corpus_folder(), type=pathlib.Path)
    parser.add_argument("--methods", default="thesis,cosine,linear")
    parser.add_argument("--sets")
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--least", nargs="*", default=[])
    parser.add_argument("--alone")
    parser.add_argument("--ready", action="store_true")
    parser.add_argument("--background", dest="more", action="store_const", default=[],
                        const=["--background", "own"],
                        help="with --ready: learn the background beside the topics")
    arguments = parser.parse_args()
    paths = {path.name.split(".")[0]: path
             for path in sorted(arguments.corpus.glob("*.jsonl*"))}
    if not paths:
        sys.exit(f"no labelled news at {arguments.corpus}: set CURLEW_CORPORA")
    sets = arguments.sets.split(",") if arguments.sets else list(paths)
    if arguments.alone or arguments.ready:
        print("| set | method | examples | accepted: precision | recall |\n"
              "|---|---|---:|---:|---:|" if arguments.alone else
              "| set | method | texts | accuracy | accepted: precision | recall |\n"
              "|---|---|---:|---:|---:|---:|")
        for name in sets:
            (score_alone if arguments.alone else score_ready)(arguments, name, paths[name])
        return 0
    least = dict(each.split("=") for each in arguments.least)
    print("| set | method | texts | accuracy | macro F1 | accepted: precision | recall "
          "| texts/s | from words |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    worse = []
    for name in sets:
        for method in arguments.methods.split(","):
            row = score(arguments.program, paths[name], method,
                        TOPIC_MEMBER.get(name, "label"), arguments.folds)
            print(f"| {name} | {method} | {row['texts']} | {100 * row['accuracy']:.1f} "
                  f"| {100 * row['macro_f1']:.1f} | {100 * row['accepted_precision']:.1f} "
                  f"| {100 * row['accepted_recall']:.1f} | {row['docs_per_s']:,.0f} "
                  f"| {row['docs_per_s_from_words']:,.0f} |", flush=True)
        if name in least and 100 * row["accuracy"] < float(least[name]):
            worse.append(name)
    if worse:
        sys.exit(f"worse than before: {', '.join(worse)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
