// Any bytes as a WARC or ARC file: reading comes to an end, no record is longer than
// what was there, and what is read goes through everything that looks at records.

#include <cstddef>
#include <cstdint>
#include <string>

#include "archive/segment/scan.h"
#include "archive/string_file.h"
#include "archive/warc/http_block.h"
#include "archive/warc/reader.h"
#include "base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace curlew;
  using namespace curlew::archive;
  const StringFile file(std::string(reinterpret_cast<const char*>(data), size));
  RecordReader reader(file);
  Bytes unpacked = 0;
  while (true) {
    const auto head = reader.next();
    CHECK(head.ok());
    if (!*head) break;
    CHECK((*head)->offset < size);
    std::string block;
    while (true) {
      const auto piece = reader.more();
      CHECK(piece.ok());
      if (piece->empty()) break;
      block += *piece;
    }
    unpacked += block.size();
    CHECK(!reader.is_whole() || block.size() == (*head)->length);
    if (const auto message = parse_http_block(block)) {
      if (!decoded_body(*message, 1_MiB).ok()) continue;
    }
  }
  // Deflate gives 1,032 bytes for one at most.
  CHECK(unpacked <= size * 1100);
  CHECK(reader.end_of_last() <= size);
  const auto scan = scan_segment(file, "x.warc.gz");
  CHECK(scan.ok() && scan->sound_end <= size);
  return 0;
}
