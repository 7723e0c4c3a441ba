#include "title_trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "extract/metadata/metadata.h"
#include "extract/metadata/title_candidates.h"
#include "parse/html/page.h"
#include "tokens.h"

namespace curlew::tools {
namespace {

constexpr unsigned kNoFold = ~0u;
constexpr BoostOptions kOptions{.trees = 60,
                                .depth = 4,
                                .rate = 0.15F,
                                .lambda = 4,
                                .min_weight = 4,
                                .row_share = 0.8F,
                                .column_share = 0.6F};

struct TitlePage {
  const CorpusPage* page;
  unsigned fold;
  std::vector<extract::TitleCandidate> candidates;
  std::vector<bool> is_right;
};

TitlePage look_at(const Taught& taught) {
  const CorpusPage& source = *taught.page;
  TitlePage out{&source, taught.fold, {}, {}};
  dom::Document page;
  parse::parse_html_page(source.html, "text/html", page);
  const extract::Metadata facts = extract::read_metadata(page);
  const std::string& url =
      facts.canonical_url.empty() ? facts.og_url : facts.canonical_url;
  out.candidates = title_candidates(facts, url, taught.types);
  const auto wanted = tokens_of(source.title, Case::kFolded);
  for (const extract::TitleCandidate& candidate : out.candidates)
    out.is_right.push_back(tokens_of(candidate.text, Case::kFolded) == wanted);
  return out;
}

Trees learn(const std::vector<TitlePage>& pages, unsigned without_fold) {
  std::vector<const float*> features;
  std::vector<float> labels;
  std::vector<float> weights;
  std::vector<std::uint32_t> rows;
  for (const TitlePage& page : pages) {
    if (page.fold == without_fold) continue;
    for (std::size_t i = 0; i < page.candidates.size(); ++i) {
      rows.push_back(std::uint32_t(rows.size()));
      features.push_back(page.candidates[i].features.data());
      labels.push_back(page.is_right[i] ? 1 : 0);
      weights.push_back(1 / std::sqrt(float(page.candidates.size())));
    }
  }
  const BinnedTable table(features, extract::kTitleFeatures);
  std::vector<std::uint32_t> columns;
  for (std::uint32_t i = 0; i < extract::kTitleFeatures; ++i) columns.push_back(i);
  return boost({table, columns, rows, labels, weights}, kOptions);
}

std::size_t choose(const TitlePage& page, const Trees& trees) {
  std::vector<float> sums;
  for (const extract::TitleCandidate& candidate : page.candidates)
    sums.push_back(sum_of_trees(trees.forest(), candidate.features));
  return std::size_t(std::ranges::max_element(sums) - sums.begin());
}

bool is_right(const TitlePage& page, const Trees& trees) {
  return !page.candidates.empty() && page.is_right[choose(page, trees)];
}

void print_miss(const TitlePage& page, const Trees& trees) {
  fmt::print("{} {} wanted [{}] chose [{}]{}\n", page.page->id, page.page->type,
             page.page->title,
             page.candidates.empty() ? "" : page.candidates[choose(page, trees)].text,
             std::ranges::find(page.is_right, true) == page.is_right.end()
                 ? " NOT OFFERED"
                 : "");
}

}  // namespace

TitleTraining train_titles(const std::vector<Taught>& taught_pages, unsigned folds,
                           bool print_misses) {
  std::vector<TitlePage> pages;
  for (const Taught& taught : taught_pages)
    if (taught.page->source == "wcxb" && !taught.page->title.empty())
      pages.push_back(look_at(taught));
  double possible = 0;
  double unseen = 0;
  double seen = 0;
  for (unsigned fold = 0; fold < folds; ++fold) {
    const Trees trees = learn(pages, fold);
    for (const TitlePage& page : pages) {
      if (page.fold != fold) continue;
      const bool right = is_right(page, trees);
      unseen += right;
      if (print_misses && !right) print_miss(page, trees);
    }
  }
  Trees trees = learn(pages, kNoFold);
  for (const TitlePage& page : pages) {
    possible += std::ranges::count(page.is_right, true) > 0;
    seen += is_right(page, trees);
  }
  const auto all = double(pages.size());
  return {std::move(trees), {possible / all, unseen / all, seen / all}};
}

}  // namespace curlew::tools
