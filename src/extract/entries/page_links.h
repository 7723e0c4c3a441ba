// The links of some areas of a page, with what tells a headline from the small links
// around it: the words, a heading, and what other links are made alike.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "dom/node_set.h"
#include "extract/areas/areas.h"
#include "extract/areas/measures.h"
#include "extract/entries/link_words.h"

namespace curlew::extract {

struct PageLink {
  dom::NodeId node = 0;
  // Where it is: an index into the areas; behind the last: in none but navigation.
  std::uint32_t area = 0;
  std::uint32_t target = 0;  // Which address it leads to: an index into the targets.
  std::string text;          // As a reader sees it, in lines.
  LinkWords words = LinkWords::kNone;  // Of its best line.
  dom::NodeId heading = dom::kNoNode;  // Around it, or the first inside it.
  std::uint64_t look = 0;              // Links made alike have the same.
  bool is_in_sentence = false;
  bool is_guiding = false;  // The markup says that it is navigation.
};

// An address that may be an entry: of the page's site, and neither the page itself nor
// the front page.
struct LinkTarget {
  std::string url;  // Absolute, without fragment.
  bool may_be_entry = false;
};

struct PageLinks {
  std::vector<PageLink> links;  // In document order.
  std::vector<LinkTarget> targets;
};

struct LinkScope {
  std::string_view url;   // Of the page.
  std::string_view base;  // Its links start from there.
  bool in_areas_only = false;
  std::size_t max_links = 4096;
  // Of all addresses together: a long <base> makes a long address of each link.
  std::size_t max_address_bytes = 1 << 20;
};

// `left_out` as left_out_of_areas() has it.
// Linear in the page.
PageLinks find_page_links(const dom::Document& page, const PageMeasures& measures,
                          std::span<const Area> areas, const dom::NodeSet& left_out,
                          const LinkScope& scope);

}  // namespace curlew::extract
