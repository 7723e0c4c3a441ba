#include <algorithm>

#include "extract/article/block_features.h"
#include "extract/words/word_cutter.h"

namespace curlew::extract {
namespace {

using F = BlockFeature;

constexpr float kNothingSaid = -1;

// Which pairs of neighbouring words a text has.
class WordPairs {
 public:
  explicit WordPairs(std::string_view text) {
    for_each_pair(text, [&](std::uint32_t pair) { pairs_.push_back(pair); });
    std::ranges::sort(pairs_);
    // Not std::ranges::unique: clang 14 cannot compile its result.
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  }

  bool empty() const { return pairs_.empty(); }

  // Of the pairs in `text`, those that are here.
  float share(std::string_view text) const {
    double all = 0;
    double found = 0;
    for_each_pair(text, [&](std::uint32_t pair) {
      all += 1;
      found += std::ranges::binary_search(pairs_, pair);
    });
    return share_of(found, all);
  }

 private:
  template <typename Use>
  static void for_each_pair(std::string_view text, const Use& use) {
    std::uint32_t before = 0;
    for_each_word_hash(text, [&](std::uint32_t hash) {
      if (before != 0) use(before * 0x9E3779B9u + hash);
      before = hash;
    });
  }

  std::vector<std::uint32_t> pairs_;  // Hashes, sorted.
};

// JSON-LD's articleBody where it is long enough to be one.
std::string_view stated_body(const Metadata& facts) {
  constexpr std::size_t kShortest = 300;
  std::string_view body;
  for (const JsonLdItem& item : facts.items)
    if (item.body.size() > std::max(kShortest, body.size())) body = item.body;
  return body;
}

}  // namespace

void describe_said(const BlockSight& sight, const Metadata& facts, FeatureRows& rows) {
  constexpr std::uint32_t kLongerThanDescriptions = 80;
  const WordPairs body(stated_body(facts));
  const WordPairs description(facts.description);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string_view text = sight.blocks.text_of(sight.block(i));
    const bool may_describe =
        !description.empty() && sight.facts(i).words <= kLongerThanDescriptions;
    at(rows[i], F::said_in_body) = body.empty() ? kNothingSaid : body.share(text);
    at(rows[i], F::said_in_description) =
        may_describe ? description.share(text) : kNothingSaid;
  }
}

}  // namespace curlew::extract
