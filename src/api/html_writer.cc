#include "api/html_writer.h"

#include "api/relative.h"
#include "base/grouped.h"
#include "base/markup_escape.h"
#include "base/plain_text.h"
#include "base/web_address.h"

namespace curlew::api {

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

HtmlWriter& HtmlWriter::count(std::int64_t count) {
  out_ += grouped(count);
  return *this;
}

HtmlWriter& HtmlWriter::fact(std::string_view name, std::string_view untrusted) {
  if (untrusted.empty()) return *this;
  return markup("<dt>").text(name).markup("<dd>").text(untrusted).markup("\n");
}

HtmlWriter& HtmlWriter::fact(std::string_view name, std::optional<Time> moment,
                             Time now) {
  if (!moment) return *this;
  return markup("<dt>").text(name).markup("<dd>").moment(*moment, now).markup("\n");
}

HtmlWriter& HtmlWriter::moment(Time moment, Time now) {
  return time(moment, relative(moment, now));
}

HtmlWriter& HtmlWriter::due(Time due, Time now) {
  return time(due, relative_due(due, now));
}

HtmlWriter& HtmlWriter::time(Time moment, std::string_view words) {
  if (moment == kNever) return text(words);
  const std::string exact = to_iso8601(moment);
  markup("<time datetime=\"")
      .text(exact)
      .markup("\" title=\"")
      .text(exact)
      .markup("\">");
  return text(words).markup("</time>");
}

}  // namespace curlew::api
