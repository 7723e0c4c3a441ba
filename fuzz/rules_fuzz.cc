// Any bytes as a file of rules: parsing ends with rules or with an error that names the
// file, and a page can be read by whatever was parsed.
// seeds: src/extract/testdata/rules src/extract/testdata/rules/wrong

#include <simdjson.h>

#include "base/check.h"
#include "extract/rules/ruled_page.h"
#include "parse/html/page.h"

namespace {

using namespace curlew;

constexpr std::string_view kHtml = R"(<!doctype html><title>t</title><meta content=m>
<h1 class=a>One <i>two</i></h1><div class="a b" hidden><p>Three<div id=x>four</div>
<a href=/1>five</a></p></div><ul class=b><li><a href=/2>six</a><li>seven</ul>
<time datetime=2026>eight</time><svg><a class=c>nine</a></svg><noscript>ten</noscript>)";

dom::Document make_page() {
  dom::Document page;
  parse::parse_html_page(kHtml, "text/html", page);
  return page;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const dom::Document kPage = make_page();
  static extract::PageReader reader;
  const std::string_view toml(reinterpret_cast<const char*>(data), size);
  const auto rules = extract::parse_rules(toml, "rules");
  if (!rules) {
    CHECK(rules.error().text.starts_with("rules:"));
    return 0;
  }
  CHECK(!rules->empty() && rules->size() <= extract::kMaxRules);
  extract::RuledPage page(kPage, *rules);
  CHECK(page.page().size() <= kPage.size());
  const extract::PageContent content = page.read(reader, {});
  CHECK(simdjson::validate_utf8(content.body) &&
        simdjson::validate_utf8(content.title));
  for (const model::Block& block : page.parts("https://example.org/").blocks)
    CHECK(!block.text.empty());
  return 0;
}
