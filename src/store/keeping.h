// What is kept of articles and of their pages, as an administrator chose while the
// program runs: it holds in place of what is configured (control/housekeeping.h).

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/result.h"
#include "base/time.h"
#include "store/database.h"

namespace curlew::store {

// What is kept; nullopt and 0: everything.
struct Keep {
  // Since an article was found or last edited, or a page was fetched.
  std::optional<Milliseconds> age;
  // Articles of one source.
  std::size_t newest_of_source = 0;

  bool operator==(const Keep&) const = default;
};
struct Keeping {
  Keep articles;
  // The HTML of their pages; what was read from it stays as long as the article.
  Keep pages;

  bool operator==(const Keeping&) const = default;
};

// Nullopt: what is configured holds.
Result<std::optional<Keeping>> chosen_keeping(Database& db);
Result<void> choose_keeping(Database& db, const std::optional<Keeping>& keeping);

// Articles that were found, and not edited since, before then; at most `most` are
// counted.
Result<std::int64_t> count_older(Database& db, Time time, std::size_t most);

}  // namespace curlew::store
