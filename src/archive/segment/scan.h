// Reads a WARC file from end to end: what its index should say, what is wrong with it,
// and where its sound part ends. Recovery, the rebuilding of an index and verify are
// all this. For this module alone.

#pragma once

#include <string>
#include <vector>

#include "archive/capture.h"
#include "archive/disk.h"
#include "archive/trouble.h"
#include "archive/warc/digests.h"
#include "archive/warc/record.h"

namespace curlew::archive {

struct Scan {
  // CDXJ lines, in the order of the file.
  std::vector<std::string> lines;
  // Damaged places, and records whose digests do not agree.
  std::vector<Trouble> troubles;
  Bytes records = 0;
  // Behind the last record that is whole.
  Bytes sound_end = 0;
};

// What an index says of a record, except how long it is. `block`: how its block begins.
Version version_of(const RecordHead& head, std::string_view block,
                   const Digests& payload, const std::string& segment);

Result<Scan> scan_segment(const File& file, const std::string& segment);

}  // namespace curlew::archive
