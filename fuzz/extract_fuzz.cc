// Any bytes as a page: whatever is read out of it is UTF-8 and no longer than the page.
// seeds: src/extract/testdata src/parse/testdata/pages

#include <simdjson.h>

#include "base/check.h"
#include "extract/page.h"
#include "parse/html/page.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static curlew::dom::Document page;
  static curlew::extract::PageReader reader;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  curlew::parse::parse_html_page(bytes, "text/html", page);
  const curlew::extract::PageContent content = reader.read(page, {});
  CHECK(simdjson::validate_utf8(content.body));
  CHECK(simdjson::validate_utf8(content.title));
  CHECK(content.body.size() <= 8 * size + 64);
  return 0;
}
