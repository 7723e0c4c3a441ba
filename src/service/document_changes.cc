#include "service/document_changes.h"

#include <utility>

namespace curlew::service {

Result<std::vector<DocumentChange>> changes_of(store::Store& store,
                                               const model::Source& source, Time now,
                                               std::size_t limit) {
  const bool is_data = source.kind == model::SourceKind::kData ||
                       source.kind == model::SourceKind::kSparql;
  // One that was seen in this very moment counts, too.
  TRY_ASSIGN(auto versions,
             store.versions().of_source(source.id, now + Milliseconds(1), limit));
  std::vector<DocumentChange> changes;
  for (model::Version& version : versions) {
    if (version.is_no_change) continue;
    DocumentChange& change = changes.emplace_back();
    if (is_data) change.counts = detect::parse_counts(version.summary);
    change.version = std::move(version);
  }
  return changes;
}

}  // namespace curlew::service
