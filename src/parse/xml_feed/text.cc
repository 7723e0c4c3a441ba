#include "parse/xml_feed/text.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/character_references.h"
#include "parse/markup.h"

namespace curlew::parse {
namespace {

enum class Form { kText, kHtml, kBase64, kUnstated };

// The type attribute of Atom 1.0 (RFC 4287 3.1.1) and the type and mode of Atom 0.3.
// Where neither stands, Atom means text and RSS does not say.
Form stated_form(const FeedDocument& document) {
  const std::string mode = to_ascii_lower(document.attribute("mode"));
  if (mode == "base64") return Form::kBase64;
  if (!document.has_attribute("type")) {
    return document.kind == FeedKind::kAtom ? Form::kText : Form::kUnstated;
  }
  const std::string type = to_ascii_lower(document.attribute("type"));
  if (type == "html" || type == "text/html" || type == "xhtml" ||
      type == "application/xhtml+xml") {
    return Form::kHtml;
  }
  if (type.empty() || type == "text" || type == "plain" || type.starts_with("text/")) {
    return Form::kText;
  }
  // Atom 1.0 section 4.1.3.3: whatever is neither text nor XML is base64.
  return type.ends_with("xml") || mode == "escaped" ? Form::kHtml : Form::kBase64;
}

int base64_value(char c) {
  if (is_ascii_upper(c)) return c - 'A';
  if (is_ascii_lower(c)) return c - 'a' + 26;
  if (is_ascii_digit(c)) return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (is_ascii_space(c) || c == '=') continue;
    const int value = base64_value(c);
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFF);
    }
  }
  return bytes;
}

struct Text {
  std::string value;
  Form form = Form::kText;  // Never kBase64: that has been decoded.
  // For the addresses in it: that of the document is another one behind the element.
  std::shared_ptr<const BaseAddress> base;
};

// Of "<div>...</div>" with nothing beside it the inside, as RFC 4287 3.1.1.3 demands.
std::string_view without_wrapping_div(std::string_view xhtml) {
  xhtml = trimmed(xhtml);
  if (!starts_with_ignoring_case(xhtml, "<div") || !xhtml.ends_with("</div>")) {
    return xhtml;
  }
  const std::size_t open_end = xhtml.find('>');
  const auto inside = xhtml.substr(open_end + 1, xhtml.size() - open_end - 1 - 6);
  const bool is_one =
      inside.find("<div") == inside.npos || inside.rfind("</div>") == inside.npos;
  return is_one ? trimmed(inside) : xhtml;
}

Text read_typed(FeedDocument& document) {
  const bool is_xhtml = equals_ignoring_case(document.attribute("type"), "xhtml");
  Text text{.form = stated_form(document), .base = document.base()};
  XmlContent content = document.read_content(is_xhtml ? CdataBesideMarkup::kIsText
                                                      : CdataBesideMarkup::kIsMarkup);
  text.value = std::move(content.value);
  if (content.is_markup) {
    text.form = Form::kHtml;
    if (is_xhtml) text.value = without_wrapping_div(text.value);
  } else if (text.form == Form::kBase64) {
    auto bytes = from_base64(text.value);
    if (bytes && simdjson::validate_utf8(*bytes)) text.value = *std::move(bytes);
    text.form = Form::kUnstated;
  }
  return text;
}

void trim(std::string& value) {
  const std::string_view inside = trimmed(value);
  const auto begin = static_cast<std::size_t>(inside.data() - value.data());
  value.resize(begin + inside.size());
  value.erase(0, begin);
}

void cut(std::string& value, Bytes limit) {
  value.resize(utf8_prefix(value, limit).size());
}

// HTML without a tag is text written with references, unless that text would then read
// as HTML again: "AT&amp;T" is "AT&T", but "&lt;b&gt;" shows a tag and must go on to.
std::string without_needless_references(std::string html) {
  if (html.find('<') != html.npos || html.find('&') == html.npos) return html;
  std::string text = decoded(html);
  return looks_like_markup(text) ? html : text;
}

// `text` in a form that is longer where characters must be escaped; nothing where the
// document has grown enough.
std::string grown(const std::string& text, std::string longer, Allowance& allowance) {
  const bool may = allowance.take(std::max(longer.size(), text.size()) - text.size());
  return may ? std::move(longer) : std::string();
}

std::string safe_title(const Text& text, Allowance& allowance) {
  return without_needless_references(
      grown(text.value, safe_markup(text.value, *text.base, allowance), allowance));
}

}  // namespace

std::string read_title(FeedDocument& document) {
  Text text = read_typed(document);
  if (text.form == Form::kHtml ||
      (text.form == Form::kUnstated && looks_like_markup(text.value))) {
    text.value = document.titles == TitleForm::kPlainText
                     ? text_of_markup(text.value)
                     : safe_title(text, document.allowance());
  }
  // Markup that is cut may lose an end tag.
  cut(text.value, document.titles == TitleForm::kPlainText ? document.limits.line
                                                           : document.limits.text);
  trim(text.value);
  return std::move(text.value);
}

std::string read_html(FeedDocument& document) {
  Text text = read_typed(document);
  cut(text.value, document.limits.text);
  trim(text.value);
  if (text.form != Form::kText) {
    resolve_addresses(text.value, *text.base, document.allowance());
    return std::move(text.value);
  }
  std::string html;
  append_escaped(html, text.value);
  return grown(text.value, std::move(html), document.allowance());
}

}  // namespace curlew::parse
