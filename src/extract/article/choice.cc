#include "extract/article/choice.h"

#include <algorithm>
#include <numeric>

namespace curlew::extract {
namespace {

using F = BlockFeature;

float words_of(const FeatureRow& row) { return at(row, F::text_words); }

class Chooser {
 public:
  Chooser(const JudgedBlocks& blocks, const ChoiceRules& rules)
      : blocks_(blocks),
        rows_(blocks.rows),
        chances_(blocks.chances.begin(), blocks.chances.end()),
        rules_(rules) {}

  void run(std::vector<bool>& kept) {
    if (rules_.twins) doubt_twins();
    if (rules_.comments) doubt_comments();
    if (rules_.behind) doubt_behind();
    choose(kept);
  }

 private:
  void doubt_twins() {
    constexpr float kParagraph = 8;  // Words: shorter texts may well come again.
    constexpr float kWasTaken = 0.3F;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (words_of(rows_[i]) >= kParagraph && at(rows_[i], F::guess_twin) >= kWasTaken)
        chances_[i] = 0;
  }

  float type(PageType type) const { return blocks_.types[std::size_t(type)]; }

  // Unless hardly anything would be left: then the comments are what the page is for.
  void doubt_comments() {
    constexpr float kDoubt = 0.2F;
    constexpr float kLeastWords = 40;
    constexpr float kMayBeForum = 0.3F;
    if (type(PageType::kForum) > kMayBeForum) return;
    float left = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (at(rows_[i], F::mark_comments) < 0) left += chances_[i] * words_of(rows_[i]);
    if (left < kLeastWords) return;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (at(rows_[i], F::mark_comments) >= 0) chances_[i] *= kDoubt;
  }

  // Further articles, teasers and the talk of others; pages of other kinds have several
  // parts that belong.
  void doubt_behind() {
    constexpr float kDoubt = 0.4F;
    constexpr float kIsArticle = 0.5F;
    if (type(PageType::kArticle) < kIsArticle) return;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (blocks_.behind[i]) chances_[i] *= kDoubt;
  }

  void choose(std::vector<bool>& kept) const {
    std::vector<std::uint32_t> order(chances_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{},
                             [&](std::uint32_t i) { return chances_[i]; });
    float wanted = 0;  // Words that the article is expected to have.
    for (const std::uint32_t i : order) wanted += chances_[i] * words_of(rows_[i]);
    float hits = 0;
    float taken = 0;
    float best = 0;
    std::size_t best_count = 0;
    for (std::size_t count = 1; count <= order.size(); ++count) {
      const std::uint32_t i = order[count - 1];
      hits += chances_[i] * words_of(rows_[i]);
      taken += words_of(rows_[i]);
      const float measure = hits / std::max(taken * rules_.price + wanted, 1e-6F);
      if (measure < best) continue;
      best = measure;
      best_count = count;
    }
    kept.assign(chances_.size(), false);
    for (std::size_t count = 0; count < best_count; ++count) kept[order[count]] = true;
  }

  const JudgedBlocks& blocks_;
  std::span<const FeatureRow> rows_;
  std::vector<float> chances_;
  const ChoiceRules& rules_;
};

}  // namespace

void choose_blocks(const JudgedBlocks& blocks, std::vector<bool>& kept,
                   const ChoiceRules& rules) {
  Chooser(blocks, rules).run(kept);
}

}  // namespace curlew::extract
