// What the first version of a page or a data document would say, before it is watched:
// the lines that would be compared from then on.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "archive/capture.h"
#include "base/result.h"
#include "model/source.h"
#include "parse/pdf/pdf_reader.h"
#include "pipeline/contexts.h"

namespace curlew::service {

inline constexpr std::size_t kShownLines = 20;

struct FirstVersion {
  // The first of them, each on one line: of a page its texts, of data its triples, rows
  // ("column: value") or paths.
  std::vector<std::string> lines;
  // Of all.
  std::size_t count = 0;
};

// Of what was got as `source` says: its part, and without what it ignores. `pdf` as of
// readable_text().
Result<FirstVersion> first_version(const archive::Content& content,
                                   const model::Source& source,
                                   const pipeline::ContextTexts& contexts,
                                   parse::PdfReader* pdf);

}  // namespace curlew::service
