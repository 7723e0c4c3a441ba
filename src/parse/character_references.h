// Character references: "&amp;", "&#8217;", "&eacute;". XML itself knows five names;
// feeds use all those of HTML, so all are read. Numbers that mean a windows-1252
// character are read as such (HTML 13.2.5.80).

#pragma once

#include <string>
#include <string_view>

namespace curlew::parse {

// As feeds write them: with a semicolon. What is not a reference stays as it is:
// "AT&T",
// "?a=1&copy=2". Numbers that no text may hold are dropped. Appends `text` with its
// references decoded.
void append_decoded(std::string& out, std::string_view text);
std::string decoded(std::string_view text);

// The length of the reference that `text` begins with, 0 when it is none.
std::size_t reference_length(std::string_view text);

// In attributes of pages "?a=1&copy=2" keeps its "&copy".
enum class ReferencePlace { kText, kAttribute };

// As HTML reads them in pages (section 13.2.5.72 and following), old names also without
// a semicolon. Numbers that no text may hold become U+FFFD; control characters are
// dropped.
void append_html_decoded(std::string& out, std::string_view text, ReferencePlace place);

// Appends `text` so that markup reads it as that text.
void append_escaped(std::string& out, std::string_view text);

}  // namespace curlew::parse
