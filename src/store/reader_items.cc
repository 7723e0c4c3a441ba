#include "store/reader_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "store/articles.h"
#include "store/counters.h"
#include "store/query.h"
#include "store/recent_marks.h"
#include "store/seen_clips.h"
#include "store/source_folders.h"
#include "store/visible_sources.h"

namespace curlew::store {
namespace {

// Of so many sources each is asked for its newest, if that is not too much together. Of
// more, all articles are walked until enough are found: what many sources have is not
// far.
constexpr std::size_t kFewReaderSources = 300;
constexpr std::size_t kMostOfEachReader = 100'000;

constexpr std::string_view kReaderArticle =
    "SELECT b.id, b.id, b.source_id, 0, 0, coalesce(m.is_read, 0),"
    " coalesce(m.is_starred, 0), b.found ";
constexpr std::string_view kReaderSubscription =
    " LEFT JOIN subscriptions t ON t.user_id = $1 AND t.source_id = s.id ";
constexpr std::string_view kReaderSees =
    "(s.is_shared = 1 OR t.user_id IS NOT NULL) AND coalesce(m.is_muted, 0) = 0 ";
// All articles are walked in the order of their ids. Whether a source is shared says
// its short row as well.
constexpr std::string_view kFromReaderArticles =
    "FROM articles b JOIN source_texts s ON s.source_id = b.source_id"
    " LEFT JOIN article_states m ON m.user_id = $1 AND m.article_id = b.id ";
constexpr std::string_view kReaderSeesArticle =
    "(s.is_shared = 1 OR EXISTS (SELECT 1 FROM subscriptions seen"
    " WHERE seen.user_id = $1 AND seen.source_id = s.source_id))"
    " AND coalesce(m.is_muted, 0) = 0 ";
// What he made something of is walked, which is little of all that there is. A CROSS
// JOIN, so that SQLite walks it in this order.
const std::string kFromReaderMarks =
    fmt::format("FROM article_states m CROSS JOIN articles b CROSS JOIN sources s{}",
                kReaderSubscription);
constexpr std::string_view kOfReaderMarks =
    "m.user_id = $1 AND b.id = m.article_id AND s.id = b.source_id AND ";

constexpr std::string_view kReaderClip =
    "SELECT c.item_id, c.article_id, c.source_id, c.watchlist_id, c.id,"
    " coalesce(m.is_read, 0), coalesce(m.is_starred, 0), c.matched ";
// Clips first, as CROSS JOIN makes SQLite do: they are chosen by their numbers or by
// one list, and it would begin with all lists of the user.
constexpr std::string_view kFromReaderClips =
    "FROM clips c CROSS JOIN watchlists w CROSS JOIN sources s"
    " LEFT JOIN article_states m ON m.user_id = $1 AND m.article_id = c.article_id ";
constexpr std::string_view kOfReaderClips =
    "w.id = c.watchlist_id AND s.id = c.source_id AND ";
// Of what he made something of.
constexpr std::string_view kFromMarkedClips =
    "FROM article_states m JOIN clips c ON c.article_id = m.article_id"
    " AND m.user_id = $1 JOIN watchlists w ON w.id = c.watchlist_id"
    " JOIN sources s ON s.id = c.source_id ";
// Of what he starred, which is little: walked as kFromReaderMarks is. SQLite would
// begin with his lists, and look at all that was ever clipped for them.
constexpr std::string_view kFromStarredClips =
    "FROM article_states m CROSS JOIN clips c CROSS JOIN watchlists w"
    " CROSS JOIN sources s ";
constexpr std::string_view kOfStarredClips =
    "m.user_id = $1 AND m.is_starred = 1 AND c.article_id = m.article_id"
    " AND w.id = c.watchlist_id AND s.id = c.source_id AND ";
const std::string kReaderClipSeen =
    fmt::format("w.user_id = $1 AND {} AND {} AND coalesce(m.is_muted, 0) = 0 ",
                kFirstForOwner, kSourceSeenByOwner);

constexpr std::string_view kReaderFolder = "coalesce(nullif(t.folder, ''), s.folder)";

// Conditions on $2 to $8, which run_reader_filter() binds.
std::string reader_condition(std::string_view number, std::string_view found) {
  return fmt::format(
      "AND {0} > $2 AND {0} < $3 AND {1} >= $4 AND {1} < $5"
      " AND ($6 = 0 OR coalesce(m.is_read, 0) = 0) AND ($7 = 0 OR m.is_read = 1)"
      " AND ($8 = 0 OR m.is_starred = 1) ",
      number, found);
}

Result<std::vector<ReaderItem>> read_reader_items(Query& query) {
  std::vector<ReaderItem> items;
  TRY(query.each([&] {
    ReaderItem& item = items.emplace_back();
    return query.read(item.number, item.article, item.source, item.list, item.clip,
                      item.is_read, item.is_starred, item.found);
  }));
  return items;
}

// The number of the first row, or `after`.
Result<std::int64_t> number_or(Query& query, std::int64_t after) {
  TRY_ASSIGN(const bool is_there, query.next());
  if (is_there) TRY(query.read(after));
  return after;
}

// Behind this number are the newest kMostCounted articles of all, or of `sources`. Who
// has read nearly all would have everything walked for the few that are left. Articles
// are counted, not numbers, which clips have, too.
Result<std::int64_t> newest_articles_after(
    Database& db, const std::optional<std::vector<model::SourceId>>& sources,
    std::int64_t after) {
  if (sources) {
    Query query(db,
                "SELECT id FROM articles WHERE id > $1 AND source_id IN"
                " (SELECT value FROM unnest($2) AS value)"
                " ORDER BY id DESC LIMIT 1 OFFSET $3",
                after, *sources, to_limit(kMostCounted));
    return number_or(query, after);
  }
  Query query(
      db, "SELECT id FROM articles WHERE id > $1 ORDER BY id DESC LIMIT 1 OFFSET $2",
      after, to_limit(kMostCounted));
  return number_or(query, after);
}

// The same for the user's clips: a list may have three a day among thousands of
// articles.
Result<std::int64_t> newest_clips_after(Database& db, model::UserId user,
                                        std::int64_t after) {
  Query query(db,
              "SELECT item_id FROM clips WHERE user_id = $1 AND item_id > $2"
              " ORDER BY item_id DESC LIMIT 1 OFFSET $3",
              user, after, to_limit(kMostCounted));
  return number_or(query, after);
}

bool reads_marks(const ReaderFilter& filter) {
  return filter.is_read || filter.is_starred;
}

std::string_view reader_order(ReaderFilter::Order order) {
  return order == ReaderFilter::Order::kNewestFirst ? "DESC" : "ASC";
}

// Runs `sql`, whose last parameter is the limit; $9 before it is `narrow`, if any.
template <typename... Narrow>
Result<std::vector<ReaderItem>> run_reader_filter(Database& db, const std::string& sql,
                                                  const ReaderFilter& filter,
                                                  std::size_t limit,
                                                  const Narrow&... narrow) {
  const std::int64_t is_unread = filter.is_unread, is_read = filter.is_read,
                     is_starred = filter.is_starred;
  Query query(db, sql, filter.user, filter.after, filter.before, filter.since,
              filter.until, is_unread, is_read, is_starred, narrow..., to_limit(limit));
  return read_reader_items(query);
}

// An item as its index has it, of which it is not known whether it is shown.
struct Walked {
  ReaderItem item;
  bool is_copy = false;
  bool is_muted = false;
};

Result<std::vector<Walked>> read_walked(Query& query) {
  std::vector<Walked> some;
  const auto take = [&]() -> Result<void> {
    ReaderItem& item = some.emplace_back().item;
    TRY(query.read(item.article, item.source, item.found));
    item.number = item.article.value;
    return {};
  };
  TRY(query.each(take));
  return some;
}

// Items with numbers that the filter means, in its order.
Result<std::vector<Walked>> next_articles(Database& db, const ReaderFilter& filter,
                                          std::size_t limit) {
  Query query(db,
              fmt::format("SELECT id, source_id, found FROM articles WHERE id > $1"
                          " AND id < $2 ORDER BY id {} LIMIT $3",
                          reader_order(filter.order)),
              filter.after, filter.before, to_limit(limit));
  return read_walked(query);
}

// Of these sources. All that they have between the numbers is sorted for it.
Result<std::vector<Walked>> next_articles_of(
    Database& db, const std::vector<model::SourceId>& sources,
    const ReaderFilter& filter, std::size_t limit) {
  Query query(db,
              fmt::format("SELECT id, source_id, found FROM articles WHERE id > $1"
                          " AND id < $2 AND source_id IN"
                          " (SELECT value FROM unnest($3) AS value)"
                          " ORDER BY id {} LIMIT $4",
                          reader_order(filter.order)),
              filter.after, filter.before, sources, to_limit(limit));
  return read_walked(query);
}

Result<std::vector<Walked>> next_clips(Database& db, const ReaderFilter& filter,
                                       std::size_t limit) {
  const bool is_of_list = filter.lists == ReaderFilter::Which::kOne;
  // Of a list by its own index: as a condition that none is used for, whose it is.
  Query query(db,
              fmt::format("SELECT item_id, article_id, source_id, watchlist_id, id,"
                          " matched, CASE WHEN same_as IS NULL THEN 0 ELSE 1 END"
                          " FROM clips WHERE {} AND item_id > $3"
                          " AND item_id < $4 ORDER BY item_id {} LIMIT $5",
                          is_of_list ? "(user_id + 0) = $1 AND watchlist_id = $2"
                                     : "user_id = $1 AND $2 = 0",
                          reader_order(filter.order)),
              filter.user, is_of_list ? filter.list : model::WatchlistId(),
              filter.after, filter.before, to_limit(limit));
  std::vector<Walked> some;
  TRY(query.each([&] {
    Walked& row = some.emplace_back();
    ReaderItem& item = row.item;
    return query.read(item.number, item.article, item.source, item.list, item.clip,
                      item.found, row.is_copy);
  }));
  return some;
}

// What the user made of them.
Result<void> read_marks(Database& db, model::UserId user, std::vector<Walked>& some) {
  if (some.empty()) return {};
  std::unordered_multimap<model::ArticleId, Walked*> by_article;
  std::vector<model::ArticleId> articles;
  for (Walked& each : some) {
    by_article.emplace(each.item.article, &each);
    articles.push_back(each.item.article);
  }
  const auto take = [&](Query& query) -> Result<void> {
    model::ArticleId article;
    bool is_read = false, is_starred = false, is_muted = false;
    TRY(query.read(article, is_read, is_starred, is_muted));
    const auto [begin, end] = by_article.equal_range(article);
    for (auto it = begin; it != end; ++it) {
      it->second->item.is_read = is_read;
      it->second->item.is_starred = is_starred;
      it->second->is_muted = is_muted;
    }
    return {};
  };
  constexpr std::string_view kMarks =
      "SELECT article_id, is_read, is_starred, is_muted FROM article_states"
      " WHERE user_id = $1 AND ";
  const auto [first, last] =
      std::ranges::minmax_element(articles, {}, &model::ArticleId::value);
  // What lies side by side is read in one go.
  if (std::size_t(last->value - first->value) < 4 * articles.size()) {
    static const std::string sql =
        fmt::format("{}article_id >= $2 AND article_id <= $3", kMarks);
    Query query(db, sql, user, *first, *last);
    return query.each([&] { return take(query); });
  }
  static const std::string sql =
      fmt::format("{}article_id IN (SELECT value FROM unnest($2) AS value)", kMarks);
  Query query(db, sql, user, articles);
  return query.each([&] { return take(query); });
}

// A copy is shown where its user sees none that told the same before.
Result<void> drop_told(Database& db, std::vector<Walked>& some) {
  std::vector<model::ClipId> copies;
  for (const Walked& each : some) {
    if (each.is_copy) copies.push_back(each.item.clip);
  }
  if (copies.empty()) return {};
  static const std::string sql = fmt::format(
      "SELECT c.id FROM clips c JOIN watchlists w ON w.id = c.watchlist_id"
      " WHERE c.id IN (SELECT value FROM unnest($1) AS value) AND {}",
      kFirstForOwner);
  Query query(db, sql, copies);
  std::unordered_set<model::ClipId> shown;
  const auto take = [&]() -> Result<void> {
    model::ClipId clip;
    TRY(query.read(clip));
    shown.insert(clip);
    return {};
  };
  TRY(query.each(take));
  std::erase_if(some, [&](const Walked& each) {
    return each.is_copy && !shown.contains(each.item.clip);
  });
  return {};
}

// Those of then have numbers behind these. Of clips alone: they are numbered when they
// are matched, all by one clock. When articles were found says nothing of their
// numbers, as terminals hold what they found while the broker is away.
bool is_behind(const Walked& last, const ReaderFilter& filter) {
  return last.item.clip && filter.order == ReaderFilter::Order::kNewestFirst &&
         last.item.found < filter.since - std::chrono::hours(1);
}

// Walks what `next` brings, a portion after the other, until there are enough. `is_of`
// says whether a source is meant.
template <typename Next, typename IsOf>
Result<std::vector<ReaderItem>> walk(Database& db, ReaderFilter filter,
                                     std::size_t limit, Next&& next, IsOf&& is_of) {
  constexpr std::size_t kLargestPortion = 20'000;
  std::vector<ReaderItem> items;
  std::size_t portion = limit + limit / 20 + 50;
  while (items.size() < limit) {
    TRY_ASSIGN(auto some, next(db, filter, portion));
    if (some.empty()) break;
    const bool is_over = some.size() < portion || is_behind(some.back(), filter);
    if (filter.order == ReaderFilter::Order::kNewestFirst) {
      filter.before = some.back().item.number;
    } else {
      filter.after = some.back().item.number;
    }
    std::erase_if(some, [&](const Walked& each) {
      return each.item.found < filter.since || each.item.found >= filter.until ||
             !is_of(each.item.source);
    });
    TRY(read_marks(db, filter.user, some));
    std::erase_if(some, [&](const Walked& each) {
      return each.is_muted || (filter.is_unread && each.item.is_read);
    });
    TRY(drop_told(db, some));
    for (const Walked& each : some) {
      if (items.size() < limit) items.push_back(each.item);
    }
    if (is_over) break;
    portion = std::min(2 * portion, kLargestPortion);
  }
  return items;
}

}  // namespace

Result<std::int64_t> ReaderItems::unread_after() {
  TRY_ASSIGN(const std::int64_t last, read_counter(db_, kArticleIdCounter));
  return std::max<std::int64_t>(last - kUnreadLookedAt, 0);
}

Result<ReaderItems::Counted> ReaderItems::counted_after(model::UserId user) {
  TRY_ASSIGN(const std::int64_t after, unread_after());
  TRY_ASSIGN(const auto few, few_sources({.user = user}, 1));
  Counted counted;
  TRY_ASSIGN(counted.articles, newest_articles_after(db_, few, after));
  TRY_ASSIGN(counted.clips, newest_clips_after(db_, user, after));
  return counted;
}

// Clips first: where there are enough of them, no older articles are wanted.
Result<std::vector<ReaderItem>> ReaderItems::list(const ReaderFilter& filter,
                                                  std::size_t limit) {
  Counted counted;
  if (filter.is_unread && reads_marks(filter)) {
    TRY_ASSIGN(counted.articles, unread_after());
    counted.clips = counted.articles;
  } else if (filter.is_unread) {
    TRY_ASSIGN(counted, counted_after(filter.user));
  }
  ReaderFilter bounded = filter;
  bounded.after = std::max(filter.after, counted.clips);
  const bool is_newest_first = filter.order == ReaderFilter::Order::kNewestFirst;
  SeenOnce seen(db_, filter.user);
  TRY_ASSIGN(auto items, list_clips(bounded, limit, seen));
  bounded.after = std::max(filter.after, counted.articles);
  if (limit > 0 && items.size() == limit) {
    const std::int64_t last = items.back().number;
    if (is_newest_first) bounded.after = std::max(bounded.after, last);
    if (!is_newest_first) bounded.before = std::min(bounded.before, last);
  }
  TRY_ASSIGN(const auto found, list_articles(bounded, limit, seen));
  items.insert(items.end(), found.begin(), found.end());
  std::ranges::sort(items, [&](const ReaderItem& a, const ReaderItem& b) {
    return is_newest_first ? a.number > b.number : a.number < b.number;
  });
  if (items.size() > limit) items.resize(limit);
  return items;
}

Result<std::vector<ReaderItem>> ReaderItems::list_articles(const ReaderFilter& filter,
                                                           std::size_t limit,
                                                           SeenOnce& seen) {
  const bool from_marks = reads_marks(filter);
  // Spelled out, so that what is starred is read from its own index.
  const std::string of_marks =
      std::string(kOfReaderMarks) + (filter.is_starred ? "m.is_starred = 1 AND " : "");
  const auto sql = [&](std::string_view narrowed, int limit_at) {
    const std::string_view number = from_marks ? "m.article_id" : "b.id";
    return fmt::format(
        "{}{}WHERE {}{}{}{}ORDER BY {} {} LIMIT ${}", kReaderArticle,
        from_marks ? std::string_view(kFromReaderMarks) : kFromReaderArticles,
        from_marks ? of_marks : "", from_marks ? kReaderSees : kReaderSeesArticle,
        reader_condition(number, "b.found"), narrowed, number,
        reader_order(filter.order), limit_at);
  };
  if (filter.sources == ReaderFilter::Which::kNone) return std::vector<ReaderItem>();
  if (filter.sources == ReaderFilter::Which::kOne) {
    return run_reader_filter(db_, sql("AND b.source_id = $9 ", 10), filter, limit,
                             filter.source);
  }
  if (from_marks && filter.sources == ReaderFilter::Which::kFolder) {
    return run_reader_filter(db_, sql(fmt::format("AND {} = $9 ", kReaderFolder), 10),
                             filter, limit, filter.folder);
  }
  if (from_marks) return run_reader_filter(db_, sql("", 9), filter, limit);
  TRY_ASSIGN(const auto few, few_sources(filter, limit));
  if (few) return list_of_each(*few, filter, limit, seen);
  ReaderFilter walked = filter;
  if (filter.since > Time()) {
    TRY_ASSIGN(const model::ArticleId first, Articles(db_).first_since(filter.since));
    walked.after = std::max(filter.after, first.value - 1);
  }
  // No more than are counted.
  if (filter.is_unread) {
    TRY_ASSIGN(const auto some, few_sources(filter, 1));
    const auto next = [&](Database& db, const ReaderFilter& rest, std::size_t portion) {
      return next_articles_of(db, *some, rest, portion);
    };
    if (some)
      return walk(db_, walked, limit, next, [](model::SourceId) { return true; });
  }
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  if (filter.sources == ReaderFilter::Which::kFolder) {
    TRY_ASSIGN(const auto filed,
               sources_in_folders(db_, filter.user, {filter.folder}, to_limit(kAll)));
    const std::unordered_set<model::SourceId> meant(filed.begin(), filed.end());
    return walk(db_, walked, limit, next_articles,
                [&](model::SourceId source) { return meant.contains(source); });
  }
  TRY_ASSIGN(const VisibleSources* const visible, seen.get());
  return walk(db_, walked, limit, next_articles,
              [&](model::SourceId source) { return visible->has(source); });
}

Result<std::optional<std::vector<model::SourceId>>> ReaderItems::few_sources(
    const ReaderFilter& filter, std::size_t limit) {
  const std::size_t most =
      std::min(kFewReaderSources, kMostOfEachReader / std::max<std::size_t>(limit, 1));
  std::vector<model::SourceId> sources;
  const auto read_all = [&](Query& query) {
    return query.each([&] { return query.read(sources.emplace_back()); });
  };
  if (filter.sources == ReaderFilter::Which::kFolder) {
    TRY_ASSIGN(sources,
               sources_in_folders(db_, filter.user, {filter.folder}, most + 1));
  } else {
    // One question for both would go through all sources.
    Query own(db_, "SELECT source_id FROM subscriptions WHERE user_id = $1 LIMIT $2",
              filter.user, to_limit(most + 1));
    TRY(read_all(own));
    Query shared(db_, "SELECT source_id FROM source_texts WHERE is_shared = 1 LIMIT $1",
                 to_limit(most + 1));
    TRY(read_all(shared));
    std::ranges::sort(sources, {}, &model::SourceId::value);
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  }
  std::optional<std::vector<model::SourceId>> few;
  if (sources.size() <= most) few = std::move(sources);
  return few;
}

Result<std::vector<ReaderItem>> ReaderItems::list_of_each(
    const std::vector<model::SourceId>& sources, const ReaderFilter& filter,
    std::size_t limit, SeenOnce& seen) {
  ReaderFilter one = filter;
  one.sources = ReaderFilter::Which::kOne;
  std::vector<ReaderItem> items;
  for (const model::SourceId source : sources) {
    one.source = source;
    TRY_ASSIGN(const auto some, list_articles(one, limit, seen));
    items.insert(items.end(), some.begin(), some.end());
  }
  return items;
}

Result<std::vector<ReaderItem>> ReaderItems::list_clips(const ReaderFilter& filter,
                                                        std::size_t limit,
                                                        SeenOnce& seen) {
  if (filter.lists == ReaderFilter::Which::kNone ||
      filter.lists == ReaderFilter::Which::kFolder) {
    return std::vector<ReaderItem>();
  }
  if (!reads_marks(filter)) {
    TRY_ASSIGN(const VisibleSources* const visible, seen.get());
    return walk(db_, filter, limit, next_clips,
                [&](model::SourceId source) { return visible->has(source); });
  }
  const auto sql = [&](std::string_view narrowed, int limit_at) {
    // Spelled out, so that what is starred is read from its own index.
    return fmt::format("{}{}WHERE {}{}{}{}ORDER BY c.item_id {} LIMIT ${}", kReaderClip,
                       filter.is_starred ? kFromStarredClips : kFromMarkedClips,
                       filter.is_starred ? kOfStarredClips : std::string_view(),
                       kReaderClipSeen, reader_condition("c.item_id", "c.matched"),
                       narrowed, reader_order(filter.order), limit_at);
  };
  if (filter.lists == ReaderFilter::Which::kOne) {
    return run_reader_filter(db_, sql("AND c.watchlist_id = $9 ", 10), filter, limit,
                             filter.list);
  }
  return run_reader_filter(db_, sql("", 9), filter, limit);
}

Result<std::vector<ReaderItem>> ReaderItems::find(
    model::UserId user, std::span<const std::int64_t> numbers) {
  static const std::string of_articles =
      fmt::format("{}{}WHERE {}AND b.id IN (SELECT value FROM unnest($2) AS value)",
                  kReaderArticle, kFromReaderArticles, kReaderSeesArticle);
  static const std::string of_clips = fmt::format(
      "{}{}WHERE {}{}AND c.item_id IN (SELECT value FROM unnest($2) AS value)",
      kReaderClip, kFromReaderClips, kOfReaderClips, kReaderClipSeen);
  std::vector<ReaderItem> items;
  for (const std::string& sql : {of_articles, of_clips}) {
    Query query(db_, sql, user, numbers);
    TRY_ASSIGN(const auto some, read_reader_items(query));
    items.insert(items.end(), some.begin(), some.end());
  }
  return items;
}

Result<std::vector<model::Clip>> ReaderItems::clips(
    std::span<const model::ClipId> clips) {
  Query query(db_,
              "SELECT id, watchlist_id, article_id, source_id, keyword, title, summary,"
              " mark_begin, mark_end, url, published, found, matched FROM clips"
              " WHERE id IN (SELECT value FROM unnest($1) AS value)",
              clips);
  std::vector<model::Clip> rows;
  TRY(query.each([&] {
    model::Clip& clip = rows.emplace_back();
    return query.read(clip.id, clip.list, clip.article, clip.source, clip.keyword,
                      clip.title, clip.summary, clip.mark_begin, clip.mark_end,
                      clip.url, clip.published, clip.found, clip.matched);
  }));
  return rows;
}

Result<std::vector<ReaderCount>> ReaderItems::counts(model::UserId user) {
  TRY_ASSIGN(const std::int64_t after, unread_after());
  TRY_ASSIGN(const auto few, few_sources({.user = user}, 1));
  const auto* const sources = few ? &*few : nullptr;
  TRY_ASSIGN(const auto visible, VisibleSources::of(db_, user));
  TRY_ASSIGN(const auto marks, recent_marks(db_, user, sources, {after}, kMostCounted));
  const auto add = [](ReaderCount& sum, bool is_read, Time found) {
    ++sum.items;
    if (is_read) return;
    ++sum.unread;
    sum.newest = std::max(sum.newest.value_or(found), found);
  };
  std::map<model::SourceId, ReaderCount> sums;
  for (const RecentMark& mark : marks) {
    if (!visible.has(mark.source)) continue;
    ReaderCount& sum = sums[mark.source];
    sum.source = mark.source;
    add(sum, mark.is_read, mark.found);
  }
  std::vector<ReaderCount> counts;
  for (const auto& [source, sum] : sums) counts.push_back(sum);
  ReaderFilter of_lists{.user = user};
  TRY_ASSIGN(of_lists.after, newest_clips_after(db_, user, after));
  TRY_ASSIGN(const auto clips,
             walk(db_, of_lists, kMostCounted, next_clips,
                  [&](model::SourceId source) { return visible.has(source); }));
  std::map<model::WatchlistId, ReaderCount> of_list;
  for (const ReaderItem& each : clips) {
    ReaderCount& sum = of_list[each.list];
    sum.list = each.list;
    add(sum, each.is_read, each.found);
  }
  for (const auto& [list, sum] : of_list) counts.push_back(sum);
  return counts;
}

// Two questions: what has to be sorted is little then.
Result<std::vector<ReaderSource>> ReaderItems::sources(model::UserId user,
                                                       std::size_t limit) {
  static const std::string columns = fmt::format(
      "SELECT s.id, s.url, coalesce(nullif(t.title, ''), s.title), s.site_url, {},"
      " s.added, h.last_visit, coalesce(h.last_error, ''), ",
      kReaderFolder);
  static const std::string subscribed =
      columns +
      "1 FROM subscriptions t JOIN sources s ON s.id = t.source_id"
      " LEFT JOIN schedule h ON h.source_id = s.id WHERE t.user_id = $1"
      " ORDER BY t.source_id LIMIT $2";
  static const std::string shared = fmt::format(
      "{}0 FROM sources s{}LEFT JOIN schedule h ON h.source_id = s.id"
      " WHERE s.is_shared = 1 AND t.user_id IS NULL ORDER BY s.id LIMIT $2",
      columns, kReaderSubscription);
  std::vector<ReaderSource> rows;
  for (const std::string& sql : {subscribed, shared}) {
    Query query(db_, sql, user, to_limit(limit - rows.size()));
    TRY(query.each([&] {
      ReaderSource& row = rows.emplace_back();
      return query.read(row.id, row.url, row.title, row.site_url, row.folder, row.added,
                        row.last_visit, row.last_error, row.is_subscribed);
    }));
  }
  return rows;
}

Result<void> ReaderItems::mark_read(model::UserId user,
                                    std::vector<model::ArticleId> articles) {
  // PostgreSQL changes a row once in a statement.
  std::ranges::sort(articles, {}, &model::ArticleId::value);
  articles.erase(std::unique(articles.begin(), articles.end()), articles.end());
  TRY(Query::run(db_,
                 "INSERT INTO article_states (user_id, article_id, is_read, is_starred,"
                 " is_muted, tags) SELECT $1, value.value, 1, 0, 0, ''"
                 " FROM unnest($2) AS value WHERE value.value > 0"
                 " ON CONFLICT (user_id, article_id) DO UPDATE SET is_read = 1",
                 user, articles));
  return {};
}

}  // namespace curlew::store
