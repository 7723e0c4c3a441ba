// The Link header (RFC 8288): what an answer says of its relations to others.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace curlew::http {

struct HeaderLink {
  // As it stands there; may be relative.
  std::string target;
  // In small letters.
  std::vector<std::string> relations;
};

// Of all fields of that name, in their order, at most 64. What cannot be read ends the
// list.
std::vector<HeaderLink> links_of(const Headers& headers);

// The first one with that relation ("hub"); empty: there is none.
std::string find_link(const std::vector<HeaderLink>& links, std::string_view relation);

}  // namespace curlew::http
