// Finding articles by what they say. Whoever asks finds what he may see and has not
// muted, and nothing of other sources.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "query/parse_query.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::service {

// Words as they are, without synonyms: for whoever has no other.
const query::Dictionary& plain_dictionary();

// So many queries are asked as one.
inline constexpr std::size_t kMostJoined = 100;
// One query that wants what any of them wants.
std::string any_of(std::span<const std::string> queries);

struct SearchRequest {
  // As typed: query/parse_query.h.
  std::string query;
  Viewer viewer = {};
  store::SearchOrder order = store::SearchOrder::kNewest;
  std::size_t limit = 20;
  // Only those with ids below this one; of the newest, it was shown last.
  std::optional<model::ArticleId> before = {};
  // Of the best: how many were shown.
  std::size_t skip = 0;
  query::Synonyms synonyms = query::Synonyms::kUsed;
};

// Bytes of a snippet that answer the query.
struct SnippetMark {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool operator==(const SnippetMark&) const = default;
};

struct SearchRow {
  store::ArticleRow article;
  // The stretch of its text that answers best, on one line, fit to be shown anywhere.
  std::string snippet;
  std::vector<SnippetMark> marks;
  // 0 where nothing was ranked.
  double score = 0;
};

struct SearchResult {
  std::vector<SearchRow> rows;
  // How many were counted, and whether there are more. Of a ranked answer, how many
  // were ranked: where there are more, these are the newest.
  std::size_t found = 0;
  bool has_more = false;
};

// kUsage, with the place, when the query is wrong.
Result<SearchResult> search(store::Store& store, const SearchRequest& request,
                            const query::Dictionary& dictionary, Time now);

// So far back is looked for what a standing query would have found.
inline constexpr Milliseconds kPreviewTime = std::chrono::days(30);

// The newest articles found in kPreviewTime before `now` that answer, as many as are
// asked for; the newest first.
Result<std::vector<model::ArticleId>> find_recent(store::Store& store,
                                                  const SearchRequest& request,
                                                  const query::Dictionary& dictionary,
                                                  Time now);

// What a standing query would have matched.
struct Preview {
  // The newest of them.
  std::vector<SearchRow> rows;
  std::size_t count = 0;
  // There are more than could be counted.
  bool has_more = false;
  // How many on each day of kPreviewTime, the oldest first, as far as they were
  // counted.
  std::vector<std::size_t> days = {};
};
// Of the articles found in kPreviewTime before `now`; `request.limit` of them are
// shown.
Result<Preview> preview(store::Store& store, const SearchRequest& request,
                        const query::Dictionary& dictionary, Time now);

}  // namespace curlew::service
