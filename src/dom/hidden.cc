#include "dom/hidden.h"

#include <array>
#include <string>

#include "base/ascii.h"

namespace curlew::dom {
namespace {

bool hides(std::string_view style) {
  if (style.empty()) return false;
  std::string folded;
  for (const char c : style)
    if (!is_ascii_space(c)) folded += to_ascii_lower(c);
  return folded.find("display:none") != folded.npos ||
         folded.find("visibility:hidden") != folded.npos;
}

// As the common style sheets call what eyes do not see.
bool is_unseen_class(std::string_view word) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "hidden",
       "d-none", "hide", "is-hidden", "modal", "popup", "tooltip", "offscreen"});
  for (const std::string_view name : kNames)
    if (equals_ignoring_case(word, name)) return true;
  return false;
}

bool has_unseen_class(std::string_view classes) {
  while (!(classes = trimmed(classes)).empty()) {
    std::size_t end = 0;
    while (end < classes.size() && !is_ascii_space(classes[end])) ++end;
    if (is_unseen_class(classes.substr(0, end))) return true;
    classes.remove_prefix(end);
  }
  return false;
}

bool is_dialog(std::string_view role) {
  return role == "dialog" || role == "alertdialog" || role == "tooltip";
}

}  // namespace

bool is_hidden(Node node) {
  if (!node.is_element()) return false;
  bool is_aria_hidden = false;
  bool is_unseen = false;
  bool is_open = false;
  // One look at each attribute: this is asked of every element of a page.
  for (const Attribute attribute : node.attributes()) {
    switch (attribute.known_name()) {
      case AttributeName::kHidden:
        // "until-found": found by the browser's search, and then shown.
        if (!equals_ignoring_case(attribute.value(), "until-found")) return true;
        break;
      case AttributeName::kStyle:
        if (hides(attribute.value())) return true;
        break;
      case AttributeName::kAriaHidden:
        is_aria_hidden = equals_ignoring_case(attribute.value(), "true");
        break;
      case AttributeName::kRole:
        is_unseen |= is_dialog(attribute.value());
        break;
      case AttributeName::kOpen:
        is_open = true;
        break;
      default:
        break;
    }
  }
  if (node.tag() == Tag::kDialog && !is_open) return true;
  return is_aria_hidden &&
         (is_unseen || has_unseen_class(node.attribute(AttributeName::kClass)));
}

}  // namespace curlew::dom
