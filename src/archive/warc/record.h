// The head of a record of a WARC file (WARC 1.1, ISO 28500:2017), or of the older ARC,
// whose records are shown in WARC's words.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/time.h"
#include "http/message.h"

namespace curlew::archive {

struct RecordHead {
  // "WARC/1.1", or "ARC/1.0".
  std::string version;
  // In the order of the file; an ARC's as WARC would name them.
  http::Headers fields;
  // "response", "request", "metadata", "revisit", "resource", "warcinfo" and others.
  std::string type;
  // Without the angle brackets that some writers put around it.
  std::string target;
  std::optional<Time> date;
  // Of the block, as the head says.
  Bytes length = 0;
  // Where it begins in the file; when packed, where its member of gzip begins.
  Bytes offset = 0;

  // Empty where there is none.
  std::string_view field(std::string_view name) const;
};

// Fills in what the fields say, with the reason why they are no head of a record.
std::optional<std::string> read_fields(RecordHead& head);

// "name: value" lines, continuation lines joined. Lines that are none are left out.
http::Headers parse_field_lines(std::string_view lines);

}  // namespace curlew::archive
