// The status pages as HTML: pure functions of what they show.

#pragma once

#include <string>
#include <string_view>

#include "api/snapshot.h"

namespace curlew::api {

std::string status_page(const StatusSnapshot& snapshot);
std::string sources_page(const SourceList& list);
std::string source_page(const SourceDetail& detail);
std::string article_page(const ArticleDetail& detail);
// A page that says one thing: 404, 503.
std::string message_page(std::string_view title, std::string_view message);

// The one style sheet of the pages.
std::string_view style_sheet();

}  // namespace curlew::api
