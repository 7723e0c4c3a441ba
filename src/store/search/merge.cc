#include "store/search/merge.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

constexpr std::uint32_t kDropped = std::numeric_limits<std::uint32_t>::max();

using UpTo = std::unordered_map<std::int64_t, std::int64_t>;

Result<UpTo> removals_between(Database& db, std::int64_t first, std::int64_t last) {
  UpTo removed;
  Query query(db,
              "SELECT article_id, up_to FROM index_removed"
              " WHERE article_id >= $1 AND article_id <= $2",
              first, last);
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return removed;
    std::int64_t article = 0, up_to = 0;
    TRY(query.read(article, up_to));
    removed.emplace(article, up_to);
  }
}

}  // namespace

Result<std::int64_t> next_segment_id(Database& db) {
  return add_to_counter(db, kIndexSegmentCounter, 1);
}

Result<void> insert_blocks(Database& db, std::int64_t segment,
                           const std::vector<BlockRow>& rows) {
  for (const BlockRow& row : rows) {
    TRY(Query::enqueue(db,
                       "INSERT INTO index_blocks (segment_id, kind, first_term, block)"
                       " VALUES ($1, $2, $3, $4)",
                       segment, static_cast<std::int64_t>(row.kind),
                       Blob{row.first_term}, Blob{row.block}));
  }
  return {};
}

Result<void> insert_segment(Database& db, std::int64_t id, std::int64_t sequence,
                            int level, const SegmentDocuments& documents) {
  const std::string articles = pack_articles(documents);
  const std::string sources = pack_numbers(documents.sources);
  const std::string sizes = pack_sizes(documents);
  return Query::enqueue(
      db,
      "INSERT INTO index_segments (id, sequence, level, first_article, last_article,"
      " documents, articles, sources, sizes)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
      id, sequence, level, documents.articles.front(), documents.articles.back(),
      documents.size(), Blob{articles}, Blob{sources}, Blob{sizes});
}

Result<SegmentDocuments> read_documents(Database& db, const SegmentRow& row) {
  Query query(db, "SELECT articles, sources, sizes FROM index_segments WHERE id = $1",
              row.id);
  std::string_view articles, sources, sizes;
  TRY_ASSIGN(const bool found, query.next());
  if (found) TRY(query.read(articles, sources, sizes));
  SegmentDocuments documents;
  for (std::size_t i = 0; i < row.documents; ++i) {
    documents.articles.push_back(row.first_article + number_at(articles, i));
    documents.sources.push_back(number_at(sources, i));
    documents.title_ends.push_back(number_at(sizes, i));
    documents.words.push_back(number_at(sizes, row.documents + i));
  }
  return documents;
}

Result<void> SegmentMerge::Cursor::next_block() {
  Query query(db_,
              "SELECT first_term, block FROM index_blocks"
              " WHERE segment_id = $1 AND kind = $2 AND first_term > $3"
              " ORDER BY first_term LIMIT 1",
              segment_, static_cast<std::int64_t>(kind_), Blob{last_first_term_});
  TRY_ASSIGN(const bool found, query.next());
  at_end_ = !found;
  if (!found) return {};
  std::string first_term;
  TRY(query.read(first_term, block_));
  last_first_term_ = std::move(first_term);
  reader_ = TermBlockReader(block_);
  return {};
}

Result<void> SegmentMerge::Cursor::next() {
  if (has_begun_ && reader_.next()) return {};
  has_begun_ = true;
  TRY(next_block());
  if (!at_end_ && !reader_.next()) at_end_ = true;
  return {};
}

Result<std::unique_ptr<SegmentMerge>> SegmentMerge::begin(
    Database& db, std::vector<SegmentRow> sources, int level) {
  std::unique_ptr<SegmentMerge> merge(new SegmentMerge(db, std::move(sources), level));
  TRY(merge->number_documents());
  TRY_ASSIGN(auto transaction, Transaction::begin(db, Access::kWrite));
  TRY_ASSIGN(merge->id_, next_segment_id(db));
  TRY(transaction.commit());
  for (Input& input : merge->inputs_) {
    TRY(input.lists.next());
    TRY(input.positions.next());
  }
  return merge;
}

Result<void> SegmentMerge::number_documents() {
  struct Found {
    std::int64_t article;
    std::size_t source;
    std::size_t document;
  };
  std::vector<Found> all;
  std::vector<SegmentDocuments> known;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const SegmentRow& row = sources_[i];
    TRY_ASSIGN(SegmentDocuments documents, read_documents(db_, row));
    TRY_ASSIGN(const UpTo removed,
               removals_between(db_, row.first_article, row.last_article));
    inputs_.push_back({Cursor(db_, row.id, BlockKind::kDocuments),
                       Cursor(db_, row.id, BlockKind::kPositions), row.documents,
                       std::vector<std::uint32_t>(row.documents, kDropped)});
    for (std::size_t d = 0; d < documents.size(); ++d) {
      const std::int64_t article = documents.articles[d];
      const auto gone = removed.find(article);
      if (gone != removed.end() && gone->second >= row.sequence) {
        dropped_.push_back(article);
      } else {
        all.push_back({article, i, d});
      }
    }
    known.push_back(std::move(documents));
  }
  std::ranges::sort(all, {}, &Found::article);
  for (const Found& each : all) {
    const SegmentDocuments& from = known[each.source];
    inputs_[each.source].numbers[each.document] =
        static_cast<std::uint32_t>(documents_.size());
    documents_.articles.push_back(each.article);
    documents_.sources.push_back(from.sources[each.document]);
    documents_.title_ends.push_back(from.title_ends[each.document]);
    documents_.words.push_back(from.words[each.document]);
  }
  writer_.emplace(documents_.size());
  return {};
}

Result<bool> SegmentMerge::step(std::size_t bytes) {
  bool is_done = false;
  for (std::size_t read = 0; read < bytes;) {
    const std::string* least = nullptr;
    for (const Input& input : inputs_) {
      if (input.lists.at_end()) continue;
      if (!least || input.lists.key() < *least) least = &input.lists.key();
    }
    is_done = least == nullptr;
    if (is_done) break;
    TRY_ASSIGN(const std::size_t more, merge_key(std::string(*least)));
    read += more;
  }
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(insert_blocks(db_, id_, is_done ? writer_->take_last() : writer_->take()));
  if (is_done) TRY(finish());
  TRY(transaction.commit());
  return is_done;
}

void SegmentMerge::take_entries(Input& input, const std::string& key) {
  ByteReader positions(!input.positions.at_end() && input.positions.key() == key
                           ? input.positions.value()
                           : std::string_view());
  for (const std::uint32_t document : read_list(input.lists.value(), input.documents)) {
    const std::string_view begin = positions.rest();
    positions.bytes(positions.number());
    const std::uint32_t number = input.numbers[document];
    if (number == kDropped) continue;
    entries_.push_back(
        {number, begin.substr(0, begin.size() - positions.rest().size())});
  }
}

Result<std::size_t> SegmentMerge::merge_key(const std::string& key) {
  entries_.clear();
  std::size_t bytes = key.size();
  for (Input& input : inputs_) {
    if (input.lists.at_end() || input.lists.key() != key) continue;
    take_entries(input, key);
    bytes += input.lists.value().size();
  }
  const auto by_document = [](const Entry& entry) { return entry.document; };
  if (!std::ranges::is_sorted(entries_, {}, by_document)) {
    std::ranges::sort(entries_, {}, by_document);
  }
  if (!entries_.empty()) {
    std::vector<std::uint32_t> list;
    std::string positions;
    for (const Entry& entry : entries_) {
      list.push_back(entry.document);
      positions += entry.positions;
    }
    bytes += positions.size();
    writer_->add(key, list, positions);
  }
  for (Input& input : inputs_) {
    if (input.lists.at_end() || input.lists.key() != key) continue;
    if (!input.positions.at_end() && input.positions.key() == key) {
      TRY(input.positions.next());
    }
    TRY(input.lists.next());
  }
  return bytes;
}

Result<void> SegmentMerge::finish() {
  std::vector<std::int64_t> ids;
  for (const SegmentRow& source : sources_) ids.push_back(source.id);
  TRY(Query::enqueue(db_,
                     "DELETE FROM index_segments"
                     " WHERE id IN (SELECT value FROM unnest($1) AS value)",
                     std::span<const std::int64_t>(ids)));
  if (documents_.size() > 0) {
    TRY(insert_segment(db_, id_, sources_.back().sequence, level_, documents_));
  }
  // What was dropped need not be remembered, unless another segment has it still.
  return Query::enqueue(db_,
                        "DELETE FROM index_removed WHERE article_id IN"
                        " (SELECT value FROM unnest($1) AS value) AND NOT EXISTS"
                        " (SELECT 1 FROM index_segments s WHERE s.id <> $2"
                        " AND s.sequence <= index_removed.up_to"
                        " AND s.first_article <= index_removed.article_id"
                        " AND s.last_article >= index_removed.article_id)",
                        std::span<const std::int64_t>(dropped_), id_);
}

}  // namespace curlew::store
