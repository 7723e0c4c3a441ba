// How the machine goes, how the hosts that it asks are treated, and what is kept. For
// administrators: nobody is asked who may see what.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"
#include "fetch/fetcher.h"
#include "service/snapshot.h"
#include "store/activity.h"
#include "store/archive_copies.h"
#include "store/keeping.h"
#include "store/status.h"
#include "store/store.h"

namespace curlew::service {

// What the store does not know: the program that runs says it.
struct MachineFacts {
  struct Terminal {
    std::string name;
    std::optional<Bytes> archive_bytes;
  };
  std::string version;
  Time started;
  std::vector<Terminal> terminals;
  bool is_postgres = false;
  std::optional<Bytes> store_bytes;
  Bytes disk_free = 0;
  Bytes disk_total = 0;
};

struct TerminalState {
  std::string name;
  std::int64_t visits_last_hour = 0;
  std::optional<Time> last_heard;
  std::optional<Bytes> archive_bytes;
};

struct OperationPicture {
  Time now;
  MachineFacts machine;
  store::StatusCounts counts;
  // Of notices that wait to be sent; at most 10,000 are counted.
  std::int64_t notices = 0;
  std::vector<TerminalState> terminals;
  // With `archive.copies = 2`: who holds the copy of which archive.
  std::vector<store::ArchiveCopy> copies;
  // The last 60, the oldest first.
  std::vector<store::VisitMinute> minutes;
  // Of the newest kMostOutcomes visits of 24 hours, the most frequent first.
  std::vector<store::OutcomeCount> outcomes;
  double not_modified_share = 0;
};
inline constexpr std::size_t kMostOutcomes = 20'000;
Result<OperationPicture> take_operation(store::Store& store, MachineFacts machine,
                                        Time now, Milliseconds late_after);

// How one host was treated in the last 24 hours, by our visits: each counts once, at
// the host of its address. What is asked for on the way (robots.txt, where a redirect
// leads) and what users look at (an address to be added, a picture) are no visits, and
// are not counted.
struct HostCourtesy {
  std::string host;
  // Visits.
  std::int64_t requests = 0;
  std::int64_t not_modified = 0;
  std::int64_t failed = 0;
  Bytes bytes = 0;
  // Between the beginnings of two of them.
  std::optional<Milliseconds> smallest_gap;
  // That is configured.
  Milliseconds kept_gap{0};
  struct Robots {
    Time read;
    // Of its text, in 16 hexadecimal digits: another one where it has changed.
    std::string fingerprint;
    // 0: it asks for none.
    Milliseconds crawl_delay{0};
    Bytes bytes = 0;
  };
  // nullopt: nothing is known of its robots.txt here.
  std::optional<Robots> robots;
  // Answers that asked for rest.
  std::int64_t throttled = 0;
  std::optional<Time> resting_until;
  std::int64_t sources = 0;
};

struct CourtesyQuery {
  // A part of the host's name; empty: any.
  std::string host;
  // How many come before the page.
  std::size_t skip = 0;
  std::size_t limit = 100;
  fetch::Politeness politeness;
  // Files of terminals, which know what robots.txt files say and who wants rest.
  std::vector<std::string> terminal_caches;
};
struct CourtesyPage {
  std::vector<HostCourtesy> hosts;
  bool has_more = false;
};
// The most requests first; by the newest kMostRequests of 24 hours.
inline constexpr std::size_t kMostRequests = 10'000;
Result<CourtesyPage> take_courtesy(store::Store& store, const CourtesyQuery& query,
                                   Time now);

// What is kept of articles and of their pages: as configured, or as an administrator
// chose since, which takes its place until he takes it back. Also what is kept of
// visits and versions, which only the configuration says.

// What the configuration says.
struct ConfiguredKeeping {
  store::Keeping keeping;
  // Lines of the crawl log.
  int visit_days = 0;
  // archive::parse_retention().
  std::string versions = "all";
};

struct RetentionPicture {
  ConfiguredKeeping configured;
  std::optional<store::Keeping> chosen;
  std::int64_t articles = 0;
  // Articles that are older than `asked`, or without it than the rule that holds; at
  // most kMostSurplus are counted. nullopt: no age is asked for.
  std::optional<std::int64_t> older;

  const store::Keeping& keeping() const {
    return chosen ? *chosen : configured.keeping;
  }
};
inline constexpr std::size_t kMostSurplus = 10'000;

// `asked` is an age to be tried.
Result<RetentionPicture> take_retention(store::Store& store,
                                        ConfiguredKeeping configured,
                                        std::optional<Milliseconds> asked, Time now);

// From the next round of housekeeping on, ten minutes later at most. nullopt: as
// configured. kUsage when an age is shorter than an hour: what was just found is not
// thrown away by a slip.
Result<void> choose_keeping(store::Store& store,
                            const std::optional<store::Keeping>& keeping);

}  // namespace curlew::service
