// Writes a site's feed in the dialect, the charset and the state of repair that the
// site has.

#pragma once

#include <span>
#include <string>

#include "sim/web/newsroom.h"

namespace curlew::sim {

struct FeedDocument {
  std::string content_type;
  std::string body;
};

// `origin` is "http://herald.localhost:8080"; `stories` are newest first.
FeedDocument write_feed(const Site& site, std::string_view origin,
                        std::span<const Story> stories);

// One per dialect, in UTF-8; write_feed() chooses.
std::string write_rss20(const Site& site, std::string_view origin,
                        std::span<const Story> stories);
std::string write_rss091(const Site& site, std::string_view origin,
                         std::span<const Story> stories);
std::string write_rss10(const Site& site, std::string_view origin,
                        std::span<const Story> stories);
std::string write_atom10(const Site& site, std::string_view origin,
                         std::span<const Story> stories);
std::string write_atom03(const Site& site, std::string_view origin,
                         std::span<const Story> stories);
std::string write_json_feed(const Site& site, std::string_view origin,
                            std::span<const Story> stories);

}  // namespace curlew::sim
