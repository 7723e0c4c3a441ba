#include "store/clip_slice.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "store/query.h"
#include "text/fold.h"

namespace curlew::store {
namespace {

// About so many clips are read for one page. Of starred and muted ones, which are few,
// the marks alone of more are looked at.
constexpr std::size_t kMostClipsRead = 2'000;
constexpr std::size_t kMostMarksLookedAt = 8'000;

// Those that may be meant of the next `limit` below `before`, which is moved on;
// `is_over` is set at the end.
Result<std::vector<model::ClipId>> ids_below(Database& db, const ClipChoice& choice,
                                             model::ClipId& before, std::size_t limit,
                                             bool& is_over) {
  constexpr std::string_view kSql =
      "SELECT c.id, coalesce(m.is_starred, 0), coalesce(m.is_muted, 0) FROM"
      " (SELECT id, article_id FROM clips WHERE {} = $1 AND id < $2"
      " ORDER BY id DESC LIMIT $3) c LEFT JOIN article_states m"
      " ON m.user_id = $4 AND m.article_id = c.article_id ORDER BY c.id DESC";
  static const std::string of_all = fmt::format(kSql, "user_id");
  static const std::string of_list = fmt::format(kSql, "watchlist_id");
  Query query(db, choice.list ? of_list : of_all,
              choice.list ? choice.list.value : choice.user.value, before,
              to_limit(limit), choice.user);
  std::vector<model::ClipId> ids;
  std::size_t rows = 0;
  const auto take = [&]() -> Result<void> {
    bool is_starred = false, is_muted = false;
    TRY(query.read(before, is_starred, is_muted));
    ++rows;
    const bool is_meant =
        is_muted == choice.is_muted && (is_starred || !choice.is_starred);
    if (is_meant) ids.push_back(before);
    return {};
  };
  TRY(query.each(take));
  is_over = rows < limit;
  return ids;
}

Result<bool> is_of_user(Database& db, const ClipChoice& choice) {
  if (!choice.list) return true;
  Query query(db, "SELECT 1 FROM watchlists WHERE user_id = $1 AND id = $2",
              choice.user, choice.list);
  return query.next();
}

bool has_text(const ClipRow& row, const std::string& text) {
  return text.empty() || text::fold(row.clip.title).find(text) != std::string::npos ||
         text::fold(row.clip.summary).find(text) != std::string::npos;
}

}  // namespace

Result<ClipSlice> slice_clips(Database& db, const ClipChoice& choice,
                              model::ClipId before, std::size_t limit) {
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  if (!before) before.value = std::numeric_limits<std::int64_t>::max();
  ClipSlice slice;
  TRY_ASSIGN(const bool is_his, is_of_user(db, choice));
  std::size_t looked_at = 0, read = 0;
  bool is_over = limit == 0 || !is_his;
  while (!is_over && slice.rows.size() <= limit && read < kMostClipsRead &&
         looked_at < kMostMarksLookedAt) {
    const std::size_t portion =
        std::min(std::max(limit + 1, 2 * looked_at), kMostClipsRead);
    TRY_ASSIGN(const auto ids, ids_below(db, choice, before, portion, is_over));
    looked_at += portion;
    read += ids.size();
    const bool has_filter = choice.is_unread || choice.is_starred || choice.is_muted ||
                            !choice.text.empty();
    const std::size_t wanted = has_filter ? portion : limit + 1 - slice.rows.size();
    TRY_ASSIGN(
        auto rows,
        Clips(db).shown(ids, {choice.is_unread, choice.is_starred, choice.is_muted},
                        wanted));
    for (ClipRow& row : rows) {
      if (has_text(row, choice.text)) slice.rows.push_back(std::move(row));
    }
  }
  if (slice.rows.size() > limit) {
    slice.rows.resize(limit);
    if (limit > 0) slice.next = slice.rows.back().clip.id;
  } else if (!is_over) {
    slice.next = before;
  }
  TRY(Clips(db).read_also_in(slice.rows));
  return slice;
}

Result<std::unordered_map<model::WatchlistId, ClipCount>> count_clips(
    Database& db, model::UserId user, std::span<const model::WatchlistId> lists,
    SeenOnce& seen) {
  std::unordered_map<model::WatchlistId, ClipCount> counts;
  if (lists.empty()) return counts;
  TRY_ASSIGN(const VisibleSources* const visible, seen.get());
  for (const model::WatchlistId list : lists) {
    Query query(
        db,
        "SELECT c.source_id, coalesce(m.is_read, 0), coalesce(m.is_muted, 0) FROM"
        " (SELECT article_id, source_id FROM clips WHERE watchlist_id = $1"
        " AND same_as IS NULL ORDER BY id DESC LIMIT $2) c LEFT JOIN article_states m"
        " ON m.user_id = $3 AND m.article_id = c.article_id",
        list, to_limit(kMostClipsCounted), user);
    ClipCount count;
    const auto take = [&]() -> Result<void> {
      model::SourceId source;
      bool is_read = false, is_muted = false;
      TRY(query.read(source, is_read, is_muted));
      if (is_muted || !visible->has(source)) return {};
      ++count.clips;
      count.unread += !is_read;
      return {};
    };
    TRY(query.each(take));
    if (count.clips > 0) counts[list] = count;
  }
  return counts;
}

Result<std::vector<ClipReason>> reasons_for(Database& db, model::ArticleId article,
                                            model::UserId user) {
  std::vector<model::ClipId> ids;
  std::unordered_map<model::ClipId, std::string> queries;
  {
    Query query(db,
                "SELECT c.id, coalesce(q.text, '') FROM clips c JOIN watchlists w"
                " ON w.id = c.watchlist_id LEFT JOIN watch_queries q"
                " ON q.id = c.query_id WHERE c.article_id = $1 AND w.user_id = $2",
                article, user);
    const auto take = [&]() -> Result<void> {
      std::string text;
      TRY(query.read(ids.emplace_back(), text));
      queries[ids.back()] = std::move(text);
      return {};
    };
    TRY(query.each(take));
  }
  TRY_ASSIGN(auto rows, Clips(db).seen(ids));
  TRY(Clips(db).read_also_in(rows));
  std::vector<ClipReason> reasons;
  for (ClipRow& row : rows) {
    const model::ClipId id = row.clip.id;
    reasons.push_back({std::move(row), queries[id]});
  }
  return reasons;
}

Result<std::unordered_map<model::ArticleId, std::int64_t>> count_same(
    Database& db, std::span<const model::ArticleId> articles, model::UserId user) {
  // By the clip that told the story first.
  std::unordered_map<model::ClipId, std::vector<model::ArticleId>> leads;
  std::vector<model::ClipId> ids;
  {
    Query query(db,
                "SELECT c.article_id, coalesce(c.same_as, c.id) FROM clips c"
                " JOIN watchlists w ON w.id = c.watchlist_id WHERE w.user_id = $1"
                " AND c.article_id IN (SELECT value FROM unnest($2) AS value)",
                user, articles);
    const auto take = [&]() -> Result<void> {
      model::ArticleId article;
      model::ClipId lead;
      TRY(query.read(article, lead));
      if (leads[lead].empty()) ids.push_back(lead);
      leads[lead].push_back(article);
      return {};
    };
    TRY(query.each(take));
  }
  std::unordered_map<model::ArticleId, std::int64_t> counts;
  if (ids.empty()) return counts;
  std::set<std::pair<std::int64_t, std::int64_t>> told;
  Query query(db,
              "SELECT coalesce(c.same_as, c.id), c.article_id FROM clips c"
              " JOIN sources s ON s.id = c.source_id WHERE (s.is_shared = 1 OR EXISTS"
              " (SELECT 1 FROM subscriptions seen WHERE seen.user_id = $1"
              " AND seen.source_id = s.id)) AND c.id IN (SELECT id FROM clips WHERE id"
              " IN (SELECT value FROM unnest($2) AS value) UNION SELECT id FROM clips"
              " WHERE same_as IN (SELECT value FROM unnest($2) AS value))",
              user, ids);
  const auto take = [&]() -> Result<void> {
    model::ClipId lead;
    model::ArticleId other;
    TRY(query.read(lead, other));
    for (const model::ArticleId article : leads[lead]) {
      if (article != other && told.insert({article.value, other.value}).second) {
        ++counts[article];
      }
    }
    return {};
  };
  TRY(query.each(take));
  return counts;
}

}  // namespace curlew::store
