// From the blocks and areas of a page to what is reported of it: the text of
// informational areas and of the article, in parts with what may serve as a title, and
// the links to follow from informational and hub areas. Navigation is dropped.

#pragma once

#include <span>
#include <string_view>

#include "dom/document.h"
#include "dom/node_set.h"
#include "extract/areas/areas.h"
#include "extract/areas/measures.h"
#include "model/block.h"

namespace curlew::extract {

// A title has no more (paper CLIP §4.1).
inline constexpr std::size_t kMaxTitleWords = 10;

struct ReadableOptions {
  // Further headings, and texts between areas, do not begin new blocks; no text is
  // lost.
  std::size_t max_blocks = 2048;
  std::size_t max_links = 2048;
  // A class that more elements have is not a hint of a title.
  std::uint32_t max_label_uses = 2;
};

// The page has been analysed, and its blocks know their areas (mark_areas) and whether
// they belong to the article; `url` is its address. Blocks that belong to the article
// are taken wherever they are, so that a keyword in its text is found in a clip.
// Linear; safe from many threads.
model::ReadableParts read_parts(const dom::Document& page, const PageBlocks& blocks,
                                const PageMeasures& measures,
                                std::span<const Area> areas, std::string_view url,
                                const ReadableOptions& options = {});

// The same where nobody looked for an article.
model::ReadableParts read_parts(const dom::Document& page, const PageMeasures& measures,
                                std::span<const Area> areas, std::string_view url);

// All of the above, for who needs no areas.
model::ReadableParts read_parts(const dom::Document& page, std::string_view url);

// What is not text of an area around it: areas nested in others, and what is not read.
dom::NodeSet left_out_of_areas(const dom::Document& page, const PageMeasures& measures,
                               std::span<const Area> areas);

}  // namespace curlew::extract
