// Makes one segment of several, without what does not hold any more. In steps, each one
// short transaction: the segments stay as they are until the last step.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "store/database.h"
#include "store/query.h"
#include "store/search/segment.h"

namespace curlew::store {

// What is read of all segments for every question.
struct SegmentRow {
  std::int64_t id = 0;
  std::int64_t sequence = 0;
  std::int64_t first_article = 0;
  std::int64_t last_article = 0;
  std::size_t documents = 0;
};

// Gives the number of a new segment. Within a transaction.
Result<std::int64_t> next_segment_id(Database& db);
Result<void> insert_blocks(Database& db, std::int64_t segment,
                           const std::vector<BlockRow>& rows);
Result<void> insert_segment(Database& db, std::int64_t id, std::int64_t sequence,
                            int level, const SegmentDocuments& documents);
Result<SegmentDocuments> read_documents(Database& db, const SegmentRow& row);

// Of articles that were removed, the highest sequence of the segments in which they do
// not hold any more.
using UpTo = std::unordered_map<std::int64_t, std::int64_t>;
Result<UpTo> removals_between(Database& db, std::int64_t first, std::int64_t last,
                              std::size_t limit);
// Of a query for article_id and up_to.
Result<void> read_removals(Query& query, UpTo& removed);

class SegmentMerge {
 public:
  // `sources` follow each other in sequence.
  static Result<std::unique_ptr<SegmentMerge>> begin(Database& db,
                                                     std::vector<SegmentRow> sources,
                                                     int level);

  // Merges about `bytes` of lists. True when it is done, and `sources` are not segments
  // any more; their blocks are still there.
  Result<bool> step(std::size_t bytes);
  const std::vector<SegmentRow>& sources() const { return sources_; }

 private:
  // Goes through the blocks of one kind.
  class Cursor {
   public:
    Cursor(Database& db, std::int64_t segment, BlockKind kind)
        : db_(db), segment_(segment), kind_(kind) {}
    // To the next key; at_end() afterwards: there is none.
    Result<void> next();
    bool at_end() const { return at_end_; }
    const std::string& key() const { return reader_.term(); }
    std::string_view value() const { return reader_.value(); }

   private:
    Result<void> read_blocks();

    Database& db_;
    std::int64_t segment_;
    BlockKind kind_;
    std::deque<std::string> blocks_;
    std::string last_first_term_;
    bool has_begun_ = false;
    bool at_end_ = false;
    TermBlockReader reader_{{}};
  };
  struct Input {
    Cursor lists;
    Cursor positions;
    std::size_t documents = 0;
    // From its documents to those of the new segment.
    std::vector<std::uint32_t> numbers;
  };
  struct Entry {
    std::uint32_t document = 0;
    std::string_view positions;
  };

  SegmentMerge(Database& db, std::vector<SegmentRow> sources, int level)
      : db_(db), sources_(std::move(sources)), level_(level) {}
  Result<void> number_documents();
  // Of the key at which the inputs in at_key_ stand. How many bytes that were.
  std::size_t write_key();
  void take_entries(const Input& input);
  // Puts into at_key_ those with the lowest key.
  void find_lowest();
  Result<void> finish();

  Database& db_;
  std::vector<SegmentRow> sources_;
  int level_;
  std::int64_t id_ = 0;
  SegmentDocuments documents_;
  std::vector<std::int64_t> dropped_;
  std::vector<Input> inputs_;
  std::optional<SegmentWriter> writer_;
  // Of the key that is being merged.
  std::string key_;
  std::vector<Input*> at_key_;
  std::vector<std::uint32_t> read_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> list_;
  std::string positions_;
};

}  // namespace curlew::store
