// Any bytes as a selector, on a small page: parsing ends with a selector or with an
// error that says something, and what is found are elements below the root, in order.

#include "base/check.h"
#include "dom/builder.h"
#include "dom/selector.h"

namespace {

using namespace curlew::dom;

Document make_page() {
  Document page;
  DocumentBuilder builder(page);
  builder.open(Tag::kHtml);
  for (int i = 0; i < 8; ++i) {
    builder.open(i % 2 ? Tag::kDiv : Tag::kP);
    builder.attribute("class", i % 3 ? "a b" : "a-c");
    builder.attribute("id", i % 3 ? "x" : "y");
    builder.text("text");
    if (i % 4 == 3) builder.close();
  }
  for (int i = 0; i < 6; ++i) builder.close();
  builder.close();
  return page;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const Document kPage = make_page();
  const std::string_view css(reinterpret_cast<const char*>(data), size);
  const auto selector = parse_selector(css);
  if (!selector.ok()) {
    CHECK(selector.error().text.starts_with("selector"));
    return 0;
  }
  NodeId before = 0;
  for (const NodeId id : selector->select(kPage.root())) {
    CHECK(id > before && id < kPage.size() && kPage.node(id).is_element());
    before = id;
  }
  return 0;
}
