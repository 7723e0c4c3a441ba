// Any bytes as an index: lookups come to an end, and a line that is understood says the
// same when it is written again.

#include <cstddef>
#include <cstdint>
#include <string>

#include "archive/cdxj/index.h"
#include "archive/cdxj/line.h"
#include "archive/cdxj/sorted_lines.h"
#include "archive/cdxj/surt.h"
#include "archive/memory_disk.h"
#include "base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace curlew;
  using namespace curlew::archive;
  const std::string text(reinterpret_cast<const char*>(data), size);
  CHECK(to_surt(text).find(' ') == std::string::npos);
  if (const auto version = parse_cdxj(text)) {
    const auto again = parse_cdxj(to_cdxj(*version));
    CHECK(again && *again == *version);
  }
  MemoryDisk disk;
  disk.set_content("x.cdxj", text);
  Index index(disk);
  CHECK(index.add_file("x.warc.gz").ok());
  CHECK(index.versions("https://example.org/a").ok());
  CHECK(index.nearest("https://example.org/a", from_unix_seconds(0)).ok());
  CHECK(index
            .walk([](std::string_view line) {
              return line.empty() || !parse_cdxj(line) || line.size() > 0;
            })
            .ok());
  return 0;
}
