// Any bytes as a page: the tree is well formed and within its bounds, its text can be
// taken, and UTF-8 stays UTF-8.
// seeds: src/parse/testdata/links src/parse/testdata/pages src/parse/testdata/trees

#include <simdjson.h>

#include "base/check.h"
#include "dom/text.h"
#include "parse/html/page.h"

using curlew::dom::Node;

namespace {

void check_node(Node node) {
  CHECK(node.end() > node.id() && node.end() <= node.document().size());
  CHECK(node.depth() <= curlew::parse::kMaxHtmlDepth);
  if (const Node parent = node.parent()) {
    CHECK(parent.id() < node.id() && node.end() <= parent.end());
    CHECK(node.depth() == parent.depth() + 1);
  } else {
    CHECK(node.id() == 0);
  }
  if (const Node next = node.next_sibling()) CHECK(next.previous_sibling() == node);
  if (!node.is_element()) CHECK(!node.text().empty() && !node.first_child());
  for (const auto attribute : node.attributes()) CHECK(!attribute.name().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static curlew::dom::Document page;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  curlew::parse::parse_html_page(bytes, "text/html", page);
  CHECK(page.root().tag() == curlew::dom::Tag::kHtml);
  for (const Node node : page.root().subtree()) check_node(node);
  const std::string text = curlew::dom::text_of(page.root());
  CHECK(simdjson::validate_utf8(text));
  return 0;
}
