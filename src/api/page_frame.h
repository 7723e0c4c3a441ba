// What pages that the server writes have around their content: those of versions, and
// what went wrong. All others are the application (web/).

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "api/html_writer.h"

namespace curlew::api {

void begin_page(HtmlWriter& html, std::string_view title);
std::string end_page(HtmlWriter html);

// A title as it is shown: strangers write some that fill several screens.
std::string title_text(std::string_view title, std::size_t columns = 200);

// Each line as a paragraph.
void write_paragraphs(HtmlWriter& html, std::string_view lines);

}  // namespace curlew::api
