// Logistic regression for a handful of features, for where there is too little to learn
// from for trees.

#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace curlew::tools {

inline constexpr std::size_t kWeighed = 8;

struct Weighed {
  std::array<float, kWeighed> facts;  // The last is 1.
  bool is_yes;
};

// `caution` holds the weights down: so many times their squares, where every fact is
// measured by its standard deviation, are added to the loss. The last one's is free.
std::array<float, kWeighed> learn_weights(std::span<const Weighed> rows,
                                          double caution);

}  // namespace curlew::tools
