// What the head of an HTML page says: its language, title, base and feeds.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/document.h"

namespace curlew::parse {

struct FeedLink {
  std::string url;  // Absolute.
  std::string title;
  std::string type;  // "rss", "atom", "json"
  bool operator==(const FeedLink&) const = default;
};

struct HtmlHead {
  std::string title;
  std::string language;         // <html lang>, else content-language; as written.
  std::string canonical_url;    // Absolute; empty when not stated.
  std::string section;          // article:section, the category its site gives it.
  std::vector<FeedLink> feeds;  // In document order, without repeats.
};

// Reads the head of a page whose tree is there already. `url` is its address.
HtmlHead read_html_head(const dom::Document& page, std::string_view url);

// Reads the head of a page of which no more is wanted: faster than building the
// whole tree. `content_type` is the header as received.
Result<HtmlHead> parse_html_head(std::string_view bytes, std::string_view url,
                                 std::string_view content_type);

// Does this look like an HTML page, whatever the header says?
bool looks_like_html(std::string_view bytes);

}  // namespace curlew::parse
