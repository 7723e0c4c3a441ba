// A kept page as blocks of text with selectors of what they stand in, so that somebody
// can pick a part of it by pointing at it.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "archive/capture.h"
#include "base/result.h"
#include "detect/blocks/page_blocks.h"
#include "dom/document.h"
#include "parse/pdf/pdf_reader.h"

namespace curlew::service {

struct OutlineBlock {
  std::string text;
  bool is_heading = false;
  // The widest first, its own last. Each finds one element of the page it was made of:
  // by an id where there is one, which outlives what is put before it.
  std::vector<std::string> path;
};

struct Outline {
  std::vector<OutlineBlock> blocks;
  // There are more.
  bool is_cut = false;
};

inline constexpr std::size_t kMostOutlineBlocks = 1000;

Outline make_outline(const dom::Document& page, const detect::PageBlocks& blocks);

// Of a version, `pdf` as of readable_text().
Result<Outline> outline_page(const archive::Content& content,
                             parse::PdfReader* pdf = nullptr);

}  // namespace curlew::service
