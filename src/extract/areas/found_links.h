// The links to follow from areas.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "dom/node_set.h"
#include "extract/areas/areas.h"
#include "model/block.h"

namespace curlew::extract {

// The address that links of the page start from: <base href> or its own.
std::string base_address(const dom::Document& page, std::string_view url);

struct LinkSearch {
  // Empty: addresses stay as written.
  std::string_view base;
  std::size_t max_links = 2048;
};

// Each address once, with the first words that lead to it; only http. `left_out` as
// left_out_of_areas() has it. Links of navigation areas are those of hubs here: leave
// such areas out.
std::vector<model::FoundLink> find_links(const dom::Document& page,
                                         std::span<const Area> areas,
                                         const dom::NodeSet& left_out,
                                         const LinkSearch& search);

}  // namespace curlew::extract
