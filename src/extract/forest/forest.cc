#include "extract/forest/forest.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::extract {
namespace {

// Rows that walk side by side: while one waits for its feature the others go on.
constexpr std::size_t kLanes = 8;

template <std::size_t kRows>
void walk(const Forest& forest, const float* const* rows, float* sums) {
  const std::size_t questions = (std::size_t(1) << forest.depth) - 1;
  const ForestQuestion* question = forest.questions.data();
  const float* leaf = forest.leaves.data();
  float sum[kRows];
  for (float& each : sum) each = forest.start;
  for (std::size_t tree = forest.trees(); tree > 0; --tree) {
    std::uint32_t at[kRows] = {};
    for (int level = 0; level < forest.depth; ++level) {
      for (std::size_t i = 0; i < kRows; ++i) {
        const ForestQuestion& asked = question[at[i]];
        const bool no = !(rows[i][asked.feature] < asked.threshold);
        at[i] = 2 * at[i] + 1 + std::uint32_t(no);
      }
    }
    for (std::size_t i = 0; i < kRows; ++i) sum[i] += leaf[at[i] - questions];
    question += questions;
    leaf += questions + 1;
  }
  for (std::size_t i = 0; i < kRows; ++i) sums[i] = sum[i];
}

}  // namespace

float sum_of_trees(const Forest& forest, std::span<const float> row) {
  const float* const only = row.data();
  float sum = 0;
  walk<1>(forest, &only, &sum);
  return sum;
}

void sum_of_trees(const Forest& forest, std::span<const float* const> rows,
                  std::span<float> sums) {
  std::size_t at = 0;
  for (; at + kLanes <= sums.size(); at += kLanes)
    walk<kLanes>(forest, &rows[at], &sums[at]);
  const std::size_t left = sums.size() - at;
  if (left == 1) return walk<1>(forest, &rows[at], &sums[at]);
  if (left == 0) return;
  // Two rows that walk one after the other take longer than eight side by side: the
  // last one fills the lanes.
  std::array<const float*, kLanes> filled;
  std::array<float, kLanes> answers;
  filled.fill(rows[at + left - 1]);
  std::copy_n(&rows[at], left, filled.begin());
  walk<kLanes>(forest, filled.data(), answers.data());
  std::copy_n(answers.begin(), left, &sums[at]);
}

float chance_of(float sum) { return 1 / (1 + std::exp(-sum)); }

}  // namespace curlew::extract
