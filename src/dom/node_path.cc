#include "dom/node_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/ascii.h"
#include "base/utf8.h"

namespace curlew::dom {
namespace {

// Names of unknown elements can be as long as the page.
constexpr std::size_t kMaxNameBytes = 40;

std::string_view short_name(Node element) {
  return utf8_prefix(element.name(), kMaxNameBytes);
}

// "o:p" is an element and its pseudo-class to CSS; "o\\:p" is its name.
std::string css_name(Node element) {
  std::string name;
  for (const char c : short_name(element)) {
    const bool is_plain = is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' ||
                          c == '_' || static_cast<signed char>(c) < 0;
    if (!is_plain) name += '\\';
    name += c;
  }
  return name;
}

bool is_alone(Node element) {
  return element.tag() == Tag::kHtml || element.tag() == Tag::kBody;
}

std::vector<Node> steps_to(Node element) {
  std::vector<Node> steps;
  for (Node node = element; node; node = node.parent()) steps.push_back(node);
  std::ranges::reverse(steps);
  return steps;
}

}  // namespace

std::uint32_t NodePaths::place_of(Node element) {
  std::uint32_t& place = places_[element.id()];
  if (place > 0 || !element.parent()) return place;
  std::unordered_map<std::string_view, std::uint32_t> seen;
  for (const Node sibling : element.parent().children())
    if (sibling.is_element()) places_[sibling.id()] = ++seen[short_name(sibling)];
  return place;
}

std::string NodePaths::xpath(Node element) {
  std::string path;
  for (const Node step : steps_to(element)) {
    path += '/';
    path += short_name(step);
    if (is_alone(step)) continue;
    path += '[';
    path += std::to_string(place_of(step));
    path += ']';
  }
  return path;
}

std::string NodePaths::selector(Node element) {
  std::string path;
  for (const Node step : steps_to(element)) {
    if (!path.empty()) path += " > ";
    path += css_name(step);
    if (!is_alone(step)) path += fmt::format(":nth-of-type({})", place_of(step));
  }
  return path;
}

}  // namespace curlew::dom
