#include "store/search/segment.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/fingerprint.h"
#include "store/search/packed_document.h"

namespace curlew::store {
namespace {

constexpr std::size_t kBlockBytes = 16 << 10;

void append_fixed(std::string& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(value >> shift);
}

// Gives keys numbers, in the order in which they come. A table of our own: most of the
// work of making a segment is looking keys up.
class KeyNumbers {
 public:
  std::uint32_t number_of(std::string_view key) {
    if (keys_.size() * 2 >= slots_.size()) grow();
    const std::uint64_t hash = short_fingerprint_of(key);
    for (std::size_t slot = hash & (slots_.size() - 1);;
         slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) {
        slots_[slot] = static_cast<std::uint32_t>(keys_.size()) + 1;
        hashes_.push_back(hash);
        keys_.emplace_back(key);
        return slots_[slot] - 1;
      }
      const std::uint32_t number = slots_[slot] - 1;
      if (hashes_[number] == hash && keys_[number] == key) return number;
    }
  }
  const std::deque<std::string>& keys() const { return keys_; }

 private:
  void grow() {
    slots_.assign(std::max<std::size_t>(1024, slots_.size() * 2), 0);
    for (std::uint32_t i = 0; i < hashes_.size(); ++i) {
      std::size_t slot = hashes_[i] & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
    }
  }

  // Numbers plus one; 0: free.
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint64_t> hashes_;
  std::deque<std::string> keys_;
};

// A key of a document.
struct KeyUse {
  std::uint32_t key = 0;
  std::uint32_t document = 0;
  std::string_view positions;
};

// By key, and by document for each.
std::vector<KeyUse> grouped_by_key(const std::vector<KeyUse>& uses, std::size_t keys,
                                   std::vector<std::size_t>& begins) {
  begins.assign(keys + 1, 0);
  for (const KeyUse& use : uses) ++begins[use.key + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  std::vector<KeyUse> grouped(uses.size());
  for (const KeyUse& use : uses) grouped[next[use.key]++] = use;
  return grouped;
}

}  // namespace

std::string pack_numbers(std::span<const std::uint32_t> numbers) {
  std::string out;
  out.reserve(numbers.size() * 4);
  for (const std::uint32_t number : numbers) append_fixed(out, number);
  return out;
}

std::uint32_t number_at(std::string_view numbers, std::size_t index) {
  if (numbers.size() < (index + 1) * 4) return 0;
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(numbers[index * 4 + i]);
  }
  return value;
}

std::string pack_articles(const SegmentDocuments& documents) {
  std::string out;
  out.reserve(documents.size() * 4);
  for (const std::int64_t article : documents.articles) {
    append_fixed(out, static_cast<std::uint32_t>(article - documents.articles.front()));
  }
  return out;
}

std::string pack_sizes(const SegmentDocuments& documents) {
  return pack_numbers(documents.title_ends) + pack_numbers(documents.words);
}

void SegmentWriter::add(std::string_view key, const std::vector<std::uint32_t>& list,
                        std::string_view positions) {
  list_.clear();
  append_list(list_, list, documents_);
  // A large value gets a row of its own: others in it would be read along.
  if (list_.size() > kBlockBytes / 2) cut(lists_, BlockKind::kDocuments);
  lists_.add(key, list_);
  if (lists_.size() > kBlockBytes) cut(lists_, BlockKind::kDocuments);
  if (positions.empty()) return;
  if (positions.size() > kBlockBytes / 2) cut(positions_, BlockKind::kPositions);
  positions_.add(key, positions);
  if (positions_.size() > kBlockBytes) cut(positions_, BlockKind::kPositions);
}

void SegmentWriter::cut(TermBlock& block, BlockKind kind) {
  if (block.is_empty()) return;
  BlockRow& row = rows_.emplace_back();
  row.kind = kind;
  row.first_term = block.first_term();
  row.block = block.take();
}

std::vector<BlockRow> SegmentWriter::take() { return std::exchange(rows_, {}); }

std::vector<BlockRow> SegmentWriter::take_last() {
  cut(lists_, BlockKind::kDocuments);
  cut(positions_, BlockKind::kPositions);
  return take();
}

Segment make_segment(std::span<const WaitingDocument> documents) {
  Segment segment;
  KeyNumbers numbers;
  std::vector<KeyUse> uses;
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    PackedDocument document(documents[i].terms);
    segment.documents.articles.push_back(documents[i].article.value);
    segment.documents.sources.push_back(document.source());
    segment.documents.title_ends.push_back(document.title_end());
    segment.documents.words.push_back(document.words());
    while (document.next()) {
      uses.push_back({numbers.number_of(document.key()), i, document.positions()});
    }
  }
  std::vector<std::size_t> begins;
  uses = grouped_by_key(uses, numbers.keys().size(), begins);
  std::vector<std::pair<std::string_view, std::uint32_t>> sorted;
  for (const std::string& key : numbers.keys()) sorted.emplace_back(key, sorted.size());
  std::ranges::sort(sorted);
  SegmentWriter writer(documents.size());
  std::vector<std::uint32_t> list;
  std::string positions;
  for (const auto& [key, number] : sorted) {
    list.clear();
    positions.clear();
    for (std::size_t i = begins[number]; i < begins[number + 1]; ++i) {
      list.push_back(uses[i].document);
      if (uses[i].positions.empty()) continue;
      append_number(positions, uses[i].positions.size());
      positions += uses[i].positions;
    }
    writer.add(key, list, positions);
  }
  segment.rows = writer.take_last();
  return segment;
}

}  // namespace curlew::store
