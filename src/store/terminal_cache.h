// What a terminal remembers of its sources, in a SQLite file of its own: enough to see
// by itself that nothing changed. Losing the file loses no data: the next visit reports
// entries again and the central store recognises them.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/fingerprint.h"
#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/publisher_wishes.h"

namespace curlew::store {

struct SourceMemory {
  std::string url;  // Validators belong to this address and no other.
  Fingerprint content;
  std::string etag;
  std::string last_modified;
  std::vector<std::uint64_t> entry_keys;  // Newest first, bounded.
  model::PublisherWishes wishes;
  Time retrieved;
  bool operator==(const SourceMemory&) const = default;
};

class TerminalCache {
 public:
  virtual ~TerminalCache() = default;
  virtual Result<std::optional<SourceMemory>> find(model::SourceId source) = 0;
  // All in one transaction.
  virtual Result<void> save(
      std::span<const std::pair<model::SourceId, SourceMemory>> memories) = 0;
};

// A damaged file is set aside and begun anew.
Result<std::unique_ptr<TerminalCache>> open_terminal_cache(const std::string& path);
// For tests and simulations.
std::unique_ptr<TerminalCache> make_memory_terminal_cache();

}  // namespace curlew::store
