// A PDF document as a page: its text as paragraphs, so that it is read, compared and
// searched like any other page. The text comes from poppler's pdftotext, which runs as
// a child process: poppler is not linked (it is under the GPL), and a document that
// was made to break it breaks nothing but the child.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/time_budget.h"

namespace curlew::parse {

// Thread-safe.
class PdfReader {
 public:
  virtual ~PdfReader() = default;

  // HTML in UTF-8: the title that the document states of itself, and a <p> for each
  // paragraph. Ends early when `time` is spent.
  virtual Result<std::string> read(std::string_view pdf, TimeBudget time) = 0;
};

struct PdfToTextOptions {
  // A path, or a name to be found on the PATH.
  std::string program = "pdftotext";
  // By the clock, and of a processor: a child that takes longer is killed.
  Milliseconds time{10'000};
  // The child's address space.
  Bytes memory = 512_MiB;
  // A document with more text is cut.
  Bytes output = 4_MiB;
};

// Whether the program is there is looked up at each reading: it may be installed later.
std::unique_ptr<PdfReader> make_pdftotext(PdfToTextOptions options, const Clock& clock);

// What `pdftotext -htmlmeta` prints, as a page.
std::string page_of_pdf_text(std::string_view printed);

}  // namespace curlew::parse
