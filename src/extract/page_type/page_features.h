// What a page looks like as a whole to the model that says what it is for: what it
// declares, what its address is made of, how much text, links, prices and headings it
// has, and which words of the web its markup and short texts use.

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/blocks/block_sight.h"
#include "extract/metadata/metadata.h"

namespace curlew::extract {

// What the features are made from; all of one page.
struct PageSight {
  const dom::Document& page;
  const Metadata& facts;
  const PageBlocks& blocks;
  const Outline& outline;
  // Empty when unknown.
  std::string_view url;
};

// Replaces `out`. Always the same features in the same order.
void describe_page(const PageSight& sight, std::vector<float>& out);

// Corrects the chances in `types` (page_type.h) by what no model is needed to see. A
// story with comments is an article: where a page is taken for a forum, but says by
// JSON-LD that it is one article, and has paragraphs outside the comments, the chances
// of both change places. A page without links, or with fewer than four beside a few
// sentences, leads nowhere: it is not a hub.
void prefer_stories(const PageSight& sight, std::array<float, 7>& types);

// Their names, in order.
const std::vector<std::string>& page_feature_names();

}  // namespace curlew::extract
