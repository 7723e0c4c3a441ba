// Lets go of what is not kept any longer. Each call is one short transaction: a few
// hundred rows, so that nobody waits for the write lock.

#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

// What is not kept any longer: of all sources what was found, or fetched, before a
// time; or of one source what is beyond its newest articles.
struct OlderThan {
  Time time;
};
struct BeyondNewest {
  model::SourceId source;
  std::size_t count = 0;
};
using Surplus = std::variant<OlderThan, BeyondNewest>;

class Retention {
 public:
  explicit Retention(Database& db) : db_(db) {}

  // Both take at most `limit` of the oldest and return how many: fewer than `limit`,
  // and all is done.

  // With their pages and what users made of them; clips stay. What tells them from
  // others stays behind in forgotten_articles: one that its feed shows still is not
  // new.
  Result<std::int64_t> forget_articles(const Surplus& surplus, std::size_t limit);
  // As they came, in the archive, all of their versions; what was read from them stays
  // with the article.
  Result<std::int64_t> drop_pages(const Surplus& surplus, std::size_t limit);

  // The sources that have more articles than that and found one since then.
  Result<std::vector<model::SourceId>> sources_with_more_than(std::size_t articles,
                                                              Time found_since);

  // How far the clock that ages are counted by has come (control/housekeeping.h). Never
  // saved, it stands at the newest visit; the epoch without one.
  Result<Time> age_clock();
  Result<void> save_age_clock(Time time);

 private:
  Database& db_;
};

// A title or address as it stands in forgotten_articles.
std::int64_t mark_of(std::string_view text);

}  // namespace curlew::store
