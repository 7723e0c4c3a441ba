// The article as its page shows it: its words with their headings, lists, quotes,
// tables, links and emphasis, and the pictures, sound and films between them. For
// reading alone: what is matched, searched and compared is its plain text.

#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "dom/document.h"
#include "extract/blocks/block.h"

namespace curlew::extract {

struct ArticleHtmlOptions {
  // What addresses are resolved against; those that are not of the Web are left out.
  std::string_view base;
  // One that would be longer is empty.
  Bytes most;
};

// The words of the blocks that are in the article (PageReader marks them), in their
// order, and none but those. Elements have no attributes but addresses, the text that
// stands for a picture, and a caption of it that is not in the article (data-caption).
// It is still a stranger's: whoever shows it rebuilds it from a list of what is
// allowed, as he does with the HTML of feeds.
//
// A picture belongs to it when it stands within a paragraph, between two blocks of the
// article, or beside one. Linear in the page; safe from many threads.
std::string article_html(const dom::Document& page, const PageBlocks& blocks,
                         const ArticleHtmlOptions& options);

}  // namespace curlew::extract
