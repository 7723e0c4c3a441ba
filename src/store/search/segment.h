// A segment: the lists of some hundreds to hundreds of thousands of articles, which do
// not change any more. Its rows are blocks of keys in ascending order, of two kinds:
// which documents have a key, and where in them it stands. Large lists are rows of
// their own, and questions without phrases never read positions.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/ids.h"
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
};

// Columns of fixed width, so that one document's can be read without the others.
std::string pack_articles(const SegmentDocuments& documents);
std::string pack_numbers(std::span<const std::uint32_t> numbers);
// Titles and lengths, one after the other.
std::string pack_sizes(const SegmentDocuments& documents);

// A number that pack_numbers() wrote; 0 beyond the end.
std::uint32_t number_at(std::string_view numbers, std::size_t index);

// Keys must come in ascending order.
class SegmentWriter {
 public:
  explicit SegmentWriter(std::size_t documents) : documents_(documents) {}

  // `positions`: for each document the number of bytes, then the bytes; empty for keys
  // without.
  void add(std::string_view key, const std::vector<std::uint32_t>& list,
           std::string_view positions);
  // Of those that are full; at the end also of the others.
  std::vector<BlockRow> take();
  std::vector<BlockRow> take_last();

 private:
  void cut(TermBlock& block, BlockKind kind);

  std::size_t documents_;
  TermBlock lists_;
  TermBlock positions_;
  std::string list_;
  std::vector<BlockRow> rows_;
};

struct WaitingDocument {
  model::ArticleId article;
  // As pack_document() made it.
  std::string terms;
};

struct Segment {
  SegmentDocuments documents;
  std::vector<BlockRow> rows;
};

// Of documents in the order of their articles.
Segment make_segment(std::span<const WaitingDocument> documents);

}  // namespace curlew::store
