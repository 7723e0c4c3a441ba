// How many elements of a page have each style class: what is rare was made for one
// thing, such as a title (paper CLIP §4.1).

#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "dom/document.h"

namespace curlew::extract {

struct RareClass {
  std::string_view name;  // Empty: the element has no class.
  std::uint32_t uses = 0;
};

// Borrows the page.
class ClassUses {
 public:
  explicit ClassUses(const dom::Document& page);

  // The class of the element that the fewest others have.
  RareClass rarest(dom::Node element) const;

 private:
  std::unordered_map<std::string_view, std::uint32_t> uses_;
};

}  // namespace curlew::extract
