// Which addresses a topic's crawl may ask for: those of its sites, without what its
// user excludes and without what looks like a trap (frontier/address_guard.h). Pure.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "model/topic.h"
#include "url/url.h"

namespace curlew::control {

class CrawlScope {
 public:
  CrawlScope() = default;
  // The sites of its seeds, and those that its rules name.
  explicit CrawlScope(const model::Topic& topic);

  bool is_of_its_sites(const url::Url& address) const;
  bool may_enter(const url::Url& address) const;

 private:
  bool is_everywhere_ = false;
  // Registrable domains and hosts.
  std::unordered_set<std::string> domains_;
  std::vector<std::string> excludes_;
};

// Names the page that an address leads to, whatever in it only says how a reader came.
std::uint64_t crawl_key(const url::Url& address);

// Does the pattern, in which '*' stands for anything, match the whole text?
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace curlew::control
