"""The article model: word scores, features of context, boosted trees."""
import collections

import numpy as np
import xgboost as xgb

LEXICON_MIN_OWNERS = 12


# --- Word scores -----------------------------------------------------------------------
class Lexicon:
    """log odds that text with a word around it (or in it) belongs to the article.

    Every page has one voice, so that long pages do not decide; a page's own voice is left
    out when its own features are made.
    """

    def __init__(self, votes, limit):
        self.sum = collections.Counter()
        self.number = collections.Counter()
        owners = collections.defaultdict(set)
        total, count = 0.0, 0
        for owner, shares in votes:
            for word, share in shares.items():
                self.sum[word] += share
                self.number[word] += 1
                owners[word].add(owner)
                total += share
                count += 1
        self.prior = total / max(1, count)
        kept = sorted((w for w in owners if len(owners[w]) >= LEXICON_MIN_OWNERS),
                      key=lambda w: -len(owners[w]))[:limit]
        self.words = set(kept)

    def score(self, word, own=None):
        if word not in self.words:
            return None
        strength = 4.0
        s, n = self.sum[word] + strength * self.prior, self.number[word] + strength
        if own is not None and word in own:
            s, n = s - own[word], n - 1
        share = min(max(s / n, 0.01), 0.99)
        return float(np.log(share / (1 - share)) - np.log(self.prior / (1 - self.prior)))


def chain_of(page, element):
    while element >= 0 and element in page.parent:
        yield element
        element = page.parent[element]


def markup_votes(page):
    """word -> share of the words below it that belong to the article."""
    good, all_ = collections.Counter(), collections.Counter()
    seen = {}
    for i, element in enumerate(page.element):
        if not page.known[i]:
            continue
        if element not in seen:
            seen[element] = {w for e in chain_of(page, element) for w in page.markup[e]}
        for word in seen[element]:
            good[word] += page.count[i] * page.label[i]
            all_[word] += page.count[i]
    return {w: good[w] / n for w, n in all_.items() if n > 0}


SHORT = 25


def text_votes(page):
    good, all_ = collections.Counter(), collections.Counter()
    for i, words in enumerate(page.plain):
        if page.known[i] and 0 < len(words) <= SHORT:
            for word in set(words):
                good[word] += page.label[i]
                all_[word] += 1
    return {w: good[w] / n for w, n in all_.items()}


MARKUP_NAMES = ["class_own", "class_near", "class_far", "class_min", "class_max", "class_sum"]


def markup_features(page, lexicon, own):
    """Scores of the elements around each block, from it upwards."""
    score = {}
    for element, words in page.markup.items():
        known = [s for s in (lexicon.score(w, own) for w in words) if s is not None]
        score[element] = float(np.clip(sum(known), -4, 4)) if known else None
    memo = {}
    out = np.zeros((len(page.element), len(MARKUP_NAMES)), np.float32)
    for i, element in enumerate(page.element):
        if element not in memo:
            chain = [score[e] for e in chain_of(page, element)]
            known = [s for s in chain if s is not None]
            memo[element] = (
                (chain[0] if chain and chain[0] is not None else 0),
                known[0] if known else 0,
                known[1] if len(known) > 1 else 0,
                min(known) if known else 0,
                max(known) if known else 0,
                sum(known))
        out[i] = memo[element]
    return out


TEXT_NAMES = ["word_mean", "word_min", "word_max", "word_first", "word_heading", "word_trail"]
TRAIL = 0.9  # How much of a bad word is left a block later.


def text_features(page, lexicon, own, heading):
    out = np.zeros((len(page.plain), len(TEXT_NAMES)), np.float32)
    last = trail = 0.0
    for i, words in enumerate(page.plain):
        if 0 < len(words) <= SHORT:
            known = [s for s in (lexicon.score(w, own) for w in words) if s is not None]
            first = lexicon.score(words[0], own)
            if known:
                out[i, :4] = (sum(known) / len(words), min(known), max(known), first or 0)
        out[i, 4], out[i, 5] = last, trail
        trail = min(TRAIL * trail, out[i, 0])
        if heading[i] > 0:
            last = out[i, 0]
    return out


# --- Context of a first guess ----------------------------------------------------------
CONTEXT_NAMES = ["guess", "guess_before_1", "guess_before_2", "guess_after_1", "guess_after_2",
                 "guess_near", "guess_around_0", "guess_around_1", "guess_around_2",
                 "guess_around_3", "guess_alike", "guess_share_before", "guess_share_after",
                 "guess_page", "guess_section", "guess_page_words", "guess_best_near"]


def context_features(page, guess, heading):
    n = len(guess)
    weight = page.features[:, 0] + 1  # text_words
    out = np.zeros((n, len(CONTEXT_NAMES)), np.float32)
    padded = np.concatenate([[-1, -1], guess, [-1, -1]])
    out[:, 0] = guess
    out[:, 1], out[:, 2] = padded[1:n + 1], padded[0:n]
    out[:, 3], out[:, 4] = padded[3:n + 3], padded[4:n + 4]
    mass = np.concatenate([[0], np.cumsum(guess * weight)])
    total = np.concatenate([[0], np.cumsum(weight)])
    at = np.arange(n)
    low, high = np.maximum(0, at - 5), np.minimum(n, at + 6)
    out[:, 5] = (mass[high] - mass[low]) / (total[high] - total[low])
    below = collections.defaultdict(lambda: [0.0, 0.0])
    chains = {}
    for i in range(n):
        holder = page.holder[i]
        if holder not in chains:
            chains[holder] = list(chain_of(page, holder))
        for element in chains[holder]:
            sums = below[element]
            sums[0] += guess[i] * weight[i]
            sums[1] += weight[i]
    for i in range(n):
        chain = chains[page.holder[i]]
        for level in range(4):
            sums = below[chain[min(level, len(chain) - 1)]] if chain else (0, 1)
            out[i, 6 + level] = sums[0] / sums[1]
    alike = collections.defaultdict(lambda: [0.0, 0.0])
    for i in range(n):
        alike[page.make[i]][0] += guess[i] * weight[i]
        alike[page.make[i]][1] += weight[i]
    out[:, 10] = [alike[m][0] / alike[m][1] for m in page.make]
    out[:, 11] = mass[:-1] / max(mass[-1], 1e-6)
    out[:, 12] = (mass[-1] - mass[1:]) / max(mass[-1], 1e-6)
    out[:, 13] = mass[-1] / total[-1]
    out[:, 14] = section_means(guess, weight, heading)
    out[:, 15] = mass[-1]
    best = np.maximum(np.maximum(padded[1:n + 1], padded[3:n + 3]),
                      np.maximum(padded[0:n], padded[4:n + 4]))
    out[:, 16] = best
    return out


def section_means(guess, weight, heading):
    """Of what follows, up to the next heading; of a heading what follows it."""
    out = np.zeros(len(guess), np.float32)
    good = all_ = 0.0
    for i in range(len(guess) - 1, -1, -1):
        if heading[i] > 0:
            out[i] = good / all_ if all_ > 0 else -1
            good = all_ = 0.0
        else:
            good += guess[i] * weight[i]
            all_ += weight[i]
            out[i] = good / all_
    return out


# --- Trees -----------------------------------------------------------------------------
def weights_of(page):
    """Pages count alike, whatever their length; blocks by the root of their words."""
    weight = np.sqrt(page.count + 1) * page.known
    if page.truth:
        weight = weight / max(weight.sum(), 1) * 100
    else:
        weight = weight / max(weight.sum(), 1) * 8
    return weight


def fit(features, labels, weights, trees, depth, rate=0.1, seed=1):
    data = xgb.DMatrix(features, label=labels, weight=weights)
    settings = dict(max_depth=depth, eta=rate, objective="binary:logistic", subsample=0.7,
                    colsample_bytree=0.5, min_child_weight=100, reg_lambda=20, seed=seed,
                    tree_method="hist", max_bin=64, nthread=1)
    return xgb.train(settings, data, num_boost_round=trees)


TYPES = ["article", "listing", "collection", "forum", "product", "documentation", "service"]
TYPE_NAMES = ["type_" + t for t in TYPES]


def fit_types(features, types, rounds=60, depth=3):
    data = xgb.DMatrix(features, label=types)
    settings = dict(max_depth=depth, eta=0.12, objective="multi:softprob", num_class=len(TYPES),
                    subsample=0.8, colsample_bytree=0.25, min_child_weight=2, reg_lambda=4,
                    seed=1, tree_method="hist", nthread=1)
    return xgb.train(settings, data, num_boost_round=rounds)


def predict(model, features):
    return model.predict(xgb.DMatrix(features))


def teaches(page):
    """The mozilla pages hold another tool's reading, which is not to be learned."""
    return page.source != "mozilla"
