// Elements made alike have the same names and classes, two levels up: a site's way of
// writing "a teaser's date".

#pragma once

#include <cstdint>
#include <string>

#include "base/fingerprint.h"
#include "dom/document.h"

namespace curlew::extract {

inline std::uint64_t make_of(dom::Node node) {
  std::uint64_t make = 0;
  for (int level = 0; level < 2 && node; ++level, node = node.parent())
    make = make * 0x9E3779B97F4A7C15u +
           short_fingerprint_of(node.attribute(dom::AttributeName::kClass)) +
           std::uint64_t(node.tag());
  return make;
}

}  // namespace curlew::extract
