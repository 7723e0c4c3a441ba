#include "store/activity.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "store/articles.h"
#include "store/query.h"
#include "store/subscriptions.h"

namespace curlew::store {
namespace {

// Where an article is found under fewer than one in so many numbers, which clips and
// what he does not see have, too, more numbers are looked at. Those that lie side by
// side are read together.
constexpr std::size_t kLittle = 4;
constexpr std::size_t kMostSampled = 30'000;
constexpr std::size_t kSampledTogether = 100;
// Who sees few sources, that have little, is asked for all of it.
constexpr std::size_t kFewSampledSources = 300;
constexpr std::size_t kMostOfFewSampled = 10'000;

// Those from `first` on.
struct Numbers {
  std::int64_t first = 0;
  std::size_t count = 0;
};

// At most `most` of the numbers, evenly of all of them, `together` side by side.
std::vector<model::ArticleId> spread(const Numbers& numbers, std::size_t most,
                                     std::size_t together) {
  std::vector<model::ArticleId> ids;
  if (numbers.count <= most) together = std::max<std::size_t>(numbers.count, 1);
  const std::size_t runs = std::min(numbers.count, most) / together;
  for (std::size_t run = 0; run < runs; ++run) {
    const std::size_t begin = run * numbers.count / runs;
    for (std::size_t i = begin; i < begin + together; ++i) {
      ids.push_back({numbers.first + std::int64_t(i)});
    }
  }
  return ids;
}

Result<std::vector<Arrival>> read_arrivals(Query& query) {
  std::vector<Arrival> all;
  TRY(query.each([&] {
    Arrival& row = all.emplace_back();
    return query.read(row.article, row.source, row.found, row.published);
  }));
  return all;
}

Result<std::vector<Arrival>> numbered_arrivals(Database& db,
                                               const std::vector<model::ArticleId>& ids,
                                               Time since,
                                               const VisibleSources& visible) {
  const std::string sql = fmt::format(
      "SELECT id, source_id, found, published FROM articles"
      " WHERE id IN (SELECT value FROM unnest($1) AS value) AND found >= $2 AND {}",
      visible.condition("source_id", "$3"));
  Query query(db, sql, ids, since, visible.ids());
  return read_arrivals(query);
}

// All that he sees; nullopt: it is more than a few.
Result<std::optional<std::vector<model::SourceId>>> few_of(
    Database& db, const VisibleSources& visible) {
  const std::string sql =
      fmt::format("SELECT x.source_id FROM source_texts x WHERE {} LIMIT $2",
                  visible.condition("x.source_id", "$1"));
  Query query(db, sql, visible.ids(), to_limit(kFewSampledSources + 1));
  std::vector<model::SourceId> sources;
  TRY(query.each([&] { return query.read(sources.emplace_back()); }));
  std::optional<std::vector<model::SourceId>> few;
  if (sources.size() <= kFewSampledSources) few = std::move(sources);
  return few;
}

// By the index of sources; they were seen to have half as many.
Result<std::vector<Arrival>> arrivals_of(Database& db,
                                         const std::vector<model::SourceId>& sources,
                                         model::ArticleId first, Time since) {
  Query query(db,
              "SELECT id, source_id, found, published FROM articles"
              " WHERE source_id IN (SELECT value FROM unnest($1) AS value)"
              " AND id >= $2 AND found >= $3 ORDER BY id DESC LIMIT $4",
              sources, first, since, to_limit(2 * kMostOfFewSampled));
  return read_arrivals(query);
}

std::vector<Arrival> thinned(std::vector<Arrival> all, std::size_t limit) {
  if (all.size() <= limit) return all;
  std::ranges::sort(all, {}, [](const Arrival& each) { return each.article.value; });
  std::vector<Arrival> some;
  for (std::size_t i = 0; i < limit; ++i) some.push_back(all[i * all.size() / limit]);
  return some;
}

// Problems as SourceFilter::kProblem has them. Those are few, and have an index; the
// state is asked in a way that does not make the planner begin with all that are
// active.
std::string problem_sql(std::string_view columns, std::string_view rest) {
  return fmt::format(
      "SELECT {} FROM schedule c JOIN sources s ON s.id = c.source_id"
      " WHERE {} AND c.has_problem = 1 AND s.state || '' IN {} {}",
      columns, kVisibleOrAll, states_where(model::are_problems_shown), rest);
}

}  // namespace

// From an index that has all of it. What he does not see is mostly little: a few more
// are read then, and only where these are not enough is it said to the database.
Result<std::vector<Arrival>> arrivals(Database& db, Time from, Time to,
                                      const VisibleSources& visible,
                                      std::size_t limit) {
  constexpr std::string_view kOfAll =
      "SELECT id, source_id, found, published FROM articles WHERE found >= $1"
      " AND found < $2 ORDER BY found DESC LIMIT $3";
  const std::size_t some = 2 * limit;
  Query of_all(db, kOfAll, from, to, to_limit(some));
  TRY_ASSIGN(auto all, read_arrivals(of_all));
  const bool is_all = all.size() < some;
  std::erase_if(all, [&](const Arrival& each) { return !visible.has(each.source); });
  if (all.size() < limit && !is_all) {
    const std::string sql = fmt::format(
        "SELECT id, source_id, found, published FROM articles WHERE found >= $1"
        " AND found < $2 AND {} ORDER BY found DESC LIMIT $4",
        visible.condition("source_id", "$3"));
    Query query(db, sql, from, to, visible.ids(), to_limit(limit));
    TRY_ASSIGN(all, read_arrivals(query));
  }
  if (all.size() > limit) all.resize(limit);
  return all;
}

Result<std::vector<Arrival>> sample_arrivals(Database& db, Time since,
                                             const VisibleSources& visible,
                                             std::size_t limit) {
  Articles articles(db);
  TRY_ASSIGN(const model::ArticleId first, articles.first_since(since));
  TRY_ASSIGN(const model::ArticleId last, articles.last_id());
  const Numbers numbers{first.value, std::size_t(std::max<std::int64_t>(
                                         last.value - first.value + 1, 0))};
  TRY_ASSIGN(auto some,
             numbered_arrivals(db, spread(numbers, limit, 1), since, visible));
  if (numbers.count <= limit || some.size() >= limit / kLittle) return some;
  const std::size_t expected = some.size() * numbers.count / limit;
  if (numbers.count > kMostSampled && expected < kMostOfFewSampled) {
    TRY_ASSIGN(const auto few, few_of(db, visible));
    if (few) {
      TRY_ASSIGN(some, arrivals_of(db, *few, first, since));
      return thinned(std::move(some), limit);
    }
  }
  const auto more = spread(numbers, kMostSampled, kSampledTogether);
  TRY_ASSIGN(some, numbered_arrivals(db, more, since, visible));
  return thinned(std::move(some), limit);
}

Result<void> check_dates(Database& db, std::vector<Arrival>& arrivals) {
  std::unordered_map<model::ArticleId, Time> dates;
  std::unordered_map<model::SourceId, Time> added;
  std::vector<model::ArticleId> undated;
  std::vector<model::SourceId> sources;
  for (const Arrival& each : arrivals) {
    if (!each.published) undated.push_back(each.article);
    if (added.try_emplace(each.source).second) sources.push_back(each.source);
  }
  Query of_pages(db,
                 "SELECT article_id, published FROM page_contents WHERE article_id IN"
                 " (SELECT value FROM unnest($1) AS value) AND published IS NOT NULL",
                 undated);
  const auto take_of_pages = [&]() -> Result<void> {
    model::ArticleId article;
    Time published;
    TRY(of_pages.read(article, published));
    dates[article] = published;
    return {};
  };
  TRY(of_pages.each(take_of_pages));
  Query of_sources(db,
                   "SELECT id, added FROM sources WHERE id IN"
                   " (SELECT value FROM unnest($1) AS value)",
                   sources);
  const auto take_of_sources = [&]() -> Result<void> {
    model::SourceId source;
    Time time;
    TRY(of_sources.read(source, time));
    added[source] = time;
    return {};
  };
  TRY(of_sources.each(take_of_sources));
  for (Arrival& each : arrivals) {
    const auto date = dates.find(each.article);
    if (date != dates.end()) each.published = date->second;
    if (each.published &&
        (*each.published < added[each.source] || *each.published > each.found)) {
      each.published.reset();
    }
  }
  return {};
}

Result<std::vector<HourCount>> count_arrivals(Database& db, Time since,
                                              const VisibleSources& visible) {
  const std::string sql = fmt::format(
      "SELECT found / 3600000, count(*) FROM articles WHERE found >= $1 AND {}"
      " GROUP BY 1 ORDER BY 1",
      visible.condition("source_id", "$2"));
  Query query(db, sql, since, visible.ids());
  std::vector<HourCount> counts;
  const auto take = [&]() -> Result<void> {
    HourCount& row = counts.emplace_back();
    std::int64_t hour = 0;
    TRY(query.read(hour, row.articles));
    row.hour = from_unix_ms(hour * 3'600'000);
    return {};
  };
  TRY(query.each(take));
  return counts;
}

Result<std::vector<VisitMinute>> visits_by_minute(Database& db, Time since) {
  Query query(db,
              "SELECT started / 60000, count(*),"
              " sum(CASE WHEN outcome IN ('fetched', 'not-modified', 'names-feed')"
              " THEN 0 ELSE 1 END),"
              " sum(CASE WHEN outcome = 'not-modified' THEN 1 ELSE 0 END),"
              " sum(wire_bytes), sum(new_articles) FROM visits WHERE id >= $1"
              " AND started >= $2 GROUP BY 1 ORDER BY 1",
              model::first_visit_id(since), since);
  std::vector<VisitMinute> minutes;
  const auto take = [&]() -> Result<void> {
    VisitMinute& row = minutes.emplace_back();
    std::int64_t minute = 0;
    TRY(query.read(minute, row.visits, row.failed, row.not_modified, row.bytes,
                   row.new_articles));
    row.minute = from_unix_ms(minute * 60'000);
    return {};
  };
  TRY(query.each(take));
  return minutes;
}

Result<std::vector<OutcomeCount>> visits_by_outcome(Database& db, Time since,
                                                    std::size_t most) {
  Query query(db,
              "SELECT outcome, count(*) FROM (SELECT outcome FROM visits WHERE id >= $1"
              " ORDER BY id DESC LIMIT $2) newest GROUP BY outcome"
              " ORDER BY count(*) DESC, outcome",
              model::first_visit_id(since), to_limit(most));
  std::vector<OutcomeCount> counts;
  TRY(query.each([&] {
    OutcomeCount& row = counts.emplace_back();
    return query.read(row.outcome, row.count);
  }));
  return counts;
}

Result<std::vector<TerminalVisits>> visits_by_terminal(Database& db, Time since) {
  Query query(db,
              "SELECT terminal, count(*), max(started) FROM visits WHERE id >= $1"
              " GROUP BY terminal ORDER BY terminal",
              model::first_visit_id(since));
  std::vector<TerminalVisits> rows;
  TRY(query.each([&] {
    TerminalVisits& row = rows.emplace_back();
    return query.read(row.terminal, row.visits, row.last);
  }));
  return rows;
}

// What was forbidden by rules that are known already, or only waited, was not sent.
Result<std::vector<RequestRow>> requests_since(Database& db, Time since,
                                               std::size_t most) {
  Query query(db,
              "SELECT v.source_id, coalesce(a.url, p.url, s.url), v.started, v.outcome,"
              " v.http_status, v.wire_bytes FROM visits v"
              " JOIN sources s ON s.id = v.source_id"
              " LEFT JOIN articles a ON a.id = v.article_id"
              " LEFT JOIN crawl_pages p ON p.id = v.crawl_page_id"
              " WHERE v.id >= $1 AND (v.took_ms > 0 OR v.http_status > 0)"
              " ORDER BY v.id DESC LIMIT $2",
              model::first_visit_id(since), to_limit(most));
  std::vector<RequestRow> rows;
  TRY(query.each([&] {
    RequestRow& row = rows.emplace_back();
    return query.read(row.source, row.url, row.started, row.outcome, row.status,
                      row.bytes);
  }));
  return rows;
}

Result<std::vector<ProblemCount>> count_problems(Database& db, model::UserId user) {
  static const std::string sql =
      problem_sql("c.last_outcome, c.last_status, c.last_remark, count(*)",
                  "GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3");
  Query query(db, sql, user);
  std::vector<ProblemCount> counts;
  TRY(query.each([&] {
    ProblemCount& row = counts.emplace_back();
    return query.read(row.outcome, row.status, row.remark, row.count);
  }));
  return counts;
}

Result<std::vector<model::SourceId>> sources_with(Database& db, model::UserId user,
                                                  const ProblemCount& problem,
                                                  std::size_t limit) {
  static const std::string sql =
      problem_sql("s.id",
                  "AND c.last_outcome = $2 AND c.last_status = $3"
                  " AND c.last_remark = $4 ORDER BY lower(s.title), s.id LIMIT $5");
  Query query(db, sql, user, problem.outcome, problem.status, problem.remark,
              to_limit(limit));
  std::vector<model::SourceId> ids;
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

Result<std::unordered_map<model::SourceId, Time>> first_visits_after(
    Database& db, std::span<const model::SourceId> sources,
    std::span<const std::int64_t> times) {
  static const std::string sql = fmt::format(
      "SELECT pair.first, (SELECT v.started FROM visits v WHERE v.source_id = "
      "pair.first"
      " AND v.id >= pair.second << {} AND v.started > pair.second ORDER BY v.id LIMIT "
      "1)"
      " FROM pairs($1, $2) AS pair",
      model::kVisitCounterBits);
  std::unordered_map<model::SourceId, Time> first;
  Query query(db, sql, sources, times);
  const auto take = [&]() -> Result<void> {
    model::SourceId source;
    std::optional<Time> started;
    TRY(query.read(source, started));
    if (started) first.emplace(source, *started);
    return {};
  };
  TRY(query.each(take));
  return first;
}

}  // namespace curlew::store
