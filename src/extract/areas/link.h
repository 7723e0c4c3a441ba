// Which elements lead to another page, and which are not reading matter.

#pragma once

#include <string_view>

#include "dom/document.h"

namespace curlew::extract {

// <a> and <area> with an address that leads away from this page: no fragment of it, no
// script, no mail.
bool is_link(dom::Node node);

// Where it leads, as written.
std::string_view link_address(dom::Node link);

// Not shown (head, noscript, hidden by an attribute or an inline style), or choices and
// fields of a form. The text below it does not count.
bool is_unread(dom::Node node);

}  // namespace curlew::extract
