// The links that a crawl may follow from a page.

#pragma once

#include <string_view>
#include <vector>

#include "dom/document.h"
#include "model/block.h"
#include "model/visit.h"
#include "pipeline/read_page.h"

namespace curlew::pipeline {

// Each address once: those of hub areas first, then those of informational areas, then
// all others; within these in the order of the page. `in_areas` is what reading the
// page found of the first two. Left out are links with rel=nofollow, those to the page
// itself, and what no page is behind by its name. An address that is linked twice is
// followed if either link may be.
std::vector<model::CrawlLink> crawl_links(const dom::Document& page,
                                          std::string_view url,
                                          const std::vector<model::FoundLink>& in_areas,
                                          const PageLimits& limits);

}  // namespace curlew::pipeline
