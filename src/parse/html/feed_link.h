// Which <link> elements of a page lead to a feed
// (https://www.rssboard.org/rss-autodiscovery, and what sites really write).

#pragma once

#include <string_view>

namespace curlew::parse {

struct LinkElement {
  std::string_view rel;
  std::string_view type;
  std::string_view href;
};

// "rss", "atom" or "json"; empty when it leads to no feed.
std::string_view feed_type_of(const LinkElement& link);

}  // namespace curlew::parse
