// When sources are visited: what each visit taught, what their users asked for, and
// what was learned of all sources together. The controller plans from here and writes
// back with each batch of reports.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/change.h"
#include "model/due_reason.h"
#include "model/ids.h"
#include "model/objective.h"
#include "model/outcome.h"
#include "model/problem.h"
#include "model/source.h"
#include "store/database.h"

namespace curlew::store {

// What is known about visiting a source.
struct ScheduleRow {
  model::SourceId source;
  Time next_due;
  std::optional<Time> last_visit;
  std::optional<Time> last_success;
  // When a visit last found something new.
  std::optional<Time> last_new;
  // The publisher's wish.
  std::optional<Time> not_before;
  // In a row.
  std::uint32_t failures = 0;
  // How the last visit ended; model/problem.h says it in words.
  model::FetchOutcome last_outcome = model::FetchOutcome::kFetched;
  // Of HTTP; 0: no answer.
  int last_status = 0;
  model::Remark last_remark = model::Remark::kNone;
  // What is wrong with the source, or with its last visit.
  std::string last_error;
  // What was remarkable about one that went well.
  std::string last_note;
  // A permanent redirect seen, not yet believed.
  std::string moved_to;
  std::uint32_t moved_seen = 0;
  // Opaque: schedule/ writes and reads it.
  std::string policy_state;
  model::DueReason due_reason = model::DueReason::kNotVisited;
  // Its user wants a visit, and asked for it then; cleared by the first that began
  // later.
  std::optional<Time> asked;
  // Of a document whose content is watched.
  model::ChangeCounters changes = {};

  bool operator==(const ScheduleRow&) const = default;
};

// Grows with every change of a source by anybody but the controller itself.
using Revision = std::int64_t;

// As much of a source as planning its visits needs: a controller reads it of all of
// them when it starts.
struct PlannedSource {
  model::SourceId id;
  model::SourceState state = model::SourceState::kActive;
  model::Aim aim;
  model::OwnWishes wishes;
  model::Audience audience;
  Time added;
  std::string url;
  Time next_due;
  std::optional<Time> last_visit;
  std::optional<Time> last_success;
  std::optional<Time> not_before;
  std::uint32_t failures = 0;
  std::string policy_state;
  std::optional<Time> asked;
};

struct SourceChanges {
  // Ask for what came after it next.
  Revision revision = 0;
  // Added or edited since.
  std::vector<PlannedSource> changed;
  std::vector<model::SourceId> removed;
  bool has_more = false;
};

struct SourceAddress {
  model::SourceId id;
  std::string url;
};

// What the scheduler learned of all sources together; opaque.
struct Population {
  std::string name;
  Time saved;
  std::string state;
};

class Schedule {
 public:
  explicit Schedule(Database& db) : db_(db) {}

  // What changed since `revision` (0: everything), at most `limit` sources at a time.
  // Costs one number to read when nothing did: called every tick.
  Result<SourceChanges> changes_since(Revision revision, std::size_t limit);
  // Of those that are still there, in no order.
  Result<std::vector<SourceAddress>> addresses(std::span<const model::SourceId> ids);
  // Sources that had something new at some time, with ids above `after`, in order.
  Result<std::vector<model::SourceId>> with_news(model::SourceId after,
                                                 std::size_t limit);
  // As of now: a row that was read at the same revision is as its users left it.
  Result<Revision> revision();

  // A source that is gone by now is not an error.
  Result<void> save(const ScheduleRow& row);

  // Their users want them visited now; a controller that runs does it at once, one that
  // does not when it starts. kNotFound when one of them is gone.
  Result<void> ask_visits(std::span<const model::SourceId> sources, Time now);
  // What a visit finds depends on settings as well: when they are not those of the last
  // call, all sources with a problem are asked for. Returns how many.
  Result<std::int64_t> note_fetch_settings(std::int64_t fingerprint, Time now);

  // What sources are visited for and by which policy, each once.
  Result<std::vector<model::Aim>> aims();

  // In the order of their names.
  Result<std::vector<Population>> populations();
  Result<void> save(const Population& population);

 private:
  Database& db_;
};

// For whoever changes a source by its id.
Error no_such_source(const Database& db, model::SourceId source);

}  // namespace curlew::store
