// What a page offers as its title: headings, <title> and OpenGraph's with and without
// the site's name, JSON-LD's headline; and what can be said about each.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/metadata/metadata.h"
#include "extract/page_type/page_type.h"
#include "extract/title/feature.h"

namespace curlew::extract {

struct TitleCandidate {
  std::string text;
  // An <h1> says the same.
  bool is_heading = false;
  // <title>, or what is between its separators, says the same.
  bool is_part_of_title = false;
  TitleRow features{};
};

// In no order of merit, none twice. `url` is where the page says or is known to be;
// `types` is what kind of page it may be: shops and services are called by their
// <title> more often than articles are.
std::vector<TitleCandidate> title_candidates(const Metadata& facts,
                                             std::string_view url,
                                             const TypeChances& types);

}  // namespace curlew::extract
