// Documents for tests, written shorter than with the builder.

#pragma once

#include <string_view>

#include "dom/builder.h"

namespace curlew::dom {

// "<p class='a b'>text</p>" and the like inside an <html> root: strict markup with
// quoted attributes, every element closed ("<br/>" closes itself), nothing decoded.
inline Document page_of(std::string_view markup) {
  Document document;
  DocumentBuilder builder(document);
  builder.open(Tag::kHtml);
  while (!markup.empty()) {
    const std::size_t text = std::min(markup.find('<'), markup.size());
    builder.text(markup.substr(0, text));
    markup.remove_prefix(text);
    if (markup.empty()) break;
    std::string_view tag = markup.substr(1, markup.find('>') - 1);
    markup.remove_prefix(tag.size() + 2);
    if (tag.starts_with('/')) {
      builder.close();
      continue;
    }
    const bool closes_itself = tag.ends_with('/');
    if (closes_itself) tag.remove_suffix(1);
    const std::string_view name = tag.substr(0, tag.find(' '));
    const Tag known = find_tag(name);
    if (known == Tag::kOther)
      builder.open(known, name, Namespace::kHtml);
    else
      builder.open(known);
    for (tag.remove_prefix(name.size()); tag.starts_with(' ');) {
      tag.remove_prefix(1);
      const std::size_t equals = tag.find("='");
      const std::size_t end = tag.find('\'', equals + 2);
      builder.attribute(tag.substr(0, equals),
                        tag.substr(equals + 2, end - equals - 2));
      tag.remove_prefix(end + 1);
    }
    if (closes_itself) builder.close();
  }
  builder.close();
  return document;
}

}  // namespace curlew::dom
