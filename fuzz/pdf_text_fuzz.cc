// Any bytes as what pdftotext prints of a stranger's document: a page comes of it, in
// bounds.

#include "base/check.h"
#include "dom/document.h"
#include "parse/html/page.h"
#include "parse/pdf/pdf_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view printed(reinterpret_cast<const char*>(data), size);
  const std::string page = curlew::parse::page_of_pdf_text(printed);
  // The longest escape of a byte, and the tags of an empty line.
  CHECK(page.size() <= 32 * size + 1024);
  static curlew::dom::Document read;
  CHECK(curlew::parse::parse_html(page, read) != curlew::parse::PageCut::kDepth);
  return 0;
}
