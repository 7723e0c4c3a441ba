#include "http/link_header.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace curlew::http {
namespace {

constexpr std::size_t kMostLinks = 64;
constexpr std::size_t kMostRelations = 16;

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
}

// A token, or a quoted string without its quotes.
std::string take_value(std::string_view& text) {
  std::string value;
  if (!text.starts_with('"')) {
    const auto end = std::min(text.find_first_of(" \t;,"), text.size());
    value = text.substr(0, end);
    text.remove_prefix(end);
    return value;
  }
  text.remove_prefix(1);
  while (!text.empty() && text.front() != '"') {
    if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
    value += text.front();
    text.remove_prefix(1);
  }
  if (!text.empty()) text.remove_prefix(1);
  return value;
}

std::vector<std::string> relations_in(std::string_view text) {
  std::vector<std::string> relations;
  while (relations.size() < kMostRelations) {
    skip_blanks(text);
    if (text.empty()) break;
    const auto end = std::min(text.find_first_of(" \t"), text.size());
    relations.push_back(to_ascii_lower(text.substr(0, end)));
    text.remove_prefix(end);
  }
  return relations;
}

// What stands behind the address, up to the next link.
void take_parameters(std::string_view& text, HeaderLink& link) {
  bool has_relation = false;
  while (true) {
    skip_blanks(text);
    if (!text.starts_with(';')) return;
    text.remove_prefix(1);
    skip_blanks(text);
    const auto end = std::min(text.find_first_of(" \t;,="), text.size());
    const std::string name = to_ascii_lower(text.substr(0, end));
    text.remove_prefix(end);
    skip_blanks(text);
    std::string value;
    if (text.starts_with('=')) {
      text.remove_prefix(1);
      skip_blanks(text);
      value = take_value(text);
    }
    // "occurrences after the first MUST be ignored" (section 3.3).
    if (name != "rel" || std::exchange(has_relation, true)) continue;
    link.relations = relations_in(value);
  }
}

}  // namespace

std::vector<HeaderLink> links_of(const Headers& headers) {
  const std::string field = joined_header(headers, "Link");
  std::string_view text = field;
  std::vector<HeaderLink> links;
  while (links.size() < kMostLinks) {
    skip_blanks(text);
    if (text.starts_with(',')) {
      text.remove_prefix(1);
      continue;
    }
    const auto end = text.find('>');
    if (!text.starts_with('<') || end == text.npos) break;
    HeaderLink& link = links.emplace_back();
    link.target = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    take_parameters(text, link);
  }
  return links;
}

std::string find_link(const std::vector<HeaderLink>& links, std::string_view relation) {
  for (const HeaderLink& link : links) {
    if (std::find(link.relations.begin(), link.relations.end(), relation) !=
        link.relations.end()) {
      return link.target;
    }
  }
  return {};
}

}  // namespace curlew::http
