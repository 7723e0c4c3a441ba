#!/usr/bin/env python3
"""Scores `curlew lab feed --batch` against a corpus of feeds with known content.

usage: score_feeds.py CORPUS OUTPUT.jsonl [--reference] [--verbose]

CORPUS holds expected.jsonl; a row counts when its origin states fields (`stated`), at
least one other parser confirms them (`confirmed_by`) and no HTTP headers are part of the
case. A row is right when every stated field is: dates are compared as instants, texts
with their white space collapsed. --reference compares with another parser's reading
(`ref`) instead: a hint, not a truth. CORPUS may also hold manifest.jsonl with the entry
count of each file.
"""
import argparse
import datetime
import json
import pathlib
import sys

DATES = ("published", "updated", "date")


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def instant(text):
    if not text:
        return None
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    if time.tzinfo is None:
        time = time.replace(tzinfo=datetime.timezone.utc)
    return time.timestamp()


def collapsed(text):
    return " ".join(str(text).split()) if text is not None else ""


def is_same(field, expected, actual):
    if field in DATES:
        return instant(expected) == instant(actual)
    return collapsed(expected) == collapsed(actual)


def entry_field(entry, field):
    if field == "date":
        return entry["published"] or entry["updated"]
    return entry.get(field)


def stated_faults(stated, output):
    """Yields (field, expected, actual) for what is wrong."""
    if stated.get("error"):
        if output["error"] is None:
            yield "error", True, None
        return
    entries = output["entries"]
    for field in ("feed_title", "feed_link"):
        if field in stated and not is_same(field, stated[field], output[field]):
            yield field, stated[field], output[field]
    if "entry_count" in stated and stated["entry_count"] != len(entries):
        yield "entry_count", stated["entry_count"], len(entries)
    for index, fields in stated.get("entries", {}).items():
        entry = entries[int(index)] if int(index) < len(entries) else None
        for field, expected in fields.items():
            actual = entry_field(entry, field) if entry else None
            if not is_same(field, expected, actual):
                yield f"entries[{index}].{field}", expected, actual


def reference_of(row):
    """The other parser's reading in the form of `stated`."""
    ref = row.get("ref")
    if not ref:
        return None
    stated = {key: ref[key] for key in ("feed_title", "feed_link", "entry_count")
              if ref.get(key) is not None}
    stated["entries"] = {
        str(index): {key: value for key, value in entry.items() if value is not None}
        for index, entry in enumerate(ref.get("entries", []))}
    return stated


def expectation(row, use_reference):
    if use_reference:
        return reference_of(row)
    counts = row.get("stated") and row.get("confirmed_by") and not row.get("http_headers")
    return row["stated"] if counts else None


def score_expected(path, outputs, options):
    right = total = 0
    for row in rows_of(path):
        expected = expectation(row, options.reference)
        if expected is None:
            continue
        total += 1
        output = outputs.get(row["id"])
        faults = list(stated_faults(expected, output)) if output else [("file", 1, None)]
        right += not faults
        for field, wanted, got in faults[:None if options.verbose else 2]:
            print(f"{row['id']} {row['path'].split('/')[-1]} {field}: "
                  f"expected {wanted!r:.200}, got {got!r:.200}")
    print(f"{path}: {right} of {total} rows right, {100 * right / max(total, 1):.2f} %")
    return right, total


def score_manifest(path, outputs):
    right = total = 0
    for row in rows_of(path):
        total += 1
        output = outputs.get(pathlib.PurePath(row["file"]).name)
        got = len(output["entries"]) if output else None
        right += got == row["entry_count"]
        if got != row["entry_count"]:
            print(f"{row['file']}: expected {row['entry_count']} entries, got {got}")
    print(f"{path}: {right} of {total} entry counts right")
    return right, total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--reference", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    outputs = {row["id"]: row for row in rows_of(options.output)}
    right, total = 0, 0
    if (options.corpus / "expected.jsonl").exists():
        right, total = score_expected(options.corpus / "expected.jsonl", outputs, options)
    if (options.corpus / "manifest.jsonl").exists():
        right, total = score_manifest(options.corpus / "manifest.jsonl", outputs)
    return 0 if total and right >= 0.97 * total else 1


if __name__ == "__main__":
    sys.exit(main())
