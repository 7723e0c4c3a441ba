#include "api/html_writer.h"

#include "api/plain_text.h"
#include "base/ascii.h"

namespace curlew::api {
namespace {

std::string_view escape_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

bool is_web_address(std::string_view url) {
  return starts_with_ignoring_case(url, "http://") ||
         starts_with_ignoring_case(url, "https://");
}

}  // namespace

HtmlWriter& HtmlWriter::text(std::string_view untrusted) {
  for (const char c : plain_text(untrusted)) {
    const std::string_view escape = escape_of(c);
    if (escape.empty()) {
      out_ += c;
    } else {
      out_ += escape;
    }
  }
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
