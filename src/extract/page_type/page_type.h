// What a page is for: one of eight kinds, told by a learned model.

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "extract/forest/forest.h"
#include "model/page.h"

namespace curlew::extract {

using model::PageType;
using model::to_string;

// How likely each type is, kOther left out; they sum to one.
using TypeChances = std::array<float, 7>;

// One for each type; the chances are the softmax of their sums.
using TypeForests = std::array<Forest, 7>;
const TypeForests& shipped_type_forests();
// Of the features that they were learned from: checksum_of_features() of
// page_feature_names().
std::uint64_t shipped_type_checksum();

// `features` by describe_page().
TypeChances judge_page(std::span<const float> features,
                       const TypeForests& forests = shipped_type_forests());

PageType likeliest(const TypeChances& chances);

// What the page is taken for. Between hub and article it is not the likelier that
// counts: hubs are rarer among the pages that taught the model, and here both kinds of
// error count alike.
PageType type_of(const TypeChances& chances);

// Do its links matter more than its text? Listings and collections are hubs.
inline bool is_hub(const TypeChances& chances) {
  return model::is_hub(type_of(chances));
}

}  // namespace curlew::extract
