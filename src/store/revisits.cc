#include "store/revisits.h"

#include <fmt/format.h>

#include "store/query.h"

namespace curlew::store {

Result<std::vector<DueRevisit>> Revisits::due(Time after, Time now, std::size_t limit) {
  static const std::string sql = fmt::format(
      "SELECT r.article_id, a.source_id, a.url, r.due, r.step, r.counted_from, r.etag,"
      " r.last_modified, r.validators_url, r.likeness FROM page_revisits r"
      " JOIN articles a ON a.id = r.article_id JOIN sources s ON s.id = a.source_id"
      " WHERE r.due > $1 AND r.due <= $2 AND s.state IN {} ORDER BY r.due LIMIT $3",
      states_where(model::are_pages_fetched));
  Query query(db_, sql, after, now, to_limit(limit));
  std::vector<DueRevisit> all;
  TRY(query.each([&] {
    DueRevisit& one = all.emplace_back();
    Revisit& revisit = one.revisit;
    return query.read(one.article, one.source, one.url, revisit.due, revisit.step,
                      revisit.counted_from, revisit.validators.etag,
                      revisit.validators.last_modified, revisit.validators.url,
                      revisit.likeness);
  }));
  return all;
}

Result<std::unordered_map<model::ArticleId, Revisit>> Revisits::of(
    std::span<const model::ArticleId> articles) {
  Query query(db_,
              "SELECT article_id, due, step, counted_from, etag, last_modified,"
              " validators_url, likeness FROM page_revisits"
              " WHERE article_id IN (SELECT value FROM unnest($1) AS value)",
              articles);
  std::unordered_map<model::ArticleId, Revisit> all;
  const auto take = [&]() -> Result<void> {
    model::ArticleId article;
    Revisit revisit;
    TRY(query.read(article, revisit.due, revisit.step, revisit.counted_from,
                   revisit.validators.etag, revisit.validators.last_modified,
                   revisit.validators.url, revisit.likeness));
    all.emplace(article, std::move(revisit));
    return {};
  };
  TRY(query.each(take));
  return all;
}

Result<void> Revisits::plan(model::ArticleId article, const Revisit& revisit) {
  return Query::enqueue(
      db_,
      "INSERT INTO page_revisits (article_id, due, step, counted_from, etag,"
      " last_modified, validators_url, likeness)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
      " ON CONFLICT (article_id) DO UPDATE SET due = $2, step = $3, counted_from = $4,"
      " etag = $5, last_modified = $6, validators_url = $7, likeness = $8",
      article, revisit.due, revisit.step, revisit.counted_from, revisit.validators.etag,
      revisit.validators.last_modified, revisit.validators.url, revisit.likeness);
}

Result<void> Revisits::end(model::ArticleId article) {
  return Query::enqueue(db_, "DELETE FROM page_revisits WHERE article_id = $1",
                        article);
}

Result<std::unordered_map<model::SourceId, Revisits::Habits>> Revisits::habits(
    std::span<const model::SourceId> sources) {
  Query query(db_,
              "SELECT source_id, step, unchanged, changed FROM revisit_habits"
              " WHERE source_id IN (SELECT value FROM unnest($1) AS value)",
              sources);
  std::unordered_map<model::SourceId, Habits> all;
  const auto take = [&]() -> Result<void> {
    model::SourceId source;
    std::uint32_t step = 0;
    RevisitHabit habit;
    TRY(query.read(source, step, habit.unchanged, habit.changed));
    all[source].emplace(step, habit);
    return {};
  };
  TRY(query.each(take));
  return all;
}

Result<void> Revisits::count(model::SourceId source, std::uint32_t step,
                             bool is_changed) {
  return Query::enqueue(
      db_,
      is_changed ? "INSERT INTO revisit_habits (source_id, step, unchanged, changed)"
                   " VALUES ($1, $2, 0, 1) ON CONFLICT (source_id, step) DO UPDATE"
                   " SET unchanged = 0, changed = revisit_habits.changed + 1"
                 : "INSERT INTO revisit_habits (source_id, step, unchanged, changed)"
                   " VALUES ($1, $2, 1, 0) ON CONFLICT (source_id, step) DO UPDATE"
                   " SET unchanged = revisit_habits.unchanged + 1",
      source, step);
}

}  // namespace curlew::store
