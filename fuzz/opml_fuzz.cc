// Any bytes: parse_opml() ends, and its feeds survive being written and read.
// seeds: src/parse/testdata/opml

#include "base/check.h"
#include "parse/opml.h"

using curlew::parse::OpmlFeed;
using curlew::parse::parse_opml;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto feeds = parse_opml(bytes);
  if (!feeds.ok()) return 0;
  const auto again = parse_opml(curlew::parse::write_opml("", *feeds));
  CHECK(again.ok());
  CHECK(again->size() == feeds->size());
  for (std::size_t i = 0; i < feeds->size(); ++i)
    CHECK((*again)[i].url == (*feeds)[i].url && (*again)[i].title == (*feeds)[i].title);
  return 0;
}
