#include "article_trainer.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <thread>

#include "alignment.h"
#include "extract/article/block_features.h"
#include "extract/article/model.h"
#include "extract/metadata/metadata.h"
#include "extract/page_type/page_features.h"
#include "parse/html/page.h"
#include "tokens.h"

namespace curlew::tools {
namespace {

using extract::kBlockFeatures;

constexpr unsigned kNoFold = ~0u;
constexpr std::size_t kLexiconOwners = 12;
constexpr unsigned kThreads = 2;

// Runs `work(0)` … `work(count - 1)`, two at a time.
template <typename Work>
void for_each_index(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < count; at = next++) work(at);
    });
}

std::size_t type_number(const std::string& name) {
  for (std::size_t type = 0; type < 7; ++type)
    if (to_string(extract::PageType(type)) == name) return type;
  return 0;
}

Labels labels_of(const CorpusPage& page, const MeasuredPage& measured) {
  Labels labels;
  if (page.body) {
    labels.label = align(measured.block_words(), measured.truth_words());
    labels.known.assign(labels.label.size(), true);
    return labels;
  }
  const std::vector<std::string>& texts = measured.texts();
  labels.label.assign(texts.size(), 0);
  labels.known.assign(texts.size(), false);
  const auto mark = [&](const std::vector<std::string>& snippets, float value) {
    for (const std::string& snippet : snippets) {
      for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].find(squeezed(snippet)) == std::string::npos) continue;
        labels.label[i] = value;
        labels.known[i] = true;
      }
    }
  };
  mark(page.without, 0);
  mark(page.with, 1);
  return labels;
}

// Pages count alike, whatever their length; blocks by the root of their words. Where
// only snippets are known, the page says less.
std::vector<float> weights_of(const Taught& taught, const TrainOptions& options) {
  const float whole = taught.page->source == "scrapinghub" ? options.news_weight
                      : taught.page->body                  ? options.page_weight
                                                           : options.snippet_weight;
  std::vector<float> weights;
  float sum = 0;
  for (std::size_t i = 0; i < taught.labels.label.size(); ++i) {
    const auto words = float(taught.measured->block_words()[i].size());
    weights.push_back(taught.labels.known[i] ? std::pow(words + 1, options.word_power)
                                             : 0);
    sum += weights.back();
  }
  for (float& weight : weights) weight *= whole / std::max(sum, 1.0F);
  return weights;
}

// A page that was parsed and cut.
struct Seen {
  dom::Document page;
  extract::Metadata facts;
  extract::MarkupWords words;
  extract::PageBlocks blocks;
  extract::Outline outline;

  Seen(const CorpusPage& source, const extract::LearnedWords& known) {
    parse::parse_html_page(source.html, "text/html", page);
    facts = extract::read_metadata(page);
    cut_blocks(page, blocks);
    words.look_up(page, known.markup);
    make_outline(page, blocks, words, outline);
  }
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;
  extract::BlockSight sight() const { return {page, blocks, outline}; }
  std::string_view url() const {
    return facts.canonical_url.empty() ? facts.og_url : facts.canonical_url;
  }
};

extract::TypeForests to_forests(const std::vector<Trees>& trees) {
  extract::TypeForests forests;
  for (std::size_t i = 0; i < forests.size(); ++i) forests[i] = trees[i].forest();
  return forests;
}

}  // namespace

ArticleTrainer::ArticleTrainer(const std::vector<CorpusPage>& corpus,
                               TrainOptions options)
    : options_(std::move(options)), pages_(corpus.size()) {
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    pages_[i].page = &corpus[i];
    pages_[i].fold = fold_of(corpus[i], options_.folds);
  }
}

void ArticleTrainer::judge_types() {
  look_at_pages();
  guess_types();
}

void ArticleTrainer::judge_blocks() {
  describe();
  judge();
}

void ArticleTrainer::look_at_pages() {
  for_each_index(pages_.size(), [&](std::size_t i) {
    Taught& taught = pages_[i];
    const Seen seen(*taught.page, extract::shipped_words());
    taught.measured = std::make_unique<MeasuredPage>(*taught.page, seen.blocks);
    taught.labels = labels_of(*taught.page, *taught.measured);
    taught.weights = weights_of(taught, options_);
    taught.markup_votes = tools::markup_votes(seen.page, seen.blocks, taught.labels);
    taught.text_votes = tools::text_votes(seen.blocks, taught.labels);
    extract::describe_page(
        {seen.page, seen.facts, seen.blocks, seen.outline, seen.url()},
        taught.page_features);
  });
}

WordLists ArticleTrainer::learn_words(unsigned without_fold) const {
  std::vector<Voter> markup;
  std::vector<Voter> text;
  for (const Taught& taught : pages_) {
    if (taught.fold == without_fold || !taught.page->teaches()) continue;
    markup.push_back({taught.page->owner, taught.markup_votes});
    text.push_back({taught.page->owner, taught.text_votes});
  }
  return {Lexicon(markup, options_.words, kLexiconOwners),
          Lexicon(text, options_.words, kLexiconOwners)};
}

std::vector<Trees> ArticleTrainer::learn_types(unsigned without_fold) const {
  std::vector<const float*> features;
  std::vector<float> labels;
  for (const Taught& taught : pages_) {
    if (taught.fold == without_fold || !taught.page->teaches()) continue;
    if (taught.page->type.empty()) continue;
    features.push_back(taught.page_features.data());
    labels.push_back(float(type_number(taught.page->type)));
  }
  const BinnedTable table(features, pages_.front().page_features.size());
  const std::vector<float> weights(labels.size(), 1);
  std::vector<std::uint32_t> rows(labels.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::vector<std::uint32_t> columns(table.width());
  std::iota(columns.begin(), columns.end(), 0);
  return boost_kinds({table, columns, rows, labels, weights}, 7, options_.types);
}

void ArticleTrainer::guess_types() {
  for_each_index(options_.folds, [&](std::size_t fold) {
    const std::vector<Trees> trees = learn_types(unsigned(fold));
    const extract::TypeForests forests = to_forests(trees);
    for (Taught& taught : pages_) {
      if (taught.fold != fold) continue;
      taught.types = judge_page(taught.page_features, forests);
      const Seen seen(*taught.page, extract::shipped_words());
      extract::prefer_stories(
          {seen.page, seen.facts, seen.blocks, seen.outline, seen.url()}, taught.types);
    }
  });
}

void ArticleTrainer::describe() {
  for_each_index(options_.folds, [&](std::size_t fold) {
    const WordLists lists = learn_words(unsigned(fold));
    const extract::LearnedWords words(lists.markup.scores(), lists.text.scores());
    for (Taught& taught : pages_) {
      if (taught.fold != fold) continue;
      const Seen seen(*taught.page, words);
      describe_blocks(seen.sight(), seen.facts, words, taught.types, taught.rows);
    }
  });
}

BinnedTable ArticleTrainer::bin_blocks() const {
  std::vector<const float*> rows;
  for (const Taught& taught : pages_)
    for (const extract::FeatureRow& row : taught.rows) rows.push_back(row.data());
  return {rows, kBlockFeatures};
}

std::vector<std::uint32_t> ArticleTrainer::used_columns() const {
  std::vector<std::uint32_t> columns;
  for (std::uint32_t i = 0; i < kBlockFeatures; ++i) {
    const std::string_view name = extract::kBlockFeatureNames[i];
    const bool is_dropped = std::ranges::any_of(
        options_.dropped,
        [&](const std::string& each) { return name.starts_with(each); });
    if (!is_dropped) columns.push_back(i);
  }
  return columns;
}

Trees ArticleTrainer::learn_blocks(const BinnedTable& table,
                                   unsigned without_fold) const {
  std::vector<float> labels;
  std::vector<float> weights;
  std::vector<std::uint32_t> rows;
  for (const Taught& taught : pages_) {
    const bool is_used = taught.fold != without_fold && taught.page->teaches();
    for (std::size_t i = 0; i < taught.rows.size(); ++i) {
      if (is_used && taught.weights[i] > 0)
        rows.push_back(std::uint32_t(labels.size()));
      labels.push_back(taught.labels.label[i]);
      weights.push_back(taught.weights[i]);
    }
  }
  return boost({table, used_columns(), rows, labels, weights}, options_.blocks);
}

void ArticleTrainer::judge() {
  const BinnedTable table = bin_blocks();
  for_each_index(options_.folds, [&](std::size_t fold) {
    const Trees trees = learn_blocks(table, unsigned(fold));
    for (Taught& taught : pages_)
      if (taught.fold == fold)
        extract::ask(trees.forest(), taught.rows, taught.chances);
  });
}

LearnedModel ArticleTrainer::learn_all() const {
  return {learn_types(kNoFold), learn_words(kNoFold),
          learn_blocks(bin_blocks(), kNoFold)};
}

bool is_in(Half half, const Taught& taught) {
  return half == Half::kBoth ||
         (half == Half::kFirst) == (fold_of(*taught.page, 2) == 0);
}

std::vector<Figures> measure(const std::vector<Taught>& pages,
                             const std::vector<Choosing>& ways, Half half) {
  std::vector<Figures> figures(ways.size());
  std::vector<bool> kept;
  for (const Taught& taught : pages) {
    if (!is_in(half, taught)) continue;
    const Seen seen(*taught.page, extract::shipped_words());
    const extract::BlockSight sight = seen.sight();
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const std::vector<float> chances = extract::apply_whole_page_rules(
          {sight, taught.rows, taught.chances, taught.types}, ways[i].rules);
      extract::choose_blocks(taught.rows, chances, kept, ways[i].price);
      figures[i].add(*taught.page, *taught.measured, kept);
    }
  }
  return figures;
}

}  // namespace curlew::tools
