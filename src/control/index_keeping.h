// Keeps the search index in order while the controller runs: makes segments of new
// documents, merges them, and adds what an earlier release stored without an index. In
// small steps, between which the controller does its work.
//
// Belongs to the controller's thread.

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"
#include "query/terms.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace curlew::control {

class IndexKeeping {
 public:
  IndexKeeping(store::Store& store, const Clock& clock)
      : store_(store), clock_(clock) {}

  // Does a little, or nothing. An error is the store's; the next step tries again.
  Result<void> step();

 private:
  // True when there was something to add.
  Result<bool> add_older();

  store::Store& store_;
  const Clock& clock_;
  SteadyTime look_at_ = SteadyTime::min();
  // Older articles may be left.
  bool has_older_ = true;
  bool has_told_ = false;
  const text::Analyzer analyzer_;
  query::TermCache cache_;
  query::ArticleTerms terms_;
};

}  // namespace curlew::control
