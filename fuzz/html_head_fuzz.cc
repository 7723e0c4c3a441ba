// Any bytes: parse_html_head() ends, and every feed has an absolute address.
// seeds: src/parse/testdata/heads

#include "base/check.h"
#include "parse/html/head.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  curlew::parse::looks_like_html(bytes);
  const auto head =
      curlew::parse::parse_html_head(bytes, "http://example.org/a/b", "text/html");
  if (!head.ok()) return 0;
  for (const auto& feed : head->feeds) CHECK(feed.url.starts_with("http"));
  return 0;
}
