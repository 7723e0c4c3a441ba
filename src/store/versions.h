// The versions of documents that are watched, and of the pages of articles: which there
// are, what changed in each, and where its bytes lie. The bytes themselves are in
// archives (src/archive).

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/version.h"
#include "store/database.h"

namespace curlew::store {

// What the next visit of a document needs of the earlier ones.
struct DocumentState {
  // Not an error page, and not what a user called no change.
  std::optional<model::Version> last;
  // Empty: nothing was learned.
  std::string notes;
};

// What versions are of: a source itself (article 0), or the page of an article.
struct Document {
  model::SourceId source;
  model::ArticleId article;
};

// As much of a version as decides whether it is kept.
struct KeptVersion {
  Time seen;
  model::KeptAt place;
  // The next one may be compared with it.
  bool is_comparable = false;
};

class Versions {
 public:
  explicit Versions(Database& db) : db_(db) {}

  // By the controller, in its transaction. One that is there already stays.
  Result<void> add(const model::Version& version);
  Result<void> save_notes(model::SourceId source, std::string_view notes);
  // Empty: nothing was learned.
  Result<std::string> notes(model::SourceId source);
  // Of those sources of which something is known.
  Result<std::unordered_map<model::SourceId, DocumentState>> states(
      std::span<const model::SourceId> sources);

  // A user says that a version is no change: it stays, with a score of 0, and is not
  // counted any more, neither in the counters of its source nor in those of the
  // versions after it. Its source gets a new revision. False: it is not there, or he
  // has said so before.
  Result<bool> take_back(const model::Version& version);

  // Of an address, whatever source it is of; the newest first, `limit` of those that
  // were seen before `before`.
  Result<std::vector<model::Version>> of_url(std::string_view url, Time before,
                                             std::size_t limit);
  // Of a source itself, likewise.
  Result<std::vector<model::Version>> of_source(model::SourceId source, Time before,
                                                std::size_t limit);
  // Of them the first one and those that changed something: not those that say the
  // same, nor those that a user called no change.
  Result<std::vector<model::Version>> changes_of(model::SourceId source, Time before,
                                                 std::size_t limit);
  // How many a source itself has; those of its articles' pages are not counted.
  Result<std::int64_t> count_of(model::SourceId source);
  // How many versions of a source itself were seen each day, the newest day first; at
  // most `limit` days.
  struct DayCount {
    Time day;
    std::int64_t versions = 0;
  };
  Result<std::vector<DayCount>> days_of(model::SourceId source, std::size_t limit);
  // Where each of them is kept, in no order.
  Result<void> each_place(const std::function<void(const model::KeptAt&)>& take);
  // Likewise, with what belongs to them (contexts, pictures) and with what may go.
  Result<void> each_named_record(const std::function<void(const model::KeptAt&)>& take);
  // The one that was in force at `time`: the last not after it, else the first.
  Result<std::optional<model::Version>> at(std::string_view url, Time time);

  // Documents behind `last` with at least three versions, in a fixed order.
  Result<std::vector<Document>> documents(Document last, std::size_t limit);
  // The oldest first.
  Result<std::vector<KeptVersion>> kept_of(Document document);
  // Removes these versions, and notes that their records, and what was kept beside them
  // alone, may go.
  Result<void> drop(Document document, std::span<const KeptVersion> versions);
  // Likewise, in the transaction of whoever calls it.
  Result<void> drop(Document document, const KeptVersion& version);
  // Notes that a record may go which is of no version of that document: the report that
  // named it came too late, or told nothing new. By the controller, in its transaction.
  Result<void> drop_unused(Document document, const model::KeptAt& place);
  // Notes that a record may go.
  Result<void> drop_record(const model::KeptAt& place);
  // Records of that archive that may go, in the order of their places.
  Result<std::vector<model::KeptAt>> dropped(std::string_view terminal,
                                             std::size_t limit);
  // They are gone.
  Result<void> forget_dropped(std::span<const model::KeptAt> places);

 private:
  Database& db_;
};

}  // namespace curlew::store
