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
  // Which address it leads to: an index into the targets.
  std::uint32_t target = 0;
  // As a reader sees it, in lines.
  std::string text;
  // What kind of words its best line has.
  LinkWords words = LinkWords::kNone;
  // Around it, or the first inside it.
  dom::NodeId heading = dom::kNoNode;
  // Links made alike have the same.
  std::uint64_t look = 0;
  bool is_in_sentence = false;
  // The markup says that it is navigation.
  bool is_guiding = false;
};

// An address that may be an entry: of the page's site, and neither the page itself nor
// the front page.
struct LinkTarget {
  // Absolute, without fragment.
  std::string url;
  bool may_be_entry = false;
};

struct PageLinks {
  // In document order.
  std::vector<PageLink> links;
  std::vector<LinkTarget> targets;
};

struct LinkScope {
  // Where the page was found.
  std::string_view url;
  // Where the links of the page start from.
  std::string_view base;
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
