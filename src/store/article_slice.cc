#include "store/article_slice.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <unordered_set>
#include <utility>

#include "store/query.h"
#include "store/recent_marks.h"
#include "store/source_folders.h"
#include "store/sources.h"
#include "store/subscriptions.h"

namespace curlew::store {
namespace {

// Of so many sources each is asked for its newest; of more, all articles are walked.
constexpr std::size_t kFewSources = 300;
// So often all of them are asked for one page.
constexpr std::size_t kRoundsOfSeveral = 2;

Result<std::vector<model::ArticleId>> read_article_ids(Query& query) {
  std::vector<model::ArticleId> ids;
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

Result<std::vector<model::SourceId>> read_source_ids(Query& query) {
  std::vector<model::SourceId> ids;
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

// What may be in the answer, the newest first: ids from one index, a portion at a time.
class Candidates {
 public:
  Candidates(Database& db, const ArticleFilter& filter) : db_(db), filter_(filter) {}

  Result<void> choose() {
    if (filter_.source) {
      Query query(db_, "SELECT 1 FROM topics WHERE source_id = $1", filter_.source);
      TRY_ASSIGN(const bool is_topic, query.next());
      way_ = is_topic ? Way::kTopic : Way::kSource;
      return {};
    }
    if (filter_.user && filter_.is_starred) {
      way_ = Way::kStarred;
      return {};
    }
    if (filter_.user && filter_.is_muted) {
      way_ = Way::kMuted;
      return {};
    }
    if (filter_.user && !filter_.tag.empty()) {
      way_ = Way::kTagged;
      return {};
    }
    return filter_.folder.empty() ? choose_by_user() : choose_by_folder();
  }

  // Of several sources each is asked for a whole portion: these stay small.
  bool is_of_several() const { return way_ == Way::kFewSources; }

  // Behind `before`, which is moved on; `is_over` is set at the end.
  Result<std::vector<model::ArticleId>> next(model::ArticleId& before,
                                             std::size_t limit, bool& is_over) {
    if (way_ == Way::kWalk && !filter_.folder.empty()) {
      return in_folder(before, limit, is_over);
    }
    TRY_ASSIGN(auto ids, below(before, limit));
    is_over = ids.size() < limit;
    if (!ids.empty()) before = ids.back();
    return ids;
  }

 private:
  enum class Way { kWalk, kSource, kTopic, kStarred, kMuted, kTagged, kFewSources };

  Result<std::vector<model::ArticleId>> below(model::ArticleId before,
                                              std::size_t limit) {
    switch (way_) {
      case Way::kSource:
        return of_source(filter_.source, before, limit);
      case Way::kTopic:
        return of_topic(before, limit);
      case Way::kStarred:
        return marked("is_starred = 1", before, limit);
      case Way::kMuted:
        return marked("is_muted = 1", before, limit);
      case Way::kTagged:
        return marked("tags <> ''", before, limit);
      case Way::kFewSources:
        return of_few(before, limit);
      case Way::kWalk:
        break;
    }
    Query query(db_, "SELECT id FROM articles WHERE id < $1 ORDER BY id DESC LIMIT $2",
                before, to_limit(limit));
    return read_article_ids(query);
  }

  // Each of these marks has an index that has no other rows.
  Result<std::vector<model::ArticleId>> marked(std::string_view mark,
                                               model::ArticleId before,
                                               std::size_t limit) {
    Query query(db_,
                fmt::format("SELECT article_id FROM article_states WHERE user_id = $1"
                            " AND {} AND article_id < $2"
                            " ORDER BY article_id DESC LIMIT $3",
                            mark),
                filter_.user, before, to_limit(limit));
    return read_article_ids(query);
  }

  // Most of what is walked is of other folders: it is left out before anything else of
  // it is asked.
  Result<std::vector<model::ArticleId>> in_folder(model::ArticleId& before,
                                                  std::size_t limit, bool& is_over) {
    Query query(db_,
                "SELECT id, source_id FROM articles WHERE id < $1"
                " ORDER BY id DESC LIMIT $2",
                before, to_limit(limit));
    std::vector<model::ArticleId> ids;
    std::size_t rows = 0;
    const auto take = [&]() -> Result<void> {
      model::SourceId source;
      TRY(query.read(before, source));
      ++rows;
      if (filed_.contains(source)) ids.push_back(before);
      return {};
    };
    TRY(query.each(take));
    is_over = rows < limit;
    return ids;
  }

  // Few are shared, and he subscribes to few.
  Result<void> choose_by_user() {
    if (!filter_.user) return {};
    Query shared(db_, "SELECT id FROM sources WHERE is_shared = 1 LIMIT $1",
                 to_limit(kFewSources + 1));
    TRY_ASSIGN(few_, read_source_ids(shared));
    Query own(db_, "SELECT source_id FROM subscriptions WHERE user_id = $1 LIMIT $2",
              filter_.user, to_limit(kFewSources + 1));
    return add_own(own);
  }
  Result<void> choose_by_folder() {
    static const std::string sql =
        fmt::format("SELECT s.id FROM sources s WHERE {}", kInFolderRange);
    Query filed(db_, sql, filter_.folder);
    TRY_ASSIGN(few_, read_source_ids(filed));
    static const std::string own_sql = fmt::format(
        "SELECT s.source_id FROM subscriptions s WHERE {} AND s.user_id = $2",
        kInFolderRange);
    Query own(db_, own_sql, filter_.folder, filter_.user);
    TRY(add_own(own));
    if (way_ == Way::kWalk) filed_.insert(few_.begin(), few_.end());
    return {};
  }
  Result<void> add_own(Query& query) {
    TRY_ASSIGN(const auto own, read_source_ids(query));
    few_.insert(few_.end(), own.begin(), own.end());
    std::ranges::sort(few_, {}, &model::SourceId::value);
    few_.erase(std::unique(few_.begin(), few_.end()), few_.end());
    if (few_.size() <= kFewSources) way_ = Way::kFewSources;
    return {};
  }

  Result<std::vector<model::ArticleId>> of_source(model::SourceId source,
                                                  model::ArticleId before,
                                                  std::size_t limit) {
    Query query(db_,
                "SELECT id FROM articles WHERE source_id = $1 AND id < $2"
                " ORDER BY id DESC LIMIT $3",
                source, before, to_limit(limit));
    return read_article_ids(query);
  }
  // Those that were judged to belong to it, and those that it found itself.
  Result<std::vector<model::ArticleId>> of_topic(model::ArticleId before,
                                                 std::size_t limit) {
    Query query(db_,
                "SELECT article_id FROM article_topics WHERE source_id = $1"
                " AND article_id < $2 ORDER BY article_id DESC LIMIT $3",
                filter_.source, before, to_limit(limit));
    TRY_ASSIGN(auto ids, read_article_ids(query));
    TRY_ASSIGN(const auto own, of_source(filter_.source, before, limit));
    ids.insert(ids.end(), own.begin(), own.end());
    return newest_of(std::move(ids), limit);
  }
  // One by one: no index has the articles of many sources in one order.
  Result<std::vector<model::ArticleId>> of_few(model::ArticleId before,
                                               std::size_t limit) {
    std::vector<model::ArticleId> ids;
    for (const model::SourceId source : few_) {
      TRY_ASSIGN(const auto some, of_source(source, before, limit));
      ids.insert(ids.end(), some.begin(), some.end());
    }
    return newest_of(std::move(ids), limit);
  }
  static std::vector<model::ArticleId> newest_of(std::vector<model::ArticleId> ids,
                                                 std::size_t limit) {
    std::ranges::sort(ids, std::greater<>(), &model::ArticleId::value);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    if (ids.size() > limit) ids.resize(limit);
    return ids;
  }

  Database& db_;
  const ArticleFilter& filter_;
  Way way_ = Way::kWalk;
  std::vector<model::SourceId> few_;
  // Of kWalk in a folder: its sources.
  std::unordered_set<model::SourceId> filed_;
};

// Those of them that are really meant. Tags are lines of their column
// (article_states.cc): one is looked for with the line ends around it.
Result<std::vector<model::ArticleId>> fitting(
    Database& db, const ArticleFilter& filter,
    const std::vector<model::ArticleId>& candidates, std::size_t limit) {
  constexpr std::string_view kSql =
      "SELECT b.id FROM articles b JOIN sources s ON s.id = b.source_id"
      " LEFT JOIN subscriptions t ON t.user_id = $1 AND t.source_id = b.source_id"
      " LEFT JOIN article_states m ON m.user_id = $1 AND m.article_id = b.id"
      " WHERE b.found >= $2 AND ($1 = 0 OR s.is_shared = 1 OR t.user_id IS NOT NULL)"
      " AND coalesce(m.is_muted, 0) = $3"
      " AND ($4 = 0 OR coalesce(m.is_read, 0) = 0)"
      " AND ($5 = 0 OR m.is_starred = 1)"
      " AND ($6 = '' OR replace('\n' || m.tags || '\n', $6, '')"
      " <> '\n' || m.tags || '\n')"
      " AND ($7 = '' OR coalesce(nullif(t.folder, ''), s.folder) = $7"
      " OR substr(coalesce(nullif(t.folder, ''), s.folder), 1, length($7) + 1)"
      " = $7 || '/')"
      " AND b.id IN (SELECT value FROM unnest($8) AS value)"
      " ORDER BY b.id DESC LIMIT $9";
  const Time since = filter.since.value_or(Time());
  const std::int64_t is_unread = filter.is_unread, is_starred = filter.is_starred,
                     is_muted = filter.is_muted;
  const std::string tag = filter.tag.empty() ? "" : "\n" + filter.tag + "\n";
  Query query(db, kSql, filter.user, since, is_muted, is_unread, is_starred, tag,
              filter.folder, candidates, to_limit(limit));
  return read_article_ids(query);
}

// Ids grow with the time of finding, but for what came in one batch.
Result<bool> is_before(Database& db, model::ArticleId id, std::optional<Time> since) {
  if (!since) return false;
  Query query(db, "SELECT found FROM articles WHERE id = $1", id);
  TRY_ASSIGN(const bool is_there, query.next());
  if (!is_there) return false;
  Time found;
  TRY(query.read(found));
  return found < *since - std::chrono::hours(1);
}

}  // namespace

Result<ArticleSlice> slice_articles(Database& db, const ArticleFilter& filter,
                                    model::ArticleId before, std::size_t limit) {
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  if (!before) before.value = std::numeric_limits<std::int64_t>::max();
  Candidates candidates(db, filter);
  TRY(candidates.choose());
  ArticleSlice slice;
  std::vector<model::ArticleId> ids;
  std::size_t looked_at = 0;
  bool is_over = limit == 0;
  const std::size_t most =
      candidates.is_of_several() ? kRoundsOfSeveral * (limit + 1) : kMostLookedAt;
  while (!is_over && ids.size() < limit && looked_at < most) {
    // As few as can be enough, then more at a time.
    const std::size_t wanted =
        candidates.is_of_several() ? limit + 1 : std::max(limit + 1, 4 * looked_at);
    const std::size_t portion = std::min(wanted, most - looked_at);
    TRY_ASSIGN(const auto some, candidates.next(before, portion, is_over));
    looked_at += portion;
    TRY_ASSIGN(const auto found, fitting(db, filter, some, limit + 1 - ids.size()));
    ids.insert(ids.end(), found.begin(), found.end());
    if (!is_over) {
      TRY_ASSIGN(is_over, is_before(db, before, filter.since));
    }
  }
  if (ids.size() > limit) {
    ids.resize(limit);
    slice.next = ids.back();
  } else if (!is_over) {
    slice.next = before;
  }
  TRY_ASSIGN(slice.rows, Articles(db).rows(ids, filter.user));
  return slice;
}

Result<std::unordered_map<std::string, std::int64_t>> count_unread_by_folder(
    Database& db, model::UserId user, std::size_t most) {
  TRY_ASSIGN(const auto marks, recent_marks(db, user, nullptr, {}, most));
  const auto unread = by_source<std::int64_t>(
      marks, [](std::int64_t& sum, const RecentMark& mark) { sum += !mark.is_read; });
  TRY_ASSIGN(const auto folders, folders_of_seen(db, user, sources_in(unread)));
  std::unordered_map<std::string, std::int64_t> counts;
  for (const auto& [source, folder] : folders) {
    if (unread.at(source) > 0) counts[folder] += unread.at(source);
  }
  return counts;
}

// One by one, as above; the index has all of it but the word of a page.
Result<std::vector<RecentArticle>> recent_articles(
    Database& db, std::span<const model::SourceId> sources, Time since,
    std::size_t limit) {
  std::vector<RecentArticle> all;
  for (const model::SourceId source : sources) {
    Query query(db,
                "SELECT a.found, coalesce(a.published, c.published) FROM"
                " (SELECT id, found, published FROM articles WHERE source_id = $1"
                " ORDER BY id DESC LIMIT $2) a LEFT JOIN page_contents c"
                " ON a.published IS NULL AND c.article_id = a.id WHERE a.found >= $3",
                source, to_limit(limit), since);
    TRY(query.each([&]() -> Result<void> {
      RecentArticle& row = all.emplace_back();
      row.source = source;
      return query.read(row.found, row.published);
    }));
  }
  return all;
}

}  // namespace curlew::store
