// Where a document stands among others, read from its address.

#pragma once

#include <string_view>

namespace curlew::schedule::documents {

// Of "https://example.org/api/list/index.html": host "example.org", parent "/",
// directory "/api", name "list". A page called index stands for its folder.
struct Place {
  std::string_view host;
  // The directory above.
  std::string_view parent;
  // From the start of the path, without its last slash.
  std::string_view directory;
  // With its query.
  std::string_view name;
};

// Views into `address`. Addresses without a scheme are read as "host:path", and what is
// no address at all is a name on a host of its own.
Place place_of(std::string_view address);

}  // namespace curlew::schedule::documents
