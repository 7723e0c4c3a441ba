// Where a source lives: permanent redirects that were seen often enough to believe, and
// pages that name their feed.

#pragma once

#include <string>

#include "base/result.h"
#include "control/batch.h"
#include "model/visit.h"

namespace curlew::control {

// Never sent: its host is held, or the queue was too long.
bool is_turned_away(const model::VisitReport& report);

// A source found to be a feed, or a page to follow; a source that has moved for good
// and was seen there often enough to believe it (302 and 307 never count).
Result<void> note_address(Batch& batch, const model::VisitReport& report,
                          SourceStanding& source);

// The feed that the page names first is meant: the others are its comments, or other
// forms of the same. False when it is watched already.
Result<bool> follow_named_feed(Batch& batch, const model::VisitReport& report,
                               const std::string& feed, SourceStanding& source);
// The page names a feed that is watched already: it is another name for it, unless it
// has articles of its own.
Result<void> note_duplicate_feed(Batch& batch, const std::string& feed,
                                 SourceStanding& source);

}  // namespace curlew::control
