// Versions of pages for tests.

#pragma once

#include <string_view>

#include "detect/page/detect.h"
#include "parse/html/page.h"

namespace curlew::detect {

// Keeps what a PageVersion borrows.
class ReadPage {
 public:
  explicit ReadPage(std::string_view html, const Rules& rules = {}) {
    parse::parse_html(html, document_);
    blocks_ = rules.read(document_);
  }
  PageVersion version() const { return {document_, blocks_}; }
  const PageBlocks& blocks() const { return blocks_; }
  const dom::Document& document() const { return document_; }

 private:
  dom::Document document_;
  PageBlocks blocks_;
};

}  // namespace curlew::detect
