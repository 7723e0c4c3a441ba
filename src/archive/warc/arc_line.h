// The line that begins a record of an ARC file, WARC's predecessor (Internet Archive,
// 1996): "URL IP-address Archive-date Content-type Archive-length", and in its second
// version five fields more before the length. For this folder alone.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "archive/warc/record.h"

namespace curlew::archive {

struct ArcLine {
  std::string url;
  std::string ip;
  std::string date;
  std::string type;
  // None when it is not a number.
  std::optional<Bytes> length;
};

// The first line of `text`; nullopt when it does not look like one.
std::optional<ArcLine> parse_arc_line(std::string_view text, int version);

// `block`: how the record's block begins.
RecordHead to_record_head(const ArcLine& line, std::string_view block);

}  // namespace curlew::archive
