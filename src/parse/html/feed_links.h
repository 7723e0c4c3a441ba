// Which feeds an HTML page names: autodiscovery. What else a page says about itself is
// read by extract/metadata/metadata.h.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace curlew::parse {

struct FeedLink {
  // Absolute.
  std::string url;
  std::string title;
  // "rss", "atom", "json"
  std::string type;
  bool operator==(const FeedLink&) const = default;
};

// The feeds that a page at `url` names, in document order and without repeats; a
// hundred at most. `content_type` is the header as received. Builds no more of the
// page's tree than it needs.
std::vector<FeedLink> find_feed_links(std::string_view bytes, std::string_view url,
                                      std::string_view content_type);

// Does this look like an HTML page, whatever the header says?
bool looks_like_html(std::string_view bytes);

}  // namespace curlew::parse
