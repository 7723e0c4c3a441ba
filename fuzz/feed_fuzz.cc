// Any bytes as a feed: the first byte chooses what the server said about them.
// seeds: src/parse/testdata/feeds

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "parse/feed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace curlew::parse;
  static constexpr const char* kContentTypes[] = {
      "", "text/xml; charset=utf-8", "text/xml; charset=gbk", "text/xml; charset=x"};
  if (size == 0) return 0;
  const FeedContext context{
      .url = "https://example.org/feed",
      .content_location = data[0] & 8 ? "/elsewhere/" : "",
      .content_type = kContentTypes[data[0] % 4],
      .titles = data[0] & 4 ? TitleForm::kSafeMarkup : TitleForm::kPlainText};
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  static_cast<void>(parse_feed(bytes, context));
  return 0;
}
