#include "extract/areas/link.h"

#include <array>

#include "base/ascii.h"

namespace curlew::extract {
namespace {

using dom::AttributeName;
using dom::Tag;

constexpr auto kSchemesOfNoPage = std::to_array<std::string_view>(
    {"javascript:", "mailto:", "tel:", "sms:", "data:", "about:", "whatsapp:"});

bool leads_away(std::string_view address) {
  if (address.empty() || address.front() == '#') return false;
  for (const std::string_view scheme : kSchemesOfNoPage) {
    if (starts_with_ignoring_case(address, scheme)) return false;
  }
  return true;
}

bool is_form_field(Tag tag) {
  return tag == Tag::kSelect || tag == Tag::kTextarea || tag == Tag::kOption;
}

// "display: none" with any white space.
bool hides(std::string_view style) {
  const std::size_t at = style.find("display");
  if (at == std::string_view::npos) return false;
  std::string_view rest = trimmed(style.substr(at + 7));
  if (!rest.starts_with(':')) return false;
  return trimmed(rest.substr(1)).starts_with("none");
}

}  // namespace

bool is_link(dom::Node node) {
  if (node.tag() != Tag::kA && node.tag() != Tag::kArea) return false;
  return leads_away(link_address(node));
}

std::string_view link_address(dom::Node link) {
  return trimmed(link.attribute(AttributeName::kHref));
}

bool is_unread(dom::Node node) {
  if (node.kind() == dom::NodeKind::kData) return true;
  if (!node.is_element()) return false;
  if (node.tag() == Tag::kNoscript || is_form_field(node.tag())) return true;
  if (dom::flow_of(node.tag()) == dom::Flow::kHidden) return true;
  return node.has_attribute(AttributeName::kHidden) ||
         hides(node.attribute(AttributeName::kStyle));
}

}  // namespace curlew::extract
