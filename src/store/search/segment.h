// A segment: the lists of some hundreds to hundreds of thousands of articles, which do
// not change any more. Its rows are blocks of keys in ascending order, of two kinds:
// which documents have a key, and where in them it stands. Large lists are rows of
// their own, and questions without phrases never read positions.

#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/ids.h"
#include "store/search/packed_document.h"
#include "store/search/postings.h"

namespace curlew::store {

enum class BlockKind : std::uint8_t { kDocuments, kPositions };

struct BlockRow {
  BlockKind kind = BlockKind::kDocuments;
  std::string first_term;
  std::string block;
};

// What is known of each document of a segment, by its number.
struct SegmentDocuments {
  // Ascending.
  std::vector<std::int64_t> articles;
  std::vector<std::uint32_t> sources;
  std::vector<std::uint32_t> title_ends;
  std::vector<std::uint32_t> words;

  std::size_t size() const { return articles.size(); }
  void add(std::int64_t article, const PackedDocument& document);
};

// Columns of a segment. Articles are differences.
std::string pack_articles(std::span<const std::int64_t> articles);
std::string pack_numbers(std::span<const std::uint32_t> numbers);
std::vector<std::int64_t> unpack_articles(std::string_view bytes, std::int64_t first,
                                          std::size_t documents);
// Reads `documents` numbers; zeros where there are none.
std::vector<std::uint32_t> unpack_numbers(ByteReader& reader, std::size_t documents);

// Keys must come in ascending order.
class SegmentWriter {
 public:
  explicit SegmentWriter(std::size_t documents) : documents_(documents) {}

  // `positions`: for each document the number of bytes, then the bytes; empty for keys
  // without.
  void add(std::string_view key, std::span<const std::uint32_t> list,
           std::string_view positions);
  // Of those that are full; at the end also of the others.
  std::vector<BlockRow> take();
  std::vector<BlockRow> take_last();

 private:
  void add(TermBlock& block, BlockKind kind, std::string_view key,
           std::string_view value);
  void cut(TermBlock& block, BlockKind kind);

  std::size_t documents_;
  TermBlock lists_;
  TermBlock positions_;
  std::string list_;
  std::vector<BlockRow> rows_;
};

// Makes a segment of documents.
class SegmentMaker {
 public:
  SegmentMaker() = default;
  SegmentMaker(const SegmentMaker&) = delete;
  SegmentMaker& operator=(const SegmentMaker&) = delete;

  // In the order of their articles. `terms`: as pack_document() made them.
  void add(model::ArticleId article, std::string terms);
  const SegmentDocuments& documents() const { return documents_; }

  // When all were added.
  void sort();
  // Then gives so many keys to the writer; false at the end.
  bool write(std::size_t keys, SegmentWriter& writer);

 private:
  struct Key {
    std::uint64_t hash = 0;
    std::string_view text;
    std::uint32_t uses = 0;
  };
  // A key of a document.
  struct Use {
    std::uint32_t key = 0;
    std::uint32_t document = 0;
    const char* positions = nullptr;
    std::uint32_t size = 0;
  };
  struct SortedKey {
    // The first bytes decide most comparisons.
    std::uint64_t head = 0;
    std::uint32_t number = 0;
  };
  // The documents with words that begin so.
  struct Beginning {
    std::string key;
    std::vector<std::uint32_t> list;
  };

  std::uint32_t number_of(std::string_view key);
  void grow();
  void group_uses();
  void write(const Key& key, SegmentWriter& writer);
  // The documents of list_ have this word.
  void add_to_beginnings(std::string_view word);
  void end_beginning(std::size_t index);

  std::deque<std::string> terms_;
  SegmentDocuments documents_;
  // Numbers of keys plus one; 0: free. A table of our own: most of the work of making a
  // segment is looking keys up.
  std::vector<std::uint32_t> slots_;
  std::vector<Key> keys_;
  // By document; then by key, as these are sorted, and by document for each.
  std::vector<Use> uses_;
  std::vector<SortedKey> sorted_;
  std::size_t written_ = 0;
  std::size_t written_uses_ = 0;
  // Of the present word, by their number of characters less one; and those that are
  // complete.
  std::array<std::string, kBeginnings> beginnings_;
  std::array<DocumentSet, kBeginnings> beginning_sets_;
  std::vector<Beginning> complete_;
  // Of the present key.
  std::vector<std::uint32_t> list_;
  std::string positions_;
};

}  // namespace curlew::store
