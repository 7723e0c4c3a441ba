// The lists of pages that sites offer to crawlers
// (https://www.sitemaps.org/protocol.html): XML sitemaps, indexes of sitemaps, news
// sitemaps, and plain text with an address a line.
//
// Pure. Compressed sitemaps are unpacked by whoever fetched them.

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
  std::string url;                // Absolute, http or https; as written.
  std::optional<Time> modified;   // lastmod
  std::optional<Time> published;  // news:publication_date
  std::string title;              // news:title
  bool operator==(const SitemapEntry&) const = default;
};

enum class SitemapKind { kPages, kIndex };  // The entries of an index are sitemaps.

struct Sitemap {
  SitemapKind kind = SitemapKind::kPages;
  std::vector<SitemapEntry> entries;  // In the document's order.
};

// The protocol's own limits.
struct SitemapLimits {
  Bytes size = 50_MiB;             // Larger ones are refused.
  std::size_t entries = 50'000;    // Further ones are left out.
  std::size_t url_length = 2'048;  // Longer addresses are left out.
};

// An error says why this is no sitemap.
Result<Sitemap> parse_sitemap(std::string_view bytes, const SitemapLimits& limits = {});

}  // namespace curlew::parse
