// Character references: "&amp;", "&#8217;", "&eacute;". XML itself knows five names;
// feeds use all those of HTML, so all are read. What is no reference stays as it is:
// "AT&T", "?a=1&copy=2".

#pragma once

#include <string>
#include <string_view>

namespace curlew::parse {

// Appends `text` with its references decoded. Numbers that mean a windows-1252
// character are read as such (HTML 13.2.5.80); those that no text may hold are dropped.
void append_decoded(std::string& out, std::string_view text);
std::string decoded(std::string_view text);

// The length of the reference that `text` begins with, 0 when it is none.
std::size_t reference_length(std::string_view text);

// Appends `text` so that markup reads it as that text.
void append_escaped(std::string& out, std::string_view text);

}  // namespace curlew::parse
