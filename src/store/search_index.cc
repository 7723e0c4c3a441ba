#include "store/search_index.h"

#include <utility>

#include "base/log.h"
#include "store/counters.h"
#include "store/query.h"
#include "store/search/find.h"
#include "store/search/merge.h"
#include "store/search/new_segment.h"

namespace curlew::store {
namespace {

// A question reads all that wait: the fewer, the better.
constexpr std::size_t kSegmentDocuments = 512;
// So many segments of one level become one of the next, up to the last: 262,144
// documents. A question looks into 30 segments for a million articles.
constexpr std::size_t kSegmentsMerged = 8;
constexpr int kLastLevel = 3;
// What a step merges, which takes some milliseconds.
constexpr std::size_t kStepBytes = 256 << 10;
// Rows that a step removes.
constexpr std::int64_t kRowsRemoved = 64;

Result<std::vector<SegmentRow>> segments_of_level(Database& db, int level) {
  std::vector<SegmentRow> rows;
  Query query(db,
              "SELECT id, sequence, first_article, last_article, documents"
              " FROM index_segments WHERE level = $1 ORDER BY sequence LIMIT $2",
              level, to_limit(kSegmentsMerged));
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return rows;
    SegmentRow& row = rows.emplace_back();
    TRY(query.read(row.id, row.sequence, row.first_article, row.last_article,
                   row.documents));
  }
}

Result<std::vector<std::int64_t>> read_numbers(Query& query) {
  std::vector<std::int64_t> numbers;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return numbers;
    TRY(query.read(numbers.emplace_back()));
  }
}

}  // namespace

SearchIndex::SearchIndex(Database& db) : db_(db) {}
SearchIndex::~SearchIndex() = default;

Result<void> SearchIndex::add(model::ArticleId article, std::string_view document) {
  if (waiting_) ++*waiting_;
  return Query::enqueue(db_,
                        "INSERT INTO index_tail (article_id, terms) VALUES ($1, $2)",
                        article, Blob{document});
}

// What waits is replaced where it is; in a segment it does not hold any more.
Result<void> SearchIndex::replace(model::ArticleId article, std::string_view document) {
  if (waiting_) ++*waiting_;
  if (new_segment_) new_segment_->note_replaced(article);
  TRY(Query::enqueue(db_,
                     "INSERT INTO index_removed (article_id, up_to)"
                     " SELECT $1, value FROM counters WHERE name = 'index segment'"
                     " AND NOT EXISTS (SELECT 1 FROM index_tail WHERE article_id = $1)"
                     " ON CONFLICT (article_id) DO UPDATE SET up_to = excluded.up_to",
                     article));
  return Query::enqueue(db_,
                        "INSERT INTO index_tail (article_id, terms) VALUES ($1, $2)"
                        " ON CONFLICT (article_id) DO UPDATE SET terms = $2",
                        article, Blob{document});
}

Result<SearchAnswer> SearchIndex::find(const SearchRequest& request) {
  return find_articles(db_, request);
}

Result<bool> SearchIndex::tidy() {
  if (!waiting_) TRY(find_leftovers());
  if (!new_segment_ && !merge_ && *waiting_ >= kSegmentDocuments) {
    new_segment_ = std::make_unique<NewSegment>(db_, kSegmentDocuments);
  }
  if (new_segment_ || merge_) {
    TRY(new_segment_ ? step_of_segment() : step_of_merge());
    return true;
  }
  TRY_ASSIGN(const bool merges, begin_merge());
  if (merges) return true;
  return remove_blocks();
}

// A process that was killed may have left half a merge.
Result<void> SearchIndex::find_leftovers() {
  // From one segment to the next, without reading all their rows.
  Query query(db_,
              "WITH RECURSIVE known (id) AS (SELECT min(segment_id) FROM index_blocks"
              " UNION ALL SELECT (SELECT min(segment_id) FROM index_blocks"
              " WHERE segment_id > known.id) FROM known WHERE known.id IS NOT NULL)"
              " SELECT id FROM known WHERE id IS NOT NULL"
              " AND id NOT IN (SELECT id FROM index_segments)");
  TRY_ASSIGN(leftovers_, read_numbers(query));
  Query count(db_, "SELECT count(*) FROM index_tail");
  TRY(count.next());
  std::size_t waiting = 0;
  TRY(count.read(waiting));
  waiting_ = waiting;
  return {};
}

Result<void> SearchIndex::step_of_segment() {
  auto is_done = new_segment_->step();
  if (is_done.ok() && !*is_done) return {};
  if (is_done.ok()) {
    const std::size_t taken = new_segment_->taken();
    waiting_ = taken < kSegmentDocuments ? taken : *waiting_ - taken;
  } else {
    waiting_.reset();  // What it has written is left over.
  }
  new_segment_.reset();
  if (!is_done.ok()) return std::move(is_done).error();
  return {};
}

Result<void> SearchIndex::step_of_merge() {
  auto is_done = merge_->step(kStepBytes);
  if (is_done.ok() && !*is_done) return {};
  if (is_done.ok()) {
    for (const SegmentRow& row : merge_->sources()) leftovers_.push_back(row.id);
  } else {
    waiting_.reset();
  }
  merge_.reset();
  if (!is_done.ok()) return std::move(is_done).error();
  return {};
}

Result<bool> SearchIndex::begin_merge() {
  for (int level = 0; level < kLastLevel; ++level) {
    TRY_ASSIGN(auto rows, segments_of_level(db_, level));
    if (rows.size() < kSegmentsMerged) continue;
    TRY_ASSIGN(merge_, SegmentMerge::begin(db_, std::move(rows), level + 1));
    return true;
  }
  if (!half_empty_) return false;
  const std::int64_t id = *std::exchange(half_empty_, std::nullopt);
  SegmentRow row;
  std::int64_t level = 0;
  {
    Query query(db_,
                "SELECT id, sequence, first_article, last_article, documents, level"
                " FROM index_segments WHERE id = $1",
                id);
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return false;
    TRY(query.read(row.id, row.sequence, row.first_article, row.last_article,
                   row.documents, level));
  }
  TRY_ASSIGN(merge_, SegmentMerge::begin(db_, {row}, static_cast<int>(level)));
  return true;
}

// Up to the last of a few: given their names, PostgreSQL would look at all.
Result<bool> SearchIndex::remove_blocks() {
  if (leftovers_.empty()) return false;
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  std::int64_t removed = 0;
  for (const auto kind : {BlockKind::kPositions, BlockKind::kDocuments}) {
    if (removed > 0) break;
    TRY_ASSIGN(
        removed,
        Query::run(db_,
                   "DELETE FROM index_blocks WHERE segment_id = $1 AND kind = $2"
                   " AND first_term <= (SELECT few.first_term FROM"
                   " (SELECT first_term FROM index_blocks WHERE segment_id = $1"
                   " AND kind = $2 ORDER BY first_term LIMIT $3) AS few"
                   " ORDER BY few.first_term DESC LIMIT 1)",
                   leftovers_.back(), static_cast<std::int64_t>(kind), kRowsRemoved));
  }
  TRY(transaction.commit());
  if (removed == 0) leftovers_.pop_back();
  return true;
}

Result<void> SearchIndex::look_for_removed() {
  Query query(db_,
              "SELECT s.id FROM index_segments s WHERE s.documents <"
              " 2 * (SELECT count(*) FROM index_removed r WHERE r.article_id >="
              " s.first_article AND r.article_id <= s.last_article"
              " AND r.up_to >= s.sequence) ORDER BY s.id LIMIT 1");
  TRY_ASSIGN(const auto ids, read_numbers(query));
  if (!ids.empty()) half_empty_ = ids.front();
  return {};
}

Result<model::ArticleId> SearchIndex::unindexed_below() {
  TRY_ASSIGN(const std::int64_t article, read_counter(db_, kUnindexedBelow));
  return model::ArticleId{article};
}

Result<void> SearchIndex::set_unindexed_below(model::ArticleId article) {
  return set_counter(db_, kUnindexedBelow, article.value);
}

Result<void> remove_from_index(Database& db,
                               std::span<const model::ArticleId> articles) {
  TRY(Query::enqueue(db,
                     "INSERT INTO index_removed (article_id, up_to) SELECT value,"
                     " (SELECT c.value FROM counters c WHERE c.name = 'index segment')"
                     " FROM unnest($1) AS value WHERE NOT EXISTS"
                     " (SELECT 1 FROM index_tail WHERE article_id = value)"
                     " ON CONFLICT (article_id) DO UPDATE SET up_to = excluded.up_to",
                     articles));
  return Query::enqueue(db,
                        "DELETE FROM index_tail WHERE article_id IN"
                        " (SELECT value FROM unnest($1) AS value)",
                        articles);
}

Result<void> remove_from_index(Database& db, model::SourceId source) {
  TRY(Query::run(
      db,
      "INSERT INTO index_removed (article_id, up_to) SELECT a.id,"
      " (SELECT c.value FROM counters c WHERE c.name = 'index segment')"
      " FROM articles a WHERE a.source_id = $1"
      " AND NOT EXISTS (SELECT 1 FROM index_tail t WHERE t.article_id = a.id)"
      " ON CONFLICT (article_id) DO UPDATE SET up_to = excluded.up_to",
      source));
  TRY(Query::run(db,
                 "DELETE FROM index_tail WHERE article_id IN"
                 " (SELECT id FROM articles WHERE source_id = $1)",
                 source));
  return {};
}

}  // namespace curlew::store
