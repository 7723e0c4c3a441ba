// Boosted decision trees, evaluated. What they say was learned elsewhere: tools/article
// writes the tables.

#pragma once

#include <cstdint>
#include <span>

namespace curlew::extract {

// A question, or a leaf. When the feature is below the threshold the next node in the
// table is asked, else the one at `no`. Eight bytes, so that a tree of thirty questions
// fills four lines of the cache.
struct ForestNode {
  std::int16_t feature;  // -1: a leaf, and `threshold` is its value.
  std::uint16_t no;
  float threshold;
};
static_assert(sizeof(ForestNode) == 8);

struct Forest {
  std::span<const ForestNode> nodes;
  std::span<const std::uint32_t> roots;
};

// The sum of the leaves that `features` lead to.
float sum_of_trees(const Forest& forest, std::span<const float> features);

// The chance (0 … 1) that a sum stands for.
float chance_of(float sum);

}  // namespace curlew::extract
