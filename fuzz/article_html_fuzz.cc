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
#include "dom/word_gap.h"
#include "extract/rules/ruled_page.h"
#include "parse/html/page.h"

namespace {

using namespace curlew;

std::string words_of(std::string_view text) {
  std::string words;
  while (!text.empty()) {
    const std::size_t size = dom::size_of_word(text);
    words += text.substr(0, size);
    text.remove_prefix(size);
    if (!text.empty()) text.remove_prefix(dom::word_gap_at(text).size);
  }
  return words;
}

bool has_noscript(const dom::Document& page) {
  for (dom::NodeId id = 0; id < page.size(); ++id)
    if (page.node(id).is_in_noscript()) return true;
  return false;
}

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
  if (!html.empty() && !has_noscript(page)) {
    CHECK(words_of(content.body) == words_of(dom::text_of(kept.body())));
  }
  const api::SafeHtml safe = api::safe_html(html, api::PictureLinks::kNumbered);
  parse::parse_html(safe.text(), shown);
  check_harmless(shown);
  return 0;
}
