// PDF documents, which are read as pages are: their text becomes one.

#include <utility>

#include "base/ascii.h"
#include "pipeline/stages.h"

namespace curlew::pipeline {

bool is_pdf_type(std::string_view content_type) {
  const std::string type = to_ascii_lower(content_type);
  return type.starts_with("application/pdf") || type.starts_with("application/x-pdf");
}

Error no_pdf_reader() {
  return {ErrorKind::kUnsupported, "PDF documents are not read: set fetch.pdftotext"};
}

Result<std::string> page_of_pdf(const Visit& visit, std::string_view pdf) {
  if (!visit.options.pdf) return no_pdf_reader();
  return visit.options.pdf->read(pdf, visit.time);
}

bool read_pdf(Visit& visit) {
  auto made = page_of_pdf(visit, visit.result.body);
  if (made.ok()) {
    visit.made_page = *std::move(made);
    return true;
  }
  conclude_unreadable(visit, std::move(made).error().text, model::Remark::kPdf);
  if (is_cut_page(visit.result)) {
    // It may come whole the next time.
    visit.end.report.outcome = model::FetchOutcome::kUnreachable;
    visit.end.report.error = kCutPage;
  }
  return false;
}

}  // namespace curlew::pipeline
