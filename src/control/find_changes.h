// Which articles say something else than the store has of them: entries that their
// feeds have edited, and pages that were visited again. Outside of the write lock, so
// that what is told of a change can be looked at for watchlists like any article.

#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>

#include "base/result.h"
#include "control/prepared_report.h"
#include "store/store.h"

namespace curlew::control {

// How articles of these reports were.
struct KnownBefore {
  // Of pages that are visited again.
  std::unordered_map<model::ArticleId, model::PageContent> pages;
  // The sources that tell of changes, and their entries.
  std::unordered_set<model::SourceId> telling;
  store::KnownEntries entries;
};
Result<KnownBefore> read_known_before(std::span<const PreparedReport> reports,
                                      store::Store& store);

// Notes whether its page has changed; and where its source tells of changes, adds an
// article for each of them.
void find_changes(PreparedReport& prepared, const KnownBefore& before);

}  // namespace curlew::control
