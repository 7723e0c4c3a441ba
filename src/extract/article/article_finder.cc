#include "extract/article/article_finder.h"

#include <algorithm>

#include "extract/article/model/model.h"

namespace curlew::extract {
namespace {

// The order in which the models number their features.
constexpr std::size_t kWordsFirst = kBlockFeatures;
constexpr std::size_t kTypesFirst = kWordsFirst + 12;
constexpr std::size_t kContextFirst = kTypesFirst + std::tuple_size_v<TypeChances>;
constexpr std::size_t kAllFeatures = kContextFirst + kContextFeatures;
using Row = std::array<float, kAllFeatures>;

void fill(Row& row, const BlockFeatures& features, const WordFeatures& words) {
  std::ranges::copy(features, row.begin());
  const MarkupScores& markup = words.markup;
  const TextScores& text = words.text;
  const float from_words[] = {markup.own,     markup.near, markup.far,   markup.lowest,
                              markup.highest, markup.sum,  text.mean,    text.lowest,
                              text.highest,   text.first,  text.heading, text.trail};
  static_assert(std::size(from_words) == kTypesFirst - kWordsFirst);
  std::ranges::copy(from_words, row.begin() + kWordsFirst);
}

std::string_view separator_before(const Block& block) {
  return block.gap == BlockGap::kCell ? " " : "\n";
}

}  // namespace

void ArticleFinder::look(const dom::Document& page) {
  cut_blocks(page, blocks_);
  make_outline(page, blocks_, outline_);
}

void ArticleFinder::judge(const dom::Document& page, std::string_view title,
                          const TypeChances& types) {
  describe_blocks(page, blocks_, outline_, title, features_);
  score_words(page, blocks_, outline_.words, words_);
  Row row{};
  std::ranges::copy(types, row.begin() + kTypesFirst);
  guesses_.clear();
  for (std::size_t i = 0; i < features_.size(); ++i) {
    fill(row, features_[i], words_[i]);
    guesses_.push_back(chance_of(sum_of_trees(first_guess_forest(), row)));
  }
  describe_context(page, blocks_, outline_, guesses_, context_);
  chances_.clear();
  for (std::size_t i = 0; i < features_.size(); ++i) {
    fill(row, features_[i], words_[i]);
    std::ranges::copy(context_[i], row.begin() + kContextFirst);
    chances_.push_back(chance_of(sum_of_trees(final_chance_forest(), row)));
  }
}

std::string ArticleFinder::body(float threshold) const {
  // Where nothing is likely, the likeliest is the best answer.
  constexpr float kNearBest = 0.6F;
  if (!chances_.empty())
    threshold = std::min(threshold, kNearBest * *std::ranges::max_element(chances_));
  std::string body;
  for (std::size_t i = 0; i < chances_.size(); ++i) {
    if (chances_[i] < threshold) continue;
    const Block& block = blocks_.blocks[i];
    if (!body.empty()) body += separator_before(block);
    body += blocks_.text_of(block);
  }
  return body;
}

}  // namespace curlew::extract
