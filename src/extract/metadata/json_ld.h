// What a page tells machines about itself in JSON-LD (https://schema.org): articles,
// products, discussions, with their headlines, authors and dates.
//
// Read by an own scanner instead of a JSON parser because much of what sites write is
// not quite JSON (line ends inside strings, HTML around it), and what can be read is
// wanted all the same.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace curlew::extract {

// An object with a @type.
struct JsonLdItem {
  // "NewsArticle"; without https://schema.org/
  std::vector<std::string> types;
  std::string name;
  std::string headline;
  // Several with ", " between.
  std::string author;
  std::string published;
  std::string modified;
  // articleBody, text
  std::string body;
  std::string image;
  std::string url;
  // Objects around it.
  int depth = 0;

  bool is(std::string_view type) const;
};

// Appends the items in `json`, the outer before the inner. What is nested deeper than
// any page needs is left out.
void read_json_ld(std::string_view json, std::vector<JsonLdItem>& items);

}  // namespace curlew::extract
