// Subscription lists: OPML 1.0 and 2.0, with folders.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace curlew::parse {

struct OpmlFeed {
  std::string url;
  std::string title;
  std::string site_url;
  std::string folder;  // "News/Greece": names of the outlines around it, '/' between.
  bool operator==(const OpmlFeed&) const = default;
};

// Reads what people have: missing types, text instead of title, broken markup, nesting.
Result<std::vector<OpmlFeed>> parse_opml(std::string_view bytes);

// Writes OPML 2.0 that parse_opml() reads back unchanged.
std::string write_opml(std::string_view title, const std::vector<OpmlFeed>& feeds);

}  // namespace curlew::parse
