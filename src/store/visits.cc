#include "store/visits.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "store/compression.h"
#include "store/query.h"
#include "store/subscriptions.h"

namespace curlew::store {
namespace {

// Other writers get their turn between two of these.
constexpr std::int64_t kPrunedAtOnce = 1'000;

// The order in which read_visits() takes them.
constexpr std::string_view kSelectVisit =
    "SELECT v.id, v.source_id, v.kind, coalesce(v.article_id, 0), v.started, v.took_ms,"
    " v.outcome, v.http_status, v.wire_bytes, v.body_bytes, v.new_articles, v.headers,"
    " v.error, v.note, v.median_milli, v.kinds, v.structural, v.textual, s.title, s.url"
    " FROM visits v JOIN sources s ON s.id = v.source_id ";

Result<std::vector<VisitRow>> read_visits(Database& db, Query& query) {
  std::vector<VisitRow> visits;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return visits;
    VisitRow& row = visits.emplace_back();
    std::string_view headers;
    std::optional<std::uint32_t> kinds, structural, textual;
    TRY(query.read(row.id, row.source, row.kind, row.article, row.started, row.took,
                   row.outcome, row.http_status, row.wire_bytes, row.body_bytes,
                   row.new_entries, headers, row.error, row.note, row.median_milli,
                   kinds, structural, textual, row.source_title, row.source_url));
    if (kinds) row.kinds = model::ChangeKinds::of_bits(*kinds);
    if (structural) row.changes = {*structural, textual.value_or(0)};
    auto text = decompress_headers(headers);
    if (!text.ok()) return std::move(text).error().within(db.name());
    row.headers = std::move(*text);
  }
}

// The beginning of the oldest of the newest `days` days with visits; all of them if
// there are fewer. From one day to the one before: as many look-ups as days, however
// many visits.
Result<Time> oldest_visit_day(Database& db, std::size_t days) {
  Time day = Time::max();
  std::int64_t below = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < days; ++i) {
    Query query(db, "SELECT id FROM visits WHERE id < $1 ORDER BY id DESC LIMIT 1",
                below);
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return Time::min();
    model::VisitId newest;
    TRY(query.read(newest));
    day = std::chrono::floor<std::chrono::days>(
        from_unix_ms(newest.value >> model::kVisitCounterBits));
    below = model::first_visit_id(day).value;
  }
  return day;
}

}  // namespace

std::string pack_headers(std::string_view headers) { return compress_headers(headers); }

Result<std::vector<model::VisitId>> Visits::recorded(
    std::span<const model::VisitId> visits) {
  std::vector<model::VisitId> recorded;
  if (visits.empty()) return recorded;
  Query query(db_,
              "SELECT id FROM visits WHERE id IN (SELECT value FROM unnest($1) AS"
              " value)",
              visits);
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return recorded;
    TRY(query.read(recorded.emplace_back()));
  }
}

Result<void> Visits::record(const model::VisitReport& report, std::string_view headers,
                            const Learned& learned) {
  const model::ArticleId about = model::article_of(report.findings);
  const auto article = about ? std::optional(about) : std::optional<model::ArticleId>();
  const model::CrawlPageId page = model::crawl_page_of(report.findings);
  const auto crawl_page =
      page ? std::optional(page) : std::optional<model::CrawlPageId>();
  std::optional<std::uint32_t> kinds, structural, textual;
  if (learned.kinds) kinds = learned.kinds->bits();
  if (learned.changes) {
    structural = learned.changes->structural;
    textual = learned.changes->textual;
  }
  return Query::enqueue(
      db_,
      "INSERT INTO visits (id, source_id, article_id, started, took_ms, http_status,"
      " wire_bytes, body_bytes, new_articles, kind, outcome, terminal, error, note,"
      " headers, median_milli, kinds, structural, textual, crawl_page_id) VALUES ($1,"
      " $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,"
      " $19, $20)",
      report.id, report.source, article, report.started, report.took,
      report.http_status, report.wire_bytes, report.body_bytes, learned.new_articles,
      model::kind_of(report.findings), report.outcome, report.terminal, report.error,
      report.note, Blob{headers}, learned.median_milli, kinds, structural, textual,
      crawl_page);
}

Result<std::vector<VisitRow>> Visits::of(model::SourceId source, std::size_t limit,
                                         model::VisitId before) {
  static const std::string sql =
      std::string(kSelectVisit)
          .append("WHERE v.source_id = $1 AND v.id < $2 ORDER BY v.id DESC LIMIT $3");
  if (!before) before.value = std::numeric_limits<std::int64_t>::max();
  Query query(db_, sql, source, before, to_limit(limit));
  return read_visits(db_, query);
}

Result<std::vector<VisitRow>> Visits::latest(Time since, std::size_t limit,
                                             model::UserId viewer) {
  static const std::string sql =
      fmt::format("{}WHERE {} AND v.id >= $2 ORDER BY v.id DESC LIMIT $3", kSelectVisit,
                  kVisibleOrAll);
  Query query(db_, sql, viewer, model::first_visit_id(since), to_limit(limit));
  return read_visits(db_, query);
}

Result<std::vector<DownloadRow>> Visits::downloads(Time since, std::size_t limit) {
  // What was only queued, or forbidden by a robots.txt known already, took no time.
  Query query(db_,
              "SELECT source_id, took_ms FROM visits"
              " WHERE id >= $1 AND kind = $2 AND (took_ms > 0 OR http_status > 0)"
              " ORDER BY id DESC LIMIT $3",
              model::first_visit_id(since), model::VisitKind::kSource, to_limit(limit));
  std::vector<DownloadRow> downloads;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return downloads;
    DownloadRow& row = downloads.emplace_back();
    TRY(query.read(row.source, row.took));
  }
}

Result<std::int64_t> Visits::prune(Time before, std::size_t visit_days) {
  TRY_ASSIGN(const Time kept, oldest_visit_day(db_, visit_days));
  if (kept == Time::min()) return 0;
  return Query::run(db_,
                    "DELETE FROM visits WHERE id IN"
                    " (SELECT id FROM visits WHERE id < $1 ORDER BY id LIMIT $2)",
                    model::first_visit_id(std::min(before, kept)), kPrunedAtOnce);
}

}  // namespace curlew::store
