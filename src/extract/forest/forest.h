// Boosted decision trees, evaluated. What they say was learned elsewhere: tools/article
// writes the tables.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace curlew::extract {

// The features that a model was learned from, in their order, as one number. Questions
// name features by their place, so that a list which was changed needs a new training;
// tables carry this number, and whoever asks them compares it with that of the list.
template <typename Names>
constexpr std::uint64_t checksum_of_features(const Names& names) {
  // FNV-1a.
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&hash](char c) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  };
  for (const auto& name : names) {
    for (const char c : name) add(c);
    add('\n');
  }
  return hash;
}

// Is the feature below the threshold?
struct ForestQuestion {
  std::uint16_t feature;
  float threshold;
};

// Trees of one depth, all of them full: a question that a tree did not need is asked
// all the same, and both answers lead to the same value. So a walk is a fixed number of
// steps without a branch to mispredict, and several rows walk side by side; measured
// twice as fast as trees that end where they may.
struct Forest {
  int depth = 0;
  // What the sum is before any tree has spoken.
  float start = 0;
  // (1 << depth) - 1 a tree, level by level: below question i are 2i + 1, where the
  // answer is yes, and 2i + 2.
  std::span<const ForestQuestion> questions;
  // 1 << depth a tree.
  std::span<const float> leaves;

  std::size_t trees() const { return leaves.size() >> depth; }

  // Its first trees, and all others: what they say adds up to what the whole says.
  Forest first(std::size_t count) const {
    count = std::min(count, trees());
    return {depth, start, questions.first(count * (leaves_a_tree() - 1)),
            leaves.first(count * leaves_a_tree())};
  }
  Forest rest(std::size_t count) const {
    count = std::min(count, trees());
    return {depth, 0, questions.subspan(count * (leaves_a_tree() - 1)),
            leaves.subspan(count * leaves_a_tree())};
  }

 private:
  std::size_t leaves_a_tree() const { return std::size_t(1) << depth; }
};

// The sum of the leaves that a row of features leads to.
float sum_of_trees(const Forest& forest, std::span<const float> row);

// The same for many rows at once; one sum a row.
void sum_of_trees(const Forest& forest, std::span<const float* const> rows,
                  std::span<float> sums);

// The chance (0 … 1) that a sum stands for.
float chance_of(float sum);

}  // namespace curlew::extract
