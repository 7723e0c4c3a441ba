// Where a user's page and the feeds of his lists are, below the address of the server:
// known to whoever knows their tokens. The token of a page opens all that is its
// user's; that of a feed opens this list alone; a stop token ends the notices of one
// list, and opens nothing.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/sealing.h"
#include "model/ids.h"

namespace curlew::publish {

inline std::string page_path(std::string_view token) {
  return "/mine/" + std::string(token);
}

// `format` is "atom", "rss" or "json".
inline std::string feed_path(std::string_view token, std::string_view format) {
  return "/mine/lists/" + std::string(token) + "." + std::string(format);
}

// The stored text of an article, for whom the page belongs to.
inline std::string article_path(std::string_view page_token, std::int64_t article) {
  return page_path(page_token) + "/articles/" + std::to_string(article);
}

// The stored text of an article that has a clip in the feed's list.
inline std::string feed_article_path(std::string_view feed_token,
                                     std::int64_t article) {
  return "/mine/lists/" + std::string(feed_token) + "/articles/" +
         std::to_string(article);
}

// Ends the notices of a list.
inline std::string stop_path(std::string_view stop_token) {
  return "/mine/stop/" + std::string(stop_token);
}

// "7-SIGNATURE": signed and not stored, so that it holds whatever becomes of the list's
// feed, for as long as the installation has its key.
std::string stop_token(const SealingKey& key, model::WatchlistId list);
// The list whose stop token it is; nullopt: it is none of ours.
std::optional<model::WatchlistId> parse_stop_token(const SealingKey& key,
                                                   std::string_view token);

// The way from the page at `path` to `target`; both are below /mine/. Links of our own
// pages are relative, so that they hold wherever a proxy shows /mine/.
std::string relative_path(std::string_view path, std::string_view target);

}  // namespace curlew::publish
