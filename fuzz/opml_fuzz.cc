// Any bytes: parse_opml() ends, and its feeds survive being written and read.
// seeds: src/parse/testdata/opml

#include "base/check.h"
#include "parse/opml.h"

using curlew::parse::OpmlFeed;
using curlew::parse::parse_opml;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto list = parse_opml(bytes);
  if (!list.ok()) return 0;
  const auto again = parse_opml(curlew::parse::write_opml("", list->feeds));
  CHECK(again.ok());
  CHECK(again->feeds.size() == list->feeds.size());
  for (std::size_t i = 0; i < list->feeds.size(); ++i) {
    const OpmlFeed &one = list->feeds[i], &other = again->feeds[i];
    CHECK(one.url == other.url && one.title == other.title);
  }
  return 0;
}
