#include "extract/forest/forest.h"

#include <cmath>

namespace curlew::extract {

float sum_of_trees(const Forest& forest, std::span<const float> features) {
  float sum = 0;
  for (const std::uint32_t root : forest.roots) {
    const ForestNode* node = &forest.nodes[root];
    while (node->feature >= 0) {
      const bool yes = features[std::size_t(node->feature)] < node->threshold;
      node = yes ? node + 1 : &forest.nodes[node->no];
    }
    sum += node->threshold;
  }
  return sum;
}

float chance_of(float sum) { return 1 / (1 + std::exp(-sum)); }

}  // namespace curlew::extract
