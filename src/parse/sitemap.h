// The lists of pages that sites give to crawlers
// (https://www.sitemaps.org/protocol.html): sitemaps and indexes of them as XML, the
// headlines and dates of news sitemaps, plain lists of addresses, and the lines of a
// robots.txt that say where such lists are.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"

namespace curlew::parse {

struct SitemapEntry {
  // As written, without space around it.
  std::string url;
  // Of a news sitemap; one line.
  std::string title;
  // <lastmod>, or else the date of publication that a news sitemap states.
  std::optional<Time> modified;

  bool operator==(const SitemapEntry&) const = default;
};

struct Sitemap {
  std::vector<SitemapEntry> pages;
  // Further lists.
  std::vector<SitemapEntry> sitemaps;
  // It has more than was read, or ends too early.
  bool is_cut = false;
};

struct SitemapLimits {
  // Those of the protocol.
  Bytes size = 50_MiB;
  std::size_t entries = 50'000;
  // Longer addresses are left out, longer titles cut.
  Bytes address = 2_KiB;
  Bytes title = 1_KiB;
};

// Unpacked. An error says why this is not a list, or that it is larger than allowed.
// Time is linear in the input.
Result<Sitemap> parse_sitemap(std::string_view bytes, const SitemapLimits& limits = {});

// What the `Sitemap:` lines of a robots.txt name, each address once.
std::vector<std::string> sitemaps_of_robots(std::string_view robots,
                                            std::size_t limit = 50);

}  // namespace curlew::parse
