// Any bytes as an article's page, read and shown: the HTML that is kept of it has the
// words of its text, and what is shown of that has nothing but what is allowed.
// compiles: api/safe_html.cc
// seeds: src/extract/testdata src/parse/testdata/pages

#include <string>
#include <string_view>

#include "api/safe_html.h"
#include "base/check.h"
#include "base/web_address.h"
#include "dom/text.h"
#include "dom/words_of_test.h"
#include "extract/rules/ruled_page.h"
#include "parse/html/page.h"

namespace {

using namespace curlew;

void check_harmless(const dom::Document& page) {
  if (page.empty() || !page.body()) return;
  for (const dom::Node node : page.body().subtree()) {
    CHECK(node.kind() != dom::NodeKind::kData);
    if (!node.is_element() || node == page.body()) continue;
    CHECK(node.name_space() == dom::Namespace::kHtml);
    CHECK(node.tag() != dom::Tag::kOther && node.tag() != dom::Tag::kImg);
    CHECK(dom::flow_of(node.tag()) != dom::Flow::kHidden);
    for (const dom::Attribute each : node.attributes()) {
      const std::string_view name = each.name();
      CHECK(name == "href" || name == "rel" || name == "data-picture" ||
            name == "data-media");
      if (name == "href") CHECK(is_web_address(each.value()));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static dom::Document page, kept, shown;
  static extract::PageReader reader;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  parse::parse_html_page(bytes, "text/html", page);
  const std::string_view url = "https://site.example/news/1";
  extract::RuledPage ruled(page, {});
  const extract::PageContent content = ruled.read(reader, {.url = url});
  const std::string html = ruled.article_html(url, 1_MiB);
  parse::parse_html(html, kept);
  if (!html.empty())
    CHECK(dom::words_of(content.body) == dom::words_of(dom::text_of(kept.body())));
  const api::SafeHtml safe = api::safe_html(html, api::PictureLinks::kNumbered);
  parse::parse_html(safe.text(), shown);
  check_harmless(shown);
  return 0;
}
