// The stage between preparing reports and writing them, outside of the write lock:
// which topics what the reports bring belongs to, which watchlists want it, and what
// the search index takes of it. An article is broken into its terms once for the last
// two.
//
// An article whose page is to be fetched is looked at when the page is there, since
// that has all of its text. When the page does not come, what the feed says has to do:
// at the first try that fails, not at the last.

#pragma once

#include <span>

#include "base/result.h"
#include "control/batch.h"
#include "control/prepared_report.h"
#include "control/topic_judge.h"
#include "control/watching.h"
#include "store/store.h"

namespace curlew::control {

// Those that were looked at before are passed over, so that it can be repeated after an
// error, which is the store's.
Result<void> find_wanted(std::span<PreparedReport> reports,
                         const LedgerOptions& options, Watching& watching,
                         TopicJudge& topics, store::Store& store);

}  // namespace curlew::control
