// What the little web tells about itself at /_web/: for people a page, for programs
// JSON and a subscription list. Written apart from Curlew's own writers, since it is
// what they are tested against.

#pragma once

#include <string>
#include <vector>

#include "sim/web/little_web.h"

namespace curlew::sim {

std::string sources_json(const std::vector<LittleSource>& sources);

struct PublicationList {
  Time epoch;
  Time now;
  std::vector<Publication> publications;
};
std::string published_json(const PublicationList& list);

std::string ring_json(const std::vector<RingPage>& pages);

std::string violations_json(const std::vector<Violation>& violations);

// The feeds as OPML 2.0; pages and data documents have no place in it.
std::string sources_opml(const std::vector<LittleSource>& sources);

// `ring` is where the hobby sites are listed, `virtual_now` is "Monday 08:20".
std::string directory_page(const std::vector<LittleSource>& sources,
                           std::string_view ring, std::string_view virtual_now,
                           std::size_t violations);

}  // namespace curlew::sim
