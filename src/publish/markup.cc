#include "publish/markup.h"

#include "base/markup_escape.h"
#include "base/plain_text.h"

namespace curlew::publish {
void append_text(std::string& html, std::string_view untrusted) {
  append_escaped_markup(html, plain_text(untrusted));
}

void append_link(std::string& html, std::string_view untrusted_url,
                 std::string_view label) {
  const std::string url = link_url(untrusted_url);
  if (url.empty()) return append_text(html, label);
  html += "<a href=\"";
  append_escaped_markup(html, url);
  html += "\" rel=\"noopener noreferrer\">";
  append_text(html, label);
  html += "</a>";
}

void append_marked(std::string& html, const MarkedText& summary,
                   std::string_view begin_mark, std::string_view end_mark) {
  append_escaped_markup(html, summary.before);
  if (!summary.keyword.empty()) {
    html += begin_mark;
    append_escaped_markup(html, summary.keyword);
    html += end_mark;
  }
  append_escaped_markup(html, summary.after);
}

void append_others(std::string& html, const NoticeClip& clip) {
  const auto shown = shown_others(clip);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i > 0) html += ", ";
    append_link(html, shown[i].url, cut_text(shown[i].title, 100));
  }
  if (shown.size() < clip.also_in.size()) html += ", …";
}

}  // namespace curlew::publish
