// Tables of text (RFC 4180 and what is published in its name): any charset, commas,
// semicolons, tabs or bars between cells, with or without a header, quotation marks
// where they do not belong, rows of unequal length. Pure; callable from any thread.

#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "model/table.h"

namespace curlew::parse {

struct CsvOptions {
  // The Content-Type header: its charset, and "header=present" or "header=absent".
  std::string_view content_type;
  std::size_t max_cells = 20'000'000;
  std::size_t max_columns = 4096;
};

Result<model::Table> parse_csv(std::string_view bytes, const CsvOptions& options = {});

}  // namespace curlew::parse
