#include "parse/xml_feed/document.h"

#include "base/ascii.h"
#include "parse/xml_entities.h"

namespace curlew::parse {
namespace {

constexpr std::string_view kEntries[] = {"item", "entry"};

}  // namespace

FeedDocument::FeedDocument(std::string_view text, const FeedContext& context,
                           const FeedLimits& document_limits)
    : titles(context.titles),
      limits(document_limits),
      xml_(text, document_limits.depth, kEntries),
      scopes_(context.url, context.content_language) {}

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

std::string FeedDocument::read_link() {
  // Taken before the element ends, and with it the scope of its xml:base.
  const std::string base = scopes_.base();
  return resolved_link(base, xml_.read_text());
}

std::string FeedDocument::resolve(std::string_view link) const {
  return resolved_link(scopes_.base(), link);
}

}  // namespace curlew::parse
