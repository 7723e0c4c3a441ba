// Makes a segment of the oldest documents that wait, in steps: they are read and sorted
// in some, and written in others, each of which is one short transaction. They wait on
// until the last step.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>

#include "base/result.h"
#include "model/ids.h"
#include "store/database.h"
#include "store/search/segment.h"

namespace curlew::store {

class NewSegment {
 public:
  NewSegment(Database& db, std::size_t documents) : db_(db), documents_(documents) {}

  // True when it is done: also when fewer wait, and there is nothing to be made.
  Result<bool> step();
  // What was read of it does not hold any more, and it waits again.
  void note_replaced(model::ArticleId article) { replaced_.insert(article.value); }
  // How many documents it has taken of those that wait.
  std::size_t taken() const { return maker_.documents().size(); }

 private:
  Result<void> read();
  Result<bool> write();
  Result<void> finish();

  Database& db_;
  std::size_t documents_;
  SegmentMaker maker_;
  bool has_read_ = false;
  // From when all were read.
  std::optional<SegmentWriter> writer_;
  std::int64_t id_ = 0;
  std::unordered_set<std::int64_t> replaced_;
};

}  // namespace curlew::store
