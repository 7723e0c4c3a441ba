#include "api/html_writer.h"

#include "api/plain_text.h"
#include "base/ascii.h"
#include "base/markup_escape.h"

namespace curlew::api {
namespace {

bool is_web_address(std::string_view url) {
  return starts_with_ignoring_case(url, "http://") ||
         starts_with_ignoring_case(url, "https://");
}

}  // namespace

HtmlWriter& HtmlWriter::text(std::string_view untrusted) {
  append_escaped_markup(out_, plain_text(untrusted));
  return *this;
}

HtmlWriter& HtmlWriter::number(std::int64_t number) {
  out_ += std::to_string(number);
  return *this;
}

HtmlWriter& HtmlWriter::link(std::string_view untrusted_url, std::string_view label) {
  const std::string url = plain_text(untrusted_url);
  if (!is_web_address(url)) return text(label);
  return markup("<a href=\"")
      .text(url)
      .markup("\" rel=\"noopener noreferrer\">")
      .text(label)
      .markup("</a>");
}

HtmlWriter& HtmlWriter::moment(Time moment, Time now) {
  if (moment == kNever) return markup("never");
  markup("<time datetime=\"").text(to_iso8601(moment)).markup("\" title=\"");
  text(to_iso8601(moment)).markup("\">");
  if (moment > now) {
    markup("in ").text(to_human(moment - now));
  } else {
    text(to_human(now - moment)).markup(" ago");
  }
  return markup("</time>");
}

}  // namespace curlew::api
