// A page with its styles, for whoever shows it again; page.h is for all who read it.

#pragma once

#include <string_view>

#include "dom/document.h"
#include "parse/html/page.h"

namespace curlew::parse {

// As parse_html_page(), but <style> elements are there, with their text as
// NodeKind::kData.
HtmlPage parse_styled_page(std::string_view bytes, std::string_view content_type,
                           dom::Document& page);

}  // namespace curlew::parse
