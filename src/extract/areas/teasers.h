// Lists of teasers: siblings that each have a headline to follow and little text, as
// front pages, blogs and shops have them. By text and links alone they pass for
// articles; what gives them away is that they are made alike.

#pragma once

#include "dom/document.h"
#include "extract/areas/measures.h"

namespace curlew::extract {

struct TeaserOptions {
  std::uint32_t min_items = 3;
  // Of text outside links for each target that stands alone.
  std::uint32_t max_bytes_per_target = 300;
  std::uint32_t max_targets_per_item = 8;
};

struct Teasers {
  // 0: no such list.
  std::uint32_t items = 0;
  std::uint32_t targets = 0;
  std::uint32_t clean_text = 0;
};

// Whether the children of `list` are teasers. Linear in their number.
Teasers find_teasers(dom::Node list, const PageMeasures& measures,
                     const TeaserOptions& options = {});

}  // namespace curlew::extract
