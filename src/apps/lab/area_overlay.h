// A page with its areas drawn over it, as one file that needs nothing else: the page's
// own markup without scripts, forbidden to load anything, with a style for each area.

#pragma once

#include <span>
#include <string>

#include "apps/lab/analysed_page.h"
#include "apps/lab/area_rows.h"

namespace curlew::apps {

// In the page's own charset.
std::string draw_areas(const AnalysedPage& page, std::span<const AreaRow> rows);

}  // namespace curlew::apps
