#include "store/search/segment.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#include "query/terms.h"

namespace curlew::store {
namespace {

// With its key and the rest of a row it stays in one page of PostgreSQL, which would
// otherwise cut it into pieces of 2 KB.
constexpr std::size_t kBlockBytes = 7 << 10;

std::uint64_t head_of(std::string_view key) {
  std::uint64_t head = 0;
  std::memcpy(&head, key.data(), std::min<std::size_t>(8, key.size()));
  if constexpr (std::endian::native == std::endian::little) {
    head = __builtin_bswap64(head);
  }
  return head;
}

}  // namespace

void SegmentDocuments::add(std::int64_t article, const PackedDocument& document) {
  articles.push_back(article);
  sources.push_back(document.source());
  title_ends.push_back(document.title_end());
  words.push_back(document.words());
}

std::string pack_articles(std::span<const std::int64_t> articles) {
  std::string out;
  std::int64_t last = articles.empty() ? 0 : articles.front();
  for (const std::int64_t article : articles) {
    append_number(out, static_cast<std::uint64_t>(article - last));
    last = article;
  }
  return out;
}

std::string pack_numbers(std::span<const std::uint32_t> numbers) {
  std::string out;
  for (const std::uint32_t number : numbers) append_number(out, number);
  return out;
}

std::vector<std::int64_t> unpack_articles(std::string_view bytes, std::int64_t first,
                                          std::size_t documents) {
  std::vector<std::int64_t> articles(documents);
  ByteReader reader(bytes);
  for (std::int64_t& article : articles) {
    first += static_cast<std::int64_t>(reader.number());
    article = first;
  }
  return articles;
}

std::vector<std::uint32_t> unpack_numbers(ByteReader& reader, std::size_t documents) {
  std::vector<std::uint32_t> numbers(documents);
  for (std::uint32_t& number : numbers) {
    number = static_cast<std::uint32_t>(reader.number());
  }
  return numbers;
}

void SegmentWriter::add(std::string_view key, std::span<const std::uint32_t> list,
                        std::string_view positions) {
  list_.clear();
  append_list(list_, list, documents_);
  add(lists_, BlockKind::kDocuments, key, list_);
  if (!positions.empty()) add(positions_, BlockKind::kPositions, key, positions);
}

// A large value gets a row of its own: others in it would be read along.
void SegmentWriter::add(TermBlock& block, BlockKind kind, std::string_view key,
                        std::string_view value) {
  if (block.size() + key.size() + value.size() > kBlockBytes) cut(block, kind);
  block.add(key, value);
  if (value.size() > kBlockBytes / 2) cut(block, kind);
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

std::uint32_t SegmentMaker::number_of(std::string_view key) {
  if (keys_.size() * 2 >= slots_.size()) grow();
  const std::uint64_t hash = query::term_hash(key);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) {
      keys_.push_back({hash, key, 0});
      slots_[slot] = static_cast<std::uint32_t>(keys_.size());
      return slots_[slot] - 1;
    }
    const std::uint32_t number = slots_[slot] - 1;
    if (keys_[number].hash == hash && keys_[number].text == key) return number;
  }
}

void SegmentMaker::grow() {
  slots_.assign(std::max<std::size_t>(1 << 14, slots_.size() * 2), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < keys_.size(); ++i) {
    std::size_t slot = keys_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = i + 1;
  }
}

void SegmentMaker::add(model::ArticleId article, std::string terms) {
  const auto number = static_cast<std::uint32_t>(documents_.size());
  PackedDocument document(terms_.emplace_back(std::move(terms)));
  documents_.add(article.value, document);
  while (document.next()) {
    const std::uint32_t key = number_of(document.key());
    ++keys_[key].uses;
    uses_.push_back({key, number, document.positions().data(),
                     static_cast<std::uint32_t>(document.positions().size())});
  }
}

void SegmentMaker::sort() {
  sorted_.reserve(keys_.size());
  for (std::uint32_t i = 0; i < keys_.size(); ++i) {
    sorted_.push_back({head_of(keys_[i].text), i});
  }
  std::ranges::sort(sorted_, [this](const SortedKey& a, const SortedKey& b) {
    if (a.head != b.head) return a.head < b.head;
    return keys_[a.number].text < keys_[b.number].text;
  });
  group_uses();
  beginning_sets_.fill(DocumentSet(documents_.size()));
}

// So that writing goes through them from the first to the last.
void SegmentMaker::group_uses() {
  std::vector<std::uint32_t> next(keys_.size());
  std::uint32_t begin = 0;
  for (const SortedKey& each : sorted_) {
    next[each.number] = begin;
    begin += keys_[each.number].uses;
  }
  std::vector<Use> grouped(uses_.size());
  for (const Use& use : uses_) grouped[next[use.key]++] = use;
  uses_ = std::move(grouped);
}

bool SegmentMaker::write(std::size_t keys, SegmentWriter& writer) {
  const std::size_t end = std::min(sorted_.size(), written_ + keys);
  for (; written_ < end; ++written_) write(keys_[sorted_[written_].number], writer);
  if (written_ < sorted_.size()) return true;
  for (std::size_t i = 0; i < kBeginnings; ++i) end_beginning(i);
  std::ranges::sort(complete_, {}, &Beginning::key);
  for (const Beginning& each : complete_) writer.add(each.key, each.list, {});
  return false;
}

void SegmentMaker::write(const Key& key, SegmentWriter& writer) {
  list_.clear();
  positions_.clear();
  for (std::uint32_t i = 0; i < key.uses; ++i) {
    const Use& use = uses_[written_uses_++];
    list_.push_back(use.document);
    if (use.size == 0) continue;
    append_number(positions_, use.size);
    positions_.append(use.positions, use.size);
  }
  writer.add(key.text, list_, positions_);
  if (is_word_key(key.text)) add_to_beginnings(key.text);
}

// Keys come in ascending order: those with one beginning follow each other.
void SegmentMaker::add_to_beginnings(std::string_view word) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < kBeginnings && end < word.size(); ++i) {
    end += first_character_size(word.substr(end));
    if (beginnings_[i] != word.substr(0, end)) {
      end_beginning(i);
      beginnings_[i] = word.substr(0, end);
    }
    for (const std::uint32_t document : list_) beginning_sets_[i].add(document);
  }
}

void SegmentMaker::end_beginning(std::size_t index) {
  if (beginnings_[index].empty()) return;
  DocumentSet& set = beginning_sets_[index];
  complete_.push_back({kBeginningKey + beginnings_[index], set.to_list()});
  set = DocumentSet(documents_.size());
}

}  // namespace curlew::store
