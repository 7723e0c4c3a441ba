#include "extract/article/model.h"

#include <numeric>

namespace curlew::extract {
namespace {

namespace block_chance {
#include "extract/article/block_chance.inc"
static_assert(kFeatureChecksum == checksum_of_features(kBlockFeatureNames),
              "the features of blocks have changed: train anew (tools/article)");
}  // namespace block_chance

// Adds what `forest` says about the rows that are left.
void ask_some(const Forest& forest, std::span<const FeatureRow> rows,
              std::span<const std::uint32_t> left, std::span<float> sums) {
  std::vector<const float*> asked;
  for (const std::uint32_t i : left) asked.push_back(rows[i].data());
  std::vector<float> answers(asked.size());
  sum_of_trees(forest, asked, answers);
  for (std::size_t i = 0; i < left.size(); ++i) sums[left[i]] += answers[i];
}

}  // namespace

const ArticleModel& shipped_model() {
  static const ArticleModel kModel{shipped_words(), block_chance::kForest};
  return kModel;
}

void ask(const Forest& forest, std::span<const FeatureRow> rows,
         std::vector<float>& chances) {
  constexpr std::size_t kFirstTrees = 60;
  constexpr float kRuledOut = 0.05F;
  std::vector<std::uint32_t> left(rows.size());
  std::iota(left.begin(), left.end(), 0);
  chances.assign(rows.size(), 0);
  ask_some(forest.first(kFirstTrees), rows, left, chances);
  std::erase_if(left,
                [&](std::uint32_t i) { return chance_of(chances[i]) < kRuledOut; });
  ask_some(forest.rest(kFirstTrees), rows, left, chances);
  for (float& chance : chances) chance = chance_of(chance);
}

}  // namespace curlew::extract
