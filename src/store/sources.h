// The queries about sources. Each runs within the caller's transaction; those that
// change a source for a user also give it a new revision, for the controller to see.

#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/source.h"
#include "model/visit.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// By users.
Result<model::SourceId> insert_source(Database& db, const model::Source& source,
                                      Time due);
// What users decide of it; not its state. kExists when another source has its address.
// The address that it had stays an alias of it.
Result<void> update_source(Database& db, const model::Source& source);
Result<void> delete_source(Database& db, model::SourceId source);
Result<void> change_state(Database& db, model::SourceId source,
                          model::SourceState state);
// See CentralStore::ask_visits() and note_fetch_settings().
Result<void> ask_visit(Database& db, model::SourceId source, Time now);
Result<std::int64_t> note_settings(Database& db, std::int64_t fingerprint, Time now);

// By the controller: no new revision, and a source that is gone from the table is no
// error, since its user may have removed it a moment ago.
Result<void> note_state(Database& db, model::SourceId source, model::SourceState state);
Result<void> note_feed_head(Database& db, model::SourceId source,
                            const model::FeedHead& head);
Result<void> note_move(Database& db, model::SourceId source, std::string_view url,
                       model::SourceKind kind);
// Forgets `duplicate`; its addresses are aliases of `source` from now on.
Result<void> merge_source(Database& db, model::SourceId duplicate,
                          model::SourceId source);

Result<std::optional<VisitSettings>> visit_settings(Database& db,
                                                    model::SourceId source);
Result<std::vector<SourceAddress>> source_addresses(
    Database& db, std::span<const model::SourceId> sources);
Result<bool> source_exists(Database& db, model::SourceId source);
// By its address, or by an alias.
Result<std::optional<model::SourceId>> source_with_url(Database& db,
                                                       std::string_view url);

}  // namespace curlew::store
