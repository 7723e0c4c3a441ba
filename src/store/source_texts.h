// What sources are found by as one types, and counted by. A pattern in the middle of a
// text has no index that both databases know: all texts are looked at, in a table of
// short rows, which takes some 20 ms for 100,000 of them. (An index of trigrams would
// be ten times the size of the texts, and FTS5 and pg_trgm know one database each.)

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "model/source.h"
#include "store/database.h"

namespace curlew::store {

// By whoever changed title, address, kind, state or visibility of these sources, in his
// transaction.
Result<void> renew_source_texts(Database& db, std::span<const model::SourceId> sources);

// Those that are meant; without a word, all.
struct TextChoice {
  // What he sees; 0: all.
  model::UserId user = {};
  // Empty: any.
  std::string_view state = {};
  std::string_view kind = {};
  // text_pattern() of what title or address have; empty: anything.
  std::string_view pattern = {};
};
// "%50!%%" of "50%", in small ASCII letters: for LIKE … ESCAPE '!'.
std::string text_pattern(std::string_view text);

// At most `limit` of them, in no order.
Result<std::vector<model::SourceId>> sources_with_text(Database& db,
                                                       const TextChoice& choice,
                                                       std::size_t limit);
// Of a choice without a pattern.
Result<std::int64_t> count_source_texts(Database& db, const TextChoice& choice);
// How many the user sees (0: all) in each state.
struct StateCount {
  model::SourceState state = {};
  std::int64_t sources = 0;
};
Result<std::vector<StateCount>> count_states(Database& db, model::UserId user);

// Of the choice's user: the sources for which he has a title of his own that has the
// pattern, and whose text does not.
Result<std::vector<model::SourceId>> sources_with_own_title(Database& db,
                                                            const TextChoice& choice);

}  // namespace curlew::store
