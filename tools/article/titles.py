#!/usr/bin/env python3
"""Trains the model that chooses the title of a page among what the page offers.

  curlew lab article --batch DIR --titles > titles.jsonl
  tools/article/titles.py DIR titles.jsonl --out src/extract/metadata/title_model.inc

titles.jsonl has the candidates of a page with their features; DIR's truth.jsonl the
titles that people chose.
"""
import argparse
import collections
import os

import numpy as np
import xgboost as xgb

import corpus
import writer

FOLDS = 5
SETTINGS = dict(max_depth=4, eta=0.15, objective="binary:logistic", subsample=0.8,
                colsample_bytree=0.6, min_child_weight=4, reg_lambda=4, seed=1,
                tree_method="hist", nthread=1)
ROUNDS = 60


def fit(pages):
    features = np.vstack([p["features"] for p in pages])
    labels = np.concatenate([p["right"] for p in pages])
    weights = np.concatenate([np.full(len(p["right"]), 1 / len(p["right"]) ** 0.5) for p in pages])
    data = xgb.DMatrix(features, label=labels, weight=weights)
    return xgb.train(SETTINGS, data, num_boost_round=ROUNDS)


def chosen_right(model, page):
    return bool(page["right"][model.predict(xgb.DMatrix(page["features"])).argmax()])


def load(folder, path):
    truth = {r["id"]: r for r in corpus.lines(os.path.join(folder, "truth.jsonl"))}
    for row in corpus.lines(path):
        known = truth.get(row["id"])
        if not known or known["src"] != "wcxb" or not known["title"] or not row["candidates"]:
            continue
        title = corpus.words_of(known["title"])
        yield dict(type=known["type"], owner=corpus.owner_of(known["url"]),
                   features=np.array([c["features"] for c in row["candidates"]], np.float32),
                   right=np.array([corpus.words_of(c["text"]) == title for c in row["candidates"]]),
                   texts=[c["text"] for c in row["candidates"]], title=known["title"])


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder")
    arguments.add_argument("titles")
    arguments.add_argument("--out")
    options = arguments.parse_args()
    pages = list(load(options.folder, options.titles))
    right, total = collections.Counter(), collections.Counter()
    for fold in range(FOLDS):
        unseen = [p for p in pages if corpus.fold_of(p["owner"], FOLDS) == fold]
        model = fit([p for p in pages if corpus.fold_of(p["owner"], FOLDS) != fold])
        for page in unseen:
            total[page["type"]] += 1
            right[page["type"]] += chosen_right(model, page)
    print("can be right", round(float(np.mean([p["right"].any() for p in pages])), 4))
    print("cross-validated", round(sum(right.values()) / len(pages), 4),
          {t: round(right[t] / n, 3) for t, n in total.items()})
    model = fit(pages)
    print("in sample", round(float(np.mean([chosen_right(model, p) for p in pages])), 4))
    if options.out:
        writer.write_forest(options.out, model, range(1 << 15))


main()
