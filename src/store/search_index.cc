#include "store/search_index.h"

#include <utility>

#include "base/log.h"
#include "store/counters.h"
#include "store/query.h"
#include "store/search/find.h"
#include "store/search/merge.h"
#include "store/search/segment.h"

namespace curlew::store {
namespace {

// A question reads all that wait: the fewer, the better. Making a segment of so many
// takes some 20 ms.
constexpr std::size_t kSegmentDocuments = 512;
// So many segments of one level become one of the next, up to the last: 262,144
// documents. A question looks into 30 segments for a million articles.
constexpr std::size_t kSegmentsMerged = 8;
constexpr int kLastLevel = 3;
// What a step of a merge reads.
constexpr std::size_t kStepBytes = 512 << 10;
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

Result<std::vector<WaitingDocument>> oldest_waiting(Database& db) {
  std::vector<WaitingDocument> waiting;
  Query query(db,
              "SELECT article_id, terms FROM index_tail ORDER BY article_id LIMIT $1",
              to_limit(kSegmentDocuments));
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return waiting;
    WaitingDocument& document = waiting.emplace_back();
    TRY(query.read(document.article, document.terms));
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
  if (merge_) {
    auto is_done = merge_->step(kStepBytes);
    if (!is_done.ok() || *is_done) {
      if (is_done.ok()) {
        for (const SegmentRow& row : merge_->sources()) leftovers_.push_back(row.id);
      } else {
        waiting_.reset();  // What it has written is left over.
      }
      merge_.reset();
    }
    if (!is_done.ok()) return std::move(is_done).error();
    return true;
  }
  TRY_ASSIGN(const bool has_made_one, make_next_segment());
  if (has_made_one) return true;
  TRY_ASSIGN(const bool merges, begin_merge());
  if (merges) return true;
  return remove_blocks();
}

// A process that was killed may have left half a merge.
Result<void> SearchIndex::find_leftovers() {
  Query query(db_,
              "SELECT DISTINCT segment_id FROM index_blocks"
              " WHERE segment_id NOT IN (SELECT id FROM index_segments)");
  TRY_ASSIGN(leftovers_, read_numbers(query));
  Query count(db_, "SELECT count(*) FROM index_tail");
  TRY(count.next());
  std::size_t waiting = 0;
  TRY(count.read(waiting));
  waiting_ = waiting;
  return {};
}

Result<bool> SearchIndex::make_next_segment() {
  if (*waiting_ < kSegmentDocuments) return false;
  TRY_ASSIGN(const std::vector<WaitingDocument> waiting, oldest_waiting(db_));
  if (waiting.size() < kSegmentDocuments) {
    waiting_ = waiting.size();
    return false;
  }
  const Segment segment = make_segment(waiting);
  std::vector<std::int64_t> articles = segment.documents.articles;
  const std::span<const std::int64_t> ids(articles);
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const std::int64_t id, next_segment_id(db_));
  // Some may have been removed meanwhile, with their source.
  TRY(Query::enqueue(db_,
                     "INSERT INTO index_removed (article_id, up_to)"
                     " SELECT value, $1 FROM unnest($2) AS value"
                     " WHERE value NOT IN (SELECT article_id FROM index_tail)"
                     " ON CONFLICT (article_id) DO UPDATE SET up_to = excluded.up_to",
                     id, ids));
  TRY(Query::enqueue(db_,
                     "DELETE FROM index_tail WHERE article_id IN"
                     " (SELECT value FROM unnest($1) AS value)",
                     ids));
  TRY(insert_blocks(db_, id, segment.rows));
  TRY(insert_segment(db_, id, id, 0, segment.documents));
  TRY(transaction.commit());
  *waiting_ -= waiting.size();
  return true;
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

Result<bool> SearchIndex::remove_blocks() {
  if (leftovers_.empty()) return false;
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(
      const std::int64_t removed,
      Query::run(db_,
                 "DELETE FROM index_blocks WHERE segment_id = $1 AND first_term <="
                 " (SELECT first_term FROM (SELECT first_term FROM index_blocks"
                 " WHERE segment_id = $1 ORDER BY kind, first_term LIMIT $2) AS oldest"
                 " ORDER BY first_term DESC LIMIT 1)",
                 leftovers_.back(), kRowsRemoved));
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
                     " FROM unnest($1) AS value"
                     " WHERE value NOT IN (SELECT article_id FROM index_tail)"
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
