// What the head of an HTML page says: its language, title, base and feeds.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/document.h"

namespace curlew::parse {

struct FeedLink {
  // Absolute.
  std::string url;
  std::string title;
  // "rss", "atom", "json"
  std::string type;
  bool operator==(const FeedLink&) const = default;
};

struct HtmlHead {
  std::string title;
  // <html lang>, else content-language; as written.
  std::string language;
  // Absolute; empty when not stated.
  std::string canonical_url;
  // article:section, the category its site gives it.
  std::string section;
  // In document order, without repeats.
  std::vector<FeedLink> feeds;
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
