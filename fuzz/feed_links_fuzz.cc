// Any bytes: find_feed_links() ends, and every feed has an absolute address.
// seeds: src/parse/testdata/links

#include "base/check.h"
#include "parse/html/feed_links.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  curlew::parse::looks_like_html(bytes);
  const auto feeds =
      curlew::parse::find_feed_links(bytes, "http://example.org/a/b", "text/html");
  for (const auto& feed : feeds) CHECK(feed.url.starts_with("http"));
  return 0;
}
