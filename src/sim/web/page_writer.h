// The pages that people see: a site's front page and its articles, with the markup that
// real ones have around the text (header, navigation, aside, footer).

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/web/newsroom.h"

namespace curlew::sim {

// All in UTF-8; `origin` is "http://herald.localhost:8080".
std::string write_front_page(const Site& site, std::string_view origin,
                             std::span<const Story> stories);

std::string write_article(const Site& site, std::string_view origin, const Story& story,
                          const std::vector<std::string>& paragraphs,
                          std::span<const Story> others);

// A page in the same dress around any content, for pages without a newsroom behind
// them.
std::string write_plain_page(std::string_view title, std::string_view content);
// The same of a site that has pages under titles of their own.
std::string write_plain_page(std::string_view site, std::string_view title,
                             std::string_view content);

}  // namespace curlew::sim
