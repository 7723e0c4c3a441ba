// Writes HTML in which nothing from outside can become markup: what the program wrote
// itself goes in as string literals only, everything else is escaped.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "api/safe_html.h"
#include "base/time.h"

namespace curlew::api {

class HtmlWriter {
 public:
  // Only a literal fits: a std::string does not compile.
  template <std::size_t size>
  HtmlWriter& markup(const char (&literal)[size]) {
    out_.append(literal, size - 1);
    return *this;
  }

  // Cleaned by plain_text() and escaped, for content and for quoted attributes.
  HtmlWriter& text(std::string_view untrusted);
  // As in an address: 12345.
  HtmlWriter& number(std::int64_t number);
  // As people read it: 12,345.
  HtmlWriter& count(std::int64_t count);

  // A stranger's markup, made safe before.
  HtmlWriter& html(const SafeHtml& safe) {
    out_ += safe.text();
    return *this;
  }

  // A link that tells its target nothing about us. An address that is not http or https
  // (javascript:, data:) is not linked: its label stands alone.
  HtmlWriter& link(std::string_view untrusted_url, std::string_view label);

  // As relative.h tells it, with the exact time on hover.
  HtmlWriter& moment(Time moment, Time now);

  // As relative_due() tells it.
  HtmlWriter& due(Time due, Time now);

  // A line in a list of facts; none where there is nothing to say.
  HtmlWriter& fact(std::string_view name, std::string_view untrusted);
  HtmlWriter& fact(std::string_view name, std::optional<Time> moment, Time now);

  std::string take() && { return std::move(out_); }

 private:
  HtmlWriter& time(Time moment, std::string_view words);

  std::string out_;
};

}  // namespace curlew::api
