#include "extract/areas/node_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/ascii.h"
#include "base/utf8.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::NodeId;

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
  return element.tag() == dom::Tag::kHtml || element.tag() == dom::Tag::kBody;
}

}  // namespace

NodePaths::NodePaths(const dom::Document& page) : places_(page.size()) {
  std::unordered_map<std::uint64_t, std::uint32_t> seen;
  for (NodeId id = 0; id < page.size(); ++id) {
    const Node node = page.node(id);
    if (!node.is_element() || !node.parent()) continue;
    const std::uint64_t name = std::hash<std::string_view>()(short_name(node));
    places_[id] = ++seen[(std::uint64_t(node.parent().id()) << 32) ^ name];
  }
}

std::vector<Node> NodePaths::steps_to(Node element) const {
  std::vector<Node> steps;
  for (Node node = element; node; node = node.parent()) steps.push_back(node);
  std::ranges::reverse(steps);
  return steps;
}

std::string NodePaths::xpath(Node element) const {
  std::string path;
  for (const Node step : steps_to(element)) {
    path += fmt::format("/{}", short_name(step));
    if (!is_alone(step)) path += fmt::format("[{}]", places_[step.id()]);
  }
  return path;
}

std::string NodePaths::selector(Node element) const {
  std::string path;
  for (const Node step : steps_to(element)) {
    if (!path.empty()) path += " > ";
    path += css_name(step);
    if (!is_alone(step)) path += fmt::format(":nth-of-type({})", places_[step.id()]);
  }
  return path;
}

}  // namespace curlew::extract
