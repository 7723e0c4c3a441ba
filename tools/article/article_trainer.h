// Trains the models of blocks and page types, fold by fold: whatever a page is
// described by (word scores, kinds of page) and judged by comes from
// pages of other owners, so that the figures are those of unseen pages.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "boosting.h"
#include "corpus.h"
#include "extract/article/choice.h"
#include "extract/article/feature.h"
#include "extract/article/whole_page_rules.h"
#include "extract/page_type/page_type.h"
#include "lexicon.h"
#include "measures.h"

namespace curlew::tools {

struct TrainOptions {
  unsigned folds = 10;
  BoostOptions types{.trees = 60,
                     .depth = 3,
                     .rate = 0.12F,
                     .lambda = 4,
                     .min_weight = 2,
                     .row_share = 0.8F,
                     .column_share = 0.25F};
  BoostOptions blocks{.trees = 200,
                      .depth = 6,
                      .rate = 0.06F,
                      .lambda = 10,
                      .min_weight = 30,
                      .row_share = 0.4F,
                      .column_share = 0.2F};
  float page_weight = 100;
  float news_weight = 200;           // Of the scrapinghub pages, which are few.
  float snippet_weight = 25;         // Of pages of which only snippets are known.
  float word_power = 0.5F;           // How much more long blocks count.
  std::size_t words = 1000;          // In each lexicon.
  std::vector<std::string> dropped;  // Beginnings of names of features to do without.
};

// A page and what is found out about it on the way.
struct Taught {
  const CorpusPage* page;
  unsigned fold;
  std::unique_ptr<MeasuredPage> measured;
  Labels labels;
  std::vector<float> weights;  // By block.
  Votes markup_votes;
  Votes text_votes;
  std::vector<float> page_features;
  extract::TypeChances types{};
  std::vector<extract::FeatureRow> rows;
  std::vector<float> chances;
};

struct WordLists {
  Lexicon markup;
  Lexicon text;
};

// What is learned from all pages.
struct LearnedModel {
  std::vector<Trees> types;
  WordLists words;
  Trees blocks;
};

class ArticleTrainer {
 public:
  ArticleTrainer(const std::vector<CorpusPage>& corpus, TrainOptions options);

  // Fill in what Taught has: first all up to the types, then the rest.
  void judge_types();
  void judge_blocks();
  // After both.
  LearnedModel learn_all() const;

  const std::vector<Taught>& pages() const { return pages_; }

 private:
  void look_at_pages();
  void guess_types();
  void describe();
  void judge();
  WordLists learn_words(unsigned without_fold) const;
  std::vector<Trees> learn_types(unsigned without_fold) const;
  Trees learn_blocks(const BinnedTable& table, unsigned without_fold) const;
  BinnedTable bin_blocks() const;
  std::vector<std::uint32_t> used_columns() const;

  TrainOptions options_;
  std::vector<Taught> pages_;
};

// A way to choose blocks, whatever their chances.
struct Choosing {
  std::string name;
  extract::WholePageRules rules;
  float price = extract::kPriceOfExcess;
};

// Rules are found by looking at pages of the first half, so that the second half says
// what they are worth on pages that nobody looked at. Owners are never parted.
enum class Half { kBoth, kFirst, kSecond };
bool is_in(Half half, const Taught& taught);

// The figures of the pages with each.
std::vector<Figures> measure(const std::vector<Taught>& pages,
                             const std::vector<Choosing>& ways, Half half);

}  // namespace curlew::tools
