// What a site's robots.txt lets one crawler ask for (RFC 9309), and how fast.
// docs/robots.md tells how the rules are read where the RFC leaves a choice.
//
// A Robots keeps only the rules of the crawler's own group, since the fetcher holds
// tens of thousands of them. Immutable once made: may be read from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/time.h"

namespace curlew::fetch {

// The parsing limit that §2.5 asks for. What comes after is not read.
inline constexpr Bytes kRobotsLimit = 500_KiB;

// What of a robots.txt is read: without the part beyond the limit, and without the line
// that the limit cuts, as half a rule allows or forbids more than the whole.
std::string_view robots_within_limit(std::string_view body);

class Robots {
 public:
  // `product_token` is the name that a group addresses: "curlew" (§2.2.1).
  static Robots parse(std::string_view body, std::string_view product_token);

  // For a site whose robots.txt is "unavailable" (4xx, §2.3.1.3).
  static Robots allow_all();

  // May `path_and_query` be asked for? As Url::path_and_query() gives it: "/a?b=c".
  bool allows(std::string_view path_and_query) const;

  // How long the site wants between two requests. Not in the RFC, but in use.
  std::optional<Milliseconds> crawl_delay() const { return crawl_delay_; }

  // What it holds on the heap, for a cache that counts.
  Bytes memory() const;

 private:
  friend class RobotsBuilder;

  struct Rule {
    // In patterns_.
    std::uint32_t begin = 0;
    // The length of the pattern that is compared.
    std::uint32_t length = 0;
    // The length of the pattern as written, which stands behind it; 0: the same.
    std::uint32_t written = 0;
    bool is_allow = false;
  };

  bool matches(const Rule& rule, std::string_view path, std::string_view written) const;

  std::string patterns_;
  std::vector<Rule> rules_;
  std::optional<Milliseconds> crawl_delay_;
};

}  // namespace curlew::fetch
