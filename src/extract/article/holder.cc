#include "extract/article/holder.h"

#include <vector>

namespace curlew::extract {

using dom::NodeId;

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

}  // namespace curlew::extract
