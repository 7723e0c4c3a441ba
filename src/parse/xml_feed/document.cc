#include "parse/xml_feed/document.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/character_references.h"

namespace curlew::parse {
namespace {

constexpr std::string_view kEntries[] = {"item", "entry"};

}  // namespace

FeedDocument::FeedDocument(std::string_view text, const FeedContext& context,
                           const FeedLimits& document_limits, Allowance& allowance)
    : titles(context.titles),
      limits(document_limits),
      xml_(text, document_limits.depth, kEntries),
      scopes_(base_of(context), context.content_language, limits.language),
      allowance_(allowance) {}

bool FeedDocument::next_child(int depth) {
  if (!xml_.next_child(depth)) return false;
  scopes_.enter(xml_);
  element_ = element_of(scopes_.name_space(), local_name(xml_.name()));
  return true;
}

bool FeedDocument::has_attribute(std::string_view name) const {
  for (const XmlAttribute& attribute : xml_.attributes()) {
    if (equals_ignoring_case(local_name(attribute.name), name)) return true;
  }
  return false;
}

std::string FeedDocument::attribute(std::string_view name) const {
  for (const XmlAttribute& attribute : xml_.attributes()) {
    if (!equals_ignoring_case(local_name(attribute.name), name)) continue;
    return decoded(trimmed(attribute.value));
  }
  return {};
}

std::string FeedDocument::read_text() { return std::string(trimmed(xml_.read_text())); }

std::string FeedDocument::read_line() {
  const std::string text = xml_.read_text();
  return std::string(utf8_prefix(trimmed(text), limits.line));
}

std::string FeedDocument::read_language() {
  const std::string text = xml_.read_text();
  return std::string(utf8_prefix(trimmed(text), limits.language));
}

std::string FeedDocument::read_link() {
  // Taken before the element ends, and with it the scope of its xml:base.
  const std::shared_ptr<const BaseAddress> base = scopes_.base();
  return base->resolve(xml_.read_text(), allowance_);
}

std::string FeedDocument::resolve(std::string_view link) {
  return scopes_.base()->resolve(link, allowance_);
}

}  // namespace curlew::parse
