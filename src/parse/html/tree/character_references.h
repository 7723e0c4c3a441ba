// "&amp;", "&#8364;", "&copy" as HTML reads them (section 13.2.5.72 and following),
// where parse/xml_entities.h is stricter about the semicolon.

#pragma once

#include <string>
#include <string_view>

namespace curlew::parse {

// In attributes "?a=1&copy=2" keeps its "&copy".
enum class ReferencePlace { kText, kAttribute };

// Appends `text` with its references decoded. Numbers that no text may hold become
// U+FFFD; control characters are dropped.
void append_html_decoded(std::string& out, std::string_view text, ReferencePlace place);

}  // namespace curlew::parse
