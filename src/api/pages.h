// Pages that the server writes itself, as HTML: pure functions of what they show.

#pragma once

#include <string>
#include <string_view>

namespace curlew::api {

// A page that says one thing: 404, 503.
std::string message_page(std::string_view title, std::string_view message);

// The one style sheet of the pages.
std::string_view style_sheet();

}  // namespace curlew::api
