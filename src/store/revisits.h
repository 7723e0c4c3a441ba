// Pages of articles that are fetched once more, to see whether they have changed: when
// each is due, and what was learned of the sources. The plan itself is in
// control/revisit_plan.h.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/visit.h"
#include "store/database.h"

namespace curlew::store {

// The next one of an article.
struct Revisit {
  // Which of the plan's steps, from 0.
  std::uint32_t step = 0;
  Time due;
  // Its publication, from which the steps are counted.
  Time counted_from;
  model::PageValidators validators;
  // What the page said (model::ArticlePageFindings); 0: not known.
  std::uint64_t likeness = 0;
};

struct DueRevisit {
  model::ArticleId article;
  model::SourceId source;
  std::string url;
  Revisit revisit;
};

// What a step of the plan has brought at a source.
struct RevisitHabit {
  // In a row, up to now.
  std::uint32_t unchanged = 0;
  std::uint32_t changed = 0;
};

class Revisits {
 public:
  explicit Revisits(Database& db) : db_(db) {}

  // Those due after `after` and until `now`, the first first; none of paused or stopped
  // sources.
  Result<std::vector<DueRevisit>> due(Time after, Time now, std::size_t limit);
  // Of those articles for which one is planned.
  Result<std::unordered_map<model::ArticleId, Revisit>> of(
      std::span<const model::ArticleId> articles);
  // In place of an earlier one.
  Result<void> plan(model::ArticleId article, const Revisit& revisit);
  Result<void> end(model::ArticleId article);

  // By step; of those sources of which something is known.
  using Habits = std::unordered_map<std::uint32_t, RevisitHabit>;
  Result<std::unordered_map<model::SourceId, Habits>> habits(
      std::span<const model::SourceId> sources);
  Result<void> count(model::SourceId source, std::uint32_t step, bool is_changed);

 private:
  Database& db_;
};

}  // namespace curlew::store
