// What `curlew lab areas` prints of an area.

#pragma once

#include <string>
#include <vector>

#include "apps/lab/analysed_page.h"
#include "dom/node_path.h"
#include "model/block.h"

namespace curlew::apps {

struct AreaRow {
  extract::Area area;
  // Where the area is, as XPath.
  std::string path;
  // Where the area is, as a selector of CSS.
  std::string selector;
  std::vector<model::FoundLink> links;
  std::string text;
};

// `url` may be empty: then addresses stay as the page writes them.
std::vector<AreaRow> make_area_rows(const AnalysedPage& page, const std::string& url);

}  // namespace curlew::apps
