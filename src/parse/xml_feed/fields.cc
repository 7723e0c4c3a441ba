#include "parse/xml_feed/fields.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/character_references.h"

namespace curlew::parse {
namespace {

bool is_page_type(std::string_view type) {
  return type.empty() || type.find("html") != type.npos;
}

// "a@b.org (Name)" and "Name <a@b.org>" -> "Name"; anything else as it is.
std::string name_of_person(std::string_view text) {
  text = trimmed(text);
  const std::size_t open = text.find('(');
  if (text.find('@') < open && text.ends_with(')')) {
    return std::string(trimmed(text.substr(open + 1, text.size() - open - 2)));
  }
  const std::size_t angle = text.find('<');
  if (angle != text.npos && angle > 0 && text.find('@') > angle) {
    return std::string(trimmed(text.substr(0, angle)));
  }
  return std::string(text);
}

// <name>, else <email>, else what text there is.
std::string name_in_markup(const std::string& markup) {
  std::string name;
  std::string email;
  XmlReader children(markup, 4);
  while (children.next_child(0)) {
    const std::string_view child = children.name();
    if (equals_ignoring_case(child, "name")) {
      set_if_empty(name, std::string(trimmed(children.read_text())));
    } else if (equals_ignoring_case(child, "email")) {
      set_if_empty(email, std::string(trimmed(children.read_text())));
    }
  }
  return name.empty() ? email : name;
}

}  // namespace

LinkElement read_link_element(FeedDocument& document) {
  LinkElement link;
  link.relation = to_ascii_lower(document.attribute("rel"));
  // The registry's names may be written as addresses (RFC 4287 4.2.7.2).
  constexpr std::string_view kRegistry = "http://www.iana.org/assignments/relation/";
  if (link.relation.starts_with(kRegistry)) link.relation.erase(0, kRegistry.size());
  if (link.relation.empty()) link.relation = "alternate";
  link.type = document.attribute("type");
  link.length = parse_length(document.attribute("length"));
  link.is_page = is_page_type(link.type);
  if (document.has_attribute("href")) {
    link.address = document.resolve(document.attribute("href"));
  } else {
    link.address = document.read_link();
  }
  return link;
}

std::string read_person(FeedDocument& document) {
  const XmlContent content = document.read_content(CdataBesideMarkup::kIsText);
  std::string name =
      content.is_markup ? name_in_markup(content.value) : name_of_person(content.value);
  cut_utf8(name, document.limits.line);
  return name;
}

void add_category(std::vector<std::string>& categories, FeedDocument& document) {
  std::string category;
  for (const std::string_view name : {"label", "term", "text"}) {
    set_if_empty(category, document.attribute(name));
  }
  if (category.empty()) category = document.read_text();
  cut_utf8(category, document.limits.line);
  if (category.empty() || categories.size() >= document.limits.list) return;
  if (std::ranges::find(categories, category) == categories.end() &&
      document.allowance().take(sizeof(category))) {
    categories.push_back(std::move(category));
  }
}

std::uint64_t parse_length(std::string_view text) {
  std::uint64_t length = 0;
  std::from_chars(text.data(), text.data() + text.size(), length);
  return length;
}

void set_if_empty(std::string& field, std::string value) {
  if (field.empty()) field = std::move(value);
}

}  // namespace curlew::parse
