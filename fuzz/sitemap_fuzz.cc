// Any bytes: parse_sitemap() ends and gives only addresses of the web.
// seeds: src/parse/testdata/sitemaps

#include "base/ascii.h"
#include "base/check.h"
#include "parse/sitemap.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto sitemap = curlew::parse::parse_sitemap(bytes);
  if (!sitemap.ok()) return 0;
  for (const auto& entry : sitemap->entries)
    CHECK(curlew::starts_with_ignoring_case(entry.url, "http"));
  return 0;
}
