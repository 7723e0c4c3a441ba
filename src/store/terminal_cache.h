// What a terminal remembers of its sources, in a SQLite file of its own: enough to see
// by itself that nothing changed; and of hosts, what they were promised. Losing the
// file loses no data: the next visit reports entries again and the central store
// recognises them, and a robots.txt is asked for again.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fingerprint.h"
#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/problem.h"
#include "model/publisher_wishes.h"

namespace curlew::store {

struct Migration;

struct SourceMemory {
  // Validators belong to this address and no other.
  std::string url;
  Fingerprint content;
  // How it was read: the same bytes say something else to other rules.
  Fingerprint reading;
  std::string etag;
  std::string last_modified;
  // Newest first, bounded.
  std::vector<std::uint64_t> entry_keys;
  // Likenesses of the entries that it showed last.
  std::vector<std::uint64_t> entry_likenesses;
  model::PublisherWishes wishes;
  Time retrieved;
  // What was said of it then holds as long as it is not modified.
  model::Remark remark = model::Remark::kNone;
  // The JSON-LD contexts that it was read by (pipeline/contexts.h).
  std::string contexts;
  bool operator==(const SourceMemory&) const = default;
};

// The robots.txt of one origin ("https://a.example").
struct RobotsMemory {
  std::string text;
  // Validators belong to this address and no other.
  std::string url;
  std::string etag;
  std::string last_modified;
  Time read;
  Milliseconds crawl_delay{0};
  bool operator==(const RobotsMemory&) const = default;
};

// What is kept of hosts; the oldest beyond it are forgotten.
struct HostLimits {
  std::int64_t holds = 50'000;
  std::int64_t robots = 50'000;
  std::int64_t robots_bytes = 64 << 20;
  // RFC 9309 §2.3.1.4: so old rules are not used any more.
  Milliseconds robots_age = std::chrono::days(30);
};

// A cache, with its connection, belongs to one thread.
class TerminalCache {
 public:
  using Remembered = std::pair<model::SourceId, SourceMemory>;

  virtual ~TerminalCache() = default;
  // In the order of `sources`, all of one moment.
  virtual Result<std::vector<std::optional<SourceMemory>>> find(
      std::span<const model::SourceId> sources) = 0;
  // All in one transaction.
  virtual Result<void> save(std::span<const Remembered> memories) = 0;

  // Until when a host is left alone. A shorter hold does not end a longer one.
  virtual Result<std::optional<Time>> find_hold(std::string_view host) = 0;
  virtual Result<void> save_hold(std::string_view host, Time until) = 0;
  virtual Result<std::optional<RobotsMemory>> find_robots(std::string_view origin) = 0;
  virtual Result<void> save_robots(std::string_view origin,
                                   const RobotsMemory& robots) = 0;
  // Forgets holds that are over, rules too old to use, and the oldest of too many.
  virtual Result<void> prune_hosts(Time now, const HostLimits& limits) = 0;
  // The delay that each origin's robots.txt asks of us, where it asks for one.
  virtual Result<std::vector<std::pair<std::string, Milliseconds>>> crawl_delays() = 0;
};

// Tells a terminal's cache from any other SQLite file: "Crlc".
inline constexpr std::uint32_t kCacheMark = 0x43726c63;

// The schema of a cache, for whoever checks one that came from elsewhere.
std::span<const Migration> cache_migrations();

// A damaged file, whenever the damage shows, is set aside as PATH.damaged and begun
// anew. Power loss may take the last saves, a crash takes none.
Result<std::unique_ptr<TerminalCache>> open_terminal_cache(const std::string& path);
// For readers beside its terminal. kNotFound when there is none.
Result<std::unique_ptr<TerminalCache>> read_terminal_cache(const std::string& path);
// For tests and simulations.
std::unique_ptr<TerminalCache> make_memory_terminal_cache();

}  // namespace curlew::store
