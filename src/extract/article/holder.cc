#include "extract/article/holder.h"

#include <numeric>

namespace curlew::extract {

using dom::NodeId;
using F = BlockFeature;

NodeId smallest_holder(const BlockSight& sight, std::span<const float> words) {
  constexpr float kNearlyAll = 0.9F;
  std::vector<float> below(sight.page.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    below[sight.block(i).holder] += words[i];
  for (NodeId id = sight.page.size() - 1; id > 0; --id)
    if (below[id] > 0) below[sight.page.node(id).parent().id()] += below[id];
  NodeId smallest = sight.page.size() - 1;
  while (smallest > 0 && below[smallest] < kNearlyAll * below[0]) --smallest;
  return smallest;
}

void find_behind(const BlockSight& sight, std::span<const FeatureRow> rows,
                 std::span<const float> chances, std::vector<bool>& behind) {
  constexpr float kSure = 0.8F;
  constexpr float kLeastWords = 50;
  behind.assign(rows.size(), false);
  std::vector<float> words(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (chances[i] >= kSure && at(rows[i], F::mark_comments) < 0)
      words[i] = at(rows[i], F::text_words);
  if (std::reduce(words.begin(), words.end()) < kLeastWords) return;
  const NodeId end = sight.page.node(smallest_holder(sight, words)).end();
  for (std::size_t i = 0; i < rows.size(); ++i)
    behind[i] = sight.block(i).holder >= end;
}

}  // namespace curlew::extract
