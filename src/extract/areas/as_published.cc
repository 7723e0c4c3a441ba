#include "extract/areas/as_published.h"

#include <algorithm>

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;

}  // namespace

std::string_view to_string(AreaUse use) {
  return use == AreaUse::kFollow ? "follow" : "clip";
}

AreaUse use_as_published(const Area& area) {
  return area.kind == AreaKind::kHub || area.measures.hub > 0 ? AreaUse::kFollow
                                                              : AreaUse::kClip;
}

std::vector<Area> find_areas_as_published(const dom::Document& page,
                                          const PageMeasures& measures,
                                          const AreaOptions& options) {
  std::vector<Area> areas;
  std::vector<bool> has_stopped(page.size());  // At an element below it.
  // Children have higher ids than their parents: backwards is post-order enough.
  for (NodeId id = page.size(); id-- > 0;) {
    const Node node = page.node(id);
    if (!node.is_element() || measures.unread[id]) continue;
    const Measures& own = measures.nodes[id];
    const bool informs = own.information > options.min_information;
    if (!has_stopped[id] && (informs || own.hub > options.min_hub)) {
      areas.push_back({.node = id,
                       .kind = informs ? AreaKind::kInformational : AreaKind::kHub,
                       .object = object_kind(node),
                       .measures = own});
      has_stopped[id] = true;
    }
    if (has_stopped[id] && node.parent()) has_stopped[node.parent().id()] = true;
  }
  std::ranges::reverse(areas);
  if (areas.size() > options.max_areas) areas.resize(options.max_areas);
  return areas;
}

}  // namespace curlew::extract
