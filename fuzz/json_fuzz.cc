// Any bytes: reading JSON ends; the canonical text reads back to itself, and a tree is
// the same as itself.
// seeds: src/parse/testdata/json

#include "base/check.h"
#include "detect/data/data_change.h"
#include "parse/json/json.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tree = curlew::parse::parse_json(bytes);
  if (!tree.ok()) return 0;
  const std::string text = curlew::parse::to_canonical_json(*tree);
  const auto again = curlew::parse::parse_json(text);
  CHECK(again.ok());
  CHECK(curlew::parse::to_canonical_json(*again) == text);
  const auto change = curlew::detect::compare_trees(*tree, *tree);
  CHECK(change.verdict == curlew::detect::DataVerdict::kSame);
  return 0;
}
