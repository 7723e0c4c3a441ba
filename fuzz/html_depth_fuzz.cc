// Any markup: a page that find_too_deep() lets pass builds a tree of bounded depth, in
// bounded time.
// seeds: src/parse/testdata/heads

#include <algorithm>

#include "base/ascii.h"
#include "base/check.h"
#include "parse/html/depth.h"
#include "parse/html/tree.h"

extern "C" const char* __asan_default_suppressions() {
  return "interceptor_via_lib:libmodest";
}

namespace {

using curlew::parse::HtmlNode;

int depth_of(HtmlNode document) {
  int depth = 0;
  int deepest = 0;
  for (HtmlNode node = document; node; ++depth) {
    deepest = std::max(deepest, depth);
    if (const HtmlNode child = node.first_child()) {
      node = child;
      continue;
    }
    while (node && !node.next()) {
      node = node.parent();
      --depth;
    }
    if (node) node = node.next();
    --depth;
  }
  return deepest;
}

// Inside SVG and MathML the count can still be deceived (which elements end there
// depends on more than their names); there only the time is bounded, by the size of
// what is parsed.
bool has_foreign_content(std::string_view page) {
  const std::string lower = curlew::to_ascii_lower(page);
  return lower.find("<svg") != lower.npos || lower.find("<math") != lower.npos;
}

}  // namespace

// The input is repeated: depth that hides from the count shows when it adds up.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static curlew::parse::HtmlParser parser;
  constexpr int kLevels = 64;
  if (size > 200) return 0;
  std::string page;
  for (int i = 0; i < 100; ++i) page.append(reinterpret_cast<const char*>(data), size);
  page.resize(std::min(page.size(), curlew::parse::find_too_deep(page, kLevels)));
  const auto document = parser.parse(page);
  if (document.ok() && !has_foreign_content(page))
    CHECK(depth_of(*document) < 5 * kLevels + 100);
  return 0;
}
