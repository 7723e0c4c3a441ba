#include "store/search/merge.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "store/counters.h"

namespace curlew::store {
namespace {

constexpr std::uint32_t kDropped = std::numeric_limits<std::uint32_t>::max();

// Blocks that a cursor reads at once: some 50 KB.
constexpr std::int64_t kBlocksAtOnce = 8;

}  // namespace

Result<void> read_removals(Query& query, UpTo& removed) {
  return query.each([&]() -> Result<void> {
    std::int64_t article = 0, up_to = 0;
    TRY(query.read(article, up_to));
    removed.emplace(article, up_to);
    return {};
  });
}

Result<UpTo> removals_between(Database& db, std::int64_t first, std::int64_t last,
                              std::size_t limit) {
  UpTo removed;
  Query query(db,
              "SELECT article_id, up_to FROM index_removed"
              " WHERE article_id >= $1 AND article_id <= $2 LIMIT $3",
              first, last, to_limit(limit));
  TRY(read_removals(query, removed));
  return removed;
}

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
  const std::string articles = pack_articles(documents.articles);
  const std::string sources = pack_numbers(documents.sources);
  const std::string sizes =
      pack_numbers(documents.title_ends) + pack_numbers(documents.words);
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
  documents.articles = unpack_articles(articles, row.first_article, row.documents);
  ByteReader source(sources), size(sizes);
  documents.sources = unpack_numbers(source, row.documents);
  documents.title_ends = unpack_numbers(size, row.documents);
  documents.words = unpack_numbers(size, row.documents);
  return documents;
}

Result<void> SegmentMerge::Cursor::read_blocks() {
  Query query(db_,
              "SELECT first_term, block FROM index_blocks"
              " WHERE segment_id = $1 AND kind = $2 AND first_term > $3"
              " ORDER BY first_term LIMIT $4",
              segment_, static_cast<std::int64_t>(kind_), Blob{last_first_term_},
              kBlocksAtOnce);
  std::string first_term;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) break;
    TRY(query.read(first_term, blocks_.emplace_back()));
  }
  last_first_term_ = std::move(first_term);
  return {};
}

Result<void> SegmentMerge::Cursor::next() {
  if (at_end_ || reader_.next()) return {};
  if (has_begun_) blocks_.pop_front();
  has_begun_ = true;
  if (blocks_.empty()) TRY(read_blocks());
  at_end_ = blocks_.empty();
  if (at_end_) return {};
  reader_ = TermBlockReader(blocks_.front());
  at_end_ = !reader_.next();
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
               removals_between(db_, row.first_article, row.last_article,
                                static_cast<std::size_t>(-1)));
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
  if (!std::ranges::is_sorted(all, {}, &Found::article)) {
    std::ranges::sort(all, {}, &Found::article);
  }
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
  for (std::size_t merged = 0; merged < bytes;) {
    find_lowest();
    is_done = at_key_.empty();
    if (is_done) break;
    merged += write_key();
    for (Input* const input : at_key_) {
      if (!input->positions.at_end() && input->positions.key() == key_) {
        TRY(input->positions.next());
      }
      TRY(input->lists.next());
    }
  }
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(insert_blocks(db_, id_, is_done ? writer_->take_last() : writer_->take()));
  if (is_done) TRY(finish());
  TRY(transaction.commit());
  return is_done;
}

void SegmentMerge::find_lowest() {
  at_key_.clear();
  for (Input& input : inputs_) {
    if (input.lists.at_end()) continue;
    const int order =
        at_key_.empty() ? -1 : input.lists.key().compare(at_key_.front()->lists.key());
    if (order < 0) at_key_.clear();
    if (order <= 0) at_key_.push_back(&input);
  }
  if (!at_key_.empty()) key_ = at_key_.front()->lists.key();
}

void SegmentMerge::take_entries(const Input& input) {
  ByteReader positions(!input.positions.at_end() && input.positions.key() == key_
                           ? input.positions.value()
                           : std::string_view());
  read_list(input.lists.value(), input.documents, read_);
  for (const std::uint32_t document : read_) {
    const std::string_view begin = positions.rest();
    positions.bytes(positions.number());
    const std::uint32_t number = input.numbers[document];
    if (number == kDropped) continue;
    entries_.push_back(
        {number, begin.substr(0, begin.size() - positions.rest().size())});
  }
}

std::size_t SegmentMerge::write_key() {
  entries_.clear();
  for (const Input* const input : at_key_) take_entries(*input);
  if (entries_.empty()) return key_.size();
  const auto by_document = [](const Entry& entry) { return entry.document; };
  if (!std::ranges::is_sorted(entries_, {}, by_document)) {
    std::ranges::sort(entries_, {}, by_document);
  }
  list_.clear();
  positions_.clear();
  for (const Entry& entry : entries_) {
    list_.push_back(entry.document);
    positions_ += entry.positions;
  }
  writer_->add(key_, list_, positions_);
  return key_.size() + list_.size() * sizeof(list_[0]) + positions_.size();
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
