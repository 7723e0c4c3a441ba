// The versions of documents that are watched: which there are, what changed in each,
// and where its bytes lie. The bytes themselves are in archives (src/archive).

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

  // A user says that the version of that moment is no change, or that it is one. False:
  // there is none.
  Result<bool> set_no_change(model::SourceId source, Time seen, bool is_no_change);

  // Of an address, whatever source it is of; the newest first, `limit` of those that
  // were seen before `before`.
  Result<std::vector<model::Version>> of_url(std::string_view url, Time before,
                                             std::size_t limit);
  // Of a source itself, likewise.
  Result<std::vector<model::Version>> of_source(model::SourceId source, Time before,
                                                std::size_t limit);
  // All of an address, the oldest first: times alone, for a TimeMap.
  Result<std::vector<Time>> times_of_url(std::string_view url);
  // Where each of them is kept, in no order.
  Result<void> each_place(const std::function<void(const model::KeptAt&)>& take);
  // The one that was in force at `time`: the last not after it, else the first.
  Result<std::optional<model::Version>> at(std::string_view url, Time time);

 private:
  Database& db_;
};

}  // namespace curlew::store
