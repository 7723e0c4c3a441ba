// The table of sources, page by page: what each brings and how late it was found; and
// what is wrong with those that are ill, by cause.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "service/find_source.h"
#include "store/source_slice.h"
#include "store/store.h"

namespace curlew::service {

inline constexpr std::size_t kTableDays = 14;

// What a source brought of late.
struct SourceYield {
  // Articles found on each of the last kTableDays days, the oldest first; by its newest
  // thousand.
  std::vector<std::int64_t> days = std::vector<std::int64_t>(kTableDays);
  // Of the last seven days, as the next.
  std::int64_t per_week = 0;
  // nullopt: none of them has a date that tells.
  std::optional<Milliseconds> median_delay;
  // Of the days above, those that it published under our eyes: what stood there at the
  // first visit tells nothing of its rhythm.
  std::int64_t since_added = 0;
  // There are more than were counted.
  bool is_cut = false;
};

struct SourceTableRow {
  store::WatchedSource source;
  bool is_subscribed = false;
  SourceYield yield;
};

struct SourceTableQuery {
  Viewer viewer = {};
  store::SourceFilter filter = store::SourceFilter::kAll;
  std::optional<model::SourceState> state = {};
  std::optional<model::SourceKind> kind = {};
  // As typed; with those below it.
  std::string folder = {};
  // A part of title or address.
  std::string text = {};
  // Only these; empty: any.
  std::vector<model::SourceId> ids = {};
  store::SourceOrder order = store::SourceOrder::kTitle;
  std::optional<store::SourceKey> after = {};
  std::size_t limit = 100;
};

struct SourceTablePage {
  std::vector<SourceTableRow> rows;
  std::optional<store::SourceKey> next;
  // On all pages, as of store::SourceSlice.
  std::int64_t total = 0;
};

Result<SourceTablePage> read_source_table(store::Store& store,
                                          const SourceTableQuery& query, Time now,
                                          Milliseconds late_after);

// Of one source.
Result<SourceYield> yield_of(store::Store& store, const model::Source& source,
                             Time now);

// What cures an illness: what its button does.
enum class Cure {
  kVisit,
  kRemove,
  kResume,
  kLogin,
  kProxy,
  // A browser runs its scripts.
  kRender,
  // Its links are followed.
  kKind,
  // The page itself is watched for changes.
  kChanges,
  kData,
  // What it is is found out anew.
  kAuto,
  kAddress,
  // It is visited every few hours.
  kRarely,
  kWait,
  // Of whoever runs the program.
  kSetting,
};
std::string_view to_string(Cure cure);

// A cause that sources are ill of.
struct Cause {
  // "http-404", "needs-login": a stable name.
  std::string code;
  Cure cure = Cure::kVisit;
  // Another that may be meant.
  std::optional<Cure> other = {};
};
Cause cause_of(model::FetchOutcome outcome, int status, model::Remark remark);

struct IllSource {
  store::WatchedSource source;
  // The first failure in a row, where it is known.
  std::optional<Time> since;
};
struct ProblemGroup {
  Cause cause;
  std::int64_t count = 0;
  // The first of them, by title.
  std::vector<IllSource> sources;
};
inline constexpr std::size_t kShownOfACause = 100;
// Of what the viewer sees; the most frequent first.
Result<std::vector<ProblemGroup>> read_problems(store::Store& store, Viewer viewer);

}  // namespace curlew::service
