#include "control/source_rows.h"

#include <vector>

namespace curlew::control {
namespace {

// Orders that are never answered leave their rows here: then all are read again.
constexpr std::size_t kMostHeld = 10'000;

}  // namespace

Result<SourceRows::Rows> SourceRows::take(std::span<const model::SourceId> sources) {
  Rows rows;
  if (sources.empty()) return rows;
  TRY_ASSIGN(revision_, store_.schedule().revision());
  std::vector<model::SourceId> unknown;
  for (const model::SourceId id : sources) {
    if (rows.contains(id)) continue;
    auto held = held_.extract(id);
    if (held && held.mapped().revision == revision_) {
      rows.emplace(id, std::move(held.mapped().row));
    } else {
      unknown.push_back(id);
    }
  }
  TRY_ASSIGN(auto found, store_.sources().find(unknown));
  for (store::WatchedSource& row : found) {
    const model::SourceId id = row.source.id;
    rows.emplace(id, std::move(row));
  }
  return rows;
}

void SourceRows::hold(model::SourceId source, store::WatchedSource row) {
  if (held_.size() >= kMostHeld) held_.clear();
  held_.insert_or_assign(source, Held{std::move(row), revision_});
}

}  // namespace curlew::control
