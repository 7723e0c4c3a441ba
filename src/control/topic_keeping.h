// Judges articles that were stored before what is known of topics was learned, the
// newest first, in small steps between which the controller does its work. How far it
// has come is in the database: a restart goes on there, and new models begin anew.
//
// Belongs to the controller's thread.

#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "control/topic_judge.h"
#include "query/terms.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace curlew::control {

class TopicKeeping {
 public:
  explicit TopicKeeping(store::Store& store)
      : store_(store), judge_(analyzer_, store) {}

  // Does a little, or nothing: then it costs one number to read. An error is the
  // store's; the next step tries again.
  Result<void> step();

 private:
  Result<void> look_for_new_models();
  Result<void> judge_some();

  store::Store& store_;
  const text::Analyzer analyzer_;
  TopicJudge judge_;
  // The topics' revision that `judging_` was read at.
  std::optional<std::int64_t> revision_;
  store::Topics::Judging judging_;
  query::TermCache cache_;
  query::ArticleTerms terms_;
};

}  // namespace curlew::control
