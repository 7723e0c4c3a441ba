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
  // How it was read: the same bytes say something else to other rules.
  Fingerprint reading;
  std::string etag;
  std::string last_modified;
  std::vector<std::uint64_t> entry_keys;        // Newest first, bounded.
  std::vector<std::uint64_t> entry_likenesses;  // Of the entries shown last.
  model::PublisherWishes wishes;
  Time retrieved;
  bool operator==(const SourceMemory&) const = default;
};

// A cache, with its connection, belongs to one thread.
class TerminalCache {
 public:
  using Remembered = std::pair<model::SourceId, SourceMemory>;

  virtual ~TerminalCache() = default;
  virtual Result<std::optional<SourceMemory>> find(model::SourceId source) = 0;
  // All in one transaction.
  virtual Result<void> save(std::span<const Remembered> memories) = 0;
};

// A damaged file, whenever the damage shows, is set aside as PATH.damaged and begun
// anew. Power loss may take the last saves, a crash takes none.
Result<std::unique_ptr<TerminalCache>> open_terminal_cache(const std::string& path);
// For tests and simulations.
std::unique_ptr<TerminalCache> make_memory_terminal_cache();

}  // namespace curlew::store
