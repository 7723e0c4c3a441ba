// What is watched: sources as their users have them and as visits found them. Changes
// by users give a source a new revision, for the controller to see (schedule.h).

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/source.h"
#include "model/visit.h"
#include "store/database.h"
#include "store/schedule.h"

namespace curlew::store {

struct WatchedSource {
  model::Source source;
  ScheduleRow schedule;
};

struct FolderRow {
  // "News/Greece"; empty: of sources that are not filed.
  std::string name;
  std::int64_t sources = 0;
};

enum class SourceFilter {
  kAll,
  kDue,
  kLate,
  // Active or failing, and not due yet.
  kComing,
  // Not paused, and the last visit failed or found nothing of use.
  kProblem,
  // In that state: several visits in a row failed.
  kFailing,
  kPaused,
  kGone,
  kStopped,
};

class Sources {
 public:
  explicit Sources(Database& db) : db_(db) {}

  // By users. kExists names the source that has the address; kUsage what is too long.
  Result<model::SourceId> add(const model::Source& source, Time due);
  // Many at once (OPML). nullopt where the address is watched already, or too long.
  Result<std::vector<std::optional<model::SourceId>>> add_all(
      std::span<const model::Source> sources, Time due);
  // All that users decide of it, as in `source`; its state stays. kExists when another
  // source has its address. The address that it had stays an alias of it; what visits
  // there taught of failures and redirects is forgotten.
  Result<void> change(const model::Source& source);
  // With its articles, pages and visits, and with what users have of it: subscriptions,
  // clips. The records of its versions stay in the archives, where nothing but their
  // address finds them, or go as those do that are thinned out.
  enum class Records { kStay, kGo };
  Result<void> remove(model::SourceId source, Records records = Records::kStay);
  Result<void> set_state(model::SourceId source, model::SourceState state);

  // By its address, or by one that it had before (a page that named it, a redirect).
  Result<std::optional<WatchedSource>> find(std::string_view url);
  Result<std::optional<WatchedSource>> find(model::SourceId id);
  // Of those that are still there, in no order.
  Result<std::vector<WatchedSource>> find(std::span<const model::SourceId> ids);
  // On the host `word`, or with it in their title; in any case of its ASCII letters.
  Result<std::vector<WatchedSource>> like(std::string_view word, std::size_t limit);
  // In the order of their titles; kDue, kLate and kComing, which `now` and `late_after`
  // matter to, by the time they are due.
  Result<std::vector<WatchedSource>> list(SourceFilter filter, Time now,
                                          Milliseconds late_after, std::size_t limit);
  // In the order of their names.
  Result<std::vector<FolderRow>> folders();

  // By the controller: no new revision, and a source that is gone from the table is not
  // an error, since its user may have removed it a moment ago.

  // What visits may change of it: kind, state, title, site and language.
  Result<void> save_found(const model::Source& source);
  // kExists when another source has that address. The one it had stays an alias of it.
  Result<void> move(model::SourceId source, std::string_view url);
  // The source turned out to be the one that has, or had, the address `url`: it is
  // removed, its own address is an alias of that one, and its subscribers are that
  // one's.
  Result<void> merge(model::SourceId duplicate, std::string_view url, Time now);

 private:
  Result<std::optional<model::SourceId>> holder_of(std::string_view url);
  Result<std::optional<std::string>> url_of(model::SourceId source);

  Database& db_;
};

}  // namespace curlew::store
