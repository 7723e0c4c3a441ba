// Any bytes as a pack: it is refused, or what is in it is read or said to be damaged;
// and once it was opened to write, what is appended can be read back.

#include <cstddef>
#include <cstdint>
#include <string>

#include "archive/memory_disk.h"
#include "archive/pack/pack.h"
#include "base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace curlew;
  using namespace curlew::archive;
  MemoryDisk disk;
  disk.set_content("x", std::string(reinterpret_cast<const char*>(data), size));
  const PackOptions options{.largest_entry = 1_MiB};
  for (const auto access : {Pack::Access::kRead, Pack::Access::kWrite}) {
    const auto pack = Pack::open(disk, "x", access, options);
    if (!pack.ok()) continue;
    CHECK((*pack)->verify().ok());
    const auto keys = (*pack)->keys();
    CHECK(keys.ok());
    for (const auto& key : *keys) {
      if (const auto bytes = (*pack)->read(key); bytes.ok()) {
        CHECK(bytes->size() <= options.largest_entry);
      }
    }
    if (access == Pack::Access::kRead) continue;
    if (!(*pack)->append("a key of our own", "series", "some bytes").ok()) continue;
    CHECK((*pack)->commit().ok());
    const auto back = (*pack)->read("a key of our own");
    CHECK(back.ok() && *back == "some bytes");
  }
  return 0;
}
