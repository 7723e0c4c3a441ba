#include "store/search/new_segment.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "store/query.h"
#include "store/search/merge.h"

namespace curlew::store {
namespace {

// Work of a step: each takes some milliseconds.
constexpr std::size_t kDocumentsRead = 128;
constexpr std::size_t kKeysWritten = 12'000;

}  // namespace

Result<bool> NewSegment::step() {
  if (writer_) return write();
  if (!has_read_) {
    TRY(read());
    return false;
  }
  if (taken() < documents_) return true;
  maker_.sort();
  writer_.emplace(taken());
  return false;
}

Result<void> NewSegment::read() {
  const std::int64_t last = taken() == 0 ? std::numeric_limits<std::int64_t>::min()
                                         : maker_.documents().articles.back();
  const std::size_t limit = std::min(kDocumentsRead, documents_ - taken());
  const std::size_t before = taken();
  Query query(db_,
              "SELECT article_id, terms FROM index_tail WHERE article_id > $1"
              " ORDER BY article_id LIMIT $2",
              last, to_limit(limit));
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) break;
    model::ArticleId article;
    std::string terms;
    TRY(query.read(article, terms));
    maker_.add(article, std::move(terms));
  }
  has_read_ = taken() == documents_ || taken() < before + limit;
  return {};
}

Result<bool> NewSegment::write() {
  const bool has_more = maker_.write(kKeysWritten, *writer_);
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  if (id_ == 0) {
    TRY_ASSIGN(id_, next_segment_id(db_));
  }
  TRY(insert_blocks(db_, id_, has_more ? writer_->take() : writer_->take_last()));
  if (!has_more) TRY(finish());
  TRY(transaction.commit());
  return !has_more;
}

Result<void> NewSegment::finish() {
  std::vector<std::int64_t> replaced, others;
  for (const std::int64_t article : maker_.documents().articles) {
    (replaced_.contains(article) ? replaced : others).push_back(article);
  }
  // Others may have been removed meanwhile, with their source.
  TRY(Query::enqueue(db_,
                     "INSERT INTO index_removed (article_id, up_to)"
                     " SELECT value, $1 FROM unnest($2) AS value WHERE true"
                     " ON CONFLICT (article_id) DO UPDATE SET up_to = excluded.up_to",
                     id_, std::span<const std::int64_t>(replaced)));
  TRY(Query::enqueue(db_,
                     "INSERT INTO index_removed (article_id, up_to)"
                     " SELECT value, $1 FROM unnest($2) AS value"
                     " WHERE NOT EXISTS"
                     " (SELECT 1 FROM index_tail WHERE article_id = value)"
                     " ON CONFLICT (article_id) DO UPDATE SET up_to = excluded.up_to",
                     id_, std::span<const std::int64_t>(others)));
  TRY(Query::enqueue(db_,
                     "DELETE FROM index_tail WHERE article_id IN"
                     " (SELECT value FROM unnest($1) AS value)",
                     std::span<const std::int64_t>(others)));
  return insert_segment(db_, id_, id_, 0, maker_.documents());
}

}  // namespace curlew::store
