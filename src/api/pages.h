// The status pages as HTML: pure functions of what they show.

#pragma once

#include <string>
#include <string_view>

#include "service/snapshot.h"

namespace curlew::api {

std::string status_page(const service::StatusSnapshot& snapshot);
std::string sources_page(const service::SourceList& list);
std::string source_page(const service::SourceDetail& detail);
std::string article_page(const service::ArticleDetail& detail);
// A page that says one thing: 404, 503.
std::string message_page(std::string_view title, std::string_view message);

// The one style sheet of the pages.
std::string_view style_sheet();

}  // namespace curlew::api
