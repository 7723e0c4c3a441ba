// What the markup itself says an element is for: by its name, its ARIA role, and the
// words of its class and id (extract/words/vocabulary.h).

#pragma once

#include <cstdint>
#include <vector>

#include "dom/document.h"
#include "extract/words/markup_words.h"

namespace curlew::extract {

enum class AreaRole : std::uint8_t {
  kNone,
  // Such as the page's header: links in it are navigation, text may tell.
  kGuiding,
  // Nothing to read and nothing to follow.
  kNavigation,
};

// Of each element, by NodeId: the strongest that it or an element around it has.
std::vector<AreaRole> find_roles(const dom::Document& page, const MarkupWords& words);

}  // namespace curlew::extract
