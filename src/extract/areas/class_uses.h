// How many elements of a page have each style class: what is rare was made for one
// thing, such as a title (paper CLIP §4.1).

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace curlew::extract {

struct RareClass {
  // Empty: the element has no class.
  std::string_view name;
  std::uint32_t uses = 0;
};

// Borrows the page.
class ClassUses {
 public:
  explicit ClassUses(const dom::Document& page);

  // The class of the element that the fewest others have.
  RareClass rarest(dom::Node element) const;

 private:
  std::size_t slot_of(std::string_view name) const;
  void grow();

  // A hash table with open addressing, at most half full; `uses` of empty slots is 0.
  // All classes of a page pass here, and a table with a node for each took twice as
  // long.
  std::vector<RareClass> slots_;
  std::size_t used_ = 0;
};

}  // namespace curlew::extract
