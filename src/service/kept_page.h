// A kept version of a page, read again: what versions.cc and watch_preview.cc share.

#pragma once

#include "archive/capture.h"
#include "base/result.h"
#include "detect/blocks/page_blocks.h"
#include "detect/page/rules.h"
#include "dom/document.h"
#include "parse/pdf/pdf_reader.h"

namespace curlew::service {

// A page and its blocks as the rules of its source see it.
struct ReadPage {
  dom::Document document;
  detect::PageBlocks blocks;
};
// `pdf` as of readable_text(). kLimit: it is too large to be compared.
Result<void> read_page(const archive::Content& content, const detect::Rules& rules,
                       parse::PdfReader* pdf, ReadPage& page);

}  // namespace curlew::service
