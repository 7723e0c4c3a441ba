// The areas of a page: where it tells something (informational), where it leads to
// pages that do (hub), and what helps readers about (navigation). Algorithm 1 of the
// paper CLIP with its measures, and what it needs on today's pages; docs/areas.md tells
// which is which.
//
//   for (const Area& area : find_areas(page, measure_page(page)))
//     if (area.kind == AreaKind::kInformational) read(area.node);

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/areas/measures.h"
#include "extract/areas/teasers.h"
#include "extract/blocks/block.h"

namespace curlew::extract {

// "informational", "hub", "navigation".
std::string_view to_string(AreaKind kind);

// A simple object holds only leaves: text, and tags that are never closed. A complex
// object holds other objects.
enum class ObjectKind : std::uint8_t { kSimple, kComplex };

std::string_view to_string(ObjectKind kind);
ObjectKind object_kind(dom::Node node);

struct Area {
  dom::NodeId node = 0;
  AreaKind kind = AreaKind::kInformational;
  ObjectKind object = ObjectKind::kSimple;
  Measures measures;
  // An informational area can have hub and navigation areas inside; they follow it in
  // the list, and their text is not its own.
  bool is_nested = false;
};

// What the paper calls ThrIV and ThrHV has no values there; these were chosen on real
// pages (docs/areas.md has the figures).
struct AreaOptions {
  // ThrIV: IV must be above.
  double min_information = 200;
  // ThrHV: HV must be above.
  std::uint32_t min_hub = 3;
  // LTR must not be below, or the area is one of links, however long they are.
  double min_text_to_link_ratio = 1;
  // LAR: links shorter than its inverse in the mean are navigation.
  double max_link_average_ratio = 1.0 / 12;
  TeaserOptions teasers;
  // Further ones are dropped: no page that people read has so many.
  std::size_t max_areas = 4096;
};

// In document order. `measures` are those of `page`. Linear; safe from many threads.
std::vector<Area> find_areas(const dom::Document& page, const PageMeasures& measures,
                             const AreaOptions& options = {});

// Tells the blocks of the page in which of the areas they are, and which of them nobody
// reads.
void mark_areas(const dom::Document& page, const PageMeasures& measures,
                std::span<const Area> areas, PageBlocks& blocks);

}  // namespace curlew::extract
