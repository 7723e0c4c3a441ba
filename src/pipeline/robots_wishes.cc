#include "pipeline/robots_wishes.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace curlew::pipeline {
namespace {

constexpr std::string_view kOurRobotsName = "curlew";
constexpr std::string_view kRobotsHeader = "X-Robots-Tag";

// Words with a value of their own, which are no names of crawlers.
bool has_robots_value(std::string_view word) {
  return word == "unavailable_after" || word.starts_with("max-");
}

bool is_for_us(std::string_view name) {
  return name == "robots" || name == "*" || name == kOurRobotsName;
}

void add_robots_word(std::string_view word, RobotsWishes& wishes) {
  wishes.is_noindex |= word == "noindex" || word == "none";
  wishes.is_nofollow |= word == "nofollow" || word == "none";
}

// "noindex, nofollow", or "somebot: noindex, other: nofollow".
void add_robots_words(std::string_view value, RobotsWishes& wishes) {
  const std::string small = to_ascii_lower(value);
  std::string_view rest = small;
  bool is_ours = true;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    std::string_view word = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (const std::size_t colon = word.find(':'); colon != std::string_view::npos) {
      const std::string_view name = trimmed(word.substr(0, colon));
      if (has_robots_value(name)) continue;
      is_ours = is_for_us(name);
      word = trimmed(word.substr(colon + 1));
    }
    if (is_ours) add_robots_word(word, wishes);
  }
}

}  // namespace

RobotsWishes robots_wishes(const http::Headers& headers, const dom::Document& page) {
  RobotsWishes wishes;
  for (const auto& [name, value] : headers) {
    if (equals_ignoring_case(name, kRobotsHeader)) add_robots_words(value, wishes);
  }
  if (page.empty()) return wishes;
  // Careless templates have it in the body, too.
  for (const dom::Node node : page.root().subtree()) {
    if (node.tag() != dom::Tag::kMeta) continue;
    const std::string name =
        to_ascii_lower(trimmed(node.attribute(dom::AttributeName::kName)));
    if (!is_for_us(name)) continue;
    add_robots_words(node.attribute(dom::AttributeName::kContent), wishes);
  }
  return wishes;
}

}  // namespace curlew::pipeline
