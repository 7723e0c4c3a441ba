// Pages that stand where another was wanted.

#pragma once

#include <cstdint>
#include <string_view>

#include "extract/page_type/page_features.h"

namespace curlew::extract {

enum class Barrier : std::uint8_t {
  kNone,
  // Nothing before its scripts have run: "Loading…".
  kShell,
  // To be read by subscribers, members, or after a test for robots.
  kWall,
  // Asks whether cookies are welcome.
  kConsent,
  // "Page not found", also with status 200.
  kError,
};

// "shell", "wall", "consent", "error"; empty for none.
std::string_view to_string(Barrier barrier);

// Judged by what the page says where it says little: an article may speak of cookies,
// and many have a banner.
Barrier find_barrier(const PageSight& sight);

}  // namespace curlew::extract
