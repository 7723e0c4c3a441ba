// What a first guess about every block says about each: the guesses for its neighbours,
// for what shares its elements, and for what is made like it.

#pragma once

#include <array>
#include <span>
#include <vector>

#include "extract/article/block.h"
#include "extract/article/outline.h"

namespace curlew::extract {

inline constexpr std::size_t kContextFeatures = 17;
using ContextFeatures = std::array<float, kContextFeatures>;

// In the order of CONTEXT_NAMES in tools/article/model.py.
void describe_context(const dom::Document& page, const PageBlocks& blocks,
                      const Outline& outline, std::span<const float> guesses,
                      std::vector<ContextFeatures>& out);

}  // namespace curlew::extract
