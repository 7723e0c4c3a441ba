// Algorithms 1 and 2 of the paper CLIP (§5) exactly as they are printed, to be compared
// with what find_areas() makes of them: thresholds alone, no navigation, nothing grows.
//
// Where the paper leaves a choice: T(p) is the text of p itself, since that of its
// children is counted with them; IV has the weights of §4.2; and STOP ends the way up
// from that node, so that what is around an area is none, and its siblings still are
// looked at.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/areas/areas.h"
#include "extract/areas/measures.h"

namespace curlew::extract {

// Algorithm 1. Of `options` only ThrIV (min_information), ThrHV (min_hub) and max_areas
// count. In document order; no area is inside another. Linear; safe from many threads.
std::vector<Area> find_areas_as_published(const dom::Document& page,
                                          const PageMeasures& measures,
                                          const AreaOptions& options = {});

// Algorithm 2: what becomes of an informational area. Links are followed; only one
// without any is clipped itself. A hub area's links are followed, too.
enum class AreaUse : std::uint8_t { kFollow, kClip };

// "follow", "clip".
std::string_view to_string(AreaUse use);

AreaUse use_as_published(const Area& area);

}  // namespace curlew::extract
