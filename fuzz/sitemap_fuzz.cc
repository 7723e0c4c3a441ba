// Any bytes: parse_sitemap() ends, within its limits.

#include "base/check.h"
#include "parse/sitemap.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const curlew::parse::SitemapLimits limits{.entries = 100};
  for (const std::string& url : curlew::parse::sitemaps_of_robots(bytes)) {
    CHECK(url.starts_with("http") || url.starts_with("H") || url.starts_with("h"));
  }
  const auto list = curlew::parse::parse_sitemap(bytes, limits);
  if (!list.ok()) return 0;
  CHECK(list->pages.size() + list->sitemaps.size() <= limits.entries);
  for (const auto& page : list->pages) {
    CHECK(!page.url.empty() && page.url.size() <= limits.address);
    CHECK(page.title.size() <= limits.title);
  }
  return 0;
}
