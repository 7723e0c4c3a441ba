// What rules make of a page, for the person who writes them.

#pragma once

#include <cstdio>
#include <string_view>

#include "extract/page.h"
#include "extract/rules/ruled_page.h"

namespace curlew::apps {

// How often each rule matched, then the page as read by them. `url` as in
// ReadOptions.
void print_rules_preview(const extract::RuledPage& page, const extract::Rules& rules,
                         const extract::PageContent& content, std::string_view url,
                         std::FILE* out);

}  // namespace curlew::apps
