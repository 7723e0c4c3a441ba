// The crawl log: one line for each visit. Ids of visits grow with time (model/ids.h).

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/change.h"
#include "model/ids.h"
#include "model/outcome.h"
#include "model/visit.h"
#include "store/database.h"

namespace curlew::store {

struct VisitRow {
  model::VisitId id;
  model::SourceId source;
  std::string source_title;
  std::string source_url;
  model::VisitKind kind = model::VisitKind::kSource;
  model::ArticleId article;
  Time started;
  Milliseconds took{0};
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  int http_status = 0;
  std::uint64_t wire_bytes = 0;
  std::uint64_t body_bytes = 0;
  std::uint32_t new_entries = 0;
  std::string headers;
  // Why it failed; empty on success.
  std::string error;
  // What was remarkable about it.
  std::string note;
  // M of advaRSS after the visit, in thousandths; nullopt outside its training phase.
  std::optional<std::int64_t> median_milli;
  // What it found changed, where it kept a version of the source; nullopt: it kept
  // none.
  std::optional<model::ChangeKinds> kinds;
  // Of a document whose content is watched, after the visit.
  std::optional<model::ChangeCounters> changes;
};

// How long a visit of a source was on the wire.
struct DownloadRow {
  model::SourceId source;
  Milliseconds took{0};
};

// Response headers as they lie in the log; without the store, and so before its lock is
// taken.
std::string pack_headers(std::string_view headers);

class Visits {
 public:
  explicit Visits(Database& db) : db_(db) {}

  // Of these, the ones that are recorded already.
  Result<std::vector<model::VisitId>> recorded(std::span<const model::VisitId> visits);
  // `headers`: the report's, as pack_headers() makes them.
  struct Learned {
    std::uint32_t new_articles = 0;
    // As in VisitRow.
    std::optional<std::int64_t> median_milli = {};
    std::optional<model::ChangeKinds> kinds = {};
    std::optional<model::ChangeCounters> changes = {};
  };
  Result<void> record(const model::VisitReport& report, std::string_view headers,
                      const Learned& learned);

  // Newest first, those with ids below `before` (0: from the newest on).
  Result<std::vector<VisitRow>> of(model::SourceId source, std::size_t limit,
                                   model::VisitId before = {});
  // Of all sources that `viewer` sees (0: of all), ordered since then, the newest
  // first.
  Result<std::vector<VisitRow>> latest(Time since, std::size_t limit,
                                       model::UserId viewer = {});
  // The visits of sources begun since then that sent anything, newest first.
  Result<std::vector<DownloadRow>> downloads(Time since, std::size_t limit);

  // Forgets rows that are older, but those of the newest `visit_days` days on which
  // there were visits: a clock that is years ahead must not empty the log. At most a
  // thousand, in one short transaction; returns how many.
  Result<std::int64_t> prune(Time before, std::size_t visit_days);

 private:
  Database& db_;
};

}  // namespace curlew::store
