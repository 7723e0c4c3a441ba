#include <fmt/format.h>

#include <utility>

#include "base/child_process.h"
#include "base/find_program.h"
#include "parse/pdf/pdf_reader.h"

namespace curlew::parse {
namespace {

class PdfToText final : public PdfReader {
 public:
  PdfToText(PdfToTextOptions options, const Clock& clock)
      : options_(std::move(options)), clock_(clock) {}

  Result<std::string> read(std::string_view pdf, TimeBudget time) override {
    const auto path = find_program(options_.program);
    if (!path) {
      return Error{ErrorKind::kNotFound,
                   fmt::format("PDF documents are not read, as {} is not there: apt "
                               "install poppler-utils, or set fetch.pdftotext",
                               options_.program)};
    }
    ChildOptions child;
    child.words = {*path, "-q", "-htmlmeta", "-enc", "UTF-8", "-eol", "unix", "-", "-"};
    child.time = options_.time;
    child.memory = options_.memory;
    child.output = options_.output;
    const auto ended = run_child(child, pdf, clock_, std::move(time));
    if (!ended.ok()) {
      if (ended.error().kind != ErrorKind::kLimit) return Error(ended.error());
      return Error{ErrorKind::kLimit, "the text of the PDF takes too long to read"};
    }
    if (ended->signal != 0) {
      return Error{ErrorKind::kLimit,
                   fmt::format("pdftotext broke down over the PDF, by signal {}",
                               ended->signal)};
    }
    if (ended->is_well()) return page_of_pdf_text(ended->output);
    return Error{ErrorKind::kMalformed,
                 "the PDF is damaged, locked by a password, or too large to read"};
  }

 private:
  const PdfToTextOptions options_;
  const Clock& clock_;
};

}  // namespace

std::unique_ptr<PdfReader> make_pdftotext(PdfToTextOptions options,
                                          const Clock& clock) {
  return std::make_unique<PdfToText>(std::move(options), clock);
}

}  // namespace curlew::parse
