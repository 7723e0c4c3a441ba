#include "apps/lab/area_rows.h"

#include "dom/text.h"
#include "extract/areas/found_links.h"
#include "extract/areas/readable_parts.h"

namespace curlew::apps {

std::vector<AreaRow> make_area_rows(const AnalysedPage& page, const std::string& url) {
  dom::NodePaths paths(page.document);
  const dom::NodeSet left_out =
      extract::left_out_of_areas(page.document, page.measures, page.areas);
  const dom::NodeSet unread =
      extract::left_out_of_areas(page.document, page.measures, {});
  const std::string base = extract::base_address(page.document, url);
  std::vector<AreaRow> rows;
  for (const extract::Area& area : page.areas) {
    const dom::Node node = page.document.node(area.node);
    rows.push_back(
        {.area = area,
         .path = paths.xpath(node),
         .selector = paths.selector(node),
         .links =
             extract::find_links(page.document, {&area, 1}, left_out, {.base = base}),
         .text = dom::text_of(node, {.skip = area.is_nested ? &unread : &left_out})});
  }
  return rows;
}

}  // namespace curlew::apps
