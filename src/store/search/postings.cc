#include "store/search/postings.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace curlew::store {
void DocumentSet::add_all() {
  std::ranges::fill(words_, ~0ULL);
  if (documents_ % 64 != 0) words_.back() = (1ULL << (documents_ % 64)) - 1;
}

void DocumentSet::add_bitmap(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size() && i / 8 < words_.size(); ++i) {
    words_[i / 8] |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (i % 8 * 8);
  }
}

void DocumentSet::keep_only(const DocumentSet& others) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= others.words_[i];
}

void DocumentSet::add(const DocumentSet& others) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= others.words_[i];
}

void DocumentSet::remove(const DocumentSet& others) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~others.words_[i];
}

std::size_t DocumentSet::count() const {
  return std::accumulate(words_.begin(), words_.end(), std::size_t(0),
                         [](std::size_t sum, std::uint64_t word) {
                           return sum + std::size_t(std::popcount(word));
                         });
}

bool DocumentSet::is_empty() const {
  return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
}

std::vector<std::uint32_t> DocumentSet::to_list() const {
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = next(0); i < documents_; i = next(i + 1)) list.push_back(i);
  return list;
}

void append_list(std::string& out, std::span<const std::uint32_t> list,
                 std::size_t documents) {
  append_number(out, list.size());
  if (is_bitmap(list.size(), documents)) {
    const std::size_t begin = out.size();
    out.resize(begin + (documents + 7) / 8);
    for (const std::uint32_t document : list) {
      char& byte = out[begin + document / 8];
      byte = static_cast<char>(byte | 1 << (document % 8));
    }
    return;
  }
  std::uint32_t next = 0;
  for (const std::uint32_t document : list) {
    append_number(out, document - next);
    next = document + 1;
  }
}

void add_list(std::string_view list, DocumentSet& set) {
  ByteReader reader(list);
  if (is_bitmap(reader.number(), set.documents())) {
    set.add_bitmap(reader.rest());
    return;
  }
  for_each_of(list, set.documents(), [&](std::uint32_t each) { set.add(each); });
}

bool has_any_of(std::string_view list, const DocumentSet& set) {
  return any_of_list(list, set.documents(),
                     [&](std::uint32_t document) { return set.has(document); });
}

void read_list(std::string_view list, std::size_t documents,
               std::vector<std::uint32_t>& out) {
  out.clear();
  for_each_of(list, documents, [&](std::uint32_t each) { out.push_back(each); });
}

void TermBlock::add(std::string_view term, std::string_view value) {
  if (bytes_.empty()) first_ = term;
  std::size_t shared = 0;
  const std::size_t most = bytes_.empty() ? 0 : std::min(last_.size(), term.size());
  while (shared < most && last_[shared] == term[shared]) ++shared;
  append_number(bytes_, shared);
  append_number(bytes_, term.size() - shared);
  bytes_ += term.substr(shared);
  append_number(bytes_, value.size());
  bytes_ += value;
  last_ = term;
}

std::string TermBlock::take() { return std::exchange(bytes_, {}); }

bool TermBlockReader::next() {
  if (reader_.at_end()) return false;
  term_.resize(std::min<std::size_t>(term_.size(), reader_.number()));
  term_ += reader_.bytes(reader_.number());
  value_ = reader_.bytes(reader_.number());
  return true;
}

}  // namespace curlew::store
