// What a reader has before him: articles and clips page by page, each with what he made
// of it, and why an article is there.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "query/parse_query.h"
#include "service/find_source.h"
#include "service/search.h"
#include "service/snapshot.h"
#include "store/clip_slice.h"
#include "store/store.h"
#include "store/visible_sources.h"

namespace curlew::service {

// Where a page begins: behind the one before.
struct ArticlePlace {
  // 0: at the newest.
  model::ArticleId before;
  // Of the best among those before it that answer a search.
  std::size_t skip = 0;
};

// Which articles; those that fit all of it.
struct ReadingQuery {
  Viewer viewer = {};
  // 0: of any.
  model::SourceId source = {};
  model::SourceId topic = {};
  // As typed; with those below it. Empty: of any.
  std::string folder = {};
  bool is_unread = false;
  bool is_starred = false;
  // What he has muted instead of what he has not; without a search.
  bool is_muted = false;
  std::string tag = {};
  // Found then or later.
  std::optional<Time> since = {};
  // In the query language; empty: whatever they say.
  std::string text = {};
  store::SearchOrder order = store::SearchOrder::kNewest;
  ArticlePlace from = {};
  std::size_t limit = 100;
};

struct ReadingRow {
  store::ArticleRow article;
  store::ArticleState state;
  // How many others tell the same, as far as clips of the viewer say so.
  std::int64_t also_in = 0;
  // Where it says what was searched for; empty without a search.
  std::string snippet = {};
  std::vector<SnippetMark> marks = {};
};

struct ReadingPage {
  // Newest first, or the best first.
  std::vector<ReadingRow> rows;
  // nullopt: this was the last page. A page may be short, and not the last.
  std::optional<ArticlePlace> next;
  // Of a search: how many were counted.
  std::optional<std::size_t> found;
};

// kNotFound when there is no such source or topic that the viewer sees, kUsage with the
// place when the query is wrong.
Result<ReadingPage> read_articles(store::Store& store, const ReadingQuery& query,
                                  const query::Dictionary& dictionary, Time now);

// Rows as read_articles() has them.
Result<std::vector<ReadingRow>> reading_rows(store::Store& store,
                                             std::vector<store::ArticleRow> articles,
                                             Viewer viewer);

// All of an article, and why it is there for its reader.
struct ReadArticle {
  ArticleDetail detail;
  // By the lists of the viewer.
  std::vector<store::ClipReason> reasons;
};
// nullopt as of find_article().
Result<std::optional<ReadArticle>> read_article(store::Store& store,
                                                model::ArticleId id, Time now,
                                                Viewer viewer,
                                                Muted muted = Muted::kHidden);

// A clip, and what its reader made of its article.
struct ReadingClip {
  store::ClipRow clip;
  store::ArticleState state;
};
struct ClipPage {
  std::vector<ReadingClip> rows;
  // nullopt: this was the last page. A page may be short, and not the last.
  std::optional<model::ClipId> next;
};
// `text` as typed. kNotFound when the list is not his.
Result<ClipPage> read_clips(store::Store& store, store::ClipChoice choice,
                            model::ClipId before, std::size_t limit);

// A list of a user with what it has found.
struct CountedList {
  store::WatchlistRow row;
  store::ClipCount count;
};
// In the order of their names.
Result<std::vector<CountedList>> read_lists(store::Store& store, model::UserId user);
// For who asks `seen`, which is his, for more than this.
Result<std::vector<CountedList>> read_lists(store::Store& store, model::UserId user,
                                            store::SeenOnce& seen);
// kNotFound when it is not his.
Result<CountedList> read_list(store::Store& store, model::UserId user,
                              model::WatchlistId list);

// The folders that a viewer has sources in, with those that only have folders in them.
struct ReadingFolder {
  std::string name;
  // In it and below it.
  std::int64_t sources = 0;
  // Among the newest articles of all (kMostUnreadCounted).
  std::int64_t unread = 0;
};
struct ReadingFolders {
  // In the order of their names.
  std::vector<ReadingFolder> folders;
  std::int64_t unfiled = 0;
  std::int64_t total = 0;
};
inline constexpr std::size_t kMostUnreadCounted = 10'000;
Result<ReadingFolders> read_folders(store::Store& store, Viewer viewer);

}  // namespace curlew::service
