#include "store/clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <type_traits>
#include <utility>

#include "store/counters.h"
#include "store/query.h"
#include "store/seen_clips.h"

namespace curlew::store {
namespace {

// The tables of a clip's row.
constexpr std::string_view kFromClips =
    " FROM clips c JOIN watchlists w ON w.id = c.watchlist_id"
    " JOIN sources s ON s.id = c.source_id"
    " LEFT JOIN deliveries d ON d.id = c.delivery_id ";

// The order in which read_clips() takes them.
constexpr std::string_view kClipColumns =
    "SELECT c.id, c.watchlist_id, c.article_id, c.source_id, c.keyword, c.title,"
    " c.summary, c.mark_begin, c.mark_end, c.url, c.published, c.found, c.matched,"
    " c.same_as, w.user_id, w.name, s.title, c.delivery_id, d.sent";

Result<std::vector<ClipRow>> read_clips(Query& query) {
  std::vector<ClipRow> rows;
  TRY(query.each([&] {
    ClipRow& row = rows.emplace_back();
    model::Clip& clip = row.clip;
    return query.read(clip.id, clip.list, clip.article, clip.source, clip.keyword,
                      clip.title, clip.summary, clip.mark_begin, clip.mark_end,
                      clip.url, clip.published, clip.found, clip.matched, clip.same_as,
                      row.user, row.list_name, row.source_title, row.delivery,
                      row.sent);
  }));
  return rows;
}

Result<std::vector<ClipTimes>> read_times(Query& query) {
  std::vector<ClipTimes> rows;
  const auto take = [&]() -> Result<void> {
    ClipTimes& row = rows.emplace_back();
    Time added, listed;
    TRY(query.read(row.list, row.source, row.published, row.found, row.matched,
                   row.sent, added, listed));
    row.is_misdated =
        row.published && (*row.published < added || *row.published > row.found);
    // It was there before anybody asked for it.
    if (row.matched <= listed) rows.pop_back();
    return {};
  };
  TRY(query.each(take));
  return rows;
}

Result<std::unordered_map<model::WatchlistId, model::UserId>> owners_of_lists(
    Database& db, std::span<const NewClip> clips) {
  std::vector<model::WatchlistId> lists;
  for (const NewClip& each : clips) lists.push_back(each.clip.list);
  std::unordered_map<model::WatchlistId, model::UserId> owners;
  Query query(db,
              "SELECT id, user_id FROM watchlists WHERE id IN"
              " (SELECT value FROM unnest($1) AS value)",
              lists);
  const auto take = [&]() -> Result<void> {
    model::WatchlistId list;
    model::UserId owner;
    TRY(query.read(list, owner));
    owners[list] = owner;
    return {};
  };
  TRY(query.each(take));
  return owners;
}

Result<std::vector<model::ClipId>> newest_of_user(Database& db, model::UserId user,
                                                  model::ClipId before,
                                                  std::size_t most) {
  Query query(db,
              "SELECT id FROM clips WHERE user_id = $1 AND id < $2"
              " ORDER BY id DESC LIMIT $3",
              user, before, to_limit(most));
  std::vector<model::ClipId> ids;
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

// Of all lists of a user, a portion after the other until there are enough: nobody
// knows how many of them are copies or muted. `some` chooses from $2, of ids below $1.
template <typename Read>
auto read_of_user(Database& db, const std::string& some, model::UserId user,
                  model::ClipId before, std::size_t limit, Read&& read)
    -> decltype(read(std::declval<Query&>())) {
  constexpr std::size_t kLargestPortion = 50'000;
  std::decay_t<decltype(*read(std::declval<Query&>()))> rows;
  std::size_t portion = 2 * std::min(limit, kLargestPortion) + 50;
  while (rows.size() < limit) {
    TRY_ASSIGN(const auto ids, newest_of_user(db, user, before, portion));
    if (ids.empty()) break;
    Query query(db, some, before, ids, to_limit(limit - rows.size()));
    TRY_ASSIGN(auto found, read(query));
    std::ranges::move(found, std::back_inserter(rows));
    before = ids.back();
    portion = std::max(portion, std::min(2 * portion, kLargestPortion));
  }
  return rows;
}

// Runs "SELECT `columns` …" for the clips of `filter`, newest first, and hands the
// query to `read`.
template <typename Read>
auto select_clips(Database& db, std::string_view columns, const ClipFilter& filter,
                  std::size_t limit, Read&& read)
    -> decltype(read(std::declval<Query&>())) {
  const std::int64_t before =
      filter.before ? filter.before.value : std::numeric_limits<std::int64_t>::max();
  const std::string begin =
      fmt::format("{}{}WHERE {}AND c.id < $1 ", columns, kFromClips,
                  filter.user ? kFirstForOwner : "c.same_as IS NULL ");
  constexpr std::string_view kOrder = "ORDER BY c.id DESC LIMIT ";
  const auto rows = to_limit(limit);
  if (filter.user && filter.list) {
    Query query(db,
                fmt::format("{}AND c.watchlist_id = $2 AND w.user_id = $3 AND {}{}$4",
                            begin, kSeenByOwner, kOrder),
                before, *filter.list, *filter.user, rows);
    return read(query);
  }
  if (filter.user) {
    const std::string some =
        fmt::format("{}AND c.id IN (SELECT value FROM unnest($2) AS value) AND {}{}$3",
                    begin, kSeenByOwner, kOrder);
    return read_of_user(db, some, *filter.user, {before}, limit, read);
  }
  if (filter.list) {
    Query query(db, fmt::format("{}AND c.watchlist_id = $2 {}$3", begin, kOrder),
                before, *filter.list, rows);
    return read(query);
  }
  Query query(db, fmt::format("{}{}$2", begin, kOrder), before, rows);
  return read(query);
}

}  // namespace

Result<std::vector<bool>> Clips::are_known(std::span<const ClipKey> keys) {
  std::vector<std::int64_t> lists, articles;
  for (const ClipKey& key : keys) {
    lists.push_back(key.list.value);
    articles.push_back(key.article.value);
  }
  const std::span<const std::int64_t> all_lists(lists), all_articles(articles);
  Query query(db_,
              "SELECT c.watchlist_id, c.article_id FROM pairs($1, $2) AS pair"
              " JOIN clips c ON c.watchlist_id = pair.first"
              " AND c.article_id = pair.second",
              all_lists, all_articles);
  std::set<std::pair<std::int64_t, std::int64_t>> known;
  const auto take = [&]() -> Result<void> {
    std::pair<std::int64_t, std::int64_t> key;
    TRY(query.read(key.first, key.second));
    known.insert(key);
    return {};
  };
  TRY(query.each(take));
  std::vector<bool> answers;
  for (const ClipKey& key : keys) {
    answers.push_back(known.contains({key.list.value, key.article.value}));
  }
  return answers;
}

Result<model::ClipId> Clips::take_ids(std::size_t count) {
  const auto amount = static_cast<std::int64_t>(count);
  TRY_ASSIGN(const auto last, add_to_counter(db_, kClipIdCounter, amount));
  return model::ClipId{last - amount + 1};
}

Result<void> Clips::insert(std::span<const NewClip> clips) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  // Reader apps number clips and articles as one (reader_items.h).
  const auto count = static_cast<std::int64_t>(clips.size());
  TRY_ASSIGN(std::int64_t item, add_to_counter(db_, kArticleIdCounter, count));
  item -= count;
  TRY_ASSIGN(auto owners, owners_of_lists(db_, clips));
  for (const NewClip& each : clips) {
    const model::Clip& clip = each.clip;
    TRY(Query::enqueue(
        db_,
        "INSERT INTO clips (id, watchlist_id, article_id, source_id, query_id,"
        " published, found, matched, same_as, delivery_id, mark_begin, mark_end,"
        " keyword, title, url, summary, sketch, item_id, user_id)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
        " $16, $17, $18, $19)",
        clip.id, clip.list, clip.article, clip.source, each.query, clip.published,
        clip.found, clip.matched, clip.same_as, each.delivery, clip.mark_begin,
        clip.mark_end, clip.keyword, clip.title, clip.url, clip.summary,
        Blob{each.sketch}, ++item, owners[clip.list]));
    for (const std::int64_t band : each.bands) {
      TRY(Query::enqueue(db_,
                         "INSERT INTO clip_bands (band, clip_id) VALUES ($1, $2)"
                         " ON CONFLICT (band, clip_id) DO NOTHING",
                         band, clip.id));
    }
  }
  return transaction.commit();
}

Result<std::vector<ClipSketch>> Clips::find_by_bands(
    std::span<const std::int64_t> bands, Time since) {
  static const std::string sql = fmt::format(
      "SELECT c.id, c.watchlist_id, c.article_id, c.source_id, c.matched, c.same_as,"
      " c.url, c.title, c.sketch FROM clips c JOIN watchlists w ON w.id = "
      "c.watchlist_id"
      " JOIN sources s ON s.id = c.source_id"
      " JOIN clips lead ON lead.id = coalesce(c.same_as, c.id) WHERE c.id"
      " IN (SELECT clip_id FROM clip_bands WHERE band IN"
      " (SELECT value FROM unnest($1) AS value)) AND c.matched >= $2"
      " AND (w.channel = 'feed' OR lead.delivery_id = 0 OR EXISTS"
      " (SELECT 1 FROM deliveries d WHERE d.id = lead.delivery_id"
      " AND d.state <> 'dead')) AND {} ORDER BY c.id",
      kSourceSeenByOwner);
  Query query(db_, sql, bands, since);
  std::vector<ClipSketch> rows;
  TRY(query.each([&] {
    ClipSketch& row = rows.emplace_back();
    return query.read(row.id, row.list, row.article, row.source, row.matched,
                      row.same_as, row.url, row.title, row.sketch);
  }));
  return rows;
}

Result<std::unordered_map<model::WatchlistId, std::int64_t>> Clips::waiting(
    std::span<const model::WatchlistId> lists) {
  Query query(db_,
              "SELECT watchlist_id, count(*) FROM clips WHERE delivery_id = 0 AND"
              " watchlist_id IN (SELECT value FROM unnest($1) AS value)"
              " GROUP BY watchlist_id",
              lists);
  std::unordered_map<model::WatchlistId, std::int64_t> counts;
  const auto take = [&]() -> Result<void> {
    model::WatchlistId list;
    std::int64_t count = 0;
    TRY(query.read(list, count));
    counts[list] = count;
    return {};
  };
  TRY(query.each(take));
  return counts;
}

Result<std::int64_t> Clips::claim_waiting(model::WatchlistId list,
                                          model::DeliveryId delivery,
                                          std::size_t limit) {
  return Query::run(db_,
                    "UPDATE clips SET delivery_id = $1 WHERE id IN (SELECT id FROM"
                    " clips WHERE watchlist_id = $2 AND delivery_id = 0"
                    " ORDER BY id LIMIT $3)",
                    delivery, list, to_limit(limit));
}

Result<void> Clips::release_waiting(model::WatchlistId list) {
  TRY(Query::run(db_,
                 "UPDATE clips SET delivery_id = NULL"
                 " WHERE watchlist_id = $1 AND delivery_id = 0",
                 list));
  return {};
}

// Ids are given in the order of time: only the oldest are looked at.
Result<std::int64_t> Clips::prune_bands(Time before, std::size_t limit) {
  return Query::run(db_,
                    "DELETE FROM clip_bands WHERE clip_id IN (SELECT c.id FROM clips c"
                    " WHERE c.matched < $1 AND c.id IN (SELECT DISTINCT clip_id FROM"
                    " clip_bands ORDER BY clip_id LIMIT $2))",
                    before, to_limit(limit));
}

Result<std::vector<ClipRow>> Clips::of_deliveries(
    std::span<const model::DeliveryId> deliveries, std::size_t limit) {
  static const std::string sql = fmt::format(
      "{}{}WHERE c.delivery_id IN (SELECT value FROM unnest($1) AS value) AND {}"
      "ORDER BY c.id DESC LIMIT $2",
      kClipColumns, kFromClips, kSeenByOwner);
  std::vector<ClipRow> rows;
  {
    Query query(db_, sql, deliveries, to_limit(limit));
    TRY_ASSIGN(rows, read_clips(query));
  }
  TRY(read_also_in(rows));
  return rows;
}

Result<std::int64_t> Clips::count_of(model::DeliveryId delivery) {
  static const std::string sql = fmt::format(
      "SELECT count(*){}WHERE c.delivery_id = $1 AND {}", kFromClips, kSeenByOwner);
  Query query(db_, sql, delivery);
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
}

Result<model::ClipId> Clips::last_id() {
  TRY_ASSIGN(const std::int64_t last, read_counter(db_, kClipIdCounter));
  return model::ClipId{last};
}

Result<std::vector<model::ClipId>> Clips::ids_above(model::ClipId clip,
                                                    std::size_t limit) {
  Query query(db_, "SELECT id FROM clips WHERE id > $1 ORDER BY id LIMIT $2", clip,
              to_limit(limit));
  std::vector<model::ClipId> ids;
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

Result<std::vector<ClipRow>> Clips::seen(std::span<const model::ClipId> clips) {
  static const std::string sql = fmt::format(
      "{}{}WHERE c.id IN (SELECT value FROM unnest($1) AS value) AND {}"
      "ORDER BY c.id DESC",
      kClipColumns, kFromClips, kSeenByOwner);
  Query query(db_, sql, clips);
  return read_clips(query);
}

Result<std::vector<ClipRow>> Clips::shown(std::span<const model::ClipId> clips,
                                          Marks marks, std::size_t limit) {
  constexpr std::string_view kSql =
      "{}{}LEFT JOIN article_states m ON m.user_id = w.user_id"
      " AND m.article_id = c.article_id"
      " WHERE ($1 = 0 OR coalesce(m.is_read, 0) = 0) AND ($2 = 0 OR m.is_starred = 1)"
      " AND c.id IN (SELECT value FROM unnest($3) AS value) AND {} AND {} "
      "ORDER BY c.id DESC LIMIT $4";
  static const std::string seen =
      fmt::format(kSql, kClipColumns, kFromClips, kFirstForOwner, kSeenByOwner);
  static const std::string muted =
      fmt::format(kSql, kClipColumns, kFromClips, kSourceSeenByOwner, "m.is_muted = 1");
  const std::string& sql = marks.is_muted ? muted : seen;
  const std::int64_t is_unread = marks.is_unread, is_starred = marks.is_starred;
  Query query(db_, sql, is_unread, is_starred, clips, to_limit(limit));
  return read_clips(query);
}

Result<std::vector<ClipRow>> Clips::list(const ClipFilter& filter, std::size_t limit) {
  TRY_ASSIGN(auto rows, select_clips(db_, kClipColumns, filter, limit, read_clips));
  TRY(read_also_in(rows));
  return rows;
}

Result<std::vector<ClipRow>> Clips::after(model::ClipId after, std::size_t limit) {
  static const std::string sql = fmt::format(
      "{}{}WHERE c.id > $1 AND c.same_as IS NULL AND c.matched > w.added AND {}"
      "ORDER BY c.id LIMIT $2",
      kClipColumns, kFromClips, kSeenByOwner);
  Query query(db_, sql, after, to_limit(limit));
  return read_clips(query);
}

Result<void> Clips::read_also_in(std::vector<ClipRow>& rows) {
  if (rows.empty()) return {};
  // By the clip that told the story first, seen or not.
  std::unordered_map<model::ClipId, std::vector<ClipRow*>> leads;
  std::vector<model::ClipId> ids;
  for (ClipRow& row : rows) {
    ids.push_back(row.clip.same_as.value_or(row.clip.id));
    leads[ids.back()].push_back(&row);
  }
  static const std::string sql = fmt::format(
      "SELECT c.same_as, c.id, c.article_id, c.source_id, s.title, c.url{}WHERE"
      " c.same_as IN (SELECT value FROM unnest($1) AS value) AND {}ORDER BY c.id",
      kFromClips, kSeenByOwner);
  Query query(db_, sql, ids);
  return query.each([&]() -> Result<void> {
    model::ClipId lead;
    AlsoIn other;
    TRY(query.read(lead, other.clip, other.article, other.source, other.source_title,
                   other.url));
    for (ClipRow* row : leads[lead]) {
      if (other.clip != row->clip.id) row->also_in.push_back(other);
    }
    return {};
  });
}

Result<std::vector<ClipTimes>> Clips::times(const ClipFilter& filter,
                                            std::size_t limit) {
  return select_clips(
      db_,
      "SELECT c.watchlist_id, c.source_id, c.published, c.found, c.matched, d.sent,"
      " s.added, w.added",
      filter, limit, read_times);
}

}  // namespace curlew::store
