#include "store/passed_on_pages.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "store/crawl_pages.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// Nothing of an earlier visit. Records that are of no article's version may go before.
constexpr std::string_view kForgetsVisits =
    "etag = '', last_modified = '', validators_url = '', digest = '', terminal = '',"
    " segment = '', place = 0, length = 0, notes = $1, sketch = $1, claims = 0";

// A link of which nothing is known but its place: it will be judged anew.
const std::string& as_new_link() {
  static const std::string sql = fmt::format(
      "standing = 'waiting', off_topic = 0, similarity = 0, anchor_similarity = 0,"
      " parent_similarity = 0, mentions = 0, link_class = 0, structural = 0,"
      " textual = 0, visits = 0, changes = 0, failures = 0, first_visit = 0,"
      " last_visit = 0, phase = 0, {}",
      kForgetsVisits);
  return sql;
}

// Before a topic goes: of its pages those to which others lead, too.
Result<void> return_pages_of(Database& db, model::SourceId topic) {
  // Its articles go, wherever the pages are by now that they were made of.
  TRY(Query::run(db,
                 "UPDATE crawl_pages SET article_id = 0, digest = '', etag = '',"
                 " last_modified = '', notes = $1 WHERE source_id <> $2 AND"
                 " article_id IN (SELECT id FROM articles WHERE source_id = $2)",
                 Blob{""}, topic));
  TRY(Query::run(db,
                 "UPDATE crawl_pages SET article_id = 0 WHERE source_id = $1 AND"
                 " article_id IN (SELECT id FROM articles WHERE source_id = $1)",
                 topic));
  TRY(Query::run(db,
                 "INSERT INTO dropped_records (terminal, segment, place, length)"
                 " SELECT terminal, segment, place, length FROM crawl_pages"
                 " WHERE source_id = $1 AND article_id = 0 AND digest <> ''"
                 " ON CONFLICT DO NOTHING",
                 topic));
  TRY(Query::run(db,
                 "DELETE FROM crawl_bands WHERE page_id IN"
                 " (SELECT id FROM crawl_pages WHERE source_id = $1)",
                 topic));
  static const std::string returns = fmt::format(
      "UPDATE crawl_pages SET source_id = also_of, also_of = 0, {}"
      " WHERE source_id = $2 AND seed_of = 0 AND also_of <> 0 AND also_of <> $2",
      as_new_link());
  TRY(Query::run(db, returns, Blob{""}, topic));
  TRY(Query::run(db, "UPDATE crawl_pages SET also_of = 0 WHERE also_of = $1", topic));
  return {};
}

}  // namespace

Result<void> note_led_to(Database& db, model::SourceId topic,
                         std::span<const model::CrawlPageId> pages) {
  return Query::enqueue(db,
                        "UPDATE crawl_pages SET also_of = $1 WHERE also_of = 0 AND"
                        " source_id <> $1 AND seed_of = 0 AND id IN"
                        " (SELECT value FROM unnest($2) AS value)",
                        topic, pages);
}

Result<void> note_wanted_by(Database& db, model::SourceId topic,
                            model::CrawlPageId page) {
  return Query::enqueue(db,
                        "UPDATE crawl_pages SET wanted_by = $1 WHERE id = $2 AND"
                        " source_id <> $1 AND EXISTS"
                        " (SELECT 1 FROM sources WHERE id = $1)",
                        topic, page);
}

Result<std::int64_t> take_wanted_pages(Database& db, model::SourceId topic) {
  static const std::string takes = fmt::format(
      "UPDATE crawl_pages SET also_of = source_id, {}, wanted_by = 0, source_id = $2"
      " WHERE wanted_by = $2 AND wanted_by <> 0",
      as_new_link());
  return Query::run(db, takes, Blob{""}, topic);
}

Result<model::ArticleId> take_place_of(Database& db, model::CrawlPageId copy,
                                       model::CrawlPageId page) {
  model::ArticleId article;
  {
    Query query(db, "SELECT article_id FROM crawl_pages WHERE id = $1", copy);
    TRY(query.each([&] { return query.read(article); }));
  }
  TRY(Query::run(db, "UPDATE crawl_pages SET article_id = $1 WHERE id = $2", article,
                 page));
  TRY(Query::run(db,
                 "INSERT INTO dropped_records (terminal, segment, place, length)"
                 " SELECT terminal, segment, place, length FROM crawl_pages"
                 " WHERE id = $1 AND article_id = 0 AND digest <> ''"
                 " ON CONFLICT DO NOTHING",
                 copy));
  TRY(Query::run(db, "DELETE FROM crawl_bands WHERE page_id = $1", copy));
  static const std::string forgets = fmt::format(
      "UPDATE crawl_pages SET article_id = 0, {} WHERE id = $2", kForgetsVisits);
  TRY(Query::run(db, forgets, Blob{""}, copy));
  return article;
}

Result<void> remove_crawl_of(Database& db, model::SourceId topic) {
  bool has_crawl = false;
  {
    // Most sources have none, and need not look through all pages.
    Query query(db, "SELECT 1 FROM crawl_pages WHERE source_id = $1 LIMIT 1", topic);
    TRY_ASSIGN(has_crawl, query.next());
  }
  if (has_crawl) TRY(return_pages_of(db, topic));
  TRY(Query::run(db,
                 "UPDATE crawl_pages SET wanted_by = 0"
                 " WHERE wanted_by = $1 AND wanted_by <> 0",
                 topic));
  for (const std::string_view sql : {"DELETE FROM crawl_pages WHERE source_id = $1",
                                     "DELETE FROM crawl_sites WHERE source_id = $1",
                                     "DELETE FROM crawl_left_out WHERE source_id = $1",
                                     "DELETE FROM crawl_states WHERE source_id = $1"}) {
    TRY(Query::run(db, sql, topic));
  }
  return {};
}

}  // namespace curlew::store
