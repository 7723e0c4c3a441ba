#include "parse/html/meta_charset.h"

#include "base/ascii.h"
#include "parse/charset.h"
#include "parse/html/tag_scanner.h"

namespace curlew::parse {
namespace {

constexpr std::size_t kPrescan = 1024;

std::string_view charset_of_meta(std::string_view attributes) {
  if (const auto charset = find_attribute(attributes, "charset"))
    return trimmed(*charset);
  const auto equivalent = find_attribute(attributes, "http-equiv");
  if (!equivalent || !equals_ignoring_case(trimmed(*equivalent), "content-type"))
    return {};
  const auto content = find_attribute(attributes, "content");
  return content ? charset_of_content_type(*content) : std::string_view();
}

}  // namespace

std::string_view declared_html_charset(std::string_view bytes) {
  TagScanner tags(bytes.substr(0, kPrescan));
  while (const auto tag = tags.next()) {
    if (tag->is_end || !equals_ignoring_case(tag->name, "meta")) continue;
    const std::string_view charset = charset_of_meta(tag->attributes);
    // A page whose ASCII can be read is in no form of UTF-16, whatever it says.
    if (starts_with_ignoring_case(charset, "utf-16")) return "utf-8";
    if (!charset.empty()) return charset;
  }
  return declared_xml_encoding(bytes.substr(0, kPrescan));
}

}  // namespace curlew::parse
