"""The measures of the corpus's own score.py, on labels of blocks."""
import collections
import re

import numpy as np

import corpus

TOKEN = re.compile(r"\w+")


def shingles(tokens, n=4):
    if len(tokens) <= n:
        return collections.Counter([tuple(tokens)] if tokens else [])
    return collections.Counter(zip(*(tokens[k:] for k in range(n))))


def squeeze(text):
    return " ".join(text.split())


def evaluate(pages, chance, threshold):
    by_kind = collections.defaultdict(list)
    precision, recall = [], []
    hit = wrong = missed = 0
    for page in pages:
        keep = chance(page) >= threshold
        if page.truth:
            kept = [w for words, k in zip(page.words, keep) if k for w in words]
            page.f1 = corpus.word_f1(corpus.words_of(page.truth["articleBody"] or ""), kept)
            by_kind[page.source].append(page.f1)
            by_kind[f"{page.source} {page.type}"].append(page.f1)
        if page.source == "scrapinghub":
            truth = shingles(TOKEN.findall(page.truth["articleBody"] or ""))
            found = shingles([w for t, k in zip(page.texts, keep) if k for w in TOKEN.findall(t)])
            both = sum(min(n, found[s]) for s, n in truth.items())
            if found:
                precision.append(both / sum(found.values()))
            if truth:
                recall.append(both / sum(truth.values()))
        elif page.source == "trafilatura":
            body = squeeze(" ".join(t for t, k in zip(page.texts, keep) if k))
            inside = [squeeze(s) in body for s in page.segments["with"]]
            outside = [squeeze(s) in body for s in page.segments["without"]]
            hit, missed = hit + sum(inside), missed + len(inside) - sum(inside)
            wrong += sum(outside)
    out = {k: round(float(np.mean(v)), 4) for k, v in sorted(by_kind.items())}
    p, r = np.mean(precision), np.mean(recall)
    out["s4"] = f"{2 * p * r / (p + r):.4f} (P {p:.4f} R {r:.4f})"
    out["segments"] = f"{2 * hit / (2 * hit + wrong + missed):.4f}" \
                      f" (P {hit / (hit + wrong):.4f} R {hit / (hit + missed):.4f})"
    return out
