#!/usr/bin/env python3
"""Trains the model that picks the article out of a page, and says how well it does on
pages of owners that it has not seen.

  curlew lab article --batch DIR --blocks > blocks.jsonl
  tools/article/train.py DIR blocks.jsonl --out src/extract/article/model [--drop text_,mark_]

DIR holds truth.jsonl and segments.jsonl (see corpus.py). Needs numpy and xgboost, which
only training needs. Folds never part the pages of one owner. The word scores and the
first guesses that a page is described by come from folds without it, so that the figures
printed are those of unseen pages.
"""
import argparse
import collections
import os
import pickle
import re
import sys
import time

import numpy as np

import corpus
import model as M
import scores
import writer

PLAIN = re.compile(rb"[A-Za-z\x80-\xff]+")
FOLDS = 3


def note(text):
    print(f"[{time.process_time():6.0f} CPU-s] {text}", file=sys.stderr, flush=True)


def load(folder, blocks_file):
    cache = blocks_file + ".pickle"
    if os.path.exists(cache) and os.path.getmtime(cache) > os.path.getmtime(blocks_file):
        with open(cache, "rb") as file:
            return pickle.load(file)
    names, pages = corpus.load(folder, blocks_file)
    for page in pages:
        page.plain = [[w.lower()[:24] for w in PLAIN.findall(t.encode())] for t in page.texts]
        page.heading = page.features[:, names.index("tag_heading")]
        page.markup_votes = M.markup_votes(page)
        page.text_votes = M.text_votes(page)
    with open(cache, "wb") as file:
        pickle.dump((names, pages), file, protocol=4)
    return names, pages


def lexicons(pages):
    taught = [p for p in pages if M.teaches(p)]
    return (M.Lexicon([(p.owner, p.markup_votes) for p in taught], 500),
            M.Lexicon([(p.owner, p.text_votes) for p in taught], 500))


def describe(page, markup, text):
    types = np.tile(page.types, (len(page.texts), 1))
    return np.hstack([page.features, M.markup_features(page, markup, None),
                      M.text_features(page, text, None, page.heading), types])


def fit_types(pages):
    known = [p for p in pages if p.type and M.teaches(p)]
    return M.fit_types(np.array([p.whole for p in known]),
                       np.array([M.TYPES.index(p.type) for p in known]))


def guess_types(pages):
    for fold in range(FOLDS):
        model = fit_types([p for p in pages if p.fold != fold])
        unseen = [p for p in pages if p.fold == fold]
        for page, types in zip(unseen, M.predict(model, np.array([p.whole for p in unseen]))):
            page.types = types


def print_types(pages, folder):
    known = [p for p in pages if p.source == "wcxb"]
    right = collections.Counter(p.type for p in known if M.TYPES[p.types.argmax()] == p.type)
    total = collections.Counter(p.type for p in known)
    print("types", round(sum(right.values()) / len(known), 4),
          {t: round(right[t] / n, 3) for t, n in total.items()})
    labels = {r["id"]: r["label"] for r in corpus.lines(os.path.join(folder, "hub.jsonl"))}
    for threshold in (0.3, 0.4, 0.5, 0.6):
        found = collections.defaultdict(list)
        for page in pages:
            if page.id in labels:
                found[labels[page.id]].append(page.types[1] + page.types[2] >= threshold)
        hub, article = np.mean(found["hub"]), 1 - np.mean(found["article"])
        print(f"hub {threshold}: {(hub + article) / 2:.4f} (hubs {hub:.4f}, articles {article:.4f})")


def sample(page, rng, share):
    """Rows to learn from: a part of each page, but no fewer than 40."""
    rows = np.flatnonzero(page.known)
    wanted = max(40, int(len(rows) * share))
    return rows if len(rows) <= wanted else rng.choice(rows, wanted, replace=False)


def fit(pages, get, columns, trees, depth, share, seed):
    rng = np.random.default_rng(seed)
    features, labels, weights = [], [], []
    for page in pages:
        if not M.teaches(page):
            continue
        rows = sample(page, rng, share)
        if len(rows) == 0:
            continue
        weight = M.weights_of(page)
        features.append(get(page)[rows][:, columns])
        labels.append(page.label[rows])
        weights.append(weight[rows] * (weight.sum() / max(weight[rows].sum(), 1e-9)))
    return M.fit(np.vstack(features), np.concatenate(labels), np.concatenate(weights),
                 trees, depth, seed=seed)


def out_of_fold(pages, get, put, columns, trees, depth, share):
    for fold in range(FOLDS):
        model = fit([p for p in pages if p.fold != fold], get, columns, trees, depth, share, 1)
        for page in pages:
            if page.fold == fold:
                put(page, M.predict(model, get(page)[:, columns]))
        note(f"fold {fold} done")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder")
    arguments.add_argument("blocks")
    arguments.add_argument("--out")
    arguments.add_argument("--drop", default="", help="prefixes of features to leave out")
    arguments.add_argument("--share", type=float, default=0.5)
    arguments.add_argument("--trees", default="60,100")
    arguments.add_argument("--depth", default="5,5")
    arguments.add_argument("--save", help="a file for the out-of-fold guesses")
    options = arguments.parse_args()
    names, pages = load(options.folder, options.blocks)
    note(f"{len(pages)} pages, {sum(len(p.texts) for p in pages)} blocks")

    for page in pages:
        page.fold = corpus.fold_of(page.owner, FOLDS)
    guess_types(pages)
    print_types(pages, options.folder)
    for fold in range(FOLDS):
        markup, text = lexicons([p for p in pages if p.fold != fold])
        for page in pages:
            if page.fold == fold:
                page.base = describe(page, markup, text)
    note("described")

    base_names = names + M.MARKUP_NAMES + M.TEXT_NAMES + M.TYPE_NAMES
    full_names = base_names + M.CONTEXT_NAMES
    dropped = tuple(p for p in options.drop.split(",") if p)
    keep = lambda name: not (dropped and name.startswith(dropped))
    base_columns = [i for i, n in enumerate(base_names) if keep(n)]
    full_columns = [i for i, n in enumerate(full_names) if keep(n)]
    trees = [int(t) for t in options.trees.split(",")]
    depth = [int(d) for d in options.depth.split(",")]

    out_of_fold(pages, lambda p: p.base, lambda p, v: setattr(p, "guess", v), base_columns,
                trees[0], depth[0], options.share)
    for page in pages:
        page.full = np.hstack([page.base, M.context_features(page, page.guess, page.heading)])
    out_of_fold(pages, lambda p: p.full, lambda p, v: setattr(p, "chance", v), full_columns,
                trees[1], depth[1], options.share)
    for threshold in (0.35, 0.45, 0.5, 0.55):
        print("guess ", threshold, scores.evaluate(pages, lambda p: p.guess, threshold))
        print("chance", threshold, scores.evaluate(pages, lambda p: p.chance, threshold), flush=True)
    if options.save:
        with open(options.save, "wb") as file:
            pickle.dump({p.id: (p.guess, p.chance) for p in pages}, file)
    if options.out:
        markup, text = lexicons(pages)
        writer.write_types(options.out + "/../../page_type/page_types.inc", fit_types(pages), len(M.TYPES))
        first = fit(pages, lambda p: p.base, base_columns, trees[0], depth[0], options.share, 2)
        second = fit(pages, lambda p: p.full, full_columns, trees[1], depth[1], options.share, 2)
        writer.write_lexicon(options.out + "/markup_words.inc", markup)
        writer.write_lexicon(options.out + "/text_words.inc", text)
        writer.write_forest(options.out + "/first_guess.inc", first, base_columns)
        writer.write_forest(options.out + "/final_chance.inc", second, full_columns)
        note("written")


main()
