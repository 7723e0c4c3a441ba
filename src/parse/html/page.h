// A whole HTML page: bytes in, tree out.
//
//   dom::Document page;  // Kept between pages: its memory is used again.
//   const HtmlPage facts = parse_html_page(bytes, content_type, page);
//
// Every input is a page: whatever browsers make of broken markup comes out, and what is
// too large or too deep is cut. Left out are comments, styles, templates and scripts,
// except scripts that hold JSON (application/ld+json, __NEXT_DATA__), whose text is
// there as NodeKind::kData. Scripting counts as switched off, so that the contents of
// <noscript> are there, too, marked as such. Plain text (text/plain) is a <pre>.
//
// Safe from many threads.

#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/time_budget.h"
#include "dom/document.h"

namespace curlew::parse {

// What lies behind these bounds is left out. Real pages have at most 50 levels; nodes
// are bounded as well as bytes because a few bytes of unclosed formatting can stand for
// hundreds of elements.
inline constexpr Bytes kMaxHtmlSize = 8_MiB;
inline constexpr int kMaxHtmlDepth = 512;
inline constexpr std::size_t kMaxHtmlNodes = 500'000;

// What ended a page early.
enum class PageCut { kNone, kSize, kDepth, kNodes, kEffort, kTime };

struct HtmlPage {
  // What the bytes were taken for: "UTF-8", "windows-1253".
  std::string charset;
  PageCut cut = PageCut::kNone;
};

// `content_type` is the header as received. The charset is found by byte order mark,
// header, <meta>, and the looks of the bytes.
// A page whose `time` is spent is cut.
HtmlPage parse_html_page(std::string_view bytes, std::string_view content_type,
                         dom::Document& page, TimeBudget time = {});

// The same for text that is in UTF-8 already.
PageCut parse_html(std::string_view utf8, dom::Document& page, TimeBudget time = {});

}  // namespace curlew::parse
