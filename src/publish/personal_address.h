// Where a user's page and the feeds of his lists are, below the address of the server:
// known to whoever knows their tokens.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace curlew::publish {

inline std::string page_path(std::string_view token) {
  return "/mine/" + std::string(token);
}

// `format` is "atom", "rss" or "json".
inline std::string feed_path(std::string_view token, std::string_view format) {
  return "/mine/lists/" + std::string(token) + "." + std::string(format);
}

// Ends the notices of a list.
inline std::string stop_path(std::string_view feed_token) {
  return "/mine/stop/" + std::string(feed_token);
}

// The stored text of an article, for whom the page belongs to.
inline std::string article_path(std::string_view page_token, std::int64_t article) {
  return page_path(page_token) + "/articles/" + std::to_string(article);
}

}  // namespace curlew::publish
