#include "store/remove_source.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "store/counters.h"
#include "store/crawl_pages.h"
#include "store/deliveries.h"
#include "store/query.h"
#include "store/search_index.h"
#include "store/topics.h"

namespace curlew::store {
namespace {

// Tables whose rows name it.
constexpr std::string_view kOfSource[] = {
    "source_texts",   "schedule",          "set_aside_reports", "source_aliases",
    "visits",         "page_averages",     "version_parts",     "document_notes",
    "revisit_habits", "forgotten_articles"};
// Tables whose rows name an article of it.
constexpr std::string_view kOfArticles[] = {
    "wanted_pages", "page_revisits", "article_versions", "pages", "page_contents"};

// What users have of a source, and of its articles. A clip that said the same as one of
// these speaks for itself now, and a notice that has nothing left to tell is not sent.
Result<void> remove_from_users(Database& db, model::SourceId source) {
  static const std::string plan = fmt::format(
      "{}(SELECT watchlist_id FROM clips WHERE source_id = $1)", kPlanNotices);
  for (const std::string_view sql :
       {"DELETE FROM subscriptions WHERE source_id = $1",
        "DELETE FROM alarms WHERE source_id = $1",
        "DELETE FROM article_states WHERE article_id IN"
        " (SELECT id FROM articles WHERE source_id = $1)",
        "DELETE FROM list_actions WHERE article_id IN"
        " (SELECT id FROM articles WHERE source_id = $1)",
        "UPDATE clips SET same_as = NULL WHERE same_as IN"
        " (SELECT id FROM clips WHERE source_id = $1)",
        "DELETE FROM clip_bands WHERE clip_id IN"
        " (SELECT id FROM clips WHERE source_id = $1)",
        "DELETE FROM deliveries WHERE state = 'waiting' AND id IN"
        " (SELECT delivery_id FROM clips WHERE source_id = $1) AND NOT EXISTS"
        " (SELECT 1 FROM clips c WHERE c.delivery_id = deliveries.id"
        " AND c.source_id <> $1)",
        plan.c_str(), "DELETE FROM clips WHERE source_id = $1"}) {
    TRY(Query::run(db, sql, source));
  }
  return {};
}

// Notes that the records of its versions, and what only they have beside them, may go.
// Those of its articles' pages always do: the articles go, too.
Result<void> drop_records(Database& db, model::SourceId source,
                          Sources::Records records) {
  const bool all_go = records == Sources::Records::kGo;
  TRY(Query::run(db,
                 "INSERT INTO dropped_records (terminal, segment, place, length)"
                 " SELECT terminal, segment, place, length FROM versions"
                 " WHERE document_id IN (SELECT id FROM documents WHERE source_id = $1)"
                 " AND of_article >= $2 ON CONFLICT DO NOTHING",
                 source, all_go ? 0 : 1));
  if (!all_go) return {};
  TRY(Query::run(db,
                 "INSERT INTO dropped_records (terminal, segment, place, length)"
                 " SELECT p.terminal, p.segment, p.place, p.length"
                 " FROM version_parts p WHERE p.source_id = $1 AND NOT EXISTS"
                 " (SELECT 1 FROM version_parts o WHERE o.terminal = p.terminal"
                 " AND o.segment = p.segment AND o.place = p.place"
                 " AND o.source_id <> $1) ON CONFLICT DO NOTHING",
                 source));
  return {};
}

Result<void> remove_documents(Database& db, model::SourceId source) {
  TRY(Query::run(db,
                 "DELETE FROM versions WHERE document_id IN"
                 " (SELECT id FROM documents WHERE source_id = $1)",
                 source));
  TRY(Query::run(db, "DELETE FROM documents WHERE source_id = $1", source));
  return {};
}

Result<void> remove_articles(Database& db, model::SourceId source) {
  for (const std::string_view table : kOfArticles) {
    TRY(Query::run(db,
                   fmt::format("DELETE FROM {} WHERE article_id IN"
                               " (SELECT id FROM articles WHERE source_id = $1)",
                               table),
                   source));
  }
  TRY(remove_from_index(db, source));
  TRY_ASSIGN(const auto articles,
             Query::run(db, "DELETE FROM articles WHERE source_id = $1", source));
  TRY(add_to_counter(db, kArticlesCounter, -articles));
  return {};
}

}  // namespace

Result<void> remove_what_is_of(Database& db, model::SourceId source,
                               Sources::Records records) {
  // What they keep is found by rows that go afterwards.
  TRY(drop_records(db, source, records));
  TRY(remove_documents(db, source));
  // Its hub is told: the row goes when that is done. No time is before its turn.
  TRY(Query::run(db,
                 "UPDATE hub_subscriptions SET state = 'leaving', failures = 0,"
                 " visit_due = NULL, next_try = 0 WHERE source_id = $1",
                 source));
  TRY(remove_from_users(db, source));
  TRY(remove_topics_of(db, source));
  TRY(remove_crawl_of(db, source));
  TRY(remove_articles(db, source));
  for (const std::string_view table : kOfSource) {
    TRY(Query::run(db, fmt::format("DELETE FROM {} WHERE source_id = $1", table),
                   source));
  }
  return {};
}

}  // namespace curlew::store
