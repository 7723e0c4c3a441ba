#include "parse/html/meta_charset.h"

#include <algorithm>
#include <span>

#include "base/ascii.h"
#include "parse/charset.h"
#include "parse/html/tokenizer.h"

namespace curlew::parse {
namespace {

constexpr std::size_t kPrescan = 1024;

const TokenAttribute* find_attribute(std::span<const TokenAttribute> attributes,
                                     std::string_view name) {
  const auto found = std::ranges::find(attributes, name, &TokenAttribute::name);
  return found == attributes.end() ? nullptr : &*found;
}

std::string_view charset_of_meta(std::span<const TokenAttribute> attributes) {
  if (const auto* const charset = find_attribute(attributes, "charset"))
    return trimmed(charset->value);
  const auto* const equivalent = find_attribute(attributes, "http-equiv");
  if (!equivalent || !equals_ignoring_case(trimmed(equivalent->value), "content-type"))
    return {};
  const auto* const content = find_attribute(attributes, "content");
  return content ? charset_of_content_type(content->value) : std::string_view();
}

}  // namespace

std::string_view declared_html_charset(std::string_view bytes) {
  Tokenizer tokens(bytes.substr(0, kPrescan), TokenUse::kTags);
  for (Token tag = tokens.next(); tag.kind != Token::Kind::kEnd; tag = tokens.next()) {
    tokens.skip_raw_text(tag);
    if (tag.kind != Token::Kind::kStartTag || tag.tag != dom::Tag::kMeta) continue;
    const std::string_view charset = charset_of_meta(tokens.attributes(tag.attributes));
    // A page whose ASCII can be read is in no form of UTF-16, whatever it says.
    if (starts_with_ignoring_case(charset, "utf-16")) return "utf-8";
    if (!charset.empty()) return charset;
  }
  return declared_xml_encoding(bytes.substr(0, kPrescan));
}

}  // namespace curlew::parse
