// The texts of a feed: titles, summaries, contents. Each may be plain text, escaped
// HTML, inline XHTML or base64, by its type, by its dialect, or by the look of it.

#pragma once

#include <string>

#include "parse/xml_feed/document.h"

namespace curlew::parse {

// The current element as a title, in the form that the caller of parse_feed() wants.
std::string read_title(FeedDocument& document);

// The current element as a summary or content, which is HTML: plain text is escaped,
// and addresses are made absolute.
std::string read_html(FeedDocument& document);

}  // namespace curlew::parse
