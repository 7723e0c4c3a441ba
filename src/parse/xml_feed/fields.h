// Elements that feeds and entries have in common.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/xml_feed/document.h"

namespace curlew::parse {

// <link>: the address is its text in RSS and its href attribute in Atom.
struct LinkElement {
  // Absolute where the feed let it be resolved.
  std::string address;
  // Lower case; "alternate" where none is given.
  std::string relation;
  std::string type;
  std::uint64_t length = 0;
  // Something that people look at, not another feed or a picture.
  bool is_page = true;
};
LinkElement read_link_element(FeedDocument& document);

// The name in Atom's <author> and in RSS's "a@b.org (Name)".
std::string read_person(FeedDocument& document);

// RSS has its text, Atom a label or term attribute, iTunes a text attribute.
void add_category(std::vector<std::string>& categories, FeedDocument& document);

std::uint64_t parse_length(std::string_view text);

void set_if_empty(std::string& field, std::string value);

}  // namespace curlew::parse
