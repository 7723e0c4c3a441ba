#include "title_trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "extract/metadata/metadata.h"
#include "parse/html/page.h"
#include "tokens.h"
#include "weighing.h"

namespace curlew::tools {
namespace {

using extract::HeadingFacts;

constexpr BoostOptions kOptions{.trees = 60,
                                .depth = 4,
                                .rate = 0.12F,
                                .lambda = 4,
                                .min_weight = 4,
                                .row_share = 0.8F,
                                .column_share = 0.6F};
constexpr double kCaution = 60;

struct TitlePage {
  const CorpusPage* page;
  unsigned fold;
  std::vector<extract::TitleCandidate> candidates;
  std::vector<bool> is_right;
};
using TitlePages = std::vector<const TitlePage*>;

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

std::vector<std::uint32_t> columns_without(const std::vector<std::string>& dropped) {
  std::vector<std::uint32_t> columns;
  for (std::uint32_t i = 0; i < extract::kTitleFeatures; ++i) {
    const std::string_view name = extract::kTitleFeatureNames[i];
    if (std::ranges::none_of(
            dropped, [&](const std::string& each) { return name.starts_with(each); }))
      columns.push_back(i);
  }
  return columns;
}

// Both models, as they were learned from some of the pages.
class TitleChooser {
 public:
  TitleChooser(const TitlePages& pages, const TitleOptions& options)
      : options_(options), trees_(learn_trees(pages)), weights_(learn_weights(pages)) {}

  bool is_right(const TitlePage& page) const {
    return !page.candidates.empty() && page.is_right[choice(page)];
  }
  bool is_right_by_trees(const TitlePage& page) const {
    if (page.candidates.empty()) return false;
    const std::vector<float> sums = sums_of(page, trees_);
    return page.is_right[std::size_t(std::ranges::max_element(sums) - sums.begin())];
  }
  std::size_t choice(const TitlePage& page) const {
    return extract::choose(page.candidates, sums_of(page, trees_), weights_);
  }
  const Trees& trees() const { return trees_; }
  const HeadingFacts& weights() const { return weights_; }

 private:
  static std::vector<float> sums_of(const TitlePage& page, const Trees& trees) {
    std::vector<float> sums;
    for (const extract::TitleCandidate& candidate : page.candidates)
      sums.push_back(sum_of_trees(trees.forest(), candidate.features));
    return sums;
  }

  Trees learn_trees(const TitlePages& pages) const {
    std::vector<const float*> features;
    std::vector<float> labels;
    std::vector<float> weights;
    std::vector<std::uint32_t> rows;
    for (const TitlePage* page : pages) {
      for (std::size_t i = 0; i < page->candidates.size(); ++i) {
        rows.push_back(std::uint32_t(rows.size()));
        features.push_back(page->candidates[i].features.data());
        labels.push_back(page->is_right[i] ? 1 : 0);
        weights.push_back(1 / std::sqrt(float(page->candidates.size())));
      }
    }
    const BinnedTable table(features, extract::kTitleFeatures);
    const auto columns = columns_without(options_.dropped);
    return boost({table, columns, rows, labels, weights}, kOptions);
  }

  // From sums of trees that had not seen the page, as it will be with other pages.
  HeadingFacts learn_weights(const TitlePages& pages) const {
    std::vector<Weighed> rows;
    for (unsigned fold = 0; fold < options_.folds; ++fold) {
      TitlePages rest;
      for (const TitlePage* page : pages)
        if (page->fold != fold) rest.push_back(page);
      if (rest.size() == pages.size()) continue;
      const Trees trees = learn_trees(rest);
      for (const TitlePage* page : pages)
        if (page->fold == fold) add_contest(*page, trees, rows);
    }
    return tools::learn_weights(rows, kCaution);
  }

  // Where both are right or none is, there is nothing to learn.
  static void add_contest(const TitlePage& page, const Trees& trees,
                          std::vector<Weighed>& rows) {
    const auto contest = contest_of(page.candidates, sums_of(page, trees));
    if (!contest) return;
    const bool heading_is_right = page.is_right[contest->heading];
    if (heading_is_right != page.is_right[contest->other])
      rows.push_back({contest->facts, heading_is_right});
  }

  const TitleOptions& options_;
  Trees trees_;
  HeadingFacts weights_;
};

void print_miss(const TitlePage& page, const TitleChooser& chooser) {
  const bool is_offered = std::ranges::find(page.is_right, true) != page.is_right.end();
  fmt::print("{} {} wanted [{}] chose [{}]{}\n", page.page->id, page.page->type,
             page.page->title,
             page.candidates.empty() ? "" : page.candidates[chooser.choice(page)].text,
             is_offered ? "" : " NOT OFFERED");
}

void cross_validate(const std::vector<TitlePage>& pages, const TitleOptions& options,
                    TitleFigures& figures) {
  for (unsigned fold = 0; fold < options.folds; ++fold) {
    TitlePages rest;
    for (const TitlePage& page : pages)
      if (page.fold != fold) rest.push_back(&page);
    const TitleChooser chooser(rest, options);
    for (const TitlePage& page : pages) {
      if (page.fold != fold) continue;
      const bool is_right = chooser.is_right(page);
      figures.unseen += is_right;
      figures.trees += chooser.is_right_by_trees(page);
      if (options.print_misses && !is_right) print_miss(page, chooser);
    }
  }
}

}  // namespace

TitleTraining train_titles(const std::vector<Taught>& taught_pages,
                           const TitleOptions& options) {
  std::vector<TitlePage> pages;
  for (const Taught& taught : taught_pages)
    if (taught.page->source == "wcxb" && !taught.page->title.empty())
      pages.push_back(look_at(taught));
  TitleFigures figures;
  cross_validate(pages, options, figures);
  TitlePages all;
  for (const TitlePage& page : pages) all.push_back(&page);
  const TitleChooser chooser(all, options);
  for (const TitlePage& page : pages) {
    figures.possible += std::ranges::count(page.is_right, true) > 0;
    figures.seen += chooser.is_right(page);
  }
  for (double* each :
       {&figures.possible, &figures.trees, &figures.unseen, &figures.seen})
    *each /= double(pages.size());
  return {chooser.trees(), chooser.weights(), figures};
}

}  // namespace curlew::tools
