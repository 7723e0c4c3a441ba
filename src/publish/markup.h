// What notices, feeds and pages have in common as HTML. Everything that comes from
// outside is escaped; only http and https become links.

#pragma once

#include <string>
#include <string_view>

#include "publish/clip_text.h"

namespace curlew::publish {

// Cleaned and escaped, for content and for quoted attributes.
void append_text(std::string& html, std::string_view untrusted);

// `label` alone, where `untrusted_url` may not be a link. The link tells its target
// nothing about us.
void append_link(std::string& html, std::string_view untrusted_url,
                 std::string_view label);

// With the keyword in `begin_mark` and `end_mark`, which are our own.
void append_marked(std::string& html, const MarkedText& summary,
                   std::string_view begin_mark, std::string_view end_mark);

// The other sources as links: "Kathimerini, Ta Nea". At most ten.
void append_others(std::string& html, const NoticeClip& clip);

}  // namespace curlew::publish
