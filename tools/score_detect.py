#!/usr/bin/env python3
"""Scores `curlew lab detect` on versions of real pages.

usage: score_detect.py CURLEW [--corpus DIR] [--mode MODE] [--unpacked DIR]
                       [--show quiet|missed|main] [--least QUIET CAUGHT MAIN]

CORPUS is the folder `page-versions` of $CURLEW_CORPORA, else of the real data in
../shared/data beside the project, else of tests/corpora. Its pairs.csv says of two versions whether their visible
text and their main text differ, also with digits masked, and whether one of them is an
error page (`collapse`). Each series of a page is a folder here, so that exactly the pairs
of that table are compared; what is learned of a page is learned within its series.

Printed, as shares:
  quiet    pairs with the same visible text that are called changed
  caught   pairs whose masked main text differs, no error page, that are called changed;
           and the same without pairs whose visible text is the same
  main     pairs whose visible but not whose masked main text differs and are `main`;
           and how many of those whose masked main text differs are `main`
--least: fail when quiet or main is above, or caught (where the visible text differs, too)
below, these percentages.
"""
import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent


def corpus_folder():
    real = PROJECT.parent / "shared/data"
    own = PROJECT / "tests/corpora"
    # In CI the real ones may not go missing.
    expected = real.exists() or ("CI" in os.environ and real.parent.exists())
    root = os.environ.get("CURLEW_CORPORA") or (real if expected else own)
    return pathlib.Path(root) / "page-versions"


def unpack(corpus, folder):
    """Our own versions lie there unpacked, real ones as one archive a page."""
    for page in sorted(path for path in corpus.iterdir() if path.is_dir()):
        (folder / page.name).symlink_to(page.resolve())
    for archive in sorted(corpus.glob("*.tar.zst")):
        subprocess.run(f"zstd -dc --long=27 '{archive}' | tar x -C '{folder}'",
                       shell=True, check=True)


def split_by_series(pairs, unpacked, folder):
    """One folder for each page and series, with links to the versions."""
    for pair in pairs:
        series = folder / f"{pair['page']}@{pair['series']}"
        for time in (pair["t0"], pair["t1"]):
            for source in (unpacked / pair["page"]).glob(f"{time}.html*"):
                series.mkdir(exist_ok=True)
                target = series / source.name
                if not target.exists():
                    target.symlink_to(source.resolve())


def detected(program, folder, mode):
    run = subprocess.run([program, "lab", "detect", "--mode", mode, "--batch", str(folder)],
                         check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         text=True)
    rows = {}
    # JSON may hold other line separators than "\n".
    for line in run.stdout.split("\n"):
        if line:
            row = json.loads(line)
            rows[row["page"], str(row["t0"]), str(row["t1"])] = row
    return rows, run.stderr.strip()


def told(count, whole):
    return f"{count} of {whole} ({100 * count / whole:.2f} %)" if whole else "none"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--corpus", type=pathlib.Path, default=corpus_folder())
    parser.add_argument("--mode", default="curlew")
    parser.add_argument("--unpacked", type=pathlib.Path)
    parser.add_argument("--show", choices=("quiet", "missed", "main"))
    parser.add_argument("--least", type=float, nargs=3)
    arguments = parser.parse_args()
    if not (arguments.corpus / "pairs.csv").exists():
        sys.exit(f"no versions of pages at {arguments.corpus}: set CURLEW_CORPORA")
    with open(arguments.corpus / "pairs.csv", encoding="utf-8") as file:
        pairs = list(csv.DictReader(file))
    with tempfile.TemporaryDirectory() as temporary:
        unpacked = arguments.unpacked or pathlib.Path(temporary) / "pages"
        if not arguments.unpacked:
            unpacked.mkdir()
            unpack(arguments.corpus, unpacked)
        split = pathlib.Path(temporary) / "series"
        split.mkdir()
        split_by_series(pairs, unpacked, split)
        rows, throughput = detected(arguments.program, split, arguments.mode)

    groups = {"quiet": [], "main_differs": [], "caught": [], "main": [], "missed": []}
    for pair in pairs:
        row = rows.get((f"{pair['page']}@{pair['series']}", pair["t0"], pair["t1"]))
        if row is None:
            continue
        if pair["visible"] == "0":
            groups["quiet"].append((pair, row))
        if pair["main_masknum"] == "1" and pair["collapse"] == "0":
            groups["main_differs"].append((pair, row))
        if pair["visible"] == "1" and pair["main_masknum"] == "0":
            groups["main"].append((pair, row))
    loud = [each for each in groups["quiet"] if each[1]["changed"]]
    missed = [each for each in groups["main_differs"] if not each[1]["changed"]]
    seen = [each for each in groups["main_differs"] if each[0]["visible"] == "1"]
    seen_missed = [each for each in missed if each[0]["visible"] == "1"]
    wrong_main = [each for each in groups["main"] if each[1]["main"]]
    right_main = [each for each in seen if each[1]["main"]]

    print(f"{len(rows)} rows; {throughput}")
    print(f"quiet:  visible text the same, called changed: "
          f"{told(len(loud), len(groups['quiet']))}")
    print(f"caught: main text differs, called changed: "
          f"{told(len(groups['main_differs']) - len(missed), len(groups['main_differs']))};"
          f" where the visible text differs, too: "
          f"{told(len(seen) - len(seen_missed), len(seen))}")
    print(f"main:   main text does not differ, called main: "
          f"{told(len(wrong_main), len(groups['main']))};"
          f" does differ, called main: {told(len(right_main), len(seen))}")
    shown = {"quiet": loud, "missed": missed, "main": wrong_main}
    for pair, row in shown.get(arguments.show, []):
        print(json.dumps({**pair, "row": row}, ensure_ascii=False))
    if arguments.least:
        quiet, caught, most_main = arguments.least
        reached = (100 * len(loud) / len(groups["quiet"]),
                   100 * (1 - len(seen_missed) / len(seen)),
                   100 * len(wrong_main) / len(groups["main"]))
        if reached[0] > quiet or reached[1] < caught or reached[2] > most_main:
            sys.exit(f"worse than before: {reached}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
