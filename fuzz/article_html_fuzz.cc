// Any bytes as an article's page, read without rules and by one for its body: the HTML
// that is kept of it has the words of its text, and what is shown of that has nothing
// but what is allowed.
// compiles: api/safe_html.cc
// seeds: src/extract/testdata src/parse/testdata/pages

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

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

// What a body may be: elements inside, around and between blocks, some of which are not
// shown.
std::vector<extract::Rules> make_rules() {
  std::vector<extract::Rules> all(1);
  for (const std::string_view css :
       {"p", "div, li", "span, b, em", "a, td", "html", "x-body, [class]", "p + p, pre",
        "noscript, video, select", "meta, title, h1", "noscript *, svg, template"})
    all.push_back(*extract::parse_rules(fmt::format("body = '{}'", css), "rules"));
  return all;
}

void check(const dom::Document& page, const extract::Rules& rules) {
  static dom::Document kept, shown;
  static extract::PageReader reader;
  const std::string_view url = "https://site.example/news/1";
  extract::RuledPage ruled(page, rules);
  const extract::PageContent content = ruled.read(reader, {.url = url});
  const std::string html = ruled.article_html(url, 1_MiB);
  parse::parse_html(html, kept);
  if (!html.empty())
    CHECK(dom::words_of(content.body) == dom::words_of(dom::text_of(kept.body())));
  const api::SafeHtml safe = api::safe_html(html, api::PictureLinks::kNumbered);
  parse::parse_html(safe.text(), shown);
  check_harmless(shown);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const std::vector<extract::Rules> kRules = make_rules();
  static dom::Document page;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  parse::parse_html_page(bytes, "text/html", page);
  check(page, kRules.front());
  check(page, kRules[size % kRules.size()]);
  return 0;
}
