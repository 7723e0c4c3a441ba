// Any text as a JSON Feed; it need not be UTF-8.
// seeds: src/parse/testdata/feeds

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "parse/json_feed/json_feed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  curlew::parse::Allowance allowance(text.size(), text.size());
  static_cast<void>(curlew::parse::parse_json_feed(
      text, {.url = "https://example.org/"}, {}, allowance));
  return 0;
}
