// Who wrote an article, and when: the best of what the page states.

#pragma once

#include <string>

#include "extract/metadata/metadata.h"

namespace curlew::extract {

struct Byline {
  std::string author;
  // As written.
  std::string published;
  std::string modified;
};

Byline read_byline(const Metadata& facts);

}  // namespace curlew::extract
